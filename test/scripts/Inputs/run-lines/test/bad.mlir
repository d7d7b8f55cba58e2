// RUN: sc-opt %s
// RUN: not sc-opt %s --sc-no-such-pass
// RUN: sc-opt %s -o %t && FileCheck %s < %t
// RUN: sc-opt %s \
// RUN:   -o %t
