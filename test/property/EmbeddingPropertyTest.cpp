//===-- EmbeddingPropertyTest.cpp - from a spec to activations ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stack, preprocess, shard, compile and run: equal to sums over logical ids.

#include "EmbeddingProblem.h"
#include "RunProgram.h"

#include "runtime/host/Preprocessor.h"
#include "sc/Pipelines/Compile.h"
#include "sc/Sharding/TableShards.h"
#include "sc/Spec/SpecCheck.h"
#include "test/unit/host/RandomProblem.h"

#include <cmath>
#include <map>

using namespace sc;
using namespace sc::test;

static std::optional<format::Executable>
compileProblem(const EmbeddingProblem &problem) {
  CompileOptions options;
  options.target = problem.target;
  options.stack = problem.options;
  std::string errors;
  auto bytes = compileSpec(problem.spec, options, errors);
  EXPECT_TRUE(bytes) << errors;
  if (!bytes)
    return std::nullopt;
  auto executable = format::Executable::load(*std::move(bytes));
  EXPECT_TRUE(executable.ok()) << executable.status();
  if (!executable.ok())
    return std::nullopt;
  return *std::move(executable);
}

template <typename T> static Bytes copyBytes(std::span<const T> values) {
  auto bytes = std::as_bytes(values);
  return {bytes.begin(), bytes.end()};
}

/// The program's inputs by name: buffers of the batch and device tables.
using InputsByName = std::map<std::string, Bytes>;

static void addBuffers(Random &random, const EmbeddingProblem &problem,
                       const spec::StackedSpec &stacked, InputsByName &inputs) {
  const spec::Topology &topology = problem.topology;
  auto preprocessor = host::Preprocessor::create(
      spec::makeHostStacks(stacked),
      {topology.devices, topology.devices, topology.sparseCoresPerDevice}, {});
  ASSERT_TRUE(preprocessor.ok()) << preprocessor.status();
  InputMemory memory(random);
  std::vector<host::FeatureInput> features;
  for (size_t i = 0; i < problem.batch.size(); ++i)
    features.push_back(
        {problem.spec.features[i].name, memory.makeInput(problem.batch[i])});
  random.shuffle(features);
  auto results = preprocessor->run({0, features});
  ASSERT_TRUE(results.ok()) << results.status();
  for (size_t i = 0; i < stacked.stacks.size(); ++i) {
    const std::string &name = stacked.stacks[i].name;
    const host::StackResult &result = (*results)->stacks[i];
    EXPECT_EQ(result.statistics.dropped.getTotal(), 0);
    inputs[name + ".row_pointers"] = copyBytes(result.buffers.rowPointers);
    inputs[name + ".embedding_ids"] = copyBytes(result.buffers.embeddingIds);
    inputs[name + ".sample_ids"] = copyBytes(result.buffers.sampleIds);
    inputs[name + ".gains"] = copyBytes(result.buffers.gains);
  }
}

static void addTables(const EmbeddingProblem &problem,
                      const spec::StackedSpec &stacked, InputsByName &inputs) {
  std::map<std::string, const std::byte *> logical;
  for (size_t i = 0; i < problem.tables.size(); ++i)
    logical[problem.spec.tables[i].name] =
        reinterpret_cast<const std::byte *>(problem.tables[i].data());
  for (const spec::Stack &stack : stacked.stacks) {
    std::vector<const std::byte *> members;
    for (const spec::StackedTable &table : stack.tables)
      members.push_back(logical[table.table.name]);
    Bytes device(
        static_cast<size_t>(stack.vocabularySize * stack.embeddingDim * 4));
    spec::shardStack(stack, problem.topology.getNumSparseCores(), members, 4,
                     device.data());
    inputs[stack.name] = std::move(device);
  }
}

static std::vector<Bytes> orderInputs(const format::Program &program,
                                      const InputsByName &inputs) {
  std::vector<Bytes> ordered;
  EXPECT_EQ(program.inputs()->size(), inputs.size());
  for (const format::Argument *input : *program.inputs()) {
    auto found = inputs.find(input->name()->str());
    EXPECT_NE(found, inputs.end()) << input->name()->str();
    ordered.push_back(found == inputs.end() ? Bytes() : found->second);
  }
  return ordered;
}

static void expectActivations(const EmbeddingProblem &problem,
                              const RunResult &result) {
  ASSERT_EQ(result.outputs.size(), problem.spec.features.size());
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    auto actual = fromBytes<float>(result.outputs[i]);
    std::vector<double> expected = computeActivations(problem, i);
    ASSERT_EQ(actual.size(), expected.size()) << "feature " << i;
    for (size_t k = 0; k < expected.size(); ++k)
      ASSERT_LE(std::abs(double(actual[k]) - expected[k]),
                2e-5 * (1 + std::abs(expected[k])))
          << "feature " << i << ", element " << k << ": " << actual[k]
          << ", expected " << expected[k];
  }
}

static void checkEmbedding(Random &random) {
  EmbeddingProblem problem = drawEmbeddingProblem(random);
  SCOPED_TRACE(problem.describe());
  absl::Status valid =
      spec::getFirstErrors(spec::checkSpec(problem.spec, problem.topology));
  ASSERT_TRUE(valid.ok()) << valid;
  auto stacked =
      spec::stackTables(problem.spec, problem.topology, problem.options);
  ASSERT_TRUE(stacked.ok()) << stacked.status();
  InputsByName inputs;
  addBuffers(random, problem, *stacked, inputs);
  addTables(problem, *stacked, inputs);
  auto executable = compileProblem(problem);
  if (testing::Test::HasFailure())
    return;
  RunResult result =
      runVariants(*executable, orderInputs(executable->getProgram(), inputs));
  if (result.status.ok())
    expectActivations(problem, result);
}

TEST(Embedding, EqualsSumsOverLogicalIds) { forEachCase(150, checkEmbedding); }
