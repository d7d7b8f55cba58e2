//===-- ArrayGroups.cpp - tables and slots of a file ----------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only headers are read here. Names decide what an array is: a name that can be
// read in two ways is an error, not a guess.

#include "ArrayGroups.h"

#include "runtime/format/StatusMacros.h"
#include "sc/Target/NearestName.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace sc::spec {

using format::formatType;

template <typename... Args> static absl::Status fail(const Args &...args) {
  return absl::InvalidArgumentError(absl::StrCat(args...));
}

std::string makeArrayName(const std::string &name, const std::string &slot) {
  return slot.empty() ? name : absl::StrCat(name, ".", slot);
}

static std::string describeArray(const RowLayout &layout, size_t index,
                                 const std::string &slot) {
  std::string owner =
      absl::StrCat(layout.noun, " ", quoteName(layout.arrays[index].name));
  return slot.empty() ? owner
                      : absl::StrCat("slot ", quoteName(slot), " of ", owner);
}

std::vector<int64_t> RowValues::getShape(const ArrayLayout &array) const {
  if (isWord)
    return {array.getNumRows()};
  return {array.getNumRows(), array.dim};
}

namespace {

/// Finds what the arrays of one file are.
class GroupReader {
public:
  GroupReader(const runtime::NpzReader &reader, const std::string &path,
              const RowLayout &layout)
      : reader(reader), path(path), layout(layout),
        groups(layout.arrays.size()) {
    for (size_t i = 0; i < layout.arrays.size(); ++i)
      indices[layout.arrays[i].name] = i;
  }

  absl::StatusOr<std::vector<ArrayGroup>> read() {
    for (const std::string &name : reader.getNames())
      SC_RETURN_IF_ERROR(addArray(name));
    for (size_t i = 0; i < groups.size(); ++i)
      if (!groups[i].contains(""))
        return fail(path, ": ", layout.noun, " ",
                    quoteName(layout.arrays[i].name), " is not in the file");
    return std::move(groups);
  }

private:
  struct Reading {
    size_t index = 0;
    std::string slot;
  };
  absl::StatusOr<Reading> readName(const std::string &name) const;
  absl::Status addArray(const std::string &name);
  absl::Status checkShape(const std::string &name, const Reading &reading,
                          const runtime::NpyHeader &header) const;
  absl::Status failUnknown(const std::string &name) const;
  std::string describe(const Reading &reading) const;

  const runtime::NpzReader &reader;
  const std::string &path;
  const RowLayout &layout;
  std::map<std::string_view, size_t> indices;
  std::vector<ArrayGroup> groups;
};

} // namespace

std::string GroupReader::describe(const Reading &reading) const {
  return describeArray(layout, reading.index, reading.slot);
}

absl::Status GroupReader::failUnknown(const std::string &name) const {
  std::vector<std::string_view> names;
  for (const ArrayLayout &array : layout.arrays)
    names.push_back(array.name);
  return fail(path, ": array ", quoteName(name), " belongs to no ", layout.noun,
              describeNearest(name, names), " arrays are '<", layout.noun,
              ">' and '<", layout.noun, ">.<slot>'");
}

absl::StatusOr<GroupReader::Reading>
GroupReader::readName(const std::string &name) const {
  std::vector<Reading> readings;
  auto addReading = [&](size_t length, std::string slot) {
    auto found = indices.find(std::string_view(name).substr(0, length));
    if (found != indices.end())
      readings.push_back({found->second, std::move(slot)});
  };
  addReading(name.size(), "");
  // The last byte cannot part: slots have names.
  for (size_t dot = name.find('.'); dot < name.size() - 1;
       dot = name.find('.', dot + 1))
    addReading(dot, name.substr(dot + 1));
  if (readings.empty())
    return failUnknown(name);
  if (readings.size() > 1)
    return fail(path, ": array ", quoteName(name), " can be ",
                describe(readings[0]), " and ", describe(readings[1]),
                "; rename one of them");
  return readings[0];
}

absl::Status GroupReader::checkShape(const std::string &name,
                                     const Reading &reading,
                                     const runtime::NpyHeader &header) const {
  const ArrayLayout &array = layout.arrays[reading.index];
  const std::string where = absl::StrCat(path, ": array ", quoteName(name));
  if (!header.dtype)
    return fail(where, ": dtype '", absl::CEscape(header.descr),
                "' is not supported");
  const std::vector<int64_t> rows = {array.getNumRows()};
  const std::vector<int64_t> table = {array.getNumRows(), array.dim};
  const bool mayBeWords = !reading.slot.empty();
  if (header.shape == table || (mayBeWords && header.shape == rows))
    return absl::OkStatus();
  format::ElementType type = header.dtype->type;
  return fail(where, " is ", header.formatType(), ", but ", describe(reading),
              " has ", array.getNumRows(), " rows of ", array.dim,
              " columns: expected ", formatType(type, table),
              mayBeWords ? " or " + formatType(type, rows) : std::string());
}

absl::Status GroupReader::addArray(const std::string &name) {
  SC_ASSIGN_OR_RETURN(Reading reading, readName(name));
  SC_ASSIGN_OR_RETURN(runtime::NpyHeader header, reader.readHeader(name));
  SC_RETURN_IF_ERROR(checkShape(name, reading, header));
  const bool isWord = header.shape.size() == 1;
  groups[reading.index][reading.slot] = {header.dtype->type, isWord,
                                         header.isFortranOrder && !isWord};
  return absl::OkStatus();
}

absl::StatusOr<std::vector<ArrayGroup>>
readGroups(const runtime::NpzReader &reader, const std::string &path,
           const RowLayout &layout) {
  return GroupReader(reader, path, layout).read();
}

static std::string describeForm(const RowValues &values) {
  return std::string(format::getElementName(values.type)) +
         (values.isWord ? ", one word for each row" : "");
}

/// Fails unless table `other` has what `table` has; both become one array.
static absl::Status checkSame(const std::string &where,
                              const std::string &table, const ArrayGroup &group,
                              const std::string &other,
                              const ArrayGroup &otherGroup) {
  for (const auto &[slot, values] : group) {
    auto found = otherGroup.find(slot);
    if (found == otherGroup.end())
      return fail(where, "table ", quoteName(table), " has slot ",
                  quoteName(slot), ", but table ", quoteName(other),
                  " has not; all tables of a stack need the same slots");
    const RowValues &otherValues = found->second;
    if (values.type == otherValues.type && values.isWord == otherValues.isWord)
      continue;
    return fail(where, "array ", quoteName(makeArrayName(table, slot)), " is ",
                describeForm(values), ", but ",
                quoteName(makeArrayName(other, slot)), " is ",
                describeForm(otherValues),
                "; arrays that are stacked need the same type and form");
  }
  return absl::OkStatus();
}

static absl::Status checkNames(const std::string &path, const RowLayout &layout,
                               const std::vector<ArrayGroup> &groups) {
  std::map<std::string, std::string> arrays;
  for (size_t i = 0; i < groups.size(); ++i)
    for (const auto &[slot, values] : groups[i]) {
      std::string name = makeArrayName(layout.arrays[i].name, slot);
      std::string text = describeArray(layout, i, slot);
      auto [other, isNew] = arrays.emplace(name, text);
      if (!isNew)
        return fail(path, ": ", text, " and ", other->second,
                    " would both be written as ", quoteName(name),
                    "; rename one of them");
    }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<ArrayGroup>>
moveGroups(const std::string &path, const RowLayout &from,
           const std::vector<ArrayGroup> &groups, const RowLayout &to) {
  std::map<std::string_view, const ArrayGroup *> groupOf;
  for (size_t i = 0; i < groups.size(); ++i)
    for (const PlacedTable &table : from.arrays[i].tables)
      groupOf[table.name] = &groups[i];
  std::vector<ArrayGroup> moved;
  for (const ArrayLayout &array : to.arrays) {
    const std::string where =
        absl::StrCat(path, ": ", to.noun, " ", quoteName(array.name), ": ");
    ArrayGroup group;
    for (size_t i = 0; i < array.tables.size(); ++i) {
      const PlacedTable &first = array.tables[0];
      const PlacedTable &table = array.tables[i];
      const ArrayGroup &own = *groupOf.at(table.name);
      if (i == 0) {
        group = own;
        continue;
      }
      SC_RETURN_IF_ERROR(checkSame(where, first.name, group, table.name, own));
      SC_RETURN_IF_ERROR(checkSame(where, table.name, own, first.name, group));
    }
    moved.push_back(std::move(group));
  }
  SC_RETURN_IF_ERROR(checkNames(path, to, moved));
  return moved;
}

} // namespace sc::spec
