//===-- ProtoPlace.h - a message and where it is ----------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors about fields of protos say the line if the proto was text.

#ifndef SC_LIB_SPEC_PROTOPLACE_H
#define SC_LIB_SPEC_PROTOPLACE_H

#include "absl/status/status.h"

#include <google/protobuf/text_format.h>

#include <cstdint>
#include <string>

namespace sc::spec::detail {

/// Of one message, which messages to the user call `what`.
class ProtoPlace {
public:
  using Tree = google::protobuf::TextFormat::ParseInfoTree;

  /// The whole file; `tree` is null if it is binary.
  ProtoPlace(const std::string &file,
             const google::protobuf::Descriptor *descriptor, Tree *tree)
      : file(file), descriptor(descriptor), tree(tree), place(file) {}

  /// The message that is a value of `field`; `index` is -1 if that is not
  /// repeated.
  ProtoPlace enter(const char *field, int index, const std::string &what) const;

  /// "spec.textproto:3:5" or "spec.pb".
  const std::string &getPlace() const { return place; }
  const std::string &getWhat() const { return what; }

  /// "place: text", the place being that of `field` if the file has it.
  absl::Status makeError(const char *field, const std::string &text) const;

  /// "`field` of `what` is 0, must be from 1 to 8" unless it is.
  absl::Status checkRange(const char *field, int64_t value, int64_t least,
                          int64_t most) const;
  /// "`field` of `what` is 3, but `why` is 4`remedy`" unless they are equal.
  absl::Status checkEqual(const char *field, int64_t value, int64_t expected,
                          const std::string &why,
                          const char *remedy = "") const;
  absl::Status checkName(const char *field, const std::string &value) const;

private:
  std::string locate(const char *field, int index) const;

  const std::string &file;
  const google::protobuf::Descriptor *descriptor;
  Tree *tree;
  std::string place;
  std::string what;
};

} // namespace sc::spec::detail

#endif // SC_LIB_SPEC_PROTOPLACE_H
