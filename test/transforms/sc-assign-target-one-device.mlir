// RUN: sc-opt %s -sc-assign-target=target=v5p 2>&1 | FileCheck %s

// A module that does not say how many devices it is for is for one.

// CHECK: remark: target v5p:1x1x1 chosen for 1 device{{$}}
// CHECK: module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>}
module {
}
