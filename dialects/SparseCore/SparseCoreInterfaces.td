//===-- SparseCoreInterfaces.td - what embedding ops share -*- tablegen -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SC_DIALECTS_SPARSECORE_INTERFACES
#define SC_DIALECTS_SPARSECORE_INTERFACES

include "mlir/IR/OpBase.td"

def SC_EmbeddingOp : OpInterface<"EmbeddingOp"> {
  let cppNamespace = "::sc";
  let description = [{
    A lookup or an update with an exchange between SparseCores. Both read CSR
    operands of this device, and have limits, a table and a plan.
  }];
  let methods = [
    InterfaceMethod<"Key of the table in reports and limits files.",
      "::llvm::StringRef", "getTableName">,
    InterfaceMethod<"", "::mlir::StringAttr", "getTableNameAttr">,
    InterfaceMethod<"Of a partition.", "::sc::LimitsAttr", "getLimits">,
    InterfaceMethod<"", "void", "setLimitsAttr",
      (ins "::sc::LimitsAttr":$limits)>,
    InterfaceMethod<"SparseCores of a device.", "uint64_t", "getSparseCores">,
    InterfaceMethod<"Devices that share the table; null: this one.",
      "::sc::GroupAttr", "getGroupAttr">,
    InterfaceMethod<"Null before planning.", "::sc::PlanAttr", "getPlanAttr">,
    InterfaceMethod<"", "void", "setPlanAttr", (ins "::sc::PlanAttr":$plan)>,
    InterfaceMethod<"", "::mlir::Value", "getRowPointers">,
    InterfaceMethod<"", "::mlir::Value", "getIds">,
    InterfaceMethod<"", "::mlir::Value", "getSamples">,
    InterfaceMethod<"", "::mlir::Value", "getGains">,
    InterfaceMethod<"Number of minibatches, or null.",
      "::mlir::Value", "getNumMinibatches">,
    InterfaceMethod<"Rows of this device.", "::mlir::Value", "getTable">,
    InterfaceMethod<"One row for each sample: initial activations, or "
      "gradients.", "::mlir::Value", "getSampleRows">,
    InterfaceMethod<"P: SparseCores of all devices that share the table.",
      "int64_t", "getGroupSparseCores", (ins), [{}], [{
        auto group = $_op.getGroupAttr();
        return (group ? group.getDevices() : 1) *
               static_cast<int64_t>($_op.getSparseCores());
      }]>,
    InterfaceMethod<"w: words of a row as f32; 1 for a rank-1 table.",
      "int64_t", "getWidth", (ins), [{}], [{
        return ::sc::getRowWidth($_op.getSampleRows().getType());
      }]>,
    InterfaceMethod<"S: samples of one SparseCore.",
      "int64_t", "getSamplesPerSparseCore", (ins), [{}], [{
        return ::sc::getNumRows($_op.getSampleRows().getType()) /
               static_cast<int64_t>($_op.getSparseCores());
      }]>,
    InterfaceMethod<"Rows of the table on one SparseCore.",
      "int64_t", "getTableRowsPerSparseCore", (ins), [{}], [{
        return ::sc::getNumRows($_op.getTable().getType()) /
               static_cast<int64_t>($_op.getSparseCores());
      }]>,
    InterfaceMethod<"True where partitions are cut into minibatches.",
      "bool", "isMinibatched", (ins), [{}], [{
        return $_op.getNumMinibatches() != nullptr;
      }]>
  ];
}

def SC_TableLookupOp : OpInterface<"TableLookupOp"> {
  let cppNamespace = "::sc";
  let description = [{
    A lookup, with or without an exchange, whose table may be narrow.
  }];
  let methods = [
    InterfaceMethod<"Key of the table in reports and files.",
      "::llvm::StringRef", "getTableName">,
    InterfaceMethod<"Rows of this device, as they are stored.",
      "::mlir::TypedValue<::mlir::TensorType>", "getTable">,
    InterfaceMethod<"", "::mlir::OpOperand &", "getTableMutable">,
    InterfaceMethod<"Initial activations.",
      "::mlir::TypedValue<::mlir::TensorType>", "getInit">,
    InterfaceMethod<"", "::mlir::OpOperand &", "getInitMutable">,
    InterfaceMethod<"One scale for the whole table, or null.",
      "::mlir::TypedValue<::mlir::TensorType>", "getScale">,
    InterfaceMethod<"", "::mlir::MutableOperandRange", "getScaleMutable">,
    InterfaceMethod<"Null: rows are f32.",
      "::sc::RowFormatAttr", "getRowFormatAttr">,
    InterfaceMethod<"", "void", "setRowFormatAttr",
      (ins "::sc::RowFormatAttr":$format)>
  ];
}

#endif // SC_DIALECTS_SPARSECORE_INTERFACES
