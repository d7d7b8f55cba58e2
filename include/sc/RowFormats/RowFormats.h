//===-- RowFormats.h - which tables are stored narrow -----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What --quantize-tables says: one format for all tables, or a file.

#ifndef SC_ROWFORMATS_ROWFORMATS_H
#define SC_ROWFORMATS_ROWFORMATS_H

#include "runtime/format/RowFormat.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sc {

/// A format, and whether it is for a table by its name.
struct NamedRowFormat {
  format::RowFormat format;
  bool isNamed = false;
};

/// Row formats by table.
struct RowFormats {
  /// Of tables that are not named; nothing: they stay as they are.
  std::optional<format::RowFormat> others;
  /// f32 says that a table stays as it is.
  std::map<std::string, format::RowFormat> tables;

  /// The format of `table`; f32 where nothing is said.
  format::RowFormat find(const std::string &table) const;

  /// The format of `table`, whose members are the tables that are stacked in
  /// it, if any: what its own name says, else what theirs do. Nothing where
  /// they disagree; then `error` says so.
  std::optional<NamedRowFormat>
  findStack(const std::string &table, const std::vector<std::string> &members,
            std::string &error) const;
};

/// Reads the argument of --quantize-tables: a format (parseRowFormat), or the
/// path of a JSON file, which ends with ".json": an object of formats by table,
/// "*" being all others. On failure `error` says what is wrong, with file and
/// place.
std::optional<RowFormats> readRowFormats(const std::string &argument,
                                         std::string &error);

/// Reads the text of such a file; `name` stands for the path in messages.
std::optional<RowFormats> parseRowFormats(std::string_view text,
                                          const std::string &name,
                                          std::string &error);

} // namespace sc

#endif // SC_ROWFORMATS_ROWFORMATS_H
