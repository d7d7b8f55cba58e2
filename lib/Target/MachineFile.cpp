//===-- MachineFile.cpp - a machine from a JSON file ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each field has a range, that of the verifier of executables, so that what is
// compiled for a loaded machine can be run.

#include "lib/Target/MachineRegistry.h"
#include "sc/Target/JsonTree.h"
#include "sc/Target/NearestName.h"
#include "sc/Target/TextFile.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <filesystem>

namespace sc {

namespace {

struct Field {
  const char *key;
  Quantity MachineDescription::*member;
  bool isRequired;
  int64_t least;
  int64_t most;
  int64_t unit = 1; // the value is a multiple of it
};

} // namespace

static constexpr int64_t kMaxMemoryBytes = int64_t(1) << 46;
static constexpr int64_t kWordBytes = 4;
static constexpr size_t kMaxFileBytes = 1 << 20;
static constexpr size_t kLongestSource = 500;

static constexpr std::array<Field, 11> kFields = {{
    {"devices_per_chip", &MachineDescription::devicesPerChip, true, 1, 8},
    {"sparse_cores_per_device", &MachineDescription::sparseCoresPerDevice, true,
     1, 64},
    {"tiles_per_sparse_core", &MachineDescription::tilesPerSparseCore, true, 1,
     1024},
    {"f32_lanes", &MachineDescription::f32Lanes, true, 1, 1024},
    {"bf16_lanes", &MachineDescription::bf16Lanes, false, 1, 2048},
    {"tile_spmem_bytes", &MachineDescription::tileSpmemBytes, true, kWordBytes,
     kMaxMemoryBytes, kWordBytes},
    {"smem_bytes", &MachineDescription::smemBytes, true, kWordBytes,
     kMaxMemoryBytes, kWordBytes},
    {"dma_granule_bytes", &MachineDescription::dmaGranuleBytes, true, 1,
     1 << 20},
    {"hbm_bytes", &MachineDescription::hbmBytes, false, 1, kMaxMemoryBytes},
    {"usable_hbm_bytes", &MachineDescription::usableHbmBytes, false, 1,
     kMaxMemoryBytes},
    {"hbm_bytes_per_second", &MachineDescription::hbmBytesPerSecond, false, 1,
     int64_t(1) << 53},
}};

static std::vector<std::string_view> getKeys() {
  std::vector<std::string_view> keys = {"name", "topology_axes"};
  for (const Field &field : kFields)
    keys.push_back(field.key);
  return keys;
}

namespace {

/// Reads one file. Methods return false after setting `error`.
class MachineFileReader {
public:
  MachineFileReader(const std::string &path, std::string &error)
      : path(path), fileName(std::filesystem::path(path).filename().string()),
        error(error) {}

  bool read(const JsonNode &root, detail::LoadedMachine &machine);

private:
  bool checkRequired(const JsonNode &root);
  bool readName(const JsonNode &node, std::string &name);
  bool readAxes(const JsonNode &node, int &axes);
  bool readQuantity(const Field &field, const JsonNode &node,
                    detail::LoadedQuantity &quantity);
  bool readDetails(const Field &field, const JsonNode &node,
                   detail::LoadedQuantity &quantity);
  bool readValue(const Field &field, const JsonNode &node, int64_t &value);
  bool checkAcrossFields(const JsonNode &root,
                         const detail::LoadedMachine &machine);
  bool fail(const JsonNode &node, const std::string &text) {
    error = makeJsonError(path, node, text);
    return false;
  }

  const std::string &path;
  std::string fileName; // the source of plain numbers
  std::string &error;
};

} // namespace

bool MachineFileReader::checkRequired(const JsonNode &root) {
  std::vector<std::string_view> missing;
  for (std::string_view key : {"name", "topology_axes"})
    if (!root.find(key))
      missing.push_back(key);
  for (const Field &field : kFields)
    if (field.isRequired && !root.find(field.key))
      missing.push_back(field.key);
  if (missing.empty())
    return true;
  return fail(root, "the machine has no " + joinNames(missing));
}

bool MachineFileReader::readName(const JsonNode &node, std::string &name) {
  if (node.kind != JsonNode::Kind::String)
    return fail(node, "name must be a string, got " +
                          std::string(node.describeKind()));
  name = node.string;
  auto isAllowed = [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '-' || c == '.';
  };
  if (name.empty() || name.size() > detail::kLongestMachineName ||
      !std::ranges::all_of(name, isAllowed))
    return fail(node, "name " + quoteName(name) + " must be 1 to " +
                          std::to_string(detail::kLongestMachineName) +
                          " letters, digits, '_', '-' or '.'");
  if (name == "help" || detail::isWithoutSparseCore(name))
    return fail(node, "name " + quoteName(name) +
                          " is taken; choose one of your own");
  return true;
}

bool MachineFileReader::readAxes(const JsonNode &node, int &axes) {
  if (node.kind != JsonNode::Kind::Number || !node.integer ||
      (*node.integer != 2 && *node.integer != 3))
    return fail(node, "topology_axes must be 2 or 3, got " +
                          (node.kind == JsonNode::Kind::Number
                               ? quoteName(node.string)
                               : std::string(node.describeKind())));
  axes = static_cast<int>(*node.integer);
  return true;
}

bool MachineFileReader::readValue(const Field &field, const JsonNode &node,
                                  int64_t &value) {
  std::string key = field.key;
  if (node.kind != JsonNode::Kind::Number)
    return fail(node, key + " must be a whole number, got " +
                          std::string(node.describeKind()));
  std::string range =
      std::to_string(field.least) + " to " + std::to_string(field.most);
  if (!node.integer)
    return fail(node, key + " must be a whole number from " + range + ", got " +
                          quoteName(node.string));
  value = *node.integer;
  if (value < field.least || value > field.most)
    return fail(node, key + " is " + node.string + ", must be from " + range);
  if (value % field.unit != 0)
    return fail(node, key + " is " + node.string + ", must be a multiple of " +
                          std::to_string(field.unit));
  return true;
}

bool MachineFileReader::readDetails(const Field &field, const JsonNode &node,
                                    detail::LoadedQuantity &quantity) {
  error = findKeyProblem(node, path, field.key, {"value", "source", "assumed"});
  if (!error.empty())
    return false;
  const JsonNode *value = node.find("value");
  if (!value)
    return fail(node, std::string(field.key) + " has no value");
  if (!readValue(field, *value, quantity.value))
    return false;
  const JsonNode *source = node.find("source");
  if (source &&
      (source->kind != JsonNode::Kind::String || source->string.empty() ||
       source->string.size() > kLongestSource ||
       source->string.find_first_of("\n\r|") != std::string::npos))
    return fail(*source, "source of " + std::string(field.key) +
                             " must be a line of text without '|', 1 to " +
                             std::to_string(kLongestSource) + " bytes");
  const JsonNode *assumed = node.find("assumed");
  if (assumed && assumed->kind != JsonNode::Kind::Boolean)
    return fail(*assumed, "assumed of " + std::string(field.key) +
                              " must be true or false, got " +
                              std::string(assumed->describeKind()));
  if (assumed && !assumed->boolean && !source)
    return fail(*assumed, std::string(field.key) +
                              " is not assumed, so it needs a source");
  quantity.source = source ? source->string : fileName;
  quantity.assumed = assumed ? assumed->boolean : !source;
  return true;
}

bool MachineFileReader::readQuantity(const Field &field, const JsonNode &node,
                                     detail::LoadedQuantity &quantity) {
  if (node.kind == JsonNode::Kind::Object)
    return readDetails(field, node, quantity);
  quantity.source = fileName;
  quantity.assumed = true;
  return readValue(field, node, quantity.value);
}

/// Rules for more than a range.
bool MachineFileReader::checkAcrossFields(
    const JsonNode &root, const detail::LoadedMachine &machine) {
  auto getValue = [&](std::string_view key) {
    size_t index =
        std::ranges::find(kFields, key, &Field::key) - kFields.begin();
    return machine.quantities[index].value;
  };
  int64_t cores = getValue("sparse_cores_per_device");
  if (!std::has_single_bit(static_cast<uint64_t>(cores)))
    return fail(*root.find("sparse_cores_per_device"),
                "SparseCore count " + std::to_string(cores) + " of machine " +
                    quoteName(machine.name) + " is not a power of two");
  int64_t usable = getValue("usable_hbm_bytes");
  int64_t all = getValue("hbm_bytes");
  if (usable != 0 && all != 0 && usable > all)
    return fail(*root.find("usable_hbm_bytes"),
                "usable_hbm_bytes is " + std::to_string(usable) +
                    ", more than hbm_bytes, which is " + std::to_string(all));
  return true;
}

bool MachineFileReader::read(const JsonNode &root,
                             detail::LoadedMachine &machine) {
  if (root.kind != JsonNode::Kind::Object)
    return fail(root, "a machine must be an object, got " +
                          std::string(root.describeKind()));
  error = findKeyProblem(root, path, "the machine", getKeys());
  if (!error.empty() || !checkRequired(root) ||
      !readName(*root.find("name"), machine.name) ||
      !readAxes(*root.find("topology_axes"), machine.topologyAxes))
    return false;
  for (const Field &field : kFields) {
    detail::LoadedQuantity &quantity = machine.quantities.emplace_back();
    quantity.member = field.member;
    const JsonNode *node = root.find(field.key);
    if (node && !readQuantity(field, *node, quantity))
      return false;
  }
  return checkAcrossFields(root, machine);
}

const MachineDescription *loadMachineFile(const std::string &path,
                                          std::string &error) {
  error.clear();
  std::optional<std::string> text = readTextFile(path, kMaxFileBytes, error);
  if (!text)
    return nullptr;
  std::optional<JsonNode> root = parseJsonTree(*text, path, error);
  if (!root)
    return nullptr;
  detail::LoadedMachine machine;
  if (!MachineFileReader(path, error).read(*root, machine))
    return nullptr;
  std::string problem;
  const MachineDescription *added = detail::registerMachine(machine, problem);
  if (!added)
    error = makeJsonError(path, *root->find("name"), problem);
  return added;
}

} // namespace sc
