// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of the `sdy` dialect.

#ifndef SC_DIALECTS_SHARDY_SHARDYATTRS_TD
#define SC_DIALECTS_SHARDY_SHARDYATTRS_TD

include "dialects/Shardy/ShardyDialect.td"
include "mlir/IR/AttrTypeBase.td"

class Sdy_Attr<string name, string attrMnemonic> : AttrDef<Sdy_Dialect, name> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
}

def Sdy_MeshAxis : Sdy_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "Name and size of one mesh axis";
  let description = [{
    Printed inside a mesh as `"x"=4`. Rules are those of the mesh.

    Example: `#sdy.mesh_axis<"x"=4>`
  }];
  let parameters = (ins StringRefParameter<"axis name">:$name,
                        "int64_t":$size);
}

def Sdy_Mesh : Sdy_Attr<"Mesh", "mesh"> {
  let summary = "Named axes over the devices of a program";
  let description = [{
    The devices are numbered row-major over the axes, unless `device_ids`
    names another order. A mesh without axes and with one device id is
    *maximal*: a single device. A mesh without both is *empty*.

    - mesh_c1: every axis size is at least 1.
    - mesh_c2: axis names are not empty and are unique.
    - mesh_c3: the number of devices fits 64 bits.
    - mesh_c4: device ids are a permutation of 0 to the number of devices,
      or one non-negative id if there are no axes.

    Example: `#sdy.mesh<["x"=2, "y"=4]>`
  }];
  let parameters = (ins ArrayRefParameter<"MeshAxisAttr">:$axes,
                        OptionalArrayRefParameter<"int64_t">:$deviceIds);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Whether an axis of this name exists.
    bool hasAxis(::llvm::StringRef name) const;
    /// Size of the named axis; 0 if there is none.
    int64_t getAxisSize(::llvm::StringRef name) const;
    /// Names of the axes, in mesh order.
    ::llvm::SmallVector<::llvm::StringRef> getAxisNames() const;
    /// Number of devices: the product of the axis sizes; 1 without axes.
    int64_t getDeviceCount() const;
    /// Whether the mesh has no axes and no device id.
    bool isEmpty() const { return getAxes().empty() && getDeviceIds().empty(); }
  }];
}

def Sdy_SubAxisInfo : Sdy_Attr<"SubAxisInfo", "sub_axis_info"> {
  let summary = "Which part of a split axis";
  let description = [{
    Printed as `(preSize)size`: an axis of size n is seen as
    `preSize x size x n/(preSize*size)` and the middle part is meant.

    - sub_axis_c1: the pre-size is at least 1 and the size is at least 2.

    Example: `#sdy.sub_axis_info<(1)2>`
  }];
  let parameters = (ins "int64_t":$preSize, "int64_t":$size);
  let genVerifyDecl = 1;
}

def Sdy_AxisRef : Sdy_Attr<"AxisRef", "axis_ref"> {
  let summary = "Reference to an axis or to a part of it";
  let description = [{
    Example: `#sdy.axis_ref<"x":(1)2>`
  }];
  let parameters = (ins StringRefParameter<"axis name">:$name,
                        OptionalParameter<"SubAxisInfoAttr">:$subAxis);
  let extraClassDeclaration = [{
    /// Whether only a part of the axis is meant.
    bool isSubAxis() const { return static_cast<bool>(getSubAxis()); }
    /// Whether two references of the same axis share a device split.
    bool overlaps(AxisRefAttr other) const;
    /// Size of the referenced axis or part in `mesh`; 0 if it has none.
    int64_t getSize(MeshAttr mesh) const;
  }];
}

def Sdy_DimensionSharding : Sdy_Attr<"DimensionSharding",
                                     "dimension_sharding"> {
  let summary = "Axes that shard one dimension, major to minor";
  let description = [{
    `{"x", "y"}` is closed, `{"x", ?}` is open to further axes. A priority
    `p0` may follow. In this compiler openness and priority have no effect.

    - dimension_sharding_c1: a priority is `p` and a number.

    Example: `#sdy.dimension_sharding<{"x", ?}p1>`
  }];
  let parameters = (ins OptionalArrayRefParameter<"AxisRefAttr">:$axes,
                        "bool":$isClosed,
                        OptionalParameter<"std::optional<int64_t>">:$priority);
  let extraClassDeclaration = [{
    /// Names of the axes, major to minor, whether whole or in part.
    ::llvm::SmallVector<::llvm::StringRef> getAxisNames() const;
    /// Whether some axis is used only in part.
    bool hasSubAxes() const;
  }];
}

def Sdy_TensorSharding : Sdy_Attr<"TensorSharding", "sharding"> {
  let summary = "How a tensor is cut over a mesh";
  let description = [{
    The mesh is a symbol or spelt in place. One dimension sharding per
    dimension; `replicated` axes must not be used by the dimensions,
    `unreduced` axes hold partial sums.

    - sharding_c1: the mesh symbol names an `sdy.mesh`.
    - sharding_c2: every axis exists in the mesh.
    - sharding_c3: an axis, or a part of it, is used at most once.
    - sharding_c4: a sub-axis divides its axis and is smaller than it.
    - sharding_c5: one dimension sharding per dimension of the tensor; none
      for a value that is no ranked tensor.

    Example: `#sdy.sharding<@mesh, [{"x"}, {}}] # [{]>`
  }];
  let parameters = (ins
    AttrParameter<"::mlir::Attribute", "symbol or mesh">:$meshOrRef,
    OptionalArrayRefParameter<"DimensionShardingAttr">:$dimShardings,
    OptionalArrayRefParameter<"AxisRefAttr">:$replicatedAxes,
    OptionalArrayRefParameter<"AxisRefAttr">:$unreducedAxes);
  let extraClassDeclaration = [{
    /// Symbol of the mesh; null if the mesh is spelt in place.
    ::mlir::FlatSymbolRefAttr getMeshSymbol() const;
    /// The mesh: the one in place, or what the symbol names as seen from
    /// `from`; null if there is none.
    MeshAttr getMesh(::mlir::Operation *from) const;
    int64_t getRank() const { return getDimShardings().size(); }
    /// Names of the axes of dimension `dim`, major to minor.
    ::llvm::SmallVector<::llvm::StringRef> getAxesOfDim(int64_t dim) const;
    /// Whether any dimension, or the replicated or unreduced list, uses an
    /// axis only in part.
    bool hasSubAxes() const;
    /// Whether no dimension is sharded.
    bool isFullyReplicated() const;
    /// Calls `visit` on every axis used anywhere in the sharding.
    void forEachAxis(::llvm::function_ref<void(AxisRefAttr)> visit) const;
  }];
}

def Sdy_TensorShardingPerValue : Sdy_Attr<"TensorShardingPerValue",
                                          "sharding_per_value"> {
  let summary = "One sharding per operand or result";
  let description =
      "Example: `#sdy.sharding_per_value<[<@mesh, [{\"x\"}]>]>`";
  let parameters =
      (ins OptionalArrayRefParameter<"TensorShardingAttr">:$shardings);
  let extraClassDeclaration = [{
    size_t size() const { return getShardings().size(); }
    bool empty() const { return getShardings().empty(); }
    TensorShardingAttr operator[](size_t index) const {
      return getShardings()[index];
    }
  }];
}

def Sdy_ManualAxes : Sdy_Attr<"ManualAxes", "manual_axes"> {
  let summary = "Axes over which a body is written per device";
  let description = [{
    - manual_axes_c1: an axis is named at most once.

    Example: `#sdy<manual_axes{"x", "y"}>`
  }];
  let parameters =
      (ins OptionalArrayRefParameter<"::mlir::StringAttr">:$axes);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool empty() const { return getAxes().empty(); }
    bool contains(::llvm::StringRef name) const;
  }];
}

#endif // SC_DIALECTS_SHARDY_SHARDYATTRS_TD
