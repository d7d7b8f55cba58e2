//===-- UpdateProblem.h - a random update -----------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A whole update as a user states it: an unsharded table with its slots, lists
// of (sample, row, gain), gradients. From it, apart from the compiler: the
// program, the arrays that the host would make, and the new table and slots.

#ifndef SC_TEST_PROPERTY_UPDATEPROBLEM_H
#define SC_TEST_PROPERTY_UPDATEPROBLEM_H

#include "LookupProblem.h"
#include "UpdateOptimizers.h"

#include <map>
#include <set>

namespace sc::test {

/// The table and its slots, each [row][column].
using State = std::vector<std::vector<float>>;
using ExactState = std::vector<std::vector<double>>;

struct UpdateProblem {
  /// Lists, sizes and limits. `init` holds the gradients; no own batches.
  LookupProblem lists;
  const Optimizer *optimizer = nullptr;
  State state;
  /// 0: the form without minibatches. Entries are for 64 of them otherwise.
  int64_t minibatches = 0;
  std::vector<int64_t> minibatchOf; // [row]
  int32_t step = 0;                 // that hyperparameters may depend on
  bool isDonated = false;
  /// Also looks up the new table, or the old one, with the same lists.
  bool looksUpNew = false, looksUpOld = false;

  int64_t countRows() const {
    return lists.rowsPerCore * lists.mesh.countCores();
  }
  int64_t getRowPointersPerCore() const {
    return lists.getRowPointersPerCore() * (minibatches > 0 ? 64 : 1);
  }
  std::string describe() const;
};

/// A machine by its name, and a mesh of one axis, or none for one device.
LookupMesh makeMesh(const std::string &machine, int64_t devices);

/// Its declaration, `sdy.mesh @mesh = ...`.
std::string writeMesh(const LookupMesh &mesh);

/// Any optimizer that suits the width.
UpdateProblem drawUpdate(Random &random);

/// Draws gradients, table and slots. Slots are from 0.1 to 1, so that no
/// optimizer divides by a number close to 0.
void drawGradients(Random &random, LookupProblem &lists);
void drawState(Random &random, UpdateProblem &problem);

/// Rows that occur in a list.
std::set<int64_t> findTouchedRows(const UpdateProblem &problem);
/// NaN and other words that no update may meet, in rows that do not occur.
void spoilUntouchedRows(Random &random, UpdateProblem &problem);

/// Limits and buffers that the lists just fit into.
void setLimits(UpdateProblem &problem);

/// Cuts the rows into at most `minibatches` minibatches, with limits for those.
void cutMinibatches(Random &random, UpdateProblem &problem,
                    int64_t minibatches);

/// The StableHLO module as JAX prints it.
std::string writeUpdate(const UpdateProblem &problem);

/// Lists of all devices, one after another.
struct UpdateBuffers {
  std::vector<int32_t> rowPointers, ids, samples;
  std::vector<float> gains;
  std::vector<int32_t> minibatches; // for each device
};

/// What must not be read holds plausible entries with huge gains.
UpdateBuffers packUpdate(const UpdateProblem &problem, Random &random);

/// The arguments of @main.
std::vector<Bytes> makeUpdateInputs(const UpdateProblem &problem,
                                    const UpdateBuffers &buffers);

/// Table and slots from the outputs of @main.
State getState(const UpdateProblem &problem, const std::vector<Bytes> &outputs);

/// The sum of gain times gradient of each row that occurs.
std::map<int64_t, Row> sumGradients(const UpdateProblem &problem);
ExactState toExact(const State &state);
/// One step on `state`, in double.
void updateExactly(const UpdateProblem &problem, ExactState &state);

/// The table after SGD in float, in the documented order of sums.
std::vector<float> computeOrderedSgd(const UpdateProblem &problem);

/// Activations of a lookup of `table`, in double: [sample][column] of all
/// SparseCores.
std::vector<double> lookUpExactly(const UpdateProblem &problem,
                                  const std::vector<float> &table);

/// The largest |a - b| / (1 + |b|) of the rows that occur.
double findLargestError(const UpdateProblem &problem, const State &actual,
                        const ExactState &expected);

/// Rows that do not occur have the bits that they had.
void expectOthersUntouched(const UpdateProblem &problem, const State &actual);

} // namespace sc::test

#endif // SC_TEST_PROPERTY_UPDATEPROBLEM_H
