//===-- XlaFlags.cpp - flags as XLA spells them ---------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table of flags, each with the function that takes its value.

#include "sc/Pipelines/XlaFlags.h"

#include "sc/Target/NearestName.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace sc {

namespace {

/// A flag as it was written. `value` is unset where there is no '='.
struct Flag {
  std::string name;
  std::optional<std::string> value;
};

/// Takes the value. Returns what is wrong with it, or "".
using Taker = std::string (*)(const Flag &flag, XlaFlags &flags);

struct KnownFlag {
  std::string_view name;
  Taker take;
};

} // namespace

static bool isBlank(char c) {
  return std::isspace(static_cast<unsigned char>(c));
}

/// Cuts at blanks outside quotes and drops the quotes. Nothing if a quote has
/// no end.
static std::optional<std::vector<std::string>>
splitWords(std::string_view text) {
  std::vector<std::string> words;
  bool isInWord = false;
  char quote = '\0';
  for (char c : text) {
    if (quote == '\0' && isBlank(c)) {
      isInWord = false;
      continue;
    }
    if (!isInWord)
      words.emplace_back();
    isInWord = true;
    if (c == quote)
      quote = '\0';
    else if (quote == '\0' && (c == '\'' || c == '"'))
      quote = c;
    else
      words.back() += c;
  }
  if (quote != '\0')
    return std::nullopt;
  return words;
}

static Flag splitFlag(std::string_view word) {
  for (int dash = 0; dash < 2 && word.starts_with('-'); ++dash)
    word.remove_prefix(1);
  size_t equals = word.find('=');
  if (equals == std::string_view::npos)
    return {std::string(word), std::nullopt};
  return {std::string(word.substr(0, equals)),
          std::string(word.substr(equals + 1))};
}

static std::string describeValue(const Flag &flag) {
  return flag.value ? "got " + quoteName(*flag.value) : "has no value";
}

static std::string readBoolean(const Flag &flag, bool &value) {
  std::string text = flag.value.value_or("true");
  for (char &c : text)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (text != "true" && text != "1" && text != "false" && text != "0")
    return "must be true, false, 1 or 0, " + describeValue(flag);
  value = text == "true" || text == "1";
  return "";
}

static std::string readNumber(const Flag &flag, int64_t least,
                              std::optional<int64_t> &value) {
  std::string_view text = flag.value ? *flag.value : std::string_view();
  int64_t number = 0;
  const char *end = text.data() + text.size();
  auto [stop, code] = std::from_chars(text.data(), end, number);
  if (code == std::errc() && stop == end && number >= least) {
    value = number;
    return "";
  }
  if (code == std::errc::result_out_of_range && stop == end &&
      !text.starts_with('-'))
    return "is more than 64 bits hold, " + describeValue(flag);
  return "must be a whole number of at least " + std::to_string(least) + ", " +
         describeValue(flag);
}

static std::string takeMaxIdsFile(const Flag &flag, XlaFlags &flags) {
  if (!flag.value || flag.value->empty())
    return "must name a file";
  flags.maxIdsFile = flag.value;
  return "";
}

static std::string takeSerializedTables(const Flag &flag, XlaFlags &flags) {
  return readNumber(flag, 0, flags.numSerializedTables);
}

static std::string takeParallelIterations(const Flag &flag, XlaFlags &flags) {
  return readNumber(flag, 1, flags.parallelIterations);
}

static void note(const Flag &flag, XlaFlags &flags, std::string_view reason) {
  std::string line = flag.name + " changes nothing: " + std::string(reason);
  if (std::ranges::find(flags.noted, line) == flags.noted.end())
    flags.noted.push_back(std::move(line));
}

static std::string takeEstimateMaxIds(const Flag &flag, XlaFlags &flags) {
  note(flag, flags,
       "limits come from the program or a limits file and are never estimated");
  return readBoolean(flag, flags.estimateMaxIds);
}

static std::string takeDisablePipelining(const Flag &flag, XlaFlags &flags) {
  note(flag, flags,
       "steps run in the order of the program; none are pipelined");
  return readBoolean(flag, flags.disablePipelining);
}

//===----------------------------------------------------------------------===//
// Debug flags
//===----------------------------------------------------------------------===//

/// Replaces an earlier mention; an empty `text` only removes it.
static void setDebugFlag(const Flag &flag, XlaFlags &flags,
                         const std::string &text) {
  std::erase_if(flags.debugFlags, [&](const std::string &other) {
    return other == flag.name || other.starts_with(flag.name + "=");
  });
  if (!text.empty())
    flags.debugFlags.push_back(text);
}

static std::string takeDebugSwitch(const Flag &flag, XlaFlags &flags) {
  bool isOn = false;
  std::string problem = readBoolean(flag, isOn);
  if (problem.empty())
    setDebugFlag(flag, flags, isOn ? flag.name : "");
  return problem;
}

static std::string takeAssertLevel(const Flag &flag, XlaFlags &flags) {
  if (flag.value != "bounds")
    return "must be bounds, " + describeValue(flag);
  setDebugFlag(flag, flags, flag.name + "=bounds");
  return "";
}

/// Words and the marks ':', '[', ']' and ','.
static std::vector<std::string_view> splitTokens(std::string_view text) {
  static constexpr std::string_view kMarks = ":[],";
  std::vector<std::string_view> tokens;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    bool isMark = kMarks.find(text[at]) != std::string_view::npos;
    while (!isMark && end < text.size() && !isBlank(text[end]) &&
           kMarks.find(text[end]) == std::string_view::npos)
      ++end;
    if (!isBlank(text[at]))
      tokens.push_back(text.substr(at, end - at));
    else
      end = at + 1;
    at = end;
  }
  return tokens;
}

namespace {

/// Checks "cores_to_sanitize: [TC, SC_SCS], sanitizer_mode: LOCAL_ONLY".
class SanitizerConfig {
public:
  explicit SanitizerConfig(std::string_view text) : tokens(splitTokens(text)) {}
  std::string findProblem();

private:
  bool consume(std::string_view token) {
    if (at == tokens.size() || tokens[at] != token)
      return false;
    ++at;
    return true;
  }
  std::string_view takeWord() {
    return at < tokens.size() ? tokens[at++] : std::string_view();
  }
  std::string checkCores();
  std::string checkCore();
  std::string checkMode();

  std::vector<std::string_view> tokens;
  size_t at = 0;
  size_t cores = 0;
};

} // namespace

std::string SanitizerConfig::checkCore() {
  std::string_view core = takeWord();
  ++cores;
  if (core == "TC" || core == "SC_SCS" || core == "SC_TILE")
    return "";
  return "knows the cores TC, SC_SCS and SC_TILE, got " + quoteName(core);
}

std::string SanitizerConfig::checkCores() {
  if (!consume("["))
    return checkCore();
  do
    if (std::string problem = checkCore(); !problem.empty())
      return problem;
  while (consume(","));
  return consume("]") ? "" : "has a list of cores without ']'";
}

std::string SanitizerConfig::checkMode() {
  std::string_view mode = takeWord();
  if (mode == "LOCAL_ONLY")
    return "";
  return "knows the sanitizer_mode LOCAL_ONLY, got " + quoteName(mode);
}

std::string SanitizerConfig::findProblem() {
  while (at < tokens.size()) {
    std::string_view field = takeWord();
    if (field != "cores_to_sanitize" && field != "sanitizer_mode")
      return "knows the fields cores_to_sanitize and sanitizer_mode, got " +
             quoteName(field);
    if (!consume(":"))
      return "has no ':' after " + std::string(field);
    std::string problem =
        field == "sanitizer_mode" ? checkMode() : checkCores();
    if (!problem.empty())
      return problem;
    consume(",");
  }
  return cores > 0 ? "" : "names no cores_to_sanitize";
}

static std::string takeSanitizerConfig(const Flag &flag, XlaFlags &flags) {
  if (!flag.value)
    return "has no value";
  std::string problem = SanitizerConfig(*flag.value).findProblem();
  if (problem.empty())
    setDebugFlag(flag, flags, flag.name + "=" + *flag.value);
  return problem;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static constexpr std::array<KnownFlag, 10> kFlags = {{
    {"xla_sparse_core_max_ids_file", takeMaxIdsFile},
    {"xla_sparse_core_estimate_max_ids", takeEstimateMaxIds},
    {"xla_sc_num_serialized_tables_to_optimize_hbm", takeSerializedTables},
    {"maximum_parallel_iterations", takeParallelIterations},
    {"tf_xla_disable_full_embedding_pipelining", takeDisablePipelining},
    {"xla_sparse_core_enable_id_bound_check", takeDebugSwitch},
    {"xla_sc_detect_nan", takeDebugSwitch},
    {"xla_sc_assert_level", takeAssertLevel},
    {"xla_tpu_buffer_contents_sanitizer_config", takeSanitizerConfig},
    {"xla_tpu_verify_launch_id_across_cores", takeDebugSwitch},
}};

static std::string describeUnknown(const std::string &name) {
  std::vector<std::string_view> names;
  for (const KnownFlag &known : kFlags)
    names.push_back(known.name);
  return "unknown XLA flag " + quoteName(name) + describeNearest(name, names) +
         " known: " + joinNames(names);
}

bool parseXlaFlags(std::string_view text, XlaFlags &flags, std::string &error) {
  std::optional<std::vector<std::string>> words = splitWords(text);
  if (!words) {
    error = "XLA flags have a quote without an end";
    return false;
  }
  XlaFlags parsed = flags;
  for (const std::string &word : *words) {
    Flag flag = splitFlag(word);
    const auto *known = std::ranges::find(kFlags, flag.name, &KnownFlag::name);
    if (known == kFlags.end()) {
      error = describeUnknown(flag.name);
      return false;
    }
    std::string problem = known->take(flag, parsed);
    if (!problem.empty()) {
      error = "XLA flag " + flag.name + " " + problem;
      return false;
    }
  }
  flags = std::move(parsed);
  return true;
}

} // namespace sc
