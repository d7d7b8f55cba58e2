// RUN: not sc-opt %s -sc-stack-tables=activation-bytes-limit=-2 2>&1 | FileCheck %s --check-prefix=ACTIVATION
// RUN: not sc-opt %s -sc-stack-tables=shard-bytes-limit=-2 2>&1 | FileCheck %s --check-prefix=SHARD
// RUN: not sc-opt %s -sc-stack-tables=tables-limit=-1 2>&1 | FileCheck %s --check-prefix=TABLES
// RUN: not sc-opt %s -sc-stack-tables=rotation=-2 2>&1 | FileCheck %s --check-prefix=ROTATION
// RUN: not sc-opt %s -sc-stack-tables=rule=jx 2>&1 | FileCheck %s --check-prefix=RULE
// RUN: sc-opt %s -sc-stack-tables=limits=max | FileCheck %s --check-prefix=MAX
// RUN: sc-opt %s -sc-stack-tables=limits=jax | FileCheck %s --check-prefix=JAX
// RUN: sc-opt %s "-sc-stack-tables=rule=tensorflow tables-limit=1" | FileCheck %s --check-prefix=TENSORFLOW
// RUN: sc-opt %s -sc-stack-tables=activation-bytes-limit=64 | FileCheck %s --check-prefix=LIMIT

// ACTIVATION: error: activation-bytes-limit must not be negative, got -2
// SHARD: error: shard-bytes-limit must not be negative, got -2
// TABLES: error: tables-limit must not be negative, got -1
// ROTATION: error: rotation must not be negative, got -2
// RULE: Cannot find option named 'jx'
// MAX: table "a_b" limits <max_ids = 16, max_unique_ids = 8>
// JAX: table "a_b" limits <max_ids = 256, max_unique_ids = 256>
// TENSORFLOW: table "a" limits <max_ids = 16, max_unique_ids = 8>
// TENSORFLOW: table "b" limits <max_ids = 8, max_unique_ids = 4>
// LIMIT: table "a" limits
// LIMIT: table "b" limits

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
sc.spec {
  sc.table @a vocabulary 200 width 8 combiner "sum" optimizer <type = "sgd"> max_ids 16 max_unique_ids 8
  sc.table @b vocabulary 5 width 8 combiner "sum" optimizer <type = "sgd"> max_ids 8 max_unique_ids 4
  sc.feature @f of @a input [8, 4]
  sc.feature @g of @b input [8, 2]
}
func.func @main() -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = sc.lookup @f : tensor<8x8xf32>
  %1 = sc.lookup @g : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
}
