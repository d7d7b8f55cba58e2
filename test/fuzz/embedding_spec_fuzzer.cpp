//===-- embedding_spec_fuzzer.cpp - arbitrary bytes as specs --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first byte chooses the format. What is read can be checked, and written
// and read again without a change; what is refused has a message that begins
// with its name.

#include "sc/Spec/SpecCheck.h"
#include "sc/Spec/SpecFile.h"
#include "test/unit/spec/SpecSupport.h"

#include <cstdlib>

using namespace sc;
using spec::SpecFormat;

static void checkReadsBack(const spec::EmbeddingSpec &expected,
                           const std::string &written, SpecFormat format) {
  auto read = spec::parseSpec(written, format, "fuzz");
  if (!read.ok() || !(test::dropLocations(*read) == expected))
    abort();
}

static void checkSpecs(const spec::EmbeddingSpec &spec) {
  for (const std::optional<spec::Topology> &topology :
       {std::optional<spec::Topology>(), {spec::Topology{2, 4}}})
    for (const spec::SpecProblem &problem : spec::checkSpec(spec, topology))
      if (problem.message.empty())
        abort();
}

static bool hasDuplicateTables(const spec::EmbeddingSpec &spec) {
  for (const spec::Table &table : spec.tables)
    if (spec.findTable(table.name) != &table)
      return true;
  return false;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  std::string_view bytes(reinterpret_cast<const char *>(data) + 1, size - 1);
  SpecFormat format = data[0] == '0'   ? SpecFormat::Json
                      : data[0] == '1' ? SpecFormat::TextProto
                      : data[0] == '2' ? SpecFormat::BinaryProto
                                       : spec::detectFormat(bytes);
  auto read = spec::parseSpec(bytes, format, "fuzz");
  if (!read.ok()) {
    if (!std::string(read.status().message()).starts_with("fuzz:"))
      abort();
    return 0;
  }
  checkSpecs(*read);
  spec::EmbeddingSpec plain = test::dropLocations(*read);
  checkReadsBack(plain, spec::writeJsonSpec(plain), SpecFormat::Json);
  // Its stacks are known by the names of their tables.
  if (format == SpecFormat::Json || hasDuplicateTables(plain))
    return 0;
  spec::StackedSpec stacked = test::stackPlainly(plain);
  checkReadsBack(plain, spec::writeTextProto(stacked), SpecFormat::TextProto);
  checkReadsBack(plain, spec::writeBinaryProto(stacked),
                 SpecFormat::BinaryProto);
  return 0;
}
