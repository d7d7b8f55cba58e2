//===-- ProtoPlace.cpp - a message and where it is ------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds fields in what the text parser has recorded.

#include "lib/Spec/ProtoPlace.h"

#include "lib/Spec/SpecDetail.h"

#include "absl/strings/str_cat.h"

#include <google/protobuf/descriptor.h>

namespace sc::spec::detail {

std::string ProtoPlace::locate(const char *field, int index) const {
  if (!tree)
    return place;
  auto location = tree->GetLocation(descriptor->FindFieldByName(field), index);
  if (location.line < 0)
    return place;
  return absl::StrCat(file, ":", location.line + 1, ":", location.column + 1);
}

ProtoPlace ProtoPlace::enter(const char *field, int index,
                             const std::string &what) const {
  const auto *found = descriptor->FindFieldByName(field);
  ProtoPlace inner(file, found->message_type(),
                   tree ? tree->GetTreeForNested(found, index) : nullptr);
  inner.place = locate(field, index);
  inner.what = what;
  return inner;
}

absl::Status ProtoPlace::makeError(const char *field,
                                   const std::string &text) const {
  const auto *found = descriptor->FindFieldByName(field);
  return absl::InvalidArgumentError(
      absl::StrCat(locate(field, found->is_repeated() ? 0 : -1), ": ", text));
}

absl::Status ProtoPlace::checkRange(const char *field, int64_t value,
                                    int64_t least, int64_t most) const {
  if (value >= least && value <= most)
    return absl::OkStatus();
  return makeError(field, absl::StrCat(field, " of ", what, " is ", value,
                                       ", must be from ", least, " to ", most));
}

absl::Status ProtoPlace::checkEqual(const char *field, int64_t value,
                                    int64_t expected, const std::string &why,
                                    const char *remedy) const {
  if (value == expected)
    return absl::OkStatus();
  return makeError(field,
                   absl::StrCat(field, " of ", what, " is ", value, ", but ",
                                why, " is ", expected, remedy));
}

absl::Status ProtoPlace::checkName(const char *field,
                                   const std::string &value) const {
  std::string problem =
      findNameProblem(absl::StrCat(field, " of ", what), value);
  return problem.empty() ? absl::OkStatus() : makeError(field, problem);
}

} // namespace sc::spec::detail
