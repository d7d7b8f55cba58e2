//===-- NpzPiecesTest.cpp - arrays that memory need not hold --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading in pieces, and writing what is made on demand.

#include "test/unit/support/NpzTest.h"

#include <limits>

namespace sc::test {
namespace {

using namespace sc::runtime;
using format::ElementType;
using testing::ElementsAre;
using testing::ElementsAreArray;

struct Pieces {
  absl::Status status;
  std::vector<int64_t> offsets;
  std::string bytes;
};

static Pieces readPieces(const std::string &file, int64_t pieceBytes) {
  Pieces pieces;
  absl::StatusOr<NpzReader> reader = openBytes(file);
  if (!reader.ok()) {
    pieces.status = reader.status();
    return pieces;
  }
  pieces.status = reader->readPieces(
      "x", pieceBytes, [&](int64_t offset, std::span<const std::byte> piece) {
        EXPECT_EQ(offset, std::ssize(pieces.bytes));
        pieces.offsets.push_back(offset);
        pieces.bytes.append(reinterpret_cast<const char *>(piece.data()),
                            piece.size());
      });
  return pieces;
}

TEST(NpzPieces, WholeElementsInTheOrderOfTheFile) {
  std::vector<int32_t> values(10);
  for (int i = 0; i < 10; ++i)
    values[i] = i * 1000003;
  for (const char *fortran : {"False", "True"}) {
    std::string npy =
        makeNpy(makeLiteral("<i4", "(2, 5)", fortran), toBytes(values));
    for (int method : {ZIP_CM_STORE, ZIP_CM_DEFLATE}) {
      std::string file = makeZip({{"x.npy", npy}}, method);
      Pieces pieces = readPieces(file, 19); // 4 elements
      EXPECT_TRUE(pieces.status.ok()) << pieces.status;
      EXPECT_THAT(pieces.offsets, ElementsAre(0, 16, 32));
      EXPECT_EQ(pieces.bytes, toBytes(values));
      EXPECT_EQ(readPieces(file, 0).offsets.size(), 10u);
      EXPECT_THAT(readPieces(file, 40).offsets, ElementsAre(0));
      EXPECT_THAT(readPieces(file, std::numeric_limits<int64_t>::max()).offsets,
                  ElementsAre(0));
    }
  }
}

TEST(NpzPieces, BigEndianIsTurnedAround) {
  std::string npy = makeNpy(makeLiteral(">i2", "(3,)"), "");
  EXPECT_EQ(readPieces(makeZip({{"x.npy", npy}}), 4).status.message(),
            "test.npz: array 'x': dtype '>i2' is not supported");
  npy = makeNpy(makeLiteral(">i4", "(3,)"), "abcdefghijkl");
  EXPECT_EQ(readPieces(makeZip({{"x.npy", npy}}), 8).bytes, "dcbahgfelkji");
}

TEST(NpzPieces, ArraysWithoutElements) {
  std::string npy = makeNpy(makeLiteral("<f4", "(0, 3)"), "");
  Pieces pieces = readPieces(makeZip({{"x.npy", npy}}), 8);
  EXPECT_TRUE(pieces.status.ok()) << pieces.status;
  EXPECT_TRUE(pieces.offsets.empty());
}

TEST(NpzPieces, Errors) {
  auto getError = [](const std::string &file) {
    return std::string(readPieces(file, 8).status.message());
  };
  std::string npy = makeNpy(makeLiteral("<i4", "(3,)"), "abcdefgh");
  EXPECT_EQ(getError(makeZip({{"x.npy", npy}})),
            "test.npz: array 'x': i32[3] needs 12 bytes, but there are 8");
  EXPECT_EQ(getError(makeZip({{"y.npy", npy}})),
            "test.npz: array 'x': is not in the file");
  npy += "ijkl";
  std::string file = makeZip({{"x.npy", npy}});
  file[file.find("abcdefgh")] = '?';
  EXPECT_EQ(getError(file), "test.npz: array 'x': corrupt: CRC error");
}

class NpzProducedTest : public testing::Test {
protected:
  void TearDown() override { std::remove(path.c_str()); }

  std::string path = getTempPath("produced.npz");
};

TEST_F(NpzProducedTest, EqualsWhatIsAdded) {
  std::vector<int32_t> values(100000);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int32_t>(i * 2654435761u);
  std::span<const std::byte> bytes = std::as_bytes(std::span(values));
  const std::vector<int64_t> shape = {100, 1000};
  std::vector<std::string> files;
  int64_t expected = 0;
  auto produce = [&](int64_t offset, std::span<std::byte> part) {
    EXPECT_EQ(offset, expected); // once, from first to last
    expected += std::ssize(part);
    std::memcpy(part.data(), bytes.data() + offset, part.size());
  };
  for (bool isProduced : {false, true}) {
    absl::StatusOr<NpzWriter> writer = NpzWriter::create(path);
    ASSERT_TRUE(writer.ok());
    ASSERT_TRUE(
        (isProduced ? writer->addProduced("x", ElementType::I32, shape, produce)
                    : writer->add("x", ElementType::I32, shape, bytes))
            .ok());
    ASSERT_TRUE(writer->add("y", ElementType::I32, shape, bytes).ok());
    absl::Status status = writer->finish();
    ASSERT_TRUE(status.ok()) << status;
    files.push_back(readFile(path));
  }
  EXPECT_EQ(expected, std::ssize(bytes));
  EXPECT_THAT(readArray<int32_t>(files[1], "x"), ElementsAreArray(values));
  EXPECT_THAT(readArray<int32_t>(files[1], "y"), ElementsAreArray(values));
}

TEST_F(NpzProducedTest, ArraysWithoutElements) {
  absl::StatusOr<NpzWriter> writer = NpzWriter::create(path);
  ASSERT_TRUE(writer.ok());
  auto produce = [](int64_t, std::span<std::byte>) { FAIL(); };
  const std::vector<int64_t> shape = {0, 3};
  ASSERT_TRUE(writer->addProduced("x", ElementType::F32, shape, produce).ok());
  ASSERT_TRUE(writer->finish().ok());
  EXPECT_TRUE(readArray<float>(readFile(path), "x").empty());
}

TEST_F(NpzProducedTest, Errors) {
  absl::StatusOr<NpzWriter> writer = NpzWriter::create(path);
  ASSERT_TRUE(writer.ok());
  auto produce = [](int64_t, std::span<std::byte>) {};
  std::vector<int64_t> shape = {int64_t(1) << 62, 2};
  EXPECT_EQ(
      writer->addProduced("x", ElementType::F32, shape, produce).message(),
      path + ": array 'x': f32[4611686018427387904x2] has more bytes "
             "than 64 bits count");
  shape = {2};
  EXPECT_TRUE(writer->addProduced("x", ElementType::F32, shape, produce).ok());
  EXPECT_EQ(
      writer->addProduced("x", ElementType::F32, shape, produce).message(),
      path + ": array 'x' is written twice");
}

} // namespace
} // namespace sc::test
