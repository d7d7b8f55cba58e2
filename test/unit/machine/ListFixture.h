//===-- ListFixture.h - lists in a tile -------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One tile program over three lists and a result.

#ifndef SC_TEST_UNIT_MACHINE_LISTFIXTURE_H
#define SC_TEST_UNIT_MACHINE_LISTFIXTURE_H

#include "MachineTest.h"

#include <bit>

namespace sc::test {

inline int32_t asBits(float value) { return std::bit_cast<int32_t>(value); }

class ListFixture : public TileFixture {
protected:
  /// Word of the input where each list of a test begins.
  static constexpr int kIds = 0, kSamples = 16, kGains = 32;

  Register select(Operand count, Operand lower, Operand upper,
                  Operand numSamples, format::SelectMode mode) {
    Register kept = tile.newRegister();
    tile.emit(Opcode::Select,
              {kept, ids, samples, gains, 0, count, lower, upper, numSamples,
               static_cast<int>(mode), -1, 0});
    return kept;
  }

  /// Views of `data` from word kIds, kSamples and kGains on.
  void begin() {
    TileFixture::begin();
    ids = addView("ids", kIds);
    samples = addView("samples", kSamples);
    gains = addView("gains", kGains);
  }

  int addView(const char *name, int64_t word) {
    int view = builder.addTile(name, 16, format::BufferClass::List);
    format::BufferT &buffer = *builder.program.buffers[view];
    buffer.parent = data;
    buffer.offset = builder.program.buffers[data]->offset + word * 4;
    return view;
  }

  /// Emits `fault_if` unless `actual` is `value`.
  void expectValue(Register actual, int64_t value) {
    tile.emit(Opcode::FaultIf, {tile.compute(Opcode::NotEqual, actual, value),
                                0, actual, value});
  }

  /// Copies all of `data` to the result.
  void showData() {
    tile.emit(Opcode::Dma, {data, 0, result, 0, kBytes, -1, -1});
  }

  int ids = 0, samples = 0, gains = 0;

  static std::vector<int32_t> makeLists() {
    std::vector<int32_t> words(kWords);
    int32_t ids[] = {7, 7, 9, 4, 4, 4}, samples[] = {0, 5, 2, 3, 1, 2};
    for (size_t i = 0; i < 6; ++i) {
      words[kIds + i] = ids[i];
      words[kSamples + i] = samples[i];
      words[kGains + i] = asBits(static_cast<float>(i));
    }
    return words;
  }

  std::vector<int32_t> slice(int begin, int count) {
    return {output.begin() + begin, output.begin() + begin + count};
  }
};

} // namespace sc::test

#endif // SC_TEST_UNIT_MACHINE_LISTFIXTURE_H
