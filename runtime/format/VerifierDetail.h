//===-- VerifierDetail.h - helpers of the verifier --------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to the *Verifier.cpp files.

#ifndef SC_RUNTIME_FORMAT_VERIFIERDETAIL_H
#define SC_RUNTIME_FORMAT_VERIFIERDETAIL_H

#include "runtime/format/Peaks.h"
#include "runtime/format/StatusMacros.h"
#include "runtime/format/Types.h"
#include "runtime/format/Verifier.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace sc::format::detail {

/// Bound of memories whose size a target does not state.
inline constexpr int64_t kMaxMemoryBytes = int64_t(1) << 46;
inline constexpr int64_t kMaxRank = 32;

template <typename... Args> absl::Status makeError(const Args &...args) {
  return absl::InvalidArgumentError(absl::StrCat(args...));
}

inline absl::string_view toAbsl(std::string_view text) {
  return {text.data(), text.size()};
}

/// "<thing> is <value>, must be between <lower> and <upper>".
inline absl::Status verifyRange(const std::string &thing, int64_t value,
                                int64_t lower, int64_t upper) {
  if (value >= lower && value <= upper)
    return absl::OkStatus();
  if (lower > upper)
    return makeError(thing, " is ", value, ", but there is nothing to choose");
  return makeError(thing, " is ", value, ", must be between ", lower, " and ",
                   upper);
}

/// Bytes from the first byte of the first instance past the last byte of the
/// last one. Cannot overflow for a verified buffer.
inline int64_t getExtent(const Buffer &buffer) {
  return (buffer.instances() - 1) * buffer.stride() + buffer.size();
}

/// Whether the buffer's lifetime counts tile programs.
inline bool isTileBuffer(const Buffer &buffer) {
  return livesInPrograms(buffer.space(), buffer.task());
}

/// Types, sizes and places of a call's buffers. `thing` is "step 3". Needs
/// verified native functions, and buffers that are there and live.
absl::Status verifyNativeOperands(const Program &program,
                                  const NativeCall &call,
                                  const std::string &thing);

inline bool isScheduleBuffer(const Buffer &buffer) { return buffer.task() < 0; }

} // namespace sc::format::detail

#endif // SC_RUNTIME_FORMAT_VERIFIERDETAIL_H
