//===-- WriteFileTest.cpp - small files, whole or not at all --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is replaced, what stays, and what is left behind.

#include "runtime/support/WriteFile.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace sc::runtime {
namespace {

namespace fs = std::filesystem;

class WriteFile : public testing::Test {
protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "write.XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
  }
  void TearDown() override { fs::remove_all(folder); }

  static std::string read(const fs::path &path) {
    std::ifstream stream(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  }
  std::string write(const fs::path &path, std::string_view contents) {
    return std::string(writeFile(path.string(), contents).message());
  }
  int64_t countFiles() const {
    return std::distance(fs::directory_iterator(folder),
                         fs::directory_iterator());
  }

  fs::path folder;
};

TEST_F(WriteFile, replaces) {
  EXPECT_EQ(write(folder / "a", "first, which is longer"), "");
  EXPECT_EQ(write(folder / "a", std::string_view("\0\n", 2)), "");
  EXPECT_EQ(read(folder / "a"), std::string("\0\n", 2));
  EXPECT_EQ(countFiles(), 1);
}

TEST_F(WriteFile, modeFollowsTheUmask) {
  mode_t before = umask(027);
  std::string error = write(folder / "a", "text");
  umask(before);
  ASSERT_EQ(error, "");
  struct stat status = {};
  ASSERT_EQ(stat((folder / "a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, mode_t(0640));
}

TEST_F(WriteFile, linksStayLinks) {
  fs::create_directory(folder / "real");
  ASSERT_EQ(write(folder / "real" / "a", "old"), "");
  fs::create_symlink("real/a", folder / "link");
  EXPECT_EQ(write(folder / "link", "new"), "");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read(folder / "real" / "a"), "new");
  EXPECT_EQ(countFiles(), 2);
}

TEST_F(WriteFile, errors) {
  EXPECT_EQ(write("/dev/null", ""),
            "/dev/null: cannot write: is not a regular file");
  EXPECT_EQ(write(folder, ""),
            folder.string() + ": cannot write: is not a regular file");
  fs::path nowhere = folder / "no" / "a";
  EXPECT_EQ(write(nowhere, ""),
            nowhere.string() + ": cannot write: No such file or directory");
}

TEST_F(WriteFile, writersDoNotMix) {
  constexpr size_t kSize = 1 << 16;
  auto repeat = [&](char letter) {
    for (int i = 0; i < 50; ++i)
      EXPECT_EQ(write(folder / "a", std::string(kSize, letter)), "");
  };
  std::thread other(repeat, 'b');
  repeat('a');
  other.join();
  std::string contents = read(folder / "a");
  EXPECT_EQ(contents, std::string(kSize, contents.empty() ? '-' : contents[0]));
  EXPECT_EQ(countFiles(), 1);
}

} // namespace
} // namespace sc::runtime
