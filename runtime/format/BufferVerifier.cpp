//===-- BufferVerifier.cpp - static rules of buffers ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each buffer alone, then views against their parents, then what the buffers of
// a task take of a tile.

#include "runtime/format/VerifierDetail.h"

namespace sc::format {

using namespace detail;

static int64_t getCapacity(const Target &target, MemorySpace space) {
  switch (space) {
  case MemorySpace::TileSpmem:
    return target.tile_spmem_bytes();
  case MemorySpace::Spmem:
    return target.tiles_per_sparse_core() * target.tile_spmem_bytes();
  case MemorySpace::Smem:
    return target.smem_bytes();
  case MemorySpace::Hbm:
    if (int64_t capacity = getHbmCapacity(target); capacity > 0)
      return capacity;
    return kMaxMemoryBytes;
  default:
    return kMaxMemoryBytes;
  }
}

static absl::Status verifyEnums(const Buffer &buffer,
                                const std::string &thing) {
  if (getSpaceName(buffer.space()) == "?")
    return makeError(thing, ": unknown memory space ", int(buffer.space()));
  if (getClassName(buffer.buffer_class()) == "?")
    return makeError(thing, ": unknown buffer class ",
                     int(buffer.buffer_class()));
  if (getElementBytes(buffer.element_type()) == 0)
    return makeError(thing, ": unknown element type ",
                     int(buffer.element_type()));
  return absl::OkStatus();
}

static absl::Status verifySize(const Buffer &buffer, const std::string &thing) {
  std::span<const int64_t> shape = asSpan(buffer.shape());
  SC_RETURN_IF_ERROR(
      verifyRange(absl::StrCat(thing, ": rank"), shape.size(), 0, kMaxRank));
  for (int64_t size : shape)
    SC_RETURN_IF_ERROR(verifyRange(absl::StrCat(thing, ": dimension"), size, 0,
                                   kMaxMemoryBytes));
  std::string type = formatType(buffer.element_type(), shape);
  std::optional<int64_t> bytes = countBytes(buffer.element_type(), shape);
  if (!bytes)
    return makeError(thing, ": size of ", type, " does not fit 64 bits");
  if (buffer.size() != *bytes)
    return makeError(thing, ": size ", buffer.size(),
                     " does not equal the size of ", type, " (", *bytes,
                     " bytes)");
  return absl::OkStatus();
}

static absl::Status verifyInstances(const Program &program,
                                    const Buffer &buffer,
                                    const std::string &thing) {
  int64_t sparseCores = program.target()->sparse_cores_per_device();
  int64_t instances = buffer.instances();
  if (instances != 1 && instances != sparseCores)
    return makeError(thing, ": instances is ", instances, ", must be 1 or ",
                     sparseCores, ", the SparseCores of a device");
  if (instances > 1 && buffer.space() != MemorySpace::Hbm)
    return makeError(thing, ": instances is ", instances, ", must be 1 in ",
                     toAbsl(getSpaceName(buffer.space())));
  if (instances == 1 && buffer.stride() != 0)
    return makeError(thing, ": stride is ", buffer.stride(),
                     ", must be 0 with one instance");
  if (instances > 1 && buffer.stride() < buffer.size())
    return makeError(thing, ": stride ", buffer.stride(), " is less than size ",
                     buffer.size());
  return absl::OkStatus();
}

static absl::Status verifyPlace(const Program &program, const Buffer &buffer,
                                const std::string &thing) {
  int64_t alignment =
      std::max<int64_t>(4, getElementBytes(buffer.element_type()));
  if (buffer.offset() < 0)
    return makeError(thing, ": offset ", buffer.offset(), " is negative");
  if (buffer.offset() % alignment != 0)
    return makeError(thing, ": offset ", buffer.offset(),
                     " is not a multiple of ", alignment);
  if (buffer.stride() % alignment != 0)
    return makeError(thing, ": stride ", buffer.stride(),
                     " is not a multiple of ", alignment);
  int64_t capacity = getCapacity(*program.target(), buffer.space());
  int64_t extent = 0, end = 0;
  if (__builtin_mul_overflow(int64_t(buffer.instances() - 1), buffer.stride(),
                             &extent) ||
      __builtin_add_overflow(extent, buffer.size(), &extent) ||
      __builtin_add_overflow(extent, buffer.offset(), &end) || end > capacity)
    return makeError(thing, ": offset ", buffer.offset(), ", size ",
                     buffer.size(), " and stride ", buffer.stride(),
                     " end past the ", capacity, " bytes of ",
                     toAbsl(getSpaceName(buffer.space())));
  return absl::OkStatus();
}

static absl::Status verifyOwner(const Program &program, const Buffer &buffer,
                                const std::string &thing) {
  SC_RETURN_IF_ERROR(verifyRange(absl::StrCat(thing, ": task"), buffer.task(),
                                 -1, int64_t(program.tasks()->size()) - 1));
  bool isHost = buffer.space() == MemorySpace::Host;
  bool isShared = isHost || buffer.space() == MemorySpace::Hbm;
  if (buffer.task() >= 0 ? isHost : !isShared)
    return makeError(thing, ": a buffer of ",
                     buffer.task() >= 0 ? "a task" : "the host schedule",
                     " cannot be in ", toAbsl(getSpaceName(buffer.space())));
  return absl::OkStatus();
}

static absl::Status verifyLifetime(const Program &program, const Buffer &buffer,
                                   const std::string &thing) {
  int64_t count = isTileBuffer(buffer)
                      ? program.tasks()->Get(buffer.task())->programs()->size()
                      : program.steps()->size();
  int64_t last = std::max<int64_t>(count, 1) - 1;
  SC_RETURN_IF_ERROR(verifyRange(absl::StrCat(thing, ": first_use"),
                                 buffer.first_use(), 0, last));
  return verifyRange(absl::StrCat(thing, ": last_use"), buffer.last_use(),
                     buffer.first_use(), last);
}

static absl::Status verifyBuffer(const Program &program, int64_t index) {
  const Buffer &buffer = *program.buffers()->Get(index);
  std::string thing = describeBuffer(program, index);
  SC_RETURN_IF_ERROR(verifyEnums(buffer, thing));
  SC_RETURN_IF_ERROR(verifySize(buffer, thing));
  SC_RETURN_IF_ERROR(verifyOwner(program, buffer, thing));
  SC_RETURN_IF_ERROR(verifyInstances(program, buffer, thing));
  SC_RETURN_IF_ERROR(verifyPlace(program, buffer, thing));
  SC_RETURN_IF_ERROR(verifyLifetime(program, buffer, thing));
  return verifyLocation(program, thing, buffer.location());
}

/// Whether every byte of `view` is a byte of an instance of `parent`.
static bool isWithin(const Buffer &view, const Buffer &parent) {
  int64_t begin = view.offset() - parent.offset();
  if (begin < 0)
    return false;
  bool sameInstances = view.instances() == parent.instances() &&
                       view.stride() == parent.stride();
  if (sameInstances)
    return begin + view.size() <= parent.size();
  bool isDense = parent.instances() == 1 || parent.stride() == parent.size();
  int64_t bytes = isDense ? getExtent(parent) : parent.size();
  return begin + getExtent(view) <= bytes;
}

static absl::Status verifyView(const Program &program, int64_t index) {
  const Buffer &view = *program.buffers()->Get(index);
  std::string thing = describeBuffer(program, index);
  int64_t last = int64_t(program.buffers()->size()) - 1;
  SC_RETURN_IF_ERROR(
      verifyRange(absl::StrCat(thing, ": parent"), view.parent(), -1, last));
  if (view.parent() < 0)
    return absl::OkStatus();
  const Buffer &parent = *program.buffers()->Get(view.parent());
  std::string of = describeBuffer(program, view.parent());
  if (parent.parent() >= 0)
    return makeError(thing, ": parent ", of, " is itself a view");
  if (parent.space() != view.space())
    return makeError(thing, " is in ", toAbsl(getSpaceName(view.space())),
                     ", its parent ", of, " in ",
                     toAbsl(getSpaceName(parent.space())));
  if (parent.task() != view.task() && parent.task() >= 0)
    return makeError(thing, " belongs to task ", view.task(), ", its parent ",
                     of, " to task ", parent.task());
  if (!isWithin(view, parent))
    return makeError(thing, " does not lie within its parent ", of);
  if (parent.task() == view.task() && (view.first_use() < parent.first_use() ||
                                       view.last_use() > parent.last_use()))
    return makeError(thing, " lives from ", view.first_use(), " to ",
                     view.last_use(), ", its parent ", of, " from ",
                     parent.first_use(), " to ", parent.last_use());
  return absl::OkStatus();
}

namespace {
/// Ends of the buffers of a task.
struct TaskEnds {
  int64_t tileSpmem = 0;
  int64_t spmem = 0;
};
} // namespace

static std::vector<TaskEnds> collectEnds(const Program &program) {
  std::vector<TaskEnds> ends(program.tasks()->size());
  for (const Buffer *buffer : *program.buffers()) {
    if (buffer->task() < 0)
      continue;
    TaskEnds &task = ends[buffer->task()];
    int64_t end = buffer->offset() + getExtent(*buffer);
    if (buffer->space() == MemorySpace::TileSpmem)
      task.tileSpmem = std::max(task.tileSpmem, end);
    if (buffer->space() == MemorySpace::Spmem)
      task.spmem = std::max(task.spmem, end);
  }
  return ends;
}

/// Spmem is the TileSpmem of all tiles together: a task's Spmem takes an equal
/// part of each.
static absl::Status verifyTiles(const Program &program) {
  int64_t tiles = program.target()->tiles_per_sparse_core();
  int64_t capacity = program.target()->tile_spmem_bytes();
  std::vector<TaskEnds> ends = collectEnds(program);
  for (size_t index = 0; index < ends.size(); ++index) {
    auto [tileSpmem, spmem] = ends[index];
    int64_t part = (spmem + tiles - 1) / tiles;
    if (tileSpmem + part > capacity)
      return makeError(describeTask(program, index), ": TileSpmem ends at ",
                       tileSpmem, " and Spmem at ", spmem, ", which is ", part,
                       " bytes of each of ", tiles, " tiles; together ",
                       tileSpmem + part, " bytes, a tile has ", capacity);
  }
  return absl::OkStatus();
}

absl::Status verifyBuffers(const Program &program) {
  for (size_t index = 0; index < program.buffers()->size(); ++index)
    SC_RETURN_IF_ERROR(verifyBuffer(program, index));
  for (size_t index = 0; index < program.buffers()->size(); ++index)
    SC_RETURN_IF_ERROR(verifyView(program, index));
  return verifyTiles(program);
}

} // namespace sc::format
