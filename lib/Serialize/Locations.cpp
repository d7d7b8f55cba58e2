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

static std::string describeName(NameLoc location) {
  std::string name = "\"" + location.getName().str() + "\"";
  if (isa<UnknownLoc>(location.getChildLoc()))
    return name;
  return name + "(" + describeLocation(location.getChildLoc()) + ")";
}

std::string describeLocation(Location location) {
  return llvm::TypeSwitch<LocationAttr, std::string>(location)
      .Case([](FileLineColLoc file) { return describeFile(file); })
      .Case([](NameLoc name) { return describeName(name); })
      .Case([](CallSiteLoc call) { return describeLocation(call.getCallee()); })
      .Case([](FusedLoc fused) {
        return fused.getLocations().empty()
                   ? std::string("unknown")
                   : describeLocation(fused.getLocations().front());
      })
      .Default([](LocationAttr) { return std::string("unknown"); });
}

} // namespace sc
