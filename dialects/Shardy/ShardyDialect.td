// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `sdy` dialect: meshes and shardings as JAX prints them.

#ifndef SC_DIALECTS_SHARDY_SHARDYDIALECT_TD
#define SC_DIALECTS_SHARDY_SHARDYDIALECT_TD

include "mlir/IR/OpBase.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::sc::sdy";
  let summary = "Interop subset of the Shardy dialect";
  let description = [{
    The operations and attributes of Shardy that a JAX program with `shard_map`
    or `jax.sharding` prints: the device mesh, the manual computation, the
    sharding constraint. Nothing here propagates shardings.

    The discardable attribute `sdy.sharding` is verified wherever it stands:

    - sharding_function_c1: on an argument or result of a function it is a
      `#sdy.sharding`.
    - sharding_op_c1: on an operation it is a `#sdy.sharding_per_value`.
    - sharding_op_c2: that has one sharding per result, unless results are
      tuples or absent.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = "void registerAttributes();";
}

#endif // SC_DIALECTS_SHARDY_SHARDYDIALECT_TD
