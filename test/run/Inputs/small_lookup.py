# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""small_lookup.py CASE FILE.npz: inputs and result of small_lookup.mlir.

Four SparseCores with 4 samples, 8 table rows and 64 list entries each; limits of 8
ids and 4 distinct ids in a partition. `ok` is a batch at these limits, each other
case breaks one rule of it.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Inputs"))
import npz

CORES, SAMPLES, ROWS, WIDTH, ENTRIES, POINTERS = 4, 4, 8, 8, 64, 8
PAD = 2**31 - 1


def make_partition(core, owner):
    """Entries (id, sample, gain): 8 of them, with 4 distinct ids."""
    return [((core + owner + i // 2) % ROWS, i % SAMPLES, float(1 + i)) for i in range(8)]


def pack(partitions):
    """Row pointers and padded lists of the partitions of one SparseCore."""
    pointers, entries = [], []
    for partition in partitions:
        entries += [(PAD, PAD, float("nan"))] * (-len(entries) % 8) + partition
        pointers.append(len(entries))
    end = -(-len(entries) // 8) * 8
    pointers += [end] * (POINTERS - len(pointers))
    return pointers, entries + [(PAD, PAD, float("nan"))] * (ENTRIES - len(entries))


def break_lists(case, lists):
    """Changes entries; lists[core][owner] is a partition."""
    if case == "too-many-ids":
        lists[1][2].append(lists[1][2][-1])
    elif case == "too-many-unique-ids":
        lists[2][0][-1] = (7, 0, 1.0)
    elif case == "id-past-table":
        lists[0][3][6:] = [(ROWS, 2, 1.0), (ROWS, 3, 1.0)]
    elif case == "negative-id":
        lists[0][3][6:] = [(-1, 2, 1.0), (-1, 3, 1.0)]
    elif case == "sample-past-end":
        lists[3][1][5] = (lists[3][1][5][0], SAMPLES, 1.0)


def break_pointers(case, pointers):
    """Changes row pointers; entry 8 * core + owner ends a partition."""
    if case == "pointers-descend":
        pointers[8 * 3 + 2] = 7
    elif case == "negative-pointer":
        pointers[8 * 1] = -8
    elif case == "pointer-past-end":
        pointers[8 * 2 + 3] = ENTRIES + 1


def compute(lists, table):
    result = [0.0] * (CORES * SAMPLES * WIDTH)
    for core in range(CORES):
        for owner in range(CORES):
            for row, sample, gain in lists[core][owner]:
                for lane in range(WIDTH):
                    result[((core * SAMPLES + sample) * WIDTH) + lane] += (
                        gain * table[(owner * ROWS + row) * WIDTH + lane])
    return result


def make(case):
    lists = [[make_partition(core, owner) for owner in range(CORES)] for core in range(CORES)]
    table = [float(i % 61) for i in range(CORES * ROWS * WIDTH)]
    # Small whole numbers: the result is exact in f32.
    result = compute(lists, table)
    break_lists(case, lists)
    packed = [pack(core) for core in lists]
    pointers = [pointer for core, _ in packed for pointer in core]
    break_pointers(case, pointers)
    ids, samples, gains = zip(*[entry for _, core in packed for entry in core])
    count = CORES * ENTRIES
    return {
        "arg0": ("i4", [CORES * POINTERS], pointers),
        "arg1": ("i4", [count], ids),
        "arg2": ("i4", [count], samples),
        "arg3": ("f4", [count], gains),
        "arg4": ("f4", [CORES * ROWS, WIDTH], table),
        "out0": ("f4", [CORES * SAMPLES, WIDTH], result),
    }


if __name__ == "__main__":
    npz.save(sys.argv[2], make(sys.argv[1]))
