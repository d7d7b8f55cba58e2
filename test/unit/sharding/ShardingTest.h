//===-- ShardingTest.h - small specs and files of tables --------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the tests of sharding share.

#ifndef SC_TEST_UNIT_SHARDING_SHARDINGTEST_H
#define SC_TEST_UNIT_SHARDING_SHARDINGTEST_H

#include "runtime/support/Npz.h"
#include "sc/Sharding/TableShards.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace sc::test {

using format::ElementType;

/// An array as a file has it.
struct FileArray {
  ElementType type = ElementType::F32;
  std::vector<int64_t> shape;
  std::vector<std::byte> bytes;

  bool operator==(const FileArray &) const = default;
};
using FileArrays = std::map<std::string, FileArray>;

template <typename T>
FileArray makeArray(ElementType type, std::vector<int64_t> shape,
                    const std::vector<T> &values) {
  FileArray array{type, std::move(shape), {}};
  std::span<const std::byte> bytes = std::as_bytes(std::span(values));
  array.bytes.assign(bytes.begin(), bytes.end());
  return array;
}

inline FileArray makeFloats(std::vector<int64_t> shape,
                            const std::vector<float> &values) {
  return makeArray(ElementType::F32, std::move(shape), values);
}

/// A table that counts from `first` on.
inline FileArray makeCount(int64_t rows, int64_t columns, float first = 1) {
  std::vector<float> values(rows * columns);
  for (float &value : values)
    value = first++;
  return makeFloats({rows, columns}, values);
}

inline std::vector<float> getFloats(const FileArray &array) {
  std::vector<float> values(array.bytes.size() / sizeof(float));
  std::memcpy(values.data(), array.bytes.data(), array.bytes.size());
  return values;
}

inline spec::StackedTable makeTable(const std::string &name, int64_t rows,
                                    int64_t dim, int64_t paddedRows,
                                    int64_t rowOffset, int64_t rotation) {
  spec::StackedTable table;
  table.table.name = name;
  table.table.vocabularySize = rows;
  table.table.embeddingDim = dim;
  table.paddedVocabularySize = paddedRows;
  table.rowOffsetInShard = rowOffset;
  table.shardRotation = rotation;
  return table;
}

inline spec::Stack makeStack(const std::string &name, int64_t rows, int64_t dim,
                             std::vector<spec::StackedTable> tables) {
  spec::Stack stack;
  stack.name = name;
  stack.vocabularySize = rows;
  stack.embeddingDim = dim;
  for (spec::StackedTable &table : tables)
    table.paddedEmbeddingDim = dim;
  stack.tables = std::move(tables);
  return stack;
}

/// On 4 SparseCores: table "a" (5 rows of 3) and, rotated by one SparseCore,
/// "b" (6 rows of 2), in stack "ab" of 16 rows of 4.
inline spec::StackedSpec makePairSpec() {
  spec::StackedSpec spec;
  spec.topology = {2, 2};
  spec.stacks = {makeStack(
      "ab", 16, 4,
      {makeTable("a", 5, 3, 8, 0, 0), makeTable("b", 6, 2, 8, 2, 1)})};
  return spec;
}

class ShardingTest : public testing::Test {
protected:
  void SetUp() override { std::filesystem::create_directory(folder); }
  void TearDown() override { std::filesystem::remove_all(folder); }

  int64_t countFiles() const {
    return std::distance(std::filesystem::directory_iterator(folder), {});
  }

  static void write(const std::string &path, const FileArrays &arrays) {
    absl::StatusOr<runtime::NpzWriter> writer =
        runtime::NpzWriter::create(path);
    ASSERT_TRUE(writer.ok()) << writer.status();
    for (const auto &[name, array] : arrays) {
      absl::Status status =
          writer->add(name, array.type, array.shape, array.bytes);
      ASSERT_TRUE(status.ok()) << status;
    }
    absl::Status status = writer->finish();
    ASSERT_TRUE(status.ok()) << status;
  }

  static FileArrays read(const std::string &path) {
    absl::StatusOr<runtime::NpzReader> reader = runtime::NpzReader::open(path);
    if (!reader.ok()) {
      ADD_FAILURE() << reader.status();
      return {};
    }
    FileArrays arrays;
    for (const std::string &name : reader->getNames()) {
      absl::StatusOr<runtime::Array> array = reader->read(name);
      EXPECT_TRUE(array.ok()) << array.status();
      if (!array.ok())
        continue;
      std::span<const std::byte> bytes = array->buffer.getBytes();
      arrays[name] = {array->type, array->shape, {bytes.begin(), bytes.end()}};
    }
    return arrays;
  }

  std::string folder =
      testing::TempDir() + "sc_sharding_" + std::to_string(getpid());
  std::string input = folder + "/in.npz";
  std::string output = folder + "/out.npz";
};

} // namespace sc::test

#endif // SC_TEST_UNIT_SHARDING_SHARDINGTEST_H
