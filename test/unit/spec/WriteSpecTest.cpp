//===-- WriteSpecTest.cpp - what is written -------------------------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The JSON form to the letter, and floats that survive.

#include "test/unit/spec/SpecTest.h"

#include <cmath>

namespace sc::spec {
namespace {

TEST(WriteSpec, json) {
  EmbeddingSpec spec = test::makeSpec();
  spec.tables.pop_back();
  spec.features.pop_back();
  spec.tables[0].optimizer = {"adam", 0.1f, "", {{"b", 2}}, {}};
  spec.tables[0].limits.maxIdsPerPartition = 64;
  spec.groups = {{"s", {{"user", 0}}, {}, "somewhere"}};
  spec.numSparseCores = 8;
  spec.areGroupsComplete = true;
  EXPECT_EQ(writeJsonSpec(spec), R"({
  "version": 1,
  "num_sparse_cores": 8,
  "tables": [
    {
      "name": "user",
      "vocabulary_size": 1000,
      "embedding_dim": 16,
      "combiner": "sum",
      "optimizer": {
        "type": "adam",
        "learning_rate": 0.1,
        "float_params": {
          "b": 2.0
        }
      },
      "max_ids_per_partition": 64
    }
  ],
  "features": [
    {
      "name": "clicks",
      "table": "user",
      "input_shape": [
        256,
        3
      ],
      "output_shape": [
        256,
        16
      ]
    }
  ],
  "stacks": [
    {
      "name": "s",
      "tables": [
        {
          "table": "user",
          "rotation": 0
        }
      ]
    }
  ],
  "are_stacks_complete": true,
  "sparsecore_config": {
    "disable_table_stacking": false,
    "max_ids_per_chip_per_sample": 64,
    "max_ids_per_table": {},
    "max_unique_ids_per_table": {},
    "allow_id_dropping": false,
    "initialize_tables_on_host": true,
    "enable_fast_table_initialization": false
  }
}
)");
}

TEST(WriteSpec, jsonWithoutConfig) {
  EmbeddingSpec spec = test::makeSpec();
  spec.config.reset();
  EXPECT_THAT(writeJsonSpec(spec),
              testing::HasSubstr("\"sparsecore_config\": null\n"));
}

TEST(WriteSpec, floatsSurvive) {
  for (float value : {0.1f, -0.0f, 1e-45f, 3.4028235e38f, 16777217.0f, 1e10f}) {
    EmbeddingSpec spec = test::makeSpec();
    spec.tables[0].optimizer.learningRate = value;
    auto read = parseSpec(writeJsonSpec(spec), SpecFormat::Json, "s.json");
    ASSERT_TRUE(read.ok()) << read.status();
    float back = *read->tables[0].optimizer.learningRate;
    EXPECT_EQ(back, value);
    EXPECT_EQ(std::signbit(back), std::signbit(value));
  }
}

TEST(WriteSpec, protoLeavesOutUnsetFields) {
  EmbeddingSpec spec = test::makeSpec();
  spec.tables.pop_back();
  spec.features.pop_back();
  spec.numSparseCores = 4;
  spec.groups = {{"s", {{"user", std::nullopt}}, {64, 32, std::nullopt}, ""}};
  EXPECT_EQ(writeTextProto(test::stackPlainly(spec)),
            R"(stacked_table_specs {
  stack_name: "s"
  stack_vocab_size: 1024
  stack_embedding_dim: 16
  total_sample_count: 256
  max_ids_per_partition: 64
  max_unique_ids_per_partition: 32
  num_sparsecores: 4
  table_specs {
    table_name: "user"
    vocab_size: 1000
    embedding_dim: 16
    padded_vocab_size: 1024
    padded_embedding_dim: 16
    feature_specs {
      feature_name: "clicks"
      input_shape: 256
      input_shape: 3
      output_shape: 256
      output_shape: 16
    }
    combiner: "sum"
    optimizer {
      type: SGD
    }
  }
}
)");
}

} // namespace
} // namespace sc::spec
