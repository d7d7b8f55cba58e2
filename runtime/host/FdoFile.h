//===-- FdoFile.h - statistics in jax-tpu-embedding's files -----*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The .npz and .csv of its file clients for feedback-directed optimization
// (FDO).

#ifndef SC_RUNTIME_HOST_FDOFILE_H
#define SC_RUNTIME_HOST_FDOFILE_H

#include "runtime/host/SuggestLimits.h"

#include <array>
#include <map>
#include <string>
#include <string_view>

namespace sc::host {

/// The largest counts of a stack over any batches, in the order of Statistics.
/// One count alone stands for all devices. Empty: not recorded.
struct FdoCounts {
  std::vector<int64_t> maxIds;
  std::vector<int64_t> maxUniqueIds;
  std::vector<int64_t> requiredBufferSizes;
  std::vector<int64_t> droppedIdCounts;

  bool operator==(const FdoCounts &) const = default;
};

/// By the name of the stack.
using FdoStatistics = std::map<std::string, FdoCounts>;

/// A statistic, and what its arrays' names end with.
struct FdoField {
  const char *suffix;
  std::vector<int64_t> FdoCounts::*counts;
};
inline constexpr std::array<FdoField, 4> kFdoFields = {
    {{"_max_ids", &FdoCounts::maxIds},
     {"_max_unique_ids", &FdoCounts::maxUniqueIds},
     {"_required_buffer_size", &FdoCounts::requiredBufferSizes},
     {"_id_drop_counters", &FdoCounts::droppedIdCounts}}};

/// The element-wise maximum. Counts of different sizes, of hosts with more or
/// fewer devices, become one: the largest of all. Associative, in any order
/// the same, and never lower than what was merged.
FdoCounts mergeFdo(const FdoCounts &a, const FdoCounts &b);
FdoStatistics mergeFdo(const FdoStatistics &a, const FdoStatistics &b);

ObservedLimits observeLimits(const FdoCounts &counts);
std::map<std::string, ObservedLimits>
observeLimits(const FdoStatistics &statistics);

/// Whether files have a row for each batch, or one with the largest counts.
enum class FdoHistory { Keep, Largest };

/// Collects the statistics of batches.
class FdoRecorder {
public:
  explicit FdoRecorder(FdoHistory history = FdoHistory::Keep)
      : history(history) {}

  /// Fails if the sizes differ from those of the stack's batches before, or a
  /// count exceeds 32 bits.
  absl::Status record(const std::string &stack, const Statistics &statistics);

  /// The largest counts so far.
  const FdoStatistics &getStatistics() const { return largest; }

  /// Writes "<stack>_max_ids" and so on, as CSV if the path ends in .csv, else
  /// as .npz: int32 [batch][count], or [count] without history. A file that
  /// exists is replaced when the new one is complete.
  absl::Status write(const std::string &path) const;

private:
  FdoHistory history;
  FdoStatistics largest;
  std::map<std::string, std::vector<int32_t>> rows; // by the array's name
};

/// Writes one row for each statistic, of any size up to 64 bits: int64
/// [count].
absl::Status writeFdoFile(const std::string &path,
                          const FdoStatistics &statistics);

/// "fdo_stats_<process>_<nanoseconds>.npz" or ".csv", which the client's
/// loader looks for; it takes the newest of each process.
std::string makeFdoFileName(int64_t process, int64_t nanoseconds,
                            const std::string &extension = "npz");

/// The largest counts in a file of either form; which one is told by its
/// contents. Arrays are int32 or int64; the last dimension is kept. Negative
/// counts and names with other endings are errors.
absl::StatusOr<FdoStatistics> readFdoFile(const std::string &path);

/// Merges the newest file of each process in the folder. Other files do not
/// count, but it is an error if there is nothing else.
absl::StatusOr<FdoStatistics> readFdoFolder(const std::string &path);

} // namespace sc::host

#endif // SC_RUNTIME_HOST_FDOFILE_H
