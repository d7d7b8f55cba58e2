//===-- Program.cpp - a loaded executable ---------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Identifier and version first, then the FlatBuffers verifier, then our own.

#include "runtime/format/Program.h"

#include "runtime/format/Opcodes.h"
#include "runtime/format/StatusMacros.h"
#include "runtime/format/Verifier.h"

#include "absl/strings/str_cat.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace sc::format {

// Root offset and file identifier.
static constexpr size_t kHeaderBytes = 8;
// The nesting is Program, Task, Code; the rest is slack for later versions.
static constexpr flatbuffers::uoffset_t kMaxDepth = 16;
static constexpr flatbuffers::uoffset_t kMaxTables = 1 << 23;

/// Checks just enough to read the version, so that a file of another version
/// is reported as such whatever else its schema changed.
static absl::Status verifyVersion(const std::vector<uint8_t> &bytes) {
  flatbuffers::Verifier verifier(bytes.data(), bytes.size(), kMaxDepth,
                                 kMaxTables);
  auto corrupt = [] {
    return absl::InvalidArgumentError("corrupt or truncated .scx file");
  };
  if (!verifier.VerifyOffset(0))
    return corrupt();
  const flatbuffers::Table *table =
      flatbuffers::GetRoot<flatbuffers::Table>(bytes.data());
  if (!table->VerifyTableStart(verifier) ||
      !table->VerifyField<int32_t>(verifier, Program::VT_FORMAT_VERSION,
                                   sizeof(int32_t)))
    return corrupt();
  int32_t version = table->GetField<int32_t>(Program::VT_FORMAT_VERSION, 0);
  if (version == kFormatVersion)
    return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("file has format version ",
                                                 version, ", this build reads ",
                                                 kFormatVersion));
}

absl::StatusOr<Executable> Executable::load(std::vector<uint8_t> bytes) {
  if (bytes.size() < kHeaderBytes)
    return absl::InvalidArgumentError(absl::StrCat(
        "not an .scx file: ", bytes.size(), " bytes are too few for a header"));
  if (!ProgramBufferHasIdentifier(bytes.data()))
    return absl::InvalidArgumentError(
        absl::StrCat("not an .scx file: the identifier '", ProgramIdentifier(),
                     "' is missing"));
  if (bytes.size() >= FLATBUFFERS_MAX_BUFFER_SIZE)
    return absl::InvalidArgumentError(
        absl::StrCat("file has ", bytes.size(), " bytes, limit is ",
                     FLATBUFFERS_MAX_BUFFER_SIZE - 1));
  SC_RETURN_IF_ERROR(verifyVersion(bytes));
  flatbuffers::Verifier verifier(bytes.data(), bytes.size(), kMaxDepth,
                                 kMaxTables);
  if (!VerifyProgramBuffer(verifier))
    return absl::InvalidArgumentError("corrupt or truncated .scx file");
  SC_RETURN_IF_ERROR(verifyProgram(*GetProgram(bytes.data())));
  return Executable(std::move(bytes));
}

static absl::Status makeOpenError() {
  return absl::NotFoundError(
      absl::StrCat("cannot open: ", std::strerror(errno)));
}

static absl::StatusOr<std::vector<uint8_t>> readBytes(const std::string &path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    return absl::InvalidArgumentError("cannot open: is a directory");
  std::ifstream stream(path, std::ios::binary | std::ios::ate);
  if (!stream)
    return makeOpenError();
  std::streamoff size = stream.tellg();
  if (size < 0)
    return absl::InvalidArgumentError("cannot read: not a regular file");
  if (size >= std::streamoff(FLATBUFFERS_MAX_BUFFER_SIZE))
    return absl::InvalidArgumentError(
        absl::StrCat("file has ", size, " bytes, limit is ",
                     FLATBUFFERS_MAX_BUFFER_SIZE - 1));
  std::vector<uint8_t> bytes(size);
  stream.seekg(0);
  if (!stream.read(reinterpret_cast<char *>(bytes.data()), size))
    return absl::DataLossError("cannot read the whole file");
  return bytes;
}

absl::StatusOr<Executable> Executable::loadFile(const std::string &path) {
  absl::StatusOr<std::vector<uint8_t>> bytes = readBytes(path);
  absl::StatusOr<Executable> executable =
      bytes.ok() ? load(*std::move(bytes))
                 : absl::StatusOr<Executable>(bytes.status());
  if (!executable.ok())
    return absl::Status(
        executable.status().code(),
        absl::StrCat(path, ": ", executable.status().message()));
  return executable;
}

} // namespace sc::format
