//===-- MachineRegistryTest.cpp - loaded machines beside built-in ones ----===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loaded machines are found as the others are, stay, and are loaded once.

#include "test/unit/target/MachineFileTest.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <thread>

namespace sc {
namespace {

using test::getLoadError;
using test::load;
using test::makeMembers;
using test::Members;
using testing::HasSubstr;

TEST(MachineRegistry, loadedMachinesAreFound) {
  const MachineDescription *machine = load(makeMembers("found"));
  EXPECT_EQ(findMachine("found"), machine);
  EXPECT_GE(machine - &getMachines()[0], 6);
  EXPECT_STREQ(getMachines()[0].name, "v4");
  EXPECT_THAT(listMachineNames(), HasSubstr("v4, v5p, v6e, v7x, 8i, 8t, "));
  EXPECT_THAT(listMachineNames(), HasSubstr("found"));
}

TEST(MachineRegistry, loadedMachinesAreTargets) {
  load(makeMembers("Pod"));
  std::string error;
  std::optional<Target> target = parseTarget("Pod:2x2x1", error);
  ASSERT_TRUE(target) << error;
  EXPECT_EQ(target->devices(), 8);
  EXPECT_EQ(target->sparseCores(), 32);
  EXPECT_FALSE(parseTarget("pod", error));
  EXPECT_THAT(error, HasSubstr("did you mean 'Pod'?"));
}

TEST(MachineRegistry, loadedMachinesArePrinted) {
  load(makeMembers("printed"));
  std::stringstream page;
  printTargets(page);
  EXPECT_THAT(page.str(), HasSubstr(" printed |"));
  EXPECT_THAT(page.str(), HasSubstr("| assumed: machine_"));
}

TEST(MachineRegistry, theSameFileGivesTheSameMachine) {
  const MachineDescription *machine = load(makeMembers("twice"));
  size_t count = getMachines().size();
  EXPECT_EQ(load(makeMembers("twice")), machine);
  EXPECT_EQ(getMachines().size(), count);
}

TEST(MachineRegistry, spansAndPointersStay) {
  std::span<const MachineDescription> before = getMachines();
  const MachineDescription *v5p = findMachine("v5p");
  load(makeMembers("later"));
  EXPECT_EQ(before.data(), getMachines().data());
  EXPECT_EQ(findMachine("v5p"), v5p);
}

TEST(MachineRegistry, anotherMachineOfTheSameName) {
  load(makeMembers("other"));
  Members members = makeMembers("other");
  members["f32_lanes"] = "16";
  EXPECT_EQ(getLoadError(test::print(members)),
            "5:1: machine 'other' was loaded before with other numbers");
  EXPECT_THAT(getLoadError("name", "\"OTHER\""),
              HasSubstr("'OTHER' was loaded before"));
  EXPECT_EQ(findMachine("other")->f32Lanes.value, 8);
}

TEST(MachineRegistry, builtInNamesAreTaken) {
  EXPECT_EQ(getLoadError("name", "\"v5p\""),
            "5:1: machine 'v5p' has the name of a built-in machine");
  EXPECT_THAT(getLoadError("name", "\"8T\""),
              HasSubstr("has the name of a built-in machine"));
  EXPECT_EQ(findMachine("v5p")->devicesPerChip.value, 1);
}

TEST(MachineRegistry, threadsLoadAndFind) {
  std::string path =
      test::writeFile("threads", test::print(makeMembers("threads")));
  const MachineDescription *loaded[4] = {};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      std::string error;
      loaded[i] = loadMachineFile(path, error);
      for (const MachineDescription &machine : getMachines())
        EXPECT_EQ(findMachine(machine.name), &machine);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const MachineDescription *machine : loaded)
    EXPECT_EQ(machine, findMachine("threads"));
  EXPECT_NE(loaded[0], nullptr);
}

/// Prints the error of the first machine that is refused, and how many there
/// are then.
[[noreturn]] static void fillRegistry() {
  std::string error;
  for (int i = 0; i <= 64 && error.empty(); ++i) {
    Members members = makeMembers("full" + std::to_string(i));
    std::string path = test::writeFile("full", test::print(members));
    loadMachineFile(path, error);
    std::remove(path.c_str());
  }
  std::fprintf(stderr, "%s; %zu machines\n", error.c_str(),
               getMachines().size());
  std::_Exit(0);
}

/// In a process of its own, which leaves room for the other tests.
TEST(MachineRegistryDeathTest, oneTooMany) {
  EXPECT_EXIT(fillRegistry(), testing::ExitedWithCode(0),
              "machine 'full.*' is one too many: 64 may be loaded; "
              "70 machines");
}

} // namespace
} // namespace sc
