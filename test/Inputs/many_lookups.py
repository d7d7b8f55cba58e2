#!/usr/bin/env -S python3 -B
# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a StableHLO module of many lookups, each in a table of its own.

usage: many_lookups.py LOOKUPS DEVICES SPARSE_CORES [ROWS] [--max-ids=N]

The tables are sharded over all devices, 16 words wide; each lookup has 64 samples
for each SparseCore and 16 entries, or N, for each partition.
"""

import argparse

CONFIG = (
    r"{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: %d, "
    r"\22max_unique_ids_per_partition\22: 8, \22sharding_strategy\22: 1, "
    r"\22pad_value\22: 2147483647}, \22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"
)


def operand_types(args, devices):
    """Types of row pointers, ids, samples, gains and table; times `devices` for global ones."""
    partners = args.devices * args.sparse_cores
    pointers = args.sparse_cores * max(8, partners)
    entries = args.sparse_cores * partners * args.max_ids
    rows = args.rows // args.devices
    return [
        f"tensor<{pointers * devices}xi32>",
        f"tensor<{entries * devices}xi32>",
        f"tensor<{entries * devices}xi32>",
        f"tensor<{entries * devices}xf32>",
        f"tensor<{rows * devices}x16xf32>",
    ]


def list_values(prefix, count):
    return [f"%{prefix}{i}" for i in range(count)]


def print_lookup(args, index, zero):
    samples = 64 * args.sparse_cores
    inner = list_values("b", 5 * args.lookups)[5 * index : 5 * index + 5]
    result = f"tensor<{samples}x16xf32>"
    types = ", ".join(operand_types(args, 1) + [result])
    print(f"      %i{index} = stablehlo.broadcast {zero}, sizes = [{samples}, 16] : (tensor<f32>) -> {result}")
    print(
        f"      %r{index} = stablehlo.custom_call @SparseDenseMatmulOp({', '.join(inner)}, %i{index}) "
        f'{{backend_config = "{CONFIG % args.max_ids}"}} : ({types}) -> {result}'
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lookups", type=int)
    parser.add_argument("devices", type=int)
    parser.add_argument("sparse_cores", type=int)
    parser.add_argument("rows", type=int, nargs="?", default=1 << 20)
    parser.add_argument("--max-ids", type=int, default=16)
    args = parser.parse_args()
    outer = list_values("a", 5 * args.lookups)
    inner = list_values("b", 5 * args.lookups)
    outer_types = operand_types(args, args.devices) * args.lookups
    inner_types = operand_types(args, 1) * args.lookups
    shardings = ['<@mesh, [{"x"}]>'] * 4 + ['<@mesh, [{"x"}, {}]>']
    samples = 64 * args.sparse_cores
    shards = [f"tensor<{samples}x16xf32>"] * args.lookups
    results = [f"tensor<{samples * args.devices}x16xf32>"] * args.lookups

    print(f"module attributes {{mhlo.num_partitions = {args.devices} : i32}} {{")
    print(f'  sdy.mesh @mesh = <["x"={args.devices}]>')
    arguments = ", ".join(f"{name}: {kind}" for name, kind in zip(outer, outer_types))
    print(f"  func.func public @main({arguments}) -> ({', '.join(results)}) {{")
    print(
        f"    %0:{args.lookups} = sdy.manual_computation({', '.join(outer)}) "
        f"in_shardings=[{', '.join(shardings * args.lookups)}] "
        f"out_shardings=[{', '.join(shardings[-1:] * args.lookups)}] "
        f'manual_axes={{"x"}} '
        f"({', '.join(f'{name}: {kind}' for name, kind in zip(inner, inner_types))}) {{"
    )
    print("      %zero = stablehlo.constant dense<0.0> : tensor<f32>")
    for index in range(args.lookups):
        print_lookup(args, index, "%zero")
    print(f"      sdy.return {', '.join(list_values('r', args.lookups))} : {', '.join(shards)}")
    print(f"    }} : ({', '.join(outer_types)}) -> ({', '.join(results)})")
    print(f"    return {', '.join(f'%0#{i}' for i in range(args.lookups))} : {', '.join(results)}")
    print("  }")
    print("}")


if __name__ == "__main__":
    main()
