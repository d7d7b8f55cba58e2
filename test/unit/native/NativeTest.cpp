//===-- NativeTest.cpp - compiles and runs functions ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fixture, and the rules of compileNative.

#include "NativeTest.h"

#include "dialects/StableHLO/StableHLO.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "runtime/format/Hash.h"

#include "gmock/gmock.h"

using ::testing::HasSubstr;

namespace sc {

NativeModule::NativeModule(const std::string &text)
    : context(mlir::MLIRContext::Threading::DISABLED) {
  context.loadDialect<mlir::func::FuncDialect, stablehlo::StableHLODialect>();
  mlir::ScopedDiagnosticHandler handler(
      &context,
      [&](mlir::Diagnostic &diagnostic) { error += diagnostic.str() + "\n"; });
  module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module)
    return;
  llvm::SmallVector<mlir::func::FuncOp> functions(
      module->getOps<mlir::func::FuncOp>());
  mlir::FailureOr<NativeCode> compiled = compileNative(functions);
  if (mlir::succeeded(compiled))
    code = std::move(*compiled);
}

std::vector<uint8_t> packNative(const NativeCode &code) {
  format::NativeT native;
  native.code = code.object;
  native.hash = format::computeHash(code.object);
  native.architecture = code.architecture;
  native.features = code.features;
  for (const std::string &symbol : code.symbols) {
    native.functions.push_back(std::make_unique<format::NativeFunctionT>());
    native.functions.back()->symbol = symbol;
  }
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(format::Native::Pack(builder, &native));
  return {builder.GetBufferPointer(),
          builder.GetBufferPointer() + builder.GetSize()};
}

absl::Status NativeModule::load() {
  std::vector<uint8_t> packed = packNative(*code);
  absl::StatusOr<runtime::NativeLibrary> loaded = runtime::NativeLibrary::load(
      *flatbuffers::GetRoot<format::Native>(packed.data()));
  if (loaded.ok())
    library = *std::move(loaded);
  return loaded.status();
}

std::vector<Bytes> NativeModule::run(size_t index, std::vector<Bytes> inputs,
                                     const std::vector<size_t> &outputBytes) {
  std::vector<Bytes> outputs;
  for (size_t bytes : outputBytes)
    outputs.emplace_back(bytes, uint8_t{0xFF});
  std::vector<void *> pointers;
  for (Bytes &input : inputs)
    pointers.push_back(input.data());
  for (Bytes &output : outputs)
    pointers.push_back(output.data());
  library.getEntry(index)(pointers.data());
  return outputs;
}

namespace {

TEST(CompileNative, NoFunctionsGiveNoCode) {
  NativeModule module("");
  ASSERT_TRUE(module.isCompiled());
  EXPECT_TRUE(module.getCode().object.empty());
}

constexpr const char *kSum = R"(
  func.func @sum(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.add %a, %b : tensor<2x3xf32>
    func.return %0 : tensor<2x3xf32>
  }
)";

TEST(CompileNative, SameBytesEachTime) {
  NativeModule first(kSum), second(kSum);
  ASSERT_TRUE(first.isCompiled() && second.isCompiled());
  EXPECT_EQ(first.getCode().object, second.getCode().object);
  EXPECT_EQ(first.getCode().architecture, "x86_64");
  EXPECT_THAT(first.getCode().symbols, ::testing::ElementsAre("sc_native0"));
}

TEST(CompileNative, FunctionsOfOneModuleAreApart) {
  NativeModule module(std::string(kSum) + R"(
    func.func @both(%a: tensor<3xi32>, %s: tensor<i32>) -> (tensor<3xi32>, tensor<3xi1>) {
      %b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<3xi32>
      %0 = stablehlo.multiply %a, %b : tensor<3xi32>
      %1 = stablehlo.compare GT, %0, %a, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
      func.return %0, %1 : tensor<3xi32>, tensor<3xi1>
    })");
  ASSERT_TRUE(module.isCompiled()) << module.getError();
  ASSERT_TRUE(module.load().ok());
  auto sum = module.run(0,
                        {toBytes<float>({1, 2, 3, 4, 5, 6}),
                         toBytes<float>({10, 20, 30, 40, 50, 60})},
                        {24});
  EXPECT_EQ(fromBytes<float>(sum[0]),
            (std::vector<float>{11, 22, 33, 44, 55, 66}));
  auto both = module.run(
      1, {toBytes<int32_t>({5, -6, 0}), toBytes<int32_t>({3})}, {12, 3});
  EXPECT_EQ(fromBytes<int32_t>(both[0]), (std::vector<int32_t>{15, -18, 0}));
  EXPECT_EQ(both[1], (Bytes{1, 0, 0}));
}

/// Rows, columns and scalars that are broadcast, in a nest of three loops.
TEST(CompileNative, BroadcastsAreRead) {
  NativeModule module(R"(
    func.func @f(%row: tensor<3xf32>, %column: tensor<2x1xf32>, %s: tensor<f32>,
                 %m: tensor<2x3xf32>) -> tensor<4x2x3xf32> {
      %r = stablehlo.broadcast_in_dim %row, dims = [2] : (tensor<3xf32>) -> tensor<4x2x3xf32>
      %c = stablehlo.broadcast_in_dim %column, dims = [1, 2] : (tensor<2x1xf32>) -> tensor<4x2x3xf32>
      %e = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4x2x3xf32>
      %l = stablehlo.broadcast %m, sizes = [4] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
      %k = stablehlo.constant dense<0.5> : tensor<4x2x3xf32>
      %0 = stablehlo.add %r, %c : tensor<4x2x3xf32>
      %1 = stablehlo.add %e, %l : tensor<4x2x3xf32>
      %2 = stablehlo.add %0, %1 : tensor<4x2x3xf32>
      %3 = stablehlo.add %2, %k : tensor<4x2x3xf32>
      func.return %3 : tensor<4x2x3xf32>
    })");
  ASSERT_TRUE(module.isCompiled()) << module.getError();
  ASSERT_TRUE(module.load().ok());
  auto result =
      module.run(0,
                 {toBytes<float>({1, 2, 3}), toBytes<float>({10, 20}),
                  toBytes<float>({100}),
                  toBytes<float>({1000, 2000, 3000, 4000, 5000, 6000})},
                 {96});
  std::vector<float> expected;
  for (int outer = 0; outer < 4; ++outer)
    for (int row = 0; row < 2; ++row)
      for (int column = 0; column < 3; ++column)
        expected.push_back(static_cast<float>(column + 1 + 10 * (row + 1) +
                                              100 +
                                              1000 * (3 * row + column + 1)) +
                           0.5f);
  EXPECT_EQ(fromBytes<float>(result[0]), expected);
}

/// A transposed operand must not be taken for a dense one.
TEST(CompileNative, TransposedBroadcast) {
  NativeModule module(R"(
    func.func @f(%m: tensor<2x2xi32>) -> tensor<2x2xi32> {
      %t = stablehlo.broadcast_in_dim %m, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
      %0 = stablehlo.negate %t : tensor<2x2xi32>
      func.return %0 : tensor<2x2xi32>
    })");
  ASSERT_TRUE(module.isCompiled()) << module.getError();
  ASSERT_TRUE(module.load().ok());
  auto result = module.run(0, {toBytes<int32_t>({1, 2, 3, 4})}, {16});
  EXPECT_EQ(fromBytes<int32_t>(result[0]),
            (std::vector<int32_t>{-1, -3, -2, -4}));
}

TEST(CompileNative, EmptyTensorsAndScalars) {
  NativeModule module(R"(
    func.func @empty(%a: tensor<0x4xf32>) -> tensor<0x4xf32> {
      %0 = stablehlo.negate %a : tensor<0x4xf32>
      func.return %0 : tensor<0x4xf32>
    }
    func.func @scalar(%a: tensor<f64>) -> tensor<f64> {
      %0 = stablehlo.negate %a : tensor<f64>
      func.return %0 : tensor<f64>
    })");
  ASSERT_TRUE(module.isCompiled()) << module.getError();
  ASSERT_TRUE(module.load().ok());
  module.run(0, {{}}, {0});
  EXPECT_EQ(fromBytes<double>(module.run(1, {toBytes<double>({2})}, {8})[0]),
            std::vector<double>{-2});
}

TEST(CompileNative, SelectAndClampTakeScalars) {
  NativeModule module(R"(
    func.func @f(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>,
                 %low: tensor<f32>, %high: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %0 = stablehlo.select %p, %x, %y : tensor<i1>, tensor<4xf32>
      %1 = stablehlo.clamp %low, %x, %high : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      func.return %0, %1 : tensor<4xf32>, tensor<4xf32>
    })");
  ASSERT_TRUE(module.isCompiled()) << module.getError();
  ASSERT_TRUE(module.load().ok());
  auto result = module.run(0,
                           {Bytes{0}, toBytes<float>({-5, 1, 7, 9}),
                            toBytes<float>({1, 2, 3, 4}), toBytes<float>({0}),
                            toBytes<float>({6, 6, 6, 10})},
                           {16, 16});
  EXPECT_EQ(fromBytes<float>(result[0]), (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(fromBytes<float>(result[1]), (std::vector<float>{0, 1, 6, 9}));
}

TEST(CompileNative, Errors) {
  auto getError = [](const std::string &text) {
    NativeModule module(text);
    EXPECT_FALSE(module.isCompiled());
    return module.getError();
  };
  EXPECT_THAT(getError("func.func private @f(tensor<f32>) -> tensor<f32>"),
              HasSubstr("cannot be compiled to native code: the function needs "
                        "one block"));
  EXPECT_THAT(getError("func.func @f() { func.return }"),
              HasSubstr("the function has no results"));
  EXPECT_THAT(getError(R"(
    func.func @f(%a: tensor<f32>) -> tensor<f32> {
      func.return %a : tensor<f32>
    })"),
              HasSubstr("a result is not computed by arithmetic"));
  EXPECT_THAT(getError(R"(
    func.func @f(%a: tensor<f32>, %b: tensor<2xf32>) -> (tensor<f32>, tensor<2xf32>) {
      %0 = stablehlo.negate %a : tensor<f32>
      %1 = stablehlo.negate %b : tensor<2xf32>
      func.return %0, %1 : tensor<f32>, tensor<2xf32>
    })"),
              HasSubstr("the results have several shapes"));
  EXPECT_THAT(getError(R"(
    func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.reshape %a : (tensor<2xf32>) -> tensor<2x1xf32>
      %1 = stablehlo.negate %a : tensor<2xf32>
      func.return %1 : tensor<2xf32>
    })"),
              HasSubstr("the operation or its type is not supported"));
  EXPECT_THAT(getError(R"(
    func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<2xf32> {
      %0 = stablehlo.negate %b : tensor<3xf32>
      %1 = stablehlo.negate %a : tensor<2xf32>
      func.return %1 : tensor<2xf32>
    })"),
              HasSubstr("its shape differs from that of the results"));
}

} // namespace
} // namespace sc
