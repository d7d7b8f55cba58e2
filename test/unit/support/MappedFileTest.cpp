//===-- MappedFileTest.cpp - temporary files in memory --------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Zeroed, without a name, and an error where the disk is too small.

#include "runtime/support/MappedFile.h"
#include "test/unit/support/NpzTest.h"

#include <filesystem>

namespace sc::test {
namespace {

using namespace sc::runtime;
using testing::MatchesRegex;

class MappedFileTest : public testing::Test {
protected:
  void SetUp() override { std::filesystem::create_directory(folder); }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::string folder = getTempPath("folder");
  std::string target = folder + "/out.npz";
};

TEST_F(MappedFileTest, BytesAreZeroAndStay) {
  constexpr int64_t size = 1234567; // no multiple of a page
  absl::StatusOr<MappedFile> file = MappedFile::createBeside(target, size);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  std::span<std::byte> bytes = file->getBytes();
  ASSERT_EQ(std::ssize(bytes), size);
  for (std::byte byte : bytes)
    ASSERT_EQ(byte, std::byte(0));
  for (int64_t i = 0; i < size; ++i)
    bytes[i] = std::byte(i * 31 & 0xFF);
  file->releasePages();
  for (int64_t i = 0; i < size; ++i)
    ASSERT_EQ(bytes[i], std::byte(i * 31 & 0xFF));
}

TEST_F(MappedFileTest, MovingKeepsTheBytes) {
  absl::StatusOr<MappedFile> first = MappedFile::createBeside(target, 100);
  absl::StatusOr<MappedFile> second = MappedFile::createBeside(target, 200);
  ASSERT_TRUE(first.ok() && second.ok());
  std::byte *bytes = first->getBytes().data();
  bytes[99] = std::byte(7);
  *second = *std::move(first);
  MappedFile third = *std::move(second);
  EXPECT_EQ(third.getBytes().data(), bytes);
  EXPECT_EQ(third.getBytes().size(), 100u);
  EXPECT_EQ(third.getBytes()[99], std::byte(7));
}

TEST_F(MappedFileTest, Empty) {
  absl::StatusOr<MappedFile> file = MappedFile::createBeside(target, 0);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_TRUE(file->getBytes().empty());
  file->releasePages();
}

TEST_F(MappedFileTest, DisksThatAreTooSmall) {
  constexpr int64_t size = int64_t(1) << 60;
  absl::Status status = MappedFile::createBeside(target, size).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()),
              MatchesRegex(target +
                           ": 1152921504606846976 bytes are needed on its "
                           "disk, but [0-9]+ are free"));
  EXPECT_EQ(checkFreeSpace(target, size).message(), status.message());
  EXPECT_TRUE(checkFreeSpace(target, 1).ok());
  EXPECT_TRUE(checkFreeSpace("relative.npz", 1).ok());
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST_F(MappedFileTest, FoldersThatAreMissing) {
  std::string nowhere = folder + "/no/out.npz";
  EXPECT_EQ(MappedFile::createBeside(nowhere, 8).status().message(),
            nowhere + ": cannot make a temporary file of 8 bytes beside it: No "
                      "such file or directory");
}

} // namespace
} // namespace sc::test
