//===-- NpzTest.h - .npz files by hand --------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members of any content, for the tests of the reader.

#ifndef SC_TEST_UNIT_SUPPORT_NPZTEST_H
#define SC_TEST_UNIT_SUPPORT_NPZTEST_H

#include "runtime/support/Npz.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstring>
#include <fstream>
#include <unistd.h>
#include <zip.h>

namespace sc::test {

using Members = std::vector<std::pair<std::string, std::string>>;

inline std::string getTempPath(const std::string &name) {
  return testing::TempDir() + "sc_" + std::to_string(getpid()) + "_" + name;
}

inline std::string readFile(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The bytes of a zip file of `members`.
inline std::string makeZip(const Members &members, int method = ZIP_CM_STORE) {
  std::string path = getTempPath("members.npz");
  std::remove(path.c_str());
  zip_t *archive = zip_open(path.c_str(), ZIP_CREATE, nullptr);
  for (const auto &[name, content] : members) {
    zip_source_t *source =
        zip_source_buffer(archive, content.data(), content.size(), 0);
    zip_int64_t index = zip_file_add(archive, name.c_str(), source, 0);
    EXPECT_GE(index, 0);
    zip_set_file_compression(archive, index, method, 0);
  }
  EXPECT_EQ(zip_close(archive), 0);
  std::string bytes = readFile(path);
  std::remove(path.c_str());
  return bytes;
}

/// A .npy of version 1 with this literal and data.
inline std::string makeNpy(const std::string &literal,
                           const std::string &data) {
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(literal.size() & 0xFF);
  bytes += static_cast<char>(literal.size() >> 8);
  return bytes + literal + data;
}

inline std::string makeLiteral(const std::string &descr,
                               const std::string &shape,
                               const std::string &fortran = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran +
         ", 'shape': " + shape + ", }";
}

template <typename T> std::string toBytes(const std::vector<T> &values) {
  return {reinterpret_cast<const char *>(values.data()),
          values.size() * sizeof(T)};
}

inline absl::StatusOr<runtime::NpzReader> openBytes(const std::string &bytes) {
  return runtime::NpzReader::openBytes(
      std::as_bytes(std::span(bytes.data(), bytes.size())), "test.npz");
}

/// The error of reading array "x"; "" if there is none.
inline std::string getReadError(const std::string &bytes) {
  absl::StatusOr<runtime::NpzReader> reader = openBytes(bytes);
  if (!reader.ok())
    return std::string(reader.status().message());
  return std::string(reader->read("x").status().message());
}

/// The error of reading array "x" that consists of `content`.
inline std::string getArrayError(const std::string &content) {
  std::string error = getReadError(makeZip({{"x.npy", content}}));
  std::string prefix = "test.npz: array 'x': ";
  EXPECT_TRUE(error.empty() || error.starts_with(prefix)) << error;
  return error.empty() ? "" : error.substr(prefix.size());
}

template <typename T>
std::vector<T> readArray(const std::string &bytes, const std::string &name) {
  absl::StatusOr<runtime::NpzReader> reader = openBytes(bytes);
  if (!reader.ok()) {
    ADD_FAILURE() << reader.status();
    return {};
  }
  absl::StatusOr<runtime::Array> array = reader->read(name);
  if (!array.ok()) {
    ADD_FAILURE() << array.status();
    return {};
  }
  std::span<T> elements = array->getElements<T>();
  return {elements.begin(), elements.end()};
}

} // namespace sc::test

#endif // SC_TEST_UNIT_SUPPORT_NPZTEST_H
