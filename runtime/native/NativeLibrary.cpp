//===-- NativeLibrary.cpp - machine code of an executable ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code goes to a file in memory and from there to the dynamic loader, which
// binds the functions of the C library that it calls.

#include "runtime/native/NativeLibrary.h"

#include "runtime/format/Hash.h"
#include "runtime/format/StatusMacros.h"
#include "runtime/format/Verifier.h"

#include "absl/strings/str_cat.h"

#include <cerrno>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include <dlfcn.h>
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

namespace sc::runtime {

NativeLibrary::NativeLibrary(NativeLibrary &&other) noexcept
    : handle(std::exchange(other.handle, nullptr)),
      entries(std::move(other.entries)) {}

NativeLibrary &NativeLibrary::operator=(NativeLibrary &&other) noexcept {
  std::swap(handle, other.handle);
  std::swap(entries, other.entries);
  return *this;
}

NativeLibrary::~NativeLibrary() {
  if (handle)
    dlclose(handle);
}

//===----------------------------------------------------------------------===//
// The processor
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
static constexpr const char *kThisArchitecture = "x86_64";

/// Nothing for a name that this build does not know.
static std::optional<bool> hasFeature(const std::string &feature) {
#define SC_FEATURE(name)                                                       \
  if (feature == name)                                                         \
    return __builtin_cpu_supports(name) != 0;
  SC_FEATURE("avx")
  SC_FEATURE("avx2")
  SC_FEATURE("avx512f")
  SC_FEATURE("bmi")
  SC_FEATURE("bmi2")
  SC_FEATURE("cmov")
  SC_FEATURE("f16c")
  SC_FEATURE("fma")
  SC_FEATURE("fma4")
  SC_FEATURE("lzcnt")
  SC_FEATURE("movbe")
  SC_FEATURE("popcnt")
  SC_FEATURE("sse")
  SC_FEATURE("sse2")
  SC_FEATURE("sse3")
  SC_FEATURE("sse4.1")
  SC_FEATURE("sse4.2")
  SC_FEATURE("ssse3")
#undef SC_FEATURE
  return std::nullopt;
}
#else
static constexpr const char *kThisArchitecture = "another";
static std::optional<bool> hasFeature(const std::string &) {
  return std::nullopt;
}
#endif

absl::Status checkProcessor(const std::string &architecture,
                            const std::vector<std::string> &features) {
  if (architecture != kThisArchitecture)
    return absl::FailedPreconditionError(
        absl::StrCat("the native code is for architecture '", architecture,
                     "', this machine is '", kThisArchitecture,
                     "': compile the program again for it"));
  for (const std::string &feature : features) {
    std::optional<bool> isThere = hasFeature(feature);
    if (!isThere)
      return absl::FailedPreconditionError(
          absl::StrCat("the native code needs the processor feature '", feature,
                       "', which this build cannot check: use a newer one"));
    if (!*isThere)
      return absl::FailedPreconditionError(
          absl::StrCat("the native code needs the processor feature '", feature,
                       "', which this machine lacks"));
  }
  return absl::OkStatus();
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

static absl::Status makeSystemError(const char *what) {
  return absl::InternalError(absl::StrCat(
      "cannot ", what, " for the native code: ", std::strerror(errno)));
}

namespace {
/// Closes its descriptor.
struct MemoryFile {
  int descriptor = -1;
  ~MemoryFile() {
    if (descriptor >= 0)
      close(descriptor);
  }
};
} // namespace

static absl::Status writeCode(int descriptor, std::span<const uint8_t> code) {
  while (!code.empty()) {
    ssize_t written = write(descriptor, code.data(), code.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return makeSystemError("write a memory file");
    code = code.subspan(static_cast<size_t>(written));
  }
  return absl::OkStatus();
}

/// Whether all that the loader maps is there: it would crash on less.
static bool isWhole(std::span<const uint8_t> code) {
  Elf64_Ehdr header;
  if (code.size() < sizeof(header))
    return false;
  std::memcpy(&header, code.data(), sizeof(header));
  uint64_t segmentsBytes = uint64_t{header.e_phnum} * sizeof(Elf64_Phdr);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_phentsize != sizeof(Elf64_Phdr) ||
      header.e_phoff > code.size() ||
      segmentsBytes > code.size() - header.e_phoff)
    return false;
  for (size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, code.data() + header.e_phoff + i * sizeof(Elf64_Phdr),
                sizeof(segment));
    if (segment.p_filesz > code.size() ||
        segment.p_offset > code.size() - segment.p_filesz)
      return false;
  }
  return true;
}

static absl::StatusOr<void *> mapCode(std::span<const uint8_t> code) {
  if (!isWhole(code))
    return absl::InvalidArgumentError(
        "the native code cannot be loaded: not a whole shared object");
  MemoryFile file{memfd_create("sc-native", MFD_CLOEXEC)};
  if (file.descriptor < 0)
    return makeSystemError("make a memory file");
  SC_RETURN_IF_ERROR(writeCode(file.descriptor, code));
  std::string path = absl::StrCat("/proc/self/fd/", file.descriptor);
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle)
    return handle;
  const char *reason = dlerror();
  return absl::InvalidArgumentError(
      absl::StrCat("the native code cannot be loaded: ",
                   reason ? reason : "the loader gives no reason"));
}

absl::Status NativeLibrary::findEntries(const format::Native &native) {
  for (const format::NativeFunction *function : *native.functions()) {
    void *address = dlsym(handle, function->symbol()->c_str());
    if (!address)
      return absl::InvalidArgumentError(
          absl::StrCat("the native code has no function '",
                       format::escapeText(*function->symbol()), "'"));
    entries.push_back(reinterpret_cast<NativeEntry>(address));
  }
  return absl::OkStatus();
}

absl::StatusOr<NativeLibrary>
NativeLibrary::load(const format::Native &native) {
  std::span<const uint8_t> code(native.code()->data(), native.code()->size());
  uint64_t hash = format::computeHash(code);
  if (hash != native.hash())
    return absl::InvalidArgumentError(
        absl::StrCat("the native code is damaged: its hash is 0x",
                     absl::Hex(hash, absl::kZeroPad16), ", the file says 0x",
                     absl::Hex(native.hash(), absl::kZeroPad16)));
  std::vector<std::string> features;
  for (const flatbuffers::String *feature : *native.features())
    features.push_back(feature->str());
  SC_RETURN_IF_ERROR(checkProcessor(native.architecture()->str(), features));
  NativeLibrary library;
  SC_ASSIGN_OR_RETURN(library.handle, mapCode(code));
  SC_RETURN_IF_ERROR(library.findEntries(native));
  return library;
}

} // namespace sc::runtime
