//===-- Link.cpp - an object to a shared object ---------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lld library works on files, so the objects pass through temporary ones.

#include "Codegen.h"

#include "lld/Common/Driver.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

LLD_HAS_DRIVER(elf)

namespace sc::native {

/// A new empty file; on failure sets `error`.
static std::optional<llvm::SmallString<128>> makeFile(llvm::StringRef suffix,
                                                      std::string &error) {
  llvm::SmallString<128> path;
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile("sc-native", suffix, path)) {
    error = "cannot make a temporary file: " + code.message();
    return std::nullopt;
  }
  return path;
}

static bool writeObject(llvm::StringRef path, llvm::StringRef object,
                        std::string &error) {
  std::error_code code;
  llvm::raw_fd_ostream stream(path, code);
  if (!code) {
    stream << object;
    stream.close();
    code = stream.error();
    stream.clear_error();
  }
  if (code)
    error = "cannot write a temporary file: " + code.message();
  return !code;
}

/// lld keeps state between runs that only one thread may use.
static bool runLinker(llvm::StringRef input, llvm::StringRef output,
                      std::string &error) {
  static std::mutex mutex;
  static bool canRun = true;
  std::lock_guard lock(mutex);
  if (!canRun) {
    error = "the linker failed before and cannot run again";
    return false;
  }
  std::string in = input.str(), out = output.str();
  const char *arguments[] = {"ld.lld",      "-shared",
                             "--strip-all", "--build-id=none",
                             "--threads=1", "--hash-style=gnu",
                             "-z",          "noexecstack",
                             "-z",          "now",
                             "-o",          out.c_str(),
                             in.c_str()};
  llvm::raw_string_ostream messages(error);
  lld::Result result = lld::lldMain(arguments, messages, messages,
                                    {{lld::Gnu, &lld::elf::link}});
  canRun = result.canRunAgain;
  if (result.retCode == 0) {
    error.clear();
    return true;
  }
  error = "the linker failed: " + error;
  return false;
}

std::optional<std::vector<uint8_t>> linkObject(llvm::StringRef object,
                                               std::string &error) {
  auto input = makeFile("o", error);
  if (!input)
    return std::nullopt;
  llvm::FileRemover removeInput(*input);
  auto output = makeFile("so", error);
  if (!output)
    return std::nullopt;
  llvm::FileRemover removeOutput(*output);
  if (!writeObject(*input, object, error) || !runLinker(*input, *output, error))
    return std::nullopt;
  auto linked = llvm::MemoryBuffer::getFile(*output, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!linked) {
    error = "cannot read the linked object: " + linked.getError().message();
    return std::nullopt;
  }
  llvm::StringRef bytes = (*linked)->getBuffer();
  return std::vector<uint8_t>(bytes.bytes_begin(), bytes.bytes_end());
}

} // namespace sc::native
