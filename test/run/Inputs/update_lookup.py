# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""update_lookup.py FILE.npz [old]: a batch of corpus/mlir/update_lookup_4dev.mlir.

Gradients of one batch update a stack of two tables with Adagrad, then another batch is
looked up in the new table; with `old` the expected activations are those of the table as
it was. Eight SparseCores on four devices, with 4 samples each: two of each feature.
"""

import math
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Inputs"))
import npz

DEVICES, CORES, SAMPLES, ROWS, WIDTH, ENTRIES = 4, 8, 4, 16, 8, 2048
FEATURES = {0: 6, 1: 7}  # widths
PAD = 2**31 - 1
RATE = 0.00999999977


def draw_lists():
    """{(core, sample): {row: gain}}; rows below 8 occur often."""
    lists = {}
    for core in range(CORES):
        for sample in range(SAMPLES):
            rows = random.sample(range(8), random.randint(0, 3))
            rows += random.sample(range(8, ROWS * CORES), random.randint(0, 6))
            lists[core, sample] = {row: random.randint(-8, 16) / 8 for row in rows}
    return lists


def pack(lists):
    pointers, columns = [], ([], [], [])
    for core in range(CORES):
        entries = []
        for owner in range(CORES):
            entries += [(PAD, PAD, math.nan)] * (-len(entries) % 8)
            entries += sorted((row // CORES, sample, gain) for sample in range(SAMPLES)
                              for row, gain in lists[core, sample].items() if row % CORES == owner)
            pointers.append(len(entries))
        # As a host leaves what it does not write.
        entries += [(core, core % SAMPLES, 3e38)] * (ENTRIES - len(entries))
        for column, values in zip(columns, zip(*entries)):
            column += values
    return [("i4", [len(pointers)], pointers), ("i4", [ENTRIES * CORES], columns[0]),
            ("i4", [ENTRIES * CORES], columns[1]), ("f4", [ENTRIES * CORES], columns[2]),
            ("i4", [DEVICES], [1] * DEVICES)]


def shard(rows):
    """Row r is on SparseCore r mod 8, at r / 8."""
    return [word for owner in range(CORES) for row in range(owner, len(rows), CORES) for word in rows[row]]


def update(lists, gradients, table, slot):
    sums = {}
    for (core, sample), rows in lists.items():
        feature, first = sample // 2, 2 * core + sample % 2
        gradient = gradients[feature][first] + [0.0] * (WIDTH - FEATURES[feature])
        for row, gain in rows.items():
            total = sums.setdefault(row, [0.0] * WIDTH)
            sums[row] = [a + gain * b for a, b in zip(total, gradient)]
    for row, total in sums.items():
        slot[row] = [a + g * g for a, g in zip(slot[row], total)]
        table[row] = [w - RATE * g / math.sqrt(a) for w, g, a in zip(table[row], total, slot[row])]


def look_up(lists, table):
    features = {feature: [] for feature in FEATURES}
    for core in range(CORES):
        for sample in range(SAMPLES):
            total = [0.0] * WIDTH
            for row, gain in lists[core, sample].items():
                total = [a + gain * b for a, b in zip(total, table[row])]
            feature = sample // 2
            features[feature] += total[:FEATURES[feature]]
    return features


def main():
    random.seed(6)

    def draw(low, high):
        return random.randint(low * 64, high * 64) / 64

    gradients = {feature: [[draw(-2, 2) for _ in range(width)] for _ in range(2 * CORES)]
                 for feature, width in FEATURES.items()}
    table = [[draw(-1, 1) for _ in range(WIDTH)] for _ in range(ROWS * CORES)]
    slot = [[0.125] * WIDTH for _ in table]
    before, after = draw_lists(), draw_lists()
    arrays = [("f4", [2 * CORES, width], sum(gradients[feature], [])) for feature, width in FEATURES.items()]
    arrays += pack(before) + pack(after)
    shape = [len(table), WIDTH]
    arrays += [("f4", shape, shard(table)), ("f4", shape, shard(slot))]
    old = look_up(after, table)
    update(before, gradients, table, slot)
    features = old if "old" in sys.argv[2:] else look_up(after, table)
    outputs = [("f4", [2 * CORES, width], features[feature]) for feature, width in FEATURES.items()]
    outputs += [("f4", shape, shard(table)), ("f4", shape, shard(slot))]
    npz.save(sys.argv[1], {f"arg{i}": array for i, array in enumerate(arrays)}
             | {f"out{i}": array for i, array in enumerate(outputs)})


if __name__ == "__main__":
    main()
