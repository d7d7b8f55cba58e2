//===-- NearestName.h - what a misspelt name was to be ----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names in error messages: in quotes, in lists, and with the nearest one.

#ifndef SC_TARGET_NEARESTNAME_H
#define SC_TARGET_NEARESTNAME_H

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sc {

/// The least number of insertions and deletions that turn one text into the
/// other. A replaced letter counts as two, so that "v5" is nearer to "v5p" than
/// to "v4".
size_t computeEditDistance(std::string_view a, std::string_view b);

/// The first of the nearest `names` that is less than `edits` edits away, or
/// "". Letter case does not count; long texts are cut off.
std::string_view findNearestName(std::string_view text,
                                 const std::vector<std::string_view> &names,
                                 size_t edits);

/// "; did you mean 'name'?" where one is near, else ";".
std::string describeNearest(std::string_view text,
                            const std::vector<std::string_view> &names);

/// 'name', with bytes that do not print replaced and a long name cut off.
std::string quoteName(std::string_view name);

/// "'a', 'b' and 3 more": the first 16 names; or "none".
std::string listNames(const std::set<std::string> &names);

/// "a, b, c".
std::string joinNames(const std::vector<std::string_view> &names);

} // namespace sc

#endif // SC_TARGET_NEARESTNAME_H
