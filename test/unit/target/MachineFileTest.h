//===-- MachineFileTest.h - machine files for tests -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Descriptions as lists of members, written to a temporary folder.

#ifndef SC_TEST_UNIT_TARGET_MACHINEFILETEST_H
#define SC_TEST_UNIT_TARGET_MACHINEFILETEST_H

#include "sc/Target/Target.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <unistd.h>

namespace sc::test {

/// JSON values by key.
using Members = std::map<std::string, std::string>;

/// The least that a machine file must say.
inline Members makeMembers(const std::string &name) {
  return {{"name", "\"" + name + "\""},    {"topology_axes", "3"},
          {"devices_per_chip", "2"},       {"sparse_cores_per_device", "4"},
          {"tiles_per_sparse_core", "16"}, {"f32_lanes", "8"},
          {"tile_spmem_bytes", "524288"},  {"smem_bytes", "32768"},
          {"dma_granule_bytes", "32"}};
}

/// One member to a line, from line 2, in the order of the keys.
inline std::string print(const Members &members) {
  std::string text = "{";
  for (const auto &[key, value] : members)
    text += (text == "{" ? "\n\"" : ",\n\"") + key + "\": " + value;
  return text + "}\n";
}

/// Removes the files of the tests when the program ends.
class TempFiles {
public:
  ~TempFiles() {
    for (const std::string &path : paths)
      std::remove(path.c_str());
  }
  void add(const std::string &path) { paths.insert(path); }

private:
  std::set<std::string> paths;
};

/// The path of a file with that text; it stays the same for one `name`.
inline std::string writeFile(const std::string &name, const std::string &text) {
  static TempFiles files;
  std::string path =
      testing::TempDir() + name + "_" + std::to_string(getpid()) + ".json";
  files.add(path);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

inline const MachineDescription *load(const Members &members) {
  std::string error = "left over";
  const MachineDescription *machine =
      loadMachineFile(writeFile("machine", print(members)), error);
  EXPECT_TRUE(machine) << error;
  EXPECT_EQ(error, "");
  return machine;
}

/// The error of loading that text, without the path.
inline std::string getLoadError(const std::string &text) {
  std::string path = writeFile("machine", text), error;
  EXPECT_FALSE(loadMachineFile(path, error)) << text;
  EXPECT_TRUE(error.starts_with(path + ":")) << error;
  return error.starts_with(path) ? error.substr(path.size() + 1) : error;
}

/// The error of a good file but for one member.
inline std::string getLoadError(const std::string &key,
                                const std::string &value) {
  Members members = makeMembers("broken");
  members[key] = value;
  return getLoadError(print(members));
}

} // namespace sc::test

#endif // SC_TEST_UNIT_TARGET_MACHINEFILETEST_H
