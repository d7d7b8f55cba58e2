//===-- TextFile.cpp - reading small files --------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads in pieces, so that a huge or endless file is given up early.

#include "sc/Target/TextFile.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace sc {

static constexpr size_t kPieceBytes = 1 << 16;

std::optional<std::string> readTextFile(const std::string &path,
                                        size_t mostBytes, std::string &error) {
  auto fail = [&](const std::string &text) {
    error = path + ": " + text;
    return std::nullopt;
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return fail("is a directory");
  std::unique_ptr<FILE, int (*)(FILE *)> file(std::fopen(path.c_str(), "rb"),
                                              std::fclose);
  if (!file)
    return fail("cannot be opened: " + std::string(std::strerror(errno)));
  std::string text;
  for (size_t count = 1; count > 0 && text.size() <= mostBytes;) {
    size_t known = text.size();
    text.resize(known + kPieceBytes);
    count = std::fread(text.data() + known, 1, kPieceBytes, file.get());
    text.resize(known + count);
  }
  if (std::ferror(file.get()))
    return fail("cannot be read: " + std::string(std::strerror(errno)));
  if (text.empty())
    return fail("is empty");
  if (text.size() > mostBytes)
    return fail("has more than " + std::to_string(mostBytes) +
                " bytes, the limit for such a file");
  return text;
}

} // namespace sc
