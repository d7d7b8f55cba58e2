//===-- UpdateProgram.cpp - the module of a random update -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StableHLO text as JAX prints it.

#include "UpdateProblem.h"

namespace sc::test {

namespace {

/// An argument or result of @main, by the shape of its part on one device.
struct Value {
  std::string name; // without %
  std::vector<int64_t> shape;
  std::string element;
  AxisList axes; // that shard dimension 0
};

class UpdateWriter {
public:
  explicit UpdateWriter(const UpdateProblem &problem);
  std::string write() const;

private:
  std::string formatType(const Value &value, int64_t shards = 1) const;
  std::string globalType(const Value &value) const {
    return formatType(value, problem.lists.mesh.countShards(value.axes));
  }
  std::string sharding(const Value &value) const;
  std::string writeCall(const std::string &callee,
                        const std::string &attributes,
                        const std::vector<Value> &operands,
                        const std::string &result) const;
  std::string writeUpdate() const;
  std::string writeLookup(const std::string &table, const Value &result) const;
  std::string writeOperations() const;
  std::string writeManual() const;
  std::string formatTuple() const;
  template <typename Format>
  std::string join(const std::vector<Value> &values,
                   const Format &format) const {
    std::string text;
    for (const Value &value : values)
      text += (text.empty() ? "" : ", ") + format(value);
    return text;
  }

  const UpdateProblem &problem;
  std::vector<Value> lists, state, hyperparameters; // operands
  Value minibatches, gradients;
  std::vector<Value> arguments, results;
};

} // namespace

UpdateWriter::UpdateWriter(const UpdateProblem &problem) : problem(problem) {
  const LookupProblem &sizes = problem.lists;
  const LookupMesh &mesh = sizes.mesh;
  int64_t cores = mesh.coresPerDevice;
  auto makeRows = [&](const std::string &name, int64_t rows,
                      const AxisList &axes) {
    Value value{name, {rows}, "f32", axes};
    if (!sizes.isRank1)
      value.shape.push_back(sizes.width);
    return value;
  };
  int64_t entries = cores * sizes.capacity;
  lists = {{"pointers",
            {cores * problem.getRowPointersPerCore()},
            "i32",
            mesh.batchAxes},
           {"ids", {entries}, "i32", mesh.batchAxes},
           {"samples", {entries}, "i32", mesh.batchAxes},
           {"gains", {entries}, "f32", mesh.batchAxes}};
  minibatches = {"minibatches", {1}, "i32", mesh.batchAxes};
  gradients = makeRows("gradients", cores * sizes.samples, mesh.batchAxes);
  for (size_t i = 0; i < problem.state.size(); ++i) {
    std::string name = i == 0 ? "w" : "s" + std::to_string(i - 1);
    state.push_back(makeRows(name, cores * sizes.rowsPerCore, mesh.tableAxes));
    results.push_back(state.back());
    results.back().name = "new_" + name;
  }
  for (const Hyperparameter &hyperparameter :
       problem.optimizer->hyperparameters) {
    Value value{"h" + std::to_string(hyperparameters.size()), {}, "f32", {}};
    if (hyperparameter.kind == Hyperparameter::Truth)
      value.element = "i1";
    if (hyperparameter.kind == Hyperparameter::Words)
      value.shape = {1, sizes.width};
    hyperparameters.push_back(value);
  }
  auto addActivations = [&](const std::string &name) {
    results.push_back(gradients);
    results.back().name = name;
  };
  if (problem.looksUpOld)
    addActivations("act_old");
  if (problem.looksUpNew)
    addActivations("act_new");
  arguments = lists;
  arguments.push_back(minibatches);
  arguments.push_back(gradients);
  arguments.insert(arguments.end(), state.begin(), state.end());
  if (problem.optimizer->correct)
    arguments.push_back({"step", {}, "i32", {}});
  else
    arguments.insert(arguments.end(), hyperparameters.begin(),
                     hyperparameters.end());
}

std::string UpdateWriter::formatType(const Value &value, int64_t shards) const {
  std::string text = "tensor<";
  for (size_t i = 0; i < value.shape.size(); ++i)
    text += std::to_string(value.shape[i] * (i == 0 ? shards : 1)) + "x";
  return text + value.element + ">";
}

std::string UpdateWriter::sharding(const Value &value) const {
  std::string dims;
  for (size_t i = 0; i < value.shape.size(); ++i)
    dims += i == 0 ? problem.lists.mesh.formatAxes(value.axes) : ", {}";
  return "<@mesh, [" + dims + "]>";
}

//===----------------------------------------------------------------------===//
// Custom calls
//===----------------------------------------------------------------------===//

/// The attribute backend_config.
static std::string writeConfig(const UpdateProblem &problem, bool isUpdate) {
  auto item = [](const std::string &key, int64_t value) {
    return "\\22" + key + "\\22: " + std::to_string(value);
  };
  std::string text =
      "backend_config = \"{\\22sparse_dense_matmul_config\\22: {" +
      item("max_ids_per_partition", problem.lists.maxIds) + ", " +
      item("max_unique_ids_per_partition", problem.lists.maxUnique) +
      ", \\22pad_value\\22: 2147483647, " + item("sharding_strategy", 1);
  auto hyperparameters =
      static_cast<int64_t>(problem.optimizer->hyperparameters.size());
  if (isUpdate)
    text += ", " + item("num_slot_variables", problem.optimizer->slots) + ", " +
            item("num_hyperparameters", hyperparameters);
  return text + "}, \\22device_type\\22: \\22DEVICE_TYPE_SPARSECORE\\22}\"";
}

std::string UpdateWriter::writeCall(const std::string &callee,
                                    const std::string &attributes,
                                    const std::vector<Value> &operands,
                                    const std::string &result) const {
  auto name = [](const Value &value) { return "%" + value.name; };
  auto type = [&](const Value &value) { return formatType(value); };
  return "stablehlo.custom_call @" + callee + "(" + join(operands, name) +
         ") {" + attributes + "} : (" + join(operands, type) + ") -> " +
         result + "\n";
}

static void append(std::vector<Value> &to, const std::vector<Value> &from) {
  to.insert(to.end(), from.begin(), from.end());
}

std::string UpdateWriter::formatTuple() const {
  return "tuple<" +
         join(state, [&](const Value &value) { return formatType(value); }) +
         ">";
}

/// Three operand orders, by target name.
std::string UpdateWriter::writeUpdate() const {
  bool isMinibatched = problem.minibatches > 0;
  bool isMomentum = problem.optimizer->name.starts_with("adagrad_") &&
                    problem.optimizer->slots == 2;
  std::string callee = "SparseDenseMatmulGradOpWithOptimizerUpdate";
  if (isMinibatched)
    callee = isMomentum
                 ? "SparseDenseMatmulGradOpWithOptimizerUpdateWithMinibatching"
                 : "SparseDenseMatmulGradOptimizerUpdateWithMinibatchingOp";
  std::vector<Value> operands = lists;
  if (isMinibatched)
    operands.push_back({"count", {}, "i32", {}});
  if (!isMinibatched || isMomentum)
    operands.push_back(gradients);
  append(operands, state);
  if (isMinibatched && !isMomentum)
    operands.push_back(gradients);
  append(operands, hyperparameters);
  std::string attributes = writeConfig(problem, /*isUpdate=*/true) +
                           ", called_computations = [@optimizer]";
  std::string text =
      "%update = " + writeCall(callee, attributes, operands, formatTuple());
  for (size_t i = 0; i < state.size(); ++i)
    text += "%new_" + state[i].name +
            " = stablehlo.get_tuple_element %update[" + std::to_string(i) +
            "] : (" + formatTuple() + ") -> " + formatType(state[i]) + "\n";
  return text;
}

std::string UpdateWriter::writeLookup(const std::string &table,
                                      const Value &result) const {
  std::string sizes;
  for (int64_t size : result.shape)
    sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
  Value zeros = result, rows = state[0];
  zeros.name = "zeros_" + result.name;
  rows.name = table;
  std::vector<Value> operands = lists;
  bool isMinibatched = problem.minibatches > 0;
  if (isMinibatched)
    operands.push_back({"count", {}, "i32", {}});
  append(operands, {rows, zeros});
  return "%zero_" + result.name +
         " = stablehlo.constant dense<0.0> : tensor<f32>\n%" + zeros.name +
         " = stablehlo.broadcast %zero_" + result.name + ", sizes = [" + sizes +
         "] : (tensor<f32>) -> " + formatType(result) + "\n%" + result.name +
         " = " +
         writeCall(isMinibatched ? "SparseDenseMatmulWithMinibatchingOp"
                                 : "SparseDenseMatmulOp",
                   writeConfig(problem, /*isUpdate=*/false), operands,
                   formatType(result));
}

std::string UpdateWriter::writeOperations() const {
  std::string text = "%count = stablehlo.reshape %minibatches : "
                     "(tensor<1xi32>) -> tensor<i32>\n" +
                     problem.optimizer->prelude + writeUpdate();
  for (size_t i = state.size(); i < results.size(); ++i)
    text +=
        writeLookup(results[i].name == "act_old" ? "w" : "new_w", results[i]);
  return text;
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

std::string UpdateWriter::writeManual() const {
  const LookupMesh &mesh = problem.lists.mesh;
  AxisList all;
  for (size_t i = 0; i < mesh.axes.size(); ++i)
    all.push_back(i);
  auto name = [](const Value &value) { return "%" + value.name; };
  auto operand = [](const Value &value) { return "%arg_" + value.name; };
  auto type = [&](const Value &value) { return formatType(value); };
  auto global = [&](const Value &value) { return globalType(value); };
  auto shardings = [&](const Value &value) { return sharding(value); };
  auto inner = [&](const Value &value) {
    return name(value) + ": " + formatType(value);
  };
  return "%out:" + std::to_string(results.size()) +
         " = sdy.manual_computation(" + join(arguments, operand) +
         ") in_shardings=[" + join(arguments, shardings) + "] out_shardings=[" +
         join(results, shardings) + "] manual_axes=" + mesh.formatAxes(all) +
         " (" + join(arguments, inner) + ") {\n" + writeOperations() +
         "sdy.return " + join(results, name) + " : " + join(results, type) +
         "\n} : (" + join(arguments, global) + ") -> (" +
         join(results, global) + ")\n";
}

std::string UpdateWriter::write() const {
  bool hasMesh = !problem.lists.mesh.axes.empty();
  auto argument = [&](const Value &value) {
    std::string attributes;
    if (hasMesh)
      attributes = "sdy.sharding = #sdy.sharding" + sharding(value);
    for (size_t i = 0; problem.isDonated && i < state.size(); ++i)
      if (state[i].name == value.name)
        attributes += (attributes.empty() ? "" : ", ") +
                      std::string("tf.aliasing_output = ") + std::to_string(i) +
                      " : i32";
    return (hasMesh ? "%arg_" : "%") + value.name + ": " + globalType(value) +
           (attributes.empty() ? "" : " {" + attributes + "}");
  };
  auto type = [&](const Value &value) { return globalType(value); };
  size_t index = 0;
  auto result = [&](const Value &value) {
    return hasMesh ? "%out#" + std::to_string(index++) : "%" + value.name;
  };
  std::string operations = hasMesh ? writeManual() : writeOperations();
  return "module @jit_update attributes {mhlo.num_partitions = " +
         std::to_string(problem.lists.mesh.countDevices()) +
         " : i32, mhlo.num_replicas = 1 : i32} {\n" +
         (hasMesh ? writeMesh(problem.lists.mesh) : "") +
         "func.func public @main(" + join(arguments, argument) + ") -> (" +
         join(results, type) + ") {\n" + operations + "return " +
         join(results, result) + " : " + join(results, type) + "\n}\n" +
         writeOptimizer(*problem.optimizer, problem.lists.width,
                        problem.lists.isRank1) +
         "}\n";
}

std::string writeUpdate(const UpdateProblem &problem) {
  return UpdateWriter(problem).write();
}

} // namespace sc::test
