//===-- NativeTest.h - compiles and runs functions --------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the text of functions to their results on buffers.

#ifndef SC_TEST_UNIT_NATIVE_NATIVETEST_H
#define SC_TEST_UNIT_NATIVE_NATIVETEST_H

#include "runtime/native/NativeLibrary.h"
#include "sc/Native/Native.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace sc {

using Bytes = std::vector<uint8_t>;

/// A module of functions and its code.
class NativeModule {
public:
  /// `text` holds functions; `error` gets the diagnostics.
  explicit NativeModule(const std::string &text);

  bool isCompiled() const { return code.has_value(); }
  const NativeCode &getCode() const { return *code; }
  const std::string &getError() const { return error; }

  /// Maps the code; the status of the loader otherwise.
  absl::Status load();

  /// Runs function `index` on copies of the inputs; returns its outputs, of
  /// the given sizes.
  std::vector<Bytes> run(size_t index, std::vector<Bytes> inputs,
                         const std::vector<size_t> &outputBytes);

private:
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::optional<NativeCode> code;
  std::string error;
  runtime::NativeLibrary library;
};

/// The native table of a file with `code`, packed. `functions` symbols.
std::vector<uint8_t> packNative(const NativeCode &code);

template <typename T> Bytes toBytes(const std::vector<T> &values) {
  Bytes bytes(values.size() * sizeof(T));
  if (!values.empty())
    std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <typename T> std::vector<T> fromBytes(const Bytes &bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty())
    std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

} // namespace sc

#endif // SC_TEST_UNIT_NATIVE_NATIVETEST_H
