// RUN: sc-opt %s -sc-assign-target=target=v7x:2x1x1 -split-input-file -verify-diagnostics
// RUN: not sc-opt %s -sc-assign-target -split-input-file 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not sc-opt %s -sc-assign-target=target=v5e -split-input-file 2>&1 | FileCheck %s --check-prefix=V5E
// RUN: not sc-opt %s -sc-assign-target=target=v5p:2y2 -split-input-file 2>&1 | FileCheck %s --check-prefix=TOPOLOGY
// RUN: not sc-opt %s -sc-assign-target=target=v7x -split-input-file 2>&1 | FileCheck %s --check-prefix=CHOSEN

// NONE: error: target has no name; targets: v4, v5p,
// V5E: error: 'v5e' has no SparseCore; targets with SparseCores: v4, v5p,
// TOPOLOGY: error: topology '2y2' of target 'v5p' has an axis that is no number: '2y2'

// The target is for 4 devices: two to a chip.
// CHOSEN: error: 3 devices cannot be had from v7x: a chip is 2 devices
// expected-error @+1 {{target v7x:2x1x1 has 4 devices, the module is for 3 (mhlo.num_partitions)}}
module attributes {mhlo.num_partitions = 3 : i32} {
}

// -----

// expected-error @+1 {{mhlo.num_partitions must be a positive integer, got 0 : i32}}
module attributes {mhlo.num_partitions = 0 : i32} {
}

// -----

// expected-error @+1 {{mhlo.num_partitions must be a positive integer, got "4"}}
module attributes {mhlo.num_partitions = "4"} {
}

// -----

// expected-error @+1 {{mhlo.num_partitions must be a positive integer, got 18446744073709551616 : i128}}
module attributes {mhlo.num_partitions = 18446744073709551616 : i128} {
}

// -----

// expected-error @+1 {{target v7x:2x1x1 has 4 devices, the module is for 2147483646 (mhlo.num_partitions)}}
module attributes {mhlo.num_partitions = 2147483646 : i32} {
}
