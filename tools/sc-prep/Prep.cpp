//===-- Prep.cpp - what sc-prep does --------------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Spec, tables, batches, then what the batches say.

#include "tools/sc-prep/Prep.h"

#include "runtime/format/StatusMacros.h"
#include "runtime/support/WriteFile.h"
#include "sc/Spec/SpecFile.h"
#include "sc/Target/NearestName.h"
#include "tools/sc-prep/Batches.h"
#include "tools/sc-prep/QuantizeTables.h"
#include "tools/sc-prep/Statistics.h"
#include "tools/sc-prep/SuggestLimits.h"
#include "tools/sc-prep/Tables.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <chrono>
#include <ostream>

namespace sc::prep {

/// True where the stacks do not follow from the spec alone.
static bool hasStackOptions(const Options &options) {
  return !options.maxIdsFile.empty() ||
         options.stacking != spec::StackOptions();
}

/// EmbeddingSpecProto has no fields for some of what tables have.
static void warnOfLosses(const Setup &setup, const std::string &path,
                         std::ostream &errors) {
  std::vector<std::string_view> quantized, buffers;
  for (const spec::Stack &stack : setup.stacked.stacks)
    for (const spec::StackedTable &table : stack.tables) {
      if (table.table.quantization)
        quantized.push_back(table.table.name);
      if (stack.suggestedBufferSize)
        buffers.push_back(table.table.name);
    }
  auto warn = [&](const char *field,
                  const std::vector<std::string_view> &tables) {
    if (!tables.empty())
      errors << "sc-prep: warning: " << path << ": EmbeddingSpecProto has no "
             << field << ": what these tables have is left out; .json keeps "
             << "it: " << joinNames(tables) << "\n";
  };
  warn("quantization_config", quantized);
  warn("suggested_coo_buffer_size_per_device", buffers);
}

/// JSON gives the stacks, with their limits, where options made them.
static absl::Status writeSpec(const Setup &setup, const Options &options,
                              std::ostream &errors) {
  const std::string &path = options.writeSpec;
  if (path.empty())
    return absl::OkStatus();
  if (spec::getFormatOfName(path) != spec::SpecFormat::Json)
    warnOfLosses(setup, path, errors);
  switch (*spec::getFormatOfName(path)) {
  case spec::SpecFormat::TextProto:
    return runtime::writeFile(path, spec::writeTextProto(setup.stacked));
  case spec::SpecFormat::BinaryProto:
    return runtime::writeFile(path, spec::writeBinaryProto(setup.stacked));
  case spec::SpecFormat::Json:
    break;
  }
  spec::EmbeddingSpec logical = hasStackOptions(options)
                                    ? fixStacks(setup.logical, setup.stacked)
                                    : setup.logical;
  logical.topology = setup.stacked.topology;
  return runtime::writeFile(path, spec::writeJsonSpec(logical));
}

static void printEffectiveSpec(const Setup &setup, TextFormat format,
                               std::ostream &os) {
  if (format == TextFormat::Text)
    os << spec::formatEffectiveSpec(setup.stacked);
  if (format == TextFormat::Json)
    os << spec::makeEffectiveSpecJson(setup.stacked);
}

static void printStatistics(const Batches &batches, const Options &options,
                            std::ostream &os) {
  const std::vector<host::TableFrequencies> frequencies =
      batches.summarizeFrequencies();
  if (options.statistics == TextFormat::Json) {
    printStatisticsJson(batches.getSummary(), batches.getTableSummary(),
                        frequencies, os);
    return;
  }
  if (options.statistics == TextFormat::Text)
    printStatisticsText(batches.getSummary(), batches.getTableSummary(), os);
  printFrequenciesText(frequencies, os);
}

/// "stack 's': 3 of 40 ids (7.5 %): 3 by max_ids, ...".
static std::string describeDrops(const StackSummary &stack) {
  const host::DropCounts &dropped = stack.statistics.dropped;
  return absl::StrFormat(
      "stack %s: %d of %d ids (%.3g %%): %d by max_ids, %d by max_unique_ids, "
      "%d by the buffer",
      quoteName(stack.name), dropped.getTotal(), stack.statistics.numIds,
      stack.statistics.getDroppedPercent(), dropped.overMaxIds,
      dropped.overMaxUniqueIds, dropped.overBuffer);
}

/// Nothing is left out in silence.
static absl::Status reportDrops(const Summary &summary, const Options &options,
                                std::ostream &errors) {
  if (summary.getNumDropped() == 0)
    return absl::OkStatus();
  std::string text =
      isObserving(options) ? "ids exceed the limits" : "ids were dropped";
  for (const StackSummary &stack : summary.getStacks())
    if (stack.statistics.dropped.getTotal() > 0)
      absl::StrAppend(&text, "\n  ", describeDrops(stack));
  if (options.failOnDrop)
    return absl::FailedPreconditionError(
        text + "\nraise the limits; --suggest-limits says to what");
  if (!isObserving(options))
    errors << "sc-prep: warning: " << text << "\n";
  return absl::OkStatus();
}

/// A folder gets a file of the name that jax-tpu-embedding looks for.
static std::string makeFdoPath(const std::string &path) {
  if (!path.ends_with("/"))
    return path;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return path + host::makeFdoFileName(0, std::chrono::nanoseconds(now).count());
}

static absl::Status writeFdo(const std::string &path,
                             const host::FdoRecorder *recorder,
                             const Observations &observations) {
  if (path.empty())
    return absl::OkStatus();
  if (observations.numFiles == 0)
    return recorder->write(makeFdoPath(path));
  return host::writeFdoFile(makeFdoPath(path), observations.statistics);
}

/// What the batches, if there are any, and files of others say together.
static absl::Status reportObservations(const Setup &setup,
                                       const Options &options,
                                       const Batches *batches,
                                       std::ostream &os) {
  Observations observations;
  const host::FdoRecorder *recorder = nullptr;
  if (batches) {
    recorder = &batches->getRecorder();
    observations.statistics = recorder->getStatistics();
    observations.numBatches = batches->getSummary().getNumBatches();
  }
  SC_RETURN_IF_ERROR(
      mergeFdoFiles(options.mergeFdo, setup.stacked, observations));
  SC_RETURN_IF_ERROR(writeFdo(options.fdo, recorder, observations));
  if (options.suggestLimits.empty())
    return absl::OkStatus();
  SC_ASSIGN_OR_RETURN(
      std::vector<Suggestion> suggestions,
      makeSuggestions(setup.stacked, observations, options.headroom));
  return writeSuggestions(options.suggestLimits, setup.stacked, suggestions,
                          os);
}

absl::Status prepare(const Options &options, std::ostream &os,
                     std::ostream &errors) {
  if (options.spec.empty())
    return quantizeTables(nullptr, options, os);
  SC_ASSIGN_OR_RETURN(Setup setup, setUp(options, errors));
  printEffectiveSpec(setup, options.effectiveSpec, os);
  SC_RETURN_IF_ERROR(writeSpec(setup, options, errors));
  SC_RETURN_IF_ERROR(convertTables(setup, options, errors));
  if (options.convertsTables())
    SC_RETURN_IF_ERROR(quantizeTables(&setup, options, os));
  std::unique_ptr<Batches> batches;
  if (!options.features.empty()) {
    SC_ASSIGN_OR_RETURN(batches, Batches::create(setup, options, errors));
    SC_RETURN_IF_ERROR(batches->run(os, errors));
    printStatistics(*batches, options, os);
    batches->printCounters(os);
  }
  SC_RETURN_IF_ERROR(reportObservations(setup, options, batches.get(), os));
  return batches ? reportDrops(batches->getSummary(), options, errors)
                 : absl::OkStatus();
}

} // namespace sc::prep
