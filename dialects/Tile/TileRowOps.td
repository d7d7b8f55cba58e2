//===-- TileRowOps.td - lists and rows --------------------*- tablegen -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SC_DIALECTS_TILE_ROW_OPS
#define SC_DIALECTS_TILE_ROW_OPS

include "dialects/Tile/TileOps.td"

//===----------------------------------------------------------------------===//
// Lists
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

    With `ascending` an id smaller than the one in front of it is a fault.

    * `runs_c1`: `carry` has two i32 words in `tilespmem`.

    Example: `%0 = tile.runs %ids[%zero], %count : memref<16xi32, #tile.space<tilespmem>>`
  }];
  let arguments = (ins AnyMemRef:$ids, Index:$offset, Index:$count,
    Optional<AnyMemRef>:$carry, Optional<Index>:$carried, UnitAttr:$ascending);
  let results = (outs Index:$distinct);
  let assemblyFormat = [{
    (`ascending` $ascending^)? $ids `[` $offset `]` `,` $count
    (`carry` $carry^ `carried` $carried)?
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

def Tile_SortOp : Tile_TileOp<"sort"> {
  let summary = "sort entries by id and sample";
  let description = [{
    Sorts `count` entries of the three lists, from `offset` on, in place by
    ascending id, those of an id by ascending sample, equal ones as they were.

    Example:
    ```mlir
    tile.sort %ids, %samples, %gains at %zero, %count
        : memref<16xi32, #tile.space<tilespmem>>, memref<16xi32, #tile.space<tilespmem>>,
          memref<16xf32, #tile.space<tilespmem>>
    ```
  }];
  let arguments = (ins AnyMemRef:$ids, AnyMemRef:$samples, AnyMemRef:$gains,
    Index:$offset, Index:$count);
  let assemblyFormat = [{
    $ids `,` $samples `,` $gains `at` $offset `,` $count attr-dict
    `:` type($ids) `,` type($samples) `,` type($gains)
  }];
}

def Tile_LowerBoundOp : Tile_TileOp<"lower_bound", [MemoryEffects<[MemRead]>]> {
  let summary = "where a value belongs in an ascending list";
  let description = [{
    The number of the `count` elements from `offset` on that are less than
    `value`. The list, in `hbm` or `tilespmem`, ascends; if it does not, the
    result is some number from 0 to `count`.

    Example: `%0 = tile.lower_bound %value in %ids[%zero], %count : memref<16xi32, #tile.space<tilespmem>>`
  }];
  let arguments = (ins Index:$value, AnyMemRef:$ids, Index:$offset,
    Index:$count);
  let results = (outs Index:$position);
  let assemblyFormat = [{
    $value `in` $ids `[` $offset `]` `,` $count attr-dict `:` type($ids)
  }];
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

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

def Tile_SegmentSumOp : Tile_TileOp<"segment_sum", [AttrSizedOperandSegments]> {
  let summary = "sum the rows of each slot";
  let description = [{
    For i in order, entry e = `entries_offset` + i: row `slots[e]` - `first` of
    the result += `gains[e]` times row `indices[e]` of `rows`. Without `gains`
    rows are added as they are, without `indices` row i is taken. Multiplication
    and addition round separately. `rows` is in `tilespmem`, or in `spmem`, where
    the tiles of a SparseCore read one another's memory.

    * `segment_sum_c1`: `row_size` is positive.
    * `segment_sum_c2`: buffers are in `tilespmem`, `rows` also in `spmem`.

    Example:
    ```mlir
    tile.segment_sum %gradients[%zero] by %slots, indices %samples, gains %gains at %at, %count
        into %sums[%zero] first %slot {row_size = 8 : i64}
        : memref<16x8xf32, #tile.space<spmem>>, memref<16xi32, #tile.space<tilespmem>>,
          memref<16xi32, #tile.space<tilespmem>>, memref<16xf32, #tile.space<tilespmem>>
        into memref<4x8xf32, #tile.space<tilespmem>>
    ```
  }];
  let arguments = (ins AnyMemRef:$rows, Index:$rows_offset, AnyMemRef:$slots,
    Optional<AnyMemRef>:$indices, Optional<AnyMemRef>:$gains,
    Index:$entries_offset, Index:$count, AnyMemRef:$result,
    Index:$result_offset, Index:$first, I64Attr:$row_size);
  let assemblyFormat = [{
    $rows `[` $rows_offset `]` `by` $slots (`indices` $indices^)?
    (`gains` $gains^)? `at` $entries_offset `,` $count `into` $result `[`
    $result_offset `]` `first` $first attr-dict `:` type($rows) `,` type($slots)
    (`indices` type($indices)^)? (`gains` type($gains)^)? `into` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_RowFillOp : Tile_TileOp<"row_fill"> {
  let summary = "write one word everywhere";
  let description = [{
    Sets `count` words from the offset on to `value`, an f32 or an i32. Words of
    either kind may lie in a buffer of the other.

    * `row_fill_c1`: the value is an f32 or i32, and the destination has elements
      of one of these types in `tilespmem`.

    Example: `tile.row_fill 0.0 : f32 to %sums[%zero], %count : memref<4x8xf32, #tile.space<tilespmem>>`
  }];
  let arguments = (ins TypedAttrInterface:$value, AnyMemRef:$destination,
    Index:$destination_offset, Index:$count);
  let assemblyFormat = [{
    $value `to` $destination `[` $destination_offset `]` `,` $count attr-dict
    `:` type($destination)
  }];
  let hasVerifier = 1;
}

def Tile_ElementwiseOp : Tile_TileOp<"elementwise", [AttrSizedOperandSegments]> {
  let summary = "function of the words of rows";
  let description = [{
    Computes `count` rows of `row_size` words, word by word, from as many
    operands as the function has. `broadcast` says for each operand whether it
    is one row that stands for all (1), one word for each row (2), one word for
    all (3) or dense rows (0). The result may be an operand that is dense.

    Words are f32 or i32 by the name of the function, truth values i32 0 and 1.

    * `elementwise_c1`: `row_size` is positive.
    * `elementwise_c2`: as many operands and entries of `broadcast` as the
      function has operands, at most three; each entry is in [0, 3].
    * `elementwise_c3`: buffers are in `tilespmem`.

    Example:
    ```mlir
    tile.elementwise multiply(%rate[%zero], %gradients[%zero]) to %steps[%zero], %count
        {broadcast = array<i64: 3, 0>, row_size = 8 : i64}
        : memref<1xf32, #tile.space<tilespmem>>, memref<4x8xf32, #tile.space<tilespmem>>
        to memref<4x8xf32, #tile.space<tilespmem>>
    ```
  }];
  let arguments = (ins Tile_RowFunctionAttr:$function, AnyMemRef:$a,
    Index:$a_offset, Optional<AnyMemRef>:$b, Optional<Index>:$b_offset,
    Optional<AnyMemRef>:$c, Optional<Index>:$c_offset, AnyMemRef:$result,
    Index:$result_offset, Index:$count, I64Attr:$row_size,
    DenseI64ArrayAttr:$broadcast);
  let assemblyFormat = [{
    $function `(` $a `[` $a_offset `]` (`,` $b^ `[` $b_offset `]`)?
    (`,` $c^ `[` $c_offset `]`)? `)` `to` $result `[` $result_offset `]` `,`
    $count attr-dict `:` type($a) (`,` type($b)^)? (`,` type($c)^)? `to`
    type($result)
  }];
  let hasVerifier = 1;
}

def Tile_ReduceRowOp : Tile_TileOp<"reduce_row"> {
  let summary = "fold each row to a word";
  let description = [{
    Word i of the result becomes `init` combined with the words of row i, from
    the first to the last, for `count` rows.

    * `reduce_row_c1`: `row_size` is positive.
    * `reduce_row_c2`: the function is one of add, multiply, maximum, minimum,
      and_int, add_int, multiply_int, maximum_int and minimum_int.
    * `reduce_row_c3`: buffers are in `tilespmem`.

    Example:
    ```mlir
    tile.reduce_row add %squares[%zero] init %start[%zero] to %sums[%zero], %count
        {row_size = 8 : i64}
        : memref<4x8xf32, #tile.space<tilespmem>>, memref<1xf32, #tile.space<tilespmem>>
        to memref<4xf32, #tile.space<tilespmem>>
    ```
  }];
  let arguments = (ins Tile_RowFunctionAttr:$function, AnyMemRef:$rows,
    Index:$rows_offset, AnyMemRef:$init, Index:$init_offset, AnyMemRef:$result,
    Index:$result_offset, Index:$count, I64Attr:$row_size);
  let assemblyFormat = [{
    $function $rows `[` $rows_offset `]` `init` $init `[` $init_offset `]` `to`
    $result `[` $result_offset `]` `,` $count attr-dict `:` type($rows) `,`
    type($init) `to` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_SnapOp : Tile_TileOp<"snap"> {
  let summary = "round the words of rows to buckets";
  let description = [{
    Simulated quantization, in place: each word x of `count` rows is clipped to
    [`low`, `high`] and becomes floor((x - low) / step + 0.5) x step + low, step
    being (high - low) / (buckets - 1), all in f32. NaN stays NaN.

    * `snap_c1`: `row_size` is positive.
    * `snap_c2`: `low` is less than `high`, both are finite as f32, and `buckets`
      is in [2, 2^24].

    Example: `tile.snap %rows[%zero], %count low -1.0 high 1.0 buckets 16 {row_size = 8 : i64} : memref<4x8xf32, #tile.space<tilespmem>>`
  }];
  let arguments = (ins AnyMemRef:$rows, Index:$rows_offset, Index:$count,
    F64Attr:$low, F64Attr:$high, I64Attr:$buckets, I64Attr:$row_size);
  let assemblyFormat = [{
    $rows `[` $rows_offset `]` `,` $count `low` $low `high` $high `buckets`
    $buckets attr-dict `:` type($rows)
  }];
  let hasVerifier = 1;
}

def Tile_WidenOp : Tile_TileOp<"widen", [AttrSizedOperandSegments]> {
  let summary = "f32 rows from narrow ones";
  let description = [{
    Makes `count` rows of `row_size` f32 words, one after another, from codes:
    those of row i start `source_stride` elements behind those of row i - 1. Word
    j is code j of its row, decoded:

    | type | value of a code c |
    |---|---|
    | `bf16`, `fp8_e4m3`, `fp8_e5m2` | the number that it is; with `scales` times s |
    | `int8` | c x s |
    | `int8_affine` | (c + 128) x s + m |

    s is the word of `scales` at the offset for row 0, `scales_stride` elements
    further on for each next row, m the word behind it. Product and sum are
    rounded to f32 apart. `scales` may be the source itself, where rows have
    their scale behind their codes.

    * `widen_c1`: `row_size` is positive, the strides are not negative.
    * `widen_c2`: both kinds of int8 have `scales`, bf16 has none.
    * `widen_c3`: buffers are in `tilespmem`; the destination is f32, the source
      of the type's elements, `scales` f32 or the source.
    * `widen_c4`: offset and stride of `scales` come with `scales`.

    Example:
    ```mlir
    tile.widen int8 %codes[%zero] scales %codes[%behind] to %rows[%zero], %count
        {row_size = 8 : i64, scales_stride = 12 : i64, source_stride = 12 : i64}
        : memref<64x12xi8, #tile.space<tilespmem>>, memref<64x12xi8, #tile.space<tilespmem>>
        to memref<64x8xf32, #tile.space<tilespmem>>
    ```
  }];
  let arguments = (ins Tile_RowTypeAttr:$type, AnyMemRef:$source,
    Index:$source_offset, Optional<AnyMemRef>:$scales,
    Optional<Index>:$scales_offset, AnyMemRef:$destination,
    Index:$destination_offset, Index:$count, I64Attr:$row_size,
    I64Attr:$source_stride, OptionalAttr<I64Attr>:$scales_stride);
  let assemblyFormat = [{
    $type $source `[` $source_offset `]` (`scales` $scales^ `[` $scales_offset
    `]`)? `to` $destination `[` $destination_offset `]` `,` $count attr-dict
    `:` type($source) (`,` type($scales)^)? `to` type($destination)
  }];
  let hasVerifier = 1;
}

#endif // SC_DIALECTS_TILE_ROW_OPS
