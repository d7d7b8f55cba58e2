//===-- BackendConfig.cpp - JSON of SparseCore custom calls ---------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Field by field reading of backend_config, with the column of each mistake.

#include "BackendConfig.h"

#include "dialects/SparseCore/SparseCore.h"
#include "runtime/format/Opcodes.h"
#include "llvm/Support/JSON.h"

#include <cmath>

using namespace mlir;

namespace sc {

//===----------------------------------------------------------------------===//
// Positions: llvm::json keeps none, so valid text is scanned again.
//===----------------------------------------------------------------------===//

static size_t skipBlanks(StringRef json, size_t at) {
  return std::min(json.find_first_not_of(" \t\r\n", at), json.size());
}

/// Position behind the string that starts at `at`.
static size_t skipString(StringRef json, size_t at) {
  for (++at; at < json.size() && json[at] != '"'; ++at)
    if (json[at] == '\\')
      ++at;
  return at + 1;
}

/// Position behind the value that starts at `at`.
static size_t skipValue(StringRef json, size_t at) {
  int depth = 0;
  while (at < json.size()) {
    char c = json[at];
    if (c == '"') {
      at = skipString(json, at);
      continue;
    }
    if (depth == 0 && (c == ',' || c == '}' || c == ']'))
      return at;
    depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    ++at;
  }
  return at;
}

/// Position of the value of `key` in the object at `object`, if it is there.
static std::optional<size_t> findKey(StringRef json, size_t object,
                                     StringRef key) {
  size_t at = skipBlanks(json, object + 1);
  while (at < json.size() && json[at] == '"') {
    size_t end = skipString(json, at);
    bool isFound = json.slice(at + 1, end - 1) == key;
    at = skipBlanks(json, skipBlanks(json, end) + 1);
    if (isFound)
      return at;
    at = skipValue(json, at);
    at = skipBlanks(json, at + 1);
  }
  return std::nullopt;
}

/// Position of the first bracket that is nested too deep for llvm::json, which
/// parses by recursion.
static std::optional<size_t> findTooDeep(StringRef json) {
  constexpr int kMaxDepth = 64;
  int depth = 0;
  for (size_t at = 0; at < json.size(); ++at) {
    char c = json[at];
    if (c == '"')
      at = skipString(json, at) - 1;
    depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    if (depth > kMaxDepth)
      return at;
  }
  return std::nullopt;
}

int64_t locateJsonValue(StringRef json, ArrayRef<StringRef> path) {
  size_t at = skipBlanks(json, 0);
  for (StringRef key : path) {
    if (at >= json.size() || json[at] != '{')
      break;
    std::optional<size_t> value = findKey(json, at, key);
    if (!value)
      break;
    at = *value;
  }
  return static_cast<int64_t>(at) + 1;
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

namespace {

constexpr StringLiteral kConfigKey = "sparse_dense_matmul_config";
constexpr StringLiteral kQuantizationKey = "quantization_config";

/// Reads fields of one JSON text and reports the first mistake.
class ConfigReader {
public:
  ConfigReader(StringRef json, JsonErrorHandler onError)
      : json(json), onError(onError) {}

  /// Parses the text; null if it is no object.
  const llvm::json::Object *parseTop();
  /// The object at `key` of the top; null if missing.
  const llvm::json::Object *getConfig();
  LogicalResult checkKeys(const llvm::json::Object &object,
                          ArrayRef<StringRef> path, ArrayRef<StringRef> known);
  LogicalResult checkDeviceType();
  LogicalResult readInteger(const llvm::json::Object &config, StringRef key,
                            int64_t &value);
  /// Reads a number in [`least`, 2^31).
  LogicalResult readCount(const llvm::json::Object &config, StringRef key,
                          int64_t least, int64_t &value);
  LogicalResult readQuantization(const llvm::json::Object &config,
                                 std::optional<QuantizationConfig> &result);
  LogicalResult expect(const llvm::json::Object &config, StringRef key,
                       int64_t expected, StringRef meaning);
  LogicalResult fail(ArrayRef<StringRef> path, const Twine &message) {
    onError(locateJsonValue(json, path), message);
    return failure();
  }

private:
  LogicalResult readBound(const llvm::json::Object &quantization, StringRef key,
                          double &bound);
  LogicalResult readBuckets(const llvm::json::Object &quantization,
                            int64_t &buckets);

  StringRef json;
  JsonErrorHandler onError;
  std::optional<llvm::json::Value> value;
};

} // namespace

const llvm::json::Object *ConfigReader::parseTop() {
  if (json.trim().empty()) {
    onError(1, "backend_config is missing or empty");
    return nullptr;
  }
  if (std::optional<size_t> at = findTooDeep(json)) {
    onError(static_cast<int64_t>(*at) + 1, "nested too deep");
    return nullptr;
  }
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(json);
  if (!parsed) {
    // The message has the form "[line:column, byte=N]: text".
    std::string text = llvm::toString(parsed.takeError());
    auto [position, message] = StringRef(text).split("]: ");
    int64_t byte = 0;
    position.split("byte=").second.getAsInteger(10, byte);
    onError(byte + 1, "malformed JSON: " + message);
    return nullptr;
  }
  value = std::move(*parsed);
  if (!value->getAsObject())
    (void)fail({}, "expected a JSON object");
  return value->getAsObject();
}

const llvm::json::Object *ConfigReader::getConfig() {
  const llvm::json::Object *top = value->getAsObject();
  if (!top->get(kConfigKey)) {
    (void)fail({kConfigKey}, Twine("missing field '") + kConfigKey + "'");
    return nullptr;
  }
  const llvm::json::Object *config = top->getObject(kConfigKey);
  if (!config)
    (void)fail({kConfigKey},
               Twine("field '") + kConfigKey + "' must be an object");
  return config;
}

LogicalResult ConfigReader::checkKeys(const llvm::json::Object &object,
                                      ArrayRef<StringRef> path,
                                      ArrayRef<StringRef> known) {
  for (const auto &entry : object) {
    StringRef key = entry.first;
    if (llvm::is_contained(known, key))
      continue;
    SmallVector<StringRef> full(path);
    full.push_back(key);
    return fail(full, "unknown field '" + key + "'");
  }
  return success();
}

LogicalResult ConfigReader::checkDeviceType() {
  constexpr StringLiteral key = "device_type";
  const llvm::json::Object *top = value->getAsObject();
  if (!top->get(key))
    return fail({key}, Twine("missing field '") + key + "'");
  std::optional<StringRef> type = top->getString(key);
  if (!type)
    return fail({key}, Twine("field '") + key + "' must be a string");
  if (*type != "DEVICE_TYPE_SPARSECORE")
    return fail({key},
                "device type '" + *type + "' is not DEVICE_TYPE_SPARSECORE");
  return success();
}

LogicalResult ConfigReader::readInteger(const llvm::json::Object &config,
                                        StringRef key, int64_t &result) {
  if (!config.get(key))
    return fail({kConfigKey, key}, "missing field '" + key + "'");
  std::optional<int64_t> integer = config.getInteger(key);
  if (!integer) {
    // A whole number that is no int64_t is kept as a double.
    std::optional<double> number = config.getNumber(key);
    bool isTooLarge = number && std::trunc(*number) == *number;
    return fail({kConfigKey, key}, "field '" + key + "' must be an integer" +
                                       (isTooLarge ? " of 32 bits" : ""));
  }
  result = *integer;
  return success();
}

LogicalResult ConfigReader::expect(const llvm::json::Object &config,
                                   StringRef key, int64_t expected,
                                   StringRef meaning) {
  int64_t number = 0;
  if (failed(readInteger(config, key, number)))
    return failure();
  if (number != expected)
    return fail({kConfigKey, key}, "field '" + key + "' is " + Twine(number) +
                                       ", only " + Twine(expected) + " (" +
                                       meaning + ") is supported");
  return success();
}

LogicalResult ConfigReader::readCount(const llvm::json::Object &config,
                                      StringRef key, int64_t least,
                                      int64_t &count) {
  if (failed(readInteger(config, key, count)))
    return failure();
  if (count >= least && count <= format::kPadValue)
    return success();
  return fail({kConfigKey, key}, "field '" + key + "' must be " +
                                     (least > 0 ? "positive" : "at least 0") +
                                     " and fit 32 bits, got " + Twine(count));
}

//===----------------------------------------------------------------------===//
// Quantization
//===----------------------------------------------------------------------===//

LogicalResult ConfigReader::readBound(const llvm::json::Object &quantization,
                                      StringRef key, double &bound) {
  if (!quantization.get(key))
    return fail({kConfigKey, kQuantizationKey, key},
                "missing field '" + key + "'");
  std::optional<double> number = quantization.getNumber(key);
  if (!number)
    return fail({kConfigKey, kQuantizationKey, key},
                "field '" + key + "' must be a number");
  // Beyond this, rounding to f32 gives an infinity.
  constexpr double kTooLarge = 0x1.ffffffp127;
  if (!(std::abs(*number) < kTooLarge))
    return fail({kConfigKey, kQuantizationKey, key},
                "field '" + key + "' does not fit f32");
  bound = *number;
  return success();
}

LogicalResult ConfigReader::readBuckets(const llvm::json::Object &quantization,
                                        int64_t &buckets) {
  constexpr StringLiteral key = "num_buckets";
  if (!quantization.get(key))
    return fail({kConfigKey, kQuantizationKey, key},
                Twine("missing field '") + key + "'");
  std::optional<int64_t> integer = quantization.getInteger(key);
  if (!integer || *integer < 2 || *integer > kMaxBuckets)
    return fail({kConfigKey, kQuantizationKey, key},
                Twine("field '") + key + "' must be an integer from 2 to " +
                    Twine(kMaxBuckets));
  buckets = *integer;
  return success();
}

LogicalResult
ConfigReader::readQuantization(const llvm::json::Object &config,
                               std::optional<QuantizationConfig> &result) {
  if (!config.get(kQuantizationKey))
    return success();
  const llvm::json::Object *object = config.getObject(kQuantizationKey);
  if (!object)
    return fail({kConfigKey, kQuantizationKey},
                Twine("field '") + kQuantizationKey + "' must be an object");
  QuantizationConfig quantization;
  if (failed(readBound(*object, "min_value", quantization.min)) ||
      failed(readBound(*object, "max_value", quantization.max)) ||
      failed(readBuckets(*object, quantization.buckets)) ||
      failed(checkKeys(*object, {kConfigKey, kQuantizationKey},
                       {"min_value", "max_value", "num_buckets"})))
    return failure();
  if (!(static_cast<float>(quantization.min) <
        static_cast<float>(quantization.max)))
    return fail({kConfigKey, kQuantizationKey, "max_value"},
                "field 'max_value' must be greater than 'min_value' in f32");
  result = quantization;
  return success();
}

//===----------------------------------------------------------------------===//
// Configurations
//===----------------------------------------------------------------------===//

/// Fields of the configuration that are read, or known.
static SmallVector<StringRef> getConfigKeys(bool isUpdate) {
  SmallVector<StringRef> keys = {"max_ids_per_partition",
                                 "max_unique_ids_per_partition",
                                 "sharding_strategy", "pad_value"};
  if (isUpdate)
    keys.append({"num_slot_variables", "num_hyperparameters"});
  else
    keys.push_back(kQuantizationKey);
  return keys;
}

FailureOr<LookupConfig> parseLookupConfig(StringRef json, bool isUpdate,
                                          JsonErrorHandler onError) {
  ConfigReader reader(json, onError);
  const llvm::json::Object *top = reader.parseTop();
  const llvm::json::Object *object = top ? reader.getConfig() : nullptr;
  LookupConfig config;
  if (!object || failed(reader.checkDeviceType()) ||
      failed(reader.checkKeys(*top, {}, {kConfigKey, "device_type"})) ||
      failed(reader.readCount(*object, "max_ids_per_partition", 1,
                              config.maxIds)) ||
      failed(reader.readCount(*object, "max_unique_ids_per_partition", 1,
                              config.maxUniqueIds)) ||
      failed(reader.expect(*object, "sharding_strategy", 1, "mod")) ||
      failed(reader.expect(*object, "pad_value", format::kPadValue,
                           "the largest int32")) ||
      failed(reader.checkKeys(*object, {kConfigKey}, getConfigKeys(isUpdate))))
    return failure();
  LogicalResult rest =
      isUpdate
          ? success(succeeded(reader.readCount(*object, "num_slot_variables", 0,
                                               config.slots)) &&
                    succeeded(reader.readCount(*object, "num_hyperparameters",
                                               0, config.hyperparameters)))
          : reader.readQuantization(*object, config.quantization);
  return failed(rest) ? FailureOr<LookupConfig>() : config;
}

LogicalResult checkLocalConfig(StringRef json, JsonErrorHandler onError) {
  ConfigReader reader(json, onError);
  const llvm::json::Object *top = reader.parseTop();
  if (!top || failed(reader.checkDeviceType()))
    return failure();
  return reader.checkKeys(*top, {}, {"device_type"});
}

} // namespace sc
