//===-- Options.h - what sc-prep is asked for -------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options in the order of docs/Prep.md.

#ifndef SC_TOOLS_SC_PREP_OPTIONS_H
#define SC_TOOLS_SC_PREP_OPTIONS_H

#include "runtime/host/Spec.h"
#include "sc/Stacking/Stacking.h"

#include <optional>
#include <string>
#include <vector>

namespace sc::prep {

enum class TextFormat { None, Text, Json };

/// The devices, in one of three ways; nothing said: those of the spec.
struct TopologyOptions {
  std::string target; // "v5p:2x2x1"
  std::optional<int64_t> devices;
  std::optional<int64_t> sparseCoresPerDevice;

  bool isEmpty() const {
    return target.empty() && !devices && !sparseCoresPerDevice;
  }
};

struct TableOptions {
  std::string shard;   // logical tables
  std::string unshard; // device tables
  std::string reshard; // device tables of `from`
  std::string outputs;
  TopologyOptions from;
};

struct RunOptions {
  bool isEnabled = false;
  std::string tables; // logical; or those to be made narrow
  std::string expect; // empty: not compared
  double tolerance = 2e-5;
  TextFormat counters = TextFormat::None;
};

// Empty: not asked for, if nothing else is said.
struct Options {
  std::string spec;
  std::string machineFile;
  TopologyOptions topology;
  spec::StackOptions stacking;
  std::string maxIdsFile;
  TextFormat effectiveSpec = TextFormat::None;
  std::string writeSpec;

  std::vector<std::string> features; // a file for each batch
  int64_t hosts = 1;
  host::Options host;
  bool failOnDrop = false;
  std::string outputs; // buffers, with `run` activations; narrow tables

  TextFormat statistics = TextFormat::None;
  int64_t idFrequencies = 0; // how many of the most frequent ids; 0: none
  std::string fdo;
  std::vector<std::string> mergeFdo;
  std::string suggestLimits;
  double headroom = 1;

  TableOptions tables;
  RunOptions run;
  std::string quantizeTables; // a row format or a file of them

  /// --quantize-tables makes a file of narrow tables; with --run it does not.
  bool convertsTables() const {
    return !quantizeTables.empty() && !run.isEnabled;
  }
};

/// The file of batch `index`: "out.npz", or of several "out_0.npz".
std::string makeBatchPath(const Options &options, const std::string &path,
                          size_t index);

} // namespace sc::prep

#endif // SC_TOOLS_SC_PREP_OPTIONS_H
