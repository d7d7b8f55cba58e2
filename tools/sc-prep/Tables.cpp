//===-- Tables.cpp - logical tables and device tables ---------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lib/Sharding does the work.

#include "tools/sc-prep/Tables.h"

#include "runtime/format/StatusMacros.h"
#include "sc/Sharding/TableShards.h"
#include "tools/sc-prep/Progress.h"

namespace sc::prep {

absl::Status convertTables(const Setup &setup, const Options &options,
                           std::ostream &errors) {
  const TableOptions &tables = options.tables;
  if (tables.outputs.empty())
    return absl::OkStatus();
  Progress bar("tables");
  auto progress = [&](int64_t done, int64_t total) { bar.update(done, total); };
  if (!tables.shard.empty())
    return spec::shardTables(setup.stacked, tables.shard, tables.outputs,
                             progress);
  if (!tables.unshard.empty())
    return spec::unshardTables(setup.stacked, tables.unshard, tables.outputs,
                               progress);
  SC_ASSIGN_OR_RETURN(spec::StackedSpec from,
                      stackFor(setup, options, tables.from, errors));
  return spec::reshardTables(from, tables.reshard, setup.stacked,
                             tables.outputs, progress);
}

} // namespace sc::prep
