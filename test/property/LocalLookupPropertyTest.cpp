//===-- LocalLookupPropertyTest.cpp - lookups without exchange ------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The local form on plain lists: ids in any order, padding entries skipped.

#include "Random.h"
#include "RunProgram.h"

#include "sc/Target/Target.h"

#include <limits>

using namespace sc;
using namespace sc::test;

namespace {

constexpr int32_t kPad = 2147483647;

/// One device's part is `entries`, `samples` and `rows` long.
struct LocalProblem {
  std::string target;
  int64_t devices = 1;
  int64_t entries = 0, samples = 1, rows = 1, width = 8;
  bool isRank1 = false;
  std::vector<int32_t> ids, sampleIds;
  std::vector<float> gains, table, init;

  std::string describe() const {
    return target + ", devices " + std::to_string(devices) + ", entries " +
           std::to_string(entries) + ", samples " + std::to_string(samples) +
           ", rows " + std::to_string(rows) + ", width " +
           std::to_string(isRank1 ? 0 : width);
  }
};

} // namespace

static std::vector<float> drawFloats(Random &random, int64_t count) {
  std::vector<float> values(static_cast<size_t>(count));
  for (float &value : values)
    value = random.chance(2) ? -0.0f : random.real(-2.0f, 2.0f);
  return values;
}

static void drawEntries(Random &random, LocalProblem &problem) {
  int64_t padPercent = random.pick(std::vector<int64_t>{0, 10, 100});
  bool isTail = random.chance(50);
  for (int64_t i = 0; i < problem.devices * problem.entries; ++i) {
    bool isPad = random.chance(padPercent);
    if (isTail && padPercent > 0)
      isPad = i % problem.entries > problem.entries / 2;
    problem.ids.push_back(
        isPad ? kPad
              : static_cast<int32_t>(random.between(0, problem.rows - 1)));
    problem.sampleIds.push_back(
        isPad ? kPad
              : static_cast<int32_t>(random.between(0, problem.samples - 1)));
    problem.gains.push_back(isPad ? std::numeric_limits<float>::quiet_NaN()
                                  : random.real(-2.0f, 2.0f));
  }
}

static void drawTarget(Random &random, LocalProblem &problem) {
  std::string error;
  std::optional<Target> target;
  while (!target) {
    problem.devices = random.between(1, 2);
    target = withDevices(getMachines()[random.index(getMachines().size())],
                         problem.devices, error);
  }
  problem.target = target->str();
}

static LocalProblem drawProblem(Random &random) {
  const std::vector<int64_t> widths = {8, 8, 16, 40, 64, 128, 256};
  const std::vector<int64_t> lengths = {
      random.between(0, 1), random.between(1, 50), random.between(1, 1000),
      random.between(4000, 9000)};
  LocalProblem problem;
  drawTarget(random, problem);
  problem.isRank1 = random.chance(15);
  problem.width = problem.isRank1 ? 1 : random.pick(widths);
  problem.entries = random.pick(lengths);
  problem.samples = random.between(1, random.chance(50) ? 20 : 300);
  problem.rows = random.between(1, random.chance(50) ? 4 : 200);
  drawEntries(random, problem);
  problem.table =
      drawFloats(random, problem.devices * problem.rows * problem.width);
  problem.init =
      drawFloats(random, problem.devices * problem.samples * problem.width);
  return problem;
}

static std::string formatRows(const LocalProblem &problem, int64_t rows) {
  return "tensor<" + std::to_string(rows) + "x" +
         (problem.isRank1 ? "" : std::to_string(problem.width) + "x") + "f32>";
}

/// Types of table, ids, samples, gains and init.
static std::vector<std::string> getTypes(const LocalProblem &problem,
                                         int64_t devices) {
  std::string n = "tensor<" + std::to_string(devices * problem.entries) + "x";
  return {formatRows(problem, devices * problem.rows), n + "i32>", n + "i32>",
          n + "f32>", formatRows(problem, devices * problem.samples)};
}

static std::string join(const std::vector<std::string> &texts,
                        const std::string &prefix = "") {
  std::string all;
  for (size_t i = 0; i < texts.size(); ++i)
    all += (i == 0 ? "" : ", ") +
           (prefix.empty() ? texts[i]
                           : prefix + std::to_string(i) + ": " + texts[i]);
  return all;
}

static std::string writeCall(const LocalProblem &problem,
                             const std::string &prefix) {
  std::vector<std::string> types = getTypes(problem, 1);
  std::vector<std::string> operands;
  for (int i = 0; i < 5; ++i)
    operands.push_back(prefix + std::to_string(i));
  return "%lookup = stablehlo.custom_call @SparseDenseMatmulLocalOp(" +
         join(operands) +
         ") {backend_config = \"{\\22device_type\\22: "
         "\\22DEVICE_TYPE_SPARSECORE\\22}\"} : (" +
         join(types) + ") -> " + types[4] + "\n";
}

static std::string writeManual(const LocalProblem &problem) {
  std::vector<std::string> global = getTypes(problem, problem.devices);
  std::vector<std::string> local = getTypes(problem, 1);
  std::string vector = "<@mesh, [{\"x\"}]>";
  std::string rows = problem.isRank1 ? vector : "<@mesh, [{\"x\"}, {}]>";
  return "%out = sdy.manual_computation(%arg0, %arg1, %arg2, %arg3, %arg4) "
         "in_shardings=[" +
         join({rows, vector, vector, vector, rows}) + "] out_shardings=[" +
         rows + "] manual_axes={\"x\"} (" + join(local, "%in") + ") {\n" +
         writeCall(problem, "%in") + "sdy.return %lookup : " + local[4] +
         "\n} : (" + join(global) + ") -> " + global[4] + "\n";
}

static std::string writeProgram(const LocalProblem &problem) {
  std::vector<std::string> types = getTypes(problem, problem.devices);
  std::string devices = std::to_string(problem.devices);
  bool hasMesh = problem.devices > 1;
  return "module attributes {mhlo.num_partitions = " + devices +
         " : i32, mhlo.num_replicas = 1 : i32} {\n" +
         (hasMesh ? "sdy.mesh @mesh = <[\"x\"=" + devices + "]>\n" : "") +
         "func.func public @main(" + join(types, "%arg") + ") -> " + types[4] +
         " {\n" +
         (hasMesh ? writeManual(problem) : writeCall(problem, "%arg")) +
         "return " + (hasMesh ? "%out" : "%lookup") + " : " + types[4] +
         "\n}\n}\n";
}

/// In the order of the list, on top of init.
static std::vector<float> computeReference(const LocalProblem &problem) {
  std::vector<float> sums = problem.init;
  for (size_t i = 0; i < problem.ids.size(); ++i) {
    if (problem.sampleIds[i] == kPad)
      continue;
    int64_t device = static_cast<int64_t>(i) / problem.entries;
    int64_t row = device * problem.rows + problem.ids[i];
    int64_t sample = device * problem.samples + problem.sampleIds[i];
    for (int64_t column = 0; column < problem.width; ++column) {
      float product =
          problem.gains[i] *
          problem.table[static_cast<size_t>(row * problem.width + column)];
      sums[static_cast<size_t>(sample * problem.width + column)] += product;
    }
  }
  return sums;
}

static void checkLocal(Random &random) {
  LocalProblem problem = drawProblem(random);
  SCOPED_TRACE(problem.describe());
  auto executable = compileAndLoad(writeProgram(problem), problem.target);
  if (!executable)
    return;
  RunResult result =
      runVariants(*executable, {toBytes(problem.table), toBytes(problem.ids),
                                toBytes(problem.sampleIds),
                                toBytes(problem.gains), toBytes(problem.init)});
  if (!result.status.ok())
    return;
  EXPECT_TRUE(result.outputs[0] == toBytes(computeReference(problem)))
      << "the bits differ";
  auto pads =
      std::count(problem.sampleIds.begin(), problem.sampleIds.end(), kPad);
  EXPECT_EQ(result.counters.ids,
            static_cast<int64_t>(problem.sampleIds.size()) - pads);
}

TEST(LocalLookup, EqualsSumsInListOrder) { forEachCase(400, checkLocal); }
