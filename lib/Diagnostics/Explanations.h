//===-- Explanations.h - what an error means and what to do -----*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The texts behind `--explain=CODE` and docs/Diagnostics.md.

#ifndef SC_LIB_DIAGNOSTICS_EXPLANATIONS_H
#define SC_LIB_DIAGNOSTICS_EXPLANATIONS_H

#include "runtime/format/Errors.h"

#include <optional>
#include <string>
#include <vector>

namespace sc {

struct Explanation {
  /// Unset: the message has no published code.
  std::optional<format::ErrorCode> code;
  std::string title; // of errors without a code
  std::string text;  // the message with sample numbers
  std::string meaning;
  std::vector<std::string> remedies; // in the order in which to try them
};

/// The explanations of the errors that these tools report, by code; those
/// without a code are last.
const std::vector<Explanation> &getExplanations();

/// The explanation of the code, or null.
const Explanation *findExplanation(format::ErrorCode code);
/// The one with this title, or null.
const Explanation *findExplanation(std::string_view title);

/// "E3001: Name (STATUS)", or the title.
std::string formatHeading(const Explanation &explanation);

/// "what to do:" and a line for each remedy.
std::string formatRemedies(const Explanation &explanation);

/// The answer to `--explain=CODE`.
std::string formatExplanation(const format::ErrorInfo &error);

/// "E0100, E0101, ...".
std::string listCodes();

/// The sections of docs/Diagnostics.md that follow from the tables.
std::string formatCodesTable();
std::string formatErrorSections();

} // namespace sc

#endif // SC_LIB_DIAGNOSTICS_EXPLANATIONS_H
