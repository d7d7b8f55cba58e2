//===-- SpecDetail.h - shared by the readers of specs -----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules that hold in every format, and the three readers.

#ifndef SC_LIB_SPEC_SPECDETAIL_H
#define SC_LIB_SPEC_SPECDETAIL_H

#include "runtime/host/Spec.h"
#include "runtime/support/Saturated.h"
#include "sc/Spec/EmbeddingSpec.h"

#include "absl/status/statusor.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace sc::spec::detail {

/// Sizes in files: what every JSON reader holds exactly.
inline constexpr int64_t kMostSize = int64_t(1) << 53;
inline constexpr size_t kLongestName = 256;
using host::kAlignment;

/// Why `name`, which messages call `what`, is none; empty if it is one.
std::string findNameProblem(std::string_view what, std::string_view name);

absl::StatusOr<EmbeddingSpec> parseJsonSpec(std::string_view text,
                                            const std::string &name);
absl::StatusOr<EmbeddingSpec> parseTextProto(std::string_view text,
                                             const std::string &name);
absl::StatusOr<EmbeddingSpec> parseBinaryProto(std::string_view bytes,
                                               const std::string &name);

/// True for the bytes of a message whose fields are all known.
bool isBinaryProto(std::string_view bytes);

} // namespace sc::spec::detail

#endif // SC_LIB_SPEC_SPECDETAIL_H
