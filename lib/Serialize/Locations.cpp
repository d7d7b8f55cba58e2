//===-- Locations.cpp - source locations as text --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR locations in the words of an error message.

#include "sc/Serialize/Serialize.h"

#include "mlir/IR/Location.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace sc {

static std::string describeFile(FileLineColLoc location) {
  std::string text;
  llvm::raw_string_ostream(text)
      << location.getFilename().getValue() << ":" << location.getLine() << ":"
      << location.getColumn();
  return text;
}

/// Locations nested deeper than this end in "...": nobody reads on.
static constexpr int kMaxDepth = 32;

static std::string describe(Location location, int depth);

static std::string describeName(NameLoc location, int depth) {
  std::string name = "\"" + location.getName().str() + "\"";
  if (isa<UnknownLoc>(location.getChildLoc()))
    return name;
  return name + "(" + describe(location.getChildLoc(), depth) + ")";
}

static std::string describe(Location location, int depth) {
  if (depth > kMaxDepth)
    return "...";
  return llvm::TypeSwitch<LocationAttr, std::string>(location)
      .Case([](FileLineColLoc file) { return describeFile(file); })
      .Case([&](NameLoc name) { return describeName(name, depth + 1); })
      .Case([&](CallSiteLoc call) {
        return describe(call.getCallee(), depth + 1);
      })
      .Case([&](FusedLoc fused) {
        return fused.getLocations().empty()
                   ? std::string("unknown")
                   : describe(fused.getLocations().front(), depth + 1);
      })
      .Default([](LocationAttr) { return std::string("unknown"); });
}

std::string describeLocation(Location location) {
  return describe(location, 0);
}

} // namespace sc
