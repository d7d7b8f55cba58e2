//===-- Svg.cpp - text of HTML and SVG ------------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names come from the user's module: nothing of them may become markup.

#include "Svg.h"

#include <array>
#include <cstdint>
#include <cstdio>

namespace sc::report {

static constexpr std::string_view kReplacement = "\xef\xbf\xbd";

static unsigned char at(std::string_view text, size_t index) {
  return index < text.size() ? static_cast<unsigned char>(text[index]) : 0;
}

/// Bytes of the well-formed UTF-8 sequence at the begin of `text`, 0 if there
/// is none. Overlong forms, surrogates and what is above U+10FFFF are none.
static size_t getSequenceLength(std::string_view text) {
  unsigned char lead = at(text, 0), second = at(text, 1);
  if (lead < 0x80)
    return 1;
  size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  unsigned char low = 0x80, high = 0xbf;
  if (lead == 0xe0)
    low = 0xa0;
  if (lead == 0xf0)
    low = 0x90;
  if (lead == 0xed)
    high = 0x9f;
  if (lead == 0xf4)
    high = 0x8f;
  if (lead < 0xc2 || lead > 0xf4 || second < low || second > high)
    return 0;
  for (size_t i = 2; i < length; ++i)
    if ((at(text, i) & 0xc0) != 0x80)
      return 0;
  return length;
}

static std::string_view escapeByte(char byte) {
  switch (byte) {
  case '&':
    return "&amp;";
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '"':
    return "&quot;";
  case '\'':
    return "&#39;";
  default:
    return {};
  }
}

static bool isControl(char byte) {
  unsigned char value = static_cast<unsigned char>(byte);
  return (value < 0x20 && byte != '\n' && byte != '\t') || value == 0x7f;
}

std::string escapeHtml(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    size_t length = getSequenceLength(text);
    std::string_view special = escapeByte(text[0]);
    if (length == 0 || isControl(text[0]))
      escaped += kReplacement;
    else
      escaped += special.empty() ? text.substr(0, length) : special;
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return escaped;
}

std::string shorten(std::string_view text, size_t characters) {
  size_t end = 0, last = 0; // after all characters, before the last of them
  for (size_t i = 0; i < characters && end < text.size(); ++i) {
    size_t length = getSequenceLength(text.substr(end));
    last = end;
    end += length == 0 ? 1 : length;
  }
  if (end == text.size())
    return std::string(text);
  return std::string(text.substr(0, last)) + "\u2026";
}

/// Two decimals are finer than a pixel.
static std::string format(double number) {
  std::array<char, 40> text;
  std::snprintf(text.data(), text.size(), "%.2f", number);
  std::string digits = text.data();
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.ends_with('.'))
    digits.pop_back();
  return digits;
}

/// ` name="value"`.
static std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + escapeHtml(value) + "\"";
}

static std::string attribute(std::string_view name, double value) {
  return attribute(name, format(value));
}

Svg::Svg(double width, double height, std::string_view label) {
  content =
      "<svg role=\"img\"" + attribute("aria-label", label) +
      attribute("viewBox", "0 0 " + format(width) + " " + format(height)) +
      attribute("width", width) + attribute("height", height) + ">\n";
}

void Svg::addRect(const Box &box, std::string_view style,
                  std::string_view tooltip) {
  content += "<rect" + attribute("class", style) + attribute("x", box.x) +
             attribute("y", box.y) + attribute("width", box.width) +
             attribute("height", box.height);
  content += tooltip.empty()
                 ? "/>\n"
                 : "><title>" + escapeHtml(tooltip) + "</title></rect>\n";
}

void Svg::addText(double x, double y, std::string_view text,
                  std::string_view style, std::string_view anchor) {
  content += "<text" + attribute("class", style) + attribute("x", x) +
             attribute("y", y) + attribute("text-anchor", anchor) + ">" +
             escapeHtml(text) + "</text>\n";
}

void Svg::addLine(double x1, double y1, double x2, double y2,
                  std::string_view style) {
  content += "<line" + attribute("class", style) + attribute("x1", x1) +
             attribute("y1", y1) + attribute("x2", x2) + attribute("y2", y2) +
             "/>\n";
}

} // namespace sc::report
