#!/usr/bin/env -S python3 -B
# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes programs of lookups in named tables on one device, and batches for them.

usage: lookups.py [options] TABLE ... > model.mlir
       lookups.py [options] --batch=KIND --npz=FILE TABLE ...

A TABLE is NAME:ROWSxWIDTH:MAX_IDS:MAX_UNIQUE_IDS with the rows of all SparseCores;
WIDTH 0 is a table of rank 1.
Batches have the arrays of a program as `arg<i>` and its results as `out<i>`:
  small  --entries entries in each partition, odd samples empty
  full   each partition has MAX_IDS entries and MAX_UNIQUE_IDS distinct ids; half of
         the entries of an id are spread over all samples, half lie in the last ones
Table and gains are small whole numbers, so that every sum is exact in f32.
"""

import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import npz

PAD = 2**31 - 1


def parse_table(text):
    name, shape, max_ids, max_unique = text.split(":")
    rows, width = map(int, shape.split("x"))
    return name, rows, width, int(max_ids), int(max_unique)


def round_up(value, multiple):
    return -(-value // multiple) * multiple


def get_capacity(args, max_ids):
    """List entries of a SparseCore."""
    return args.capacity or args.cores * round_up(max_ids, 8)


# Programs


def format_config(max_ids, max_unique, rest=""):
    return (
        r'"{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: '
        rf"{max_ids}, \22max_unique_ids_per_partition\22: {max_unique}, "
        rf"\22sharding_strategy\22: 1, \22pad_value\22: {PAD}{rest}}}, "
        r'\22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"'
    )


def make_types(args, table):
    """Types of row pointers, ids, samples, gains, table, and of activations."""
    _, rows, width, max_ids, _ = table
    entries = args.cores * get_capacity(args, max_ids)
    shape = f"{rows}x{width}" if width else f"{rows}"
    samples = f"{args.samples * args.cores}x{width}" if width else f"{args.samples * args.cores}"
    return [f"tensor<{args.cores * max(8, args.cores)}xi32>", f"tensor<{entries}xi32>",
            f"tensor<{entries}xi32>", f"tensor<{entries}xf32>", f"tensor<{shape}xf32>",
            f"tensor<{samples}xf32>"]


def make_lookup(args, index, table):
    _, _, width, max_ids, max_unique = table
    types = make_types(args, table)
    operands = ", ".join(f"%t{index}_{i}" for i in range(5))
    sizes = f"{args.samples * args.cores}, {width}" if width else f"{args.samples * args.cores}"
    return [
        f"%i{index} = stablehlo.broadcast %zero, sizes = [{sizes}] : (tensor<f32>) -> {types[5]}",
        f"%r{index} = stablehlo.custom_call @SparseDenseMatmulOp({operands}, %i{index}) "
        f"{{backend_config = {format_config(max_ids, max_unique)}}} : "
        f"({', '.join(types)}) -> {types[5]}",
    ]


def make_update(args, index, table):
    """An Adagrad update by the gradient %t_5 with slots %t_6."""
    _, _, _, max_ids, max_unique = table
    types = make_types(args, table)
    operands = ", ".join(f"%t{index}_{i}" for i in (0, 1, 2, 3, 5, 4, 6))
    config = format_config(max_ids, max_unique,
                           r", \22num_slot_variables\22: 1, \22num_hyperparameters\22: 1")
    pair = f"tuple<{types[4]}, {types[4]}>"
    return [
        f"%u{index} = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate({operands}, "
        f"%rate) {{backend_config = {config}, called_computations = [@adagrad{table[2]}]}} : "
        f"({', '.join(types[:4] + [types[5], types[4], types[4]])}, tensor<f32>) -> {pair}",
        f"%v{index} = stablehlo.get_tuple_element %u{index}[0] : ({pair}) -> {types[4]}",
        f"%s{index} = stablehlo.get_tuple_element %u{index}[1] : ({pair}) -> {types[4]}",
    ]


def make_optimizer(width):
    row = f"tensor<1x{width}xf32>"
    pair = f"tuple<{row}, {row}>"
    return f"""  func.func private @adagrad{width}(%g: {row}, %t: {row}, %a: {row}, %rate: {row}) -> {pair} {{
    %0 = stablehlo.multiply %g, %g : {row}
    %1 = stablehlo.add %a, %0 : {row}
    %2 = stablehlo.multiply %rate, %g : {row}
    %3 = stablehlo.sqrt %1 : {row}
    %4 = stablehlo.divide %2, %3 : {row}
    %5 = stablehlo.subtract %t, %4 : {row}
    %6 = stablehlo.tuple %5, %1 : {pair}
    return %6 : {pair}
  }}"""


def print_module(args):
    arguments, lines, results = [], [], []
    for index, table in enumerate(args.tables):
        types = make_types(args, table)
        if args.adagrad:
            types.append(types[4])
        for i, kind in enumerate(types if args.adagrad else types[:5]):
            location = f" loc(\"params['{table[0]}']\")" if i == 4 else ""
            arguments.append(f"%t{index}_{i}: {kind}{location}")
        lines += make_lookup(args, index, table)
        results.append((f"%r{index}", types[5]))
        if args.adagrad:
            lines += make_update(args, index, table)
            results += [(f"%v{index}", types[4]), (f"%s{index}", types[4])]
    print("module attributes {mhlo.num_partitions = 1 : i32} {")
    print(f"  func.func public @main({', '.join(arguments)}) -> ({', '.join(kind for _, kind in results)}) {{")
    print("    %zero = stablehlo.constant dense<0.0> : tensor<f32>")
    print("    %rate = stablehlo.constant dense<0.01> : tensor<f32>")
    for line in lines:
        print(f"    {line}")
    print(f"    return {', '.join(name for name, _ in results)} : {', '.join(kind for _, kind in results)}")
    print("  }")
    for width in sorted({table[2] for table in args.tables} if args.adagrad else []):
        print(make_optimizer(width))
    print("}")


# Batches


def make_partition(args, table, source, owner):
    """(local row, sample, gain) of a partition, by ascending row, then sample."""
    _, rows, _, max_ids, max_unique = table
    local_rows = rows // args.cores
    if args.batch == "small":
        count, distinct = min(max_ids, args.entries), min(max_unique, 5)
    else:
        count, distinct = max_ids, max_unique
    entries = []
    for number in range(distinct):
        row = local_rows - distinct + number
        share = count * (number + 1) // distinct - count * number // distinct
        spread = share - share // 2
        for i in range(share):
            sample = i * args.samples // spread if i < spread else args.samples - share + i
            if args.batch == "small":
                sample = (2 * (i * args.samples // share // 2 + source) + 2 * owner) % args.samples
            entries.append((row, sample, float(1 + (number + i + source) % 3)))
    return sorted(entries)


def pack(partitions, capacity, stride):
    """Row pointers and padded lists of one SparseCore."""
    pointers, entries = [], []
    for partition in partitions:
        entries += [(PAD, PAD, float("nan"))] * (-len(entries) % 8) + partition
        pointers.append(len(entries))
    pointers += [round_up(len(entries), 8)] * (stride - len(pointers))
    return pointers, entries + [(PAD, PAD, float("nan"))] * (capacity - len(entries))


def make_arrays(args, table):
    """Lists, table and activations; the expected sums are made here as well."""
    _, rows, width, max_ids, _ = table
    words = width or 1
    values = [float((i * 7) % 61) for i in range(rows * words)]
    local_rows, stride = rows // args.cores, max(8, args.cores)
    result = [0.0] * (args.cores * args.samples * words)
    lists = [[], [], [], []]
    for source in range(args.cores):
        partitions = [make_partition(args, table, source, owner) for owner in range(args.cores)]
        for owner, partition in enumerate(partitions):
            for row, sample, gain in partition:
                at = (owner * local_rows + row) * words
                to = (source * args.samples + sample) * words
                for lane in range(words):
                    result[to + lane] += gain * values[at + lane]
        pointers, entries = pack(partitions, get_capacity(args, max_ids), stride)
        lists[0] += pointers
        for part, column in zip(lists[1:], zip(*entries)):
            part += column
    shape = [width] if width else []
    count = len(lists[1])
    return [("i4", [args.cores * stride], lists[0]), ("i4", [count], lists[1]),
            ("i4", [count], lists[2]), ("f4", [count], lists[3]),
            ("f4", [rows] + shape, values)], ("f4", [args.cores * args.samples] + shape, result)


def write_batch(args):
    arrays = {}
    for index, table in enumerate(args.tables):
        inputs, result = make_arrays(args, table)
        arrays.update({f"arg{5 * index + i}": array for i, array in enumerate(inputs)})
        arrays[f"out{index}"] = result
    npz.save(args.npz, arrays)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tables", nargs="+", type=parse_table, metavar="TABLE")
    parser.add_argument("--cores", type=int, default=4, help="SparseCores of the device")
    parser.add_argument("--samples", type=int, default=64, help="samples of a SparseCore")
    parser.add_argument("--capacity", type=int, help="list entries of a SparseCore")
    parser.add_argument("--adagrad", action="store_true", help="update each table as well")
    parser.add_argument("--batch", choices=("small", "full"))
    parser.add_argument("--entries", type=int, default=40, help="entries of a small batch")
    parser.add_argument("--npz", help="file of the batch")
    args = parser.parse_args()
    write_batch(args) if args.batch else print_module(args)


if __name__ == "__main__":
    main()
