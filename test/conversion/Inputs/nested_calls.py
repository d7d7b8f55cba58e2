#!/usr/bin/env -S python3 -B
# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes an update whose optimizer calls functions that call functions.

usage: nested_calls.py DEPTH CALLS > model.mlir
       DEPTH functions; each but the last calls the next one CALLS times
"""

import sys

ROW = "tensor<1x8xf32>"
TYPES = (
    "tensor<32xi32>, tensor<64xi32>, tensor<64xi32>, tensor<64xf32>, tensor<16x8xf32>, "
    "tensor<64x8xf32>"
)
CONFIG = (
    r'"{\22sparse_dense_matmul_config\22: {\22max_ids_per_partition\22: 16, '
    r"\22max_unique_ids_per_partition\22: 16, \22sharding_strategy\22: 1, "
    r"\22pad_value\22: 2147483647, \22num_slot_variables\22: 0, \22num_hyperparameters\22: 0}, "
    r'\22device_type\22: \22DEVICE_TYPE_SPARSECORE\22}"'
)


def main():
    depth, calls = map(int, sys.argv[1:])
    names = [f"%a{i}" for i in range(6)]
    arguments = ", ".join(
        f"{name}: {kind}" for name, kind in zip(names, TYPES.split(", "), strict=True)
    )
    print('module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {')
    print(f"func.func @main({arguments}) -> tensor<64x8xf32> {{")
    print(
        "%0 = stablehlo.custom_call @SparseDenseMatmulGradOpWithOptimizerUpdate"
        f"({', '.join(names)}) {{backend_config = {CONFIG}, called_computations = [@f0]}} : "
        f"({TYPES}) -> tensor<64x8xf32>"
    )
    print("return %0 : tensor<64x8xf32>\n}")
    for index in range(depth):
        print(f"func.func private @f{index}(%grad: {ROW}, %0: {ROW}) -> {ROW} {{")
        count = calls if index + 1 < depth else 0
        for call in range(count):
            print(f"%{call + 1} = call @f{index + 1}(%grad, %{call}) : ({ROW}, {ROW}) -> {ROW}")
        if count == 0:
            print(f"%1 = stablehlo.add %0, %grad : {ROW}")
        print(f"return %{count or 1} : {ROW}\n}}")
    print("}")


if __name__ == "__main__":
    main()
