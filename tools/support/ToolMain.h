//===-- ToolMain.h - what the mains of tools share ------------ -*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exit codes, and what may still go wrong outside of the tool's own code.

#ifndef SC_TOOLS_SUPPORT_TOOLMAIN_H
#define SC_TOOLS_SUPPORT_TOOLMAIN_H

#include "absl/status/status.h"

#include <csignal>
#include <exception>
#include <iostream>
#include <new>

namespace sc::tools {

/// Says what `status` says; the exit code. Output that could not be written is
/// an error too.
inline int finish(const char *tool, absl::Status status) {
  std::cout.flush();
  if (status.ok() && !std::cout)
    status = absl::UnavailableError("cannot write to standard output");
  if (status.ok())
    return 0;
  std::cerr << tool << ": error: " << status.message() << "\n";
  return 1;
}

/// The exit code of `run`, or 1 after an exception, which is said.
template <typename Run> int runMain(const char *tool, const Run &run) {
  // A file above the limit of the shell fails like any other write.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return run();
  } catch (const std::bad_alloc &) {
    std::cerr << tool << ": error: out of memory\n";
  } catch (const std::exception &error) {
    std::cerr << tool << ": error: " << error.what() << "\n";
  }
  return 1;
}

} // namespace sc::tools

#endif // SC_TOOLS_SUPPORT_TOOLMAIN_H
