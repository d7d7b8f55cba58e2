# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints test/run/Inputs/small_lookup.mlir with 2^20 samples in place of 16."""

import pathlib

path = pathlib.Path(__file__).parents[2] / "run/Inputs/small_lookup.mlir"
print(path.read_text().replace("tensor<16x8xf32>", "tensor<1048576x8xf32>")
      .replace("sizes = [16, 8]", "sizes = [1048576, 8]"))
