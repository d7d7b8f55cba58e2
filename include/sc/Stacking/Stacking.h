//===-- Stacking.h - which tables share a buffer, and where -----*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From an EmbeddingSpec to stacks for one topology; docs/Stacking.md has the
// rules. The pass sc-stack-tables and sc-prep both call this. No MLIR.

#ifndef SC_STACKING_STACKING_H
#define SC_STACKING_STACKING_H

#include "sc/Limits/LimitsFile.h"
#include "sc/Spec/StackedSpec.h"

#include "absl/status/statusor.h"

namespace sc::spec {

/// Whose rules group, order and rotate tables.
enum class StackRule { Jax, TensorFlow };

/// How the limits of the members become that of a stack of several tables.
enum class StackLimits {
  Sum, // of all members: what fits each alone fits together
  Max, // the largest, as keras-rs does
  Jax, // 256 and 256, whatever the members say, as jax-tpu-embedding does
};

/// Limits of a table for which nothing is said, as in jax-tpu-embedding.
inline constexpr int64_t kDefaultMaxIds = 256;

struct StackOptions {
  StackRule rule = StackRule::Jax;
  StackLimits limits = StackLimits::Sum;
  bool disableStacking = false; // also if the config says so
  /// Activations of a stack on a SparseCore; unset: 2 MiB. TensorFlow: 0 is no
  /// limit.
  std::optional<int64_t> activationBytesLimit;
  /// TensorFlow: table bytes of a stack on a device; unset: 2 GiB; 0 is no
  /// limit.
  std::optional<int64_t> shardBytesLimit;
  int64_t tablesLimit = 0; // TensorFlow: tables of a stack; 0 is no limit
  /// SparseCores that each member is rotated by from the one before it; unset:
  /// those of a device (JAX), one device (TensorFlow).
  std::optional<int64_t> rotation;
  /// Buffers may be as large as 64 minibatches need.
  bool enableMinibatching = false;
  /// Of a limits file, in place of the spec's: by the name of a table before
  /// stacking, by that of a stack after it. Other names are errors.
  LimitsByTable fileLimits;

  bool operator==(const StackOptions &) const = default;
};

/// Stacks, offsets, rotations, padding and limits. The spec must have passed
/// checkSpec for `topology`; sizes that exceed 64 bits, or 32 bits where JAX's
/// formats have no more, are errors.
absl::StatusOr<StackedSpec> stackTables(const EmbeddingSpec &spec,
                                        const Topology &topology,
                                        const StackOptions &options);

/// Entries of the buffer of one device without minibatching.
int64_t getBufferSize(const Stack &stack, const Topology &topology);

/// Member names joined by '_'; if that has more than 50 characters, the first
/// 50, "..." and 12 hex digits of its SHA-256.
std::string makeStackName(const std::vector<std::string> &tables);

/// What host preprocessing takes.
std::vector<host::StackSpec> makeHostStacks(const StackedSpec &spec);

/// Each table as a stack of its own, with the rotation that it has in its
/// stack and limits that nothing exceeds: to count by table. Buffers are as
/// small as can be, since only the observed counts are of use: take them with
/// host::Options::failOnBufferOverflow off.
std::vector<host::StackSpec> makeTableStacks(const StackedSpec &spec);

/// What stacking, padding and limits became, and why: for people.
std::string formatEffectiveSpec(const StackedSpec &spec);
/// The same as JSON, schema in docs/Stacking.md.
std::string makeEffectiveSpecJson(const StackedSpec &spec);

} // namespace sc::spec

#endif // SC_STACKING_STACKING_H
