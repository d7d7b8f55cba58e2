//===-- Choice.h - options with a few values --------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the command lines of tools.

#ifndef SC_TOOLS_SUPPORT_CHOICE_H
#define SC_TOOLS_SUPPORT_CHOICE_H

#include <CLI/CLI.hpp>

#include <map>
#include <string>

namespace sc::tools {

/// An option that takes one of the names of `choices`, and not their numbers.
template <typename T>
void addChoice(CLI::App &app, const std::string &name, T &value,
               const std::string &description,
               const std::map<std::string, T> &choices) {
  app.add_option_function<std::string>(
         name,
         [&value, choices](const std::string &text) {
           value = choices.at(text);
         },
         description)
      ->check(CLI::IsMember(choices));
}

} // namespace sc::tools

#endif // SC_TOOLS_SUPPORT_CHOICE_H
