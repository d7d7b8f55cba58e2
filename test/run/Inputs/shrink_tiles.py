# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""shrink_tiles.py MODEL.mlir BATCH.npz TOPOLOGY SPARSE_CORES TILES LANES [OPTION ...]

Compiles a program with one update for machines with less and less TileSpmem, down to
the smallest that has a plan, with the OPTIONs of sc-compile. Each program is run, and
must give the expected arrays of the batch; without replicas also the bytes of the first
one. Works in the current folder; prints each kind of plan once, and the last error.
"""

import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Inputs"))
import machine

KEYS = ["replicas", "vector_splits", "sample_splits", "row_streaming"]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


def compile_for(tile_bytes, model, topology, cores, tiles, lanes, options):
    machine.write("machine.json", topology_axes=topology.count("x") + 1,
                  sparse_cores_per_device=cores, tiles_per_sparse_core=tiles,
                  tile_spmem_bytes=tile_bytes, f32_lanes=lanes)
    return run("sc-compile", model, "--machine-file=machine.json", f"--target=tiny:{topology}",
               "-o", "model.scx", "--report=json", *options)


def main():
    model, batch, topology = sys.argv[1:4]
    sizes = [int(number) for number in sys.argv[4:7]]
    size, whole, seen = 1 << 15, None, set()
    while True:
        result = compile_for(size, model, topology, *sizes, sys.argv[7:])
        if result.returncode != 0:
            print(result.stderr.splitlines()[0])
            break
        plan = json.loads(result.stdout)["lookups"][0]["plan"]
        taken = run("sc-run", "model.scx", f"--inputs={batch}", f"--expect={batch}", "--poison",
                    "--outputs=out.npz")
        if taken.returncode != 0:
            sys.exit(f"{size} bytes, {plan}\n{taken.stdout}{taken.stderr}")
        data = pathlib.Path("out.npz").read_bytes()
        whole = whole or data
        kind = " ".join(f"{key} {plan[key]}" for key in KEYS)
        if plan["replicas"] == 1 and data != whole:
            sys.exit(f"{size} bytes, {kind}: other bytes")
        if kind not in seen:
            print(f"{kind}: {'same' if data == whole else 'close'}", flush=True)
        seen.add(kind)
        size -= max(8, size // 16 // 8 * 8)


if __name__ == "__main__":
    main()
