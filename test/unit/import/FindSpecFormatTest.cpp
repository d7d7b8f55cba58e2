//===-- FindSpecFormatTest.cpp - which files hold specs -------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// By name where it tells, else by contents.

#include "sc/Import/ImportSpec.h"

#include "gmock/gmock.h"

namespace sc::test {
namespace {

using spec::SpecFormat;

TEST(FindSpecFormat, namesGoFirst) {
  EXPECT_EQ(findSpecFormat("a.json", "module {}"), SpecFormat::Json);
  EXPECT_EQ(findSpecFormat("a.textproto", "{"), SpecFormat::TextProto);
  EXPECT_EQ(findSpecFormat("a.pbtxt", "{"), SpecFormat::TextProto);
  EXPECT_EQ(findSpecFormat("a.pb", "{"), SpecFormat::BinaryProto);
  EXPECT_EQ(findSpecFormat("a.mlir", "{\"tables\": []}"), std::nullopt);
}

TEST(FindSpecFormat, contentsTellWhereTheNameDoesNot) {
  EXPECT_EQ(findSpecFormat("<stdin>", " \n{\"tables\": []}"), SpecFormat::Json);
  EXPECT_EQ(findSpecFormat("a", "# a comment\n\nstacked_table_specs {\n}"),
            SpecFormat::TextProto);
  EXPECT_EQ(findSpecFormat("a", llvm::StringRef("\x0a\x05\x0a\x01"
                                                "a\x10\x08",
                                                7)),
            SpecFormat::BinaryProto);
}

TEST(FindSpecFormat, modulesAreNoSpecs) {
  for (llvm::StringRef text :
       {"", "module {\n}", "\n\nmodule {\n}", "#map = affine_map<() -> ()>",
        "# no comment", "{-# dialect_resources: {} #-}", "// text"})
    EXPECT_EQ(findSpecFormat("<stdin>", text), std::nullopt) << text.str();
}

} // namespace
} // namespace sc::test
