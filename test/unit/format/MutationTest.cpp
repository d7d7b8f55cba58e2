// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Property: bytes of a valid file that were changed at random are refused, or
// are a file that can be printed and packed again with the same meaning.

#include "runtime/format/Printer.h"
#include "runtime/format/Program.h"
#include "test/unit/format/SampleProgram.h"

#include "gtest/gtest.h"

#include <memory>
#include <random>

namespace sc::test {
namespace {

using format::Executable;
using format::Program;
using format::ProgramT;

/// Returns whether the bytes were accepted.
bool checkBytes(std::vector<uint8_t> bytes) {
  absl::StatusOr<Executable> executable = Executable::load(std::move(bytes));
  if (!executable.ok()) {
    EXPECT_FALSE(executable.status().message().empty());
    return false;
  }
  const Program &program = executable->getProgram();
  std::unique_ptr<ProgramT> unpacked(program.UnPack());
  absl::StatusOr<Executable> again = Executable::load(pack(*unpacked));
  EXPECT_TRUE(again.ok()) << again.status();
  if (!again.ok())
    return true;
  EXPECT_EQ(format::toText(program), format::toText(again->getProgram()));
  return true;
}

// What a corrupt or malicious writer would choose.
constexpr int64_t kValues[] = {
    0,         1,         -1,        2,         3,       4,         31,  32,
    INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 1 << 20, 1ll << 46, 255, 64};

TEST(MutationTest, RandomBytes) {
  std::vector<uint8_t> sample = pack(makeSample());
  auto seed = std::random_device()();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  int accepted = 0;
  for (int round = 0; round < 10000; ++round) {
    std::vector<uint8_t> bytes = sample;
    for (unsigned change = 0; change <= random() % 3; ++change)
      bytes[random() % bytes.size()] = static_cast<uint8_t>(random());
    accepted += checkBytes(std::move(bytes));
  }
  EXPECT_GT(accepted, 0);
}

TEST(MutationTest, EveryWordWithBoundaryValues) {
  std::vector<uint8_t> sample = pack(makeSample());
  for (size_t width : {4, 8})
    for (size_t place = 0; place + width <= sample.size(); place += width)
      for (int64_t value : kValues) {
        std::vector<uint8_t> bytes = sample;
        std::memcpy(bytes.data() + place, &value, width);
        checkBytes(std::move(bytes));
      }
}

} // namespace
} // namespace sc::test
