//===-- BufferPeaks.h - the most bytes in use at once -----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Peak bytes by memory and buffer class, from lifetimes in the file.

#ifndef SC_RUNTIME_MACHINE_BUFFERPEAKS_H
#define SC_RUNTIME_MACHINE_BUFFERPEAKS_H

#include "runtime/machine/Counters.h"

#include <span>

namespace sc::runtime {

struct BufferPeaks {
  std::vector<BufferPeak> byClass;
  std::vector<SpacePeak> bySpace;
};

/// HBM counts for a device with all instances, at the step where it peaks; tile
/// memories for a tile and Spmem for a SparseCore, at the program where they
/// peak. Views count in their parents. `touched`: largest end of an access in
/// an instance, by buffer; may be empty for a program that did not run.
BufferPeaks computeBufferPeaks(const format::Program &program,
                               std::span<const int64_t> touched);

} // namespace sc::runtime

#endif // SC_RUNTIME_MACHINE_BUFFERPEAKS_H
