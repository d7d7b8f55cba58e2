// RUN: sc-opt %s --pass-pipeline='builtin.module(sc-to-placed{target=v6e:1x1})' | FileCheck %s
// RUN: not sc-opt %s --sc-to-placed 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not sc-opt %s --sc-to-placed=target=v5p:2x1x1 2>&1 | FileCheck %s --check-prefix=DEVICES
// RUN: sc-opt --help | FileCheck %s --check-prefix=HELP

// The target goes to the pass that assigns it.
// CHECK: module attributes {sc.plan = #sc.program_plan<serialized_tables = 0, {{.*}}>, sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>}
// CHECK-NEXT: tile.schedule @main {
// CHECK-NEXT: }

// MISSING: error: target has no name; targets: v4, v5p,
// DEVICES: error: target v5p:2x1x1 has 2 devices, the module is for 1 (mhlo.num_partitions)

// HELP: --sc-to-placed {{.*}}up to stage placed: every buffer at its place
// HELP-NEXT: --activation-bytes-limit=<long>
// HELP-NEXT: --disable-table-stacking
// HELP-NEXT: --machine-file=<string>
// HELP-NEXT: --max-ids-file=<string>
// HELP-NEXT: --max-replicas=<long>
// HELP-NEXT: --num-serialized-tables=<string>
// HELP-NEXT: --parallel-iterations=<long>
// HELP-NEXT: --quantize-tables=<string>
// HELP-NEXT: --rotation=<long>
// HELP-NEXT: --row-streaming
// HELP-NEXT: --sample-splitting
// HELP-NEXT: --shard-bytes-limit=<long>
// HELP-NEXT: --stack-limits=<value>
// HELP-NEXT: =sum
// HELP-NEXT: =max
// HELP-NEXT: =jax
// HELP-NEXT: --stack-rule=<value>
// HELP-NEXT: =jax
// HELP-NEXT: =tensorflow
// HELP-NEXT: --tables-limit=<long>
// HELP-NEXT: --target=<string>
// HELP-NEXT: --tc-hbm-bytes=<long>
// HELP: --sc-to-planned {{.*}}up to stage planned: limits, splits and memory decided
// HELP: --sc-to-sc {{.*}}up to stage sc: SparseCore operations on tensors
// HELP: --sc-to-tile {{.*}}up to stage tile: sequencer and tile programs, host schedule

module {
  func.func @main() {
    return
  }
}
