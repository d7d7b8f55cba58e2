//===-- NpzWriter.cpp - writing files of named arrays ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libzip writes to a temporary beside the target and renames it on close.

#include "runtime/support/Npz.h"

#include "runtime/format/StatusMacros.h"

#include "absl/strings/str_cat.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <unistd.h>
#include <zip.h>

namespace sc::runtime {

// The oldest time that a zip file can hold, so that files do not depend on the
// clock: 1980-01-01 00:00 UTC.
static constexpr time_t kFixedTime = 315532800;

static absl::Status makeError(const std::string &path, const auto &...args) {
  return absl::InvalidArgumentError(absl::StrCat(path, ": ", args...));
}

/// Renaming over a device or a folder would be a surprise.
static absl::Status checkTarget(const std::string &path) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) &&
      !std::filesystem::is_regular_file(path, ignored))
    return makeError(path, "cannot write: is not a regular file");
  std::filesystem::path parent = std::filesystem::path(path).parent_path();
  const std::string folder =
      parent.empty() ? std::string(".") : parent.string();
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    return makeError(path, "cannot write to folder '", folder,
                     "': ", std::strerror(errno));
  return absl::OkStatus();
}

absl::StatusOr<NpzWriter> NpzWriter::create(const std::string &path) {
  SC_RETURN_IF_ERROR(checkTarget(path));
  int code = 0;
  ZipPointer archive(zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code));
  if (!archive) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    absl::Status status =
        makeError(path, "cannot write: ", zip_error_strerror(&error));
    zip_error_fini(&error);
    return status;
  }
  return NpzWriter(std::move(archive), path);
}

absl::Status NpzWriter::add(const std::string &name, format::ElementType type,
                            std::span<const int64_t> shape,
                            std::span<const std::byte> data) {
  std::optional<int64_t> bytes = countBytes(type, shape);
  if (!bytes || uint64_t(*bytes) != data.size())
    return makeError(path, "array '", name, "': ", formatType(type, shape),
                     " does not have ", data.size(), " bytes");
  std::string member = name + ".npy";
  if (zip_name_locate(archive.get(), member.c_str(), 0) >= 0)
    return makeError(path, "array '", name, "' is written twice");
  headers.push_back(std::make_unique<std::string>(makeNpyHeader(type, shape)));
  std::string &header = *headers.back();
  zip_buffer_fragment_t fragments[2] = {
      {reinterpret_cast<zip_uint8_t *>(header.data()), header.size()},
      // libzip's type has no const; the source is only read.
      {reinterpret_cast<zip_uint8_t *>(const_cast<std::byte *>(data.data())),
       data.size()}};
  zip_source_t *source = zip_source_buffer_fragment(archive.get(), fragments,
                                                    data.empty() ? 1 : 2, 0);
  zip_int64_t index = source ? zip_file_add(archive.get(), member.c_str(),
                                            source, ZIP_FL_ENC_UTF_8)
                             : -1;
  if (index < 0) {
    zip_source_free(source);
    return makeError(path, "array '", name, "': ", zip_strerror(archive.get()));
  }
  zip_set_file_compression(archive.get(), index, ZIP_CM_STORE, 0);
  zip_file_set_mtime(archive.get(), index, kFixedTime, 0);
  return absl::OkStatus();
}

/// libzip deletes a file that would be empty; numpy reads an empty archive.
static absl::Status writeEmpty(const std::string &path) {
  std::string temporary = absl::StrCat(path, ".", getpid());
  std::string end("PK\x05\x06", 4);
  end.resize(22);
  std::ofstream stream(temporary, std::ios::binary);
  stream << end;
  stream.close();
  if (stream && std::rename(temporary.c_str(), path.c_str()) == 0)
    return absl::OkStatus();
  std::remove(temporary.c_str());
  return makeError(path, "cannot write");
}

absl::Status NpzWriter::finish() {
  if (headers.empty()) {
    archive.reset();
    return writeEmpty(path);
  }
  if (zip_close(archive.get()) != 0)
    return makeError(path, "cannot write: ", zip_strerror(archive.get()));
  // Closing freed it.
  (void)archive.release();
  return absl::OkStatus();
}

} // namespace sc::runtime
