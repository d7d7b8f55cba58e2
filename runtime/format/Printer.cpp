//===-- Printer.cpp - an executable as text -------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each table; fields by their names in program.fbs.

#include "runtime/format/Printer.h"

#include "runtime/format/Hash.h"
#include "runtime/format/Opcodes.h"
#include "runtime/format/RowFormat.h"
#include "runtime/format/VerifierDetail.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_join.h"

namespace sc::format {

using namespace detail;

// Longer constants are cut; the hash shows a difference in the rest.
static constexpr size_t kMaxShownBytes = 32;

namespace {

class Printer {
public:
  explicit Printer(const Program &program) : program(program) {}
  std::string print();

private:
  void printHeader();
  void printTarget(const Target &target);
  void printBuffer(int64_t index);
  void printTask(int64_t index);
  void printCode(const char *kind, const Code &code, const Task &task);
  void printInstruction(int64_t index, const Instruction &instruction,
                        const Task &task);
  void printStep(int64_t index);
  void printBody(const Step &step);
  void printCopy(const Copy &copy);
  void printFill(const Fill &fill);
  void printNativeCall(const NativeCall &call);
  void printArgument(int64_t index, const Argument &argument);
  void printLookup(int64_t index);
  void printPlan(const Plan &plan);
  void printNative(const Native &native);

  std::string formatOperand(const Instruction &instruction, size_t position,
                            const OperandInfo &info, const Task &task) const;
  std::string formatBuffer(int64_t index) const;
  std::string formatTask(int64_t index) const;
  std::string formatLocation(int32_t location) const;

  template <typename... Args> void add(const Args &...args) {
    absl::StrAppend(&text, args...);
  }
  template <typename T> void addLine(const char *name, const T &value) {
    add("  ", name, ": ", value, "\n");
  }

  const Program &program;
  std::string text;
};

} // namespace

/// An empty text is the same as an absent one.
static std::string quote(const flatbuffers::String *text) {
  return text && text->size() > 0 ? absl::StrCat("\"", escapeText(*text), "\"")
                                  : "none";
}

template <typename T>
static std::string formatList(const flatbuffers::Vector<T> *list) {
  return absl::StrCat("[", absl::StrJoin(asSpan(list), ", "), "]");
}

static std::string formatBytes(const flatbuffers::Vector<uint8_t> &bytes) {
  std::span<const uint8_t> data = asSpan(&bytes);
  std::span<const uint8_t> shown =
      data.first(std::min(data.size(), kMaxShownBytes));
  std::string text = absl::BytesToHexString(absl::string_view(
      reinterpret_cast<const char *>(shown.data()), shown.size()));
  if (shown.size() == data.size())
    return absl::StrCat("0x", text);
  return absl::StrCat("0x", text, "... (", data.size(), " bytes, fnv1a 0x",
                      absl::Hex(computeHash(data), absl::kZeroPad16), ")");
}

std::string Printer::formatBuffer(int64_t index) const {
  if (index < 0)
    return absl::StrCat(index);
  return absl::StrCat("b", index, " ",
                      quote(program.buffers()->Get(index)->name()));
}

std::string Printer::formatTask(int64_t index) const {
  if (index < 0)
    return absl::StrCat(index);
  return absl::StrCat("t", index, " ",
                      quote(program.tasks()->Get(index)->name()));
}

std::string Printer::formatLocation(int32_t location) const {
  if (location < 0)
    return absl::StrCat("location ", location);
  return absl::StrCat("location ", location, " ",
                      quote(program.locations()->Get(location)));
}

void Printer::printHeader() {
  add("program\n");
  addLine("format_version", program.format_version());
  addLine("compiler_version", quote(program.compiler_version()));
  addLine("source_name", quote(program.source_name()));
  addLine("source_hash", absl::StrCat("0x", absl::Hex(program.source_hash(),
                                                      absl::kZeroPad16)));
}

void Printer::printTarget(const Target &target) {
  add("target\n");
  addLine("name", quote(target.name()));
  addLine("topology", formatList(target.topology()));
  addLine("devices", target.devices());
  addLine("sparse_cores_per_device", target.sparse_cores_per_device());
  addLine("tiles_per_sparse_core", target.tiles_per_sparse_core());
  addLine("f32_lanes", target.f32_lanes());
  addLine("tile_spmem_bytes", target.tile_spmem_bytes());
  addLine("smem_bytes", target.smem_bytes());
  addLine("hbm_bytes", target.hbm_bytes());
  addLine("usable_hbm_bytes", target.usable_hbm_bytes());
  addLine("dma_granule_bytes", target.dma_granule_bytes());
  addLine("hbm_bytes_per_second", target.hbm_bytes_per_second());
  std::vector<std::string> assumed;
  if (target.assumed())
    for (const flatbuffers::String *title : *target.assumed())
      assumed.push_back(quote(title));
  addLine("assumed", absl::StrCat("[", absl::StrJoin(assumed, ", "), "]"));
}

void Printer::printBuffer(int64_t index) {
  const Buffer &buffer = *program.buffers()->Get(index);
  add("  b", index, ": name ", quote(buffer.name()), " space ",
      toAbsl(getSpaceName(buffer.space())), " buffer_class ",
      toAbsl(getClassName(buffer.buffer_class())), " element_type ",
      toAbsl(getElementName(buffer.element_type())), " shape ",
      formatList(buffer.shape()), " offset ", buffer.offset(), " size ",
      buffer.size(), " instances ", buffer.instances(), " stride ",
      buffer.stride(), " parent ", formatBuffer(buffer.parent()), " task ",
      formatTask(buffer.task()), " first_use ", buffer.first_use(),
      " last_use ", buffer.last_use(), " ", formatLocation(buffer.location()),
      "\n");
}

std::string Printer::formatOperand(const Instruction &instruction,
                                   size_t position, const OperandInfo &info,
                                   const Task &task) const {
  int64_t value = instruction.operands()->Get(position);
  bool isRegister = instruction.registers() >> position & 1;
  switch (info.kind) {
  case OperandKind::Destination:
    return absl::StrCat("r", value);
  case OperandKind::Value:
    return absl::StrCat(isRegister ? "r" : "", value);
  case OperandKind::Buffer:
    return formatBuffer(value);
  case OperandKind::Label:
    return absl::StrCat("@", value);
  case OperandKind::Program:
    return absl::StrCat("p", value, " ",
                        quote(task.programs()->Get(value)->name()));
  case OperandKind::Fault:
    return absl::StrCat(value, " \"",
                        toAbsl(getFaultText(static_cast<FaultCode>(value))),
                        "\"");
  case OperandKind::Immediate:
    return absl::StrCat(value);
  case OperandKind::Function:
    return absl::StrCat(
        toAbsl(getRowFunctionInfo(static_cast<RowFunction>(value)).mnemonic));
  case OperandKind::RowType:
    return absl::StrCat(toAbsl(getRowTypeName(static_cast<RowType>(value))));
  }
  return "?";
}

void Printer::printInstruction(int64_t index, const Instruction &instruction,
                               const Task &task) {
  const OpcodeInfo &info =
      getOpcodeInfo(static_cast<Opcode>(instruction.opcode()));
  add("      ", index, ": ");
  std::vector<std::string> operands;
  for (size_t position = 0; position < info.operands.size(); ++position) {
    const OperandInfo &operand = info.operands[position];
    std::string value = formatOperand(instruction, position, operand, task);
    if (operand.kind == OperandKind::Destination)
      add(value, " = ");
    else
      operands.push_back(absl::StrCat(toAbsl(operand.name), " ", value));
  }
  add(toAbsl(info.mnemonic), operands.empty() ? "" : " ",
      absl::StrJoin(operands, ", "), "  ; ",
      formatLocation(instruction.location()), "\n");
}

void Printer::printCode(const char *kind, const Code &code, const Task &task) {
  add("    ", kind, ": name ", quote(code.name()), " num_registers ",
      code.num_registers(), " instructions ", code.instructions()->size(),
      "\n");
  for (size_t index = 0; index < code.instructions()->size(); ++index)
    printInstruction(index, *code.instructions()->Get(index), task);
}

void Printer::printTask(int64_t index) {
  const Task &task = *program.tasks()->Get(index);
  add("  t", index, ": name ", quote(task.name()), " num_flags ",
      task.num_flags(), " num_dma_flags ", task.num_dma_flags(),
      " devices_per_group ", task.devices_per_group(), " groups ",
      formatList(task.groups()), " programs ", task.programs()->size(), " ",
      formatLocation(task.location()), "\n");
  printCode("sequencer", *task.sequencer(), task);
  for (size_t code = 0; code < task.programs()->size(); ++code)
    printCode(absl::StrCat("p", code).c_str(), *task.programs()->Get(code),
              task);
}

void Printer::printCopy(const Copy &copy) {
  add("source ", formatBuffer(copy.source()), " destination ",
      formatBuffer(copy.destination()), " sizes ", formatList(copy.sizes()),
      " source_offset ", copy.source_offset(), " source_strides ",
      formatList(copy.source_strides()), " destination_offset ",
      copy.destination_offset(), " destination_strides ",
      formatList(copy.destination_strides()), " device_offsets ",
      formatList(copy.device_offsets()));
}

void Printer::printFill(const Fill &fill) {
  add("destination ", formatBuffer(fill.destination()), " sizes ",
      formatList(fill.sizes()), " offset ", fill.offset(), " strides ",
      formatList(fill.strides()), " value ", formatBytes(*fill.value()));
}

void Printer::printNativeCall(const NativeCall &call) {
  const NativeFunction &function =
      *program.native()->functions()->Get(call.function());
  std::vector<std::string> buffers;
  for (int32_t buffer : *call.buffers())
    buffers.push_back(formatBuffer(buffer));
  add("function ", call.function(), " ", quote(function.symbol()), " buffers [",
      absl::StrJoin(buffers, ", "), "]");
}

void Printer::printBody(const Step &step) {
  if (const Copy *copy = step.body_as_Copy())
    return printCopy(*copy);
  if (const Fill *fill = step.body_as_Fill())
    return printFill(*fill);
  if (const Constant *constant = step.body_as_Constant())
    return add("destination ", formatBuffer(constant->destination()), " data ",
               formatBytes(*constant->data()));
  if (const Launch *launch = step.body_as_Launch())
    return add("task ", formatTask(launch->task()));
  if (const LeftOut *leftOut = step.body_as_LeftOut())
    return add("operation ", quote(leftOut->operation()), " reason ",
               quote(leftOut->reason()));
  if (const NativeCall *call = step.body_as_NativeCall())
    return printNativeCall(*call);
}

void Printer::printStep(int64_t index) {
  const Step &step = *program.steps()->Get(index);
  add("  ", index, ": body ", EnumNameStepBody(step.body_type()), " ");
  printBody(step);
  add(" ", formatLocation(step.location()), "\n");
}

/// The numbers of a lookup by their names in the schema.
static std::vector<std::pair<const char *, int64_t>>
listNumbers(const Lookup &lookup) {
  return {{"max_ids", lookup.max_ids()},
          {"max_unique_ids", lookup.max_unique_ids()},
          {"width", lookup.width()},
          {"samples", lookup.samples()},
          {"table_rows", lookup.table_rows()},
          {"sparse_cores", lookup.sparse_cores()},
          {"replicas", lookup.replicas()},
          {"vector_splits", lookup.vector_splits()},
          {"sample_splits", lookup.sample_splits()},
          {"window_rows", lookup.window_rows()},
          {"window_buffers", lookup.window_buffers()},
          {"list_entries", lookup.list_entries()},
          {"gather_operand_bytes", lookup.gather_operand_bytes()},
          {"scratch_bytes", lookup.scratch_bytes()},
          {"list_bytes", lookup.list_bytes()},
          {"stack_forward_bytes", lookup.stack_forward_bytes()},
          {"stack_backward_bytes", lookup.stack_backward_bytes()},
          {"exchange_bytes", lookup.exchange_bytes()},
          {"hbm_traffic_bytes", lookup.hbm_traffic_bytes()},
          {"gather_traffic_bytes", lookup.gather_traffic_bytes()},
          {"exchange_traffic_bytes", lookup.exchange_traffic_bytes()},
          {"merge_entries", lookup.merge_entries()},
          {"optimizer_rows", lookup.optimizer_rows()},
          {"row_bytes", lookup.row_bytes()}};
}

void Printer::printArgument(int64_t index, const Argument &argument) {
  add("  ", index, ": name ", quote(argument.name()), " element_type ",
      toAbsl(getElementName(argument.element_type())), " shape ",
      formatList(argument.shape()), " buffer ", formatBuffer(argument.buffer()),
      " sharding ", quote(argument.sharding()));
  if (const NarrowRows *rows = argument.narrow())
    add(" narrow ", toAbsl(getRowTypeName(rows->type())), " scale ",
        toAbsl(getScaleName(rows->scale())), " width ", rows->width(), " low ",
        rows->low(), " high ", rows->high(), " buckets ", rows->buckets(),
        " scale_input ", rows->scale_input());
  add("\n");
}

void Printer::printLookup(int64_t index) {
  const Lookup &lookup = *program.lookups()->Get(index);
  add("  ", index, ": kind ", EnumNameLookupKind(lookup.kind()), " task ",
      formatTask(lookup.task()), " table_name ", quote(lookup.table_name()),
      " limits_source ", quote(lookup.limits_source()));
  for (const auto &[name, value] : listNumbers(lookup))
    add(" ", name, " ", value);
  add(" row_streaming ", lookup.row_streaming(), " serialized ",
      lookup.serialized(), " row_type ",
      toAbsl(getRowTypeName(lookup.row_type())), " row_scale ",
      toAbsl(getScaleName(lookup.row_scale())), " seconds ", lookup.seconds(),
      " ", formatLocation(lookup.location()), "\n");
}

void Printer::printPlan(const Plan &plan) {
  add("plan\n");
  addLine("hbm_peak_bytes", plan.hbm_peak_bytes());
  addLine("serialized_tables", plan.serialized_tables());
  addLine("parallel_iterations", plan.parallel_iterations());
  addLine("tensor_core_hbm_bytes", plan.tensor_core_hbm_bytes());
  addLine("seconds", plan.seconds());
  add("  peaks\n");
  for (const PlannedPeak *peak : *plan.peaks())
    add("    space ", toAbsl(getSpaceName(peak->space())), " buffer_class ",
        toAbsl(getClassName(peak->buffer_class())), " bytes ", peak->bytes(),
        "\n");
  add("  hbm_uses\n");
  for (const HbmUse *use : *plan.hbm_uses())
    add("    role ", EnumNameHbmRole(use->role()), " table_name ",
        quote(use->table_name()), " bytes ", use->bytes(), " padding_bytes ",
        use->padding_bytes(), "\n");
}

void Printer::printNative(const Native &native) {
  add("native\n");
  addLine("architecture", quote(native.architecture()));
  std::vector<std::string> features;
  for (const flatbuffers::String *feature : *native.features())
    features.push_back(quote(feature));
  addLine("features", absl::StrCat("[", absl::StrJoin(features, ", "), "]"));
  addLine("hash",
          absl::StrCat("0x", absl::Hex(native.hash(), absl::kZeroPad16)));
  addLine("code", formatBytes(*native.code()));
  add("  functions\n");
  for (size_t index = 0; index < native.functions()->size(); ++index) {
    const NativeFunction &function = *native.functions()->Get(index);
    add("    ", index, ": symbol ", quote(function.symbol()), " operands");
    for (const NativeOperand *operand : *function.operands())
      add(" [element_type ", toAbsl(getElementName(operand->element_type())),
          " is_result ", operand->is_result(), " elements ",
          operand->elements(), "]");
    add("\n");
  }
}

std::string Printer::print() {
  printHeader();
  printTarget(*program.target());
  add("inputs\n");
  for (size_t index = 0; index < program.inputs()->size(); ++index)
    printArgument(index, *program.inputs()->Get(index));
  add("outputs\n");
  for (size_t index = 0; index < program.outputs()->size(); ++index)
    printArgument(index, *program.outputs()->Get(index));
  add("lookups\n");
  for (size_t index = 0; index < program.lookups()->size(); ++index)
    printLookup(index);
  if (program.plan())
    printPlan(*program.plan());
  add("buffers\n");
  for (size_t index = 0; index < program.buffers()->size(); ++index)
    printBuffer(index);
  add("steps\n");
  for (size_t index = 0; index < program.steps()->size(); ++index)
    printStep(index);
  if (program.native())
    printNative(*program.native());
  add("tasks\n");
  for (size_t index = 0; index < program.tasks()->size(); ++index)
    printTask(index);
  add("locations\n");
  for (size_t index = 0; index < program.locations()->size(); ++index)
    add("  ", index, ": ", quote(program.locations()->Get(index)), "\n");
  return std::move(text);
}

std::string toText(const Program &program) { return Printer(program).print(); }

} // namespace sc::format
