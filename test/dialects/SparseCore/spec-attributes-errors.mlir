// RUN: sc-opt %s -split-input-file -verify-diagnostics

// Rules of the attributes of a spec.

// expected-error @+1 {{optimizer_c1: 'sgd' has both a learning rate and the tag of one}}
func.func private @optimizer_c1() attributes {a = #sc.optimizer<type = "sgd", learning_rate = 1.0 : f32, learning_rate_tag = "t">}

// -----

// expected-error @+1 {{optimizer_c2: the learning rate and float_params of 'sgd' must be f32, bool_params true or false}}
func.func private @optimizer_c2_rate() attributes {a = #sc.optimizer<type = "sgd", learning_rate = 1.0 : f64>}

// -----

// expected-error @+1 {{optimizer_c2: the learning rate and float_params of 'adam' must be f32, bool_params true or false}}
func.func private @optimizer_c2_float() attributes {a = #sc.optimizer<type = "adam", float_params = {beta = 1 : i32}>}

// -----

// expected-error @+1 {{optimizer_c2: the learning rate and float_params of 'adam' must be f32, bool_params true or false}}
func.func private @optimizer_c2_bool() attributes {a = #sc.optimizer<type = "adam", bool_params = {lazy = 1 : i32}>}

// -----

// expected-error @+1 {{topology_c1: devices and sparse_cores must be in [1, 1048576], got 0}}
func.func private @topology_c1() attributes {a = #sc.topology<devices = 0, sparse_cores = 4>}

// -----

// expected-error @+1 {{topology_c1: devices and sparse_cores must be in [1, 1048576], got 1048577}}
func.func private @topology_c1_most() attributes {a = #sc.topology<devices = 1, sparse_cores = 1048577>}

// -----

// expected-error @+1 {{config_c1: limits must be positive, those by table i64}}
func.func private @config_c1() attributes {a = #sc.config<disable_table_stacking = false, max_ids_per_chip_per_sample = 0, allow_id_dropping = false, initialize_tables_on_host = true, enable_fast_table_initialization = false>}

// -----

// expected-error @+1 {{config_c1: limits must be positive, those by table i64}}
func.func private @config_c1_table() attributes {a = #sc.config<disable_table_stacking = false, max_ids_per_chip_per_sample = 64, max_ids_per_table = {user = 0}, allow_id_dropping = false, initialize_tables_on_host = true, enable_fast_table_initialization = false>}

// -----

// expected-error @+1 {{config_c1: limits must be positive, those by table i64}}
func.func private @config_c1_type() attributes {a = #sc.config<disable_table_stacking = false, max_ids_per_chip_per_sample = 64, max_unique_ids_per_table = {user = 8 : i32}, allow_id_dropping = false, initialize_tables_on_host = true, enable_fast_table_initialization = false>}

// -----

// expected-error @+1 {{expected '='}}
func.func private @quantization_syntax() attributes {a = #sc.quantization<buckets>}
