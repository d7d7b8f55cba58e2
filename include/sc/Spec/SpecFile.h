//===-- SpecFile.h - reading and writing specs ------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JSON, and EmbeddingSpecProto as text or binary. No MLIR.

#ifndef SC_SPEC_SPECFILE_H
#define SC_SPEC_SPECFILE_H

#include "sc/Spec/StackedSpec.h"

#include "absl/status/statusor.h"

#include <string_view>

namespace sc::spec {

enum class SpecFormat { Json, TextProto, BinaryProto };

/// Told by the contents: a whole binary message is binary, '{' first is JSON,
/// other text is text, anything else binary.
SpecFormat detectFormat(std::string_view contents);
/// Told by the name: .json; .textproto, .txtpb, .pbtxt; .pb, .binpb.
std::optional<SpecFormat> getFormatOfName(std::string_view path);

/// Reads a file of any of the three, told by its name and else by its contents.
/// Errors are "path:line:column: text" or "path: text".
absl::StatusOr<EmbeddingSpec> readSpecFile(const std::string &path);

/// The same from memory; `name` stands for the path in messages.
absl::StatusOr<EmbeddingSpec> parseSpec(std::string_view contents,
                                        SpecFormat format,
                                        const std::string &name);

/// The documented JSON form, indented; parseSpec gives `spec` back, apart from
/// locations.
std::string writeJsonSpec(const EmbeddingSpec &spec);

/// EmbeddingSpecProto. What it has no field for (quantization, buffer sizes,
/// the config) is left out. The same spec gives the same bytes.
std::string writeTextProto(const StackedSpec &spec);
std::string writeBinaryProto(const StackedSpec &spec);

} // namespace sc::spec

#endif // SC_SPEC_SPECFILE_H
