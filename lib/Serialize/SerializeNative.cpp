//===-- SerializeNative.cpp - native code of an executable ----------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signatures come from the functions' types.

#include "SerializeNative.h"

#include "ElementTypes.h"
#include "runtime/format/Hash.h"
#include "sc/Native/Native.h"

using namespace mlir;

namespace sc {

NativeFunctions::NativeFunctions(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    all[function.getSymNameAttr()] = function;
}

int NativeFunctions::add(StringAttr symbol) {
  auto [entry, isNew] = indices.try_emplace(symbol, functions.size());
  if (isNew)
    functions.push_back(all.lookup(symbol));
  return entry->second;
}

static LogicalResult addOperands(func::FuncOp function, TypeRange types,
                                 bool areResults,
                                 format::NativeFunctionT &entry) {
  for (Type type : types) {
    auto tensor = cast<RankedTensorType>(type);
    auto elementType = getElementType(tensor.getElementType());
    if (!elementType)
      return function.emitError() << "element type " << tensor.getElementType()
                                  << " cannot be stored in an executable";
    entry.operands.emplace_back(*elementType, areResults,
                                tensor.getNumElements());
  }
  return success();
}

LogicalResult NativeFunctions::compile(format::ProgramT &program) const {
  if (functions.empty())
    return success();
  FailureOr<NativeCode> code = compileNative(functions);
  if (failed(code))
    return failure();
  auto native = std::make_unique<format::NativeT>();
  for (auto [function, symbol] : llvm::zip_equal(functions, code->symbols)) {
    auto entry = std::make_unique<format::NativeFunctionT>();
    entry->symbol = symbol;
    func::FuncOp op = function;
    if (failed(addOperands(op, op.getArgumentTypes(), false, *entry)) ||
        failed(addOperands(op, op.getResultTypes(), true, *entry)))
      return failure();
    native->functions.push_back(std::move(entry));
  }
  native->hash = format::computeHash(code->object);
  native->code = std::move(code->object);
  native->architecture = code->architecture;
  native->features = code->features;
  program.native = std::move(native);
  return success();
}

} // namespace sc
