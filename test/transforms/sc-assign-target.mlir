// RUN: sc-opt %s -sc-assign-target=target=v5p 2>&1 | FileCheck %s --check-prefixes=REMARK,CHECK
// RUN: sc-opt %s -sc-assign-target=target=v5p:1x2x2 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: sc-opt %s -sc-assign-target=target=v5p:2x2 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: sc-opt %s -sc-assign-target=target=v6e 2>&1 | FileCheck %s --check-prefix=V6E
// RUN: sc-opt %s -sc-assign-target=target=v7x 2>&1 | FileCheck %s --check-prefix=V7X
// RUN: sc-opt %s -sc-assign-target=target=v6e -sc-assign-target=target=v5p | FileCheck %s

// The topology is chosen for the devices of the module, as even as possible;
// a given one stays. What was assigned before is replaced.

// REMARK: remark: target v5p:2x2x1 chosen for 4 devices
// CHECK: module @four attributes {mhlo.num_partitions = 4 : i32, sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>}
// GIVEN-NOT: remark
// GIVEN: sc.target = #sc.target<"v5p", 1x2x2, devices = 4, sparse_cores = 4>
// TWO-NOT: remark
// TWO: sc.target = #sc.target<"v5p", 2x2, devices = 4, sparse_cores = 4>
// V6E: remark: target v6e:2x2 chosen for 4 devices
// V6E: sc.target = #sc.target<"v6e", 2x2, devices = 4, sparse_cores = 2>
// V7X: remark: target v7x:2x1x1 chosen for 4 devices
// V7X: sc.target = #sc.target<"v7x", 2x1x1, devices = 4, sparse_cores = 2>

module @four attributes {mhlo.num_partitions = 4 : i32} {
}
