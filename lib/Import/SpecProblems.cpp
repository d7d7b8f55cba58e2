//===-- SpecProblems.cpp - errors of specs as diagnostics -----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places in spec files become locations.

#include "sc/Import/FilePlace.h"
#include "sc/Import/ImportSpec.h"
#include "sc/Spec/SpecCheck.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"

using namespace mlir;

namespace sc {

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

/// Emits an error of the reader of specs at its place in the file.
static void emitParseError(StringRef text, StringRef path,
                           MLIRContext *context) {
  auto place = takeFilePlace(text, path, context);
  emitError(place ? Location(*place) : UnknownLoc::get(context)) << text;
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
