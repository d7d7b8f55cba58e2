//===-- MachineFileTest.cpp - a machine from a JSON file ------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a file may say, and one message for each way to get it wrong.

#include "test/unit/target/MachineFileTest.h"

#include <filesystem>
#include <sstream>

namespace sc {
namespace {

using test::getLoadError;
using test::load;
using test::makeMembers;
using test::Members;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(MachineFile, plainNumbersAreAssumedFromTheFile) {
  const MachineDescription *machine = load(makeMembers("plain"));
  EXPECT_STREQ(machine->name, "plain");
  EXPECT_EQ(machine->topologyAxes, 3);
  EXPECT_EQ(machine->devicesPerChip.value, 2);
  EXPECT_EQ(machine->sparseCoresPerDevice.value, 4);
  EXPECT_EQ(machine->tilesPerSparseCore.value, 16);
  EXPECT_EQ(machine->f32Lanes.value, 8);
  EXPECT_EQ(machine->tileSpmemBytes.value, 524288);
  EXPECT_EQ(machine->smemBytes.value, 32768);
  EXPECT_EQ(machine->dmaGranuleBytes.value, 32);
  EXPECT_TRUE(machine->f32Lanes.assumed);
  EXPECT_EQ(machine->f32Lanes.source,
            "machine_" + std::to_string(getpid()) + ".json");
}

TEST(MachineFile, whatIsLeftOutIsNotPublished) {
  const MachineDescription *machine = load(makeMembers("short"));
  for (const Quantity *quantity :
       {&machine->bf16Lanes, &machine->hbmBytes, &machine->usableHbmBytes,
        &machine->hbmBytesPerSecond}) {
    EXPECT_FALSE(quantity->published());
    EXPECT_FALSE(quantity->assumed);
    EXPECT_STREQ(quantity->source, "not published");
  }
}

TEST(MachineFile, longFormOfANumber) {
  Members members = makeMembers("long");
  members["f32_lanes"] = R"({"value": 16, "source": "page 3"})";
  members["smem_bytes"] =
      R"({"value": 4096, "source": "a guess", "assumed": true})";
  members["dma_granule_bytes"] = R"({"value": 64})";
  members["bf16_lanes"] = R"({"value": 32, "source": "p", "assumed": false})";
  const MachineDescription *machine = load(members);
  EXPECT_EQ(machine->f32Lanes.value, 16);
  EXPECT_STREQ(machine->f32Lanes.source, "page 3");
  EXPECT_FALSE(machine->f32Lanes.assumed);
  EXPECT_EQ(machine->smemBytes.value, 4096);
  EXPECT_STREQ(machine->smemBytes.source, "a guess");
  EXPECT_EQ(machine->bf16Lanes.value, 32);
  EXPECT_THAT(listAssumed(*machine),
              ElementsAre("devices per chip", "SparseCores per device",
                          "tiles per SparseCore", "TileSpmem bytes per tile",
                          "Smem bytes per tile", "DMA granule bytes"));
}

/// The example of docs/Targets.md.
TEST(MachineFile, exampleOfThePage) {
  std::ifstream file(SC_DOCS_DIR "/Targets.md");
  std::stringstream page;
  page << file.rdbuf();
  std::string text = page.str(), mark = "```json\n";
  size_t begin = text.find(mark);
  ASSERT_NE(begin, std::string::npos);
  begin += mark.size();
  text = text.substr(begin, text.find("```", begin) - begin);
  std::string error;
  const MachineDescription *machine =
      loadMachineFile(test::writeFile("page", text), error);
  ASSERT_TRUE(machine) << error;
  EXPECT_STREQ(machine->name, "mine");
  EXPECT_EQ(machine->topologyAxes, 2);
  EXPECT_EQ(machine->hbmBytesPerSecond.value, 1640000000000);
  for (const QuantityField &field : getQuantityFields())
    EXPECT_TRUE((machine->*field.member).published()) << field.title;
  EXPECT_FALSE(machine->tileSpmemBytes.assumed);
}

TEST(MachineFile, allThatIsMissingIsListed) {
  EXPECT_EQ(getLoadError("{}"),
            "1:1: the machine has no name, topology_axes, devices_per_chip, "
            "sparse_cores_per_device, tiles_per_sparse_core, f32_lanes, "
            "tile_spmem_bytes, smem_bytes, dma_granule_bytes");
  Members members = makeMembers("broken");
  members.erase("smem_bytes");
  EXPECT_EQ(getLoadError(test::print(members)),
            "1:1: the machine has no smem_bytes");
}

TEST(MachineFile, unknownKeysNameTheNearest) {
  EXPECT_THAT(getLoadError("f32_lane", "8"),
              StartsWith("4:1: unknown key 'f32_lane' of the machine; did you "
                         "mean 'f32_lanes'? known: name, topology_axes, "));
  EXPECT_EQ(getLoadError("f32_lanes", R"({"valeu": 8})"),
            "4:15: unknown key 'valeu' of f32_lanes; did you mean 'value'? "
            "known: value, source, assumed");
  EXPECT_THAT(getLoadError("{\"name\": \"a\",\n\"name\": \"b\"}"),
              HasSubstr("2:1: 'name' of the machine is given twice"));
}

TEST(MachineFile, sparseCoresMustBeAPowerOfTwo) {
  EXPECT_EQ(
      getLoadError("sparse_cores_per_device", "3"),
      "7:1: SparseCore count 3 of machine 'broken' is not a power of two");
}

TEST(MachineFile, numbersOutOfRange) {
  EXPECT_EQ(getLoadError("f32_lanes", "0"),
            "4:1: f32_lanes is 0, must be from 1 to 1024");
  EXPECT_EQ(getLoadError("f32_lanes", R"({"value": -8})"),
            "4:15: f32_lanes is -8, must be from 1 to 1024");
  EXPECT_THAT(getLoadError("devices_per_chip", "9"), HasSubstr("from 1 to 8"));
  EXPECT_THAT(getLoadError("sparse_cores_per_device", "128"),
              HasSubstr("from 1 to 64"));
  EXPECT_THAT(getLoadError("tile_spmem_bytes", "70368744177668"),
              HasSubstr("must be from 4 to 70368744177664"));
  EXPECT_THAT(getLoadError("smem_bytes", "4097"),
              HasSubstr("smem_bytes is 4097, must be a multiple of 4"));
  EXPECT_THAT(getLoadError("hbm_bytes", "0"), HasSubstr("hbm_bytes is 0"));
  EXPECT_THAT(getLoadError("hbm_bytes_per_second", "99999999999999999999"),
              HasSubstr("a whole number from 1 to 9007199254740992, got "
                        "'99999999999999999999'"));
  EXPECT_THAT(getLoadError("topology_axes", "4"),
              HasSubstr("topology_axes must be 2 or 3, got '4'"));
}

TEST(MachineFile, usableHbmIsPartOfHbm) {
  Members members = makeMembers("broken");
  members["hbm_bytes"] = "1000";
  members["usable_hbm_bytes"] = "1001";
  EXPECT_THAT(getLoadError(test::print(members)),
              HasSubstr("usable_hbm_bytes is 1001, more than hbm_bytes, which "
                        "is 1000"));
}

TEST(MachineFile, wrongKinds) {
  EXPECT_EQ(getLoadError("[]"),
            "1:1: a machine must be an object, got an array");
  EXPECT_THAT(getLoadError("f32_lanes", "\"8\""),
              HasSubstr("f32_lanes must be a whole number, got a string"));
  EXPECT_THAT(getLoadError("f32_lanes", "8.0"), HasSubstr("got '8.0'"));
  EXPECT_THAT(getLoadError("f32_lanes", "{}"), HasSubstr("has no value"));
  EXPECT_THAT(getLoadError("name", "5"),
              HasSubstr("name must be a string, got a number"));
  EXPECT_THAT(getLoadError("topology_axes", "[2]"), HasSubstr("an array"));
  EXPECT_THAT(getLoadError("f32_lanes", R"({"value": 8, "assumed": 1})"),
              HasSubstr("assumed of f32_lanes must be true or false, got a "
                        "number"));
  EXPECT_THAT(getLoadError("f32_lanes", R"({"value": 8, "assumed": false})"),
              HasSubstr("is not assumed, so it needs a source"));
  for (const char *source : {"5", "\"\"", "\"a|b\"", "\"a\\nb\""})
    EXPECT_THAT(getLoadError("f32_lanes", "{\"value\": 8, \"source\": " +
                                              std::string(source) + "}"),
                HasSubstr("source of f32_lanes must be a line of text"));
}

TEST(MachineFile, namesThatCannotBeTargets) {
  for (const char *name : {"", "a:b", "a b", "a/b", "caf\xC3\xA9"})
    EXPECT_THAT(getLoadError("name", "\"" + std::string(name) + "\""),
                HasSubstr("'" + std::string(name) +
                          "' must be 1 to 64 letters, digits"));
  for (const char *name : {"v5e", "V5LITEPOD", "help"})
    EXPECT_THAT(getLoadError("name", "\"" + std::string(name) + "\""),
                HasSubstr("is taken"));
  EXPECT_THAT(getLoadError("name", "\"" + std::string(65, 'q') + "\""),
              HasSubstr("must be 1 to 64"));
}

TEST(MachineFile, filesThatCannotBeRead) {
  std::string error;
  EXPECT_FALSE(loadMachineFile("no/such.json", error));
  EXPECT_EQ(error, "no/such.json: cannot be opened: No such file or directory");
  EXPECT_FALSE(loadMachineFile(testing::TempDir(), error));
  EXPECT_THAT(error, HasSubstr("is a directory"));
  EXPECT_EQ(getLoadError(""), " is empty");
  EXPECT_THAT(getLoadError("{\"name\" 5}"), StartsWith("1:9: syntax error"));
  EXPECT_THAT(getLoadError(std::string(2 << 20, ' ')),
              HasSubstr("more than 1048576 bytes"));
}

} // namespace
} // namespace sc
