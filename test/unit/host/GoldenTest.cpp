//===-- GoldenTest.cpp - equal to jax-tpu-embedding, bit for bit ----------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every file of test/host/goldens, on one thread and on several.

#include "test/unit/host/Golden.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <thread>

namespace sc::test {
namespace {

using namespace host;
using testing::HasSubstr;

static std::vector<std::string> listGoldens() {
  std::vector<std::string> names;
  for (const auto &entry :
       std::filesystem::directory_iterator(SC_HOST_GOLDENS_DIR))
    if (entry.path().extension() == ".npz")
      names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

class GoldenTest : public testing::TestWithParam<std::string> {
protected:
  std::string getPath() const {
    return std::string(SC_HOST_GOLDENS_DIR) + "/" + GetParam() + ".npz";
  }
};

// Runs all hosts, each on a thread, twice; files are read on this thread.
class Hosts {
public:
  Hosts(const std::string &path, int threads)
      : golden(path), allReduce(golden.getNumHosts()) {
    Options options = golden.getOptions();
    options.threads = threads;
    for (int host = 0; host < golden.getNumHosts(); ++host) {
      auto preprocessor = Preprocessor::create(golden.getStacks(),
                                               golden.getTopology(), options);
      EXPECT_TRUE(preprocessor.ok()) << preprocessor.status();
      preprocessors.push_back(*std::move(preprocessor));
      inputs.push_back(golden.makeInputs(host));
    }
  }

  void expectBatch(int64_t number) {
    std::vector<absl::StatusOr<const Results *>> results(
        preprocessors.size(), absl::UnknownError("has not run"));
    std::vector<std::thread> threads;
    for (size_t host = 0; host < results.size(); ++host)
      threads.emplace_back([&, host] {
        results[host] = preprocessors[host].run(
            {number, inputs[host]}, &allReduce.getHost(static_cast<int>(host)));
        if (!results[host].ok())
          allReduce.cancel(results[host].status());
      });
    for (std::thread &thread : threads)
      thread.join();
    for (size_t host = 0; host < results.size(); ++host) {
      ASSERT_TRUE(results[host].ok()) << results[host].status();
      golden.expectResults(static_cast<int>(host), **results[host]);
    }
  }

private:
  Golden golden;
  InProcessAllReduce allReduce;
  std::vector<Preprocessor> preprocessors;
  std::vector<std::vector<FeatureInput>> inputs;
};

// The published text up to its remedies; JAX's checks say more than that of
// where they stand.
static std::string getCommonText(const std::string &message) {
  std::string prefix = "Check failed: ";
  size_t begin = 0;
  if (message.starts_with(prefix))
    begin = message.find(')') != std::string::npos &&
                    message.find("== 0 (") != std::string::npos
                ? message.find(") ") + 2
                : message.find("Suggested");
  std::string text = message.substr(begin);
  text = text.substr(0, text.find(". "));
  // JAX names the first feature where this library names the stack.
  size_t table = text.find("table ");
  if (begin > 0 && table != std::string::npos)
    text = text.substr(0, table);
  return text;
}

static void expectError(Golden &golden) {
  absl::StatusOr<Preprocessor> preprocessor = Preprocessor::create(
      golden.getStacks(), golden.getTopology(), golden.getOptions());
  absl::Status status = preprocessor.status();
  std::vector<FeatureInput> inputs;
  if (preprocessor.ok()) {
    inputs = golden.makeInputs(0);
    status = preprocessor->run({0, inputs}).status();
  }
  ASSERT_FALSE(status.ok());
  std::string text = getCommonText(golden.getExpectedMessage());
  EXPECT_GT(text.size(), 20u);
  EXPECT_THAT(std::string(status.message()), HasSubstr(text));
}

TEST_P(GoldenTest, IsEqual) {
  Golden golden(getPath());
  if (golden.getExpectedKind() != "ok")
    return expectError(golden);
  for (int threads : {1, 3}) {
    SCOPED_TRACE(threads);
    Hosts hosts(getPath(), threads);
    hosts.expectBatch(0);
    hosts.expectBatch(1);
  }
}

INSTANTIATE_TEST_SUITE_P(All, GoldenTest, testing::ValuesIn(listGoldens()),
                         [](const auto &test) { return test.param; });

TEST(GoldenFiles, AreThere) { EXPECT_EQ(listGoldens().size(), 39u); }

} // namespace
} // namespace sc::test
