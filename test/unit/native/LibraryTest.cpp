//===-- LibraryTest.cpp - what the loader refuses -------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Damaged code, other machines, and what is missing.

#include "NativeTest.h"

#include "gmock/gmock.h"

using ::testing::AllOf;
using ::testing::HasSubstr;

namespace sc {
namespace {

NativeCode compileNegate() {
  NativeModule module(R"(
    func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.negate %a : tensor<4xf32>
      func.return %0 : tensor<4xf32>
    })");
  return module.getCode();
}

absl::Status tryLoad(const NativeCode &code, uint64_t addToHash = 0) {
  std::vector<uint8_t> packed = packNative(code);
  auto *native = flatbuffers::GetMutableRoot<format::Native>(packed.data());
  if (addToHash)
    native->mutate_hash(native->hash() + addToHash);
  return runtime::NativeLibrary::load(*native).status();
}

TEST(NativeLibrary, Loads) { EXPECT_TRUE(tryLoad(compileNegate()).ok()); }

TEST(NativeLibrary, HashMismatch) {
  absl::Status status = tryLoad(compileNegate(), 1);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("the native code is damaged: its hash is 0x"),
                    HasSubstr(", the file says 0x")));
}

TEST(NativeLibrary, OtherArchitecture) {
  NativeCode code = compileNegate();
  code.architecture = "riscv64";
  absl::Status status = tryLoad(code);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("the native code is for architecture 'riscv64', this "
                        "machine is 'x86_64': compile the program again for "
                        "it"));
}

TEST(NativeLibrary, UnknownFeature) {
  NativeCode code = compileNegate();
  code.features.push_back("quantum");
  absl::Status status = tryLoad(code);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("the native code needs the processor feature "
                        "'quantum', which this build cannot check: use a newer "
                        "one"));
}

/// No processor has the features of two vendors at once.
TEST(NativeLibrary, LackingFeature) {
  NativeCode code = compileNegate();
  code.features = {"avx512f", "fma4"};
  absl::Status status = tryLoad(code);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("', which this machine lacks"));
}

TEST(NativeLibrary, TruncatedObject) {
  NativeCode code = compileNegate();
  code.object.resize(code.object.size() / 2);
  absl::Status status = tryLoad(code);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("the native code cannot be loaded: not a whole shared "
                        "object"));
}

TEST(NativeLibrary, UndefinedFunction) {
  NativeModule module(R"(
    func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.exponential %a : tensor<4xf32>
      func.return %0 : tensor<4xf32>
    })");
  NativeCode code = module.getCode();
  std::string bytes(code.object.begin(), code.object.end());
  size_t name = bytes.find(std::string("\0exp\0", 5));
  ASSERT_NE(name, std::string::npos);
  code.object[name + 1] = 'Z';
  EXPECT_THAT(std::string(tryLoad(code).message()),
              AllOf(HasSubstr("the native code cannot be loaded: "),
                    HasSubstr("undefined symbol: Zxp")));
}

TEST(NativeLibrary, EmptyObject) {
  NativeCode code = compileNegate();
  code.object.clear();
  EXPECT_THAT(std::string(tryLoad(code).message()),
              HasSubstr("the native code cannot be loaded: not a whole shared "
                        "object"));
}

TEST(NativeLibrary, MissingSymbol) {
  NativeCode code = compileNegate();
  code.symbols.push_back("sc_native7");
  absl::Status status = tryLoad(code);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("the native code has no function 'sc_native7'"));
}

} // namespace
} // namespace sc
