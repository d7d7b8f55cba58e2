//===-- LookupAnswer.h - what would fit, for E3001 --------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The planner on the numbers of a message.

#ifndef SC_LIB_DIAGNOSTICS_LOOKUPANSWER_H
#define SC_LIB_DIAGNOSTICS_LOOKUPANSWER_H

#include "LogReader.h"

namespace sc {

/// The arithmetic of an E3001, what is assumed, and the planner's advice. The
/// message is a ReplicaCount with all its numbers.
std::string answerReplicaCount(const LogMessage &message);

} // namespace sc

#endif // SC_LIB_DIAGNOSTICS_LOOKUPANSWER_H
