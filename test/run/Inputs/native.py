# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""native.py PROGRAM STEP FILE.npz: inputs and results of native_PROGRAM.mlir.

Every operation is rounded to f32, so the results are exact.
"""

import math
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Inputs"))
import npz


def f32(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def make_schedule(step):
    grad = [f32((i * 7 % 32 - 15) / 3) for i in range(32)]
    grad[5], grad[9], grad[12] = math.nan, math.inf, -math.inf
    t = float(step + 1)
    first = f32(1 - f32(math.pow(f32(0.9), t)))
    second = f32(math.sqrt(f32(1 - f32(math.pow(f32(0.999), t)))))
    decay = f32(math.exp(f32(f32(-0.01) * t)))
    rate = f32(f32(decay * second) / first)
    clipped = [f32(min(2.0, max(-2.0, 0.0 if math.isnan(g) else g)) * rate) for g in grad]
    return {
        "arg0": ("i4", [], [step]),
        "arg1": ("f4", [4, 8], grad),
        "out0": ("f4", [], [rate]),
        "out1": ("f4", [4, 8], clipped),
        "out2": ("i4", [], [step + 1]),
    }


def make_devices(step):
    steps = [step + 3 * device for device in range(4)]
    grad = [f32((i * 11 % 64 - 30) / 7) for i in range(64)]
    weights = [f32(i / 3) for i in range(8)]
    result = []
    for i, value in enumerate(grad):
        rate = f32(1 / f32(math.sqrt(float(steps[i // 16] + 1))))
        result.append(f32(f32(f32(value * rate) + weights[i % 8]) * 0.5))
    return {
        "arg0": ("i4", [4], steps),
        "arg1": ("f4", [8, 8], grad),
        "arg2": ("f4", [8], weights),
        "out0": ("i4", [4], [number + 1 for number in steps]),
        "out1": ("f4", [8, 8], result),
    }


if __name__ == "__main__":
    make = {"schedule": make_schedule, "devices": make_devices}[sys.argv[1]]
    npz.save(sys.argv[3], make(int(sys.argv[2])))
