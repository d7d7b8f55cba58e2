//===-- StepVerifier.cpp - static rules of the host schedule --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every element that a step touches lies in a buffer that is live then.

#include "runtime/format/VerifierDetail.h"

namespace sc::format {

using namespace detail;

// Device offsets of all copies; more than any schedule of a real model has.
static constexpr int64_t kMaxDeviceOffsets = 1 << 26;

namespace {

// The elements lower .. upper, both inclusive; nothing if `isEmpty`.
struct Reach {
  int64_t lower = 0;
  int64_t upper = 0;
  bool isEmpty = false;
};

// Places in a buffer, in elements.
struct Access {
  const char *role;
  int64_t buffer;
  int64_t offset;
  std::span<const int64_t> sizes;
  std::span<const int64_t> strides;
};

class StepVerifier {
public:
  explicit StepVerifier(const Program &program) : program(program) {}
  absl::Status verify();

private:
  absl::Status verifyStep();
  absl::Status verifyCopy(const Copy &copy);
  absl::Status verifyFill(const Fill &fill);
  absl::Status verifyConstant(const Constant &constant);
  absl::Status verifyLaunch(const Launch &launch);
  absl::Status verifyNativeCall(const NativeCall &call);

  absl::Status verifyUse(const char *role, int64_t buffer);
  absl::StatusOr<Reach> computeReach(const Access &access);
  absl::Status verifyReach(const Access &access, const Reach &reach);
  absl::Status verifyGaps(const Access &access);
  absl::Status verifyWrites(const Access &access);
  absl::Status verifyDeviceOffsets(const Copy &copy, const Reach &host,
                                   int64_t buffer);
  absl::Status verifyApart(const Access &source, const Reach &sourceReach,
                           const Access &destination,
                           const Reach &destinationReach);

  const Buffer &getBuffer(int64_t index) const {
    return *program.buffers()->Get(index);
  }
  bool isHost(int64_t index) const {
    return getBuffer(index).space() == MemorySpace::Host;
  }
  /// Elements from the first of the first instance to the last of the last.
  int64_t countAddressable(int64_t index) const {
    const Buffer &buffer = getBuffer(index);
    return getExtent(buffer) / getElementBytes(buffer.element_type());
  }
  template <typename... Args> absl::Status fail(const Args &...args) const {
    return makeError("step ", step, ": ", args...);
  }

  const Program &program;
  int64_t step = 0;
  int64_t deviceOffsets = 0;
};

} // namespace

absl::Status StepVerifier::verifyUse(const char *role, int64_t buffer) {
  int64_t last = int64_t(program.buffers()->size()) - 1;
  SC_RETURN_IF_ERROR(
      verifyRange(absl::StrCat("step ", step, ": ", role), buffer, 0, last));
  const Buffer &used = getBuffer(buffer);
  std::string name = describeBuffer(program, buffer);
  if (used.task() >= 0)
    return fail(role, " ", name, " belongs to task ", used.task(),
                ", must belong to the host schedule");
  if (step < used.first_use() || step > used.last_use())
    return fail(role, " ", name, " lives from step ", used.first_use(), " to ",
                used.last_use());
  return absl::OkStatus();
}

absl::StatusOr<Reach> StepVerifier::computeReach(const Access &access) {
  if (access.strides.size() != access.sizes.size())
    return fail(access.role, " has ", access.strides.size(), " strides for ",
                access.sizes.size(), " sizes");
  // An axis of one element may have any stride, but the machine scales it.
  std::string thing = absl::StrCat("step ", step, ": ", access.role);
  SC_RETURN_IF_ERROR(verifyRange(absl::StrCat(thing, " offset"), access.offset,
                                 -kMaxMemoryBytes, kMaxMemoryBytes));
  for (int64_t stride : access.strides)
    SC_RETURN_IF_ERROR(verifyRange(absl::StrCat(thing, " stride"), stride,
                                   -kMaxMemoryBytes, kMaxMemoryBytes));
  Reach reach{access.offset, access.offset, false};
  for (size_t axis = 0; axis < access.sizes.size(); ++axis) {
    int64_t size = access.sizes[axis], stride = access.strides[axis];
    int64_t distance = 0;
    if (size == 0) {
      reach.isEmpty = true;
      continue;
    }
    int64_t &bound = stride < 0 ? reach.lower : reach.upper;
    if (__builtin_mul_overflow(size - 1, stride, &distance) ||
        __builtin_add_overflow(bound, distance, &bound))
      return fail(access.role, " stride ", stride, " times size ", size,
                  " does not fit 64 bits");
  }
  return reach;
}

absl::Status StepVerifier::verifyReach(const Access &access,
                                       const Reach &reach) {
  if (reach.isEmpty)
    return absl::OkStatus();
  int64_t count = countAddressable(access.buffer);
  if (reach.lower < 0 || reach.upper >= count)
    return fail(access.role, " reaches elements ", reach.lower, " to ",
                reach.upper, " of ", describeBuffer(program, access.buffer),
                ", which has ", count);
  return verifyGaps(access);
}

/// Between instances there may be bytes of others. Axes that step over whole
/// instances aside, the access must stay in one.
absl::Status StepVerifier::verifyGaps(const Access &access) {
  const Buffer &buffer = getBuffer(access.buffer);
  if (buffer.instances() == 1 || buffer.stride() == buffer.size())
    return absl::OkStatus();
  int64_t elementBytes = getElementBytes(buffer.element_type());
  int64_t stride = buffer.stride() / elementBytes;
  int64_t count = buffer.size() / elementBytes;
  int64_t lower = access.offset % stride, upper = lower;
  for (size_t axis = 0; axis < access.sizes.size(); ++axis) {
    if (access.strides[axis] % stride == 0)
      continue;
    int64_t distance = (access.sizes[axis] - 1) * access.strides[axis];
    (distance < 0 ? lower : upper) += distance;
  }
  if (lower >= 0 && upper < count)
    return absl::OkStatus();
  return fail(access.role, " reaches past the ", count,
              " elements of an instance of ",
              describeBuffer(program, access.buffer));
}

/// No element is written twice, as far as sizes and strides alone can tell.
absl::Status StepVerifier::verifyWrites(const Access &access) {
  SC_RETURN_IF_ERROR(verifyRange(absl::StrCat("step ", step, ": rank"),
                                 access.sizes.size(), 0, kMaxRank));
  for (int64_t size : access.sizes)
    if (size < 0)
      return fail("size ", size, " is negative");
  size_t axes = std::min(access.sizes.size(), access.strides.size());
  for (size_t axis = 0; axis < axes; ++axis)
    if (access.sizes[axis] > 1 && access.strides[axis] == 0)
      return fail("destination stride 0 writes an element ", access.sizes[axis],
                  " times");
  std::optional<int64_t> count = countElements(access.sizes);
  int64_t limit = countAddressable(access.buffer);
  if (!count || *count > limit)
    return fail("writes ", count ? absl::StrCat(*count) : "too many",
                " elements, but ", describeBuffer(program, access.buffer),
                " has ", limit);
  return absl::OkStatus();
}

/// `host` is the reach of the side in host memory, `buffer`, before shifts.
absl::Status StepVerifier::verifyDeviceOffsets(const Copy &copy,
                                               const Reach &host,
                                               int64_t buffer) {
  std::span<const int64_t> offsets = asSpan(copy.device_offsets());
  int64_t devices = program.target()->devices();
  if (int64_t(offsets.size()) != devices)
    return fail("has ", offsets.size(), " device_offsets, the target has ",
                devices, " devices");
  deviceOffsets += devices;
  if (deviceOffsets > kMaxDeviceOffsets)
    return makeError("the copies have more than ", kMaxDeviceOffsets,
                     " device_offsets, limit of the verifier");
  int64_t count = countAddressable(buffer);
  for (int64_t device = 0; device < devices; ++device) {
    int64_t shift = offsets[device];
    if (shift == -1)
      continue;
    bool isBounded = shift >= 0 && shift <= count;
    bool isInside =
        isBounded && host.lower + shift >= 0 && host.upper < count - shift;
    if (!isBounded || (!host.isEmpty && !isInside))
      return fail("device_offsets[", device, "] is ", shift, ": elements ",
                  host.lower, " to ", host.upper, " shifted by it leave ",
                  describeBuffer(program, buffer), ", which has ", count);
  }
  return absl::OkStatus();
}

static int32_t getRoot(const Program &program, int32_t buffer) {
  int32_t parent = program.buffers()->Get(buffer)->parent();
  return parent >= 0 ? parent : buffer;
}

/// Buffers that live at once are disjoint unless they are one allocation.
absl::Status StepVerifier::verifyApart(const Access &source,
                                       const Reach &sourceReach,
                                       const Access &destination,
                                       const Reach &destinationReach) {
  if (sourceReach.isEmpty ||
      getRoot(program, source.buffer) != getRoot(program, destination.buffer))
    return absl::OkStatus();
  const Buffer &from = getBuffer(source.buffer);
  const Buffer &to = getBuffer(destination.buffer);
  int64_t bytes = getElementBytes(from.element_type());
  int64_t fromBegin = from.offset() + sourceReach.lower * bytes;
  int64_t fromEnd = from.offset() + (sourceReach.upper + 1) * bytes;
  int64_t toBegin = to.offset() + destinationReach.lower * bytes;
  int64_t toEnd = to.offset() + (destinationReach.upper + 1) * bytes;
  if (fromEnd <= toBegin || toEnd <= fromBegin)
    return absl::OkStatus();
  return fail("source bytes [", fromBegin, ", ", fromEnd,
              ") and destination bytes [", toBegin, ", ", toEnd, ") of ",
              describeBuffer(program, getRoot(program, source.buffer)),
              " overlap");
}

absl::Status StepVerifier::verifyCopy(const Copy &copy) {
  SC_RETURN_IF_ERROR(verifyUse("source", copy.source()));
  SC_RETURN_IF_ERROR(verifyUse("destination", copy.destination()));
  ElementType from = getBuffer(copy.source()).element_type();
  ElementType to = getBuffer(copy.destination()).element_type();
  if (getElementBytes(from) != getElementBytes(to))
    return fail("copies ", toAbsl(getElementName(from)), " to ",
                toAbsl(getElementName(to)), ": elements differ in size");
  Access source{"source", copy.source(), copy.source_offset(),
                asSpan(copy.sizes()), asSpan(copy.source_strides())};
  Access destination{"destination", copy.destination(),
                     copy.destination_offset(), asSpan(copy.sizes()),
                     asSpan(copy.destination_strides())};
  SC_RETURN_IF_ERROR(verifyWrites(destination));
  SC_ASSIGN_OR_RETURN(Reach read, computeReach(source));
  SC_ASSIGN_OR_RETURN(Reach written, computeReach(destination));
  bool fromHost = isHost(copy.source()), toHost = isHost(copy.destination());
  // A side in host memory that devices shift is checked with each shift.
  if (!fromHost || toHost)
    SC_RETURN_IF_ERROR(verifyReach(source, read));
  if (!toHost || fromHost)
    SC_RETURN_IF_ERROR(verifyReach(destination, written));
  if (fromHost != toHost)
    return fromHost ? verifyDeviceOffsets(copy, read, copy.source())
                    : verifyDeviceOffsets(copy, written, copy.destination());
  if (!asSpan(copy.device_offsets()).empty())
    return fail("device_offsets need one side in host and one in hbm");
  return verifyApart(source, read, destination, written);
}

absl::Status StepVerifier::verifyFill(const Fill &fill) {
  SC_RETURN_IF_ERROR(verifyUse("destination", fill.destination()));
  ElementType type = getBuffer(fill.destination()).element_type();
  int64_t bytes = fill.value()->size();
  if (bytes != getElementBytes(type))
    return fail("value has ", bytes, " bytes, an element of ",
                describeBuffer(program, fill.destination()), " has ",
                getElementBytes(type));
  Access destination{"destination", fill.destination(), fill.offset(),
                     asSpan(fill.sizes()), asSpan(fill.strides())};
  SC_RETURN_IF_ERROR(verifyWrites(destination));
  SC_ASSIGN_OR_RETURN(Reach reach, computeReach(destination));
  return verifyReach(destination, reach);
}

absl::Status StepVerifier::verifyConstant(const Constant &constant) {
  SC_RETURN_IF_ERROR(verifyUse("destination", constant.destination()));
  const Buffer &buffer = getBuffer(constant.destination());
  std::string name = describeBuffer(program, constant.destination());
  if (constant.data()->size() != size_t(buffer.size()))
    return fail("constant has ", constant.data()->size(), " bytes, ", name,
                " has ", buffer.size());
  return absl::OkStatus();
}

absl::Status StepVerifier::verifyLaunch(const Launch &launch) {
  return verifyRange(absl::StrCat("step ", step, ": task"), launch.task(), 0,
                     int64_t(program.tasks()->size()) - 1);
}

absl::Status StepVerifier::verifyNativeCall(const NativeCall &call) {
  if (!program.native())
    return fail("calls native code, but the file has none");
  const auto &functions = *program.native()->functions();
  SC_RETURN_IF_ERROR(verifyRange(absl::StrCat("step ", step, ": function"),
                                 call.function(), 0,
                                 int64_t(functions.size()) - 1));
  size_t operands = functions.Get(call.function())->operands()->size();
  if (call.buffers()->size() != operands)
    return fail("passes ", call.buffers()->size(),
                " buffers, the native function takes ", operands);
  for (int32_t buffer : *call.buffers())
    SC_RETURN_IF_ERROR(verifyUse("operand", buffer));
  return verifyNativeOperands(program, call, absl::StrCat("step ", step));
}

absl::Status StepVerifier::verifyStep() {
  const Step &current = *program.steps()->Get(step);
  SC_RETURN_IF_ERROR(
      verifyLocation(program, absl::StrCat("step ", step), current.location()));
  switch (current.body_type()) {
  case StepBody::Copy:
    return verifyCopy(*current.body_as_Copy());
  case StepBody::Fill:
    return verifyFill(*current.body_as_Fill());
  case StepBody::Constant:
    return verifyConstant(*current.body_as_Constant());
  case StepBody::Launch:
    return verifyLaunch(*current.body_as_Launch());
  case StepBody::LeftOut:
    return absl::OkStatus();
  case StepBody::NativeCall:
    return verifyNativeCall(*current.body_as_NativeCall());
  case StepBody::NONE:
    break;
  }
  return fail("unknown kind ", int(current.body_type()));
}

absl::Status StepVerifier::verify() {
  for (step = 0; step < int64_t(program.steps()->size()); ++step)
    SC_RETURN_IF_ERROR(verifyStep());
  return absl::OkStatus();
}

std::vector<std::vector<int32_t>> collectLaunches(const Program &program) {
  std::vector<std::vector<int32_t>> launches(program.tasks()->size());
  for (size_t step = 0; step < program.steps()->size(); ++step)
    if (const Launch *launch = program.steps()->Get(step)->body_as_Launch())
      launches[launch->task()].push_back(step);
  return launches;
}

/// A view that a task has of a buffer of the schedule.
static absl::Status
verifyBorrowed(const Program &program, int64_t index,
               const std::vector<std::vector<int32_t>> &launches) {
  const Buffer &view = *program.buffers()->Get(index);
  if (view.parent() < 0 || view.task() < 0 || launches[view.task()].empty())
    return absl::OkStatus();
  const Buffer &parent = *program.buffers()->Get(view.parent());
  int32_t first = launches[view.task()].front();
  int32_t last = launches[view.task()].back();
  if (parent.task() >= 0 ||
      (first >= parent.first_use() && last <= parent.last_use()))
    return absl::OkStatus();
  return makeError(
      describeBuffer(program, index), " is used by launches from step ", first,
      " to ", last, ", its parent ", describeBuffer(program, view.parent()),
      " lives from ", parent.first_use(), " to ", parent.last_use());
}

absl::Status verifySteps(const Program &program) {
  SC_RETURN_IF_ERROR(StepVerifier(program).verify());
  std::vector<std::vector<int32_t>> launches = collectLaunches(program);
  for (size_t index = 0; index < program.buffers()->size(); ++index)
    SC_RETURN_IF_ERROR(verifyBorrowed(program, index, launches));
  return absl::OkStatus();
}

} // namespace sc::format
