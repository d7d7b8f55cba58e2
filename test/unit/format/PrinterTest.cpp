// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text shows every field of the schema.

#include "runtime/format/Printer.h"

#include "runtime/format/Program.h"
#include "test/unit/format/SampleProgram.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <regex>
#include <set>

namespace sc::test {
namespace {

using format::Executable;
using testing::HasSubstr;
using testing::Not;

std::string print(const format::ProgramT &program) {
  absl::StatusOr<Executable> executable = Executable::load(pack(program));
  EXPECT_TRUE(executable.ok()) << executable.status();
  return format::toText(executable->getProgram());
}

void collectFields(const flatbuffers::TypeTable &table,
                   std::set<const flatbuffers::TypeTable *> &seen,
                   std::set<std::string> &fields) {
  if (!seen.insert(&table).second)
    return;
  bool isEnum = table.st == flatbuffers::ST_ENUM;
  for (size_t index = 0; index < table.num_elems; ++index) {
    if (!isEnum && table.st != flatbuffers::ST_UNION)
      fields.insert(table.names[index]);
    int16_t reference = table.type_codes[index].sequence_ref;
    if (reference >= 0)
      collectFields(*table.type_refs[reference](), seen, fields);
  }
}

TEST(PrinterTest, NamesEveryFieldOfTheSchema) {
  std::set<const flatbuffers::TypeTable *> seen;
  std::set<std::string> fields;
  collectFields(*format::ProgramTypeTable(), seen, fields);
  EXPECT_TRUE(fields.contains("window_buffers"));
  EXPECT_TRUE(fields.contains("device_offsets"));
  // The kind stands behind "body", and the three fields of an instruction are
  // its mnemonic and operands.
  for (const char *name : {"body_type", "opcode", "registers", "operands"})
    EXPECT_EQ(fields.erase(name), 1u) << name;
  format::ProgramT withNative = makeSample();
  addNativeCall(withNative);
  format::ProgramT withNarrow = makeSample();
  addNarrowTable(withNarrow);
  std::string text =
      print(makeSample()) + print(withNative) + print(withNarrow);
  for (const std::string &field : fields)
    EXPECT_TRUE(std::regex_search(text, std::regex("\\b" + field + "\\b")))
        << field;
}

TEST(PrinterTest, Native) {
  format::ProgramT program = makeSample();
  addNativeCall(program);
  std::string text = print(program);
  EXPECT_THAT(text, HasSubstr("native\n"
                              "  architecture: \"x86_64\"\n"
                              "  features: [\"avx2\", \"fma\"]\n"
                              "  hash: 0x0000000000001234\n"
                              "  code: 0x010203\n"
                              "  functions\n"
                              "    0: symbol \"sc_native0\" operands"
                              " [element_type f32 is_result 0 elements 64]"
                              " [element_type f32 is_result 1 elements 64]\n"));
  EXPECT_THAT(text, HasSubstr("  5: body NativeCall function 0 \"sc_native0\" "
                              "buffers [b0 \"x\", b1 \"y\"]"));
}

TEST(PrinterTest, Instructions) {
  std::string text = print(makeSample());
  EXPECT_THAT(text, HasSubstr("      1: r1 = equal lhs r0, rhs 0  ; location "
                              "-1\n"));
  EXPECT_THAT(text,
              HasSubstr("      3: dma source b2 \"xs\", source_offset 0, "
                        "destination b5 \"window\", destination_offset 0, "
                        "bytes 64, peer -1, flag 1  ; location 1 "
                        "\"model.py:3:4\"\n"));
  EXPECT_THAT(text, HasSubstr("skip_if_zero condition r1, target @6"));
  EXPECT_THAT(text, HasSubstr("launch program p0 \"copy\""));
  EXPECT_THAT(text, HasSubstr("fault_if condition r0, code 1 \"more distinct "
                              "ids in a partition than "
                              "max_unique_ids_per_partition\", observed r0, "
                              "limit 4"));
  EXPECT_THAT(
      text,
      HasSubstr("carry b6 \"list\", carried 1, ascending 0  ; location -1\n"));
  EXPECT_THAT(text, HasSubstr("mode 1, carry -1, carried 0  ; location -1\n"));
  EXPECT_THAT(text, HasSubstr("      13: r0 = r1 = merge lists b8 \"stack\", "
                              "lists_offset 64, list_slots 4, num_lists 2, "));
  EXPECT_THAT(text, HasSubstr("elementwise function select, result b6 "));
  EXPECT_THAT(text, HasSubstr("c_offset 12, count 1, row_bytes 16, broadcast "
                              "19  ; location -1\n"));
  EXPECT_THAT(text, HasSubstr("reduce_row function maximum, result b6 "));
  EXPECT_THAT(text, HasSubstr("widen type int8_affine, source b6 \"list\", "
                              "source_offset 16, source_stride 12, scales b6 "
                              "\"list\", scales_offset 4, scales_stride 8, "
                              "destination b6 \"list\", destination_offset 32, "
                              "count 1, row_bytes 16  ; location -1\n"));
  EXPECT_THAT(text, HasSubstr("      5: barrier  ; location -1\n"));
}

TEST(PrinterTest, Buffers) {
  EXPECT_THAT(print(makeSample()),
              HasSubstr("  b4: name \"xs_flat\" space hbm buffer_class "
                        "temporary element_type f32 shape [4, 8] offset 0 size "
                        "128 instances 1 stride 0 parent b2 \"xs\" task -1 "
                        "first_use 0 last_use 5 location 0 "
                        "\"model.py:1:2\"\n"));
}

TEST(PrinterTest, Steps) {
  std::string text = print(makeSample());
  EXPECT_THAT(text,
              HasSubstr("  2: body Copy source b0 \"x\" destination b4 "
                        "\"xs_flat\" sizes [4, 8] source_offset 0 "
                        "source_strides [8, 1] destination_offset 0 "
                        "destination_strides [8, 1] device_offsets [0, 32] "
                        "location 1 \"model.py:3:4\"\n"));
  EXPECT_THAT(text, HasSubstr("  1: body Fill destination b3 \"ys\" sizes [32] "
                              "offset 0 strides [1] value 0x0000003f "));
  EXPECT_THAT(text, HasSubstr("  3: body Launch task t0 \"lookup\" "));
}

TEST(PrinterTest, Target) {
  format::ProgramT program = makeSample();
  EXPECT_THAT(print(program), HasSubstr("  hbm_bytes_per_second: 1000000\n"
                                        "  assumed: [\"Smem\", \"DMA "
                                        "granule\"]\n"));
  program.target->assumed.clear();
  EXPECT_THAT(print(program), HasSubstr("  assumed: []\n"));
}

TEST(PrinterTest, TitlesMayShareTheirBytes) {
  std::vector<uint8_t> bytes = pack(makeSample());
  format::Target *target =
      format::GetMutableProgram(bytes.data())->mutable_target();
  auto *titles = reinterpret_cast<flatbuffers::uoffset_t *>(
      target->mutable_assumed()->Data());
  titles[1] = titles[0] - sizeof(flatbuffers::uoffset_t);
  absl::StatusOr<Executable> executable = Executable::load(bytes);
  ASSERT_TRUE(executable.ok()) << executable.status();
  EXPECT_THAT(format::toText(executable->getProgram()),
              HasSubstr("  assumed: [\"Smem\", \"Smem\"]\n"));
}

TEST(PrinterTest, Lookups) {
  std::string text = print(makeSample());
  EXPECT_THAT(
      text,
      HasSubstr("  0: kind Lookup task t0 \"lookup\" table_name \"users\" "
                "limits_source \"limits.json\" max_ids 16 max_unique_ids 12 "
                "width 8 samples 4 table_rows 100 sparse_cores 4 replicas 2 "
                "vector_splits 3 sample_splits 4 window_rows 2 window_buffers "
                "3 list_entries 5 gather_operand_bytes 128 scratch_bytes 72 "
                "list_bytes 120 stack_forward_bytes 192 stack_backward_bytes "
                "96 exchange_bytes 48 hbm_traffic_bytes 4000 "
                "gather_traffic_bytes 3000 exchange_traffic_bytes 2000 "
                "merge_entries 6 optimizer_rows 7 row_bytes 32 "
                "row_streaming 1 serialized 1 row_type int8 row_scale row "
                "seconds 0.125 location 1 "
                "\"model.py:3:4\"\n"));
  EXPECT_THAT(text, HasSubstr("  1: kind Update task -1 table_name "));
}

TEST(PrinterTest, Plan) {
  format::ProgramT program = makeSample();
  EXPECT_THAT(print(program),
              HasSubstr("\nplan\n"
                        "  hbm_peak_bytes: 644\n"
                        "  serialized_tables: 1\n"
                        "  parallel_iterations: 2\n"
                        "  tensor_core_hbm_bytes: 100\n"
                        "  seconds: 0.25\n"
                        "  peaks\n"
                        "    space host buffer_class argument bytes 256\n"));
  EXPECT_THAT(print(program),
              HasSubstr("  hbm_uses\n"
                        "    role Weights table_name \"users\" bytes 32 "
                        "padding_bytes 8\n"
                        "    role Inputs table_name none bytes 256 "
                        "padding_bytes 0\n"));
  removePlan(program);
  EXPECT_THAT(print(program), Not(HasSubstr("\nplan\n")));
}

TEST(PrinterTest, NamesCannotForgeLines) {
  format::ProgramT program = makeSample();
  program.source_name = "a\"\nprogram\n";
  EXPECT_THAT(print(program),
              HasSubstr("source_name: \"a\\\"\\nprogram\\n\"\n"));
}

TEST(PrinterTest, LongConstantsAreCutButDiffer) {
  format::ProgramT program = makeSample();
  program.buffers[kTable]->shape = {16};
  program.buffers[kTable]->size = 64;
  program.plan->peaks[kTemporaryPeak]->bytes += 32;
  auto &data = program.steps[kConstant]->body.AsConstant()->data;
  data.assign(64, 1);
  std::string text = print(program);
  EXPECT_THAT(text, HasSubstr("0101... (64 bytes, fnv1a 0x"));
  data.back() = 2;
  EXPECT_NE(print(program), text);
}

TEST(PrinterTest, AnAbsentShardingIsNone) {
  format::ProgramT program = makeSample();
  program.inputs[0]->sharding.clear();
  EXPECT_THAT(print(program), HasSubstr("buffer b0 \"x\" sharding none\n"));
}

} // namespace
} // namespace sc::test
