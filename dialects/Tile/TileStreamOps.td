//===-- TileStreamOps.td - streams ------------------------*- tablegen -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SC_DIALECTS_TILE_STREAM_OPS
#define SC_DIALECTS_TILE_STREAM_OPS

include "dialects/Tile/TileOps.td"

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

def Tile_DmaOp : Tile_TileOp<"dma", [AttrSizedOperandSegments]> {
  let summary = "linear transfer of elements";
  let description = [{
    The offset on the HBM side must be a multiple of 32 bytes. With `peer` the
    destination is the buffer of that SparseCore; with `flag` the transfer is
    asynchronous, until `tile.wait_dma`.

    Example:
    ```mlir
    tile.dma %ids[%start] to %list[%zero], %count
        : memref<64xi32, #tile.space<hbm>> to memref<16xi32, #tile.space<tilespmem>>
    ```
  }];
  let arguments = (ins AnyMemRef:$source, Index:$source_offset,
    AnyMemRef:$destination, Index:$destination_offset, Index:$count,
    Optional<Index>:$peer, Optional<Index>:$flag);
  let assemblyFormat = [{
    $source `[` $source_offset `]` `to` $destination `[` $destination_offset
    `]` `,` $count (`peer` $peer^)? (`flag` $flag^)? attr-dict
    `:` type($source) `to` type($destination)
  }];
}

def Tile_DmaRowsOp : Tile_TileOp<"dma_rows", [AttrSizedOperandSegments]> {
  let summary = "transfer of equally spaced rows";
  let description = [{
    `rows` rows of `row_size` elements each, `source_stride` and
    `destination_stride` elements apart. Aligned to words on both sides.

    Example:
    ```mlir
    tile.dma_rows %window[%zero] to %send[%to], %rows
        {destination_stride = 8 : i64, row_size = 8 : i64, source_stride = 8 : i64}
        : memref<16x8xf32, #tile.space<tilespmem>> to memref<4x16x8xf32, #tile.space<hbm>>
    ```
  }];
  let arguments = (ins AnyMemRef:$source, Index:$source_offset,
    AnyMemRef:$destination, Index:$destination_offset, Index:$rows,
    Optional<Index>:$peer, Optional<Index>:$flag, I64Attr:$row_size,
    I64Attr:$source_stride, I64Attr:$destination_stride);
  let assemblyFormat = [{
    $source `[` $source_offset `]` `to` $destination `[` $destination_offset
    `]` `,` $rows (`peer` $peer^)? (`flag` $flag^)? attr-dict
    `:` type($source) `to` type($destination)
  }];
}

def Tile_GatherRowsOp : Tile_TileOp<"gather_rows"> {
  let summary = "indirect stream: rows by a list of indices";
  let description = [{
    Row i of the destination becomes row `indices[i]` of the `source_rows` rows
    of `row_size` elements that start at the source offset, `source_stride`
    elements apart (`row_size` where it is absent); an index outside is a fault.
    The rows of the destination lie one after another.

    * `gather_rows_c1`: `row_size` is positive, `source_stride` at least as
      large.

    Example:
    ```mlir
    tile.gather_rows %table[%zero] rows 16 by %slots[%zero] to %window[%zero], %count
        {row_size = 8 : i64}
        : memref<16x8xf32, #tile.space<hbm>>, memref<64xi32, #tile.space<tilespmem>>
        to memref<64x8xf32, #tile.space<tilespmem>>
    ```
  }];
  let arguments = (ins AnyMemRef:$source, Index:$source_offset,
    I64Attr:$source_rows, AnyMemRef:$indices, Index:$indices_offset,
    AnyMemRef:$destination, Index:$destination_offset, Index:$count,
    Optional<Index>:$flag, I64Attr:$row_size,
    OptionalAttr<I64Attr>:$source_stride);
  let assemblyFormat = [{
    $source `[` $source_offset `]` `rows` $source_rows `by` $indices `[`
    $indices_offset `]` `to` $destination `[` $destination_offset `]` `,` $count
    (`flag` $flag^)? attr-dict `:` type($source) `,` type($indices) `to`
    type($destination)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Elements from one row of the source to the next.
    int64_t getSourceStrideOrRowSize() {
      return getSourceStride().value_or(getRowSize());
    }
  }];
}

def Tile_ScatterRowsOp : Tile_TileOp<"scatter_rows"> {
  let summary = "indirect stream: rows to a list of indices";
  let description = [{
    Row `indices[i]` of the `destination_rows` rows of the destination, which
    start at its offset `destination_stride` elements apart (`row_size` where it
    is absent), becomes row i of the source, for i in order; an index outside is
    a fault. The rows of the source lie one after another.

    * `scatter_rows_c1`: `row_size` is positive, `destination_stride` at least
      as large.

    Example:
    ```mlir
    tile.scatter_rows %window[%zero] by %ids[%zero] to %table[%zero] rows 16, %count
        {row_size = 8 : i64}
        : memref<64x8xf32, #tile.space<tilespmem>>, memref<64xi32, #tile.space<tilespmem>>
        to memref<16x8xf32, #tile.space<hbm>>
    ```
  }];
  let arguments = (ins AnyMemRef:$source, Index:$source_offset,
    AnyMemRef:$indices, Index:$indices_offset, AnyMemRef:$destination,
    Index:$destination_offset, I64Attr:$destination_rows, Index:$count,
    Optional<Index>:$flag, I64Attr:$row_size,
    OptionalAttr<I64Attr>:$destination_stride);
  let assemblyFormat = [{
    $source `[` $source_offset `]` `by` $indices `[` $indices_offset `]` `to`
    $destination `[` $destination_offset `]` `rows` $destination_rows `,` $count
    (`flag` $flag^)? attr-dict `:` type($source) `,` type($indices) `to`
    type($destination)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Elements from one row of the destination to the next.
    int64_t getDestinationStrideOrRowSize() {
      return getDestinationStride().value_or(getRowSize());
    }
  }];
}

def Tile_MergeOp : Tile_TileOp<"merge"> {
  let summary = "next ids of several ascending lists";
  let description = [{
    `num_lists` ascending lists of distinct ids lie in `hbm`, `list_slots`
    elements apart from `lists_offset` on. Words j and `num_lists` + j of
    `cursors` are the next slot of list j and the slot past its last: slots in
    front of the cursor were taken. Takes as many ids as fit, in ascending
    order, always all slots of an id together; moves the cursors past them.

    `ids` receives the distinct ids. Each taken slot is an entry, by ascending
    id, then list: `slots` receives the number of its id among those taken,
    `indices` its element index from `lists_offset` on. The results are the
    number of entries and of distinct ids. `slots` and `indices` are as long as
    `ids` at least. A list that does not ascend is a fault, as is an id that
    occurs in more lists than there is room for entries.

    * `merge_c1`: `num_lists` and `list_slots` are positive.
    * `merge_c2`: `lists` is in `hbm`, the others in `tilespmem`, all of i32;
      `cursors` has 2 x `num_lists` words.
    * `merge_c3`: `ids`, `slots` and `indices` have one type, of at least
      `num_lists` words.

    Example:
    ```mlir
    %count, %distinct = tile.merge 4 of 16 %received[%zero] by %cursors to %ids, %slots, %indices
        : memref<4x16xi32, #tile.space<hbm>>, memref<2x4xi32, #tile.space<tilespmem>>,
          memref<64xi32, #tile.space<tilespmem>>
    ```
  }];
  let arguments = (ins I64Attr:$num_lists, I64Attr:$list_slots,
    AnyMemRef:$lists, Index:$lists_offset, AnyMemRef:$cursors, AnyMemRef:$ids,
    AnyMemRef:$slots, AnyMemRef:$indices);
  let results = (outs Index:$count, Index:$distinct);
  let assemblyFormat = [{
    $num_lists `of` $list_slots $lists `[` $lists_offset `]` `by` $cursors `to`
    $ids `,` $slots `,` $indices attr-dict `:` type($lists) `,` type($cursors)
    `,` custom<SameTypes>(type($ids), type($slots), type($indices))
  }];
  let hasVerifier = 1;
}

#endif // SC_DIALECTS_TILE_STREAM_OPS
