// RUN: sc-opt %s -split-input-file -sc-assign-target=target=v5p | FileCheck %s
// RUN: sc-opt %s -split-input-file -sc-assign-target=target=v5p 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: sc-opt %s -split-input-file -sc-assign-target=target=v6e:2x1 | FileCheck %s --check-prefix=GIVEN
// RUN: not sc-opt %s -split-input-file -sc-assign-target=target=v5p:3x1x1 2>&1 | FileCheck %s --check-prefix=POWER
// RUN: not sc-opt %s -split-input-file -sc-assign-target=target=v5p:1x1x1 -sc-stack-tables 2>&1 | FileCheck %s --check-prefix=REFUSED

// A target without a topology takes that of the spec. Whether a given one suits
// the spec is checked with all its other rules, before stacking.

// REMARK: remark: target v5p:2x2x1 chosen for 4 devices
// CHECK: module @wish attributes {sc.target = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 4>}
// GIVEN: module @wish attributes {sc.target = #sc.target<"v6e", 2x1, devices = 2, sparse_cores = 2>}
// POWER: error: {{.*}}12
// REFUSED: sc-stack-tables-target.mlir:[[@LINE+2]]:3: error: the spec is for 4 devices with 4 SparseCores each, but the target has 1 devices with 4;
module @wish {
  sc.spec topology <devices = 4, sparse_cores = 4> {
    sc.table @a vocabulary 8 width 8 combiner "sum" optimizer <type = "sgd">
    sc.feature @f of @a input [16]
  }
  func.func @main() {
    return
  }
}

// -----

// REMARK: remark: target v5p:1x1x1 chosen for 1 device
// CHECK: module @none attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>}
// GIVEN: module @none attributes {sc.target = #sc.target<"v6e", 2x1, devices = 2, sparse_cores = 2>}
module @none {
  sc.spec {
    sc.table @a vocabulary 8 width 8 combiner "sum" optimizer <type = "sgd">
    sc.feature @f of @a input [16]
  }
  func.func @main() {
    return
  }
}
