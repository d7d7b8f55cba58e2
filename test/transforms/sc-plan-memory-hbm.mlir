// RUN: sc-opt %s -sc-plan-memory 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: sc-opt %s -sc-plan-memory=num-serialized-tables=2 2>&1 | FileCheck %s --check-prefixes=TWO,ASKED
// RUN: sc-opt %s -sc-plan-memory=tc-hbm-bytes=33553000000 2>&1 | FileCheck %s --check-prefixes=TWO,FOUND
// RUN: sc-opt %s -sc-plan-memory=num-serialized-tables=9 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: sc-opt %s -sc-plan-memory=parallel-iterations=3 2>&1 | FileCheck %s --check-prefix=HEAP

// All lookups of a program share the HBM of a device, 33554432000 bytes. Stacks of a
// device: a 272000, b 816000 and c 544000. Arguments are live at every step: inputs
// 98368, tables 3 x 2048, the initial values 512; each result, 512 bytes, from its
// lookup on. With the third lookup 1632000 + 98368 + 6144 + 2048 bytes are live.

// Every stack from the first lookup to the last.
// NONE: remark: table 'b': {{.*}} stack of a SparseCore 408000 bytes{{$}}
// NONE: remark: HBM of a device: 1738560 bytes at the peak of 33554432000{{$}}
// NONE: #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 1738560, tensor_core_hbm_bytes = 0, parallel_iterations = 1,
// NONE-SAME: {bytes = 1632000 : i64, class = "stack", space = "hbm"}
// NONE-SAME: hbm_uses = [{bytes = 816000 : i64, padding_bytes = 0 : i64, role = 5 : i64, table = "b"}, {bytes = 544000 : i64, {{[^}]*}} table = "c"}, {bytes = 272000 : i64, {{[^}]*}} table = "a"}, {bytes = 98368 : i64, {{[^}]*}} role = 2 : i64
// NONE-SAME: stack_first_step = [[FIRST:[0-9]+]] : i64, stack_forward_bytes = 136000 : i64, stack_last_step = [[LAST:[0-9]+]] : i64, table = "a"
// NONE-SAME: stack_first_step = [[FIRST]] : i64, stack_forward_bytes = 408000 : i64, stack_last_step = [[LAST]] : i64, table = "b"
// NONE-SAME: stack_first_step = [[FIRST]] : i64, stack_forward_bytes = 272000 : i64, stack_last_step = [[LAST]] : i64, table = "c"
// NONE-NOT: serialized = true

// The two largest share a region: each is live at its own step. With the second lookup
// 1088000 + 98368 + 6144 + 1536 bytes are live.
// TWO: remark: table 'a': {{.*}} stack of a SparseCore 136000 bytes{{$}}
// TWO: remark: table 'b': {{.*}} stack of a SparseCore 408000 bytes; shares the stack region
// TWO: remark: table 'c': {{.*}} stack of a SparseCore 272000 bytes; shares the stack region
// ASKED: remark: HBM of a device: 1194048 bytes at the peak of 33554432000; 2 tables in one stack region as asked for
// FOUND: remark: HBM of a device: 33554194048 bytes at the peak of 33554432000; 2 tables in one stack region, chosen by the planner
// ASKED: #sc.program_plan<serialized_tables = 2, hbm_peak_bytes = 1194048, tensor_core_hbm_bytes = 0,
// FOUND: #sc.program_plan<serialized_tables = 2, hbm_peak_bytes = 33554194048, tensor_core_hbm_bytes = 33553000000,
// TWO-SAME: {bytes = 1088000 : i64, class = "stack", space = "hbm"}
// TWO-SAME: serialized, {{[^}]*}} stack_first_step = [[B:[0-9]+]] : i64, stack_forward_bytes = 408000 : i64, stack_last_step = [[B]] : i64, table = "b"
// TWO-SAME: serialized, {{[^}]*}} stack_first_step = [[C:[0-9]+]] : i64, stack_forward_bytes = 272000 : i64, stack_last_step = [[C]] : i64, table = "c"
// TWO: table "a" {{.*}} stack_bytes = 136000> :
// TWO: table "b" {{.*}} stack_bytes = 408000, serialized = true> :
// TWO: table "c" {{.*}} stack_bytes = 272000, serialized = true> :

// More than there are means all: 816000 + 98368 + 6144 + 1536.
// ALL: remark: HBM of a device: 922048 bytes at the peak of 33554432000; 3 tables in one stack region as asked for

// The inputs of two more steps, 2 x 98368, are in the heap all the time.
// HEAP: remark: HBM of a device: 1935296 bytes at the peak of 33554432000{{$}}
// HEAP: parallel_iterations = 3,
// HEAP-SAME: {bytes = 196736 : i64, padding_bytes = 0 : i64, role = 4 : i64, table = ""}

module attributes {sc.target = #sc.target<"v6e", 1x1, devices = 1, sparse_cores = 2>} {
func.func @main(%p: tensor<16xi32>, %i: tensor<8192xi32>, %s: tensor<8192xi32>, %g: tensor<8192xf32>, %a: tensor<64x8xf32>, %b: tensor<64x8xf32>, %c: tensor<64x8xf32>, %x: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
  %0 = sc.sparse_dense_matmul %p, %i, %s, %g, %a, %x table "a" limits <max_ids = 4000, max_unique_ids = 1000> sparse_cores 2
      : tensor<16xi32>, tensor<8192xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %1 = sc.sparse_dense_matmul %p, %i, %s, %g, %b, %x table "b" limits <max_ids = 4000, max_unique_ids = 3000> sparse_cores 2
      : tensor<16xi32>, tensor<8192xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  %2 = sc.sparse_dense_matmul %p, %i, %s, %g, %c, %x table "c" limits <max_ids = 4000, max_unique_ids = 2000> sparse_cores 2
      : tensor<16xi32>, tensor<8192xi32>, tensor<64x8xf32>, tensor<16x8xf32>
  return %0, %1, %2 : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
}
}
