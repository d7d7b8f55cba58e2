//===-- LogPropertyTest.cpp - any text is read safely ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random disguises, random damage and large logs.

#include "PublishedLogs.h"

#include "lib/Diagnostics/ExplainLog.h"

#include "gtest/gtest.h"

#include <ctime>
#include <random>

namespace sc::test {
namespace {

class LogProperty : public testing::Test {
protected:
  uint64_t seed = std::random_device()();
  testing::ScopedTrace trace{__FILE__, __LINE__,
                             "seed " + std::to_string(seed)};
  std::mt19937_64 random{seed};

  size_t pick(size_t count) { return random() % count; }

  const PublishedLog &pickLog() {
    return getPublishedLogs()[pick(getPublishedLogs().size())];
  }

  /// Lines of words that begin no message.
  std::string makeNoise(size_t size) {
    static constexpr const char *kWords[] = {
        "step", "E3",   "No viable", "expected", "Used",  "12:00",
        "\n",   "(((",  "E0102",     "'",        "hbm",   "\n> ",
        "\\n",  "\x1b", "Error",     "current",  "128.G", "CompileTime"};
    std::string noise;
    while (noise.size() < size) {
      noise += kWords[pick(std::size(kWords))];
      noise += ' ';
    }
    return noise + "\n";
  }
};

TEST_F(LogProperty, wrappedAnywhereInNoise) {
  for (int i = 0; i < 2000 && !HasFailure(); ++i) {
    const PublishedLog &log = pickLog();
    std::string text = log.text;
    size_t width = 10 + pick(120);
    // Not within the last number, which white space may end.
    for (size_t at = width; at + 4 < text.size(); at += width + 1)
      text.insert(at, "\n");
    text = makeNoise(pick(400)) + text + "\n" + makeNoise(pick(400));
    std::optional<LogMessage> message = findLogMessage(text);
    ASSERT_TRUE(message) << text;
    EXPECT_EQ(message->kind, log.kind) << text;
    EXPECT_EQ(getValues(*message), log.numbers) << text;
  }
}

TEST_F(LogProperty, damageNeverCrashes) {
  for (int i = 0; i < 5000; ++i) {
    std::string text = pickLog().text + "\n" + pickLog().text;
    for (size_t hits = 1 + pick(8); hits > 0; --hits) {
      size_t at = pick(text.size());
      switch (pick(4)) {
      case 0:
        text[at] = static_cast<char>(random());
        break;
      case 1:
        text.erase(at, 1 + pick(20));
        break;
      case 2:
        text.insert(at, std::string(1 + pick(30), "0149."[pick(5)]));
        break;
      default:
        text.insert(at, text.substr(pick(text.size()), pick(60)));
        break;
      }
      if (text.empty())
        text = "x";
    }
    if (std::optional<std::string> answer = answerLog(text)) {
      EXPECT_FALSE(answer->empty());
    }
  }
}

double measureSeconds(const std::string &log, bool isFound) {
  std::clock_t begin = std::clock();
  EXPECT_EQ(findLogMessage(log).has_value(), isFound);
  return double(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// `size` characters of the same words.
std::string repeat(const std::string &words, size_t size) {
  std::string text;
  while (text.size() < size)
    text += words;
  return text;
}

TEST_F(LogProperty, timeIsLinearInTheLog) {
  constexpr size_t kSize = 8 << 20;
  for (const char *words :
       {"expected parameter ", "expected parameter 1 of size 2 (((((((",
        "Attempting to allocate 1B. That was not possible. There are ", "(",
        "E0131 23:59:59.1 1 a.cc:1] step\n", "\x1b[", "\\n", "\n", "9"}) {
    SCOPED_TRACE(words);
    EXPECT_LT(measureSeconds(repeat(words, kSize), false), 10);
  }
}

TEST_F(LogProperty, messagesBehindLongNoise) {
  for (size_t size : {(1 << 20) - 100, 1 << 20, (1 << 20) - (1 << 15),
                      (1 << 20) - (1 << 15) + 37, 5 << 20}) {
    const PublishedLog &log = pickLog();
    std::string text = std::string(size, '.') + "\n" + log.text + "\n" +
                       std::string(size, '.');
    std::optional<LogMessage> message = findLogMessage(text);
    ASSERT_TRUE(message) << size;
    EXPECT_EQ(getValues(*message), log.numbers) << size;
  }
}

} // namespace
} // namespace sc::test
