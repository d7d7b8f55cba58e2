//===-- NarrowLocalPropertyTest.cpp - narrow tables without exchange ------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The local form: rows are gathered narrow from the table itself.

#include "NarrowProgram.h"

#include "sc/Target/Target.h"

using namespace sc;
using namespace sc::test;

namespace {
/// One device's part has `rows` rows, `samples` samples and `entries` entries.
struct LocalProblem {
  std::string target;
  int64_t devices = 1, rows = 1, samples = 1, entries = 1;
  NarrowTable table; // of all devices
  std::vector<int32_t> ids, sampleIds;
  std::vector<float> gains, init;

  std::string describe() const {
    return target + ", entries " + std::to_string(entries) + ", samples " +
           std::to_string(samples) + ", rows " + std::to_string(rows) + ", " +
           table.describe();
  }
};
} // namespace

static void drawTarget(Random &random, LocalProblem &problem) {
  const auto &machines = getMachines();
  std::string error;
  std::optional<Target> target;
  while (!target) {
    problem.devices = random.pick<int64_t>({1, 2, 4});
    target = withDevices(machines[random.index(machines.size())],
                         problem.devices, error);
  }
  problem.target = target->str();
}

static void drawEntries(Random &random, LocalProblem &problem) {
  int64_t padPercent = random.pick<int64_t>({0, 10});
  for (int64_t i = 0; i < problem.devices * problem.entries; ++i) {
    bool isPad = random.chance(padPercent);
    int64_t row = random.between(0, problem.rows - 1);
    int64_t sample = random.between(0, problem.samples - 1);
    problem.ids.push_back(isPad ? kPad : static_cast<int32_t>(row));
    problem.sampleIds.push_back(isPad ? kPad : static_cast<int32_t>(sample));
    problem.gains.push_back(random.real(-2.0f, 2.0f));
  }
}

static LocalProblem drawLocal(Random &random) {
  LocalProblem problem;
  drawTarget(random, problem);
  int64_t width = random.pick(getNarrowWidths());
  problem.rows = random.between(1, width > 1000 ? 30 : 200);
  problem.samples = random.between(1, width > 1000 ? 20 : 200);
  problem.entries =
      random.pick<int64_t>({1, random.between(1, 50), random.between(1, 6000)});
  problem.entries = std::min(problem.entries, 1 + 300'000 / width);
  problem.table = drawNarrowTable(random, problem.devices * problem.rows, width,
                                  /*canSimulate=*/false);
  drawEntries(random, problem);
  for (int64_t i = 0; i < problem.devices * problem.samples * width; ++i)
    problem.init.push_back(random.real(-2.0f, 2.0f));
  return problem;
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

/// Types of table, ids, samples, gains and init.
static std::vector<std::string> getTypes(const LocalProblem &problem,
                                         int64_t devices) {
  std::string width = std::to_string(problem.table.format.width);
  auto rows = [&](int64_t count) {
    return "tensor<" + std::to_string(devices * count) + "x" + width + "xf32>";
  };
  std::string n = "tensor<" + std::to_string(devices * problem.entries) + "x";
  return {rows(problem.rows), n + "i32>", n + "i32>", n + "f32>",
          rows(problem.samples)};
}

/// Separated by commas; with a prefix each has a name, too.
static std::string join(const std::vector<std::string> &texts,
                        const std::string &prefix = "") {
  std::string all;
  for (size_t i = 0; i < texts.size(); ++i) {
    all += i == 0 ? "" : ", ";
    all += prefix.empty() ? "" : prefix + std::to_string(i) + ": ";
    all += texts[i];
  }
  return all;
}

static std::string writeCall(const LocalProblem &problem,
                             const std::string &prefix) {
  std::vector<std::string> types = getTypes(problem, 1), operands;
  for (size_t i = 0; i < types.size(); ++i)
    operands.push_back(prefix + std::to_string(i));
  return "%lookup = stablehlo.custom_call @SparseDenseMatmulLocalOp(" +
         join(operands) +
         ") {backend_config = \"{\\22device_type\\22: "
         "\\22DEVICE_TYPE_SPARSECORE\\22}\"} : (" +
         join(types) + ") -> " + types.back() + "\n";
}

static std::string writeManual(const LocalProblem &problem) {
  std::vector<std::string> global = getTypes(problem, problem.devices);
  std::vector<std::string> local = getTypes(problem, 1);
  std::string vector = "<@mesh, [{\"x\"}]>", rows = "<@mesh, [{\"x\"}, {}]>";
  return "%out = sdy.manual_computation(%arg0, %arg1, %arg2, %arg3, %arg4) "
         "in_shardings=[" +
         join({rows, vector, vector, vector, rows}) + "] out_shardings=[" +
         rows + "] manual_axes={\"x\"} (" + join(local, "%in") + ") {\n" +
         writeCall(problem, "%in") + "sdy.return %lookup : " + local.back() +
         "\n} : (" + join(global) + ") -> " + global.back() + "\n";
}

static std::string writeLocal(const LocalProblem &problem) {
  std::vector<std::string> types = getTypes(problem, problem.devices);
  std::string devices = std::to_string(problem.devices);
  bool hasMesh = problem.devices > 1;
  return "module attributes {mhlo.num_partitions = " + devices +
         " : i32, mhlo.num_replicas = 1 : i32} {\n" +
         (hasMesh ? "sdy.mesh @mesh = <[\"x\"=" + devices + "]>\n" : "") +
         "func.func public @main(" + join(types, "%arg") + ") -> " +
         types.back() + " {\n" +
         (hasMesh ? writeManual(problem) : writeCall(problem, "%arg")) +
         "return " + (hasMesh ? "%out" : "%lookup") + " : " + types.back() +
         "\n}\n}\n";
}

//===----------------------------------------------------------------------===//
// The reference
//===----------------------------------------------------------------------===//

/// In the order of the list, on top of init.
static std::vector<float> computeSums(const LocalProblem &problem,
                                      const std::vector<float> &found) {
  std::vector<float> sums = problem.init;
  int64_t width = problem.table.format.width;
  for (size_t i = 0; i < problem.ids.size(); ++i) {
    if (problem.sampleIds[i] == kPad)
      continue;
    int64_t device = static_cast<int64_t>(i) / problem.entries;
    int64_t row = device * problem.rows + problem.ids[i];
    int64_t sample = device * problem.samples + problem.sampleIds[i];
    for (int64_t column = 0; column < width; ++column) {
      float product =
          problem.gains[i] * found[static_cast<size_t>(row * width + column)];
      sums[static_cast<size_t>(sample * width + column)] += product;
    }
  }
  return sums;
}

static void checkLocal(Random &random) {
  LocalProblem problem = drawLocal(random);
  SCOPED_TRACE(problem.describe());
  SlowTable slow = quantizeSlowly(problem.table.format, problem.table.values);
  auto executable = compileNarrow(writeLocal(problem),
                                  {problem.target, problem.table.getText()});
  if (!executable)
    return;
  std::vector<Bytes> inputs = {toBytes(problem.table.values),
                               toBytes(problem.ids), toBytes(problem.sampleIds),
                               toBytes(problem.gains), toBytes(problem.init)};
  storeTable(random, executable->getProgram(), 0, problem.table, inputs);
  if (testing::Test::HasFailure())
    return;
  RunResult result = runVariants(*executable, inputs);
  if (!result.status.ok())
    return;
  std::vector<float> expected =
      computeSums(problem, getFoundValues(problem.table, slow));
  EXPECT_TRUE(result.outputs[0] == toBytes(expected)) << "the bits differ";
}

TEST(NarrowLocalLookups, HaveTheBitsOfTheirValues) {
  forEachCase(150, checkLocal);
}
