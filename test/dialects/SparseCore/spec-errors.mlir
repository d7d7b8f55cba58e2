// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of tables, features, stacks and lookups.

sc.spec {
  sc.table @a vocabulary 8 width 8 combiner "sum" optimizer <type = "sgd">
  // expected-note @-1 {{the first is here}}
  // expected-error @+1 {{op spec_c1: table 'a' occurs twice}}
  sc.table @a vocabulary 8 width 8 combiner "sum" optimizer <type = "sgd">
}

// -----

sc.spec {
  sc.table @a vocabulary 8 width 8 combiner "sum" optimizer <type = "sgd">
  // expected-note @+1 {{the first is here}}
  sc.feature @f of @a input [8]
  // expected-error @+1 {{op spec_c1: feature 'f' occurs twice}}
  sc.feature @f of @a input [16]
}

// -----

sc.spec {
  sc.table @a vocabulary 8 width 8 combiner "sum" optimizer <type = "sgd">
  // expected-note @+1 {{the first is here}}
  sc.stack @s tables [@a]
  // expected-error @+1 {{op spec_c1: stack 's' occurs twice}}
  sc.stack @s tables [@a]
}

// -----

sc.spec {
  // expected-error @+1 {{op spec_c2: there is no table @b}}
  sc.feature @f of @b input [8]
}

// -----

sc.spec {
  // expected-error @+1 {{op spec_c2: there is no table @b}}
  sc.stack @s tables [@b]
}

// -----

sc.spec {
  sc.table @a vocabulary 8 width 8 combiner "sum" optimizer <type = "sgd">
  sc.stack @s tables [@a]
  // expected-error @+1 {{op spec_c3: table @a is in stack 's' already}}
  sc.stack @t tables [@a]
}

// -----

sc.spec {
  sc.table @a vocabulary 8 width 8 combiner "sum" optimizer <type = "sgd">
  // expected-error @+1 {{op spec_c3: table @a is in stack 's' already}}
  sc.stack @s tables [@a, @a]
}

// -----

sc.spec {
}
// expected-error @+1 {{op spec_c4: the module has another sc.spec}}
sc.spec {
}

// -----

// expected-error @+1 {{op spec_c5: sparse_cores must be positive, got 0}}
sc.spec sparse_cores 0 {
}

// -----

sc.spec {
  // expected-error @+1 {{op table_c1: the name is empty}}
  "sc.table"() <{name = "", vocabulary = 8, width = 8, combiner = "sum", optimizer = #sc.optimizer<type = "sgd">}> : () -> ()
}

// -----

sc.spec {
  // expected-error @+1 {{op table_c2: vocabulary and width must be positive, got 0 and 8}}
  sc.table @a vocabulary 0 width 8 combiner "sum" optimizer <type = "sgd">
}

// -----

sc.spec {
  // expected-error @+1 {{op table_c2: vocabulary and width must be positive, got 8 and -1}}
  sc.table @a vocabulary 8 width -1 combiner "sum" optimizer <type = "sgd">
}

// -----

sc.spec {
  // expected-error @+1 {{op table_c3: combiner must be "sum", "mean" or "sqrtn", got "max"}}
  sc.table @a vocabulary 8 width 8 combiner "max" optimizer <type = "sgd">
}

// -----

sc.spec {
  // expected-error @+1 {{op table_c4: limits and buffer size must be positive, got 0}}
  sc.table @a vocabulary 8 width 8 combiner "sum" optimizer <type = "sgd"> max_ids 0
}

// -----

sc.spec {
  // expected-error @+1 {{op table_c4: limits and buffer size must be positive, got -8}}
  sc.table @a vocabulary 8 width 8 combiner "sum" optimizer <type = "sgd"> max_ids 8 max_unique_ids 8 buffer_size -8
}

// -----

sc.spec {
  // expected-error @+1 {{op feature_c1: the name is empty}}
  "sc.feature"() <{name = "", table = @a, input_shape = array<i64: 8>}> : () -> ()
}

// -----

sc.spec {
  // expected-error @+1 {{op feature_c2: the input must have one or two sizes, and all sizes must be positive}}
  sc.feature @f of @a input []
}

// -----

sc.spec {
  // expected-error @+1 {{op feature_c2: the input must have one or two sizes, and all sizes must be positive}}
  sc.feature @f of @a input [8, 0]
}

// -----

sc.spec {
  // expected-error @+1 {{op feature_c2: the input must have one or two sizes, and all sizes must be positive}}
  sc.feature @f of @a input [8] output [8, -1]
}

// -----

sc.spec {
  // expected-error @+1 {{op stack_c1: the name is empty}}
  "sc.stack"() <{name = "", tables = [@a], rotations = [unit]}> : () -> ()
}

// -----

sc.spec {
  // expected-error @+1 {{op stack_c2: a stack needs tables, and an i64 rotation or unit for each}}
  sc.stack @s tables []
}

// -----

sc.spec {
  // expected-error @+1 {{op stack_c2: a stack needs tables, and an i64 rotation or unit for each}}
  "sc.stack"() <{name = "s", tables = [@a], rotations = []}> : () -> ()
}

// -----

sc.spec {
  // expected-error @+1 {{op stack_c2: a stack needs tables, and an i64 rotation or unit for each}}
  "sc.stack"() <{name = "s", tables = [@a], rotations = [1 : i32]}> : () -> ()
}

// -----

sc.spec {
  // expected-error @+1 {{op stack_c2: a stack needs tables, and an i64 rotation or unit for each}}
  "sc.stack"() <{name = "s", tables = ["a"], rotations = [unit]}> : () -> ()
}

// -----

sc.spec {
  // expected-error @+1 {{op stack_c3: limits and buffer size must be positive, got 0}}
  sc.stack @s tables [@a] max_unique_ids 0
}

// -----

func.func @lookup_c1_spec() {
  // expected-error @+1 {{op lookup_c1: the module has no sc.spec}}
  %0 = sc.lookup @f : tensor<8x8xf32>
  return
}

// -----

sc.spec {
}
func.func @lookup_c1() {
  // expected-error @+1 {{op lookup_c1: there is no feature @f}}
  %0 = sc.lookup @f : tensor<8x8xf32>
  return
}

// -----

sc.spec {
  sc.table @a vocabulary 8 width 4 combiner "sum" optimizer <type = "sgd">
  sc.feature @f of @a input [8, 2]
}
func.func @lookup_c2() {
  // expected-error @+1 {{op lookup_c2: the result must be tensor<8x4xf32>, got 'tensor<8x8xf32>'}}
  %0 = sc.lookup @f : tensor<8x8xf32>
  return
}

// -----

sc.spec {
  sc.table @a vocabulary 8 width 4 combiner "sum" optimizer <type = "sgd">
  sc.feature @f of @a input [8, 2]
}
func.func @no_result() {
  // expected-error @+1 {{op requires one result}}
  "sc.lookup"() <{feature = @f}> : () -> ()
  return
}

// -----

func.func @outside() {
  // expected-error @+1 {{expects parent op 'sc.spec'}}
  sc.table @a vocabulary 8 width 4 combiner "sum" optimizer <type = "sgd">
  return
}

// -----

func.func @outside_module() {
  // expected-error @+1 {{expects parent op 'builtin.module'}}
  sc.spec {
  }
  return
}

// -----

sc.spec {
  // expected-error @+1 {{expected integer value}}
  sc.stack @s tables [@a rotation @b]
}
