//===-- UpdateArrays.cpp - arrays and references of an update -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the host would hand to the devices, and what should come back.

#include "UpdateProblem.h"

#include <bit>
#include <cmath>

namespace sc::test {

//===----------------------------------------------------------------------===//
// Inputs and outputs
//===----------------------------------------------------------------------===//

/// Row r of a table is on SparseCore r mod P, at r / P: calls
/// visit(word of the sharded table, word of the unsharded one).
template <typename Visit>
static void visitWords(const UpdateProblem &problem, const Visit &visit) {
  int64_t cores = problem.lists.mesh.countCores();
  int64_t width = problem.lists.width, perCore = problem.lists.rowsPerCore;
  for (int64_t owner = 0; owner < cores; ++owner)
    for (int64_t local = 0; local < perCore; ++local)
      for (int64_t column = 0; column < width; ++column)
        visit(static_cast<size_t>((owner * perCore + local) * width + column),
              static_cast<size_t>((local * cores + owner) * width + column));
}

static std::vector<float> shardRows(const UpdateProblem &problem,
                                    const std::vector<float> &rows) {
  std::vector<float> sharded(rows.size());
  visitWords(problem,
             [&](size_t to, size_t from) { sharded[to] = rows[from]; });
  return sharded;
}

static Bytes makeHyperparameter(const Hyperparameter &hyperparameter,
                                int64_t width) {
  if (hyperparameter.kind == Hyperparameter::Truth)
    return {std::byte(hyperparameter.value != 0)};
  std::vector<float> words;
  bool isRow = hyperparameter.kind == Hyperparameter::Words;
  for (int64_t column = 0; column < (isRow ? width : 1); ++column)
    words.push_back(hyperparameter.getWord(static_cast<size_t>(column)));
  return toBytes(words);
}

std::vector<Bytes> makeUpdateInputs(const UpdateProblem &problem,
                                    const UpdateBuffers &buffers) {
  std::vector<float> gradients;
  for (const std::vector<float> &part : problem.lists.init)
    gradients.insert(gradients.end(), part.begin(), part.end());
  std::vector<Bytes> inputs = {
      toBytes(buffers.rowPointers), toBytes(buffers.ids),
      toBytes(buffers.samples),     toBytes(buffers.gains),
      toBytes(buffers.minibatches), toBytes(gradients)};
  for (const std::vector<float> &rows : problem.state)
    inputs.push_back(toBytes(shardRows(problem, rows)));
  if (problem.optimizer->correct) {
    inputs.push_back(toBytes(std::vector<int32_t>{problem.step}));
    return inputs;
  }
  for (const Hyperparameter &hyperparameter :
       problem.optimizer->hyperparameters)
    inputs.push_back(makeHyperparameter(hyperparameter, problem.lists.width));
  return inputs;
}

State getState(const UpdateProblem &problem,
               const std::vector<Bytes> &outputs) {
  State state;
  for (size_t i = 0; i < problem.state.size(); ++i) {
    auto sharded = fromBytes<float>(outputs[i]);
    std::vector<float> &rows = state.emplace_back(problem.state[i].size());
    EXPECT_EQ(sharded.size(), rows.size());
    visitWords(problem,
               [&](size_t from, size_t to) { rows[to] = sharded[from]; });
  }
  return state;
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

std::map<int64_t, Row> sumGradients(const UpdateProblem &problem) {
  const LookupProblem &lists = problem.lists;
  auto width = static_cast<size_t>(lists.width);
  std::map<int64_t, Row> sums;
  for (size_t source = 0; source < lists.entries.size(); ++source)
    for (const Entry &entry : lists.entries[source]) {
      Row &sum = sums.try_emplace(entry.row, width).first->second;
      size_t first = static_cast<size_t>(entry.sample) * width;
      for (size_t i = 0; i < width; ++i)
        sum[i] += static_cast<double>(entry.gain) *
                  static_cast<double>(lists.init[source][first + i]);
    }
  return sums;
}

ExactState toExact(const State &state) {
  ExactState exact;
  for (const std::vector<float> &rows : state)
    exact.emplace_back(rows.begin(), rows.end());
  return exact;
}

void updateExactly(const UpdateProblem &problem, ExactState &state) {
  auto width = static_cast<size_t>(problem.lists.width);
  Rows hyperparameters =
      getHyperparameters(*problem.optimizer, width, problem.step);
  for (const auto &[row, gradient] : sumGradients(problem)) {
    auto first = row * problem.lists.width;
    Rows rows;
    for (const std::vector<double> &words : state)
      rows.emplace_back(words.begin() + first,
                        words.begin() + first + problem.lists.width);
    problem.optimizer->step(gradient, rows, hyperparameters);
    for (size_t i = 0; i < rows.size(); ++i)
      std::copy(rows[i].begin(), rows[i].end(), state[i].begin() + first);
  }
}

std::vector<float> computeOrderedSgd(const UpdateProblem &problem) {
  const LookupProblem &lists = problem.lists;
  auto width = static_cast<size_t>(lists.width);
  std::map<int64_t, std::vector<float>> sums;
  for (size_t source = 0; source < lists.entries.size(); ++source) {
    // Entries ascend by sample for each row.
    std::map<int64_t, std::vector<float>> own;
    for (const Entry &entry : lists.entries[source]) {
      auto &sum = own.try_emplace(entry.row, width).first->second;
      size_t first = static_cast<size_t>(entry.sample) * width;
      for (size_t i = 0; i < width; ++i) {
        float product = entry.gain * lists.init[source][first + i];
        sum[i] += product;
      }
    }
    for (const auto &[row, words] : own) {
      auto &sum = sums.try_emplace(row, width).first->second;
      for (size_t i = 0; i < width; ++i)
        sum[i] += words[i];
    }
  }
  std::vector<float> table = problem.state[0];
  const Hyperparameter &rate = problem.optimizer->hyperparameters[0];
  for (const auto &[row, sum] : sums)
    for (size_t i = 0; i < width; ++i) {
      float step = sum[i] * rate.getWord(i);
      table[static_cast<size_t>(row) * width + i] -= step;
    }
  return table;
}

std::vector<double> lookUpExactly(const UpdateProblem &problem,
                                  const std::vector<float> &table) {
  const LookupProblem &lists = problem.lists;
  std::vector<double> all;
  for (const std::vector<Entry> &entries : lists.entries) {
    std::vector<double> sums(static_cast<size_t>(lists.samples * lists.width));
    for (const Entry &entry : entries)
      for (int64_t i = 0; i < lists.width; ++i)
        sums[static_cast<size_t>(entry.sample * lists.width + i)] +=
            static_cast<double>(entry.gain) *
            static_cast<double>(
                table[static_cast<size_t>(entry.row * lists.width + i)]);
    all.insert(all.end(), sums.begin(), sums.end());
  }
  return all;
}

double findLargestError(const UpdateProblem &problem, const State &actual,
                        const ExactState &expected) {
  double largest = 0;
  auto width = static_cast<size_t>(problem.lists.width);
  for (int64_t row : findTouchedRows(problem))
    for (size_t i = 0; i < expected.size(); ++i)
      for (size_t column = 0; column < width; ++column) {
        size_t at = static_cast<size_t>(row) * width + column;
        double error =
            std::abs(static_cast<double>(actual[i][at]) - expected[i][at]) /
            (1 + std::abs(expected[i][at]));
        largest = std::isfinite(error) ? std::max(largest, error) : INFINITY;
      }
  return largest;
}

void expectOthersUntouched(const UpdateProblem &problem, const State &actual) {
  std::set<int64_t> touched = findTouchedRows(problem);
  auto width = static_cast<size_t>(problem.lists.width);
  for (size_t i = 0; i < actual.size(); ++i)
    for (size_t at = 0; at < actual[i].size(); ++at) {
      if (touched.count(static_cast<int64_t>(at / width)))
        continue;
      ASSERT_EQ(std::bit_cast<uint32_t>(actual[i][at]),
                std::bit_cast<uint32_t>(problem.state[i][at]))
          << (i == 0 ? "table" : "slot") << ", row " << at / width
          << " does not occur, column " << at % width;
    }
}

} // namespace sc::test
