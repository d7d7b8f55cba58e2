//===-- GSPMDSharding.h - the text of mhlo.sharding -------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses `mhlo.sharding` and finds one mesh for several of them.

#ifndef SC_LIB_TRANSFORMS_GSPMDSHARDING_H
#define SC_LIB_TRANSFORMS_GSPMDSHARDING_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace sc {

/// A tiling over devices 0, 1, … n-1 in the order that reshaping them to
/// `reshape` and transposing by `permutation` gives.
struct GSPMDSharding {
  bool isManual = false;
  bool isReplicated = false;
  /// Tiles along each dimension; with `replicatesLast`, one more entry.
  llvm::SmallVector<int64_t> tiles;
  llvm::SmallVector<int64_t> reshape;
  llvm::SmallVector<int64_t> permutation;
  bool replicatesLast = false;

  int64_t getDevices() const;
};

/// Parses `{manual}`, `{replicated}` and
/// `{devices=[4,1]<=[2,2]T(1,0) last_tile_dim_replicate}`. On failure `error`
/// says what is not understood.
mlir::FailureOr<GSPMDSharding> parseGSPMDSharding(llvm::StringRef text,
                                                  std::string &error);

/// The sizes of mesh axes with which every sharding can be written: the finest
/// of their device lists. Fails where they do not refine one another.
mlir::FailureOr<llvm::SmallVector<int64_t>>
findMeshAxes(llvm::ArrayRef<GSPMDSharding> shardings);

/// The mesh axes of each of `rank` dimensions, major to minor. Fails where a
/// tile count is no product of whole axes.
mlir::FailureOr<llvm::SmallVector<llvm::SmallVector<int64_t>>>
assignAxes(const GSPMDSharding &sharding, llvm::ArrayRef<int64_t> meshAxes,
           int64_t rank);

} // namespace sc

#endif // SC_LIB_TRANSFORMS_GSPMDSHARDING_H
