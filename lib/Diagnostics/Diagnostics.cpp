//===-- Diagnostics.cpp - errors that say what would fit ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Published errors and their notes as MLIR diagnostics.

#include "sc/Diagnostics/Diagnostics.h"

#include "Allocations.h"
#include "ExplainLog.h"
#include "Explanations.h"
#include "Metadata.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace sc {

InFlightDiagnostic emitCodedError(Location location, format::ErrorCode code,
                                  StringRef message) {
  const format::ErrorInfo &error = format::getError(code);
  InFlightDiagnostic diagnostic = emitError(location);
  diagnostic << format::formatError(code, message);
  Builder builder(location.getContext());
  auto get = [&](StringRef key, StringRef value) {
    return builder.getNamedAttr(key, builder.getStringAttr(value));
  };
  DictionaryAttr metadata = builder.getDictionaryAttr(
      {get(kCodeKey, error.code), get(kNameKey, error.name),
       get(kStatusKey, error.status),
       get(kLinkKey, format::getErrorLink(error)), get(kMessageKey, message)});
  if (Diagnostic *underlying = diagnostic.getUnderlyingDiagnostic())
    underlying->getMetadata().push_back(DiagnosticArgument(metadata));
  return diagnostic;
}

static DictionaryAttr makeMetadata(MLIRContext *context, const Advice &advice) {
  Builder builder(context);
  auto getInteger = [&](StringRef key, int64_t value) {
    return builder.getNamedAttr(key, builder.getI64IntegerAttr(value));
  };
  SmallVector<NamedAttribute> entries = {
      builder.getNamedAttr(kKnobKey,
                           builder.getStringAttr(getKnobName(advice.knob))),
      getInteger(kCurrentKey, advice.current)};
  if (advice.value)
    entries.push_back(getInteger(kValueKey, *advice.value));
  return builder.getDictionaryAttr(entries);
}

void attachAdvice(InFlightDiagnostic &diagnostic,
                  llvm::ArrayRef<Advice> advice) {
  Diagnostic *underlying = diagnostic.getUnderlyingDiagnostic();
  if (!underlying)
    return;
  MLIRContext *context = underlying->getLocation().getContext();
  for (const Advice &each : advice) {
    Diagnostic &note = diagnostic.attachNote();
    note << each.text;
    note.getMetadata().push_back(
        DiagnosticArgument(makeMetadata(context, each)));
  }
}

void attachMemoryMap(InFlightDiagnostic &diagnostic,
                     llvm::ArrayRef<LiveBuffer> buffers,
                     int64_t capacityBytes) {
  if (diagnostic.getUnderlyingDiagnostic())
    diagnostic.attachNote() << "buffers that are live at this moment:\n"
                            << formatMemoryMap(buffers, capacityBytes);
}

static InFlightDiagnostic emitReason(Location location,
                                     const Infeasible &infeasible) {
  switch (infeasible.constraint) {
  case Constraint::RowDependent:
    return emitCodedError(location, format::ErrorCode::E3001,
                          infeasible.message);
  case Constraint::Hbm:
    return emitCodedError(location, format::ErrorCode::E1000,
                          infeasible.message);
  case Constraint::Problem:
  case Constraint::Overflow:
  case Constraint::GatherOperand:
  case Constraint::FixedSize:
    break;
  }
  return emitError(location) << infeasible.message;
}

InFlightDiagnostic emitInfeasible(Location location,
                                  const ProgramProblem &problem,
                                  const Infeasible &infeasible) {
  InFlightDiagnostic diagnostic = emitReason(location, infeasible);
  bool isHbm = infeasible.constraint == Constraint::Hbm;
  if (isHbm)
    diagnostic.attachNote()
        << formatLargestAllocations(infeasible.uses, infeasible.usedHbmBytes);
  else if (infeasible.lookup < problem.lookups.size())
    diagnostic.attachNote()
        << "table '" << problem.lookups[infeasible.lookup].table << "'";
  attachAdvice(diagnostic, adviseProgram(problem, infeasible));
  return diagnostic;
}

bool explainError(StringRef code, std::string &text) {
  std::string upper = code.trim().upper();
  if (const format::ErrorInfo *error = format::findError(upper)) {
    text = formatExplanation(*error);
    return true;
  }
  text = "no published error '" + code.str() + "'; known: " + listCodes();
  return false;
}

bool explainLog(StringRef log, std::string &text) {
  if (std::optional<std::string> answer = answerLog(log)) {
    text = *std::move(answer);
    return true;
  }
  // A code by itself, as people search for it.
  if (log.size() <= 16 && explainError(log, text))
    return true;
  text = "no published error in the log; known: " + listCodes();
  return false;
}

} // namespace sc
