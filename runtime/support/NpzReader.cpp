//===-- NpzReader.cpp - reading files of named arrays ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing that a file declares is believed: sizes must agree with the shape
// before a byte of data is read, and data must end where they say.

#include "runtime/support/Npz.h"

#include "runtime/format/StatusMacros.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <zip.h>

namespace sc::runtime {

static constexpr std::string_view kSuffix = ".npy";
// Deflate cannot do better; a member that claims to is not to be unpacked.
static constexpr uint64_t kMaxCompression = 1040;
static constexpr size_t kChunkBytes = 1 << 16;

void ZipDiscard::operator()(zip *archive) const { zip_discard(archive); }

namespace {
struct CloseFile {
  void operator()(zip_file_t *file) const { zip_fclose(file); }
};
} // namespace

/// One array on its way: its header, then its data.
class NpzReader::Stream {
public:
  Stream(std::unique_ptr<zip_file_t, CloseFile> file, std::string prefix,
         uint64_t size)
      : file(std::move(file)), prefix(std::move(prefix)), size(size) {}

  absl::Status readHeader();
  /// Fails unless the member has as many bytes as its dtype and shape need.
  absl::Status checkSize() const;
  absl::Status readData(std::span<std::byte> destination);
  absl::Status readPieces(int64_t pieceBytes, const PieceConsumer &consume);
  const NpyHeader &getHeader() const { return header; }

private:
  template <typename... Args> absl::Status fail(const Args &...args) const {
    return absl::InvalidArgumentError(absl::StrCat(prefix, args...));
  }
  absl::Status read(std::span<std::byte> bytes);
  absl::Status readFortran(std::span<std::byte> destination);
  absl::Status expectEnd();
  absl::Status prefixError(const absl::Status &status) const {
    return absl::Status(status.code(), absl::StrCat(prefix, status.message()));
  }

  std::unique_ptr<zip_file_t, CloseFile> file;
  std::string prefix;
  uint64_t size; // of the member, unpacked
  uint64_t headerBytes = 0;
  NpyHeader header;
};

absl::Status NpzReader::Stream::read(std::span<std::byte> bytes) {
  zip_int64_t count = zip_fread(file.get(), bytes.data(), bytes.size());
  if (count < 0)
    return fail("corrupt: ",
                zip_error_strerror(zip_file_get_error(file.get())));
  if (uint64_t(count) != bytes.size())
    return fail("truncated: ", bytes.size(), " bytes were expected, ", count,
                " found");
  return absl::OkStatus();
}

absl::Status NpzReader::Stream::readHeader() {
  std::array<std::byte, NpyPreamble::kMaxBytes> start;
  if (size < start.size())
    return fail("truncated: ", size, " bytes are too few for a .npy header");
  SC_RETURN_IF_ERROR(read(start));
  absl::StatusOr<NpyPreamble> preamble = parseNpyPreamble(start);
  if (!preamble.ok())
    return prefixError(preamble.status());
  // Bytes after a short preamble belong to the literal.
  size_t known = start.size() - preamble->bytes;
  std::string literal(preamble->headerBytes, '\0');
  if (literal.size() < known)
    return fail("malformed .npy header: ", literal.size(), " bytes");
  std::memcpy(literal.data(), start.data() + preamble->bytes, known);
  SC_RETURN_IF_ERROR(
      read(std::as_writable_bytes(std::span(literal)).subspan(known)));
  absl::StatusOr<NpyHeader> parsed = parseNpyHeader(literal);
  if (!parsed.ok())
    return prefixError(parsed.status());
  header = *std::move(parsed);
  headerBytes = preamble->bytes + preamble->headerBytes;
  return absl::OkStatus();
}

static void swapBytes(std::span<std::byte> bytes, int64_t elementBytes) {
  for (size_t begin = 0; begin < bytes.size(); begin += elementBytes)
    std::reverse(bytes.begin() + begin, bytes.begin() + begin + elementBytes);
}

namespace {

// Walks an array in column-major order; offsets are row-major.
class FortranWalk {
public:
  explicit FortranWalk(std::span<const int64_t> shape)
      : shape(shape), strides(shape.size()), index(shape.size()) {
    int64_t stride = 1;
    for (size_t axis = shape.size(); axis > 0; --axis) {
      strides[axis - 1] = stride;
      stride *= shape[axis - 1];
    }
  }

  int64_t getOffset() const { return offset; }

  void advance() {
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      offset += strides[axis];
      if (++index[axis] < shape[axis])
        return;
      offset -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }

private:
  std::span<const int64_t> shape;
  std::vector<int64_t> strides;
  std::vector<int64_t> index;
  int64_t offset = 0;
};

} // namespace

absl::Status NpzReader::Stream::readFortran(std::span<std::byte> destination) {
  int64_t elementBytes = getElementBytes(header.dtype->type);
  FortranWalk walk(header.shape);
  std::vector<std::byte> chunk(std::min(destination.size(), kChunkBytes));
  for (size_t done = 0; done < destination.size(); done += chunk.size()) {
    chunk.resize(std::min(destination.size() - done, kChunkBytes));
    SC_RETURN_IF_ERROR(read(chunk));
    for (size_t begin = 0; begin < chunk.size(); begin += elementBytes) {
      std::memcpy(destination.data() + walk.getOffset() * elementBytes,
                  chunk.data() + begin, elementBytes);
      walk.advance();
    }
  }
  return absl::OkStatus();
}

/// The end is also where libzip compares checksums.
absl::Status NpzReader::Stream::expectEnd() {
  std::byte extra;
  zip_int64_t count = zip_fread(file.get(), &extra, 1);
  if (count < 0)
    return fail("corrupt: ",
                zip_error_strerror(zip_file_get_error(file.get())));
  if (count > 0)
    return fail("corrupt: there is data after the array");
  return absl::OkStatus();
}

absl::Status NpzReader::Stream::checkSize() const {
  if (!header.dtype)
    return fail("dtype '", absl::CEscape(header.descr), "' is not supported");
  // The header's parser refuses shapes whose size does not fit.
  int64_t needed = *countBytes(header.dtype->type, header.shape);
  if (size - headerBytes == uint64_t(needed))
    return absl::OkStatus();
  return fail(header.formatType(), " needs ", needed, " bytes, but there are ",
              size - headerBytes);
}

absl::Status NpzReader::Stream::readData(std::span<std::byte> destination) {
  SC_RETURN_IF_ERROR(checkSize());
  if (destination.size() != size - headerBytes)
    return fail(header.formatType(), " has ", size - headerBytes,
                " bytes, but the destination ", destination.size());
  SC_RETURN_IF_ERROR(header.isFortranOrder && header.shape.size() > 1
                         ? readFortran(destination)
                         : read(destination));
  SC_RETURN_IF_ERROR(expectEnd());
  if (header.dtype->isBigEndian)
    swapBytes(destination, getElementBytes(header.dtype->type));
  return absl::OkStatus();
}

absl::Status NpzReader::Stream::readPieces(int64_t pieceBytes,
                                           const PieceConsumer &consume) {
  SC_RETURN_IF_ERROR(checkSize());
  const uint64_t dataBytes = size - headerBytes;
  const uint64_t elementBytes = getElementBytes(header.dtype->type);
  const uint64_t wanted = std::max(uint64_t(pieceBytes), elementBytes);
  std::vector<std::byte> buffer(
      std::min(dataBytes, wanted - wanted % elementBytes));
  for (uint64_t done = 0; done < dataBytes;) {
    std::span<std::byte> piece = std::span(buffer).first(
        std::min<uint64_t>(buffer.size(), dataBytes - done));
    SC_RETURN_IF_ERROR(read(piece));
    if (header.dtype->isBigEndian)
      swapBytes(piece, static_cast<int64_t>(elementBytes));
    consume(static_cast<int64_t>(done), piece);
    done += piece.size();
  }
  return expectEnd();
}

static absl::Status makeZipError(const std::string &path, zip_error_t &error) {
  std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  return absl::InvalidArgumentError(
      absl::StrCat(path, ": cannot read as .npz: ", text));
}

absl::StatusOr<NpzReader> NpzReader::open(const std::string &path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    return absl::InvalidArgumentError(absl::StrCat(path, ": is a directory"));
  int code = 0;
  ZipPointer archive(zip_open(path.c_str(), ZIP_RDONLY, &code));
  if (!archive) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    return makeZipError(path, error);
  }
  NpzReader reader(std::move(archive), path);
  reader.collectNames();
  return reader;
}

absl::StatusOr<NpzReader> NpzReader::openBytes(std::span<const std::byte> bytes,
                                               const std::string &path) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t *source =
      zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  if (!source)
    return makeZipError(path, error);
  ZipPointer archive(zip_open_from_source(source, ZIP_RDONLY, &error));
  if (!archive) {
    zip_source_free(source);
    return makeZipError(path, error);
  }
  zip_error_fini(&error);
  NpzReader reader(std::move(archive), path);
  reader.collectNames();
  return reader;
}

void NpzReader::collectNames() {
  zip_int64_t count = zip_get_num_entries(archive.get(), 0);
  for (zip_int64_t index = 0; index < count; ++index) {
    const char *text = zip_get_name(archive.get(), index, 0);
    if (!text || !std::string_view(text).ends_with(kSuffix))
      continue;
    std::string name(text, std::strlen(text) - kSuffix.size());
    Member &member = members[name];
    member.index = index;
    if (member.occurrences++ == 0)
      names.push_back(name);
  }
}

bool NpzReader::contains(const std::string &name) const {
  return members.contains(name);
}

/// The member's size, if it can be unpacked to it.
static absl::StatusOr<uint64_t> checkMember(zip *archive, uint64_t index) {
  zip_stat_t stat;
  zip_stat_init(&stat);
  constexpr zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE |
                                  ZIP_STAT_COMP_METHOD |
                                  ZIP_STAT_ENCRYPTION_METHOD;
  if (zip_stat_index(archive, index, 0, &stat) != 0 ||
      (stat.valid & needed) != needed)
    return absl::InvalidArgumentError("corrupt: the directory is incomplete");
  if (stat.encryption_method != ZIP_EM_NONE)
    return absl::InvalidArgumentError("encrypted members are not supported");
  if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE)
    return absl::InvalidArgumentError(absl::StrCat(
        "compression method ", stat.comp_method, " is not supported"));
  bool isStored = stat.comp_method == ZIP_CM_STORE;
  if (isStored ? stat.size != stat.comp_size
               : stat.size / kMaxCompression > stat.comp_size)
    return absl::InvalidArgumentError(absl::StrCat(
        "corrupt: ", stat.comp_size, " packed bytes cannot hold ", stat.size));
  return stat.size;
}

absl::StatusOr<NpzReader::Stream>
NpzReader::openStream(const std::string &name) const {
  std::string prefix =
      absl::StrCat(path, ": array '", absl::Utf8SafeCEscape(name), "': ");
  auto fail = [&](absl::string_view what) {
    return absl::InvalidArgumentError(absl::StrCat(prefix, what));
  };
  auto found = members.find(name);
  if (found == members.end())
    return absl::NotFoundError(absl::StrCat(prefix, "is not in the file"));
  const Member &member = found->second;
  if (member.occurrences > 1)
    return fail(absl::StrCat("occurs ", member.occurrences, " times"));
  absl::StatusOr<uint64_t> size = checkMember(archive.get(), member.index);
  if (!size.ok())
    return fail(size.status().message());
  std::unique_ptr<zip_file_t, CloseFile> file(
      zip_fopen_index(archive.get(), member.index, 0));
  if (!file)
    return fail(absl::StrCat("corrupt: ", zip_strerror(archive.get())));
  Stream stream(std::move(file), prefix, *size);
  SC_RETURN_IF_ERROR(stream.readHeader());
  return stream;
}

absl::StatusOr<NpyHeader> NpzReader::readHeader(const std::string &name) const {
  SC_ASSIGN_OR_RETURN(Stream stream, openStream(name));
  return stream.getHeader();
}

absl::Status NpzReader::readInto(const std::string &name,
                                 std::span<std::byte> destination) const {
  SC_ASSIGN_OR_RETURN(Stream stream, openStream(name));
  return stream.readData(destination);
}

absl::Status NpzReader::readPieces(const std::string &name, int64_t pieceBytes,
                                   const PieceConsumer &consume) const {
  SC_ASSIGN_OR_RETURN(Stream stream, openStream(name));
  return stream.readPieces(pieceBytes, consume);
}

absl::StatusOr<Array> NpzReader::read(const std::string &name) const {
  SC_ASSIGN_OR_RETURN(Stream stream, openStream(name));
  SC_RETURN_IF_ERROR(stream.checkSize());
  const NpyHeader &header = stream.getHeader();
  SC_ASSIGN_OR_RETURN(Array array,
                      Array::create(header.dtype->type, header.shape));
  SC_RETURN_IF_ERROR(stream.readData(array.buffer.getBytes()));
  return array;
}

} // namespace sc::runtime
