// RUN: rm -rf %t && mkdir %t
// RUN: sc-opt %s \
// RUN:   -o %t/out.mlir
// RUN: diff %t/out.mlir %S/Inputs/out.mlir
// RUN: sc-run %t/model.scx --inputs=a.npz --expect=b.npz
// RUN: sc-opt %s -split-input-file -verify-diagnostics
// expected-error
