#!/usr/bin/env -S python3 -B
# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one program with every kind of split and compares the bytes of its results.

usage: run_splits.py MODEL.mlir BATCH.npz TOPOLOGY SPARSE_CORES TILES

For each kind of split a machine is made whose TileSpmem holds just the smallest split
of that kind: then the planner must take it, and the report must say so. Outputs have
to be the bytes of the unsplit run, and the expected ones of the batch within the
usual tolerance. Works in the current folder; prints a line for each kind.
"""

import json
import math
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import machine


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{result.stderr}{result.stdout}")
    return result.stdout


class Runner:
    def __init__(self, model, batch, topology, cores, tiles):
        self.model, self.batch, self.topology = model, batch, topology
        self.cores, self.tiles = int(cores), int(tiles)

    def execute(self, tile_bytes, lanes, options, output):
        """Compiles for a machine, runs, and returns the lookup of the report."""
        machine.write("machine.json", topology_axes=self.topology.count("x") + 1,
                      sparse_cores_per_device=self.cores, tiles_per_sparse_core=self.tiles,
                      f32_lanes=lanes, tile_spmem_bytes=tile_bytes)
        report = run("sc-compile", self.model, "--machine-file=machine.json",
                     f"--target=tiny:{self.topology}", "-o", "model.scx", "--report=json", *options)
        run("sc-run", "model.scx", f"--inputs={self.batch}", f"--expect={self.batch}", "--poison",
            f"--outputs={output}")
        lookup, = json.loads(report)["lookups"]
        return lookup


def count_bytes(lookup, tiles, r=1, v=1, s=1, window=None):
    """G + X + A of docs/Planning.md."""
    words = lookup["width"] // v
    gather = -(-lookup["samples"] // (tiles * r * s)) * words * 4
    entries = 24 * window if window else 12 * lookup["max_ids"]
    return gather + 2 * 4 * max(128, words) + 256 + entries


def list_kinds(lookup, tiles):
    """(name, (r, v, s, window), lanes, options); lanes bound vector splits."""
    samples, width = -(-lookup["samples"] // tiles), lookup["width"]
    most = 1 << samples.bit_length() - 1
    half = next((v for v in range(2, width + 1) if width % v == 0), 1)
    one = "--max-replicas=1"
    if most > 2:
        yield "replicas", (2, 1, 1, None), 1024, ["--max-replicas=2"]
    yield "replicas", (most, 1, 1, None), 1024, []
    yield "vector splits", (1, half, 1, None), max(1, width // half), [one]
    yield "vector splits", (1, width, 1, None), 1, [one]
    yield "sample splits", (1, 1, most, None), 1024, [one, "--sample-splitting"]
    if most < samples <= 3 * most // 2:  # only both together get down to one sample
        yield "replicas, samples", (most, 1, 2, None), 1024, ["--sample-splitting"]
    if lookup["max_ids"] > 16:
        yield "row streaming", (1, 1, 1, 8), 1024, [one, "--row-streaming"]
        yield "all but samples", (most, width, 1, 8), 1, ["--row-streaming"]
        yield "all but replicas", (1, width, most, 8), 1, [one, "--row-streaming", "--sample-splitting"]


def main():
    runner = Runner(*sys.argv[1:])
    lookup = runner.execute(1 << 20, 8, [], "whole.npz")
    whole = pathlib.Path("whole.npz").read_bytes()
    tiles, unsplit = runner.tiles, count_bytes(lookup, runner.tiles)
    for name, (r, v, s, window), lanes, options in list_kinds(lookup, tiles):
        size = count_bytes(lookup, tiles, r, v, s, window)
        if size >= unsplit or math.prod((r, v, s)) == 1 and not window:
            continue
        split = runner.execute(size, lanes, options, "split.npz")
        plan = split["plan"]
        taken = [plan[key] for key in ("replicas", "vector_splits", "sample_splits", "row_streaming")]
        is_same = pathlib.Path("split.npz").read_bytes() == whole
        print(f"{name}: r {r}, v {v}, s {s}, window {window} in {size} of {unsplit} bytes:",
              "taken," if taken == [r, v, s, window is not None] else f"planned {taken} instead,",
              "same bytes" if is_same else "other bytes", flush=True)


if __name__ == "__main__":
    main()
