//===-- JsonTree.cpp - JSON with the place of each value ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the tree from the events of the library's parser. The parser takes
// its bytes from an iterator that counts, which is where places come from.

#include "sc/Target/JsonTree.h"

#include "sc/Target/NearestName.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <map>

namespace sc {

static constexpr size_t kMaxDepth = 32;
static constexpr size_t kMaxNodes = 1'000'000;
static constexpr size_t kMaxShown = 200;
static constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

const JsonNode *JsonNode::find(std::string_view name) const {
  for (const JsonNode &child : children)
    if (child.key == name)
      return &child;
  return nullptr;
}

std::string_view JsonNode::describeKind() const {
  switch (kind) {
  case Kind::Null:
    return "null";
  case Kind::Boolean:
    return "a boolean";
  case Kind::Number:
    return "a number";
  case Kind::String:
    return "a string";
  case Kind::Array:
    return "an array";
  case Kind::Object:
    return "an object";
  }
  return "nothing";
}

namespace {

/// Tells `consumed` how many bytes were taken; copies share it.
class CountingIterator {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;

  CountingIterator(const char *at, size_t *consumed)
      : at(at), consumed(consumed) {}
  reference operator*() const { return *at; }
  CountingIterator &operator++() {
    ++at;
    ++*consumed;
    return *this;
  }
  bool operator==(const CountingIterator &other) const {
    return at == other.at;
  }
  bool operator!=(const CountingIterator &other) const {
    return at != other.at;
  }

private:
  const char *at;
  size_t *consumed;
};

class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
  explicit TreeBuilder(std::string_view text) : text(text) {
    if (text.starts_with(kByteOrderMark))
      scanned = lineStart = kByteOrderMark.size();
  }

  bool null() override { return addValue(JsonNode::Kind::Null); }
  bool boolean(bool value) override;
  bool number_integer(number_integer_t value) override;
  bool number_unsigned(number_unsigned_t value) override;
  bool number_float(number_float_t value, const string_t &spelling) override;
  bool string(string_t &value) override;
  bool binary(binary_t &) override { return false; }
  bool start_object(std::size_t) override {
    return addValue(JsonNode::Kind::Object);
  }
  bool start_array(std::size_t) override {
    return addValue(JsonNode::Kind::Array);
  }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t &value) override;
  bool parse_error(std::size_t position, const std::string &token,
                   const nlohmann::detail::exception &exception) override;

  size_t *getConsumed() { return &consumed; }
  JsonNode &getRoot() { return root.children.front(); }
  /// "line:column: text" of what stopped the parser.
  std::string problem;

private:
  /// Moves on to where the token starts that was just read.
  void startToken();
  void scanTo(size_t offset);
  bool addValue(JsonNode::Kind kind, std::string string = "",
                std::optional<int64_t> integer = std::nullopt);
  bool close();
  bool fail(std::string_view what);

  std::string_view text;
  size_t consumed = 0; // by the parser; a number takes one byte too many
  size_t scanned = 0;
  size_t line = 1;
  size_t lineStart = 0;
  size_t nodes = 0;
  JsonNode root; // holds the document as its only child
  std::vector<JsonNode *> open{&root};
  std::optional<JsonNode> pending; // a key that waits for its value
};

} // namespace

void TreeBuilder::scanTo(size_t offset) {
  for (; scanned < offset && scanned < text.size(); ++scanned)
    if (text[scanned] == '\n') {
      ++line;
      lineStart = scanned + 1;
    }
}

void TreeBuilder::startToken() {
  size_t start = text.find_first_not_of(" \t\r\n,:]}", scanned);
  scanTo(start == std::string_view::npos ? text.size() : start);
}

bool TreeBuilder::fail(std::string_view what) {
  problem = std::to_string(line) + ":" +
            std::to_string(scanned - lineStart + 1) + ": ";
  problem += what;
  return false;
}

bool TreeBuilder::addValue(JsonNode::Kind kind, std::string string,
                           std::optional<int64_t> integer) {
  startToken();
  if (++nodes > kMaxNodes)
    return fail("more than " + std::to_string(kMaxNodes) + " values");
  if (open.size() > kMaxDepth)
    return fail("nested more than " + std::to_string(kMaxDepth) +
                " levels deep");
  JsonNode node;
  node.line = line;
  node.column = scanned - lineStart + 1;
  if (pending) {
    node = *std::move(pending);
    pending.reset();
  }
  node.kind = kind;
  node.string = std::move(string);
  node.integer = integer;
  scanTo(consumed);
  // Parents are open and get no sibling before they are closed, so that
  // pointers to them stay valid.
  JsonNode &added = open.back()->children.emplace_back(std::move(node));
  if (kind == JsonNode::Kind::Object || kind == JsonNode::Kind::Array)
    open.push_back(&added);
  return true;
}

bool TreeBuilder::close() {
  open.pop_back();
  return true;
}

bool TreeBuilder::key(string_t &value) {
  startToken();
  pending.emplace();
  pending->key = std::move(value);
  pending->line = line;
  pending->column = scanned - lineStart + 1;
  scanTo(consumed);
  return true;
}

bool TreeBuilder::boolean(bool value) {
  JsonNode *parent = open.back();
  if (!addValue(JsonNode::Kind::Boolean))
    return false;
  parent->children.back().boolean = value;
  return true;
}

bool TreeBuilder::number_integer(number_integer_t value) {
  return addValue(JsonNode::Kind::Number, std::to_string(value), value);
}

bool TreeBuilder::number_unsigned(number_unsigned_t value) {
  std::optional<int64_t> integer;
  if (value <= uint64_t(INT64_MAX))
    integer = static_cast<int64_t>(value);
  return addValue(JsonNode::Kind::Number, std::to_string(value), integer);
}

bool TreeBuilder::number_float(number_float_t, const string_t &spelling) {
  return addValue(JsonNode::Kind::Number, spelling);
}

bool TreeBuilder::string(string_t &value) {
  return addValue(JsonNode::Kind::String, std::move(value));
}

/// The library's text without its own places; short and printable.
static std::string simplifyMessage(std::string message) {
  size_t column = message.find(", column ");
  size_t colon = message.find(": ", column == std::string::npos ? 0 : column);
  if (colon != std::string::npos)
    message.erase(0, colon + 2);
  bool isShort = message.size() <= kMaxShown;
  message.resize(std::min(message.size(), kMaxShown));
  for (char &c : message)
    if (static_cast<unsigned char>(c) < 0x20 ||
        static_cast<unsigned char>(c) >= 0x7F)
      c = '?';
  return isShort ? message : message + "…";
}

bool TreeBuilder::parse_error(std::size_t position, const std::string &,
                              const nlohmann::detail::exception &exception) {
  // `position` counts bytes up to and with the offending one.
  scanTo(position == 0 ? 0 : std::min(position - 1, text.size()));
  return fail(simplifyMessage(exception.what()));
}

std::optional<JsonNode> parseJsonTree(std::string_view text,
                                      const std::string &name,
                                      std::string &error) {
  TreeBuilder builder(text);
  CountingIterator begin(text.data(), builder.getConsumed());
  CountingIterator end(text.data() + text.size(), builder.getConsumed());
  if (nlohmann::json::sax_parse(begin, end, &builder))
    return std::move(builder.getRoot());
  error = name + ":" + builder.problem;
  return std::nullopt;
}

std::string makeJsonError(const std::string &name, const JsonNode &node,
                          const std::string &text) {
  return name + ":" + std::to_string(node.line) + ":" +
         std::to_string(node.column) + ": " + text;
}

std::string findKeyProblem(const JsonNode &node, const std::string &name,
                           const std::string &what,
                           const std::vector<std::string_view> &known) {
  std::map<std::string_view, const JsonNode *> seen;
  for (const JsonNode &child : node.children) {
    auto [first, isNew] = seen.emplace(child.key, &child);
    if (!isNew)
      return makeJsonError(name, child,
                           quoteName(child.key) + " of " + what +
                               " is given twice, first in line " +
                               std::to_string(first->second->line));
    if (std::find(known.begin(), known.end(), child.key) == known.end())
      return makeJsonError(name, child,
                           "unknown key " + quoteName(child.key) + " of " +
                               what + describeNearest(child.key, known) +
                               " known: " + joinNames(known));
  }
  return "";
}

} // namespace sc
