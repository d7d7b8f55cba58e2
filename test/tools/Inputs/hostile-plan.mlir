// A plan whose steps are not those of any schedule.
module attributes {sc.target = #sc.target<"v5p", 1x1x1, devices = 1, sparse_cores = 4>,
  sc.plan = #sc.program_plan<serialized_tables = 0, hbm_peak_bytes = 0, tensor_core_hbm_bytes = 0,
    parallel_iterations = 1, seconds = 1.0e-5 : f64, peaks = [], hbm_uses = [],
    lookups = [{kind = 0, table = "user", max_ids = 256, max_unique_ids = 16, width = 8, samples = 4,
      table_rows = 16, sparse_cores = 4, stack_first_step = -9223372036854775808,
      stack_last_step = 9223372036854775807, replicas = 1, vector_splits = 1, sample_splits = 1,
      window_rows = 0, window_buffers = 2, list_entries = 256, gather_operand_bytes = 32,
      scratch_bytes = 1280, list_bytes = 3072, stack_forward_bytes = 4352, stack_backward_bytes = 0,
      exchange_bytes = 0}]>} {
  func.func @main(%p: tensor<32xi32>, %i: tensor<1024xi32>, %g: tensor<1024xf32>, %t: tensor<64x8xf32>, %x: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %0 = sc.sparse_dense_matmul %p, %i, %i, %g, %t, %x table "user" limits <max_ids = 256, max_unique_ids = 16> sparse_cores 4
        plan <replicas = 1, vector_splits = 1, sample_splits = 1, samples_per_tile = 1, window_rows = 128, window_buffers = 2, list_entries = 256, gather_operand_bytes = 32, scratch_bytes = 1280, list_bytes = 3072, stack_bytes = 4352>
        : tensor<32xi32>, tensor<1024xi32>, tensor<64x8xf32>, tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
