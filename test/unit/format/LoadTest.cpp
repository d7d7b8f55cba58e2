// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What loading says about files that are no executables of this version.

#include "test/unit/format/VerifierTest.h"

#include <filesystem>
#include <fstream>

namespace sc::test {
namespace {

using format::Executable;
using testing::HasSubstr;

std::string getError(std::vector<uint8_t> bytes) {
  return std::string(Executable::load(std::move(bytes)).status().message());
}

std::string writeFile(const std::string &name, std::vector<uint8_t> bytes) {
  std::string path = testing::TempDir() + name;
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<char *>(bytes.data()), bytes.size());
  return path;
}

TEST(LoadTest, AcceptsTheSample) {
  absl::StatusOr<Executable> executable = Executable::load(pack(makeSample()));
  ASSERT_TRUE(executable.ok()) << executable.status();
  EXPECT_EQ(executable->getProgram().source_name()->str(), "sample.mlir");
  EXPECT_EQ(getError(pack(makeSample(/*leftOut=*/false))), "");
}

TEST(LoadTest, MovingKeepsTheProgram) {
  absl::StatusOr<Executable> executable = Executable::load(pack(makeSample()));
  ASSERT_TRUE(executable.ok());
  const format::Program *program = &executable->getProgram();
  Executable moved = *std::move(executable);
  EXPECT_EQ(&moved.getProgram(), program);
}

TEST(LoadTest, TooShort) {
  EXPECT_EQ(getError({1, 2, 3}),
            "not an .scx file: 3 bytes are too few for a header");
}

TEST(LoadTest, WrongIdentifier) {
  EXPECT_EQ(getError(std::vector<uint8_t>(100)),
            "not an .scx file: the identifier 'SCX1' is missing");
}

TEST(LoadTest, AnotherVersion) {
  EXPECT_REJECTED(p.format_version = 7,
                  "file has format version 7, this build reads 4");
  // Whatever else is wrong with such a file is not ours to say.
  EXPECT_REJECTED((p.format_version = 1, p.target->devices = -1),
                  "file has format version 1, this build reads 4");
}

TEST(LoadTest, EveryTruncationIsAnError) {
  std::vector<uint8_t> bytes = pack(makeSample());
  // The last bytes may be padding.
  for (size_t size = 8; size + 8 < bytes.size(); ++size) {
    std::vector<uint8_t> cut(bytes.begin(), bytes.begin() + size);
    EXPECT_FALSE(Executable::load(std::move(cut)).ok()) << size;
  }
}

TEST(LoadTest, RootOutsideOfTheFile) {
  std::vector<uint8_t> bytes = pack(makeSample());
  bytes[0] = bytes[1] = bytes[2] = 0xFF;
  EXPECT_EQ(getError(bytes), "corrupt or truncated .scx file");
}

TEST(LoadTest, FileErrorsNameThePath) {
  auto getFileError = [](const std::string &path) {
    return std::string(Executable::loadFile(path).status().message());
  };
  std::string missing = testing::TempDir() + "missing.scx";
  EXPECT_EQ(getFileError(missing),
            missing + ": cannot open: No such file or directory");
  EXPECT_THAT(getFileError(testing::TempDir()),
              HasSubstr("cannot open: is a directory"));
  std::string path = writeFile("bad.scx", {1, 2, 3});
  EXPECT_EQ(getFileError(path),
            path + ": not an .scx file: 3 bytes are too few for a header");
}

TEST(LoadTest, LoadsAFile) {
  std::string path = writeFile("good.scx", pack(makeSample()));
  EXPECT_TRUE(Executable::loadFile(path).ok());
  std::filesystem::remove(path);
}

} // namespace
} // namespace sc::test
