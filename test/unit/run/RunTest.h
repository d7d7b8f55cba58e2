//===-- RunTest.h - the tool sc-run as users call it ------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder with a program that copies its input "features" to its output, and
// the tool's exit code and output.

#ifndef SC_TEST_UNIT_RUN_RUNTEST_H
#define SC_TEST_UNIT_RUN_RUNTEST_H

#include "runtime/support/Npz.h"
#include "test/unit/format/SampleProgram.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sys/wait.h>
#include <unistd.h>

namespace sc::test {

struct ToolResult {
  int code = -1;
  std::string out;
  std::string error;
};

class RunTest : public testing::Test {
protected:
  using ElementType = format::ElementType;

  void SetUp() override {
    folder = testing::TempDir() + "sc_run_" + std::to_string(getpid());
    std::filesystem::create_directory(folder);
    std::iota(values.begin(), values.end(), 0.f);
    writeProgram(makeSample(/*leftOut=*/false));
    writeArrays("in.npz", {{"arg0", values}});
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::string getPath(const std::string &name) const {
    return folder + "/" + name;
  }

  static std::string readFile(const std::string &path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  void writeProgram(const format::ProgramT &program) const {
    std::vector<uint8_t> bytes = pack(program);
    std::ofstream(getPath("model.scx"), std::ios::binary)
        .write(reinterpret_cast<char *>(bytes.data()), bytes.size());
  }

  using Arrays = std::vector<std::pair<std::string, std::vector<float>>>;

  /// f32 arrays of shape [n/8 x 8], or of another type and shape.
  void writeArrays(const std::string &name, const Arrays &arrays,
                   ElementType type = ElementType::F32,
                   std::vector<int64_t> shape = {}) const {
    absl::StatusOr<runtime::NpzWriter> writer =
        runtime::NpzWriter::create(getPath(name));
    ASSERT_TRUE(writer.ok()) << writer.status();
    for (const auto &[array, data] : arrays) {
      std::vector<int64_t> dense = {int64_t(data.size()) / 8, 8};
      ASSERT_TRUE(writer
                      ->add(array, type, shape.empty() ? dense : shape,
                            std::as_bytes(std::span(data)))
                      .ok());
    }
    ASSERT_TRUE(writer->finish().ok());
  }

  /// Runs the tool in the folder.
  ToolResult run(const std::string &arguments) const {
    std::string command = "cd " + folder + " && " SC_RUN_TOOL " " + arguments +
                          " >stdout 2>stderr";
    int status = std::system(command.c_str());
    ToolResult result;
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    result.out = readFile(getPath("stdout"));
    result.error = readFile(getPath("stderr"));
    return result;
  }

  /// The error of a run that ends with code 1, without "sc-run: error: ".
  std::string getError(const std::string &arguments) const {
    ToolResult result = run(arguments);
    EXPECT_EQ(result.code, 1) << result.error;
    std::string prefix = "sc-run: error: ";
    EXPECT_TRUE(result.error.starts_with(prefix)) << result.error;
    if (!result.error.starts_with(prefix))
      return result.error;
    return result.error.substr(prefix.size(),
                               result.error.size() - prefix.size() - 1);
  }

  std::string folder;
  std::vector<float> values = std::vector<float>(64);
};

} // namespace sc::test

#endif // SC_TEST_UNIT_RUN_RUNTEST_H
