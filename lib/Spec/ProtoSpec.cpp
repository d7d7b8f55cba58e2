//===-- ProtoSpec.cpp - specs from EmbeddingSpecProto ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library parses; what it makes of unknown fields becomes an error here.

#include "lib/Spec/ProtoStack.h"
#include "lib/Spec/SpecDetail.h"
#include "runtime/format/StatusMacros.h"
#include "sc/Target/NearestName.h"

#include "absl/strings/str_cat.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/unknown_field_set.h>

#include <algorithm>

namespace sc::spec {

namespace pb = google::protobuf;

using absl::StrCat;
using proto::EmbeddingSpecProto;

/// Of strings that are not UTF-8 the library also writes to standard error.
using Silence = pb::LogSilencer;

static absl::StatusOr<EmbeddingSpec>
convert(const EmbeddingSpecProto &proto, const std::string &name,
        pb::TextFormat::ParseInfoTree *tree) {
  EmbeddingSpec spec;
  spec.areGroupsComplete = true;
  detail::ProtoPlace root(name, proto.descriptor(), tree);
  if (proto.stacked_table_specs().empty())
    return root.makeError("stacked_table_specs",
                          "the spec has no stacked_table_specs");
  for (int i = 0; i < proto.stacked_table_specs_size(); ++i) {
    const proto::StackedTableSpecProto &stack = proto.stacked_table_specs(i);
    std::string what = stack.stack_name().empty()
                           ? std::to_string(i + 1)
                           : quoteName(stack.stack_name());
    SC_RETURN_IF_ERROR(detail::readStack(
        root.enter("stacked_table_specs", i, "stack " + what), stack, spec));
  }
  return spec;
}

/// The part of `text` in the `index`-th pair of double quotes.
static std::string_view findQuoted(std::string_view text, int index) {
  for (; index > 0; --index)
    for (int quote = 0; quote < 2; ++quote)
      text.remove_prefix(std::min(text.find('"'), text.size() - 1) + 1);
  text.remove_prefix(std::min(text.find('"'), text.size() - 1) + 1);
  return text.substr(0, text.find('"'));
}

/// The library's text; for an unknown field with the nearest one.
static std::string explain(std::string_view message) {
  if (message.find("has no field named") != std::string_view::npos) {
    const pb::Descriptor *type =
        EmbeddingSpecProto::descriptor()->file()->pool()->FindMessageTypeByName(
            std::string(findQuoted(message, 0)));
    std::string_view field = findQuoted(message, 1);
    std::vector<std::string_view> known;
    for (int i = 0; type && i < type->field_count(); ++i)
      known.push_back(type->field(i)->name());
    if (type)
      return StrCat(type->name(), " has no field ", quoteName(field),
                    describeNearest(field, known),
                    " known: ", joinNames(known));
  }
  if (message.ends_with('.'))
    message.remove_suffix(1);
  std::string shown(message.substr(0, 200));
  std::ranges::replace_if(
      shown, [](char c) { return static_cast<signed char>(c) < 0x20; }, '?');
  return shown;
}

namespace {

/// Keeps the first error, as "name:line:column: text".
class FirstError : public pb::io::ErrorCollector {
public:
  explicit FirstError(const std::string &name) : name(name) {}

  void AddError(int line, int column, const std::string &message) override {
    if (!text.empty())
      return;
    text = line < 0 ? StrCat(name, ": ", explain(message))
                    : StrCat(name, ":", line + 1, ":", column + 1, ": ",
                             explain(message));
  }

  std::string text;

private:
  const std::string &name;
};

} // namespace

absl::StatusOr<EmbeddingSpec> detail::parseTextProto(std::string_view text,
                                                     const std::string &name) {
  if (text.starts_with("\xEF\xBB\xBF"))
    text.remove_prefix(3);
  if (text.size() > size_t(INT32_MAX))
    return absl::InvalidArgumentError(name + ": is too large");
  Silence silence;
  FirstError error(name);
  pb::TextFormat::ParseInfoTree tree;
  pb::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  parser.WriteLocationsTo(&tree);
  pb::io::ArrayInputStream stream(text.data(), static_cast<int>(text.size()));
  EmbeddingSpecProto proto;
  if (!parser.Parse(&stream, &proto))
    return absl::InvalidArgumentError(
        error.text.empty() ? name + ": cannot be parsed" : error.text);
  return convert(proto, name, &tree);
}

/// "TableSpecProto has the unknown field 99"; empty if all are known.
static std::string findUnknownField(const pb::Message &message) {
  const pb::Reflection *reflection = message.GetReflection();
  const pb::UnknownFieldSet &unknown = reflection->GetUnknownFields(message);
  if (!unknown.empty())
    return StrCat(message.GetDescriptor()->name(), " has the unknown field ",
                  unknown.field(0).number());
  std::vector<const pb::FieldDescriptor *> fields;
  reflection->ListFields(message, &fields);
  for (const pb::FieldDescriptor *field : fields) {
    if (field->cpp_type() != pb::FieldDescriptor::CPPTYPE_MESSAGE ||
        field->is_map())
      continue;
    int count =
        field->is_repeated() ? reflection->FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i) {
      std::string problem = findUnknownField(
          field->is_repeated()
              ? reflection->GetRepeatedMessage(message, field, i)
              : reflection->GetMessage(message, field));
      if (!problem.empty())
        return problem;
    }
  }
  return "";
}

/// Why `bytes` are no such message; empty if they are.
static std::string parseBinary(std::string_view bytes,
                               EmbeddingSpecProto &proto) {
  Silence silence;
  if (bytes.size() > size_t(INT32_MAX))
    return "is too large";
  if (!proto.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    return "is no whole EmbeddingSpecProto: it is cut off, damaged, or of "
           "another kind";
  std::string problem = findUnknownField(proto);
  return problem.empty()
             ? ""
             : problem + ": the file is newer than this program, or damaged";
}

bool detail::isBinaryProto(std::string_view bytes) {
  EmbeddingSpecProto proto;
  return parseBinary(bytes, proto).empty();
}

absl::StatusOr<EmbeddingSpec>
detail::parseBinaryProto(std::string_view bytes, const std::string &name) {
  EmbeddingSpecProto proto;
  std::string problem = parseBinary(bytes, proto);
  if (!problem.empty())
    return absl::InvalidArgumentError(name + ": " + problem);
  return convert(proto, name, nullptr);
}

} // namespace sc::spec
