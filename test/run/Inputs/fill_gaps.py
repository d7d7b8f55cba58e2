# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fill_gaps.py IN.npz OUT.npz SPARSE_CORES SAMPLES

Puts plausible entries with huge gains where a lookup must not read: between the
partitions of a CSR list and past its last row pointer. The list is arg0 to arg3, one
slice for each of SPARSE_CORES, with SAMPLES samples each.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Inputs"))
import npz

source, target = sys.argv[1:3]
total, samples = map(int, sys.argv[3:])
arrays = npz.load(source)
pointers, ids, sample_ids, gains = (arrays[f"arg{i}"][2] for i in range(4))
capacity = len(ids) // total
stride = len(pointers) // total
filled = 0
for core in range(total):
    used, start = set(), 0
    for end in pointers[core * stride:core * stride + total]:
        used.update(range(start, end))
        start = (end + 7) // 8 * 8
    for entry in set(range(capacity)) - used:
        index = core * capacity + entry
        ids[index], sample_ids[index], gains[index] = entry % 8, entry % samples, 3e38
        filled += 1
npz.save(target, arrays)
print(f"filled {filled} of {len(ids)} entries")
