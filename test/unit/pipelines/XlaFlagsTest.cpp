//===-- XlaFlagsTest.cpp - flags as XLA spells them -----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each flag, its values, the ways to write it, and what is refused.

#include "sc/Pipelines/XlaFlags.h"

#include "gmock/gmock.h"

#include <random>

namespace sc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

static XlaFlags parse(std::string_view text) {
  XlaFlags flags;
  std::string error;
  EXPECT_TRUE(parseXlaFlags(text, flags, error)) << error;
  EXPECT_EQ(error, "");
  return flags;
}

static std::string parseError(std::string_view text) {
  XlaFlags flags;
  std::string error;
  EXPECT_FALSE(parseXlaFlags(text, flags, error)) << text;
  return error;
}

TEST(XlaFlags, nothingSetsNothing) {
  for (const char *text : {"", "  \t\n"}) {
    XlaFlags flags = parse(text);
    EXPECT_FALSE(flags.maxIdsFile);
    EXPECT_FALSE(flags.numSerializedTables);
    EXPECT_FALSE(flags.parallelIterations);
    EXPECT_FALSE(flags.estimateMaxIds);
    EXPECT_FALSE(flags.disablePipelining);
    EXPECT_THAT(flags.debugFlags, IsEmpty());
    EXPECT_THAT(flags.noted, IsEmpty());
  }
}

TEST(XlaFlags, aLaunchScript) {
  XlaFlags flags =
      parse("--xla_sparse_core_max_ids_file=/data/ids.npz\n"
            "--xla_sc_num_serialized_tables_to_optimize_hbm=65536 \t"
            "--maximum_parallel_iterations=2");
  EXPECT_EQ(flags.maxIdsFile, "/data/ids.npz");
  EXPECT_EQ(flags.numSerializedTables, 65536);
  EXPECT_EQ(flags.parallelIterations, 2);
  EXPECT_THAT(flags.noted, IsEmpty());
}

TEST(XlaFlags, dashesMayBeLeftOut) {
  for (const char *dashes : {"", "-", "--"})
    EXPECT_EQ(parse(std::string(dashes) + "maximum_parallel_iterations=3")
                  .parallelIterations,
              3);
  EXPECT_THAT(parseError("---maximum_parallel_iterations=3"),
              StartsWith("unknown XLA flag '-maximum_parallel_iterations'"));
}

TEST(XlaFlags, quotesAreRespected) {
  for (const char *text : {"--xla_sparse_core_max_ids_file='a b.json'",
                           "'--xla_sparse_core_max_ids_file=a b.json'",
                           "--xla_sparse_core_max_ids_file=\"a b.json\"",
                           "--xla_sparse_core_max_ids_file=a' 'b.json"})
    EXPECT_EQ(parse(text).maxIdsFile, "a b.json") << text;
  EXPECT_EQ(parse("xla_sparse_core_max_ids_file=\"it's\"").maxIdsFile, "it's");
  EXPECT_EQ(parseError("xla_sparse_core_max_ids_file='a b"),
            "XLA flags have a quote without an end");
}

TEST(XlaFlags, booleans) {
  for (const char *value : {"", "=true", "=1", "=TRUE"}) {
    std::string text = "--xla_sparse_core_estimate_max_ids" +
                       std::string(value) +
                       " --tf_xla_disable_full_embedding_pipelining" + value;
    EXPECT_TRUE(parse(text).estimateMaxIds) << text;
    EXPECT_TRUE(parse(text).disablePipelining) << text;
  }
  for (const char *value : {"false", "0", "False"})
    EXPECT_FALSE(parse("xla_sparse_core_estimate_max_ids=" + std::string(value))
                     .estimateMaxIds);
  EXPECT_EQ(parseError("--xla_sc_detect_nan=yes"),
            "XLA flag xla_sc_detect_nan must be true, false, 1 or 0, got "
            "'yes'");
  EXPECT_THAT(parseError("xla_sparse_core_estimate_max_ids="),
              HasSubstr("got ''"));
}

TEST(XlaFlags, flagsThatChangeNothingAreNoted) {
  XlaFlags flags = parse("xla_sparse_core_estimate_max_ids "
                         "tf_xla_disable_full_embedding_pipelining "
                         "xla_sparse_core_estimate_max_ids=true");
  EXPECT_THAT(
      flags.noted,
      ElementsAre("xla_sparse_core_estimate_max_ids changes nothing: limits "
                  "come from the program or a limits file and are never "
                  "estimated",
                  "tf_xla_disable_full_embedding_pipelining changes nothing: "
                  "steps run in the order of the program; none are pipelined"));
}

TEST(XlaFlags, numbers) {
  const std::string tables = "xla_sc_num_serialized_tables_to_optimize_hbm";
  EXPECT_EQ(parse(tables + "=0").numSerializedTables, 0);
  EXPECT_EQ(parse(tables + "=9223372036854775807").numSerializedTables,
            INT64_MAX);
  for (const char *value :
       {"", "-1", "1.5", "x", "2x", "+2", " 2", "-99999999999999999999"})
    EXPECT_EQ(parseError("'" + tables + "=" + value + "'"),
              "XLA flag " + tables +
                  " must be a whole number of at least 0, got '" + value + "'");
  EXPECT_EQ(parseError(tables + "=9223372036854775808"),
            "XLA flag " + tables +
                " is more than 64 bits hold, got "
                "'9223372036854775808'");
  EXPECT_THAT(parseError("maximum_parallel_iterations=0"),
              HasSubstr("at least 1, got '0'"));
  EXPECT_THAT(parseError("maximum_parallel_iterations"),
              HasSubstr("at least 1, has no value"));
}

TEST(XlaFlags, theFileNeedsAName) {
  for (const char *text :
       {"xla_sparse_core_max_ids_file", "xla_sparse_core_max_ids_file="})
    EXPECT_EQ(parseError(text),
              "XLA flag xla_sparse_core_max_ids_file must name a file");
}

TEST(XlaFlags, debugFlagsAreCollected) {
  XlaFlags flags = parse(
      "--xla_sparse_core_enable_id_bound_check=true --xla_sc_detect_nan "
      "--xla_sc_assert_level=bounds --xla_tpu_verify_launch_id_across_cores=1 "
      "--xla_tpu_buffer_contents_sanitizer_config='cores_to_sanitize: [TC, "
      "SC_SCS, SC_TILE], sanitizer_mode: LOCAL_ONLY'");
  EXPECT_THAT(
      flags.debugFlags,
      ElementsAre("xla_sparse_core_enable_id_bound_check", "xla_sc_detect_nan",
                  "xla_sc_assert_level=bounds",
                  "xla_tpu_verify_launch_id_across_cores",
                  "xla_tpu_buffer_contents_sanitizer_config=cores_to_sanitize: "
                  "[TC, SC_SCS, SC_TILE], sanitizer_mode: LOCAL_ONLY"));
}

TEST(XlaFlags, theLastMentionCounts) {
  EXPECT_THAT(parse("xla_sc_detect_nan xla_sc_detect_nan=false").debugFlags,
              IsEmpty());
  EXPECT_THAT(parse("xla_sc_detect_nan xla_sc_assert_level=bounds "
                    "xla_sc_detect_nan")
                  .debugFlags,
              ElementsAre("xla_sc_assert_level=bounds", "xla_sc_detect_nan"));
  EXPECT_EQ(parse("maximum_parallel_iterations=2 maximum_parallel_iterations=5")
                .parallelIterations,
            5);
}

TEST(XlaFlags, assertLevel) {
  EXPECT_EQ(parseError("xla_sc_assert_level=all"),
            "XLA flag xla_sc_assert_level must be bounds, got 'all'");
  EXPECT_THAT(parseError("xla_sc_assert_level"),
              HasSubstr("must be bounds, has no value"));
}

static std::string sanitize(const std::string &config) {
  return "xla_tpu_buffer_contents_sanitizer_config='" + config + "'";
}

TEST(XlaFlags, sanitizerConfigs) {
  for (const char *config :
       {"cores_to_sanitize: [TC]", "cores_to_sanitize:TC",
        "cores_to_sanitize: SC_SCS cores_to_sanitize: SC_TILE",
        "sanitizer_mode:LOCAL_ONLY,cores_to_sanitize:[SC_TILE,TC]"})
    EXPECT_EQ(parse(sanitize(config)).debugFlags.size(), 1u) << config;
}

TEST(XlaFlags, sanitizerConfigsAreChecked) {
  const std::pair<const char *, const char *> cases[] = {
      {"", "names no cores_to_sanitize"},
      {"sanitizer_mode: LOCAL_ONLY", "names no cores_to_sanitize"},
      {"cores_to_sanitize: []", "cores TC, SC_SCS and SC_TILE, got ']'"},
      {"cores_to_sanitize: [TC, GPU]", "got 'GPU'"},
      {"cores_to_sanitize: [TC", "list of cores without ']'"},
      {"cores_to_sanitize: [TC SC_TILE]", "list of cores without ']'"},
      {"cores_to_sanitize [TC]", "has no ':' after cores_to_sanitize"},
      {"cores_to_sanitize:", "got ''"},
      {"cores_to_sanitize: TC, sanitizer_mode: ALL",
       "knows the sanitizer_mode LOCAL_ONLY, got 'ALL'"},
      {"cores: TC", "fields cores_to_sanitize and sanitizer_mode, got 'cores'"},
  };
  for (auto [config, expected] : cases)
    EXPECT_THAT(
        parseError(sanitize(config)),
        testing::AllOf(
            StartsWith("XLA flag xla_tpu_buffer_contents_sanitizer_config "),
            HasSubstr(expected)))
        << config;
  EXPECT_THAT(parseError("xla_tpu_buffer_contents_sanitizer_config"),
              HasSubstr("has no value"));
}

TEST(XlaFlags, unknownFlagsNameTheNearest) {
  EXPECT_THAT(parseError("--xla_sc_detct_nan"),
              StartsWith("unknown XLA flag 'xla_sc_detct_nan'; did you mean "
                         "'xla_sc_detect_nan'? known: "
                         "xla_sparse_core_max_ids_file, "));
  EXPECT_THAT(parseError("xla_sparse_core_max_id_file=x"),
              HasSubstr("did you mean 'xla_sparse_core_max_ids_file'?"));
  for (const char *text :
       {"--xla_tpu_scoped_vmem_limit_kib=98304", "foo", "--", "=3"})
    EXPECT_THAT(parseError(text), StartsWith("unknown XLA flag ")) << text;
}

TEST(XlaFlags, failureLeavesTheFlags) {
  XlaFlags flags = parse("maximum_parallel_iterations=4");
  std::string error;
  EXPECT_FALSE(
      parseXlaFlags("maximum_parallel_iterations=7 nonsense", flags, error));
  EXPECT_EQ(flags.parallelIterations, 4);
}

TEST(XlaFlags, anyTextIsTakenOrRefused) {
  uint64_t seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  const std::string pieces[] = {"--",
                                "=",
                                "'",
                                "\"",
                                " ",
                                "xla_sc_detect_nan",
                                ":",
                                "[",
                                "]",
                                ",",
                                "1",
                                "xla_tpu_buffer_contents_sanitizer_config=",
                                "cores_to_sanitize",
                                "TC",
                                std::string(1, '\0'),
                                "\xFF"};
  for (int i = 0; i < 20000 && !testing::Test::HasFailure(); ++i) {
    std::string text, error;
    for (size_t count = random() % 12; count > 0; --count)
      text += pieces[random() % std::size(pieces)];
    XlaFlags flags;
    bool isTaken = parseXlaFlags(text, flags, error);
    EXPECT_EQ(isTaken, error.empty()) << text;
  }
}

} // namespace
} // namespace sc
