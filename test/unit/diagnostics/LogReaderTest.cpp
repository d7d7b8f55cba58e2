//===-- LogReaderTest.cpp - published errors in a log ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Published messages in the disguises of logs.

#include "PublishedLogs.h"

#include "gtest/gtest.h"

namespace sc::test {
namespace {

using Kind = LogMessageKind;

/// Finds the message, which must be `expected` with all its numbers.
void expectFound(const std::string &log, const PublishedLog &expected) {
  std::optional<LogMessage> message = findLogMessage(log);
  ASSERT_TRUE(message) << log;
  EXPECT_EQ(message->kind, expected.kind) << log;
  EXPECT_EQ(message->problem, "") << log;
  EXPECT_EQ(getValues(*message), expected.numbers) << log;
  EXPECT_EQ(message->names, expected.names) << log;
}

std::string replaceAll(std::string text, const std::string &from,
                       const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;
       at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

TEST(LogReader, everyMessageAlone) {
  for (const PublishedLog &log : getPublishedLogs())
    expectFound(log.text, log);
}

TEST(LogReader, prefixesAndNoise) {
  for (const PublishedLog &log : getPublishedLogs()) {
    expectFound("starting\nRESOURCE_EXHAUSTED: XLA:TPU compile permanent "
                "error. Compilation failure: " +
                    log.text + "\nSee https://openxla.org for more.\n",
                log);
    expectFound("E0131 23:59:59.123456   1234 compiler.cc:12] " + log.text +
                    "\n2026-02-01 00:00:00 next line",
                log);
    expectFound("2026-01-31 23:59:59.123456: F external/xla/a.cc:7] Status: " +
                    log.text,
                log);
    expectFound("E   jaxlib.XlaRuntimeError: \x1b[31m" + log.text + "\x1b[0m",
                log);
  }
}

TEST(LogReader, codedForm) {
  const format::ErrorInfo &error = format::getError(format::ErrorCode::E3001);
  const PublishedLog &log = getPublishedLogs()[0];
  expectFound(
      "model.mlir:3:4: error: " + format::formatError(error.id, log.text), log);
  EXPECT_EQ(findLogMessage(log.text)->code, format::ErrorCode::E3001);
}

TEST(LogReader, wrappedAtEveryColumn) {
  for (const PublishedLog &log : getPublishedLogs())
    for (size_t at = 1; at + 4 < log.text.size(); ++at) {
      std::string wrapped = log.text;
      wrapped.insert(at, "\n");
      expectFound(wrapped, log);
    }
}

TEST(LogReader, wrappedWithHeadersAndQuotes) {
  for (const PublishedLog &log : getPublishedLogs()) {
    for (const char *end :
         {"\r\n", "\n> ", "\n| ", "\n\t  ", "\\n", "\nE       ",
          "\nI0131 23:59:59.123456 7 a.cc:1] ", "\n2026-01-31T23:59:59.1Z "})
      expectFound("x" + std::string(end) + replaceAll(log.text, " ", end), log);
  }
}

TEST(LogReader, theFirstOneCounts) {
  const std::vector<PublishedLog> &logs = getPublishedLogs();
  expectFound(logs[3].text + "\n" + logs[0].text, logs[3]);
  expectFound(logs[0].text + "\n" + logs[3].text, logs[0]);
}

TEST(LogReader, codeWithoutMessage) {
  std::optional<LogMessage> message =
      findLogMessage("INTERNAL: RuntimeUnexpectedCoreHalt: bounds check");
  ASSERT_TRUE(message);
  EXPECT_EQ(message->kind, Kind::CodeOnly);
  EXPECT_EQ(message->code, format::ErrorCode::E0200);
  // The message of another error is not its message.
  message = findLogMessage("E0200: halted\n" + getPublishedLogs()[0].text);
  ASSERT_TRUE(message);
  EXPECT_EQ(message->code, format::ErrorCode::E0200);
  EXPECT_EQ(message->kind, Kind::CodeOnly);
}

TEST(LogReader, ordinaryWordsAreNoMessage) {
  EXPECT_FALSE(findLogMessage(""));
  EXPECT_FALSE(findLogMessage("all is well"));
  EXPECT_FALSE(findLogMessage("Attempting to allocate 3 workers"));
  EXPECT_FALSE(findLogMessage("expected parameter 3 of size 4"));
  EXPECT_FALSE(findLogMessage("E3001 12:00:00 severity and date"));
  EXPECT_FALSE(findLogMessage(std::string("\x1b[\\\0\n\\", 6)));
}

/// The problem that the first message of the log has.
std::string findProblem(const std::string &log) {
  std::optional<LogMessage> message = findLogMessage(log);
  return message ? message->problem : "nothing found";
}

TEST(LogReader, numbersThatCannotBeUsed) {
  const std::string &replica = getPublishedLogs()[0].text;
  EXPECT_EQ(findProblem(replica.substr(0, replica.find(", fixed_size"))),
            "the message is cut off or changed before "
            "'fixed_size_allocation_bytes='");
  EXPECT_EQ(findProblem(replaceAll(replica, "141352", "99999999999999999999")),
            "max_nz_per_row is 99999999999999999999, which is too large");
  EXPECT_EQ(findProblem(replaceAll(replica, "204800", "-3")),
            "no number for 'sample_count'");
  const std::string &total = getPublishedLogs()[2].text;
  EXPECT_EQ(findProblem(replaceAll(total, "49.34G", "4e9")),
            "no unit for 'used'");
  EXPECT_EQ(findProblem(replaceAll(total, "49.34G", "49340000000000G")),
            "used is 49340000000000G, which is too large");
  EXPECT_EQ(findProblem(replaceAll(total, "49.34G", "1.123456G")),
            "used is 1.123456G, which is too large");
  EXPECT_EQ(findProblem("Fixed size allocations (...) do not fit"),
            "no number for 'size'");
  EXPECT_EQ(findProblem(replaceAll(getPublishedLogs()[5].text, "fn'",
                                   "fn" + std::string(1000, 'n') + "'")),
            "a name of the message does not end");
}

TEST(LogReader, sizesAndTheirErrors) {
  LogMessage message = *findLogMessage(
      "Ran out of memory in memory space hbm. Used 1.5T of 1G hbm. Exceeded "
      "hbm capacity by 3B.");
  EXPECT_EQ(getValues(message),
            (std::vector<int64_t>{1649267441664, 1073741824, 3}));
  EXPECT_EQ(message.numbers[0].error, (int64_t{1} << 40) / 20);
  EXPECT_EQ(message.numbers[1].error, (int64_t{1} << 30) / 2);
  EXPECT_EQ(message.numbers[2].error, 0);
  EXPECT_EQ(message.numbers[0].text, "1.5T");
}

} // namespace
} // namespace sc::test
