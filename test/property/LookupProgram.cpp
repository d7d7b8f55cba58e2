//===-- LookupProgram.cpp - the module of a random lookup -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StableHLO text as JAX prints it.

#include "LookupProblem.h"

namespace sc::test {

namespace {

/// An argument of @main, by the shape of its part on one device.
struct ProgramArgument {
  int64_t rows;
  int64_t width; // 0: a vector
  std::string element;
  AxisList axes;
};

class ProgramWriter {
public:
  explicit ProgramWriter(const LookupProblem &problem);
  std::string write() const;

private:
  std::string formatType(const ProgramArgument &argument, int64_t shards) const;
  std::string localType(const ProgramArgument &argument) const {
    return formatType(argument, 1);
  }
  std::string globalType(const ProgramArgument &argument) const {
    return formatType(argument, problem.mesh.countShards(argument.axes));
  }
  std::string sharding(const ProgramArgument &argument) const {
    return "<@mesh, " +
           problem.mesh.formatSharding(argument.axes, argument.width == 0) +
           ">";
  }
  std::string writeLookup(const std::string &prefix) const;
  std::string writeManual() const;
  /// `, `-separated text for each argument.
  template <typename Format> std::string join(const Format &format) const {
    std::string text;
    for (size_t i = 0; i < arguments.size(); ++i)
      text += (i == 0 ? "" : ", ") + format(arguments[i], std::to_string(i));
    return text;
  }

  const LookupProblem &problem;
  std::vector<ProgramArgument> arguments;
  ProgramArgument result;
};

} // namespace

ProgramWriter::ProgramWriter(const LookupProblem &problem) : problem(problem) {
  const LookupMesh &mesh = problem.mesh;
  int64_t cores = mesh.coresPerDevice;
  int64_t width = problem.isRank1 ? 0 : problem.width;
  ProgramArgument list{cores * problem.capacity, 0, "i32", mesh.batchAxes};
  ProgramArgument gains = list;
  gains.element = "f32";
  ProgramArgument init{cores * problem.samples, width, "f32", mesh.batchAxes};
  arguments = {
      {cores * problem.getRowPointersPerCore(), 0, "i32", mesh.batchAxes},
      list,
      list,
      gains,
      {1, 0, "i32", mesh.batchAxes},
      {cores * problem.rowsPerCore, width, "f32", mesh.tableAxes}};
  if (problem.hasInit)
    arguments.push_back(init);
  result = init;
  result.axes = mesh.outputAxes;
}

std::string ProgramWriter::formatType(const ProgramArgument &argument,
                                      int64_t shards) const {
  std::string width =
      argument.width == 0 ? "" : std::to_string(argument.width) + "x";
  return "tensor<" + std::to_string(argument.rows * shards) + "x" + width +
         argument.element + ">";
}

static std::string writeConfig(const LookupProblem &problem) {
  return "{\\22sparse_dense_matmul_config\\22: "
         "{\\22max_ids_per_partition\\22: " +
         std::to_string(problem.maxIds) +
         ", \\22max_unique_ids_per_partition\\22: " +
         std::to_string(problem.maxUnique) +
         ", \\22sharding_strategy\\22: 1, \\22pad_value\\22: 2147483647}, "
         "\\22device_type\\22: \\22DEVICE_TYPE_SPARSECORE\\22}";
}

/// The operations on one device; arguments are named `prefix` and a number.
std::string ProgramWriter::writeLookup(const std::string &prefix) const {
  auto name = [&](int index) { return prefix + std::to_string(index); };
  std::string type = localType(result);
  std::string sizes =
      std::to_string(result.rows) +
      (result.width == 0 ? "" : ", " + std::to_string(result.width));
  std::string init = problem.hasInit ? name(6) : "%zeros";
  std::string text =
      "%count = stablehlo.reshape " + name(4) +
      " : (tensor<1xi32>) -> tensor<i32>\n"
      "%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>\n"
      "%zeros = stablehlo.broadcast %cst, sizes = [" +
      sizes + "] : (tensor<f32>) -> " + type + "\n" +
      "%lookup = stablehlo.custom_call @SparseDenseMatmulOp(" + name(0) + ", " +
      name(1) + ", " + name(2) + ", " + name(3) + ", " + name(5) + ", " + init +
      ") {backend_config = \"" + writeConfig(problem) + "\"} : (";
  for (int index : {0, 1, 2, 3, 5})
    text += localType(arguments[static_cast<size_t>(index)]) + ", ";
  return text + type + ") -> " + type + "\n";
}

std::string ProgramWriter::writeManual() const {
  using Text = std::string;
  AxisList all(problem.mesh.axes.size());
  for (size_t i = 0; i < all.size(); ++i)
    all[i] = i;
  auto operand = [](const ProgramArgument &, const Text &index) {
    return "%arg" + index;
  };
  auto inner = [&](const ProgramArgument &argument, const Text &index) {
    return "%in" + index + ": " + localType(argument);
  };
  auto shardings = [&](const ProgramArgument &argument, const Text &) {
    return sharding(argument);
  };
  auto types = [&](const ProgramArgument &argument, const Text &) {
    return globalType(argument);
  };
  return "%out = sdy.manual_computation(" + join(operand) + ") in_shardings=[" +
         join(shardings) + "] out_shardings=[" + sharding(result) +
         "] manual_axes=" + problem.mesh.formatAxes(all) + " (" + join(inner) +
         ") {\n" + writeLookup("%in") +
         "sdy.return %lookup : " + localType(result) + "\n} : (" + join(types) +
         ") -> " + globalType(result) + "\n";
}

static std::string writeMesh(const LookupMesh &mesh) {
  std::string axes;
  for (const MeshAxis &axis : mesh.axes)
    axes += (axes.empty() ? "\"" : ", \"") + axis.name +
            "\"=" + std::to_string(axis.size);
  return "sdy.mesh @mesh = <[" + axes + "]>\n";
}

std::string ProgramWriter::write() const {
  bool hasMesh = !problem.mesh.axes.empty();
  auto argument = [&](const ProgramArgument &argument,
                      const std::string &index) {
    return "%arg" + index + ": " + globalType(argument) +
           (hasMesh
                ? " {sdy.sharding = #sdy.sharding" + sharding(argument) + "}"
                : "");
  };
  return "module @jit_lookup attributes {mhlo.num_partitions = " +
         std::to_string(problem.mesh.countDevices()) +
         " : i32, mhlo.num_replicas = 1 : i32} {\n" +
         (hasMesh ? writeMesh(problem.mesh) : "") + "func.func public @main(" +
         join(argument) + ") -> (" + globalType(result) +
         " {jax.result_info = \"result\"}) {\n" +
         (hasMesh ? writeManual() : writeLookup("%arg")) + "return " +
         (hasMesh ? "%out" : "%lookup") + " : " + globalType(result) +
         "\n}\n}\n";
}

std::string writeProgram(const LookupProblem &problem) {
  return ProgramWriter(problem).write();
}

} // namespace sc::test
