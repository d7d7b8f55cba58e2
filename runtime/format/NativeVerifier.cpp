//===-- NativeVerifier.cpp - static rules of native code ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signatures, and the buffers of a call. The code itself is opaque: whether it
// may run is for the machine's user to say.

#include "runtime/format/VerifierDetail.h"

namespace sc::format {

using namespace detail;

static absl::Status verifyFunction(const NativeFunction &function,
                                   const std::string &thing) {
  if (function.symbol()->size() == 0)
    return makeError(thing, " has no symbol");
  int64_t results = 0;
  for (const NativeOperand *operand : *function.operands()) {
    SC_RETURN_IF_ERROR(
        verifyRange(absl::StrCat(thing, ": element type"),
                    static_cast<int64_t>(operand->element_type()), 0,
                    static_cast<int64_t>(ElementType::MAX)));
    SC_RETURN_IF_ERROR(verifyRange(absl::StrCat(thing, ": elements"),
                                   operand->elements(), 0, kMaxMemoryBytes));
    results += operand->is_result();
  }
  if (results == 0)
    return makeError(thing, " has no results");
  return absl::OkStatus();
}

absl::Status verifyNative(const Program &program) {
  if (!program.native())
    return absl::OkStatus();
  const auto &functions = *program.native()->functions();
  for (size_t index = 0; index < functions.size(); ++index) {
    const NativeFunction &function = *functions.Get(index);
    SC_RETURN_IF_ERROR(verifyFunction(
        function, describe("native function", index, *function.symbol())));
  }
  return absl::OkStatus();
}

/// The buffer is what the code takes it for.
static absl::Status verifyOperand(const Program &program,
                                  const NativeOperand &operand, int64_t index,
                                  const std::string &thing) {
  const Buffer &buffer = *program.buffers()->Get(index);
  std::string name = describeBuffer(program, index);
  if (buffer.instances() != 1)
    return makeError(thing, " ", name, " has ", buffer.instances(),
                     " instances, must have 1");
  int64_t elements = buffer.size() / getElementBytes(buffer.element_type());
  if (buffer.element_type() != operand.element_type() ||
      elements != operand.elements())
    return makeError(thing, " ", name, " has ", elements, " elements of ",
                     toAbsl(getElementName(buffer.element_type())),
                     ", the function takes ", operand.elements(), " of ",
                     toAbsl(getElementName(operand.element_type())));
  return absl::OkStatus();
}

/// Nothing that the code reads or writes lies in a result, and all buffers are
/// on the devices or all are not.
static absl::Status verifyPlaces(const Program &program,
                                 const NativeFunction &function,
                                 const NativeCall &call,
                                 const std::string &thing) {
  std::span<const int32_t> buffers = asSpan(call.buffers());
  std::vector<int32_t> roots;
  for (int32_t index : buffers) {
    const Buffer &buffer = *program.buffers()->Get(index);
    roots.push_back(buffer.parent() >= 0 ? buffer.parent() : index);
    MemorySpace first = program.buffers()->Get(buffers.front())->space();
    if (buffer.space() != first)
      return makeError(thing, ": ", describeBuffer(program, index), " is in ",
                       toAbsl(getSpaceName(buffer.space())), ", ",
                       describeBuffer(program, buffers.front()), " in ",
                       toAbsl(getSpaceName(first)));
  }
  std::vector<int32_t> sorted = roots;
  std::ranges::sort(sorted);
  for (size_t position = 0; position < roots.size(); ++position) {
    bool isResult = function.operands()->Get(position)->is_result();
    auto uses = std::ranges::equal_range(sorted, roots[position]);
    if (isResult && uses.size() > 1)
      return makeError(thing, ": result ",
                       describeBuffer(program, buffers[position]),
                       " shares bytes with another operand");
  }
  return absl::OkStatus();
}

namespace detail {

absl::Status verifyNativeOperands(const Program &program,
                                  const NativeCall &call,
                                  const std::string &thing) {
  const NativeFunction &function =
      *program.native()->functions()->Get(call.function());
  for (size_t position = 0; position < call.buffers()->size(); ++position)
    SC_RETURN_IF_ERROR(
        verifyOperand(program, *function.operands()->Get(position),
                      call.buffers()->Get(position),
                      absl::StrCat(thing, ": operand ", position)));
  return verifyPlaces(program, function, call, thing);
}

} // namespace detail

} // namespace sc::format
