//===-- SparseCoreSpecAttrs.td - attributes of a spec -----*- tablegen -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the operations of SparseCoreSpecOps.td carry.

#ifndef SC_DIALECTS_SPARSECORE_SPEC_ATTRS
#define SC_DIALECTS_SPARSECORE_SPEC_ATTRS

include "dialects/SparseCore/SparseCoreAttrs.td"

def SC_OptimizerAttr : SC_Attr<"Optimizer", "optimizer"> {
  let summary = "optimizer of a table, with its hyperparameters";
  let description = [{
    Tables share a stack only if theirs are equal. `learning_rate_tag` names a
    rate that is computed at run time.

    Rules: `optimizer_c1` not both a rate and a tag; `optimizer_c2` the rate and
    `float_params` are f32, `bool_params` booleans.

    Example: `#sc.optimizer<type = "adagrad", learning_rate = 1.0e-01 : f32>`
  }];
  let parameters = (ins
    StringRefParameter<"name of the rule">:$type,
    OptionalParameter<"::mlir::FloatAttr">:$learning_rate,
    OptionalParameter<"::mlir::StringAttr">:$learning_rate_tag,
    OptionalParameter<"::mlir::DictionaryAttr">:$float_params,
    OptionalParameter<"::mlir::DictionaryAttr">:$bool_params);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def SC_TopologyAttr : SC_Attr<"Topology", "topology"> {
  let summary = "devices that a spec is meant for";
  let description = [{
    Rules: `topology_c1` both numbers are in [1, 2^20].

    Example: `#sc.topology<devices = 4, sparse_cores = 4>`
  }];
  let parameters = (ins "int64_t":$devices, "int64_t":$sparse_cores);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def SC_ConfigAttr : SC_Attr<"Config", "config"> {
  let summary = "settings of a spec that are not about one table";
  let description = [{
    The fields of JAX's SparsecoreConfig under their own names, see
    docs/EmbeddingSpec.md. The two dictionaries go by table.

    Rules: `config_c1` all limits are positive, those by table i64.

    Example:
    `#sc.config<disable_table_stacking = false, max_ids_per_chip_per_sample =
    64, max_ids_per_table = {user = 1024}, allow_id_dropping = false,
    initialize_tables_on_host = true, enable_fast_table_initialization = false>`
  }];
  let parameters = (ins "::mlir::BoolAttr":$disable_table_stacking,
    "int64_t":$max_ids_per_chip_per_sample,
    OptionalParameter<"::mlir::DictionaryAttr">:$max_ids_per_table,
    OptionalParameter<"::mlir::DictionaryAttr">:$max_unique_ids_per_table,
    "::mlir::BoolAttr":$allow_id_dropping,
    "::mlir::BoolAttr":$initialize_tables_on_host,
    "::mlir::BoolAttr":$enable_fast_table_initialization);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // SC_DIALECTS_SPARSECORE_SPEC_ATTRS
