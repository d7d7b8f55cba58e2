//===-- JsonReportTest.cpp - the report for programs ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The members of docs/Report.md and their values for a small program.

#include "TestProgram.h"
#include "sc/Report/Report.h"

#include "gmock/gmock.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <set>
#include <sstream>
#include <vector>

namespace sc {
namespace {

using nlohmann::ordered_json;
using test::addLeftOut;
using test::makePlannedProgram;
using test::makeProgram;
using testing::ElementsAre;

static ordered_json report(const format::ProgramT &program,
                           int64_t fileBytes = 0) {
  return ordered_json::parse(makeJsonReport(program, fileBytes));
}

static std::vector<std::string> getKeys(const ordered_json &object) {
  std::vector<std::string> keys;
  for (const auto &item : object.items())
    keys.push_back(item.key());
  return keys;
}

TEST(JsonReport, versionComesFirst) {
  ordered_json json = report(makeProgram());
  EXPECT_THAT(getKeys(json),
              ElementsAre("version", "program", "target", "lookups", "plan",
                          "memory", "tasks", "schedule", "left_out"));
  EXPECT_EQ(json["version"], 2);
}

TEST(JsonReport, program) {
  ordered_json json = report(makeProgram(), 1234)["program"];
  EXPECT_EQ(json["source"], "model.mlir");
  EXPECT_EQ(json["file_bytes"], 1234);
  EXPECT_TRUE(report(makeProgram())["program"]["file_bytes"].is_null());
}

TEST(JsonReport, target) {
  ordered_json json = report(makeProgram())["target"];
  EXPECT_EQ(json["spelling"], "v5p:2x2x1");
  EXPECT_EQ(json["topology"], ordered_json({2, 2, 1}));
  EXPECT_EQ(json["devices"], 4);
}

TEST(JsonReport, lookups) {
  format::ProgramT program = makeProgram();
  ordered_json json = report(program)["lookups"];
  ASSERT_EQ(json.size(), 1u);
  EXPECT_EQ(json[0]["table"], "user");
  EXPECT_EQ(json[0]["task"], "lookup_user");
  EXPECT_EQ(json[0]["max_ids"], 256);
  EXPECT_EQ(json[0]["window_rows"], 64);
  EXPECT_EQ(json[0]["tile_spmem_peak_bytes"], 7168);
  program.lookups[0]->max_ids = 0;
  EXPECT_TRUE(report(program)["lookups"][0]["max_ids"].is_null());
}

TEST(JsonReport, rowsOfTables) {
  ordered_json json = report(test::makeNarrowProgram())["lookups"];
  EXPECT_EQ(json[0]["row_format"], "int8,scale=row");
  EXPECT_EQ(json[0]["row_bytes"], 32);
  format::ProgramT program = makeProgram();
  EXPECT_EQ(report(program)["lookups"][0]["row_format"], "f32");
  EXPECT_TRUE(report(program)["lookups"][0]["row_bytes"].is_null());
}

TEST(JsonReport, noPlanIsNull) {
  ordered_json json = report(makeProgram());
  EXPECT_TRUE(json["plan"].is_null());
  EXPECT_TRUE(json["lookups"][0]["plan"].is_null());
}

TEST(JsonReport, planOfALookup) {
  ordered_json lookup = report(makePlannedProgram())["lookups"][0];
  EXPECT_EQ(lookup["kind"], "lookup");
  EXPECT_EQ(lookup["limits_source"], "custom call");
  ordered_json plan = lookup["plan"];
  EXPECT_EQ(plan["replicas"], 1);
  EXPECT_EQ(plan["gather_operand_bytes"], 128);
  EXPECT_EQ(plan["stack_forward_bytes"], 139264);
  EXPECT_TRUE(plan["merge_entries"].is_null());
  EXPECT_TRUE(plan["optimizer_rows"].is_null());
  EXPECT_EQ(plan["predicted"]["hbm_bytes"], 200000);
  ASSERT_EQ(plan["formulas"].size(), 4u);
  EXPECT_EQ(plan["formulas"][0]["inputs"],
            "ceil(64 / (16 x 1 x 1)) x (8 / 1) x 4");
  for (const ordered_json &formula : plan["formulas"])
    EXPECT_EQ(formula["formula_bytes"], formula["planned_bytes"]) << formula;
}

TEST(JsonReport, leftOutLookupHasNoTask) {
  ordered_json update = report(makePlannedProgram())["lookups"][1];
  EXPECT_EQ(update["kind"], "update");
  EXPECT_TRUE(update["task"].is_null());
  EXPECT_TRUE(update["tile_spmem_peak_bytes"].is_null());
  EXPECT_EQ(update["plan"]["stack_exchange_bytes"], 16384);
  EXPECT_EQ(update["plan"]["merge_entries"], 1024);
  EXPECT_EQ(update["plan"]["optimizer_rows"], 64);
}

TEST(JsonReport, planOfTheProgram) {
  ordered_json plan = report(makePlannedProgram())["plan"];
  EXPECT_EQ(plan["hbm_peak_bytes"], 687104);
  EXPECT_EQ(plan["hbm_usable_bytes"], 102800042229);
  EXPECT_EQ(plan["hbm_usable_assumed"], false);
  EXPECT_TRUE(plan["tensor_core_hbm_bytes"].is_null());
  int64_t sum = 0;
  for (const ordered_json &use : plan["hbm_uses"])
    sum += use["bytes"].get<int64_t>();
  EXPECT_EQ(sum, 687104);
  EXPECT_EQ(plan["hbm_uses"][0]["padding_bytes"], 48000);
  EXPECT_TRUE(plan["hbm_uses"][1]["table"].is_null());
  ASSERT_EQ(plan["peaks"].size(), 7u);
  for (const ordered_json &peak : plan["peaks"])
    EXPECT_EQ(peak["planned_bytes"], peak["lifetime_bytes"]) << peak;
}

TEST(JsonReport, memory) {
  format::ProgramT program = makeProgram();
  ordered_json json = report(program)["memory"];
  ASSERT_EQ(json.size(), 3u);
  EXPECT_EQ(json[0]["space"], "tilespmem");
  EXPECT_EQ(json[0]["per"], "tile");
  EXPECT_EQ(json[0]["capacity_bytes"], 524288);
  EXPECT_EQ(json[0]["peak_bytes"], 7168);
  EXPECT_EQ(json[1]["capacity_bytes"], 102800042229);
  EXPECT_EQ(json[1]["biggest"][0]["name"], "receive");
  EXPECT_EQ(json[1]["biggest"][0]["instances"], 4);
  EXPECT_TRUE(json[2]["capacity_bytes"].is_null());
}

TEST(JsonReport, tasks) {
  ordered_json json = report(makeProgram())["tasks"];
  ASSERT_EQ(json.size(), 1u);
  EXPECT_EQ(json[0]["launches"], 1);
  EXPECT_EQ(json[0]["sequencer"]["instructions"], 9);
  EXPECT_EQ(json[0]["programs"][1]["name"], "combine");
  EXPECT_EQ(json[0]["programs"][1]["instructions"], 34);
}

TEST(JsonReport, schedule) {
  ordered_json json = report(makeProgram())["schedule"];
  EXPECT_EQ(json["steps"], 3);
  EXPECT_THAT(getKeys(json["by_kind"]),
              ElementsAre("copy", "fill", "constant", "launch", "native_call",
                          "left_out"));
  EXPECT_EQ(json["by_kind"]["copy"], 2);
  EXPECT_EQ(json["by_kind"]["launch"], 1);
}

TEST(JsonReport, leftOut) {
  format::ProgramT program = makeProgram();
  EXPECT_EQ(report(program)["left_out"], ordered_json::array());
  addLeftOut(program, "stablehlo.add", "dense operation", "model.py:1");
  addLeftOut(program, "stablehlo.add", "dense operation", "model.py:1");
  addLeftOut(program, "stablehlo.add", "dense operation", "model.py:2");
  ordered_json json = report(program)["left_out"];
  ASSERT_EQ(json.size(), 1u);
  EXPECT_EQ(json[0]["steps"], 3);
  EXPECT_EQ(json[0]["locations"], ordered_json({"model.py:1", "model.py:2"}));
}

static void collectKeys(const ordered_json &json, std::set<std::string> &keys) {
  for (const auto &item : json.items()) {
    if (json.is_object())
      keys.insert(item.key());
    if (item.value().is_structured())
      collectKeys(item.value(), keys);
  }
}

TEST(JsonReport, pageNamesEveryMember) {
  format::ProgramT program = makePlannedProgram();
  addLeftOut(program, "stablehlo.add", "dense operation", "model.py:1");
  std::set<std::string> keys;
  collectKeys(report(program), keys);
  std::ifstream file(SC_DOCS_DIR "/Report.md");
  std::stringstream page;
  page << file.rdbuf();
  for (const std::string &key : keys)
    EXPECT_NE(page.str().find('`' + key + '`'), std::string::npos) << key;
}

TEST(JsonReport, namesNeedNotBeUtf8) {
  format::ProgramT program = makeProgram();
  program.source_name = "a\xff.mlir";
  EXPECT_EQ(report(program)["program"]["source"], "a\xef\xbf\xbd.mlir");
}

} // namespace
} // namespace sc
