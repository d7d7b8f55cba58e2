//===-- Format.h - numbers in diagnostics -----------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers as people read them.

#ifndef SC_LIB_DIAGNOSTICS_FORMAT_H
#define SC_LIB_DIAGNOSTICS_FORMAT_H

#include <cstdint>
#include <string>

namespace sc {

/// "0x3ff".
std::string formatHex(int64_t value);

/// "300", "1536 (1.50 KiB)", "40960000000 (38.15 GiB)".
std::string formatExactBytes(int64_t bytes);

} // namespace sc

#endif // SC_LIB_DIAGNOSTICS_FORMAT_H
