//===-- WriteSeeds.cpp - valid files for the fuzzers to start from --------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sc-fuzz-seeds
// scx|npz|npz-limits|limits|row-formats|machine|xla-flags|log|embedding-spec|
//   preprocessor FOLDER

#include "runtime/support/Npz.h"
#include "test/fuzz/TextSeeds.h"
#include "test/unit/format/SampleProgram.h"

#include <fstream>
#include <iostream>

using namespace sc;

static void writeProgram(const std::string &path,
                         const format::ProgramT &program) {
  std::vector<uint8_t> bytes = test::pack(program);
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
}

static void writePrograms(const std::string &folder) {
  writeProgram(folder + "/sample.scx", test::makeSample());
  writeProgram(folder + "/runnable.scx", test::makeSample(false));
  format::ProgramT narrow = test::makeSample(false);
  test::addNarrowTable(narrow);
  writeProgram(folder + "/narrow.scx", narrow);
  // The program with the list instructions, which may fault, is launched.
  format::ProgramT lists = test::makeSample(false);
  lists.tasks[0]->sequencer->instructions = {
      test::makeInstruction(format::Opcode::Launch, {1}),
      test::makeInstruction(format::Opcode::Barrier, {})};
  writeProgram(folder + "/lists.scx", lists);
}

static absl::Status writeArrays(const std::string &folder) {
  std::vector<std::byte> data(48, std::byte(1));
  absl::StatusOr<runtime::NpzWriter> writer =
      runtime::NpzWriter::create(folder + "/arrays.npz");
  if (!writer.ok())
    return writer.status();
  absl::Status status = writer->add("x", format::ElementType::F32,
                                    std::vector<int64_t>{3, 4}, data);
  status.Update(writer->add("y", format::ElementType::I64,
                            std::vector<int64_t>{6}, data));
  status.Update(writer->finish());
  std::string array =
      runtime::makeNpyHeader(format::ElementType::F32, std::vector<int64_t>{2});
  std::ofstream(folder + "/header.npy", std::ios::binary) << array;
  return status;
}

/// The limits of two tables, one with a statistic that is not used.
static absl::Status writeNpzLimits(const std::string &folder) {
  const int64_t ids[] = {1800, 2048}, counters[] = {0};
  absl::StatusOr<runtime::NpzWriter> writer =
      runtime::NpzWriter::create(folder + "/limits.npz");
  if (!writer.ok())
    return writer.status();
  auto add = [&](const char *name, std::span<const int64_t> elements) {
    int64_t shape[] = {int64_t(elements.size())};
    return writer->add(name, format::ElementType::I64, shape,
                       std::as_bytes(elements));
  };
  absl::Status status = add("user_max_ids", ids);
  status.Update(add("user_max_unique_ids", ids));
  status.Update(add("item_id_drop_counters", counters));
  status.Update(writer->finish());
  return status;
}

/// False where no text is for that fuzzer.
static bool writeTexts(const std::string &name, const std::string &folder) {
  bool isKnown = false;
  for (const test::TextSeed &seed : test::getTextSeeds())
    if (name == seed.folder) {
      isKnown = true;
      std::ofstream(folder + "/" + seed.file, std::ios::binary) << seed.text;
    }
  return isKnown;
}

static absl::Status writeSeeds(const std::string &name,
                               const std::string &folder) {
  if (name == "npz")
    return writeArrays(folder);
  if (name == "npz-limits")
    return writeNpzLimits(folder);
  if (name == "scx") {
    writePrograms(folder);
    return absl::OkStatus();
  }
  if (writeTexts(name, folder))
    return absl::OkStatus();
  return absl::InvalidArgumentError("no seeds of that name");
}

int main(int argc, char **argv) {
  if (argc != 3) {
    std::cerr << "usage: sc-fuzz-seeds NAME FOLDER\n";
    return 2;
  }
  absl::Status status = writeSeeds(argv[1], argv[2]);
  if (!status.ok())
    std::cerr << "sc-fuzz-seeds: error: " << status.message() << "\n";
  return status.ok() ? 0 : 1;
}
