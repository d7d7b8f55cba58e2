#!/usr/bin/env python3
# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""make_inputs.py FOLDER: writes features.npz, tables.npz and expected.npz.

The expected activations come from whole tables and plain loops: nothing here knows
of stacks, shards or SparseCores. Needs numpy.
"""

import pathlib
import sys

import numpy as np

SAMPLES = 64
VOCABULARIES = {"item": (60, 10), "user": (200, 12)}
TABLE_OF = {"clicks": "item", "purchases": "item", "visitor": "user"}


def make_features(random):
    """Ids of each sample, with weights, by feature; and the arrays of the file."""
    # Popular items come first, as they do in catalogues.
    popular = np.minimum(random.geometric(0.08, size=(SAMPLES, 8)) - 1, 59)
    counts = random.integers(0, 9, size=SAMPLES)  # some samples have no clicks
    clicks = [popular[sample, :count] for sample, count in enumerate(counts)]
    purchases = random.integers(0, 60, size=(SAMPLES, 3))
    prices = random.uniform(1, 10, size=(SAMPLES, 3)).astype(np.float32)
    visitor = random.integers(0, 200, size=SAMPLES)
    arrays = {
        # Ragged: the ids of all samples in a row, and where each sample's begin.
        "clicks.values": np.concatenate(clicks).astype(np.int32),
        "clicks.row_splits": np.concatenate([[0], np.cumsum(counts)]),
        # Dense with weights, samples x ids.
        "purchases": purchases,
        "purchases.weights": prices,
        # Dense, one id for each sample.
        "visitor": visitor,
    }
    lookups = {
        "clicks": [(ids, np.ones(len(ids))) for ids in clicks],
        "purchases": list(zip(purchases, prices)),
        "visitor": [([sample], [1.0]) for sample in visitor],
    }
    return lookups, arrays


def look_up(table, lookup):
    """The weighted mean of the rows of each sample, in double precision."""
    result = np.zeros((len(lookup), table.shape[1]))
    for sample, (ids, weights) in enumerate(lookup):
        for row, weight in zip(ids, weights):
            result[sample] += np.float64(weight) * table[row]
        if len(ids) > 0:
            result[sample] /= np.sum(weights, dtype=np.float64)
    return result.astype(np.float32)


def main(folder):
    random = np.random.default_rng(20)
    lookups, arrays = make_features(random)
    tables = {name: random.normal(size=shape).astype(np.float32)
              for name, shape in VOCABULARIES.items()}
    expected = {name: look_up(tables[TABLE_OF[name]], lookup)
                for name, lookup in lookups.items()}
    np.savez_compressed(folder / "features.npz", **arrays)
    np.savez_compressed(folder / "tables.npz", **tables)
    np.savez_compressed(folder / "expected.npz", **expected)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
