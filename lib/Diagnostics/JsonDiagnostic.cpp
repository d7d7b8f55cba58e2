//===-- JsonDiagnostic.cpp - diagnostics for programs ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One line of JSON for each diagnostic, by the schema of docs/Diagnostics.md.

#include "Metadata.h"

#include "sc/Diagnostics/Diagnostics.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
namespace json = llvm::json;

namespace sc {

static constexpr int64_t kVersion = 1;

/// JSON is UTF-8; text that is not gets replacement characters.
static json::Value makeString(StringRef text) { return json::fixUTF8(text); }

static StringRef getSeverity(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Note:
    return "note";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Remark:
    return "remark";
  }
  return "error";
}

/// The first place in a file, or null.
static json::Value makeLocation(Location location) {
  FileLineColLoc file = location->findInstanceOf<FileLineColLoc>();
  if (!file)
    return nullptr;
  return json::Object{{"file", makeString(file.getFilename())},
                      {"line", int64_t(file.getLine())},
                      {"column", int64_t(file.getColumn())}};
}

/// The metadata with `key`, or null.
static DictionaryAttr findMetadata(const Diagnostic &diagnostic,
                                   StringRef key) {
  // Only reads: the accessor is not const.
  auto &metadata = const_cast<Diagnostic &>(diagnostic).getMetadata();
  for (const DiagnosticArgument &argument : metadata) {
    if (argument.getKind() !=
        DiagnosticArgument::DiagnosticArgumentKind::Attribute)
      continue;
    auto dictionary =
        dyn_cast_or_null<DictionaryAttr>(argument.getAsAttribute());
    if (dictionary && dictionary.get(key))
      return dictionary;
  }
  return nullptr;
}

static json::Value getValue(DictionaryAttr metadata, StringRef key) {
  Attribute attribute = metadata.get(key);
  if (auto text = dyn_cast_or_null<StringAttr>(attribute))
    return makeString(text.getValue());
  if (auto integer = dyn_cast_or_null<IntegerAttr>(attribute))
    return integer.getInt();
  return nullptr;
}

static json::Object makeAdvice(const Diagnostic &note, DictionaryAttr advice) {
  return json::Object{{"knob", getValue(advice, kKnobKey)},
                      {"value", getValue(advice, kValueKey)},
                      {"current", getValue(advice, kCurrentKey)},
                      {"text", makeString(note.str())}};
}

/// A note that is not advice.
static json::Object makeNote(const Diagnostic &note) {
  return json::Object{{"message", makeString(note.str())},
                      {"location", makeLocation(note.getLocation())}};
}

std::string makeJsonDiagnostic(const Diagnostic &diagnostic) {
  json::Object object{
      {"version", kVersion},
      {"severity", getSeverity(diagnostic.getSeverity())},
      {"location", makeLocation(diagnostic.getLocation())},
      {"message", makeString(diagnostic.str())},
  };
  if (DictionaryAttr error = findMetadata(diagnostic, kCodeKey))
    for (const char *key :
         {kCodeKey, kNameKey, kStatusKey, kLinkKey, kMessageKey})
      object[key] = getValue(error, key);
  json::Array notes, advice;
  for (const Diagnostic &note :
       const_cast<Diagnostic &>(diagnostic).getNotes()) {
    if (DictionaryAttr metadata = findMetadata(note, kKnobKey))
      advice.push_back(makeAdvice(note, metadata));
    else
      notes.push_back(makeNote(note));
  }
  object["notes"] = std::move(notes);
  object["advice"] = std::move(advice);
  return llvm::formatv("{0}", json::Value(std::move(object))).str();
}

std::string makeJsonMessage(StringRef severity, StringRef message) {
  json::Object object{
      {"version", kVersion},    {"severity", severity},
      {"location", nullptr},    {"message", makeString(message)},
      {"notes", json::Array()}, {"advice", json::Array()}};
  return llvm::formatv("{0}", json::Value(std::move(object))).str();
}

} // namespace sc
