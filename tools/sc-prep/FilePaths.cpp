//===-- FilePaths.cpp - files that options name ---------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that exist are compared as files, others by their path.

#include "tools/sc-prep/FilePaths.h"

#include "absl/strings/str_cat.h"

#include <filesystem>
#include <map>
#include <sys/stat.h>

namespace sc::prep {

namespace fs = std::filesystem;

/// The input that no option gives.
static constexpr const char *kSpec = "the spec";

namespace {

struct NamedPath {
  std::string option;
  std::string path;
};

/// Paths of one use, without empty ones.
class NamedPaths {
public:
  void add(const std::string &option, const std::string &path) {
    if (!path.empty())
      paths.push_back({option, path});
  }
  void addBatches(const Options &options, const std::string &option,
                  const std::string &path) {
    for (size_t i = 0; !path.empty() && i < options.features.size(); ++i)
      add(option, makeBatchPath(options, path, i));
  }

  std::vector<NamedPath> paths;
};

} // namespace

static NamedPaths collectInputs(const Options &options) {
  NamedPaths inputs;
  inputs.add(kSpec, options.spec);
  inputs.add("--machine-file", options.machineFile);
  inputs.add("--max-ids-file", options.maxIdsFile);
  for (const std::string &path : options.features)
    inputs.add("--features", path);
  for (const std::string &path : options.mergeFdo) {
    inputs.add("--merge-fdo", path);
    std::error_code ignored;
    for (const auto &file : fs::directory_iterator(path, ignored))
      inputs.add("--merge-fdo", file.path().string());
  }
  inputs.add("--tables", options.run.tables);
  if (options.quantizeTables.ends_with(".json"))
    inputs.add("--quantize-tables", options.quantizeTables);
  inputs.addBatches(options, "--expect", options.run.expect);
  inputs.add("--shard-tables", options.tables.shard);
  inputs.add("--unshard-tables", options.tables.unshard);
  inputs.add("--reshard-tables", options.tables.reshard);
  return inputs;
}

/// A folder of --fdo gets a new file.
static NamedPaths collectOutputs(const Options &options) {
  NamedPaths outputs;
  if (options.convertsTables())
    outputs.add("--outputs", options.outputs);
  else
    outputs.addBatches(options, "--outputs", options.outputs);
  outputs.add("--write-spec", options.writeSpec);
  outputs.add("--suggest-limits", options.suggestLimits);
  outputs.add("--table-outputs", options.tables.outputs);
  if (!options.fdo.ends_with("/"))
    outputs.add("--fdo", options.fdo);
  return outputs;
}

/// The file that a link to nothing would make, and others as they are.
static fs::path followDangling(fs::path path) {
  std::error_code error;
  for (int i = 0; i < 40 && fs::is_symlink(path, error); ++i) {
    const fs::path next = fs::read_symlink(path, error);
    if (error)
      break;
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return path;
}

/// Equal for paths of one file.
static std::string makeKey(const std::string &path) {
  struct stat file;
  if (stat(path.c_str(), &file) == 0)
    return absl::StrCat(file.st_dev, ":", file.st_ino);
  std::error_code error;
  const fs::path target = followDangling(path);
  fs::path absolute = fs::absolute(target, error);
  fs::path canonical = fs::weakly_canonical(absolute, error);
  return (error ? absolute.lexically_normal() : canonical).string();
}

static bool isOwnInput(const NamedPath &output, const NamedPath &input) {
  return output.option == "--table-outputs" &&
         (input.option == "--shard-tables" ||
          input.option == "--unshard-tables" ||
          input.option == "--reshard-tables");
}

/// "--features reads it", or with its own spelling.
static std::string describeUse(const NamedPath &output, const NamedPath &other,
                               bool isInput) {
  const bool isSpec = other.option == kSpec;
  if (output.path != other.path)
    return absl::StrCat(other.option,
                        isSpec    ? " is '"
                        : isInput ? " reads '"
                                  : " writes '",
                        other.path, "', the same file");
  if (isSpec)
    return absl::StrCat("that is ", kSpec);
  return absl::StrCat(other.option, isInput ? " reads it" : " writes it too");
}

static std::string describeClash(const NamedPath &output,
                                 const NamedPath &other, bool isInput) {
  return absl::StrCat(output.option, " writes '", output.path, "', but ",
                      describeUse(output, other, isInput), "; write ",
                      isInput ? "another file" : "two files");
}

std::string findPathProblem(const Options &options) {
  std::multimap<std::string, NamedPath> inputs;
  for (NamedPath &input : collectInputs(options).paths)
    inputs.emplace(makeKey(input.path), std::move(input));
  std::map<std::string, NamedPath> outputs;
  for (const NamedPath &output : collectOutputs(options).paths) {
    const std::string key = makeKey(output.path);
    auto [place, isNew] = outputs.try_emplace(key, output);
    if (!isNew)
      return describeClash(output, place->second, false);
    auto [first, last] = inputs.equal_range(key);
    for (auto input = first; input != last; ++input)
      if (!isOwnInput(output, input->second))
        return describeClash(output, input->second, true);
  }
  return "";
}

} // namespace sc::prep
