// RUN: not sc-opt %s -sc-assign-target=target=v5p:1x1x1 2>&1 | FileCheck %s

// What the module itself says is binding, also with a spec.

// CHECK: error: target v5p:1x1x1 has 1 devices, the module is for 2 (mhlo.num_partitions)
module attributes {mhlo.num_partitions = 2 : i32} {
  sc.spec topology <devices = 4, sparse_cores = 4> {
  }
}
