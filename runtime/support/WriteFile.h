//===-- WriteFile.h - small files, whole or not at all ----------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For statistics and limits, which others may read at any moment.

#ifndef SC_RUNTIME_SUPPORT_WRITEFILE_H
#define SC_RUNTIME_SUPPORT_WRITEFILE_H

#include "absl/status/status.h"

#include <string>
#include <string_view>

namespace sc::runtime {

/// Writes a temporary beside `path` and renames it. A file that exists stays
/// as it is until then, a link to one stays a link; anything but a file is an
/// error.
absl::Status writeFile(const std::string &path, std::string_view contents);

} // namespace sc::runtime

#endif // SC_RUNTIME_SUPPORT_WRITEFILE_H
