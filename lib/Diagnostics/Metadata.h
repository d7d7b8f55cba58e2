//===-- Metadata.h - what diagnostics carry beyond text ---------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of the attributes in the metadata of diagnostics and notes.

#ifndef SC_LIB_DIAGNOSTICS_METADATA_H
#define SC_LIB_DIAGNOSTICS_METADATA_H

namespace sc {

// Of a published error: strings.
inline constexpr char kCodeKey[] = "code";
inline constexpr char kNameKey[] = "name";
inline constexpr char kStatusKey[] = "status";
inline constexpr char kLinkKey[] = "link";
inline constexpr char kMessageKey[] = "message"; // without code and link

// Of a note with advice. No value: no value of the knob alone fits.
inline constexpr char kKnobKey[] = "knob";       // string
inline constexpr char kValueKey[] = "value";     // 64-bit integer
inline constexpr char kCurrentKey[] = "current"; // 64-bit integer

} // namespace sc

#endif // SC_LIB_DIAGNOSTICS_METADATA_H
