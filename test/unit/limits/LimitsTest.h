//===-- LimitsTest.h - helpers for the readers of limits --------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files in a temporary folder, and limits as short text.

#ifndef SC_TEST_UNIT_LIMITS_LIMITSTEST_H
#define SC_TEST_UNIT_LIMITS_LIMITSTEST_H

#include "sc/Limits/LimitsFile.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdio>
#include <fstream>
#include <unistd.h>

namespace sc::test {

/// "a:8/4@source b:-/2@source", or the error after "error: ".
inline std::string describe(const std::optional<LimitsByTable> &tables,
                            const std::string &error) {
  if (!tables)
    return "error: " + error;
  EXPECT_EQ(error, "");
  auto describeLimit = [](const std::optional<int64_t> &limit) {
    return limit ? std::to_string(*limit) : "-";
  };
  std::string text;
  for (const auto &[name, limits] : *tables)
    text += (text.empty() ? "" : " ") + name + ":" +
            describeLimit(limits.maxIds) + "/" +
            describeLimit(limits.maxUniqueIds) + "@" + limits.source;
  return text;
}

/// A file that goes away with the object.
class TempFile {
public:
  explicit TempFile(const std::string &contents)
      : path(testing::TempDir() + "sc_limits_" + std::to_string(getpid())) {
    std::ofstream(path, std::ios::binary) << contents;
  }
  ~TempFile() { std::remove(path.c_str()); }
  TempFile(const TempFile &) = delete;
  TempFile &operator=(const TempFile &) = delete;

  const std::string path;
};

/// What readLimitsFile makes of a file, with "FILE" for its path.
inline std::string readAs(const std::string &contents) {
  TempFile file(contents);
  std::string error;
  std::string text = describe(readLimitsFile(file.path, error), error);
  for (size_t at = text.find(file.path); at != std::string::npos;
       at = text.find(file.path))
    text.replace(at, file.path.size(), "FILE");
  return text;
}

} // namespace sc::test

#endif // SC_TEST_UNIT_LIMITS_LIMITSTEST_H
