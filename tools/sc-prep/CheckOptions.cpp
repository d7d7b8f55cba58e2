//===-- CheckOptions.cpp - options that go together -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each rule is one sentence for the user.

#include "tools/sc-prep/CheckOptions.h"

#include "sc/Spec/SpecFile.h"
#include "tools/sc-prep/FilePaths.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include <filesystem>

namespace sc::prep {

std::string makeBatchPath(const Options &options, const std::string &path,
                          size_t index) {
  if (options.features.size() < 2)
    return path;
  std::filesystem::path file(path);
  std::string extension = file.extension().string();
  std::string stem = path.substr(0, path.size() - extension.size());
  return absl::StrCat(stem, "_", index, extension);
}

static std::string findBatchProblem(const Options &options) {
  const bool isConverting = options.convertsTables();
  const std::pair<const char *, bool> needing[] = {
      {"--run", options.run.isEnabled},
      {"--outputs", !options.outputs.empty() && !isConverting},
      {"--statistics", options.statistics != TextFormat::None && !isConverting},
      {"--id-frequencies", options.idFrequencies > 0},
      {"--fail-on-drop", options.failOnDrop},
      {"--hosts", options.hosts > 1},
  };
  if (!options.features.empty())
    return "";
  for (const auto &[name, isGiven] : needing)
    if (isGiven)
      return absl::StrCat(name, " needs --features");
  if (!options.fdo.empty() && options.mergeFdo.empty())
    return "--fdo needs --features or --merge-fdo";
  return "";
}

static std::string findStatisticsProblem(const Options &options) {
  if (!options.mergeFdo.empty() && options.suggestLimits.empty() &&
      options.fdo.empty())
    return "--merge-fdo needs --suggest-limits or --fdo";
  const std::string &limits = options.suggestLimits;
  if (!limits.empty() && !limits.ends_with(".json") &&
      !limits.ends_with(".csv"))
    return absl::StrCat("--suggest-limits: expected a name that ends in .json "
                        "or .csv, got '",
                        limits, "'");
  if (options.headroom > 1 && options.features.empty() &&
      options.mergeFdo.empty())
    return "--headroom needs --features or --merge-fdo: what is estimated from "
           "the spec alone has its own";
  const std::string &fdo = options.fdo;
  if (!fdo.empty() && !fdo.ends_with(".npz") && !fdo.ends_with(".csv") &&
      !fdo.ends_with("/"))
    return absl::StrCat("--fdo: expected a name that ends in .npz or .csv, or "
                        "a folder that ends in /, got '",
                        fdo, "'");
  if (!options.writeSpec.empty() && !spec::getFormatOfName(options.writeSpec))
    return absl::StrCat("--write-spec: expected a name that ends in .json, "
                        ".textproto or .pb, got '",
                        options.writeSpec, "'");
  return "";
}

static std::string findArrayProblem(const char *name, const std::string &path) {
  if (path.empty() || path.ends_with(".npz"))
    return "";
  return absl::StrCat(name, ": expected a name that ends in .npz, got '", path,
                      "'");
}

static std::string findTableProblem(const TableOptions &tables) {
  const int count =
      !tables.shard.empty() + !tables.unshard.empty() + !tables.reshard.empty();
  if (count > 1)
    return "give one of --shard-tables, --unshard-tables and --reshard-tables";
  if (count == 1 && tables.outputs.empty())
    return "give the file to write tables to with --table-outputs";
  if (count == 0 && !tables.outputs.empty())
    return "--table-outputs needs --shard-tables, --unshard-tables or "
           "--reshard-tables";
  if (!tables.reshard.empty() && tables.from.isEmpty())
    return "--reshard-tables needs the devices that its tables are for: "
           "--from-target, or --from-devices and "
           "--from-sparse-cores-per-device";
  if (tables.reshard.empty() && !tables.from.isEmpty())
    return "--from-target, --from-devices and --from-sparse-cores-per-device "
           "need --reshard-tables";
  return "";
}

static std::string findRunProblem(const Options &options) {
  const RunOptions &run = options.run;
  if (!run.isEnabled)
    return run.counters == TextFormat::None ? "" : "--counters needs --run";
  if (run.tables.empty())
    return "--run needs --tables";
  if (options.topology.target.empty())
    return "--run needs --target";
  if (options.host.enableMinibatching)
    return "--run goes without --minibatching: a compiled lookup takes one "
           "minibatch";
  return "";
}

static std::string findQuantizeProblem(const Options &options) {
  if (options.quantizeTables.empty() && !options.run.isEnabled &&
      !options.run.tables.empty())
    return "--tables needs --run or --quantize-tables";
  if (!options.convertsTables())
    return "";
  if (!options.tables.outputs.empty())
    return "--quantize-tables goes without --table-outputs: make device tables "
           "first, then narrow ones of them with --tables and --outputs";
  if (options.run.tables.empty())
    return "--quantize-tables needs --tables";
  if (!options.features.empty())
    return "--quantize-tables with --features needs --run: without it, "
           "--outputs are narrow tables, not buffers";
  if (options.outputs.empty())
    return "--quantize-tables needs --outputs, the file to write narrow tables "
           "to, or --run";
  return "";
}

/// Only the conversion of tables does without a spec.
static std::string findSpecProblem(const Options &options) {
  if (!options.spec.empty())
    return "";
  if (!options.convertsTables())
    return "spec is required";
  const std::pair<const char *, bool> needing[] = {
      {"--target", !options.topology.target.empty()},
      {"--devices", options.topology.devices.has_value()},
      {"--sparse-cores-per-device",
       options.topology.sparseCoresPerDevice.has_value()},
      {"--machine-file", !options.machineFile.empty()},
      {"--max-ids-file", !options.maxIdsFile.empty()},
      {"--print-effective-spec", options.effectiveSpec != TextFormat::None},
      {"--write-spec", !options.writeSpec.empty()},
      {"--table-outputs", !options.tables.outputs.empty()},
      {"--merge-fdo", !options.mergeFdo.empty()},
      {"--suggest-limits", !options.suggestLimits.empty()},
      {"an option that stacks tables",
       options.stacking != spec::StackOptions()},
  };
  for (const auto &[name, isGiven] : needing)
    if (isGiven)
      return absl::StrCat(name, " needs a spec");
  return "";
}

/// JSON must be alone on standard output.
static std::string findOutputProblem(const Options &options) {
  std::vector<std::string> json, others;
  auto add = [&](const char *name, TextFormat format) {
    if (format != TextFormat::None)
      (format == TextFormat::Json ? json : others).push_back(name);
  };
  auto getText = [](bool isGiven) {
    return isGiven ? TextFormat::Text : TextFormat::None;
  };
  add("--print-effective-spec", options.effectiveSpec);
  add("--statistics", options.statistics);
  add("--counters", options.run.counters);
  add("--suggest-limits", getText(!options.suggestLimits.empty()));
  add("--expect", getText(!options.run.expect.empty()));
  add("--quantize-tables", getText(options.convertsTables() &&
                                   options.statistics != TextFormat::Json));
  // JSON statistics have a place for them.
  add("--id-frequencies", getText(options.idFrequencies > 0 &&
                                  options.statistics != TextFormat::Json));
  if (json.empty() || json.size() + others.size() == 1)
    return "";
  json.insert(json.end(), others.begin(), others.end());
  return absl::StrCat("JSON must be alone on standard output, but ",
                      absl::StrJoin(json, " and "), " print there");
}

std::string findOptionProblem(const Options &options) {
  for (const std::string &problem :
       {findArrayProblem("--outputs", options.outputs),
        findArrayProblem("--table-outputs", options.tables.outputs),
        findSpecProblem(options), findTableProblem(options.tables),
        findRunProblem(options), findQuantizeProblem(options),
        findBatchProblem(options), findStatisticsProblem(options),
        findOutputProblem(options)})
    if (!problem.empty())
      return problem;
  return findPathProblem(options);
}

static std::string findEmptyFile(const std::string &name,
                                 const std::string &value) {
  if (name != "--features" && name != "--merge-fdo")
    return "";
  for (const std::string &file :
       std::vector<std::string>(absl::StrSplit(value, ',')))
    if (file.empty())
      return absl::StrCat(name, ": the name of a file is empty in '", value,
                          "'");
  return "";
}

std::string findEmptyValue(std::span<const char *const> arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string argument = arguments[i];
    if (argument == "--")
      return "";
    const size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    if (!name.starts_with("--"))
      continue;
    if (equals + 1 == argument.size())
      return absl::StrCat(name, " has no value behind '='");
    std::string value;
    if (equals != std::string::npos)
      value = argument.substr(equals + 1);
    else if (i + 1 < arguments.size())
      value = arguments[i + 1];
    else
      continue; // the parser's own error
    if (std::string problem = findEmptyFile(name, value); !problem.empty())
      return problem;
  }
  return "";
}

} // namespace sc::prep
