//===-- ExplainLog.h - what would fit, from a log ---------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The answer to `--explain=-`, without MLIR.

#ifndef SC_LIB_DIAGNOSTICS_EXPLAINLOG_H
#define SC_LIB_DIAGNOSTICS_EXPLAINLOG_H

#include "LogReader.h"

namespace sc {

/// What the message says, what is missing and by how much, and what would fit.
/// Says so where its numbers contradict each other or cannot be used.
std::string formatLogAnswer(const LogMessage &message);

/// formatLogAnswer of the first published error of the log, if there is one.
std::optional<std::string> answerLog(std::string_view log);

} // namespace sc

#endif // SC_LIB_DIAGNOSTICS_EXPLAINLOG_H
