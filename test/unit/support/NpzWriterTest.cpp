// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is written can be read, and nothing is lost when writing fails.

#include "test/unit/support/NpzTest.h"

#include <filesystem>

namespace sc::test {
namespace {

using namespace sc::runtime;
using format::ElementType;
using testing::ElementsAre;
using testing::HasSubstr;

class NpzWriterTest : public testing::Test {
protected:
  void SetUp() override { std::filesystem::create_directory(folder); }
  void TearDown() override { std::filesystem::remove_all(folder); }

  int countFiles() const {
    return std::distance(std::filesystem::directory_iterator(folder), {});
  }

  std::string folder = getTempPath("folder");
  std::string path = folder + "/out.npz";
  std::vector<float> values = {1, 2, 3, 4, 5, 6};
  std::vector<int64_t> shape = {2, 3};

  absl::Status write(const std::string &name) {
    absl::StatusOr<NpzWriter> writer = NpzWriter::create(path);
    if (!writer.ok())
      return writer.status();
    absl::Status status = writer->add(name, ElementType::F32, shape,
                                      std::as_bytes(std::span(values)));
    return status.ok() ? writer->finish() : status;
  }
};

TEST_F(NpzWriterTest, RoundTrip) {
  ASSERT_TRUE(write("a").ok());
  EXPECT_EQ(countFiles(), 1);
  EXPECT_EQ(readArray<float>(readFile(path), "a"), values);
  absl::StatusOr<NpzReader> reader = NpzReader::open(path);
  ASSERT_TRUE(reader.ok()) << reader.status();
  EXPECT_THAT(reader->getNames(), ElementsAre("a"));
  EXPECT_EQ(reader->readHeader("a")->formatType(), "f32[2x3]");
}

TEST_F(NpzWriterTest, EveryElementType) {
  absl::StatusOr<NpzWriter> writer = NpzWriter::create(path);
  ASSERT_TRUE(writer.ok());
  std::vector<std::byte> bytes(24, std::byte(1));
  for (ElementType type : format::EnumValuesElementType()) {
    std::vector<int64_t> size = {24 / getElementBytes(type)};
    EXPECT_TRUE(
        writer->add(format::EnumNameElementType(type), type, size, bytes).ok());
  }
  ASSERT_TRUE(writer->finish().ok());
  absl::StatusOr<NpzReader> reader = NpzReader::open(path);
  ASSERT_TRUE(reader.ok());
  for (ElementType type : format::EnumValuesElementType()) {
    absl::StatusOr<Array> array =
        reader->read(format::EnumNameElementType(type));
    ASSERT_TRUE(array.ok()) << array.status();
    EXPECT_TRUE(isReadAs(array->type, type));
    EXPECT_TRUE(std::ranges::equal(array->buffer.getBytes(), bytes));
  }
}

TEST_F(NpzWriterTest, TheSameArraysAreTheSameBytes) {
  ASSERT_TRUE(write("a").ok());
  std::string first = readFile(path);
  ASSERT_TRUE(write("a").ok());
  EXPECT_EQ(readFile(path), first);
}

TEST_F(NpzWriterTest, NoArraysAreAnEmptyArchive) {
  absl::StatusOr<NpzWriter> writer = NpzWriter::create(path);
  ASSERT_TRUE(writer.ok());
  ASSERT_TRUE(writer->finish().ok());
  absl::StatusOr<NpzReader> reader = NpzReader::open(path);
  ASSERT_TRUE(reader.ok()) << reader.status();
  EXPECT_TRUE(reader->getNames().empty());
}

TEST_F(NpzWriterTest, WhatIsThereStaysUntilTheEnd) {
  std::ofstream(path) << "precious";
  {
    absl::StatusOr<NpzWriter> writer = NpzWriter::create(path);
    ASSERT_TRUE(writer.ok());
    EXPECT_TRUE(writer
                    ->add("a", ElementType::F32, shape,
                          std::as_bytes(std::span(values)))
                    .ok());
  }
  EXPECT_EQ(readFile(path), "precious");
  EXPECT_EQ(countFiles(), 1);
  ASSERT_TRUE(write("a").ok());
  EXPECT_EQ(readArray<float>(readFile(path), "a"), values);
}

TEST_F(NpzWriterTest, BadArrays) {
  absl::StatusOr<NpzWriter> writer = NpzWriter::create(path);
  ASSERT_TRUE(writer.ok());
  std::span<const std::byte> bytes = std::as_bytes(std::span(values));
  EXPECT_EQ(writer->add("a", ElementType::F64, shape, bytes).message(),
            path + ": array 'a': f64[2x3] does not have 24 bytes");
  EXPECT_TRUE(writer->add("a", ElementType::F32, shape, bytes).ok());
  EXPECT_EQ(writer->add("a", ElementType::F32, shape, bytes).message(),
            path + ": array 'a' is written twice");
}

TEST_F(NpzWriterTest, PathsThatCannotBeWritten) {
  auto getError = [](const std::string &path) {
    return std::string(NpzWriter::create(path).status().message());
  };
  EXPECT_EQ(getError("/dev/null"),
            "/dev/null: cannot write: is not a regular file");
  EXPECT_EQ(getError(folder), folder + ": cannot write: is not a regular file");
  EXPECT_EQ(getError(folder + "/no/out.npz"),
            folder + "/no/out.npz: cannot write to folder '" + folder +
                "/no': No such file or directory");
}

TEST_F(NpzWriterTest, AFolderThatVanishes) {
  absl::StatusOr<NpzWriter> writer = NpzWriter::create(path);
  ASSERT_TRUE(writer.ok());
  EXPECT_TRUE(
      writer
          ->add("a", ElementType::F32, shape, std::as_bytes(std::span(values)))
          .ok());
  std::filesystem::remove_all(folder);
  EXPECT_THAT(std::string(writer->finish().message()),
              HasSubstr(path + ": cannot write: "));
}

} // namespace
} // namespace sc::test
