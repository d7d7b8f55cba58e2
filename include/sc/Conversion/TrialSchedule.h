//===-- TrialSchedule.h - the host schedule before planning -----*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which buffers a schedule needs and when does not depend on the plan. Planning
// converts a copy of the module and looks.

#ifndef SC_CONVERSION_TRIALSCHEDULE_H
#define SC_CONVERSION_TRIALSCHEDULE_H

#include "dialects/Tile/Tile.h"
#include "mlir/IR/BuiltinOps.h"

namespace sc {

/// A lookup or an embedding call as the schedule has it.
struct ScheduledCall {
  mlir::Operation *op = nullptr;   // of the converted module
  mlir::Operation *step = nullptr; // its step in the schedule
  /// For each operand the buffers that hold it, several for a tuple.
  llvm::SmallVector<llvm::SmallVector<mlir::Value, 1>> operands;
};

struct TrialSchedule {
  tile::ScheduleOp schedule;
  llvm::SmallVector<ScheduledCall> calls; // in the order of steps
};

/// Adds the schedule of @main to `module`, with steps as in the real conversion
/// but without tasks; nothing else is changed. Fails after an error where the
/// real conversion would. The result is for inspection: it does not verify.
mlir::FailureOr<TrialSchedule> buildTrialSchedule(mlir::ModuleOp module);

} // namespace sc

#endif // SC_CONVERSION_TRIALSCHEDULE_H
