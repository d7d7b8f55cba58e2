// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of the attributes.

// expected-error @+1 {{limits_c1: limits must be positive, got max_ids = 0, max_unique_ids = 1}}
func.func private @limits_c1() attributes {a = #sc.limits<max_ids = 0, max_unique_ids = 1>}

// -----

// expected-error @+1 {{limits_c1: limits must be positive, got max_ids = 8, max_unique_ids = -1}}
func.func private @limits_c1_unique() attributes {a = #sc.limits<max_ids = 8, max_unique_ids = -1>}

// -----

// expected-error @+1 {{group_c1: a group needs the names of one or more axes}}
func.func private @group_c1() attributes {a = #sc.group<@mesh, [], devices = 4>}

// -----

// expected-error @+1 {{group_c1: a group needs the names of one or more axes}}
func.func private @group_c1_names() attributes {a = #sc.group<@mesh, ["x", 1], devices = 4>}

// -----

// expected-error @+1 {{group_c2: devices must be in [1, 1048576], got 0}}
func.func private @group_c2() attributes {a = #sc.group<@mesh, ["x"], devices = 0>}

// -----

// expected-error @+1 {{target_c1: all numbers of a target must be positive}}
func.func private @target_c1_devices() attributes {a = #sc.target<"v5p", 2x2x1, devices = 0, sparse_cores = 4>}

// -----

// expected-error @+1 {{target_c1: all numbers of a target must be positive}}
func.func private @target_c1_sparse_cores() attributes {a = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = -1>}

// -----

// expected-error @+1 {{target_c1: all numbers of a target must be positive}}
func.func private @target_c1_topology() attributes {a = #sc.target<"v5p", 2x0x1, devices = 4, sparse_cores = 4>}

// -----

// expected-error @+1 {{expected static shape}}
func.func private @target_dynamic() attributes {a = #sc.target<"v5p", 2x?x1, devices = 4, sparse_cores = 4>}

// -----

// expected-error @+1 {{expected 'max_ids'}}
func.func private @limits_order() attributes {a = #sc.limits<max_unique_ids = 1, max_ids = 8>}

// -----

// expected-error @+1 {{plan_c1: rows, windows and entries of a plan must be positive, its bytes not negative}}
func.func private @plan_c1() attributes {a = #sc.plan<window_rows = 0, window_buffers = 2, list_entries = 256, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 3072, stack_bytes = 4352>}

// -----

// expected-error @+1 {{plan_c1: rows, windows and entries of a plan must be positive, its bytes not negative}}
func.func private @plan_c1_bytes() attributes {a = #sc.plan<window_rows = 64, window_buffers = 2, list_entries = 256, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 3072, stack_bytes = -1>}
