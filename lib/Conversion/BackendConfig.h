//===-- BackendConfig.h - JSON of SparseCore custom calls -------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the `backend_config` string of a SparseCore custom call.

#ifndef SC_LIB_CONVERSION_BACKENDCONFIG_H
#define SC_LIB_CONVERSION_BACKENDCONFIG_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace sc {

/// The `quantization_config` of a lookup: min is less than max, both finite as
/// f32, and the buckets are in [2, kMaxBuckets].
struct QuantizationConfig {
  double min = 0;
  double max = 0;
  int64_t buckets = 0;
};

/// The `sparse_dense_matmul_config` of a lookup or update.
struct LookupConfig {
  int64_t maxIds = 0;
  int64_t maxUniqueIds = 0;
  /// Of a lookup.
  std::optional<QuantizationConfig> quantization;
  /// Of an update: how many slots follow the table, and hyperparameters.
  int64_t slots = 0;
  int64_t hyperparameters = 0;
};

/// Receives the column inside the string, counted from 1, and the message.
using JsonErrorHandler =
    llvm::function_ref<void(int64_t column, const llvm::Twine &message)>;

/// Reads the configuration of a lookup with exchange, or of an update. On
/// failure `onError` was called once.
mlir::FailureOr<LookupConfig> parseLookupConfig(llvm::StringRef json,
                                                bool isUpdate,
                                                JsonErrorHandler onError);

/// Checks the configuration of a local lookup, which has a device type only.
mlir::LogicalResult checkLocalConfig(llvm::StringRef json,
                                     JsonErrorHandler onError);

/// Column, counted from 1, of the value at `path` in `json`, valid JSON whose
/// top is an object. Where a key is missing: of the object that lacks it.
int64_t locateJsonValue(llvm::StringRef json,
                        llvm::ArrayRef<llvm::StringRef> path);

} // namespace sc

#endif // SC_LIB_CONVERSION_BACKENDCONFIG_H
