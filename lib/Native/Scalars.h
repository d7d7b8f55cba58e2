//===-- Scalars.h - one element of each operation ---------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// StableHLO operations on single elements, in arith and math. f16 and bf16 are
// computed in f32 and rounded after each operation.

#ifndef SC_LIB_NATIVE_SCALARS_H
#define SC_LIB_NATIVE_SCALARS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace sc::native {

/// What an element means, whatever holds it.
struct ElementKind {
  enum Class : uint8_t { Bool, Signed, Unsigned, F16, BF16, F32, F64 };
  Class kind = F32;
  unsigned width = 32; // bits

  bool isFloat() const { return kind >= F16; }
  bool isNarrowFloat() const { return kind == F16 || kind == BF16; }
  bool isSigned() const { return kind == Signed; }
};

/// Of a supported element type.
ElementKind getElementKind(mlir::Type type);

/// A function of the C library, of f64, that scalars may call.
struct LibraryFunction {
  llvm::StringRef name;
  unsigned arguments;
};
llvm::ArrayRef<LibraryFunction> getLibraryFunctions();

/// Makes operations at the builder's place. Values are of the compute type: i1,
/// a signless integer, f32 for f16, bf16 and f32, else f64.
class ScalarBuilder {
public:
  ScalarBuilder(mlir::OpBuilder &builder, mlir::Location location)
      : builder(builder), location(location) {}

  /// How memory holds an element: i8 for i1, i16 for f16 and bf16.
  mlir::Type getStorageType(ElementKind kind);
  mlir::Type getComputeType(ElementKind kind);
  mlir::Value load(mlir::Value stored, ElementKind kind);
  mlir::Value store(mlir::Value value, ElementKind kind);

  /// An element of a constant.
  mlir::Value constant(mlir::Attribute element, ElementKind kind);

  /// The element of `op`, which isNativeArithmetic, from those of its operands.
  mlir::Value apply(mlir::Operation *op, mlir::ValueRange operands);

private:
  mlir::Value loadHalf(mlir::Value stored);
  mlir::Value integer(mlir::Type type, int64_t value);
  mlir::Value real(mlir::Type type, double value);
  mlir::Value select(mlir::Value condition, mlir::Value yes, mlir::Value no);
  mlir::Value isNaN(mlir::Value value);

  mlir::Value applyFloat(mlir::Operation *op, mlir::ValueRange operands,
                         ElementKind kind);
  mlir::Value applyInteger(mlir::Operation *op, mlir::ValueRange operands,
                           ElementKind kind);
  mlir::Value applyFunction(mlir::Operation *op, mlir::ValueRange operands,
                            ElementKind kind);
  mlir::Value applyDivide(mlir::Value lhs, mlir::Value rhs, ElementKind kind);
  mlir::Value applyPower(mlir::Value base, mlir::Value exponent,
                         ElementKind kind);
  mlir::Value applyMaximum(mlir::Value lhs, mlir::Value rhs, ElementKind kind);
  mlir::Value applyMinimum(mlir::Value lhs, mlir::Value rhs, ElementKind kind);
  mlir::Value applySign(mlir::Value value, ElementKind kind);
  mlir::Value applyCompare(mlir::Operation *op, mlir::Value lhs,
                           mlir::Value rhs, ElementKind kind);
  mlir::Value makeTotalOrderKey(mlir::Value value);

  mlir::Value convert(mlir::Value value, ElementKind from, ElementKind to);
  mlir::Value convertToInteger(mlir::Value value, ElementKind to);
  mlir::Value convertToFloat(mlir::Value value, ElementKind from,
                             ElementKind to);
  mlir::Value resize(mlir::Value value, ElementKind from, ElementKind to);
  /// Rounds an f32 to a value of `kind`.
  mlir::Value round(mlir::Value value, ElementKind kind);
  mlir::Value roundToBFloat(mlir::Value value);
  /// Rounds an f64 to a value of `kind`, once.
  mlir::Value narrow(mlir::Value value, ElementKind kind);
  mlir::Value widen(mlir::Value value);

  mlir::OpBuilder &builder;
  mlir::Location location;
};

} // namespace sc::native

#endif // SC_LIB_NATIVE_SCALARS_H
