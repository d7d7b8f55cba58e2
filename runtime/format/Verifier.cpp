//===-- Verifier.cpp - static rules of an executable ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of the checks, and the small tables: target, tasks, arguments,
// lookups.

#include "runtime/format/Verifier.h"

#include "runtime/format/Opcodes.h"
#include "runtime/format/VerifierDetail.h"

#include "absl/strings/escaping.h"

#include <cmath>
#include <tuple>

namespace sc::format {

using namespace detail;

static constexpr int64_t kMaxDevices = 1 << 20;
static constexpr int64_t kMaxSparseCores = 64;
static constexpr int64_t kMaxTiles = 1024;
static constexpr int64_t kMaxLanes = 1024;
static constexpr int64_t kMaxTopologyAxes = 8;
static constexpr int64_t kMaxDevicesPerChip = 8;
static constexpr int64_t kMaxGranuleBytes = 1 << 20;
static constexpr int64_t kMaxFlags = 1 << 20;
static constexpr int64_t kMaxDmaFlags = 1 << 12;
static constexpr int64_t kMaxBuffers = 1 << 20;
static constexpr int64_t kMaxTasks = 1 << 16;
static constexpr int64_t kMaxPrograms = 1 << 12;
static constexpr int64_t kMaxSteps = 1 << 22;
static constexpr int64_t kMaxArguments = 1 << 20;
static constexpr int64_t kMaxGroupMembers = 1 << 24;
// A name may have any length, but the start of it is enough in an error.
static constexpr size_t kMaxShownName = 200;

std::string escapeText(const flatbuffers::String &text) {
  return absl::Utf8SafeCEscape(absl::string_view(text.c_str(), text.size()));
}

std::string describe(const char *kind, int64_t index,
                     const flatbuffers::String &name) {
  absl::string_view text(name.c_str(), name.size());
  bool isLong = text.size() > kMaxShownName;
  return absl::StrCat(kind, " ", index, " '",
                      absl::Utf8SafeCEscape(text.substr(0, kMaxShownName)),
                      isLong ? "...'" : "'");
}

std::string describeBuffer(const Program &program, int64_t index) {
  return describe("buffer", index, *program.buffers()->Get(index)->name());
}

std::string describeTask(const Program &program, int64_t index) {
  return describe("task", index, *program.tasks()->Get(index)->name());
}

absl::Status verifyLocation(const Program &program, const std::string &thing,
                            int32_t location) {
  int64_t count = program.locations()->size();
  return verifyRange(absl::StrCat(thing, ": location"), location, -1,
                     count - 1);
}

static absl::Status verifyTopology(const Target &target) {
  int64_t axes = target.topology()->size();
  SC_RETURN_IF_ERROR(verifyRange("target: number of topology axes", axes, 1,
                                 kMaxTopologyAxes));
  int64_t chips = 1;
  for (int32_t size : *target.topology()) {
    SC_RETURN_IF_ERROR(
        verifyRange("target: topology axis", size, 1, kMaxDevices));
    chips *= size;
    if (chips > kMaxDevices)
      return makeError("target: topology has more than ", kMaxDevices,
                       " chips");
  }
  if (target.devices() % chips != 0 ||
      target.devices() / chips > kMaxDevicesPerChip)
    return makeError("target: ", target.devices(), " devices do not fit ",
                     chips, " chips; a chip has 1 to ", kMaxDevicesPerChip,
                     " devices");
  return absl::OkStatus();
}

static absl::Status verifyTarget(const Target &target) {
  SC_RETURN_IF_ERROR(
      verifyRange("target: devices", target.devices(), 1, kMaxDevices));
  SC_RETURN_IF_ERROR(verifyTopology(target));
  SC_RETURN_IF_ERROR(verifyRange("target: sparse_cores_per_device",
                                 target.sparse_cores_per_device(), 1,
                                 kMaxSparseCores));
  SC_RETURN_IF_ERROR(verifyRange("target: tiles_per_sparse_core",
                                 target.tiles_per_sparse_core(), 1, kMaxTiles));
  SC_RETURN_IF_ERROR(
      verifyRange("target: f32_lanes", target.f32_lanes(), 1, kMaxLanes));
  SC_RETURN_IF_ERROR(verifyRange("target: tile_spmem_bytes",
                                 target.tile_spmem_bytes(), 1,
                                 kMaxMemoryBytes));
  SC_RETURN_IF_ERROR(verifyRange("target: smem_bytes", target.smem_bytes(), 1,
                                 kMaxMemoryBytes));
  SC_RETURN_IF_ERROR(
      verifyRange("target: hbm_bytes", target.hbm_bytes(), 0, kMaxMemoryBytes));
  SC_RETURN_IF_ERROR(verifyRange(
      "target: usable_hbm_bytes", target.usable_hbm_bytes(), 0,
      target.hbm_bytes() > 0 ? target.hbm_bytes() : kMaxMemoryBytes));
  SC_RETURN_IF_ERROR(verifyRange("target: dma_granule_bytes",
                                 target.dma_granule_bytes(), 1,
                                 kMaxGranuleBytes));
  return verifyRange("target: hbm_bytes_per_second",
                     target.hbm_bytes_per_second(), 0, INT64_MAX);
}

static absl::Status verifyCounts(const Program &program) {
  SC_RETURN_IF_ERROR(verifyRange("number of buffers", program.buffers()->size(),
                                 0, kMaxBuffers));
  SC_RETURN_IF_ERROR(
      verifyRange("number of tasks", program.tasks()->size(), 0, kMaxTasks));
  SC_RETURN_IF_ERROR(
      verifyRange("number of steps", program.steps()->size(), 0, kMaxSteps));
  SC_RETURN_IF_ERROR(verifyRange("number of inputs", program.inputs()->size(),
                                 0, kMaxArguments));
  return verifyRange("number of outputs", program.outputs()->size(), 0,
                     kMaxArguments);
}

static absl::Status verifyGroups(const Program &program, const Task &task,
                                 const std::string &thing) {
  int64_t devices = program.target()->devices();
  int64_t members = task.groups()->size();
  SC_RETURN_IF_ERROR(verifyRange(absl::StrCat(thing, ": devices_per_group"),
                                 task.devices_per_group(), 1, devices));
  if (members == 0 || members % task.devices_per_group() != 0)
    return makeError(thing, ": ", members,
                     " devices do not divide into groups of ",
                     task.devices_per_group());
  if (members > devices)
    return makeError(thing, ": groups name ", members,
                     " devices, the target has ", devices);
  std::vector<int32_t> sorted(task.groups()->begin(), task.groups()->end());
  std::ranges::sort(sorted);
  for (int32_t device : {sorted.front(), sorted.back()})
    SC_RETURN_IF_ERROR(verifyRange(absl::StrCat(thing, ": device of a group"),
                                   device, 0, devices - 1));
  auto twice = std::ranges::adjacent_find(sorted);
  if (twice != sorted.end())
    return makeError(thing, ": device ", *twice, " occurs twice in the groups");
  return absl::OkStatus();
}

static absl::Status verifyTask(const Program &program, int64_t index) {
  const Task &task = *program.tasks()->Get(index);
  std::string thing = describeTask(program, index);
  SC_RETURN_IF_ERROR(verifyRange(absl::StrCat(thing, ": number of programs"),
                                 task.programs()->size(), 0, kMaxPrograms));
  SC_RETURN_IF_ERROR(verifyRange(absl::StrCat(thing, ": num_flags"),
                                 task.num_flags(), 0, kMaxFlags));
  SC_RETURN_IF_ERROR(verifyRange(absl::StrCat(thing, ": num_dma_flags"),
                                 task.num_dma_flags(), 0, kMaxDmaFlags));
  SC_RETURN_IF_ERROR(verifyLocation(program, thing, task.location()));
  return verifyGroups(program, task, thing);
}

static absl::Status verifyTasks(const Program &program) {
  int64_t members = 0;
  for (size_t index = 0; index < program.tasks()->size(); ++index) {
    members += program.tasks()->Get(index)->groups()->size();
    SC_RETURN_IF_ERROR(
        verifyRange("devices in all groups", members, 0, kMaxGroupMembers));
    SC_RETURN_IF_ERROR(verifyTask(program, index));
  }
  return absl::OkStatus();
}

/// An input is written before the first step, an output read after the last.
static absl::Status verifyArgument(const Program &program,
                                   const Argument &argument,
                                   const std::string &thing, bool isInput) {
  SC_RETURN_IF_ERROR(verifyRange(absl::StrCat(thing, ": buffer"),
                                 argument.buffer(), 0,
                                 int64_t(program.buffers()->size()) - 1));
  const Buffer &buffer = *program.buffers()->Get(argument.buffer());
  std::string name = describeBuffer(program, argument.buffer());
  if (buffer.space() != MemorySpace::Host)
    return makeError(thing, ": ", name, " is in ",
                     toAbsl(getSpaceName(buffer.space())), ", must be in host");
  std::span<const int64_t> shape = asSpan(argument.shape());
  std::span<const int64_t> held = asSpan(buffer.shape());
  if (argument.element_type() != buffer.element_type() ||
      !std::ranges::equal(shape, held))
    return makeError(thing, " has type ",
                     formatType(argument.element_type(), shape), ", but ", name,
                     " has type ", formatType(buffer.element_type(), held));
  int32_t last = std::max<int32_t>(program.steps()->size(), 1) - 1;
  if (isInput && buffer.first_use() != 0)
    return makeError(thing, ": ", name, " lives from step ", buffer.first_use(),
                     ", an input must live from step 0");
  if (!isInput && buffer.last_use() != last)
    return makeError(thing, ": ", name, " lives until step ", buffer.last_use(),
                     ", an output must live until the last step ", last);
  return absl::OkStatus();
}

static absl::Status verifyArguments(const Program &program) {
  std::vector<bool> isInput(program.buffers()->size());
  for (size_t index = 0; index < program.inputs()->size(); ++index) {
    const Argument &input = *program.inputs()->Get(index);
    std::string thing = describe("input", index, *input.name());
    SC_RETURN_IF_ERROR(verifyArgument(program, input, thing, true));
    if (isInput[input.buffer()])
      return makeError(thing, ": ", describeBuffer(program, input.buffer()),
                       " already holds another input");
    isInput[input.buffer()] = true;
  }
  for (size_t index = 0; index < program.outputs()->size(); ++index) {
    const Argument &output = *program.outputs()->Get(index);
    std::string thing = describe("output", index, *output.name());
    SC_RETURN_IF_ERROR(verifyArgument(program, output, thing, false));
  }
  return absl::OkStatus();
}

/// Positive sizes; the local form has no limits.
static absl::Status verifyLookupSizes(const Lookup &lookup,
                                      const std::string &thing) {
  int64_t least = lookup.kind() == LookupKind::LocalLookup ? 0 : 1;
  const std::tuple<const char *, int64_t, int64_t> sizes[] = {
      {"max_ids", lookup.max_ids(), least},
      {"max_unique_ids", lookup.max_unique_ids(), least},
      {"width", lookup.width(), 1},
      {"samples", lookup.samples(), 1},
      {"table_rows", lookup.table_rows(), 1},
      {"sparse_cores", lookup.sparse_cores(), 1},
      {"replicas", lookup.replicas(), 1},
      {"vector_splits", lookup.vector_splits(), 1},
      {"sample_splits", lookup.sample_splits(), 1},
      {"window_rows", lookup.window_rows(), 1},
      {"window_buffers", lookup.window_buffers(), 1},
      {"list_entries", lookup.list_entries(), 0},
      {"gather_operand_bytes", lookup.gather_operand_bytes(), 0},
      {"scratch_bytes", lookup.scratch_bytes(), 0},
      {"list_bytes", lookup.list_bytes(), 0},
      {"stack_forward_bytes", lookup.stack_forward_bytes(), 0},
      {"stack_backward_bytes", lookup.stack_backward_bytes(), 0},
      {"exchange_bytes", lookup.exchange_bytes(), 0},
      {"hbm_traffic_bytes", lookup.hbm_traffic_bytes(), 0},
      {"gather_traffic_bytes", lookup.gather_traffic_bytes(), 0},
      {"exchange_traffic_bytes", lookup.exchange_traffic_bytes(), 0},
      {"merge_entries", lookup.merge_entries(), 0},
      {"optimizer_rows", lookup.optimizer_rows(), 0},
      {"row_bytes", lookup.row_bytes(), 0}};
  for (auto [name, value, smallest] : sizes)
    SC_RETURN_IF_ERROR(verifyRange(absl::StrCat(thing, ": ", name), value,
                                   smallest, INT64_MAX));
  return absl::OkStatus();
}

static absl::Status verifyLookup(const Program &program, size_t index) {
  const Lookup &lookup = *program.lookups()->Get(index);
  std::string thing = describe("lookup", index, *lookup.table_name());
  SC_RETURN_IF_ERROR(verifyRange(absl::StrCat(thing, ": kind"),
                                 static_cast<int64_t>(lookup.kind()), 0,
                                 static_cast<int64_t>(LookupKind::MAX)));
  SC_RETURN_IF_ERROR(verifyRange(absl::StrCat(thing, ": row_type"),
                                 static_cast<int64_t>(lookup.row_type()), 0,
                                 static_cast<int64_t>(RowType::MAX)));
  SC_RETURN_IF_ERROR(verifyRange(absl::StrCat(thing, ": row_scale"),
                                 static_cast<int64_t>(lookup.row_scale()), 0,
                                 static_cast<int64_t>(ScaleKind::MAX)));
  SC_RETURN_IF_ERROR(verifyRange(absl::StrCat(thing, ": task"), lookup.task(),
                                 program.plan() ? -1 : 0,
                                 int64_t(program.tasks()->size()) - 1));
  SC_RETURN_IF_ERROR(verifyLocation(program, thing, lookup.location()));
  if (!std::isfinite(lookup.seconds()) || std::signbit(lookup.seconds()))
    return makeError(thing, ": seconds is ", lookup.seconds(),
                     ", must be finite and not negative");
  return verifyLookupSizes(lookup, thing);
}

static absl::Status verifyLookups(const Program &program) {
  for (size_t index = 0; index < program.lookups()->size(); ++index)
    SC_RETURN_IF_ERROR(verifyLookup(program, index));
  return absl::OkStatus();
}

absl::Status verifyProgram(const Program &program) {
  SC_RETURN_IF_ERROR(verifyAlignment(program));
  SC_RETURN_IF_ERROR(verifyTarget(*program.target()));
  SC_RETURN_IF_ERROR(verifyCounts(program));
  SC_RETURN_IF_ERROR(verifyTasks(program));
  SC_RETURN_IF_ERROR(verifyBuffers(program));
  SC_RETURN_IF_ERROR(verifyArguments(program));
  SC_RETURN_IF_ERROR(verifyNarrowInputs(program));
  SC_RETURN_IF_ERROR(verifyLookups(program));
  SC_RETURN_IF_ERROR(verifyNative(program));
  SC_RETURN_IF_ERROR(verifySteps(program));
  SC_RETURN_IF_ERROR(verifyOverlaps(program));
  SC_RETURN_IF_ERROR(verifyPlan(program));
  return verifyCodes(program);
}

} // namespace sc::format
