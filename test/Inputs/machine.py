# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""machine.py FILE.json [KEY=NUMBER ...]: a machine named tiny, as v5p where KEY is not given."""

import json
import pathlib
import sys

V5P = {
    "name": "tiny", "topology_axes": 3, "devices_per_chip": 1, "sparse_cores_per_device": 4,
    "tiles_per_sparse_core": 16, "f32_lanes": 8, "tile_spmem_bytes": 524288, "smem_bytes": 32768,
    "dma_granule_bytes": 32,
}


def write(path, **changes):
    pathlib.Path(path).write_text(json.dumps(V5P | changes))


if __name__ == "__main__":
    pairs = (argument.split("=") for argument in sys.argv[2:])
    write(sys.argv[1], **{key: int(number) for key, number in pairs})
