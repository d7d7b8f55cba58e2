//===-- InputFormat.cpp - what an input file holds ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Detection by the first bytes, and the lines of Python that make text.

#include "sc/Support/InputFormat.h"

#include "runtime/format/program_generated.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace sc {

InputFormat getInputFormat(StringRef contents) {
  constexpr StringLiteral kBytecode("ML\xefR");
  if (contents.trim().empty())
    return InputFormat::Empty;
  if (contents.substr(4).starts_with(format::ProgramIdentifier()))
    return InputFormat::Executable;
  // The producer's name is behind the magic number and one byte of version.
  if (contents.starts_with(kBytecode))
    return contents.substr(kBytecode.size() + 1).starts_with("StableHLO")
               ? InputFormat::PortableArtifact
               : InputFormat::Bytecode;
  return contents.contains(kBytecode) ? InputFormat::Exported
                                      : InputFormat::Text;
}

/// `path` as it is written in a Python string between single quotes, in a shell
/// argument between double quotes.
static std::string quotePath(StringRef path) {
  std::string quoted = "'";
  for (char c : path) {
    if (c == '\\')
      quoted += "\\\\\\";
    else if (StringRef("'\"$`").contains(c))
      quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

/// The command that prints a file of `format` as text; empty for text.
static std::string getTextRecipe(InputFormat format, StringRef path) {
  std::string read = "open(" + quotePath(path == "-" ? "model.mlirbc" : path) +
                     ",'rb').read()";
  switch (format) {
  case InputFormat::PortableArtifact:
    return "python3 -c \"from jax._src.interpreters import mlir; from "
           "jaxlib.mlir.dialects import stablehlo; "
           "print(stablehlo.deserialize_portable_artifact("
           "mlir.make_ir_context(), " +
           read + "))\"";
  case InputFormat::Bytecode:
    return "python3 -c \"from jax._src.interpreters import mlir; from "
           "jaxlib.mlir import ir; print(ir.Module.parse(" +
           read + ", mlir.make_ir_context()))\"";
  case InputFormat::Exported:
    return "python3 -c \"from jax import export; "
           "print(export.deserialize(bytearray(" +
           read + ")).mlir_module())\"";
  default:
    return "";
  }
}

/// The parser works on nested text by recursion; far beyond any program, its
/// stack would end.
static constexpr int kMaxDepth = 1000;

/// Position behind a string or a comment that starts at `at`; `at` elsewhere.
static size_t skipLiteral(StringRef text, size_t at) {
  if (text.substr(at).starts_with("//"))
    return std::min(text.find('\n', at), text.size());
  if (text[at] != '"')
    return at;
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\')
      ++at;
  return std::min(at + 1, text.size());
}

/// Whether brackets are nested deeper than kMaxDepth.
static bool isTooDeep(StringRef text) {
  int depth = 0;
  for (size_t at = 0; at < text.size() && depth <= kMaxDepth; ++at) {
    size_t behind = skipLiteral(text, at);
    if (behind != at) {
      at = behind - 1;
      continue;
    }
    char c = text[at];
    bool isArrow = c == '>' && at > 0 && text[at - 1] == '-';
    if (c == '(' || c == '[' || c == '{' || c == '<')
      ++depth;
    else if ((c == ')' || c == ']' || c == '}' || c == '>') && !isArrow)
      --depth;
  }
  return depth > kMaxDepth;
}

std::string findInputProblem(StringRef contents, StringRef path) {
  InputFormat format = getInputFormat(contents);
  switch (format) {
  case InputFormat::Text:
    return isTooDeep(contents)
               ? "is nested more than " + std::to_string(kMaxDepth) + " deep"
               : "";
  case InputFormat::Empty:
    return "is empty";
  case InputFormat::Executable:
    return "is compiled already; sc-translate --scx-to-text prints it";
  default:
    return "is MLIR bytecode; turn it into text with\n  " +
           getTextRecipe(format, path);
  }
}

/// Text where `path` is no regular file or cannot be read.
static InputFormat readInputFormat(StringRef path) {
  if (!llvm::sys::fs::is_regular_file(path))
    return InputFormat::Text;
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? getInputFormat((*buffer)->getBuffer()) : InputFormat::Text;
}

int runOnInput(StringRef tool, StringRef path,
               llvm::function_ref<LogicalResult()> run) {
  // Looked at first, as `run` may write to the same path.
  InputFormat format = readInputFormat(path);
  if (format == InputFormat::PortableArtifact ||
      format == InputFormat::Exported) {
    llvm::errs() << tool << ": error: '" << path
                 << "' is MLIR bytecode; turn it into text with\n  "
                 << getTextRecipe(format, path) << "\n";
    return 1;
  }
  if (succeeded(run()))
    return 0;
  if (format == InputFormat::Bytecode)
    llvm::errs() << tool << ": note: '" << path
                 << "' is MLIR bytecode; if it was not read, turn it into text "
                    "with\n  "
                 << getTextRecipe(format, path) << "\n";
  return 1;
}

} // namespace sc
