// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays in the forms that numpy writes.

#include "test/unit/support/NpzTest.h"

namespace sc::test {
namespace {

using namespace sc::runtime;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(NpzReaderTest, ReadsStoredAndDeflated) {
  std::vector<int32_t> values(1000, 7);
  std::string npy = makeNpy(makeLiteral("<i4", "(1000,)"), toBytes(values));
  for (int method : {ZIP_CM_STORE, ZIP_CM_DEFLATE})
    EXPECT_EQ(readArray<int32_t>(makeZip({{"x.npy", npy}}, method), "x"),
              values);
}

TEST(NpzReaderTest, ReadsVersions2And3) {
  std::string literal = makeLiteral("<i4", "(1,)");
  for (char version : {'\x02', '\x03'}) {
    std::string npy = makeNpy(literal, "abcd");
    npy[6] = version;
    npy.insert(10, std::string("\0\0", 2));
    EXPECT_THAT(readArray<uint32_t>(makeZip({{"x.npy", npy}}), "x"),
                ElementsAre(0x64636261));
  }
}

TEST(NpzReaderTest, FortranOrderBecomesRowMajor) {
  std::vector<int32_t> columns = {11, 21, 12, 22, 13, 23};
  std::string npy =
      makeNpy(makeLiteral("<i4", "(2, 3)", "True"), toBytes(columns));
  EXPECT_THAT(readArray<int32_t>(makeZip({{"x.npy", npy}}), "x"),
              ElementsAre(11, 12, 13, 21, 22, 23));
}

TEST(NpzReaderTest, LargeFortranOrder) {
  constexpr int kRows = 211, kColumns = 307;
  std::vector<int64_t> columns;
  for (int column = 0; column < kColumns; ++column)
    for (int row = 0; row < kRows; ++row)
      columns.push_back(row * kColumns + column);
  std::string npy =
      makeNpy(makeLiteral("<i8", "(211, 307)", "True"), toBytes(columns));
  std::vector<int64_t> rows =
      readArray<int64_t>(makeZip({{"x.npy", npy}}), "x");
  for (int64_t index = 0; index < int64_t(rows.size()); ++index)
    ASSERT_EQ(rows[index], index);
}

TEST(NpzReaderTest, BigEndianIsTurnedAround) {
  std::string npy =
      makeNpy(makeLiteral(">i4", "(2,)"), std::string("\0\0\0\1\0\0\1\0", 8));
  EXPECT_THAT(readArray<int32_t>(makeZip({{"x.npy", npy}}), "x"),
              ElementsAre(1, 256));
}

TEST(NpzReaderTest, ScalarsAndEmptyArrays) {
  std::string scalar = makeNpy(makeLiteral("<i4", "()"), "abcd");
  EXPECT_EQ(readArray<int32_t>(makeZip({{"x.npy", scalar}}), "x").size(), 1u);
  std::string empty = makeNpy(makeLiteral("<i4", "(0, 5)", "True"), "");
  EXPECT_EQ(readArray<int32_t>(makeZip({{"x.npy", empty}}), "x").size(), 0u);
}

TEST(NpzReaderTest, HeadersAreReadAlone) {
  std::string npy = makeNpy(makeLiteral("<f2", "(3, 4)", "True"), "");
  std::string bytes = makeZip({{"x.npy", npy}});
  absl::StatusOr<NpzReader> reader = openBytes(bytes);
  ASSERT_TRUE(reader.ok());
  absl::StatusOr<NpyHeader> header = reader->readHeader("x");
  ASSERT_TRUE(header.ok()) << header.status();
  EXPECT_EQ(header->formatType(), "f16[3x4]");
  EXPECT_TRUE(header->isFortranOrder);
}

TEST(NpzReaderTest, OtherMembersDoNoHarm) {
  std::string good = makeNpy(makeLiteral("<i4", "(1,)"), "abcd");
  std::string meta = makeNpy(makeLiteral("<U4", "()"), std::string(16, 'a'));
  std::string bytes = makeZip({{"meta.npy", meta},
                               {"object.npy", "no array at all"},
                               {"readme.txt", "text"},
                               {"x.npy", good}});
  absl::StatusOr<NpzReader> reader = openBytes(bytes);
  ASSERT_TRUE(reader.ok());
  EXPECT_THAT(reader->getNames(), ElementsAre("meta", "object", "x"));
  EXPECT_TRUE(reader->read("x").ok());
  EXPECT_TRUE(reader->contains("meta"));
  EXPECT_FALSE(reader->contains("readme.txt"));
  EXPECT_EQ(reader->read("meta").status().message(),
            "test.npz: array 'meta': dtype '<U4' is not supported");
}

TEST(NpzReaderTest, ReadIntoNeedsTheExactSize) {
  std::string npy = makeNpy(makeLiteral("<i4", "(2,)"), "abcdefgh");
  std::string bytes = makeZip({{"x.npy", npy}});
  absl::StatusOr<NpzReader> reader = openBytes(bytes);
  ASSERT_TRUE(reader.ok());
  std::vector<std::byte> small(4), right(8);
  EXPECT_EQ(reader->readInto("x", small).message(),
            "test.npz: array 'x': i32[2] has 8 bytes, but the destination 4");
  EXPECT_TRUE(reader->readInto("x", right).ok());
  EXPECT_EQ(std::memcmp(right.data(), "abcdefgh", 8), 0);
}

TEST(NpzReaderTest, MissingArrays) {
  std::string bytes = makeZip({{"a.npy", "x"}});
  EXPECT_EQ(getReadError(bytes), "test.npz: array 'x': is not in the file");
}

TEST(NpzReaderTest, FilesThatCannotBeOpened) {
  auto getOpenError = [](const std::string &path) {
    return std::string(NpzReader::open(path).status().message());
  };
  std::string missing = getTempPath("missing.npz");
  EXPECT_THAT(getOpenError(missing), HasSubstr(missing + ": cannot read as "
                                                         ".npz: No such file"));
  EXPECT_EQ(getOpenError("/tmp"), "/tmp: is a directory");
  EXPECT_EQ(getReadError("these bytes are not a zip file"),
            "test.npz: cannot read as .npz: Not a zip archive");
}

} // namespace
} // namespace sc::test
