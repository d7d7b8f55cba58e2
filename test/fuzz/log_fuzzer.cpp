//===-- log_fuzzer.cpp - arbitrary text as a log --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first published error is found and answered, whatever its numbers are.

#include "lib/Diagnostics/ExplainLog.h"

#include <cstdlib>

using namespace sc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view log(reinterpret_cast<const char *>(data), size);
  std::optional<LogMessage> message = findLogMessage(log);
  std::optional<std::string> answer = answerLog(log);
  if (message.has_value() != answer.has_value())
    abort();
  if (message && (answer->empty() || *answer != formatLogAnswer(*message)))
    abort();
  return 0;
}
