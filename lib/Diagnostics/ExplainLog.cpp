//===-- ExplainLog.cpp - what would fit, from a log -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on the numbers of a message. The reader keeps them below 2^61, so
// that sums and differences of a few do not overflow.

#include "ExplainLog.h"

#include "Explanations.h"
#include "Format.h"
#include "LookupAnswer.h"

#include "runtime/support/Saturated.h"

#include <algorithm>
#include <cstdlib>

namespace sc {

using Kind = LogMessageKind;

static std::string makeLine(const std::string &text) { return text + "\n"; }

static std::string contradict(const std::string &text) {
  return makeLine("the numbers of the message do not add up: " + text);
}

static int64_t getValue(const LogMessage &message, size_t index) {
  return message.numbers[index].value;
}

static std::string getText(const LogMessage &message, size_t index) {
  return message.numbers[index].text;
}

/// A size that was computed from printed ones.
static std::string formatSize(int64_t bytes) {
  return format::formatErrorBytes(bytes);
}

/// The least factor by which a part must be divided to fit `room`, as a power
/// of two: that is how topologies grow.
static int64_t countDivisions(int64_t bytes, int64_t room) {
  int64_t factor = 1;
  while (divideUp(bytes, factor) > room)
    factor *= 2;
  return factor;
}

//===----------------------------------------------------------------------===//
// TileSpmem
//===----------------------------------------------------------------------===//

static std::string answerTileAllocation(const LogMessage &message) {
  int64_t last = getValue(message, 0), limit = getValue(message, 1);
  int64_t words = getValue(message, 3);
  int64_t begin = last - words + 1, capacity = limit + 1;
  if (begin < 0)
    return contradict("a buffer of " + std::to_string(words) +
                      " words cannot end at word " + std::to_string(last));
  if (last <= limit)
    return contradict("word " + std::to_string(last) + " is not past word " +
                      std::to_string(limit));
  int64_t free = std::max<int64_t>(0, capacity - begin);
  std::string text =
      makeLine("words in use: " + std::to_string(begin) + " of " +
               std::to_string(capacity) + ", free: " + std::to_string(free) +
               ", asked for: " + std::to_string(words) +
               ", short by: " + std::to_string(words - free));
  return text +
         makeLine("bytes: short by " + formatExactBytes((words - free) * 4) +
                  " of " + formatExactBytes(capacity * 4));
}

static std::string answerTileParts(const LogMessage &message) {
  int64_t bytes = getValue(message, 0), capacity = getValue(message, 1);
  if (bytes <= capacity)
    return contradict(std::to_string(bytes) + " bytes do not exceed " +
                      std::to_string(capacity));
  std::string text =
      makeLine("needed: " + std::to_string(bytes) +
               " bytes per tile, there are " + std::to_string(capacity) +
               ", short by: " + std::to_string(bytes - capacity));
  if (capacity == 0)
    return text;
  return text +
         makeLine("activations shrink with the samples of a SparseCore: " +
                  std::to_string(countDivisions(bytes, capacity)) +
                  " times as many chips, or a batch smaller by that factor, "
                  "would fit if all of it were activations");
}

//===----------------------------------------------------------------------===//
// HBM
//===----------------------------------------------------------------------===//

/// The order in which to make an HBM demand smaller by `excess`. `part` can be
/// divided over chips, into `room`.
static std::string formatHbmSteps(int64_t excess, int64_t part, int64_t room) {
  std::string text =
      "in this order, until " + formatSize(excess) + " is gone:\n";
  text += "  1. --num-serialized-tables=N: the stacks of N tables share the "
          "room of the largest of them; costs parallelism\n"
          "  2. max_unique_ids_per_partition: half of it halves the stacks\n";
  if (room <= 0)
    return text + "  3. chips: no number of chips helps, nothing is left for "
                  "what is divided over them\n";
  int64_t factor = countDivisions(part, room);
  return text + "  3. chips: at least " + std::to_string(factor) +
         " times as many, if all of " + formatSize(part) +
         " is divided over them\n" +
         "compile the program with `--report=text` to see what each table "
         "takes\n";
}

static std::string answerHbmTotal(const LogMessage &message) {
  const LogNumber &used = message.numbers[0], &capacity = message.numbers[1],
                  &printed = message.numbers[2];
  int64_t difference = used.value - capacity.value;
  int64_t tolerance = used.error + capacity.error + printed.error + 1;
  bool addsUp = std::abs(difference - printed.value) <= tolerance;
  int64_t excess = addsUp ? printed.value : difference;
  std::string text;
  if (!addsUp)
    text = contradict(used.text + " less " + capacity.text + " is " +
                      formatSize(difference) + ", not " + printed.text);
  if (excess <= 0)
    return text + contradict(used.text + " do not exceed " + capacity.text);
  text += makeLine("used: " + used.text + " of " + capacity.text +
                   ", must shrink by: " + formatSize(excess));
  return text + formatHbmSteps(excess, used.value, capacity.value);
}

static std::string answerHbmParts(const LogMessage &message) {
  int64_t tensorCore = getValue(message, 0), sparseCore = getValue(message, 1);
  int64_t available = getValue(message, 2);
  int64_t excess = tensorCore + sparseCore - available;
  if (excess <= 0)
    return contradict(getText(message, 0) + " and " + getText(message, 1) +
                      " do not exceed " + getText(message, 2));
  std::string text =
      makeLine("needed: " + formatSize(tensorCore + sparseCore) + " of " +
               getText(message, 2) + ", must shrink by: " + formatSize(excess));
  int64_t room = available - tensorCore;
  text +=
      room > 0
          ? makeLine("the TensorCore leaves " + formatSize(room) +
                     " for the SparseCores, which use " + getText(message, 1))
          : makeLine("the TensorCore alone takes all: its use must shrink "
                     "before anything of the SparseCores can fit");
  return text + formatHbmSteps(excess, sparseCore, room);
}

/// E0100 and E0101: a demand and what is left for it.
static std::string answerAllocation(const LogMessage &message, size_t left) {
  int64_t bytes = getValue(message, 0), free = getValue(message, left);
  if (bytes < free)
    return contradict(getText(message, 0) + " fit " + getText(message, left));
  std::string what = message.names.empty()
                         ? "asked for: "
                         : "program '" + message.names[0] + "' asks for: ";
  std::string missing =
      bytes == free ? "less than is printed" : formatSize(bytes - free);
  return makeLine(what + getText(message, 0) + ", free: " +
                  getText(message, left) + ", short by: " + missing);
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

static std::string_view getShape(std::string_view type) {
  return type.substr(0, type.find('{'));
}

static std::string answerInput(const LogMessage &message, int64_t given) {
  int64_t expected = getValue(message, 1);
  if (message.kind == Kind::InputMismatch && expected == given)
    return contradict("both sizes are " + std::to_string(given));
  const std::string &wanted = message.names[0], &got = message.names[1];
  std::string text =
      makeLine("parameter " + getText(message, 0) + " is " + wanted + ", " +
               std::to_string(expected) + " bytes; given was " + got + ", " +
               std::to_string(given) + " bytes");
  if (getShape(wanted) == getShape(got) && wanted != got)
    text += makeLine("shape and type are equal: only the layouts differ, and "
                     "with them the padding");
  return text;
}

static std::string answerLimit(const LogMessage &message, const char *limit) {
  int64_t observed = getValue(message, 0), set = getValue(message, 1);
  if (observed <= set)
    return contradict("the observed " + std::to_string(observed) +
                      " is not greater than the set " + std::to_string(set));
  return makeLine("table '" + message.names[0] + "' has " +
                  std::to_string(observed) + " in a partition, " + limit +
                  " is " + std::to_string(set) + ": " +
                  std::to_string(observed - set) + " too many") +
         makeLine(std::string(limit) + " >= " + std::to_string(observed) +
                  " would hold this batch");
}

//===----------------------------------------------------------------------===//
// The answer
//===----------------------------------------------------------------------===//

static const Explanation *getExplanation(const LogMessage &message) {
  if (message.code)
    return findExplanation(*message.code);
  switch (message.kind) {
  case Kind::FixedSize:
    return findExplanation("Fixed size allocations");
  case Kind::GatherOperand:
    return findExplanation("Gather operand too large");
  default:
    return findExplanation("Observed ids exceed a limit");
  }
}

/// What follows from the numbers, which are all there.
static std::string answerNumbers(const LogMessage &message) {
  switch (message.kind) {
  case Kind::ReplicaCount:
    return answerReplicaCount(message);
  case Kind::TileAllocation:
    return answerTileAllocation(message);
  case Kind::HbmTotal:
    return answerHbmTotal(message);
  case Kind::HbmParts:
    return answerHbmParts(message);
  case Kind::BufferAllocation:
    return answerAllocation(message, 1);
  case Kind::ProgramAllocation:
    return answerAllocation(message, 3);
  case Kind::InputMismatch:
    return answerInput(message, getValue(message, 2));
  case Kind::InputType:
    return answerInput(message, getValue(message, 1));
  case Kind::FixedSize:
  case Kind::GatherOperand:
    return answerTileParts(message);
  case Kind::MaxIds:
    return answerLimit(message, "max_ids_per_partition");
  case Kind::MaxUniqueIds:
    return answerLimit(message, "max_unique_ids_per_partition");
  case Kind::CodeOnly:
    break;
  }
  return makeLine("the log has the code, but no message with numbers");
}

/// Also what remains of a message whose numbers were left out.
static std::string answerMessage(const LogMessage &message) {
  if (message.problem.empty())
    return answerNumbers(message);
  bool isTile =
      message.kind == Kind::FixedSize || message.kind == Kind::GatherOperand;
  if (isTile && message.numbers.empty())
    return makeLine("the message has no numbers: how much is missing cannot be "
                    "said; compile the program with sc-compile for the same "
                    "target, whose error has them and says what would fit");
  return makeLine("the numbers cannot be used: " + message.problem);
}

std::string formatLogAnswer(const LogMessage &message) {
  const Explanation *explanation = getExplanation(message);
  if (!explanation)
    return formatExplanation(format::getError(*message.code));
  std::string text = formatHeading(*explanation) + "\n";
  text += explanation->meaning + "\n\n";
  text += answerMessage(message);
  text += "\n" + formatRemedies(*explanation);
  if (message.code)
    text += "\nSee " + format::getErrorLink(format::getError(*message.code)) +
            " for more details.\n";
  return text;
}

std::optional<std::string> answerLog(std::string_view log) {
  std::optional<LogMessage> message = findLogMessage(log);
  if (!message)
    return std::nullopt;
  return formatLogAnswer(*message);
}

} // namespace sc
