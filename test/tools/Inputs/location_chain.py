# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# location_chain.py N: a module with a location that is N names deep.
import sys

count = int(sys.argv[1])
print('#l0 = loc("start")')
for i in range(count):
    print(f'#l{i + 1} = loc("f{i}"(#l{i}))')
print("func.func @main(%a: tensor<4xf32>) -> tensor<2x2xf32> {")
print("  %0 = stablehlo.slice %a [0:2] : (tensor<4xf32>) -> tensor<2xf32>")
print(f"  %1 = stablehlo.reshape %a : (tensor<4xf32>) -> tensor<2x2xf32> loc(#l{count})")
print(f"  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32> loc(#l{count})")
print("  return %2 : tensor<2x2xf32>")
print("}")
