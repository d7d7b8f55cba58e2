//===-- Explanations.cpp - what an error means and what to do -------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One entry for each error that these tools report. The sample numbers are the
// published ones, where there are some.

#include "Explanations.h"

#include <algorithm>

namespace sc {

using format::ErrorCode;
using format::ErrorInfo;

//===----------------------------------------------------------------------===//
// The texts
//===----------------------------------------------------------------------===//

static Explanation makeBufferAllocation() {
  return {ErrorCode::E0100,
          "",
          format::describeBufferAllocation(8388608, 6742344, "0x0x1_HBM0"),
          "An argument of the program was to be put into the HBM of a device, "
          "and less than its size was free there. In `sc-run`, what others "
          "hold is `--hbm-reserved-bytes`.",
          {"free what else is in the HBM of the device",
           "give the program to more chips, so that each table shard is "
           "smaller",
           "use narrower element types or smaller tables"}};
}

static Explanation makeProgramAllocation() {
  return {ErrorCode::E0101,
          "",
          format::describeProgramAllocation("step", 31664646840, 154811760, 0,
                                            154811760),
          "The arguments are in HBM, but the stacks and temporaries of the "
          "program do not fit what is left. Compiling succeeded because the "
          "compiler counts on the whole usable HBM.",
          {"free what else is in the HBM of the device",
           "lower max_unique_ids_per_partition: the stacks are proportional "
           "to it",
           "process tables one after another: `--num-serialized-tables=N`",
           "give the program to more chips"}};
}

static Explanation makeInputMismatch() {
  return {ErrorCode::E0102,
          "",
          format::describeInputMismatch(
              2482, 5242880, "bf16[16,1280,40]{2,1,0:T(8,128)(2,1)}", 1638400,
              "bf16[16,1280,40]{1,2,0:T(8,128)(2,1)"
              "}"),
          "An input has another size, shape, element type or layout than the "
          "parameter that the program was compiled for. Tiled layouts pad the "
          "two fastest dimensions, so equal shapes can have different sizes.",
          {"pass an array of the type in the first pair of parentheses",
           "compile again for the type that is at hand"}};
}

static Explanation makeCoreHalt() {
  return {ErrorCode::E0200,
          "",
          "more ids in a partition than max_ids_per_partition: 9 > 8; device "
          "0, SparseCore 1, tile 2, task 'lookup_user', program 'request', "
          "instruction #12 (fault_if), model.mlir:5:15",
          "An instruction met data that breaks a rule: more ids than a limit, "
          "row pointers that descend, an id past the table, a sample past the "
          "batch. The text is of this machine model; hardware reports bounds "
          "checks and semaphores.",
          {"check the batch: ids against the vocabulary, counts against the "
           "limits of the program",
           "preprocess with the limits that the program was compiled with",
           "raise the limit that the text names, and compile again"}};
}

static Explanation makeHbmOom() {
  constexpr int64_t kHundredth = (int64_t{1} << 30) / 100;
  return {
      ErrorCode::E1000,
      "",
      format::describeHbmOom(4934 * kHundredth + 50, int64_t{32} << 30),
      "All tables, slots, inputs, stacks and temporaries that are live at one "
      "moment exceed the HBM that a program may use of a device. Where the "
      "TensorCore's use is known the message is `" +
          format::describeHbmOom(3482 * kHundredth + 50,
                                 17410 * kHundredth + 50,
                                 9574 * kHundredth + 50) +
          "`. Notes list the largest allocations.",
      {"process tables one after another, so that fewer stacks are live: "
       "`--num-serialized-tables=N`; costs parallelism",
       "lower max_unique_ids_per_partition: the stacks are proportional to "
       "it",
       "use more chips: tables, slots and samples are divided over them",
       "use smaller tables, narrower rows, or an optimizer with fewer slots",
       "for inference, store tables in int8, FP8 or bf16: "
       "`--quantize-tables=int8`"}};
}

static Explanation makeTileAllocation() {
  return {
      ErrorCode::E3000,
      "",
      format::describeTileAllocation(117265, 23440, 131072, 201),
      "The buffers of one tile program that are live together do not fit "
      "TileSpmem. Both bounds are inclusive: the buffer would end at the "
      "first, the memory ends at the second. Words have 4 bytes. A note lists "
      "who holds the memory.",
      {"use smaller or fewer windows, so that the named buffer or one beside "
       "it shrinks",
       "lower max_ids_per_partition: a list takes 3 words for each id",
       "use a smaller batch, or more chips: the activations of a tile "
       "shrink"}};
}

static Explanation makeReplicaCount() {
  return {
      ErrorCode::E3001,
      "",
      format::describeReplicaCount(
          {141352, 8, 8, 204800, 1, 1, 410880, 1696224, 524288}),
      "For one table, no division of the batch into replicas, of the rows "
      "into column slices, or of the samples makes the buffers of a tile fit "
      "TileSpmem. The row-dependent part is the list of a partition, 12 bytes "
      "for each id up to max_ids_per_partition; no split divides it. The "
      "fixed part is the activations of a tile and scratch. One attempt is "
      "printed.",
      {"lower max_ids_per_partition (max_nz_per_row) to what the batches need",
       "stream the list through a window: `--row-streaming`; costs time",
       "use a smaller batch or more chips, which shrinks the fixed part",
       "put a small table with a huge limit on the TensorCore"}};
}

static Explanation makeFixedSize() {
  return {std::nullopt,
          "Fixed size allocations",
          format::describeFixedSize(614656, 524288),
          "The activations of a tile and scratch exceed TileSpmem at every "
          "split, before any list is counted. Of an update: what merges "
          "received rows and runs the optimizer does not fit beside the "
          "gradients; more replicas do not help then, narrower rows do. This "
          "message has no published code; its status here is "
          "INVALID_ARGUMENT.",
          {"use a smaller batch for each SparseCore, or more chips",
           "split the samples further: `--sample-splitting`",
           "use a narrower table"}};
}

static Explanation makeGatherOperand() {
  return {std::nullopt,
          "Gather operand too large",
          format::describeGatherOperand(819200, 524288),
          "The activations that a tile owns, samples / tiles x width words, "
          "exceed TileSpmem at every split. This message has no published "
          "code; its status here is INVALID_ARGUMENT.",
          {"use a smaller batch for each SparseCore, or more chips",
           "split the samples further: `--sample-splitting`",
           "use a narrower table"}};
}

static Explanation makeObservedLimit() {
  return {std::nullopt,
          "Observed ids exceed a limit",
          "Observed max ids per partition: 320 for table: user_table is "
          "greater than the set max ids per partition: 256",
          "A batch has more ids, or more distinct ids, for one SparseCore of "
          "one table than the program was compiled for. Preprocessing on the "
          "host reports it; the message has no published code.",
          {"raise the limit to at least the observed number, and compile again",
           "enable minibatching: such a batch runs in several passes",
           "allow id dropping: ids past the limit are lost"}};
}

const std::vector<Explanation> &getExplanations() {
  static const std::vector<Explanation> explanations = {
      makeBufferAllocation(), makeProgramAllocation(),
      makeInputMismatch(),    makeCoreHalt(),
      makeHbmOom(),           makeTileAllocation(),
      makeReplicaCount(),     makeFixedSize(),
      makeGatherOperand(),    makeObservedLimit()};
  return explanations;
}

const Explanation *findExplanation(ErrorCode code) {
  for (const Explanation &explanation : getExplanations())
    if (explanation.code == code)
      return &explanation;
  return nullptr;
}

const Explanation *findExplanation(std::string_view title) {
  for (const Explanation &explanation : getExplanations())
    if (!explanation.code && explanation.title == title)
      return &explanation;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// For terminals
//===----------------------------------------------------------------------===//

static std::string formatHeading(const ErrorInfo &error) {
  std::string text(error.code);
  text.append(": ").append(error.name).append(" (");
  return text.append(error.status) + ")";
}

std::string formatHeading(const Explanation &explanation) {
  return explanation.code ? formatHeading(format::getError(*explanation.code))
                          : explanation.title;
}

std::string formatRemedies(const Explanation &explanation) {
  std::string text = "what to do:\n";
  for (const std::string &remedy : explanation.remedies)
    text += "  - " + remedy + "\n";
  return text;
}

std::string formatExplanation(const ErrorInfo &error) {
  std::string text = formatHeading(error) + "\n";
  text.append(error.summary).append("\n");
  if (const Explanation *explanation = findExplanation(error.id))
    text += "\n" + explanation->meaning + "\n\ntext:\n  " + explanation->text +
            "\n\n" + formatRemedies(*explanation);
  return text + "\nSee " + format::getErrorLink(error) + " for more details.\n";
}

std::string listCodes() {
  std::string text;
  for (const ErrorInfo &error : format::getErrors())
    text.append(text.empty() ? "" : ", ").append(error.code);
  return text;
}

//===----------------------------------------------------------------------===//
// For docs/Diagnostics.md
//===----------------------------------------------------------------------===//

std::string formatCodesTable() {
  std::string text = "| code | name | status | summary |\n|---|---|---|---|\n";
  for (const ErrorInfo &error : format::getErrors()) {
    text.append("| [").append(error.code).append("](");
    text.append(format::getErrorLink(error)).append(") | ").append(error.name);
    text.append(" | ").append(error.status).append(" | ");
    text.append(error.summary).append(" |\n");
  }
  return text;
}

/// Breaks at blanks, so that lines have at most 120 characters if they can.
static std::string wrapText(const std::string &text, size_t indent) {
  std::string wrapped, line;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find(' ', begin), text.size());
    std::string word = text.substr(begin, end - begin);
    if (!line.empty() && indent + line.size() + 1 + word.size() > 120) {
      wrapped += line + "\n" + std::string(indent, ' ');
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
    begin = end + 1;
  }
  return wrapped + line;
}

std::string formatErrorSections() {
  std::string text;
  for (const Explanation &explanation : getExplanations()) {
    text += (text.empty() ? "### " : "\n### ") + formatHeading(explanation);
    text += "\n\n```text\n" + explanation.text + "\n```\n\n";
    text += wrapText(explanation.meaning, 0) + "\n\n";
    for (size_t i = 0; i < explanation.remedies.size(); ++i)
      text += std::to_string(i + 1) + ". " +
              wrapText(explanation.remedies[i], 3) + "\n";
  }
  return text;
}

} // namespace sc
