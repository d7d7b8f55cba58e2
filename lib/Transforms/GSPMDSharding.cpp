//===-- GSPMDSharding.cpp - the text of mhlo.sharding ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parser of mhlo.sharding and its translation to mesh axes.

#include "GSPMDSharding.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace sc {

int64_t GSPMDSharding::getDevices() const {
  int64_t devices = 1;
  for (int64_t size : reshape)
    devices *= size;
  return devices;
}

/// Consumes `open 1,2,3 close`.
static LogicalResult consumeList(StringRef &text, char open, char close,
                                 SmallVector<int64_t> &numbers) {
  if (!text.consume_front(StringRef(&open, 1)))
    return failure();
  do {
    int64_t number = 0;
    if (text.consumeInteger(10, number) || number < 0 || number > (1 << 20))
      return failure();
    numbers.push_back(number);
  } while (text.consume_front(","));
  return success(text.consume_front(StringRef(&close, 1)));
}

static int64_t multiply(ArrayRef<int64_t> numbers) {
  int64_t product = 1;
  for (int64_t number : numbers)
    if (llvm::MulOverflow(product, number, product))
      return -1;
  return product;
}

static bool isPermutation(ArrayRef<int64_t> numbers, size_t size) {
  SmallVector<int64_t> sorted(numbers);
  llvm::sort(sorted);
  return sorted.size() == size &&
         llvm::equal(sorted, llvm::seq<int64_t>(0, size));
}

/// Checks that the parts of a tiling fit together.
static bool isConsistent(const GSPMDSharding &sharding) {
  int64_t tiles = multiply(sharding.tiles);
  return tiles > 0 && tiles == multiply(sharding.reshape) &&
         isPermutation(sharding.permutation, sharding.reshape.size());
}

static LogicalResult parseTiling(StringRef body, GSPMDSharding &sharding) {
  if (!body.consume_front("devices=") ||
      failed(consumeList(body, '[', ']', sharding.tiles)) ||
      !body.consume_front("<=") ||
      failed(consumeList(body, '[', ']', sharding.reshape)))
    return failure();
  if (body.consume_front("T")) {
    if (failed(consumeList(body, '(', ')', sharding.permutation)))
      return failure();
  } else {
    sharding.permutation =
        llvm::to_vector(llvm::seq<int64_t>(0, sharding.reshape.size()));
  }
  body = body.trim();
  sharding.replicatesLast = body.consume_front("last_tile_dim_replicate");
  return success(body.empty() && isConsistent(sharding));
}

FailureOr<GSPMDSharding> parseGSPMDSharding(StringRef text,
                                            std::string &error) {
  GSPMDSharding sharding;
  StringRef body = text.trim();
  if (body.consume_front("{") && body.consume_back("}")) {
    body = body.trim();
    sharding.isManual = body == "manual";
    sharding.isReplicated = body == "replicated";
    if (sharding.isManual || sharding.isReplicated ||
        succeeded(parseTiling(body, sharding)))
      return sharding;
  }
  error = ("mhlo.sharding '" + text +
           "' is not supported: expected {manual}, {replicated} or "
           "{devices=[...]<=[...]T(...) last_tile_dim_replicate}")
              .str();
  return failure();
}

/// Number of leading entries of `finer` from `at` on whose product is `size`;
/// 0 where there is none.
static size_t matchProduct(ArrayRef<int64_t> finer, size_t at, int64_t size) {
  int64_t product = 1;
  for (size_t end = at; end < finer.size(); ++end) {
    product *= finer[end];
    if (product == size)
      return end - at + 1;
  }
  return 0;
}

/// The indices of `finer` that make up each entry of `coarser`.
static FailureOr<SmallVector<SmallVector<int64_t>>>
refine(ArrayRef<int64_t> coarser, ArrayRef<int64_t> finer) {
  SmallVector<SmallVector<int64_t>> parts;
  size_t at = 0;
  for (int64_t size : coarser) {
    size_t count = matchProduct(finer, at, size);
    if (count == 0)
      return failure();
    parts.push_back(llvm::to_vector(llvm::seq<int64_t>(at, at + count)));
    at += count;
  }
  if (at != finer.size())
    return failure();
  return parts;
}

FailureOr<SmallVector<int64_t>>
findMeshAxes(ArrayRef<GSPMDSharding> shardings) {
  SmallVector<int64_t> axes;
  for (const GSPMDSharding &sharding : shardings)
    if (sharding.reshape.size() > axes.size())
      axes = sharding.reshape;
  for (const GSPMDSharding &sharding : shardings)
    if (!sharding.reshape.empty() && failed(refine(sharding.reshape, axes)))
      return failure();
  return axes;
}

FailureOr<SmallVector<SmallVector<int64_t>>>
assignAxes(const GSPMDSharding &sharding, ArrayRef<int64_t> meshAxes,
           int64_t rank) {
  SmallVector<SmallVector<int64_t>> dims(rank);
  if (sharding.isReplicated)
    return dims;
  if (static_cast<int64_t>(sharding.tiles.size()) !=
      rank + (sharding.replicatesLast ? 1 : 0))
    return failure();
  auto parts = refine(sharding.reshape, meshAxes);
  if (failed(parts))
    return failure();
  SmallVector<int64_t> order;
  for (int64_t index : sharding.permutation)
    llvm::append_range(order, (*parts)[index]);
  SmallVector<int64_t> sizes;
  for (int64_t axis : order)
    sizes.push_back(meshAxes[axis]);
  size_t at = 0;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (sharding.tiles[dim] == 1)
      continue;
    size_t count = matchProduct(sizes, at, sharding.tiles[dim]);
    if (count == 0)
      return failure();
    llvm::append_range(dims[dim], ArrayRef(order).slice(at, count));
    at += count;
  }
  return dims;
}

} // namespace sc
