//===-- DiagnosticsTest.cpp - published errors as MLIR diagnostics --------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Metadata, notes and JSON.

#include "sc/Diagnostics/Diagnostics.h"
#include "sc/Planning/Planner.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/JSON.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir;
using testing::HasSubstr;

namespace sc {
namespace {

/// Collects diagnostics as JSON, and their texts with notes.
class DiagnosticsTest : public testing::Test {
protected:
  DiagnosticsTest()
      : handler(&context, [this](Diagnostic &diagnostic) {
          json.push_back(makeJsonDiagnostic(diagnostic));
          texts.push_back(diagnostic.str());
          for (Diagnostic &note : diagnostic.getNotes())
            notes.push_back(note.str());
        }) {}

  llvm::json::Object parse(size_t index = 0) {
    EXPECT_LT(index, json.size());
    llvm::Expected<llvm::json::Value> value =
        llvm::json::parse(index < json.size() ? json[index] : "{}");
    if (value && value->getAsObject())
      return *value->getAsObject();
    ADD_FAILURE() << "no JSON: " << llvm::toString(value.takeError());
    return {};
  }

  /// The published E3001 problem.
  static ProgramProblem makeProblem() {
    LookupProblem lookup;
    lookup.table = "user";
    lookup.tileSpmemBytes = 524288;
    lookup.tiles = 16;
    lookup.sparseCoresPerDevice = 4;
    lookup.sparseCores = 4;
    lookup.samples = 204800;
    lookup.width = 8;
    lookup.maxIds = 141352;
    lookup.maxUniqueIds = 8;
    lookup.tableRows = 8;
    ProgramProblem problem;
    problem.lookups = {lookup};
    problem.lookupSteps = {0};
    return problem;
  }

  static Infeasible makeInfeasible() {
    Infeasible infeasible;
    infeasible.constraint = Constraint::RowDependent;
    infeasible.gatherOperandBytes = 409600;
    infeasible.scratchBytes = 1280;
    infeasible.fixedSizeBytes = 410880;
    infeasible.rowDependentBytes = 1696224;
    infeasible.tileSpmemBytes = 524288;
    infeasible.message = "No viable logical replica count";
    return infeasible;
  }

  Location getLocation() {
    return FileLineColLoc::get(&context, "model.mlir", 3, 7);
  }

  MLIRContext context;
  std::vector<std::string> json, texts, notes;
  ScopedDiagnosticHandler handler;
};

TEST_F(DiagnosticsTest, codedError) {
  emitCodedError(getLocation(), format::ErrorCode::E1000, "Used too much.");
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(texts[0],
            "E1000: CompileTimeHbmOom:\nUsed too much.\nSee "
            "https://openxla.org/xla/errors/error_1000 for more details.");
  EXPECT_EQ(parse(), (llvm::json::Object{
                         {"version", 1},
                         {"severity", "error"},
                         {"code", "E1000"},
                         {"name", "CompileTimeHbmOom"},
                         {"status", "RESOURCE_EXHAUSTED"},
                         {"link", "https://openxla.org/xla/errors/error_1000"},
                         {"message", "Used too much."},
                         {"location", llvm::json::Object{{"file", "model.mlir"},
                                                         {"line", 3},
                                                         {"column", 7}}},
                         {"notes", llvm::json::Array()},
                         {"advice", llvm::json::Array()}}));
}

TEST_F(DiagnosticsTest, jsonIsOneLineOfUtf8) {
  emitWarning(UnknownLoc::get(&context)) << "a\n\"b\"\xff";
  ASSERT_EQ(json.size(), 1u);
  EXPECT_EQ(json[0].find('\n'), std::string::npos);
  llvm::json::Object object = parse();
  EXPECT_EQ(object.getString("severity"), "warning");
  EXPECT_EQ(object.getString("message"), "a\n\"b\"\xef\xbf\xbd");
  EXPECT_TRUE(object.get("location")->getAsNull());
  EXPECT_EQ(object.get("code"), nullptr);
}

TEST_F(DiagnosticsTest, placesBelowNamesAndCalls) {
  Location named =
      NameLoc::get(StringAttr::get(&context, "table"), getLocation());
  Location call = CallSiteLoc::get(named, UnknownLoc::get(&context));
  emitRemark(call) << "why";
  llvm::json::Object object = parse();
  EXPECT_EQ(object.getString("severity"), "remark");
  EXPECT_EQ(object.getObject("location")->getInteger("line"), 3);
}

TEST_F(DiagnosticsTest, advice) {
  Advice fits{.knob = Knob::MaxIds,
              .value = 9450,
              .current = 141352,
              .text = "max_ids_per_partition <= 9450 fits"};
  Advice none{.knob = Knob::Chips,
              .value = std::nullopt,
              .current = 4,
              .text = "no value of chips alone fits"};
  {
    InFlightDiagnostic diagnostic =
        emitCodedError(getLocation(), format::ErrorCode::E3001, "message");
    diagnostic.attachNote() << "table 'user'";
    attachAdvice(diagnostic, {fits, none});
  }
  EXPECT_THAT(notes,
              testing::ElementsAre("table 'user'", fits.text, none.text));
  llvm::json::Object object = parse();
  EXPECT_EQ(object.getArray("notes")->size(), 1u);
  EXPECT_EQ(*object.getArray("advice"),
            (llvm::json::Array{llvm::json::Object{{"knob", "max_ids"},
                                                  {"value", 9450},
                                                  {"current", 141352},
                                                  {"text", fits.text}},
                               llvm::json::Object{{"knob", "chips"},
                                                  {"value", nullptr},
                                                  {"current", 4},
                                                  {"text", none.text}}}));
}

TEST_F(DiagnosticsTest, memoryMap) {
  {
    InFlightDiagnostic diagnostic = emitError(getLocation()) << "full";
    attachMemoryMap(diagnostic, {{"a", 0, 4, "list"}, {"b", 4, 12, ""}}, 8);
  }
  EXPECT_THAT(notes, testing::ElementsAre(
                         "buffers that are live at this moment:\n"
                         "a: 0x0-0x3 (4 bytes), class list\n"
                         "b: 0x4-0xb (8 bytes), past the end\n"
                         "needed 12 bytes, capacity 8 bytes, short by 4 "
                         "bytes"));
}

TEST_F(DiagnosticsTest, infeasibleLookup) {
  emitInfeasible(getLocation(), makeProblem(), makeInfeasible());
  ASSERT_GE(notes.size(), 3u);
  EXPECT_EQ(notes[0], "table 'user'");
  EXPECT_THAT(notes, testing::Contains(HasSubstr("<= 9450 fits")));
  EXPECT_THAT(notes, testing::Contains(HasSubstr("<= 43050 fits")));
  EXPECT_EQ(parse().getString("code"), "E3001");
}

TEST_F(DiagnosticsTest, constraintsWithoutCode) {
  Infeasible infeasible = makeInfeasible();
  infeasible.constraint = Constraint::Problem;
  infeasible.message = "samples is 0";
  emitInfeasible(getLocation(), makeProblem(), infeasible);
  EXPECT_EQ(texts, std::vector<std::string>{"samples is 0"});
  EXPECT_EQ(parse().get("code"), nullptr);
}

TEST_F(DiagnosticsTest, infeasibleHbm) {
  ProgramProblem problem = makeProblem();
  problem.lookups[0].maxIds = 64;
  problem.lookups[0].samples = 64;
  problem.residents = {{.name = "weights",
                        .role = HbmRole::Weights,
                        .table = "user",
                        .bytes = 4096}};
  problem.usableHbmBytes = 1024;
  ProgramPlanResult result = planProgram(problem);
  ASSERT_TRUE(std::holds_alternative<Infeasible>(result));
  emitInfeasible(getLocation(), problem, std::get<Infeasible>(result));
  ASSERT_GE(notes.size(), 1u);
  EXPECT_THAT(notes[0], testing::StartsWith("largest allocations\n"));
  EXPECT_THAT(notes[0], HasSubstr("table 'user' weights: 4096 (4.00 KiB)\n"));
  EXPECT_THAT(texts[0], HasSubstr("E1000: CompileTimeHbmOom:\n"));
}

TEST(Explain, codes) {
  std::string text;
  EXPECT_TRUE(explainError("E3001", text));
  EXPECT_THAT(text, HasSubstr("No viable logical replica count"));
  EXPECT_TRUE(explainError(" e0200\n", text));
  EXPECT_THAT(text, HasSubstr("RuntimeUnexpectedCoreHalt"));
  EXPECT_FALSE(explainError("E4711", text));
  EXPECT_THAT(text, HasSubstr("no published error 'E4711'; known: E0100, "));
}

TEST(Explain, logs) {
  std::string text;
  EXPECT_TRUE(explainLog("TPU TensorCore Hbm usage: 34.82G, SparseCore Hbm "
                         "usage 174.10G, exceeding available bytes: 95.74G",
                         text));
  EXPECT_THAT(text, HasSubstr("must shrink by: 113.18G"));
  EXPECT_FALSE(explainLog("all is well", text));
  EXPECT_THAT(text, HasSubstr("no published error in the log"));
}

TEST(JsonMessage, hasTheMembersOfADiagnostic) {
  EXPECT_EQ(makeJsonMessage("note", "a \"b\"\n"),
            "{\"advice\":[],\"location\":null,\"message\":\"a "
            "\\\"b\\\"\\n\",\"notes\":[],\"severity\":\"note\","
            "\"version\":1}");
}

} // namespace
} // namespace sc
