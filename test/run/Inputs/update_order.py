# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""update_order.py one|devices FILE.npz: inputs and results of update_order.mlir and
update_order_devices.mlir.

Tables, gains and gradients are small whole numbers, so every sum is exact in f32.
"""

import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Inputs"))
import npz

PAD = 2**31 - 1
CORES, SAMPLES, ROWS, WIDTH = 4, 4, 16, 8  # of a device, a SparseCore, a SparseCore, a row
MINIBATCHES = 2


def make_entries(rng, sources):
    """(source, owner, row, sample, gain); each SparseCore has rows without entries."""
    entries = []
    for source in range(sources):
        for owner in range(sources):
            pairs = rng.sample([(row, sample) for row in range(1, ROWS, 2) for sample in range(SAMPLES)], 9)
            entries += [(source, owner, row, sample, float(rng.randint(1, 3))) for row, sample in sorted(pairs)]
    return entries


def pack(partitions, capacity, lists):
    """Appends partitions to the lists of one slice; returns their ends."""
    ids, samples, gains = lists
    ends = []
    for partition in partitions:
        padding = -len(ids) % 8
        ids += [PAD] * padding + [row for row, _, _ in partition]
        samples += [PAD] * padding + [sample for _, sample, _ in partition]
        gains += [float("nan")] * padding + [gain for _, _, gain in partition]
        ends.append(len(ids))
    if capacity:
        for values, pad in zip(lists, (PAD, PAD, float("nan"))):
            values += [pad] * (capacity - len(values))
    return ends


def pack_slices(entries, sources, capacity):
    """A slice of the lists for each SparseCore."""
    pointers, lists = [], ([], [], [])
    for source in range(sources):
        own = ([], [], [])
        partitions = [[e[2:] for e in entries if e[:2] == (source, owner)] for owner in range(sources)]
        ends = pack(partitions, capacity, own)
        pointers += ends + [ends[-1]] * (8 - len(ends))
        for values, part in zip(lists, own):
            values += part
    return pointers, lists


def pack_minibatches(rng, entries, sources, capacity):
    """Blocks of SparseCore and minibatch; ids do not ascend, equal ones are together."""
    pointers, lists = [], ([], [], [])
    for device in range(sources // CORES):
        own, ends = ([], [], []), []
        for source in range(device * CORES, device * CORES + CORES):
            for minibatch in range(MINIBATCHES):
                order = rng.sample(range(ROWS), ROWS)
                partitions = [sorted((e[2:] for e in entries
                                      if e[:2] == (source, owner) and e[2] // 2 % MINIBATCHES == minibatch),
                                     key=lambda e: (order[e[0]], e[1])) for owner in range(sources)]
                ends += pack(partitions, 0, own)
        pack([], capacity, own)
        pointers += ends + [ends[-1]] * (CORES * 64 * 8 - len(ends))
        for values, part in zip(lists, own):
            values += part
    return pointers, lists


def look_up(entries, table, sources, init=None):
    sums = list(init or [0.0] * (sources * SAMPLES * WIDTH))
    for source, owner, row, sample, gain in entries:
        for lane in range(WIDTH):
            sums[(source * SAMPLES + sample) * WIDTH + lane] += gain * table[(owner * ROWS + row) * WIDTH + lane]
    return sums


def update(entries, gradients, rule, *tables):
    """rule(g, row, slot...) of each word of a row that occurs."""
    count = len(tables[0])
    sums = [None] * count
    for source, owner, row, sample, gain in entries:
        for lane in range(WIDTH):
            at = (owner * ROWS + row) * WIDTH + lane
            sums[at] = (sums[at] or 0.0) + gain * gradients[(source * SAMPLES + sample) * WIDTH + lane]
    results = [list(table) for table in tables]
    for at, g in enumerate(sums):
        if g is not None:
            for result, value in zip(results, rule(g, *(table[at] for table in tables))):
                result[at] = value
    return results


def make_numbers(rng, count):
    return [float(rng.randint(-4, 4)) for _ in range(count)]


def make_one(rng):
    entries = make_entries(rng, CORES)
    pointers, (ids, samples, gains) = pack_slices(entries, CORES, 64)
    words = CORES * ROWS * WIDTH
    user, item, acc = (make_numbers(rng, words) for _ in range(3))
    d = make_numbers(rng, CORES * SAMPLES * WIDTH)
    new, = update(entries, d, lambda g, row: [row - g], user)
    other, = update(entries, d, lambda g, row: [row + g], user)
    item_sums = look_up(entries, item, CORES)
    item_new, acc_new = update(entries, item_sums, lambda g, row, slot: [row + slot, slot + g], item, acc)
    more, less = update(entries, d, lambda g, row, slot: [row + g, slot - g], acc, acc)
    results = [new, look_up(entries, user, CORES), look_up(entries, new, CORES), item_sums, item_new, acc_new, other,
               more, less, [-x for x in user], [-x for x in new], user]
    rows = ("f4", [CORES * ROWS, WIDTH])
    arrays = [("i4", [32], pointers), ("i4", [256], ids), ("i4", [256], samples), ("f4", [256], gains),
              (*rows, user), (*rows, item), (*rows, acc), ("f4", [CORES * SAMPLES, WIDTH], d)]
    return arrays, [("f4", [len(values) // WIDTH, WIDTH], values) for values in results]


def make_devices(rng):
    sources = 2 * CORES
    entries = make_entries(rng, sources)
    pointers, (ids, samples, gains) = pack_minibatches(rng, entries, sources, 1024)
    table = make_numbers(rng, sources * ROWS * WIDTH)
    d = make_numbers(rng, sources * SAMPLES * WIDTH)
    new, = update(entries, d, lambda g, row: [row - g], table)
    rows, activations = ("f4", [sources * ROWS, WIDTH]), ("f4", [sources * SAMPLES, WIDTH])
    lists = [("i4", [2048], ids), ("i4", [2048], samples)]
    arrays = [("i4", [4096], pointers), *lists, ("f4", [2048], gains), (*rows, table), (*activations, d),
              ("i4", [], [MINIBATCHES])]
    return arrays, [(*rows, new), (*activations, look_up(entries, table, sources, new[:len(d)])), *lists]


if __name__ == "__main__":
    inputs, outputs = {"one": make_one, "devices": make_devices}[sys.argv[1]](random.Random(7))
    npz.save(sys.argv[2], {f"arg{i}": array for i, array in enumerate(inputs)}
             | {f"out{i}": array for i, array in enumerate(outputs)})
