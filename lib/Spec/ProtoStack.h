//===-- ProtoStack.h - one stack of an EmbeddingSpecProto -------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Its tables and features, and that its offsets are those of its sizes.

#ifndef SC_LIB_SPEC_PROTOSTACK_H
#define SC_LIB_SPEC_PROTOSTACK_H

#include "lib/Spec/ProtoPlace.h"
#include "lib/Spec/embedding_spec.pb.h"
#include "sc/Spec/EmbeddingSpec.h"

namespace sc::spec::detail {

/// Adds the stack, its tables by offset and its features by offset to `spec`.
absl::Status readStack(const ProtoPlace &place,
                       const proto::StackedTableSpecProto &stack,
                       EmbeddingSpec &spec);

/// Of the table that `table` names in messages.
absl::Status readOptimizer(const ProtoPlace &place,
                           const proto::OptimizerSpecProto &proto,
                           Optimizer &optimizer);

} // namespace sc::spec::detail

#endif // SC_LIB_SPEC_PROTOSTACK_H
