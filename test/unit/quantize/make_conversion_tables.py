# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""make_conversion_tables.py > Inputs/conversions.csv: what ml_dtypes makes of floats and codes.

Needs numpy and ml_dtypes. Lines are TYPE,decode,CODE,FLOAT or TYPE,encode,FLOAT,CODE, numbers in hex.
Finite values that ml_dtypes turns into NaN or infinity are left out for FP8: sc saturates there.
"""

import ml_dtypes
import numpy as np

RNG = np.random.default_rng(20260101)
TYPES = {
    "fp8_e4m3": (ml_dtypes.float8_e4m3fn, np.uint8),
    "fp8_e5m2": (ml_dtypes.float8_e5m2, np.uint8),
    "bf16": (ml_dtypes.bfloat16, np.uint16),
}


def get_codes(dtype, word):
    """Codes of the positive finite values in order: all of FP8, some of bf16."""
    codes = np.arange(2 ** (8 * np.dtype(word).itemsize - 1), dtype=word)
    codes = codes[np.isfinite(codes.view(dtype).astype(np.float32))]
    if len(codes) > 256:
        picked = np.concatenate([[0, 1, 0x7E, 0x7F, 0x80, 0x3F80, len(codes) - 1], RNG.integers(0, len(codes), 240)])
        codes = codes[np.unique(picked)]
    return codes


def get_inputs(dtype, word):
    """Values of codes, the middles behind them and the floats next to these, of both signs."""
    codes = get_codes(dtype, word)
    values = codes.view(dtype).astype(np.float32)
    following = (codes + 1).astype(word).view(dtype).astype(np.float32)
    isInside = np.isfinite(following)
    middles = ((values[isInside].astype(np.float64) + following[isInside]) / 2).astype(np.float32)
    nearby = [np.nextafter(middles, np.float32(-np.inf)), middles, np.nextafter(middles, np.float32(np.inf))]
    signed = np.concatenate([values, *nearby])
    signed = np.where(np.arange(len(signed)) % 3 == 0, -signed, signed)
    special = np.array([0x00000000, 0x80000000, 0x00000001, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000], np.uint32)
    return np.concatenate([signed, special.view(np.float32)])


def print_type(name, dtype, word):
    digits = 2 * np.dtype(word).itemsize
    codes = np.arange(256, dtype=np.uint8) if word is np.uint8 else get_codes(dtype, word)
    for code, bits in zip(codes, codes.view(dtype).astype(np.float32).view(np.uint32)):
        print(f"{name},decode,{code:0{digits}x},{bits:08x}")
    inputs = get_inputs(dtype, word)
    outputs = inputs.astype(dtype)
    kept = np.isnan(inputs) | np.isfinite(outputs.astype(np.float32)) | (word is np.uint16)
    for bits, code in zip(inputs[kept].view(np.uint32), outputs[kept].view(word)):
        print(f"{name},encode,{bits:08x},{code:0{digits}x}")


print(f"# make_conversion_tables.py with ml_dtypes {ml_dtypes.__version__}")
with np.errstate(all="ignore"):
    for name, (dtype, word) in TYPES.items():
        print_type(name, dtype, word)
