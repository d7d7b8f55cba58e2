//===-- LookupBuilder.h - a small lookup by hand ----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forward lookup on 2 devices x 2 SparseCores x 3 tiles: distinct ids to the
// owners, gather, exchange, sum.

#ifndef SC_TEST_UNIT_MACHINE_LOOKUPBUILDER_H
#define SC_TEST_UNIT_MACHINE_LOOKUPBUILDER_H

#include "ProgramBuilder.h"

namespace sc::test {

inline constexpr int kDevices = 2, kCores = 2, kTiles = 3, kPeers = 4;
inline constexpr int64_t kWidth = 8, kRowBytes = kWidth * 4;
inline constexpr int64_t kMaxIds = 16, kMaxUnique = 16, kTableRows = 20;
inline constexpr int64_t kSamples = 7; // of a SparseCore
inline constexpr int64_t kTileSamples = (kSamples + kTiles - 1) / kTiles;
// Entries of a SparseCore: kMaxIds for each partition.
inline constexpr int64_t kEntries = kPeers * kMaxIds;

class LookupBuilder {
public:
  LookupBuilder() {
    hostPointers = builder.addInput("pointers", kDevices * kCores * 8);
    hostIds = builder.addInput("ids", kDevices * kCores * kEntries);
    hostSamples = builder.addInput("samples", kDevices * kCores * kEntries);
    hostGains = builder.addInput("gains", kDevices * kCores * kEntries);
    hostTable =
        builder.addInput("table", kDevices * kCores * kTableRows * kWidth);
    hostOut =
        builder.addOutput("activations", kDevices * kCores * kSamples * kWidth);
    pointers = builder.addHbm("pointers_hbm", 8, kCores);
    ids = builder.addHbm("ids_hbm", kEntries, kCores);
    samples = builder.addHbm("samples_hbm", kEntries, kCores);
    gains = builder.addHbm("gains_hbm", kEntries, kCores);
    table = builder.addHbm("table_hbm", kTableRows * kWidth, kCores);
    activations = builder.addHbm("activations_hbm", kSamples * kWidth, kCores);
    sentIds = builder.addStack("sent_ids", kPeers * kMaxUnique, kCores);
    send = builder.addStack("send", kPeers * kMaxUnique * kWidth, kCores);
    receive = builder.addStack("receive", kPeers * kMaxUnique * kWidth, kCores);
    counts = builder.addBuffer("counts", 8,
                               {.space = MemorySpace::Smem,
                                .bufferClass = BufferClass::RowPointers,
                                .lastUse = 2});
  }

  /// A tile buffer of program `use`.
  int addTile(const char *name, int64_t words, int use) {
    return builder.addBuffer(name, words, {.firstUse = use, .lastUse = use});
  }

  /// The count of partition `part`, after the row pointers are in Smem.
  Register loadCount(CodeBuilder &code, Register part) {
    Register count = code.newRegister();
    code.emit(Opcode::Load, {count, counts, part});
    return count;
  }

  template <typename Body> void forOwnPartitions(CodeBuilder &code, Body body) {
    Register tile = code.newRegister();
    code.emit(Opcode::TileId, {tile});
    code.loop(tile, kPeers, kTiles, body);
  }

  CodeBuilder makeSendIds() {
    CodeBuilder code("send_ids");
    int list = addTile("list", kMaxIds, 0);
    Register me = code.newRegister();
    code.emit(Opcode::SparseCoreId, {me});
    code.emit(Opcode::Dma, {pointers, 0, counts, 0, 32, -1, -1});
    forOwnPartitions(code, [&](Register part) {
      Register count = loadCount(code, part);
      code.emit(Opcode::FaultIf, {code.compute(Opcode::Less, kMaxIds, count), 0,
                                  count, kMaxIds});
      Register offset = code.compute(Opcode::Multiply, part, kMaxIds * 4);
      code.emit(Opcode::Dma, {ids, offset, list, 0,
                              code.compute(Opcode::Multiply, count, 4), -1, 0});
      code.emit(Opcode::WaitDma, {0});
      Register distinct = code.newRegister();
      code.emit(Opcode::Runs, {distinct, list, 0, count, list, 0, -1, 0, 0});
      code.emit(Opcode::Dma,
                {list, 0, sentIds,
                 code.compute(Opcode::Multiply, me, kMaxUnique * 4),
                 code.compute(Opcode::Multiply, distinct, 4), part, 1});
      code.emit(Opcode::WaitDma, {1});
      code.emit(Opcode::Signal,
                {part, me, code.compute(Opcode::Add, distinct, 1)});
    });
    return code;
  }

  CodeBuilder makeGather() {
    CodeBuilder code("gather");
    int list = addTile("wanted", kMaxUnique, 1);
    int window = addTile("window", kMaxUnique * kWidth, 1);
    forOwnPartitions(code, [&](Register part) {
      Register count = code.newRegister();
      code.emit(Opcode::LoadFlag, {count, part});
      code.emit(Opcode::Subtract, {count, count, 1});
      code.emit(Opcode::Dma,
                {sentIds, code.compute(Opcode::Multiply, part, kMaxUnique * 4),
                 list, 0, code.compute(Opcode::Multiply, count, 4), -1, 0});
      code.emit(Opcode::WaitDma, {0});
      code.emit(Opcode::GatherRows, {table, 0, kRowBytes, kTableRows, list, 0,
                                     count, window, 0, kRowBytes, 0});
      code.emit(Opcode::WaitDma, {0});
      code.emit(Opcode::DmaRows,
                {window, 0, kRowBytes, send,
                 code.compute(Opcode::Multiply, part, kMaxUnique * kRowBytes),
                 kRowBytes, count, kRowBytes, -1, -1});
    });
    return code;
  }

  CodeBuilder makeSum() {
    CodeBuilder code("sum");
    int listIds = addTile("slots", kMaxIds, 2);
    int listSamples = addTile("list_samples", kMaxIds, 2);
    int listGains = addTile("list_gains", kMaxIds, 2);
    int window = addTile("rows", kMaxIds * kWidth, 2);
    int sums = addTile("sums", kTileSamples * kWidth, 2);
    Register tile = code.newRegister();
    code.emit(Opcode::TileId, {tile});
    Register lower = code.compute(Opcode::Multiply, tile, kTileSamples);
    Register upper =
        code.compute(Opcode::Minimum,
                     code.compute(Opcode::Add, lower, kTileSamples), kSamples);
    Register own = code.compute(Opcode::Maximum, 0,
                                code.compute(Opcode::Subtract, upper, lower));
    Register place = code.compute(Opcode::Multiply, lower, kRowBytes);
    Register bytes = code.compute(Opcode::Multiply, own, kRowBytes);
    code.emit(Opcode::Dma, {pointers, 0, counts, 0, 32, -1, -1});
    code.emit(Opcode::Dma, {activations, place, sums, 0, bytes, -1, 0});
    code.emit(Opcode::WaitDma, {0});
    code.loop(0, kPeers, 1, [&](Register part) {
      Register count = loadCount(code, part);
      Register size = code.compute(Opcode::Multiply, count, 4);
      Register offset = code.compute(Opcode::Multiply, part, kMaxIds * 4);
      code.emit(Opcode::Dma, {ids, offset, listIds, 0, size, -1, 0});
      code.emit(Opcode::Dma, {samples, offset, listSamples, 0, size, -1, 1});
      code.emit(Opcode::Dma, {gains, offset, listGains, 0, size, -1, 2});
      for (int flag : {2, 1, 0})
        code.emit(Opcode::WaitDma, {flag});
      Register kept = code.newRegister(), distinct = code.newRegister();
      code.emit(Opcode::Select, {kept, listIds, listSamples, listGains, 0,
                                 count, lower, upper, kSamples, 0, -1, 0});
      code.emit(Opcode::LoadFlag,
                {distinct, code.compute(Opcode::Add, part, kPeers)});
      code.emit(Opcode::GatherRows,
                {receive,
                 code.compute(Opcode::Multiply, part, kMaxUnique * kRowBytes),
                 kRowBytes, code.compute(Opcode::Subtract, distinct, 1),
                 listIds, 0, kept, window, 0, kRowBytes, 0});
      code.emit(Opcode::WaitDma, {0});
      code.emit(Opcode::AxpyIndexed, {sums, 0, own, window, 0, listSamples, 0,
                                      listGains, 0, kept, kRowBytes});
    });
    code.emit(Opcode::Dma, {sums, 0, activations, place, bytes, -1, -1});
    return code;
  }

  /// Host arrays are dense over all SparseCores; HBM instances may be padded.
  void addScatter(int host, int hbm, int64_t words, bool toHost) {
    const auto &buffer = *builder.program.buffers[static_cast<size_t>(hbm)];
    format::CopyT copy;
    copy.source = toHost ? hbm : host;
    copy.destination = toHost ? host : hbm;
    copy.sizes = {kCores, words};
    copy.source_strides = {words, 1};
    copy.destination_strides = {buffer.stride / 4, 1};
    if (toHost)
      std::swap(copy.source_strides, copy.destination_strides);
    copy.device_offsets = {0, kCores * words};
    builder.addStep(copy);
  }

  std::unique_ptr<format::Executable> load() {
    CodeBuilder sequencer("main");
    std::vector<CodeBuilder> tiles = {makeSendIds(), makeGather(), makeSum()};
    sequencer.emit(Opcode::Launch, {0});
    sequencer.emit(Opcode::Barrier, {});
    sequencer.loop(0, kPeers, 1, [&](Register peer) {
      sequencer.emit(Opcode::Wait, {peer});
    });
    sequencer.emit(Opcode::Launch, {1});
    sequencer.emit(Opcode::Barrier, {});
    sequencer.emit(Opcode::AllToAll,
                   {send, receive, 0, kMaxUnique, kRowBytes, 0, kPeers});
    sequencer.loop(kPeers, 2 * kPeers, 1, [&](Register flag) {
      sequencer.emit(Opcode::Wait, {flag});
    });
    sequencer.emit(Opcode::Launch, {2});
    addScatter(hostPointers, pointers, 8, false);
    addScatter(hostIds, ids, kEntries, false);
    addScatter(hostSamples, samples, kEntries, false);
    addScatter(hostGains, gains, kEntries, false);
    addScatter(hostTable, table, kTableRows * kWidth, false);
    format::FillT fill;
    fill.destination = activations;
    const auto &buffer =
        *builder.program.buffers[static_cast<size_t>(activations)];
    fill.sizes = {kCores, kSamples * kWidth};
    fill.strides = {buffer.stride / 4, 1};
    fill.value = {0, 0, 0, 0};
    builder.addStep(fill);
    builder.addTask(sequencer, tiles, 2 * kPeers, 3);
    builder.addLaunch();
    addScatter(hostOut, activations, kSamples * kWidth, true);
    return builder.load();
  }

  ProgramBuilder builder{kDevices, kCores, kTiles};
  int hostPointers, hostIds, hostSamples, hostGains, hostTable, hostOut;
  int pointers, ids, samples, gains, table, activations;
  int sentIds, send, receive, counts;
};

} // namespace sc::test

#endif // SC_TEST_UNIT_MACHINE_LOOKUPBUILDER_H
