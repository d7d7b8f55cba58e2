//===-- NarrowMinibatchPropertyTest.cpp - narrow tables in minibatches ----===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lookups whose batch the host cut into minibatches: the sums in the order of
// the buffers, minibatch by minibatch.

#include "NarrowProgram.h"
#include "UpdateProblem.h"

using namespace sc;
using namespace sc::test;

/// A lookup on one device, or over the only axis of a mesh.
static NarrowLookup drawOnOneAxis(Random &random) {
  NarrowLookup problem;
  do
    problem = drawNarrowLookup(random);
  while (problem.lookup.mesh.axes.size() > 1);
  return problem;
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

namespace {
class MinibatchWriter {
public:
  MinibatchWriter(const NarrowLookup &problem, int64_t pointers);
  std::string write() const;

private:
  struct Argument {
    int64_t rows; // of a device
    std::string rest;
    bool isMatrix;
  };
  std::string getType(const Argument &argument, int64_t devices) const {
    return "tensor<" + std::to_string(argument.rows * devices) + argument.rest +
           ">";
  }
  std::string getSharding(const Argument &argument) const {
    return "<@mesh, " +
           mesh.formatSharding(mesh.tableAxes, !argument.isMatrix) + ">";
  }
  template <typename Format> std::string join(const Format &format) const {
    std::string text;
    for (size_t i = 0; i < arguments.size(); ++i)
      text += (i == 0 ? "" : ", ") + format(arguments[i], std::to_string(i));
    return text;
  }
  std::string writeConfig() const;
  std::string writeLookup(const std::string &prefix) const;
  std::string writeManual() const;

  const NarrowLookup &problem;
  const LookupMesh &mesh;
  std::vector<Argument> arguments;
};
} // namespace

/// Row pointers, ids, samples, gains, number of minibatches, table, init.
MinibatchWriter::MinibatchWriter(const NarrowLookup &problem, int64_t pointers)
    : problem(problem), mesh(problem.lookup.mesh) {
  const LookupProblem &lookup = problem.lookup;
  int64_t cores = mesh.coresPerDevice, entries = cores * lookup.capacity;
  std::string width = "x" + std::to_string(lookup.width) + "xf32";
  arguments = {{cores * pointers, "xi32", false},
               {entries, "xi32", false},
               {entries, "xi32", false},
               {entries, "xf32", false},
               {1, "xi32", false},
               {cores * lookup.rowsPerCore, width, true},
               {cores * lookup.samples, width, true}};
}

std::string MinibatchWriter::writeConfig() const {
  const LookupProblem &lookup = problem.lookup;
  auto simulated = problem.table.simulated;
  return "{\\22sparse_dense_matmul_config\\22: "
         "{\\22max_ids_per_partition\\22: " +
         std::to_string(lookup.maxIds) +
         ", \\22max_unique_ids_per_partition\\22: " +
         std::to_string(lookup.maxUnique) +
         ", \\22sharding_strategy\\22: 1, \\22pad_value\\22: 2147483647" +
         (simulated ? simulated->writeConfig() : "") +
         "}, \\22device_type\\22: \\22DEVICE_TYPE_SPARSECORE\\22}";
}

std::string MinibatchWriter::writeLookup(const std::string &prefix) const {
  auto name = [&](const char *index) { return prefix + index; };
  auto type = [&](size_t index) { return getType(arguments[index], 1); };
  return "%count = stablehlo.reshape " + name("4") +
         " : (tensor<1xi32>) -> tensor<i32>\n"
         "%lookup = stablehlo.custom_call "
         "@SparseDenseMatmulWithMinibatchingOp(" +
         name("0") + ", " + name("1") + ", " + name("2") + ", " + name("3") +
         ", %count, " + name("5") + ", " + name("6") +
         ") {backend_config = \"" + writeConfig() + "\"} : (" + type(0) + ", " +
         type(1) + ", " + type(2) + ", " + type(3) + ", tensor<i32>, " +
         type(5) + ", " + type(6) + ") -> " + type(6) + "\n";
}

std::string MinibatchWriter::writeManual() const {
  using Text = std::string;
  auto operand = [](const Argument &, const Text &index) {
    return "%arg" + index;
  };
  auto sharding = [&](const Argument &argument, const Text &) {
    return getSharding(argument);
  };
  auto inner = [&](const Argument &argument, const Text &index) {
    return "%in" + index + ": " + getType(argument, 1);
  };
  auto global = [&](const Argument &argument, const Text &) {
    return getType(argument, mesh.countDevices());
  };
  const Argument &result = arguments.back();
  return "%out = sdy.manual_computation(" + join(operand) + ") in_shardings=[" +
         join(sharding) + "] out_shardings=[" + getSharding(result) +
         "] manual_axes=" + mesh.formatAxes(mesh.tableAxes) + " (" +
         join(inner) + ") {\n" + writeLookup("%in") +
         "sdy.return %lookup : " + getType(result, 1) + "\n} : (" +
         join(global) + ") -> " + getType(result, mesh.countDevices()) + "\n";
}

std::string MinibatchWriter::write() const {
  bool hasMesh = !mesh.axes.empty();
  auto argument = [&](const Argument &argument, const std::string &index) {
    return "%arg" + index + ": " + getType(argument, mesh.countDevices());
  };
  std::string result = getType(arguments.back(), mesh.countDevices());
  return "module attributes {mhlo.num_partitions = " +
         std::to_string(mesh.countDevices()) +
         " : i32, mhlo.num_replicas = 1 : i32} {\n" +
         (hasMesh ? writeMesh(mesh) : "") + "func.func public @main(" +
         join(argument) + ") -> " + result + " {\n" +
         (hasMesh ? writeManual() : writeLookup("%arg")) + "return " +
         (hasMesh ? "%out" : "%lookup") + " : " + result + "\n}\n}\n";
}

//===----------------------------------------------------------------------===//
// The reference
//===----------------------------------------------------------------------===//

/// Adds one SparseCore's entries as they lie in the buffers of its device.
static void addEntries(const UpdateProblem &batch, const UpdateBuffers &buffers,
                       int64_t core, std::vector<float> &sums) {
  const LookupProblem &lists = batch.lists;
  int64_t device = core / lists.mesh.coresPerDevice;
  int64_t inDevice = core % lists.mesh.coresPerDevice;
  int64_t block = lists.getRowPointersPerCore();
  const int32_t *pointers = &buffers.rowPointers[static_cast<size_t>(
      device * lists.mesh.coresPerDevice * batch.getRowPointersPerCore())];
  int64_t base = device * lists.mesh.coresPerDevice * lists.capacity;
  for (int64_t minibatch = 0; minibatch < batch.minibatches; ++minibatch)
    for (int64_t owner = 0; owner < lists.mesh.countCores(); ++owner) {
      int64_t at = (inDevice * batch.minibatches + minibatch) * block + owner;
      int64_t first = at == 0 ? 0 : (pointers[at - 1] + 7) / 8 * 8;
      for (int64_t i = first; i < pointers[at]; ++i) {
        auto entry = static_cast<size_t>(base + i);
        int64_t row = buffers.ids[entry] * lists.mesh.countCores() + owner;
        int64_t sample = core * lists.samples + buffers.samples[entry];
        for (int64_t column = 0; column < lists.width; ++column) {
          float product =
              buffers.gains[entry] *
              lists.table[static_cast<size_t>(row * lists.width + column)];
          sums[static_cast<size_t>(sample * lists.width + column)] += product;
        }
      }
    }
}

static std::vector<float> computeSums(const UpdateProblem &batch,
                                      const UpdateBuffers &buffers) {
  std::vector<float> sums;
  for (const std::vector<float> &init : batch.lists.init)
    sums.insert(sums.end(), init.begin(), init.end());
  for (int64_t core = 0; core < batch.lists.mesh.countCores(); ++core)
    addEntries(batch, buffers, core, sums);
  return sums;
}

static std::vector<Bytes> makeMinibatchInputs(const NarrowLookup &problem,
                                              const UpdateBuffers &buffers) {
  std::vector<float> init;
  for (const std::vector<float> &part : problem.lookup.init)
    init.insert(init.end(), part.begin(), part.end());
  Random unused(0);
  std::vector<Bytes> plain =
      makeInputs(problem.lookup, packBuffers(problem.lookup, unused));
  return {toBytes(buffers.rowPointers),
          toBytes(buffers.ids),
          toBytes(buffers.samples),
          toBytes(buffers.gains),
          toBytes(buffers.minibatches),
          plain[5],
          toBytes(init)};
}

static void checkMinibatches(Random &random) {
  NarrowLookup problem = drawOnOneAxis(random);
  UpdateProblem batch;
  batch.lists = problem.makeFound();
  cutMinibatches(random, batch,
                 random.pick<int64_t>({1, 2, 3, random.between(1, 64), 64}));
  problem.lookup.maxIds = batch.lists.maxIds;
  problem.lookup.maxUnique = batch.lists.maxUnique;
  problem.lookup.capacity = batch.lists.capacity;
  SCOPED_TRACE(problem.describe() + ", minibatches " +
               std::to_string(batch.minibatches));
  UpdateBuffers buffers = packUpdate(batch, random);
  MinibatchWriter writer(problem, batch.getRowPointersPerCore());
  auto executable = compileNarrow(
      writer.write(), {problem.lookup.mesh.target, problem.table.getText()});
  if (!executable)
    return;
  std::vector<Bytes> inputs = makeMinibatchInputs(problem, buffers);
  storeTable(random, executable->getProgram(), 5, problem.table, inputs);
  if (testing::Test::HasFailure())
    return;
  RunResult result = runVariants(*executable, inputs);
  if (!result.status.ok())
    return;
  EXPECT_TRUE(result.outputs[0] == toBytes(computeSums(batch, buffers)))
      << "the bits differ";
}

TEST(NarrowMinibatches, HaveTheBitsOfTheirValues) {
  forEachCase(70, checkMinibatches);
}
