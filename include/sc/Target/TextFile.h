//===-- TextFile.h - reading small files ------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For files that people write by hand or that hold a few numbers.

#ifndef SC_TARGET_TEXTFILE_H
#define SC_TARGET_TEXTFILE_H

#include <cstddef>
#include <optional>
#include <string>

namespace sc {

/// The bytes of the file. Fails with "path: text" in `error` for a directory,
/// a file that cannot be read, an empty one and one of more than `mostBytes`.
std::optional<std::string> readTextFile(const std::string &path,
                                        size_t mostBytes, std::string &error);

} // namespace sc

#endif // SC_TARGET_TEXTFILE_H
