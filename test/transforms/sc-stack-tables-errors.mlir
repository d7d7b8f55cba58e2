// RUN: sc-opt %s -split-input-file -verify-diagnostics -sc-stack-tables

// What a spec cannot become.

// expected-error @+1 {{the module has no target: run sc-assign-target first}}
module {
sc.spec {
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
sc.spec {
  // expected-error @+1 {{unknown optimizer 'adagad'; did you mean 'adagrad'? optimizers: unspecified, sgd, adagrad, adam, ftrl, f2a, adagrad_momentum, custom}}
  sc.table @a vocabulary 3 width 8 combiner "sum" optimizer <type = "adagad">
  sc.feature @f of @a input [8, 4]
}
func.func @main() {
  return
}
}

// -----

// expected-error @+1 {{the module has no function @main with a body}}
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
sc.spec {
  // expected-remark @+1 {{stack 'a' of table 'a': 32 rows of 8 words, limits 256 and 256}}
  sc.table @a vocabulary 3 width 8 combiner "sum" optimizer <type = "sgd">
  sc.feature @f of @a input [8, 4]
}
func.func private @main()
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
sc.spec {
  // expected-remark @+1 {{stack 'a' of table 'a'}}
  sc.table @a vocabulary 3 width 8 combiner "sum" optimizer <type = "sgd">
  sc.feature @f of @a input [8, 4]
}
func.func @main() {
  return
}
func.func @other() -> tensor<8x8xf32> {
  // expected-error @+1 {{sc.lookup must stand in the body of @main}}
  %0 = sc.lookup @f : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
}

// -----

// The fifth input of the stack `arg0` would be number 4.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
sc.spec {
  // expected-remark @+2 {{stack 'arg0' of table 'arg0'}}
  // expected-error @+1 {{stack 'arg0' would be input 4, but 'arg0' is what inputs without a name are called; rename it}}
  sc.table @arg0 vocabulary 3 width 8 combiner "sum" optimizer <type = "sgd">
  sc.feature @f of @arg0 input [8, 4]
}
func.func @main() {
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
sc.spec {
  // expected-remark @+1 {{stack 'a' of table 'a'}}
  sc.table @a vocabulary 3 width 8 combiner "sum" optimizer <type = "sgd">
  // expected-remark @+2 {{stack 'a.gains' of table 'a.gains'}}
  // expected-error @+1 {{input 'a.gains' of stack 'a.gains' has the name of an input of stack 'a'; rename one of them}}
  sc.table @a.gains vocabulary 3 width 16 combiner "sum" optimizer <type = "sgd">
  sc.feature @f of @a input [8, 4]
  sc.feature @g of @a.gains input [8, 4]
}
func.func @main() {
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
sc.spec {
  // expected-remark @+2 {{stack 'a' of table 'a'}}
  // expected-error @+1 {{input 'a' of stack 'a' has the name of an input of @main; rename one of them}}
  sc.table @a vocabulary 3 width 8 combiner "sum" optimizer <type = "sgd">
  sc.feature @f of @a input [8, 4]
}
func.func @main(%x: tensor<8x8xf32> loc("a")) {
  return
}
}

// -----

module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>} {
sc.spec {
  // expected-remark @+1 {{stack 'a' of table 'a'}}
  sc.table @a vocabulary 3 width 8 combiner "sum" optimizer <type = "sgd">
  sc.feature @out1 of @a input [8, 4]
  sc.feature @out0 of @a input [8, 4]
}
func.func @main() -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // expected-error @+1 {{feature 'out1' would be result 0, but 'out1' is what results without a name are called; rename it}}
  %0 = sc.lookup @out1 : tensor<8x8xf32>
  %1 = sc.lookup @out0 : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
}
