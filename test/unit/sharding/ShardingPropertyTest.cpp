//===-- ShardingPropertyTest.cpp - random stacks --------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// There and back is the identity, resharding is sharding anew, and files agree
// with getRowPlace and shardStack.

#include "ShardingTest.h"
#include "test/property/Random.h"

namespace sc::test {
namespace {

using namespace spec;

static std::vector<Table> drawTables(Random &random) {
  std::vector<Table> tables(random.between(1, 6));
  for (size_t i = 0; i < tables.size(); ++i) {
    tables[i].name = "t" + std::to_string(i);
    tables[i].vocabularySize = random.between(1, random.chance(20) ? 600 : 40);
    tables[i].embeddingDim = random.between(1, 20);
  }
  return tables;
}

static int64_t roundUp(int64_t value, int64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/// The tables in stacks by chance, with gaps before some.
static StackedSpec drawSpec(Random &random, std::vector<Table> tables) {
  StackedSpec spec;
  spec.topology = {int64_t(1) << random.between(0, 5),
                   int64_t(1) << random.between(0, 2)};
  const int64_t cores = spec.topology.getNumSparseCores();
  random.shuffle(tables);
  for (const Table &table : tables) {
    if (spec.stacks.empty() || random.chance(40))
      spec.stacks.push_back(
          makeStack("s" + std::to_string(spec.stacks.size()), 0, 0, {}));
    Stack &stack = spec.stacks.back();
    if (random.chance(20))
      stack.vocabularySize += cores * random.between(1, 3);
    StackedTable placed = makeTable(
        table.name, table.vocabularySize, table.embeddingDim,
        roundUp(table.vocabularySize, cores * (random.chance(50) ? 8 : 1)),
        stack.vocabularySize / cores, random.between(-9, 99));
    stack.vocabularySize += placed.paddedVocabularySize;
    stack.embeddingDim =
        std::max(stack.embeddingDim, roundUp(table.embeddingDim, 8));
    stack.tables.push_back(placed);
  }
  for (Stack &stack : spec.stacks)
    random.shuffle(stack.tables);
  return spec;
}

/// Bytes that are never zero, so that padding is told apart.
static FileArray drawArray(Random &random, ElementType type,
                           std::vector<int64_t> shape) {
  FileArray array{type, shape, {}};
  array.bytes.resize(*format::countBytes(type, shape));
  for (std::byte &byte : array.bytes)
    byte = std::byte(random.between(1, 255));
  return array;
}

static FileArrays drawLogical(Random &random,
                              const std::vector<Table> &tables) {
  const std::vector<ElementType> types = {ElementType::F32, ElementType::BF16,
                                          ElementType::I8, ElementType::F64};
  const ElementType type = random.pick(types);
  const ElementType slotType = random.pick(types);
  const int64_t slots = random.between(0, 2);
  FileArrays arrays;
  for (const Table &table : tables) {
    const int64_t rows = table.vocabularySize;
    arrays[table.name] = drawArray(random, type, {rows, table.embeddingDim});
    if (slots > 0)
      arrays[table.name + ".m"] =
          drawArray(random, slotType, {rows, table.embeddingDim});
    if (slots > 1)
      arrays[table.name + ".step.n"] = drawArray(random, slotType, {rows});
  }
  return arrays;
}

/// A device table row by row, from the definition.
static FileArray placeRows(const Stack &stack, int64_t cores,
                           const FileArrays &logical, const std::string &slot) {
  const FileArray &first = logical.at(stack.tables[0].table.name + slot);
  const bool isWord = first.shape.size() == 1;
  FileArray device{first.type, {stack.vocabularySize}, {}};
  if (!isWord)
    device.shape.push_back(stack.embeddingDim);
  device.bytes.resize(*format::countBytes(device.type, device.shape));
  const int64_t element = format::getElementBytes(device.type);
  const int64_t rowBytes = element * (isWord ? 1 : stack.embeddingDim);
  for (const StackedTable &table : stack.tables) {
    const FileArray &array = logical.at(table.table.name + slot);
    const int64_t bytes = element * (isWord ? 1 : table.table.embeddingDim);
    for (int64_t id = 0; id < table.table.vocabularySize; ++id) {
      RowPlace place = getRowPlace(table, cores, id);
      int64_t row =
          place.sparseCore * (stack.vocabularySize / cores) + place.row;
      std::byte *target = device.bytes.data() + row * rowBytes;
      EXPECT_EQ(target[0], std::byte(0)) << "two rows in one place";
      std::memcpy(target, array.bytes.data() + id * bytes, bytes);
    }
  }
  return device;
}

static FileArrays placeAll(const StackedSpec &spec, const FileArrays &logical) {
  FileArrays device;
  for (const Stack &stack : spec.stacks)
    for (const char *slot : {"", ".m", ".step.n"})
      if (logical.contains(stack.tables[0].table.name + slot))
        device[stack.name + slot] =
            placeRows(stack, spec.topology.getNumSparseCores(), logical, slot);
  return device;
}

class ShardingPropertyTest : public ShardingTest {
protected:
  void expectFile(const absl::Status &status, const FileArrays &expected) {
    ASSERT_TRUE(status.ok()) << status;
    // Not EXPECT_EQ, which would print all bytes.
    EXPECT_TRUE(read(output) == expected);
  }
};

TEST_F(ShardingPropertyTest, ThereAndBack) {
  forEachCase(80, [&](Random &random) {
    std::vector<Table> tables = drawTables(random);
    FileArrays logical = drawLogical(random, tables);
    StackedSpec first = drawSpec(random, tables);
    StackedSpec second = drawSpec(random, tables);
    write(input, logical);
    expectFile(shardTables(first, input, output), placeAll(first, logical));
    std::filesystem::rename(output, input);
    expectFile(unshardTables(first, input, output), logical);
    expectFile(reshardTables(first, input, second, output),
               placeAll(second, logical));
  });
}

TEST_F(ShardingPropertyTest, MemoryEqualsFiles) {
  forEachCase(60, [](Random &random) {
    std::vector<Table> tables = drawTables(random);
    FileArrays logical = drawLogical(random, tables);
    StackedSpec spec = drawSpec(random, tables);
    const int64_t cores = spec.topology.getNumSparseCores();
    for (const Stack &stack : spec.stacks) {
      FileArray expected = placeRows(stack, cores, logical, "");
      std::vector<const std::byte *> sources;
      for (const StackedTable &table : stack.tables)
        sources.push_back(logical[table.table.name].bytes.data());
      std::vector<std::byte> device(expected.bytes.size(), std::byte(0x55));
      shardStack(stack, cores, sources, format::getElementBytes(expected.type),
                 device.data());
      ASSERT_TRUE(device == expected.bytes) << stack.name;
    }
  });
}

} // namespace
} // namespace sc::test
