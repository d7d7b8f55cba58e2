// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of the `sdy` dialect.

#ifndef SC_DIALECTS_SHARDY_SHARDYOPS_TD
#define SC_DIALECTS_SHARDY_SHARDYOPS_TD

include "dialects/Shardy/ShardyAttrs.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Sdy_Op<string mnemonic, list<Trait> traits = []>
    : Op<Sdy_Dialect, mnemonic, traits>;

def Sdy_MeshOp : Sdy_Op<"mesh", [Symbol, HasParent<"::mlir::ModuleOp">]> {
  let summary = "Named device mesh of a module";
  let description = [{
    A symbol that shardings refer to.

    Example:
    ```mlir
    sdy.mesh @mesh = <["x"=4]>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Sdy_Mesh:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
  let extraClassDeclaration = [{
    /// Size of the named axis; 0 if there is none.
    int64_t getAxisSize(::llvm::StringRef name) {
      return getMesh().getAxisSize(name);
    }
    /// Names of the axes, in mesh order.
    ::llvm::SmallVector<::llvm::StringRef> getAxisNames() {
      return getMesh().getAxisNames();
    }
    /// Number of devices: the product of the axis sizes; 1 without axes.
    int64_t getDeviceCount() { return getMesh().getDeviceCount(); }
  }];
}

def Sdy_ManualComputationOp
    : Sdy_Op<"manual_computation",
             [IsolatedFromAbove, RecursiveMemoryEffects, SingleBlock,
              DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Program of one device, run on all devices of a mesh";
  let description = [{
    The body sees local shapes: each dimension is divided by the sizes of the
    manual axes that shard it. Axes that are not manual stay global in the
    body.

    - manual_computation_c1: as many input shardings as operands and as many
      output shardings as results.
    - manual_computation_c2: all shardings are over the same mesh.
    - manual_computation_c3: every manual axis exists in the mesh; there are
      none if there are no operands and no results.
    - manual_computation_c4: every sharding is valid for its value.
    - manual_computation_c5: a manual axis is used whole, never in part.
    - manual_computation_c6: in a dimension, manual axes precede the others.
    - manual_computation_c7: the manual axes of a dimension divide it.
    - manual_computation_c8: body arguments have the local types of the
      operands.
    - manual_computation_c9: the body ends in `sdy.return` with the local
      types of the results.
    - manual_computation_c10: no enclosing manual computation has the same
      manual axis.
    - manual_computation_c11: operands and results are ranked tensors of
      static shape.

    Example:
    ```mlir
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}}] # [{]>] out_shardings=[<@mesh, [{"x"}, {}}] # [{]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
      sdy.return %arg1 : tensor<4x8xf32>
    } : (tensor<16x8xf32>) -> tensor<16x8xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$tensors,
                       Sdy_TensorShardingPerValue:$in_shardings,
                       Sdy_TensorShardingPerValue:$out_shardings,
                       Sdy_ManualAxes:$manual_axes);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The shardings of the operands.
    ::llvm::ArrayRef<TensorShardingAttr> getInShardingList() {
      return getInShardings().getShardings();
    }
    /// The shardings of the results.
    ::llvm::ArrayRef<TensorShardingAttr> getOutShardingList() {
      return getOutShardings().getShardings();
    }
    /// Names of the manual axes.
    ::llvm::SmallVector<::llvm::StringRef> getManualAxisNames();
    /// The block of the body.
    ::mlir::Block *getBodyBlock() { return &getBody().front(); }
    /// The mesh of all shardings; null if there are no shardings or the
    /// symbol is unknown.
    MeshAttr getMesh();
  }];
}

def Sdy_ReturnOp : Sdy_Op<"return", [Pure, ReturnLike, Terminator,
                                     HasParent<"ManualComputationOp">]> {
  let summary = "End of a manual computation";
  let description = [{
    Example:
    ```mlir
    sdy.return %arg1 : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

def Sdy_ShardingConstraintOp
    : Sdy_Op<"sharding_constraint",
             [Pure, AllTypesMatch<["input", "result"]>,
              DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Value with a wished sharding";
  let description = [{
    The value is unchanged.

    - sharding_constraint_c1: the sharding is valid for the value.

    Example:
    ```mlir
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}}] # [{]> : tensor<16x8xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$input, Sdy_TensorSharding:$sharding);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
}

#endif // SC_DIALECTS_SHARDY_SHARDYOPS_TD
