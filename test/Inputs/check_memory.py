# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_memory.py MODEL.mlir REPORT.json [LIMIT UNIQUE_LIMIT]: recomputes what a report says.

Reads the updates of a program in which each table has a lookup and an Adagrad update,
both of the shard of a device, and computes weights, slots, stacks and tiles from their
types and limits alone. Limits on the command line replace those of all tables.
"""

import json
import math
import re
import sys


def read_tables(text, limits):
    """{name: (rows and width of a device, samples of a device, COO entries, N, U)}"""
    tables = {}
    for line in text.splitlines():
        if "@SparseDenseMatmulGradOpWithOptimizerUpdate(" not in line:
            continue
        name = re.search(r'called_computations = \[@"[^-]*-([^"]*)"\]', line)[1]
        pair = [int(re.search(rf"\\22{key}\\22: (\d+)", line)[1])
                for key in ("max_ids_per_partition", "max_unique_ids_per_partition")]
        types = line.rsplit(" : (", 1)[1].split(") -> ")[0]
        shapes = [[int(size) for size in shape.split("x")]
                  for shape in re.findall(r"tensor<([\dx]+)x[if]32>", types)]
        pointers, entries, _, _, gradient, table, slots = shapes[:7]
        assert table == slots and gradient[1] == table[1]
        tables[name] = pointers[0], entries[0], gradient[0], table, limits or pair
    return tables


class Checker:
    def __init__(self):
        self.checked = self.wrong = 0

    def expect(self, what, actual, expected):
        self.checked += 1
        if actual != expected:
            self.wrong += 1
            print(f"{what}: {actual}, expected {expected}")


def check_lookup(checker, lookup, table, cores, tiles):
    _, _, samples, (rows, width), (ids, unique) = table
    name, plan = f"{lookup['table']} {lookup['kind']}", lookup["plan"]
    parts = lookup["sparse_cores"] * plan["replicas"]
    is_update = lookup["kind"] == "update"
    words = width // plan["vector_splits"]
    pieces = tiles * plan["replicas"] * plan["sample_splits"]
    expected = {
        "stack_forward_bytes": 0 if is_update else (2 * width + 1) * unique * parts * 4,
        "stack_backward_bytes": 3 * width * unique * parts * 4 if is_update else 0,
        "stack_exchange_bytes": 2 * unique * parts * 4 if is_update else 0,
        "gather_operand_bytes": math.ceil(samples // cores / pieces) * words * 4,
        "scratch_bytes": 8 * max(128, words) + 256,
        "list_bytes": 12 * ids,
    }
    for key, value in expected.items():
        checker.expect(f"{name} {key}", plan[key], value)
    for key, value in {"samples": samples // cores, "width": width, "table_rows": rows // cores,
                       "max_ids": ids, "max_unique_ids": unique}.items():
        checker.expect(f"{name} {key}", lookup[key], value)


def check_uses(checker, report, tables, cores):
    uses = {(use["role"], use["table"]): use["bytes"] for use in report["plan"]["hbm_uses"]}
    updates = {lookup["table"]: lookup for lookup in report["lookups"] if lookup["kind"] == "update"}
    for name, (pointers, entries, _, (rows, width), _) in tables.items():
        checker.expect(f"{name} weights", uses["weights", name], rows * width * 4)
        checker.expect(f"{name} slots", uses["slots", name], rows * width * 4)
        checker.expect(f"{name} inputs", uses["inputs", name], 4 * (pointers + 3 * entries))
        plan = updates[name]["plan"]
        checker.expect(f"{name} backward stack of a device", uses["stack_backward", name],
                       plan["stack_backward_bytes"] * cores)
    checker.expect("sum of all uses", sum(uses.values()), report["plan"]["hbm_peak_bytes"])
    for peak in report["plan"]["peaks"]:
        checker.expect(f"{peak['space']} {peak['class']}", peak["lifetime_bytes"], peak["planned_bytes"])


def main():
    with open(sys.argv[1]) as model, open(sys.argv[2]) as file:
        tables, report = read_tables(model.read(), [int(limit) for limit in sys.argv[3:]]), json.load(file)
    cores = report["target"]["sparse_cores_per_device"]
    tiles = report["target"]["tiles_per_sparse_core"]
    checker = Checker()
    for kind in ("lookup", "update"):
        names = sorted(lookup["table"] for lookup in report["lookups"] if lookup["kind"] == kind)
        checker.expect(f"tables with {kind}", names, sorted(tables))
    for lookup in report["lookups"]:
        check_lookup(checker, lookup, tables[lookup["table"]], cores, tiles)
    check_uses(checker, report, tables, cores)
    print(f"{len(tables)} tables, {checker.checked} numbers, {checker.wrong} wrong")


if __name__ == "__main__":
    main()
