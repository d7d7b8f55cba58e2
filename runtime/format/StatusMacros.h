//===-- StatusMacros.h - early return on errors -----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two macros that Abseil leaves to its users.

#ifndef SC_RUNTIME_FORMAT_STATUSMACROS_H
#define SC_RUNTIME_FORMAT_STATUSMACROS_H

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <utility>

/// Returns the status of `expression` from the enclosing function unless ok.
#define SC_RETURN_IF_ERROR(expression)                                         \
  do {                                                                         \
    if (absl::Status scStatus = (expression); !scStatus.ok())                  \
      return scStatus;                                                         \
  } while (false)

#define SC_CONCAT_IMPL(a, b) a##b
#define SC_CONCAT(a, b) SC_CONCAT_IMPL(a, b)
#define SC_ASSIGN_OR_RETURN_IMPL(result, declaration, expression)              \
  auto result = (expression);                                                  \
  if (!result.ok())                                                            \
    return std::move(result).status();                                         \
  declaration = *std::move(result)

/// Declares or assigns `declaration` from the value of `expression`, a
/// StatusOr; returns its status from the enclosing function unless ok.
#define SC_ASSIGN_OR_RETURN(declaration, expression)                           \
  SC_ASSIGN_OR_RETURN_IMPL(SC_CONCAT(scResult, __LINE__), declaration,         \
                           expression)

#endif // SC_RUNTIME_FORMAT_STATUSMACROS_H
