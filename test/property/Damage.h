//===-- Damage.h - what transport does to a file -------------- -*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A few bytes changed, lost or repeated, or the end cut off.

#ifndef SC_TEST_PROPERTY_DAMAGE_H
#define SC_TEST_PROPERTY_DAMAGE_H

#include <random>
#include <string>

namespace sc::test {

inline std::string damage(std::string text, std::mt19937_64 &random) {
  for (size_t count = random() % 4 + 1; count > 0 && !text.empty(); --count) {
    size_t at = random() % text.size();
    switch (random() % 4) {
    case 0:
      text[at] = static_cast<char>(random());
      break;
    case 1:
      text.erase(at, random() % 8 + 1);
      break;
    case 2:
      text.insert(at, text.substr(random() % text.size(), random() % 16));
      break;
    default:
      text.resize(at);
    }
  }
  return text;
}

} // namespace sc::test

#endif // SC_TEST_PROPERTY_DAMAGE_H
