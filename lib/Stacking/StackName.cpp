//===-- StackName.cpp - names of stacks -----------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As jax-tpu-embedding names them, so that checkpoints have the same keys.

#include "sc/Stacking/Stacking.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <array>
#include <openssl/evp.h>

namespace sc::spec {

static constexpr size_t kShownCharacters = 50;
static constexpr size_t kHashDigits = 12;

/// Bytes of the first `count` characters of UTF-8, at most all.
static size_t getPrefixSize(std::string_view text, size_t count) {
  size_t size = 0;
  for (size_t shown = 0; size < text.size(); ++size) {
    bool isContinued = (static_cast<unsigned char>(text[size]) >> 6) == 2;
    if (!isContinued && shown++ == count)
      break;
  }
  return size;
}

/// Lower-case hex digits.
static std::string computeSha256(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned size = 0;
  // Fails only without memory; the name is then cut without a hash.
  if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(),
                 nullptr) != 1)
    return "";
  return absl::BytesToHexString(
      {reinterpret_cast<const char *>(digest.data()), size});
}

std::string makeStackName(const std::vector<std::string> &tables) {
  std::string name = absl::StrJoin(tables, "_");
  size_t shown = getPrefixSize(name, kShownCharacters);
  if (shown == name.size())
    return name;
  return absl::StrCat(name.substr(0, shown), "...",
                      computeSha256(name).substr(0, kHashDigits));
}

} // namespace sc::spec
