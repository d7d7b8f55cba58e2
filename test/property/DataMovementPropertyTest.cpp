//===-- DataMovementPropertyTest.cpp - random chains of copies ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chains of operations that only move data, on one device and around and
// inside a manual computation on two, equal the model word for word.

#include "DataMovementChain.h"
#include "RunProgram.h"

using namespace sc;
using namespace sc::test;

namespace {

/// How a value is sharded over two devices; nothing: both have all of it.
struct Sharding {
  size_t rank = 0;
  int64_t dim = -1;

  std::string format() const {
    std::string dims;
    for (size_t i = 0; i < rank; ++i)
      dims += std::string(i == 0 ? "" : ", ") +
              (static_cast<int64_t>(i) == dim ? "{\"x\"}" : "{}");
    return "<@mesh, [" + dims + "]>";
  }
};

} // namespace

static Sharding drawSharding(Random &random, const Shape &shape) {
  std::vector<int64_t> even = {-1};
  for (size_t dim = 0; dim < shape.size(); ++dim)
    if (shape[dim] % 2 == 0)
      even.push_back(static_cast<int64_t>(dim));
  return {shape.size(), random.pick(even)};
}

static std::vector<Tensor> split(const Tensor &tensor, int64_t dim) {
  if (dim < 0)
    return {tensor, tensor};
  Shape shape = tensor.shape, starts(shape.size()), strides(shape.size(), 1);
  auto at = static_cast<size_t>(dim);
  shape[at] /= 2;
  Tensor first = slice(tensor, starts, strides, shape);
  starts[at] = shape[at];
  return {first, slice(tensor, starts, strides, shape)};
}

static std::string join(const std::vector<std::string> &texts) {
  std::string all;
  for (size_t i = 0; i < texts.size(); ++i)
    all += (i == 0 ? "" : ", ") + texts[i];
  return all;
}

namespace {

/// The parts of a manual computation's text.
struct Manual {
  std::vector<std::string> operands, inShardings, operandTypes, arguments;
  std::vector<std::string> results, outShardings, localTypes, globalTypes;

  std::string write(const std::string &name, const std::string &body) const {
    return name + ":" + std::to_string(results.size()) +
           " = sdy.manual_computation(" + join(operands) + ") in_shardings=[" +
           join(inShardings) + "] out_shardings=[" + join(outShardings) +
           "] manual_axes={\"x\"} (" + join(arguments) + ") {\n" + body +
           "sdy.return " + join(results) + " : " + join(localTypes) +
           "\n} : (" + join(operandTypes) + ") -> (" + join(globalTypes) +
           ")\n";
  }
};

} // namespace

static void addOperand(Chain &chain, Manual &manual, const Value &global) {
  Sharding sharding = drawSharding(chain.random, global.getShape());
  Value local{chain.newName(), split(global.parts[0], sharding.dim)};
  manual.operands.push_back(global.name);
  manual.inShardings.push_back(sharding.format());
  manual.operandTypes.push_back(chain.formatType(global.getShape()));
  manual.arguments.push_back(local.name + ": " +
                             chain.formatType(local.getShape()));
  chain.values.push_back(std::move(local));
}

/// Results are sharded, so the devices may disagree. Returns all of it.
static Tensor addResult(Chain &chain, Manual &manual) {
  Value local = chain.pickValue();
  while (local.getShape().empty())
    local = chain.pickValue();
  size_t dim = chain.random.index(local.getShape().size());
  Tensor all = concatenate(local.parts, dim);
  manual.results.push_back(local.name);
  manual.localTypes.push_back(chain.formatType(local.getShape()));
  manual.outShardings.push_back(
      Sharding{all.shape.size(), static_cast<int64_t>(dim)}.format());
  manual.globalTypes.push_back(chain.formatType(all.shape));
  return all;
}

/// A manual computation over some of the values; its results become values.
static void addManual(Chain &chain, int64_t operations) {
  std::vector<Value> globals = std::move(chain.values);
  std::string outer = std::move(chain.text);
  chain.values.clear();
  chain.text.clear();
  Manual manual;
  // Arguments of @main are no scalars, so there is something to return.
  addOperand(chain, manual, globals[0]);
  for (int64_t i = chain.random.between(0, 2); i > 0; --i)
    addOperand(chain, manual, globals[chain.random.index(globals.size())]);
  chain.addOperations(operations);
  std::string name = chain.newName();
  size_t count = 1 + chain.random.index(3);
  for (size_t i = 0; i < count; ++i)
    globals.push_back(
        {name + "#" + std::to_string(i), {addResult(chain, manual)}});
  chain.text = outer + manual.write(name, chain.text);
  chain.values = std::move(globals);
}

namespace {

struct Program {
  std::string text;
  std::vector<Bytes> inputs, outputs;
};

} // namespace

static Program writeModule(Chain &chain, const std::vector<Value> &arguments,
                           bool hasMesh) {
  Program program;
  std::vector<std::string> parameters, names, types;
  for (const Value &argument : arguments) {
    parameters.push_back(argument.name + ": " +
                         chain.formatType(argument.getShape()));
    program.inputs.push_back(toBytes(argument.parts[0].data));
  }
  for (int64_t i = chain.random.between(1, 4); i > 0; --i) {
    // The last values have the longest chains.
    size_t last = chain.values.size() - 1;
    const Value &value =
        chain.values[last - chain.random.index(std::min<size_t>(last + 1, 5))];
    names.push_back(value.name);
    types.push_back(chain.formatType(value.getShape()));
    program.outputs.push_back(toBytes(value.parts[0].data));
  }
  program.text = std::string("module attributes {mhlo.num_partitions = ") +
                 (hasMesh ? "2" : "1") + " : i32} {\n" +
                 (hasMesh ? "sdy.mesh @mesh = <[\"x\"=2]>\n" : "") +
                 "func.func public @main(" + join(parameters) + ") -> (" +
                 join(types) + ") {\n" + chain.text + "return " + join(names) +
                 " : " + join(types) + "\n}\n}\n";
  return program;
}

static Program drawProgram(Random &random, bool hasMesh) {
  Chain chain(random, random.chance(50) ? "f32" : "i32");
  for (int64_t i = random.between(1, 3); i > 0; --i)
    chain.values.push_back(
        {chain.newName(), {chain.drawTensor(chain.drawShape())}});
  std::vector<Value> arguments = chain.values;
  chain.addOperations(random.between(hasMesh ? 0 : 1, 8));
  if (hasMesh) {
    addManual(chain, random.between(0, 8));
    chain.addOperations(random.between(0, 4));
  }
  return writeModule(chain, arguments, hasMesh);
}

static void checkMovement(Random &random, bool hasMesh) {
  Program program = drawProgram(random, hasMesh);
  SCOPED_TRACE(program.text);
  auto executable = compileAndLoad(program.text, "v5p");
  if (!executable)
    return;
  RunResult result = runVariants(*executable, program.inputs);
  if (!result.status.ok())
    return;
  for (size_t i = 0; i < program.outputs.size(); ++i)
    EXPECT_TRUE(result.outputs[i] == program.outputs[i]) << "output " << i;
}

TEST(DataMovement, OnOneDevice) {
  forEachCase(600, [](Random &random) { checkMovement(random, false); });
}

TEST(DataMovement, AroundAndInsideManualComputations) {
  forEachCase(600, [](Random &random) { checkMovement(random, true); });
}
