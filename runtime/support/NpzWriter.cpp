//===-- NpzWriter.cpp - writing files of named arrays ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libzip writes to a temporary beside the target and renames it on close.

#include "runtime/support/Npz.h"

#include "runtime/format/StatusMacros.h"
#include "runtime/support/WriteFile.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
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

/// An array on its way: the header, then data that lie somewhere or are made
/// when libzip asks for them.
class NpzWriter::Member {
public:
  explicit Member(std::string header) : header(std::move(header)) {}
  Member(std::string header, int64_t dataBytes, Producer produce)
      : header(std::move(header)), dataBytes(dataBytes),
        produce(std::move(produce)) {}

  /// A source of the header and `data`.
  zip_source_t *makeSource(zip *archive, std::span<const std::byte> data);
  /// A source of the header and what the producer makes.
  zip_source_t *makeSource(zip *archive) {
    return zip_source_function(archive, &Member::handle, this);
  }

private:
  static zip_int64_t handle(void *member, void *data, zip_uint64_t length,
                            zip_source_cmd_t command);
  zip_int64_t read(std::span<std::byte> bytes);
  zip_int64_t describe(void *data, zip_uint64_t length);

  std::string header;
  int64_t dataBytes = 0;
  Producer produce;
  int64_t position = 0; // of header and data
  zip_error_t error = {};
};

zip_source_t *NpzWriter::Member::makeSource(zip *archive,
                                            std::span<const std::byte> data) {
  zip_buffer_fragment_t fragments[2] = {
      {reinterpret_cast<zip_uint8_t *>(header.data()), header.size()},
      // libzip's type has no const; the source is only read.
      {reinterpret_cast<zip_uint8_t *>(const_cast<std::byte *>(data.data())),
       data.size()}};
  return zip_source_buffer_fragment(archive, fragments, data.empty() ? 1 : 2,
                                    0);
}

zip_int64_t NpzWriter::Member::read(std::span<std::byte> bytes) {
  const int64_t headerBytes = static_cast<int64_t>(header.size());
  const int64_t end = headerBytes + dataBytes;
  const int64_t limit = static_cast<int64_t>(bytes.size());
  int64_t count = 0;
  if (position < headerBytes) {
    count = std::min(limit, headerBytes - position);
    std::memcpy(bytes.data(), header.data() + position, count);
    position += count;
  }
  if (int64_t left = std::min(limit - count, end - position); left > 0) {
    produce(position - headerBytes, bytes.subspan(count, left));
    position += left;
    count += left;
  }
  return count;
}

/// The size decides whether the member needs zip64.
zip_int64_t NpzWriter::Member::describe(void *data, zip_uint64_t length) {
  if (length < sizeof(zip_stat_t)) {
    zip_error_set(&error, ZIP_ER_INVAL, 0);
    return -1;
  }
  auto *stat = static_cast<zip_stat_t *>(data);
  zip_stat_init(stat);
  stat->size = header.size() + dataBytes;
  stat->valid = ZIP_STAT_SIZE;
  return sizeof(zip_stat_t);
}

zip_int64_t NpzWriter::Member::handle(void *member, void *data,
                                      zip_uint64_t length,
                                      zip_source_cmd_t command) {
  Member &self = *static_cast<Member *>(member);
  switch (command) {
  case ZIP_SOURCE_OPEN:
    self.position = 0;
    return 0;
  case ZIP_SOURCE_READ:
    return self.read({static_cast<std::byte *>(data), length});
  case ZIP_SOURCE_STAT:
    return self.describe(data, length);
  case ZIP_SOURCE_ERROR:
    return zip_error_to_data(&self.error, data, length);
  case ZIP_SOURCE_CLOSE:
  case ZIP_SOURCE_FREE: // the writer owns it
    return 0;
  case ZIP_SOURCE_SUPPORTS:
    return zip_source_make_command_bitmap(
        ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT,
        ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, -1);
  default:
    zip_error_set(&self.error, ZIP_ER_OPNOTSUPP, 0);
    return -1;
  }
}

NpzWriter::NpzWriter(ZipPointer archive, std::string path)
    : archive(std::move(archive)), path(std::move(path)) {}
NpzWriter::NpzWriter(NpzWriter &&) noexcept = default;
NpzWriter::~NpzWriter() = default;

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
  members.push_back(std::make_unique<Member>(makeNpyHeader(type, shape)));
  return addSource(name, members.back()->makeSource(archive.get(), data));
}

absl::Status NpzWriter::addProduced(const std::string &name,
                                    format::ElementType type,
                                    std::span<const int64_t> shape,
                                    Producer produce) {
  std::optional<int64_t> bytes = countBytes(type, shape);
  if (!bytes)
    return makeError(path, "array '", name, "': ", formatType(type, shape),
                     " has more bytes than 64 bits count");
  members.push_back(std::make_unique<Member>(makeNpyHeader(type, shape), *bytes,
                                             std::move(produce)));
  return addSource(name, members.back()->makeSource(archive.get()));
}

absl::Status NpzWriter::addSource(const std::string &name, zip_source *source) {
  std::string member = name + ".npy";
  if (zip_name_locate(archive.get(), member.c_str(), 0) >= 0) {
    zip_source_free(source);
    return makeError(path, "array '", name, "' is written twice");
  }
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
  std::string end("PK\x05\x06", 4);
  end.resize(22);
  return writeFile(path, end);
}

absl::Status NpzWriter::finish() {
  if (members.empty()) {
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
