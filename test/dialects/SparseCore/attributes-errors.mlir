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

// expected-error @+1 {{target_c2: sparse_cores must be at most 1048576, got 1048577}}
func.func private @target_c2() attributes {a = #sc.target<"v5p", 2x2x1, devices = 4, sparse_cores = 1048577>}

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

// expected-error @+1 {{plan_c2: splits must be in [1, 1048576], got 0}}
func.func private @plan_c2_replicas() attributes {a = #sc.plan<replicas = 0, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 1, window_buffers = 1, list_entries = 1, gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0>}

// -----

// expected-error @+1 {{plan_c2: splits must be in [1, 1048576], got 1048577}}
func.func private @plan_c2_replicas_most() attributes {a = #sc.plan<replicas = 1048577, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 1, window_buffers = 1, list_entries = 1, gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0>}

// -----

// expected-error @+1 {{plan_c2: splits must be in [1, 1048576], got 0}}
func.func private @plan_c2_vector_splits() attributes {a = #sc.plan<replicas = 1, vector_splits = 0, sample_splits = 1, samples_per_tile = 1, window_rows = 1, window_buffers = 1, list_entries = 1, gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0>}

// -----

// expected-error @+1 {{plan_c2: splits must be in [1, 1048576], got 1048577}}
func.func private @plan_c2_vector_splits_most() attributes {a = #sc.plan<replicas = 1, vector_splits = 1048577, sample_splits = 1, samples_per_tile = 1, window_rows = 1, window_buffers = 1, list_entries = 1, gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0>}

// -----

// expected-error @+1 {{plan_c2: splits must be in [1, 1048576], got 0}}
func.func private @plan_c2_sample_splits() attributes {a = #sc.plan<replicas = 1, vector_splits = 1, sample_splits = 0, samples_per_tile = 1, window_rows = 1, window_buffers = 1, list_entries = 1, gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0>}

// -----

// expected-error @+1 {{plan_c2: splits must be in [1, 1048576], got 1048577}}
func.func private @plan_c2_sample_splits_most() attributes {a = #sc.plan<replicas = 1, vector_splits = 1, sample_splits = 1048577, samples_per_tile = 1, window_rows = 1, window_buffers = 1, list_entries = 1, gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0>}

// -----

// expected-error @+1 {{plan_c1: samples, rows, windows and entries of a plan must be positive, its bytes not negative}}
func.func private @plan_c1_samples_per_tile() attributes {a = #sc.plan<replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 0, window_rows = 1, window_buffers = 1, list_entries = 1, gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0>}

// -----

// expected-error @+1 {{plan_c1: samples, rows, windows and entries of a plan must be positive, its bytes not negative}}
func.func private @plan_c1_window_rows() attributes {a = #sc.plan<replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 0, window_buffers = 1, list_entries = 1, gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0>}

// -----

// expected-error @+1 {{plan_c1: samples, rows, windows and entries of a plan must be positive, its bytes not negative}}
func.func private @plan_c1_window_buffers() attributes {a = #sc.plan<replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 1, window_buffers = 0, list_entries = 1, gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0>}

// -----

// expected-error @+1 {{plan_c1: samples, rows, windows and entries of a plan must be positive, its bytes not negative}}
func.func private @plan_c1_list_entries() attributes {a = #sc.plan<replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 1, window_buffers = 1, list_entries = 0, gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0>}

// -----

// expected-error @+1 {{plan_c1: samples, rows, windows and entries of a plan must be positive, its bytes not negative}}
func.func private @plan_c1_gather_operand_bytes() attributes {a = #sc.plan<replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 1, window_buffers = 1, list_entries = 1, gather_operand_bytes = -1, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0>}

// -----

// expected-error @+1 {{plan_c1: samples, rows, windows and entries of a plan must be positive, its bytes not negative}}
func.func private @plan_c1_scratch_bytes() attributes {a = #sc.plan<replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 1, window_buffers = 1, list_entries = 1, gather_operand_bytes = 0, scratch_bytes = -1, list_bytes = 0, stack_bytes = 0>}

// -----

// expected-error @+1 {{plan_c1: samples, rows, windows and entries of a plan must be positive, its bytes not negative}}
func.func private @plan_c1_list_bytes() attributes {a = #sc.plan<replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 1, window_buffers = 1, list_entries = 1, gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = -1, stack_bytes = 0>}

// -----

// expected-error @+1 {{plan_c1: samples, rows, windows and entries of a plan must be positive, its bytes not negative}}
func.func private @plan_c1_stack_bytes() attributes {a = #sc.plan<replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 1, window_buffers = 1, list_entries = 1, gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = -1>}

// -----

// expected-error @+1 {{expected 'replicas'}}
func.func private @plan_order() attributes {a = #sc.plan<vector_splits = 1, replicas = 1>}

// -----

// expected-error @+1 {{program_plan_c1: numbers of a program plan must not be negative, parallel iterations positive}}
func.func private @program_plan_c1_serialized_tables() attributes {a = #sc.program_plan<serialized_tables = -1, hbm_peak_bytes = 0, tensor_core_hbm_bytes = 0, parallel_iterations = 1, seconds = 1.0, peaks = [], hbm_uses = [], lookups = []>}

// -----

// expected-error @+1 {{program_plan_c1: numbers of a program plan must not be negative, parallel iterations positive}}
func.func private @program_plan_c1_hbm_peak_bytes() attributes {a = #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = -1, tensor_core_hbm_bytes = 0, parallel_iterations = 1, seconds = 1.0, peaks = [], hbm_uses = [], lookups = []>}

// -----

// expected-error @+1 {{program_plan_c1: numbers of a program plan must not be negative, parallel iterations positive}}
func.func private @program_plan_c1_tensor_core_hbm_bytes() attributes {a = #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 0, tensor_core_hbm_bytes = -1, parallel_iterations = 1, seconds = 1.0, peaks = [], hbm_uses = [], lookups = []>}

// -----

// expected-error @+1 {{program_plan_c1: numbers of a program plan must not be negative, parallel iterations positive}}
func.func private @program_plan_c1_parallel_iterations() attributes {a = #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 0, tensor_core_hbm_bytes = 0, parallel_iterations = 0, seconds = 1.0, peaks = [], hbm_uses = [], lookups = []>}

// -----

// expected-error @+1 {{program_plan_c2: peaks must be dictionaries, got 1 : i64}}
func.func private @program_plan_c2_peaks() attributes {a = #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 0, tensor_core_hbm_bytes = 0, parallel_iterations = 1, seconds = 1.0, peaks = [1], hbm_uses = [], lookups = []>}

// -----

// expected-error @+1 {{program_plan_c2: an entry of peaks needs the text 'space'}}
func.func private @program_plan_c2_peaks_space() attributes {a = #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 0, tensor_core_hbm_bytes = 0, parallel_iterations = 1, seconds = 1.0, peaks = [{class = "list", bytes = 64}], hbm_uses = [], lookups = []>}

// -----

// expected-error @+1 {{program_plan_c2: an entry of peaks needs the text 'class'}}
func.func private @program_plan_c2_peaks_class() attributes {a = #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 0, tensor_core_hbm_bytes = 0, parallel_iterations = 1, seconds = 1.0, peaks = [{space = "hbm", class = 1, bytes = 64}], hbm_uses = [], lookups = []>}

// -----

// expected-error @+1 {{program_plan_c2: an entry of peaks needs the i64 'bytes'}}
func.func private @program_plan_c2_peaks_bytes() attributes {a = #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 0, tensor_core_hbm_bytes = 0, parallel_iterations = 1, seconds = 1.0, peaks = [{space = "hbm", class = "list", bytes = 64 : i32}], hbm_uses = [], lookups = []>}

// -----

// expected-error @+1 {{program_plan_c2: hbm_uses must be dictionaries, got "user"}}
func.func private @program_plan_c2_hbm_uses() attributes {a = #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 0, tensor_core_hbm_bytes = 0, parallel_iterations = 1, seconds = 1.0, peaks = [], hbm_uses = [{table = "user", role = 0, bytes = 64, padding_bytes = 0}, "user"], lookups = []>}

// -----

// expected-error @+1 {{program_plan_c2: an entry of hbm_uses needs the text 'table'}}
func.func private @program_plan_c2_hbm_uses_table() attributes {a = #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 0, tensor_core_hbm_bytes = 0, parallel_iterations = 1, seconds = 1.0, peaks = [], hbm_uses = [{}], lookups = []>}

// -----

// expected-error @+1 {{program_plan_c2: an entry of hbm_uses needs the i64 'role'}}
func.func private @program_plan_c2_hbm_uses_role() attributes {a = #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 0, tensor_core_hbm_bytes = 0, parallel_iterations = 1, seconds = 1.0, peaks = [], hbm_uses = [{table = "user", role = "weights", bytes = 64, padding_bytes = 0}], lookups = []>}

// -----

// expected-error @+1 {{program_plan_c2: an entry of hbm_uses needs the i64 'padding_bytes'}}
func.func private @program_plan_c2_hbm_uses_padding_bytes() attributes {a = #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 0, tensor_core_hbm_bytes = 0, parallel_iterations = 1, seconds = 1.0, peaks = [], hbm_uses = [{table = "user", role = 0, bytes = 64}], lookups = []>}

// -----

// expected-error @+1 {{program_plan_c2: lookups must be dictionaries, got unit}}
func.func private @program_plan_c2_lookups() attributes {a = #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 0, tensor_core_hbm_bytes = 0, parallel_iterations = 1, seconds = 1.0, peaks = [], hbm_uses = [], lookups = [unit]>}

// -----

// expected-error @+1 {{program_plan_c2: an entry of lookups needs the text 'table'}}
func.func private @program_plan_c2_lookups_table() attributes {a = #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 0, tensor_core_hbm_bytes = 0, parallel_iterations = 1, seconds = 1.0, peaks = [], hbm_uses = [], lookups = [{left_out}]>}

// -----

// expected-error @+1 {{program_plan_c2: an entry of lookups needs the i64 'kind'}}
func.func private @program_plan_c2_lookups_kind() attributes {a = #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 0, tensor_core_hbm_bytes = 0, parallel_iterations = 1, seconds = 1.0, peaks = [], hbm_uses = [], lookups = [{table = "user", max_ids = 1, max_unique_ids = 1, width = 1, samples = 1, table_rows = 1, sparse_cores = 1, replicas = 1, vector_splits = 1, sample_splits = 1, window_rows = 1, window_buffers = 1, list_entries = 1, gather_operand_bytes = 1, scratch_bytes = 1, list_bytes = 1, stack_forward_bytes = 1, stack_backward_bytes = 1, exchange_bytes = 1, stack_first_step = 1, stack_last_step = 1}]>}

// -----

// expected-error @+1 {{program_plan_c2: an entry of lookups needs the i64 'replicas'}}
func.func private @program_plan_c2_lookups_replicas() attributes {a = #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 0, tensor_core_hbm_bytes = 0, parallel_iterations = 1, seconds = 1.0, peaks = [], hbm_uses = [], lookups = [{table = "user", kind = 1, max_ids = 1, max_unique_ids = 1, width = 1, samples = 1, table_rows = 1, sparse_cores = 1, vector_splits = 1, sample_splits = 1, window_rows = 1, window_buffers = 1, list_entries = 1, gather_operand_bytes = 1, scratch_bytes = 1, list_bytes = 1, stack_forward_bytes = 1, stack_backward_bytes = 1, exchange_bytes = 1, stack_first_step = 1, stack_last_step = 1}]>}

// -----

// expected-error @+1 {{program_plan_c2: an entry of lookups needs the i64 'stack_last_step'}}
func.func private @program_plan_c2_lookups_stack_last_step() attributes {a = #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 0, tensor_core_hbm_bytes = 0, parallel_iterations = 1, seconds = 1.0, peaks = [], hbm_uses = [], lookups = [{table = "user", kind = 1, max_ids = 1, max_unique_ids = 1, width = 1, samples = 1, table_rows = 1, sparse_cores = 1, replicas = 1, vector_splits = 1, sample_splits = 1, window_rows = 1, window_buffers = 1, list_entries = 1, gather_operand_bytes = 1, scratch_bytes = 1, list_bytes = 1, stack_forward_bytes = 1, stack_backward_bytes = 1, exchange_bytes = 1, stack_first_step = 1, stack_last_step = 1 : index}]>}

// -----

// expected-error @+1 {{expected merge_entries, optimizer_rows, row_streaming or serialized, got streaming}}
func.func private @plan_flag() attributes {a = #sc.plan<replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 1, window_buffers = 1, list_entries = 1, gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0, streaming = true>}

// -----

// expected-error @+1 {{expected 'false'}}
func.func private @plan_flag_value() attributes {a = #sc.plan<replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 1, window_buffers = 1, list_entries = 1, gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0, serialized = maybe>}

// -----

// expected-error @+1 {{plan_c1: samples, rows, windows and entries of a plan must be positive, its bytes not negative}}
func.func private @plan_c1_merge_entries() attributes {a = #sc.plan<replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 1, window_buffers = 1, list_entries = 1, gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0, merge_entries = -1>}

// -----

// expected-error @+1 {{plan_c1: samples, rows, windows and entries of a plan must be positive, its bytes not negative}}
func.func private @plan_c1_optimizer_rows() attributes {a = #sc.plan<replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 1, window_buffers = 1, list_entries = 1, gather_operand_bytes = 0, scratch_bytes = 0, list_bytes = 0, stack_bytes = 0, optimizer_rows = -1>}

// -----

// expected-error @+1 {{quantization_c1: min must be less than max, both finite as f32, got 1.000000e+00 : f64 and 1.000000e+00 : f64}}
func.func private @quantization_c1() attributes {a = #sc.quantization<buckets = 2, min = 1.0, max = 1.0>}

// -----

// expected-error @+1 {{quantization_c1: min must be less than max, both finite as f32, got 1.000000e+00 : f32 and 5.000000e-01 : f32}}
func.func private @quantization_c1_f32() attributes {a = #sc.quantization<buckets = 2, min = 1.0 : f32, max = 0.5 : f32>}

// -----

// expected-error @+1 {{quantization_c1: min must be less than max, both finite as f32, got 1.000000e+00 : f64 and 1.0000000000000002 : f64}}
func.func private @quantization_c1_rounded() attributes {a = #sc.quantization<buckets = 2, min = 1.0, max = 1.0000000000000002>}

// -----

// expected-error @+1 {{quantization_c1: min must be less than max, both finite as f32, got 0.000000e+00 : f64 and 2.000000e+39 : f64}}
func.func private @quantization_c1_infinite() attributes {a = #sc.quantization<buckets = 2, min = 0.0, max = 2.0e39>}

// -----

// expected-error @+1 {{quantization_c1: min must be less than max, both finite as f32, got 0x7FC00000 : f32 and 1.000000e+00 : f64}}
func.func private @quantization_c1_nan() attributes {a = #sc.quantization<buckets = 2, min = 0x7FC00000 : f32, max = 1.0>}

// -----

// expected-error @+1 {{quantization_c2: buckets must be in [2, 16777216], got 1}}
func.func private @quantization_c2() attributes {a = #sc.quantization<buckets = 1, min = 0.0, max = 1.0>}

// -----

// expected-error @+1 {{quantization_c2: buckets must be in [2, 16777216], got 16777217}}
func.func private @quantization_c2_most() attributes {a = #sc.quantization<buckets = 16777217, min = 0.0, max = 1.0>}

// -----

// expected-error @+1 {{quantization_c3: the step between buckets must be positive and finite as f32, got INF}}
func.func private @quantization_c3() attributes {a = #sc.quantization<buckets = 2, min = -3.0e38, max = 3.0e38>}

// -----

// expected-error @+1 {{quantization_c3: the step between buckets must be positive and finite as f32, got 0}}
func.func private @quantization_c3_least() attributes {a = #sc.quantization<buckets = 16777216, min = 0.0, max = 1.0e-44>}
