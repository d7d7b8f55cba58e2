//===-- CommandLine.cpp - options of sc-compile ---------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options, which of them go together, and XLA's flags by their own names.

#include "CommandLine.h"

#include "sc/Pipelines/XlaFlags.h"
#include "sc/RowFormats/RowFormats.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

#include <limits>

namespace cl = llvm::cl;

namespace {

cl::OptionCategory category("sc-compile options");

cl::opt<std::string> input(cl::Positional, cl::init("-"),
                           cl::desc("<StableHLO text or spec, - for standard "
                                    "input>"),
                           cl::cat(category));
cl::opt<std::string> output("o", cl::value_desc("file"),
                            cl::desc("where the executable, or the IR of "
                                     "--compile-to, is written"),
                            cl::cat(category));
cl::opt<std::string> target("target", cl::value_desc("NAME[:AxB[xC]]"),
                            cl::desc("machine and chips along each axis; "
                                     "help lists machines"),
                            cl::cat(category));
cl::opt<std::string> machineFile("machine-file", cl::value_desc("file"),
                                 cl::desc("a machine of your own, in JSON; "
                                          "docs/Targets.md"),
                                 cl::cat(category));
cl::opt<std::string> compileTo("compile-to", cl::value_desc("stage"),
                               cl::desc("stop behind a stage and print its IR: "
                                        "stablehlo, sc, planned, tile, placed"),
                               cl::cat(category));
cl::opt<sc::ReportFormat>
    report("report", cl::desc("print what was decided"),
           cl::values(clEnumValN(sc::ReportFormat::Text, "text", "for people"),
                      clEnumValN(sc::ReportFormat::Json, "json",
                                 "for programs; docs/Report.md"),
                      clEnumValN(sc::ReportFormat::Html, "html",
                                 "one page with drawn memory maps")),
           cl::init(sc::ReportFormat::None), cl::cat(category));
cl::opt<bool> remarks("remarks", cl::desc("print why it was decided"),
                      cl::cat(category));
cl::opt<sc::DiagnosticFormat> diagnostics(
    "diagnostics", cl::desc("how errors and remarks are printed"),
    cl::values(clEnumValN(sc::DiagnosticFormat::Text, "text", "for people"),
               clEnumValN(sc::DiagnosticFormat::Json, "json",
                          "a line of JSON each; docs/Diagnostics.md")),
    cl::init(sc::DiagnosticFormat::Text), cl::cat(category));
cl::opt<std::string>
    explainCode("explain", cl::value_desc("CODE|-"),
                cl::desc("explain an error, or the one in an XLA "
                         "log on standard input"),
                cl::cat(category));

cl::opt<std::string> maxIdsFile("max-ids-file", cl::value_desc("file"),
                                cl::desc("limits in place of the program's: "
                                         "JSON, CSV or FDO npz; "
                                         "docs/Limits.md"),
                                cl::cat(category));
cl::opt<std::string> quantizeTables(
    "quantize-tables", cl::value_desc("format|file"),
    cl::desc("store tables narrow: int8, int8_affine, fp8_e4m3, fp8_e5m2 or "
             "bf16, then if wanted ,scale=none|table|row|bucket and "
             ",range=LOW:HIGH; or a .json file of formats by table; "
             "docs/NarrowTables.md"),
    cl::cat(category));
cl::opt<int64_t>
    maxReplicas("max-replicas", cl::init(64),
                cl::desc("most replicas of a SparseCore, rounded down "
                         "to a power of two; default 64"),
                cl::cat(category));
cl::opt<bool> sampleSplitting("sample-splitting",
                              cl::desc("let samples be combined in several "
                                       "passes"),
                              cl::cat(category));
cl::opt<bool> rowStreaming("row-streaming",
                           cl::desc("let entry lists be read in windows"),
                           cl::cat(category));
cl::opt<std::string> numSerializedTables(
    "num-serialized-tables", cl::value_desc("auto|N"), cl::init("auto"),
    cl::desc("tables that run one after another in one "
             "stack region; auto, the default: what is fastest and "
             "fits; goes before --xla-flags"),
    cl::cat(category));
cl::opt<int64_t> tensorCoreHbmBytes("tc-hbm-bytes", cl::init(-1),
                                    cl::value_desc("bytes"),
                                    cl::desc("HBM that the TensorCore uses on "
                                             "a device"),
                                    cl::cat(category));
cl::opt<int64_t> parallelIterations("parallel-iterations", cl::init(1),
                                    cl::desc("steps whose inputs are in HBM at "
                                             "once; default 1"),
                                    cl::cat(category));
cl::opt<sc::spec::StackRule>
    stackRule("stack-rule", cl::desc("whose rules stack the tables of a spec"),
              cl::values(clEnumValN(sc::spec::StackRule::Jax, "jax",
                                    "jax-tpu-embedding's, the default"),
                         clEnumValN(sc::spec::StackRule::TensorFlow,
                                    "tensorflow", "TensorFlow's")),
              cl::init(sc::spec::StackRule::Jax), cl::cat(category));
cl::opt<sc::spec::StackLimits>
    stackLimits("stack-limits",
                cl::desc("limits of a stack of several tables of a spec"),
                cl::values(clEnumValN(sc::spec::StackLimits::Sum, "sum",
                                      "the sum of the members', the default"),
                           clEnumValN(sc::spec::StackLimits::Max, "max",
                                      "the largest of the members'"),
                           clEnumValN(sc::spec::StackLimits::Jax, "jax",
                                      "256 and 256, as jax-tpu-embedding has")),
                cl::init(sc::spec::StackLimits::Sum), cl::cat(category));
cl::opt<bool> disableTableStacking("disable-table-stacking",
                                   cl::desc("leave each table of a spec alone"),
                                   cl::cat(category));
cl::opt<int64_t> activationBytesLimit(
    "activation-bytes-limit", cl::value_desc("bytes"),
    cl::desc("most activations of a stack on a SparseCore, for the tables of a "
             "spec; default 2 MiB"),
    cl::cat(category));
cl::opt<int64_t> shardBytesLimit(
    "shard-bytes-limit", cl::value_desc("bytes"),
    cl::desc("with --stack-rule=tensorflow: most bytes of a stack on a device; "
             "default 2 GiB, 0: no limit"),
    cl::cat(category));
cl::opt<int64_t>
    tablesLimit("tables-limit", cl::value_desc("tables"), cl::init(0),
                cl::desc("with --stack-rule=tensorflow: most tables of a "
                         "stack; default 0: no limit"),
                cl::cat(category));
cl::opt<int64_t> rotation(
    "rotation", cl::value_desc("SparseCores"),
    cl::desc("SparseCores that each table of a stack is rotated by from the "
             "one before it; default: the rule's"),
    cl::cat(category));
cl::opt<std::string> xlaFlags("xla-flags", cl::value_desc("flags"),
                              cl::desc("XLA's SparseCore flags by their own "
                                       "names"),
                              cl::cat(category));

} // namespace

namespace sc {

static std::string checkStage() {
  bool isStage = compileTo.empty();
  std::string names;
  for (const Stage &stage : getStages()) {
    isStage |= stage.name == compileTo;
    names += (names.empty() ? "" : ", ") + stage.name.str();
  }
  return isStage ? "" : "unknown stage '" + compileTo + "'; stages: " + names;
}

/// An error text for options that do not go together; empty if they do.
static std::string checkOptions() {
  if (std::string error = checkStage(); !error.empty())
    return error;
  if (target.empty() && compileTo != "stablehlo")
    return "missing --target=NAME[:AxB[xC]]; --target=help lists machines";
  if (!compileTo.empty() && report != ReportFormat::None)
    return "--report goes with an executable, not with --compile-to";
  if (compileTo.empty() && output.empty() && report == ReportFormat::None)
    return "nothing to do: give -o FILE, --report or --compile-to";
  if (output == "-" && report != ReportFormat::None)
    return "-o - and --report both write to standard output";
  if (maxReplicas < 1)
    return "--max-replicas must be positive, got " +
           std::to_string(maxReplicas);
  if (tensorCoreHbmBytes.getNumOccurrences() > 0 && tensorCoreHbmBytes < 0)
    return "--tc-hbm-bytes must not be negative, got " +
           std::to_string(tensorCoreHbmBytes);
  for (const cl::opt<int64_t> *option :
       {&activationBytesLimit, &shardBytesLimit, &tablesLimit, &rotation})
    if (*option < 0)
      return "--" + option->ArgStr.str() + " must not be negative, got " +
             std::to_string(*option);
  return "";
}

/// The executable holds the count in 32 bits.
static std::string checkIterations(int64_t iterations) {
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  if (iterations < 1)
    return "--parallel-iterations must be positive, got " +
           std::to_string(iterations);
  if (iterations > most)
    return "--parallel-iterations must be at most " + std::to_string(most) +
           ", got " + std::to_string(iterations);
  return "";
}

/// An error text unless it is auto or a number.
static std::string checkSerializedTables() {
  int64_t tables = 0;
  bool isNumber =
      !llvm::StringRef(numSerializedTables).getAsInteger(10, tables);
  if (numSerializedTables == "auto" || (isNumber && tables >= 0))
    return "";
  return "--num-serialized-tables must be auto or a number, got '" +
         numSerializedTables + "'";
}

/// An error text unless it is a format, or a file, which is read later.
static std::string checkRowFormat() {
  const std::string &text = quantizeTables;
  std::string error;
  if (quantizeTables.getNumOccurrences() == 0 ||
      llvm::StringRef(text).ends_with(".json") ||
      sc::readRowFormats(text, error))
    return "";
  return "--quantize-tables: " + error;
}

/// XLA's flags set what the options of the same meaning leave open.
static std::string applyXlaFlags(DriverOptions &options) {
  XlaFlags flags;
  std::string error;
  if (!parseXlaFlags(xlaFlags, flags, error))
    return "--xla-flags: " + error;
  CompileOptions &compile = options.compile;
  if (flags.maxIdsFile && compile.maxIdsFile.empty())
    compile.maxIdsFile = *flags.maxIdsFile;
  if (flags.numSerializedTables && numSerializedTables.getNumOccurrences() == 0)
    compile.numSerializedTables = std::to_string(*flags.numSerializedTables);
  if (flags.parallelIterations && parallelIterations.getNumOccurrences() == 0)
    compile.plan.parallelIterations = *flags.parallelIterations;
  for (const std::string &flag : flags.debugFlags)
    options.notes.push_back("--" + flag +
                            " is taken, but debug modes come later: the "
                            "program is compiled without it");
  for (const std::string &note : flags.noted)
    options.notes.push_back(note);
  return "";
}

static std::string makeDriverOptions(DriverOptions &options) {
  options.input = input;
  options.output = output;
  options.compileTo = compileTo;
  options.report = report;
  options.diagnostics = diagnostics;
  options.showRemarks = remarks;
  CompileOptions &compile = options.compile;
  compile.target = target;
  compile.machineFile = machineFile;
  compile.maxIdsFile = maxIdsFile;
  compile.quantizeTables = quantizeTables;
  compile.plan.maxReplicas = maxReplicas;
  compile.plan.sampleSplitting = sampleSplitting;
  compile.plan.rowStreaming = rowStreaming;
  compile.plan.parallelIterations = parallelIterations;
  if (tensorCoreHbmBytes >= 0)
    compile.plan.tensorCoreHbmBytes = tensorCoreHbmBytes;
  compile.stack.rule = stackRule;
  compile.stack.limits = stackLimits;
  compile.stack.disableStacking = disableTableStacking;
  if (activationBytesLimit.getNumOccurrences() > 0)
    compile.stack.activationBytesLimit = activationBytesLimit;
  if (shardBytesLimit.getNumOccurrences() > 0)
    compile.stack.shardBytesLimit = shardBytesLimit;
  compile.stack.tablesLimit = tablesLimit;
  if (rotation.getNumOccurrences() > 0)
    compile.stack.rotation = rotation;
  compile.numSerializedTables = numSerializedTables;
  if (std::string error = checkSerializedTables(); !error.empty())
    return error;
  if (std::string error = checkRowFormat(); !error.empty())
    return error;
  return applyXlaFlags(options);
}

bool parseCommandLine(int argc, char **argv, CommandLine &result) {
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(
          argc, argv, "Compiles SparseCore programs ahead of time.\n",
          &llvm::errs()))
    return false;
  if (explainCode.getNumOccurrences() > 0)
    result.explain = explainCode;
  result.listTargets = target == "help";
  std::string error;
  if (result.explain && result.explain->empty())
    error = "--explain needs a code, or - for a log on standard input";
  else if (!result.listTargets && !result.explain)
    error = checkOptions();
  if (error.empty())
    error = makeDriverOptions(result.driver);
  if (error.empty())
    error = checkIterations(result.driver.compile.plan.parallelIterations);
  if (error.empty())
    return true;
  printMessage(diagnostics, "error", error);
  return false;
}

} // namespace sc
