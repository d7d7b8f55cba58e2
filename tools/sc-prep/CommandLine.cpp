//===-- CommandLine.cpp - options of sc-prep ------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the command line may say; anything else is a usage error.

#include "tools/sc-prep/CommandLine.h"

#include "tools/sc-prep/CheckOptions.h"
#include "tools/support/Choice.h"

#include <cmath>
#include <iostream>
#include <limits>

namespace sc::prep {

using tools::addChoice;

static constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

static const std::map<std::string, TextFormat> &getFormats() {
  static const std::map<std::string, TextFormat> formats = {
      {"text", TextFormat::Text}, {"json", TextFormat::Json}};
  return formats;
}

/// A number that is finite and at least `least`.
static CLI::Validator makeNumberCheck(double least) {
  return CLI::Validator(
      [least](const std::string &text) {
        char *end = nullptr;
        double value = std::strtod(text.c_str(), &end);
        if (end != text.c_str() && *end == '\0' && std::isfinite(value) &&
            value >= least)
          return std::string();
        return "must be a number of at least " +
               std::to_string(static_cast<int64_t>(least)) + ", is " + text;
      },
      "");
}

/// Files, separated by commas or in repeated options.
static CLI::Option *addFiles(CLI::App &app, const std::string &name,
                             std::vector<std::string> &files,
                             const std::string &description) {
  return app.add_option(name, files, description)
      ->delimiter(',')
      ->type_name("FILE[,FILE]")
      ->allow_extra_args(false);
}

static void addTopology(CLI::App &app, const std::string &prefix,
                        const std::string &what, TopologyOptions &topology) {
  CLI::Option *target =
      app.add_option("--" + prefix + "target", topology.target,
                     what + ", as a machine and its chips (NAME:AxB[xC])");
  app.add_option("--" + prefix + "devices", topology.devices,
                 what + ", as a number")
      ->check(CLI::Range(int64_t{1}, kMost))
      ->excludes(target);
  app.add_option("--" + prefix + "sparse-cores-per-device",
                 topology.sparseCoresPerDevice, "SparseCores of each of them")
      ->check(CLI::Range(int64_t{1}, kMost))
      ->excludes(target);
}

static void addSpecOptions(CLI::App &app, Options &options) {
  app.add_option(
      "spec", options.spec,
      "Embedding spec: JSON, or EmbeddingSpecProto as text or binary; "
      "--quantize-tables goes without");
  addTopology(app, "", "Devices that share the tables", options.topology);
  app.add_option("--machine-file", options.machineFile,
                 "A machine of your own for --target, in JSON");
  addChoice<spec::StackRule>(app, "--stack-rule", options.stacking.rule,
                             "Whose rules stack tables [default: jax]",
                             {{"jax", spec::StackRule::Jax},
                              {"tensorflow", spec::StackRule::TensorFlow}});
  addChoice<spec::StackLimits>(
      app, "--stack-limits", options.stacking.limits,
      "How limits of members become those of a stack [default: sum]",
      {{"sum", spec::StackLimits::Sum},
       {"max", spec::StackLimits::Max},
       {"jax", spec::StackLimits::Jax}});
  app.add_flag("--disable-table-stacking", options.stacking.disableStacking,
               "Each table is a stack of its own");
  app.add_option("--activation-bytes-limit",
                 options.stacking.activationBytesLimit,
                 "Activations of a stack on a SparseCore, in bytes")
      ->check(CLI::Range(int64_t{0}, kMost));
  app.add_option("--shard-bytes-limit", options.stacking.shardBytesLimit,
                 "TensorFlow: bytes of a stack on a device; 0: no limit")
      ->check(CLI::Range(int64_t{0}, kMost));
  app.add_option("--tables-limit", options.stacking.tablesLimit,
                 "TensorFlow: tables of a stack; 0: no limit")
      ->check(CLI::Range(int64_t{0}, kMost));
  app.add_option("--rotation", options.stacking.rotation,
                 "SparseCores that each table of a stack is rotated by from "
                 "the one before it")
      ->check(CLI::Range(int64_t{0}, kMost));
  app.add_option("--max-ids-file", options.maxIdsFile,
                 "Limits of tables or stacks in place of the spec's "
                 "(JSON, CSV, FDO)");
}

static void addSpecOutputs(CLI::App &app, Options &options,
                           std::string &effectiveSpec) {
  // A flag, so that it may stand without a value.
  app.add_flag("--print-effective-spec{text}", effectiveSpec,
               "Print what stacking, padding and limits became, and why")
      ->check(CLI::IsMember(getFormats()));
  app.add_option("--write-spec", options.writeSpec,
                 "Where to write the spec: .json as tables and features; "
                 ".textproto or .pb as stacks");
}

static void addBatchOptions(CLI::App &app, Options &options) {
  addFiles(app, "--features", options.features,
           "Ids of all features (.npz), a file for each batch");
  app.add_option("--hosts", options.hosts,
                 "Hosts that the batch and the devices are divided over")
      ->check(CLI::Range(int64_t{1}, int64_t{256}))
      ->capture_default_str();
  app.add_option("--outputs", options.outputs,
                 "Where to write buffers, with --run activations, with "
                 "--quantize-tables narrow tables (.npz)");
  app.add_flag("--minibatching", options.host.enableMinibatching,
               "Split batches that exceed the limits");
  app.add_flag("--allow-id-dropping", options.host.allowIdDropping,
               "Leave out ids that exceed the limits");
  app.add_flag("--fail-on-drop", options.failOnDrop,
               "Fail, after all is written, if ids were left out");
  app.add_flag("!--no-check-ids", options.host.checkIds,
               "Take ids outside the vocabulary");
  app.add_flag("!--no-check-weights", options.host.checkWeights,
               "Take weights that are not finite and sums of 0");
  options.host.threads = 0;
  app.add_option("--threads", options.host.threads,
                 "Worker threads [default: one for each core]")
      ->check(CLI::Range(1, 4096));
}

static void addStatisticsOptions(CLI::App &app, Options &options) {
  addChoice<TextFormat>(app, "--statistics", options.statistics,
                        "Print what the batches need and what was left out",
                        getFormats());
  app.add_flag("--id-frequencies{10}", options.idFrequencies,
               "Print how often ids occur, with the most frequent ones")
      ->check(CLI::Range(int64_t{1}, int64_t{1000000}));
  app.add_option("--fdo", options.fdo,
                 "Where to write the statistics as jax-tpu-embedding does "
                 "(.npz, .csv or a folder)");
  addFiles(app, "--merge-fdo", options.mergeFdo,
           "Such files, or folders of them, whose statistics count too");
  CLI::Option *suggest =
      app.add_option("--suggest-limits", options.suggestLimits,
                     "Where to write limits that do (.json or .csv)");
  app.add_option("--headroom", options.headroom, "Factor on what was observed")
      ->needs(suggest)
      ->check(makeNumberCheck(1))
      ->capture_default_str();
}

static void addTableOptions(CLI::App &app, TableOptions &tables) {
  app.add_option("--shard-tables", tables.shard,
                 "Tables to make device tables of (.npz)");
  app.add_option("--unshard-tables", tables.unshard,
                 "Device tables to make tables of (.npz)");
  app.add_option("--reshard-tables", tables.reshard,
                 "Device tables of other devices to change (.npz)");
  app.add_option("--table-outputs", tables.outputs,
                 "Where to write the result of these (.npz)");
  addTopology(app, "from-", "Devices of --reshard-tables", tables.from);
}

static void addRunOptions(CLI::App &app, RunOptions &run) {
  CLI::Option *enabled = app.add_flag(
      "--run", run.isEnabled, "Compile the lookup and run it on the batches");
  app.add_option("--tables", run.tables,
                 "Tables to look up in, or to make narrow (.npz)");
  CLI::Option *expect =
      app.add_option("--expect", run.expect,
                     "Activations to compare with, by feature (.npz)")
          ->needs(enabled);
  app.add_option("--rtol", run.tolerance,
                 "Largest |a-b| / (1 + |b|) that is as expected")
      ->needs(expect)
      ->check(makeNumberCheck(0))
      ->capture_default_str();
  addChoice<TextFormat>(app, "--counters", run.counters,
                        "Print counters after the run", getFormats());
}

static void addQuantizeOption(CLI::App &app, std::string &formats) {
  app.add_option("--quantize-tables", formats,
                 "Store tables narrow: TYPE[,scale=S][,range=LOW:HIGH], or a "
                 "file of formats by table (.json)")
      ->type_name("FORMAT|FILE");
}

static int failUsage(const std::string &message) {
  std::cerr << "sc-prep: error: " << message
            << "\nrun with --help for more information\n";
  return 2;
}

std::optional<int> parseCommandLine(int argc, char **argv, Options &options) {
  CLI::App app("Makes the buffers of SparseCore programs from ids.", "sc-prep");
  addSpecOptions(app, options);
  std::string effectiveSpec;
  addSpecOutputs(app, options, effectiveSpec);
  addBatchOptions(app, options);
  addStatisticsOptions(app, options);
  addTableOptions(app, options.tables);
  addRunOptions(app, options.run);
  addQuantizeOption(app, options.quantizeTables);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp &help) {
    return app.exit(help);
  } catch (const CLI::ParseError &error) {
    return failUsage(error.what());
  }
  if (!effectiveSpec.empty())
    options.effectiveSpec = getFormats().at(effectiveSpec);
  if (std::string problem = findOptionProblem(options); !problem.empty())
    return failUsage(problem);
  return std::nullopt;
}

} // namespace sc::prep
