//===-- FilePlace.cpp - places in files as locations ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers are taken from the end, for paths may have colons.

#include "sc/Import/FilePlace.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace sc {

/// Takes ":number" off the end of `text`.
static bool consumeNumberAtEnd(StringRef &text, unsigned &number) {
  auto [rest, digits] = text.rsplit(':');
  if (rest.size() == text.size() || digits.getAsInteger(10, number))
    return false;
  text = rest;
  return true;
}

Location parseLocation(StringRef text, Location fallback) {
  if (text.empty())
    return fallback;
  StringRef path = text;
  unsigned line = 0, column = 0;
  if (!consumeNumberAtEnd(path, column) || !consumeNumberAtEnd(path, line))
    return FileLineColLoc::get(fallback.getContext(), text, 0, 0);
  return FileLineColLoc::get(fallback.getContext(), path, line, column);
}

std::optional<FileLineColLoc> takeFilePlace(StringRef &text, StringRef path,
                                            MLIRContext *context) {
  if (!text.starts_with(path))
    return std::nullopt;
  const size_t end = text.find(": ", path.size());
  if (end == StringRef::npos)
    return std::nullopt;
  auto unknown = UnknownLoc::get(context);
  auto place = FileLineColLoc::get(context, path, 0, 0);
  if (end > path.size()) {
    place =
        dyn_cast<FileLineColLoc>(parseLocation(text.take_front(end), unknown));
    if (!place || place.getFilename() != path)
      return std::nullopt;
  }
  text = text.drop_front(end + 2);
  return place;
}

} // namespace sc
