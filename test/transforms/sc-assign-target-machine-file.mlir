// RUN: split-file %s %t && cd %t
// RUN: sc-opt four.mlir "--sc-assign-target=machine-file=mine.json target=mine" 2>&1 | FileCheck %s --check-prefix=CHOSEN
// RUN: sc-opt four.mlir "--sc-assign-target=machine-file=mine.json target=mine:1x2" 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: sc-opt four.mlir "--sc-assign-target=machine-file=mine.json target=v5p" 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not sc-opt four.mlir --sc-assign-target=target=mine 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not sc-opt four.mlir "--sc-assign-target=machine-file=none.json target=mine" 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not sc-opt four.mlir "--sc-assign-target=machine-file=key.json target=mine" 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: not sc-opt three.mlir --sc-assign-target=target=v5p:3x1x1 2>&1 | FileCheck %s --check-prefix=POWER
// RUN: not sc-opt three.mlir --sc-assign-target=target=v5p 2>&1 | FileCheck %s --check-prefix=CHOSEN-POWER

// A machine of one's own is known by its name: two devices of one SparseCore to a chip.
// CHOSEN: remark: target mine:2x1 chosen for 4 devices
// CHOSEN: sc.target = #sc.target<"mine", 2x1, devices = 4, sparse_cores = 1>
// GIVEN-NOT: remark
// GIVEN: sc.target = #sc.target<"mine", 1x2, devices = 4, sparse_cores = 1>
// OTHER: sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>
// UNKNOWN: error: unknown target 'mine'; targets: v4, v5p,
// ABSENT: four.mlir:1:1: error: none.json: cannot be opened: No such file or directory
// KEY: key.json:3:2: error: unknown key 'tile_spmem_byte' of the machine; did you mean 'tile_spmem_bytes'?

// Ids are sharded over a power of two of SparseCores.
// POWER: three.mlir:1:1: error: v5p:3x1x1 has 12 SparseCores; the number of SparseCores must be a power of two
// CHOSEN-POWER: three.mlir:1:1: error: v5p:3x1x1 has 12 SparseCores; the number of SparseCores must be a power of two

//--- four.mlir
module attributes {mhlo.num_partitions = 4 : i32} {
}
//--- three.mlir
module attributes {mhlo.num_partitions = 3 : i32} {
}
//--- mine.json
{"name": "mine", "topology_axes": 2, "devices_per_chip": 2,
 "sparse_cores_per_device": 1, "tiles_per_sparse_core": 4, "f32_lanes": 8,
 "tile_spmem_bytes": 65536, "smem_bytes": 32768, "dma_granule_bytes": 32}
//--- key.json
{"name": "mine", "topology_axes": 2, "devices_per_chip": 2,
 "sparse_cores_per_device": 1, "tiles_per_sparse_core": 4, "f32_lanes": 8,
 "tile_spmem_byte": 65536, "smem_bytes": 32768, "dma_granule_bytes": 32}
