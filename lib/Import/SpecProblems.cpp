//===-- SpecProblems.cpp - errors of specs as diagnostics -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places in spec files become locations.

#include "sc/Import/ImportSpec.h"
#include "sc/Spec/SpecCheck.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"

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

LogicalResult emitSpecProblems(const spec::EmbeddingSpec &spec,
                               const std::optional<spec::Topology> &topology,
                               Location fallback, bool showWarnings) {
  bool hasError = false;
  for (const spec::SpecProblem &problem : spec::checkSpec(spec, topology)) {
    Location location = parseLocation(problem.location, fallback);
    if (problem.isError)
      emitError(location) << problem.message;
    else if (showWarnings)
      emitWarning(location) << problem.message;
    hasError |= problem.isError;
  }
  return failure(hasError);
}

/// Reads "number:" at the start of `text`.
static bool consumeNumber(StringRef &text, unsigned &number) {
  StringRef rest = text;
  if (rest.consumeInteger(10, number) || !rest.consume_front(":"))
    return false;
  text = rest;
  return true;
}

/// Emits "path:line:column: text" or "path: text" at its place.
static void emitParseError(StringRef text, StringRef path,
                           MLIRContext *context) {
  unsigned line = 0, column = 0;
  StringRef rest = text;
  bool hasPath = rest.consume_front(path) && rest.consume_front(":");
  StringRef behindPath = rest;
  if (!hasPath)
    emitError(UnknownLoc::get(context)) << text;
  else if (consumeNumber(rest, line) && consumeNumber(rest, column))
    emitError(FileLineColLoc::get(context, path, line, column)) << rest.ltrim();
  else
    emitError(FileLineColLoc::get(context, path, 0, 0)) << behindPath.ltrim();
}

OwningOpRef<ModuleOp> parseAndImportSpec(StringRef contents,
                                         spec::SpecFormat format,
                                         StringRef path, MLIRContext *context,
                                         bool showWarnings) {
  auto spec = spec::parseSpec(contents, format, path.str());
  if (!spec.ok()) {
    emitParseError(std::string(spec.status().message()), path, context);
    return {};
  }
  unsigned start = format == spec::SpecFormat::BinaryProto ? 0 : 1;
  auto file = FileLineColLoc::get(context, path, start, start);
  if (failed(emitSpecProblems(*spec, std::nullopt, file, showWarnings)))
    return {};
  return importSpec(*spec, context);
}

//===----------------------------------------------------------------------===//
// Which files hold specs
//===----------------------------------------------------------------------===//

/// `text` behind blanks and lines that begin with '#'.
static StringRef skipComments(StringRef text) {
  text = text.ltrim();
  while (text.starts_with("#"))
    text = text.split('\n').second.ltrim();
  return text;
}

/// Field 1 of a message comes first; numbers behind names have tags that text
/// does not contain.
static bool isBinaryProto(StringRef contents) {
  return contents.starts_with("\x0a") &&
         contents.find_first_of("\x10\x18") != StringRef::npos;
}

std::optional<spec::SpecFormat> findSpecFormat(StringRef path,
                                               StringRef contents) {
  if (auto format = spec::getFormatOfName(path.str()))
    return format;
  if (path.ends_with(".mlir"))
    return std::nullopt;
  StringRef text = contents.ltrim();
  if (text.starts_with("{") && !text.starts_with("{-#"))
    return spec::SpecFormat::Json;
  if (skipComments(contents).starts_with("stacked_table_specs"))
    return spec::SpecFormat::TextProto;
  if (isBinaryProto(contents))
    return spec::SpecFormat::BinaryProto;
  return std::nullopt;
}

} // namespace sc
