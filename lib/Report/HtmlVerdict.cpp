//===-- HtmlVerdict.cpp - does it fit -------------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Peaks beside what there is, as bars. That of a tile tells what it needs from
// what its windows fill.

#include "Html.h"

#include "PlanData.h"
#include "Svg.h"

#include <algorithm>

namespace sc::report {

namespace {
/// A part of a bar, in the colour of a class.
struct BarPart {
  int64_t bytes = 0;
  std::string name;
  std::string style;
};
} // namespace

static std::string makeBar(const std::vector<BarPart> &parts,
                           int64_t capacityBytes) {
  std::string html = "<div class=\"bar\">";
  double left = 100;
  for (const BarPart &part : parts) {
    double width = 100.0 * static_cast<double>(part.bytes) /
                   static_cast<double>(capacityBytes);
    width = std::clamp(width, 0.0, left);
    left -= width;
    html += "<div class=\"" + part.style +
            "\" style=\"width:" + std::to_string(width) + "%\"></div>";
  }
  return html + "</div>";
}

static std::string makeKeys(const std::vector<BarPart> &parts) {
  std::string html = "<p class=\"legend\">";
  for (const BarPart &part : parts)
    html += makeKey(part.style, part.name + " " + formatShortBytes(part.bytes));
  return html + "</p>";
}

static std::string makeTileBar(const TileNeed &need, const Fit &fit) {
  const format::LookupT &lookup = *need.lookup;
  std::vector<BarPart> parts = {
      {lookup.gather_operand_bytes, "G gather operand", "activations"},
      {lookup.scratch_bytes, "X scratch", "scratch"},
      {lookup.list_bytes, "A list", "list"},
      {need.windowBytes, "more windows of rows", "window"}};
  std::string text =
      "table '" + lookup.table_name +
      "' needs most: G + X + A = " + formatBytes(need.neededBytes) + ", " +
      formatPercent(need.neededBytes, fit.capacityBytes) +
      " of a tile; windows of rows fill what is left, and are no need";
  return makeBar(parts, fit.capacityBytes) + makeKeys(parts) +
         "<p class=\"soft\">" + escapeHtml(text) + "</p>";
}

static std::string makeFit(const Fit &fit, const std::string &bar) {
  std::string memory = "<b>" + escapeHtml(fit.memory);
  std::string peak = "</b>: peak " + escapeHtml(formatBytes(fit.peakBytes));
  if (fit.capacityBytes <= 0)
    return "<div class=\"fit\"><p>" + memory + peak +
           "; what a program may use is not known</p></div>\n";
  std::string html =
      fit.fits() ? "<div class=\"fit good\"><p>" : "<div class=\"fit bad\"><p>";
  html += memory;
  html += fit.fits() ? " \u2713 fits" : " \u2715 does not fit";
  html += peak + " of " +
          escapeHtml(formatCapacity(fit.capacityBytes, fit.isAssumed)) + ", " +
          escapeHtml(formatPercent(fit.peakBytes, fit.capacityBytes)) + "</p>";
  return html + bar + "</div>\n";
}

static std::string makePlainBar(const Fit &fit) {
  return fit.capacityBytes > 0
             ? makeBar({{fit.peakBytes, "", "used"}}, fit.capacityBytes)
             : "";
}

std::string makeVerdict(const format::ProgramT &program) {
  std::vector<Fit> fits = collectFits(program);
  const Fit &hbm = fits[0], &tile = fits[1];
  std::optional<TileNeed> need = findTileNeed(program);
  bool hasParts = need && tile.capacityBytes > 0;
  return "<section id=\"verdict\">\n<h2>Does it fit</h2>\n" +
         makeFit(hbm, makePlainBar(hbm)) +
         makeFit(tile,
                 hasParts ? makeTileBar(*need, tile) : makePlainBar(tile)) +
         "</section>\n";
}

} // namespace sc::report
