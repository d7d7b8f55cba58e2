//===-- Errors.cpp - the error catalogue ----------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts of published errors. Sizes that a reader compares are printed in units
// in which they differ, so that the numbers of a message add up.

#include "runtime/format/Errors.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace sc::format {

static constexpr ErrorInfo kErrors[] = {
#define SC_ERROR(code, Name, STATUS, summary)                                  \
  {ErrorCode::code, #code, #Name, #STATUS, summary},
#include "runtime/format/Errors.def"
};

std::span<const ErrorInfo> getErrors() { return kErrors; }

const ErrorInfo &getError(ErrorCode code) {
  return kErrors[static_cast<size_t>(code)];
}

const ErrorInfo *findError(std::string_view code) {
  const ErrorInfo *end = std::end(kErrors);
  const ErrorInfo *error =
      std::find_if(std::begin(kErrors), end,
                   [&](const ErrorInfo &info) { return info.code == code; });
  return error == end ? nullptr : error;
}

std::string getErrorLink(const ErrorInfo &error) {
  return "https://openxla.org/xla/errors/error_" +
         std::string(error.code.substr(1));
}

std::string formatError(ErrorCode code, std::string_view message) {
  const ErrorInfo &error = getError(code);
  std::string text;
  text.append(error.code).append(": ").append(error.name).append(":\n");
  text.append(message).append("\nSee ").append(getErrorLink(error));
  return text + " for more details.";
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

static constexpr std::array<const char *, 7> kUnits = {"B", "K", "M", "G",
                                                       "T", "P", "E"};

static std::string formatWide(__int128 value) {
  if (value < 0)
    return "-" + formatWide(-value);
  std::string digits;
  do
    digits.insert(digits.begin(), static_cast<char>('0' + value % 10));
  while ((value /= 10) != 0);
  return digits;
}

/// Hundredths of the unit, rounded to nearest, halves away from zero.
static __int128 countHundredths(int64_t bytes, size_t unit) {
  __int128 size = __int128{1} << (10 * unit);
  __int128 scaled = __int128{bytes} * 100;
  return (scaled + (bytes < 0 ? -size : size) / 2) / size;
}

static std::string formatHundredths(__int128 hundredths, size_t unit) {
  if (hundredths < 0)
    return "-" + formatHundredths(-hundredths, unit);
  if (unit == 0)
    return formatWide(hundredths / 100) + kUnits[unit];
  std::string fraction = formatWide(hundredths % 100);
  return formatWide(hundredths / 100) + (fraction.size() < 2 ? ".0" : ".") +
         fraction + kUnits[unit];
}

/// The largest unit of which `bytes` is at least one, as printed.
static size_t pickUnit(int64_t bytes) {
  size_t unit = 0;
  auto reachesNext = [&] {
    __int128 hundredths = countHundredths(bytes, unit);
    return (hundredths < 0 ? -hundredths : hundredths) >= 102400;
  };
  while (unit + 1 < kUnits.size() && reachesNext())
    ++unit;
  return unit;
}

static std::string formatBytes(int64_t bytes, size_t unit) {
  return bytes == 0 ? "0B"
                    : formatHundredths(countHundredths(bytes, unit), unit);
}

std::string formatErrorBytes(int64_t bytes) {
  return formatBytes(bytes, pickUnit(bytes));
}

/// Both sizes, in a smaller unit where they would look the same and are not.
static std::pair<std::string, std::string> formatApart(int64_t lhs,
                                                       int64_t rhs) {
  std::pair<std::string, std::string> texts = {formatErrorBytes(lhs),
                                               formatErrorBytes(rhs)};
  for (size_t unit = pickUnit(lhs);
       lhs != rhs && texts.first == texts.second && unit > 0; --unit)
    texts = {formatBytes(lhs, unit - 1), formatBytes(rhs, unit - 1)};
  return texts;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

std::string describeBufferAllocation(int64_t bytes, int64_t freeBytes,
                                     std::string_view memory) {
  auto [size, free] = formatApart(bytes, freeBytes);
  return "Attempting to allocate " + size +
         ". That was not possible. There are " + free + " free.; (" +
         std::string(memory) + ")";
}

std::string describeProgramAllocation(std::string_view program, int64_t bytes,
                                      int64_t freeBytes, int64_t reservedBytes,
                                      int64_t reservableBytes) {
  auto [size, reservable] = formatApart(bytes, reservableBytes);
  std::string free =
      freeBytes == reservableBytes ? reservable : formatErrorBytes(freeBytes);
  return "Error loading program '" + std::string(program) +
         "': Attempting to reserve " + size +
         " at the bottom of memory. That was not possible. There are " + free +
         " free, " + formatErrorBytes(reservedBytes) + " reserved, and " +
         reservable + " reservable.";
}

std::string describeInputMismatch(int64_t parameter, int64_t expectedBytes,
                                  std::string_view expected,
                                  int64_t actualBytes,
                                  std::string_view actual) {
  std::string got =
      expectedBytes == actualBytes
          ? "buffer of that size with another type"
          : "buffer with incompatible size " + std::to_string(actualBytes);
  return "expected parameter " + std::to_string(parameter) + " of size " +
         std::to_string(expectedBytes) + " (" + std::string(expected) +
         ") but got " + got + " (" + std::string(actual) + ")";
}

std::string describeHbmOom(int64_t usedBytes, int64_t capacityBytes) {
  size_t unit = pickUnit(capacityBytes);
  while (unit > 0 && usedBytes > capacityBytes &&
         countHundredths(usedBytes, unit) ==
             countHundredths(capacityBytes, unit))
    --unit;
  __int128 excess =
      countHundredths(usedBytes, unit) - countHundredths(capacityBytes, unit);
  return "XLA:TPU compile permanent error. Ran out of memory in memory space "
         "hbm. Used " +
         formatBytes(usedBytes, unit) + " of " +
         formatBytes(capacityBytes, unit) + " hbm. Exceeded hbm capacity by " +
         formatHundredths(excess, unit) + ".";
}

std::string describeHbmOom(int64_t tensorCoreBytes, int64_t sparseCoreBytes,
                           int64_t capacityBytes) {
  size_t unit = pickUnit(capacityBytes);
  auto isExceeded = [&] {
    return countHundredths(tensorCoreBytes, unit) +
               countHundredths(sparseCoreBytes, unit) >
           countHundredths(capacityBytes, unit);
  };
  while (unit > 0 && !isExceeded())
    --unit;
  return "TPU TensorCore Hbm usage: " + formatBytes(tensorCoreBytes, unit) +
         ", SparseCore Hbm usage " + formatBytes(sparseCoreBytes, unit) +
         ", exceeding available bytes: " + formatBytes(capacityBytes, unit);
}

std::string describeTileAllocation(int64_t offset, int64_t words,
                                   int64_t capacityWords, int space) {
  // Both bounds are inclusive.
  __int128 last = __int128{offset} + words - 1;
  __int128 limit = __int128{capacityWords} - 1;
  return "'memref.alloca' op current allocation offset upper bound (" +
         formatWide(last) +
         " words) exceeds the legitimate user allocatable offset upper bound "
         "(" +
         formatWide(limit) + " words) in memory space " +
         std::to_string(space) + " when allocating " + std::to_string(words) +
         " words.";
}

std::string describeReplicaCount(const ReplicaCountNumbers &numbers) {
  auto print = [](const char *name, int64_t value) {
    return std::string(name) + " = " + std::to_string(value);
  };
  return "No viable logical replica count for the embedding table with "
         "metadata: " +
         print("max_nz_per_row", numbers.maxIds) +
         print(", max_unique_nz_per_row", numbers.maxUniqueIds) +
         print(", feature_width", numbers.width) +
         print(", sample_count", numbers.samples) +
         print(" (last tried split factor for vector splitting",
               numbers.vectorSplits) +
         print(", last tried split factor for sample dimension splitting",
               numbers.sampleSplits) +
         print(", fixed_size_allocation_bytes", numbers.fixedSizeBytes) +
         print(", row_dependent_size_allocation_bytes",
               numbers.rowDependentBytes) +
         print(", total_spmem_size_bytes", numbers.tileSpmemBytes) + ")";
}

std::string describeFixedSize(int64_t bytes, int64_t tileSpmemBytes) {
  return "Fixed size allocations (" + std::to_string(bytes) +
         " bytes) do not fit in TileSpmem (" + std::to_string(tileSpmemBytes) +
         " bytes)";
}

std::string describeGatherOperand(int64_t bytes, int64_t tileSpmemBytes) {
  return "Gather operand too large: " + std::to_string(bytes) +
         " bytes per tile, TileSpmem has " + std::to_string(tileSpmemBytes) +
         " bytes";
}

} // namespace sc::format
