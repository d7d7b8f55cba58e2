//===-- TileStreamOps.td - streams, lists and rows --------*- tablegen -*-===//
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

//===----------------------------------------------------------------------===//
// Lists and rows
//===----------------------------------------------------------------------===//

def Tile_RunsOp : Tile_TileOp<"runs", [AttrSizedOperandSegments]> {
  let summary = "first id of each run of equal neighbours";
  let description = [{
    Works in place. The result is the number of runs.

    With `carry`, a buffer of two i32 words, the ids are a window of a longer
    list. The words are the last id of the windows so far and the number of their
    runs. An id equal to the carried one starts no run, unless `carried` is 0:
    the list begins here. Both words are brought up to date, also where `count`
    is 0.

    * `runs_c1`: `carry` has two i32 words in `tilespmem`.

    Example: `%0 = tile.runs %ids[%zero], %count : memref<16xi32, #tile.space<tilespmem>>`
  }];
  let arguments = (ins AnyMemRef:$ids, Index:$offset, Index:$count,
    Optional<AnyMemRef>:$carry, Optional<Index>:$carried);
  let results = (outs Index:$distinct);
  let assemblyFormat = [{
    $ids `[` $offset `]` `,` $count (`carry` $carry^ `carried` $carried)?
    attr-dict `:` type($ids) (`,` type($carry)^)?
  }];
  let hasVerifier = 1;
}

def Tile_SelectOp : Tile_TileOp<"select", [AttrSizedOperandSegments]> {
  let summary = "keep the entries of a range of samples";
  let description = [{
    Scans `count` entries of the three lists, from `offset` on, or 0, and keeps,
    compacted in place, those whose sample is in [`lower`, `upper`). A kept
    sample is made relative to `lower`. The id

    * is replaced by the number of its run of equal neighbours with `slots`;
    * stays with `filter`;
    * stays with `keep_ids`, which skips entries whose sample is the padding
      value.

    Another sample outside [0, `num_samples`) is a fault. The result is the
    number of entries kept. `carry` as in `tile.runs`: runs are numbered through
    all windows of a list.

    * `select_c1`: `carry` has two i32 words in `tilespmem` and comes with
      `slots`.

    Example:
    ```mlir
    %0 = tile.select slots %ids, %samples, %gains, %count from %lower to %upper of 16
        : memref<16xi32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>,
          memref<16xf32, #tile.space<tilespmem>>
    ```
  }];
  let arguments = (ins Tile_SelectModeAttr:$mode, AnyMemRef:$ids,
    AnyMemRef:$samples, AnyMemRef:$gains, Optional<Index>:$offset, Index:$count,
    Index:$lower, Index:$upper, Optional<AnyMemRef>:$carry,
    Optional<Index>:$carried, I64Attr:$num_samples);
  let results = (outs Index:$kept);
  let assemblyFormat = [{
    `` $mode $ids `,` $samples `,` $gains (`at` $offset^)? `,` $count `from`
    $lower `to` $upper `of` $num_samples (`carry` $carry^ `carried` $carried)?
    attr-dict `:` type($ids) `,` type($samples) `,` type($gains)
    (`,` type($carry)^)?
  }];
  let hasVerifier = 1;
}

def Tile_AxpyIndexedOp : Tile_TileOp<"axpy_indexed"> {
  let summary = "add scaled rows to indexed rows";
  let description = [{
    For i in order: row `samples[i]` of the accumulator += `gains[i]` times row
    i of `rows`. Multiplication and addition round separately.

    * `axpy_indexed_c1`: `row_size` is positive.

    Example:
    ```mlir
    tile.axpy_indexed %rows[%zero] by %samples[%at], %gains[%at] into %activations, %count
        {row_size = 8 : i64}
        : memref<64x8xf32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>,
          memref<16xf32, #tile.space<tilespmem>>, memref<1x8xf32, #tile.space<tilespmem>>
    ```
  }];
  let arguments = (ins AnyMemRef:$rows, Index:$rows_offset, AnyMemRef:$samples,
    Index:$samples_offset, AnyMemRef:$gains, Index:$gains_offset,
    AnyMemRef:$accumulator, Index:$count, I64Attr:$row_size);
  let assemblyFormat = [{
    $rows `[` $rows_offset `]` `by` $samples `[` $samples_offset `]` `,` $gains
    `[` $gains_offset `]` `into` $accumulator `,` $count attr-dict
    `:` type($rows) `,` type($samples) `,` type($gains) `,` type($accumulator)
  }];
  let hasVerifier = 1;
}

#endif // SC_DIALECTS_TILE_STREAM_OPS
