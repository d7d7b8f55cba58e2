# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times PrepBench and jax-tpu-embedding in turns on the same kind of batches.

    python3 test/bench/peer_preprocessing.py build/release/bin/PrepBench

The peer needs Python 3.12 or newer and

    pip install --no-deps jax-tpu-embedding==0.2.0 numpy absl-py

--peer is the command of a Python that has these, if it is not this one. Limits
and buffers are set as PrepBench does, from what the batch needs. Exits with 1
if a ratio misses its target.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
import types

# Time per id over the peer's, at most.
TARGETS = {
    "uniform": 1 / 3,
    "zipf": 1 / 3,
    "int64": 1 / 3,
    "weighted": 1 / 3,
    "uniform_not_required": 1 / 3,
    "zipf_not_required": 1 / 3,
    "uniform_required_half": 1 / 10,
    "uniform_required_tenth": 1 / 10,
    "zipf_required_half": 1 / 10,
    "zipf_required_tenth": 1 / 10,
}

# As in PrepWorkload.cpp.
IDS_PER_SAMPLE = [3, 2, 1, 2, 6, 1, 1, 1, 1, 7, 3, 8, 1,
                  6, 9, 5, 1, 1, 1, 12, 100, 27, 10, 3, 1, 1]
VOCABULARIES = [40000000, 39060, 17295, 7424, 20265, 3, 7122, 1543, 63,
                40000000, 3067956, 405282, 10, 2209, 11938, 155, 4, 976, 14,
                40000000, 40000000, 40000000, 590152, 12973, 108, 36]
BATCH = 16384
DEVICES = 4
CORES = 4  # of a device
ZIPF_EXPONENT = 1.05


def draw_ids(random, shape, vocabulary, is_zipf):
    import numpy as np
    if not is_zipf:
        return random.integers(0, vocabulary, size=shape, dtype=np.int32)
    power = 1 - ZIPF_EXPONENT
    end = (vocabulary + 1.0) ** power - 1
    ids = np.floor((end * random.random(shape) + 1) ** (1 / power)) - 1
    return np.clip(ids, 0, vocabulary - 1).astype(np.int32)


def make_batch(case):
    """Arrays, weights or None, the feature specs and the stack's spec."""
    import numpy as np
    namespace = types.SimpleNamespace
    random = np.random.default_rng(1)
    stack = namespace(stack_name="s", max_ids_per_partition=0,
                      max_unique_ids_per_partition=0,
                      suggested_coo_buffer_size_per_device=None,
                      combiner="sum")
    arrays, features = [], []
    column, rotation = 0, 0
    for i, (count, vocabulary) in enumerate(zip(IDS_PER_SAMPLE, VOCABULARIES)):
        ids = draw_ids(random, (BATCH, count), vocabulary, "zipf" in case)
        arrays.append(ids.astype(np.int64) if case == "int64" else ids)
        table = namespace(name=f"t{i}", vocabulary_size=vocabulary,
                          stacked_table_spec=stack,
                          setting_in_stack=namespace(stack_name="s"))
        place = namespace(row_offset=BATCH * i, col_offset=column,
                          col_shift=rotation)
        features.append(namespace(name=f"f{i:02}", table_spec=table,
                                  input_shape=[BATCH, 1],
                                  _id_transformation=place))
        unit = 8 * DEVICES * CORES
        column += -(-vocabulary // unit) * unit
        rotation = (rotation + CORES) % (DEVICES * CORES)
    weights = None
    if case == "weighted":
        weights = [random.random(ids.shape).astype(np.float32)
                   for ids in arrays]
    return arrays, weights, features, stack


def run_worker(case):
    """One run for each line of the input; prints nanoseconds per id."""
    from jax_tpu_embedding.sparsecore.lib.core import (
        pybind_input_preprocessing as peer)
    arrays, weights, features, stack = make_batch(case)
    num_ids = sum(array.size for array in arrays)

    def run(number, minibatching, dropping):
        return peer.preprocess_sparse_dense_matmul_input(
            arrays, weights, features, DEVICES, DEVICES,
            num_sc_per_device=CORES, allow_id_dropping=dropping,
            batch_number=number, enable_minibatching=minibatching)

    # First limits that no batch exceeds, then those that it needs.
    core_ids = num_ids // (DEVICES * CORES)
    stack.max_ids_per_partition = core_ids
    stack.max_unique_ids_per_partition = core_ids
    stack.suggested_coo_buffer_size_per_device = (core_ids + 512) * CORES
    observed = run(1, False, True)[5]
    limit, buffer = 1.0, 1.0
    if case.endswith("half"):
        limit, buffer = 0.5, 1.6
    elif case.endswith("tenth"):
        limit, buffer = 0.1, 2.5
    stack.max_ids_per_partition = max(
        1, int(observed.max_ids_per_partition["s"].max() * limit))
    stack.max_unique_ids_per_partition = max(
        1, int(observed.max_unique_ids_per_partition["s"].max() * limit))
    stack.suggested_coo_buffer_size_per_device = int(
        observed.required_buffer_sizes["s"].max() * CORES * buffer)
    minibatching = "required" in case
    run(2, minibatching, minibatching)
    for number, _ in enumerate(sys.stdin, start=3):
        cpu = time.process_time()
        start = time.perf_counter()
        result = run(number, minibatching, minibatching)
        elapsed = time.perf_counter() - start
        cpu = time.process_time() - cpu
        print(json.dumps({"case": case, "ns_per_id": elapsed / num_ids * 1e9,
                          "cpu_ns_per_id": cpu / num_ids * 1e9,
                          "minibatches": int(result[4])}), flush=True)


class Server:
    """A process that runs its case once for each line."""

    def __init__(self, command):
        environment = dict(os.environ, JAX_PLATFORMS="cpu",
                           SPARSECORE_INPUT_PREPROCESSING_THREADS="1")
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env=environment)
        self.times = {"ns_per_id": [], "cpu_ns_per_id": []}

    def run(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{self.process.args[0]} ended without an answer")
        answer = json.loads(line)
        for name, times in self.times.items():
            times.append(answer[name])

    def close(self):
        self.process.stdin.close()
        self.process.wait()

    def median(self, name):
        return statistics.median(self.times[name])


def compare(case, arguments, source):
    """Prints medians and the ratio; returns whether the target is met."""
    ours = Server([arguments.bench, "--serve=" + case])
    peer = Server([*arguments.peer.split(), "-c", source, "--worker", case])
    for _ in range(arguments.runs):
        ours.run()
        peer.run()
    ours.close()
    peer.close()
    name = "cpu_ns_per_id" if arguments.cpu else "ns_per_id"
    ratio = ours.median(name) / peer.median(name)
    is_met = ratio <= TARGETS[case]
    print(f"{case:24} {ours.median(name):6.2f} {peer.median(name):7.2f}"
          f"   {ratio:.3f} (target {TARGETS[case]:.3f})"
          f"{'' if is_met else '  MISSED'}", flush=True)
    return is_met


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bench", help="path of PrepBench")
    parser.add_argument("--peer", default=sys.executable,
                        help="command of a Python with jax-tpu-embedding")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--cases", default=",".join(TARGETS))
    parser.add_argument("--cpu", action="store_true",
                        help="compare processor time: for busy machines")
    arguments = parser.parse_args()
    with open(__file__, encoding="utf-8") as file:
        source = file.read()
    print(f"{'ns per id, one thread':24} {'ours':>6} {'peer':>7}   ratio")
    results = [compare(case, arguments, source)
               for case in arguments.cases.split(",")]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        run_worker(sys.argv[2])
    else:
        main()
