//===-- MapScale.h - axes of a drawn memory map -----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes and moments as places on the page.

#ifndef SC_LIB_REPORT_MAPSCALE_H
#define SC_LIB_REPORT_MAPSCALE_H

#include "MemoryMap.h"
#include "Svg.h"

#include <cstdint>
#include <vector>

namespace sc::report {

inline constexpr double kMapWidth = 1080, kMapHeight = 380;
inline constexpr Box kPlot = {84, 26, kMapWidth - 84 - 12,
                              kMapHeight - 26 - 44};
/// Of the font of labels, to know what fits.
inline constexpr double kCharacterWidth = 6.6, kLineHeight = 14;

/// Bytes and moments to the coordinates of a plot. Between two cuts the scale
/// of moments is even; a third of the width is shared by moments, the rest by
/// the pieces between cuts.
class MapScale {
public:
  explicit MapScale(const MemoryMap &map);

  double getX(int64_t moment) const;
  double getY(int64_t offset) const;
  Box getBox(const MapRect &rect) const;

  double getEndBytes() const { return bytes; }
  const std::vector<int64_t> &getCuts() const { return cuts; }
  bool showsCapacity() const { return hasCapacity; }

private:
  std::vector<int64_t> cuts;
  std::vector<double> places; // of the cuts
  double bytes = 1;
  bool hasCapacity = false;
};

/// Offsets, moments and capacity.
void drawByteAxis(Svg &svg, const MapScale &scale);
void drawMomentAxis(Svg &svg, const MapScale &scale, const MemoryMap &map);
void drawCapacity(Svg &svg, const MapScale &scale, const MemoryMap &map);

} // namespace sc::report

#endif // SC_LIB_REPORT_MAPSCALE_H
