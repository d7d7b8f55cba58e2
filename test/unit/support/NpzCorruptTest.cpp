// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that lie about what they hold.

#include "test/unit/support/NpzTest.h"

#include <random>

namespace sc::test {
namespace {

using namespace sc::runtime;
using testing::HasSubstr;

TEST(NpzCorruptTest, Headers) {
  EXPECT_EQ(getArrayError("short"),
            "truncated: 5 bytes are too few for a .npy header");
  EXPECT_EQ(getArrayError("0123456789abcdef"),
            "not a .npy array: the magic bytes are missing");
  EXPECT_EQ(getArrayError(makeNpy("", "0123456789")),
            "malformed .npy header: 0 bytes");
  EXPECT_EQ(getArrayError(makeNpy("{}  ", "")),
            "malformed .npy header: one of descr, fortran_order and shape is "
            "missing at byte 4");
  std::string cut = makeNpy(makeLiteral("<f4", "(2,)"), "");
  EXPECT_EQ(getArrayError(cut.substr(0, 40)),
            "truncated: 55 bytes were expected, 28 found");
}

TEST(NpzCorruptTest, SizesMustAgree) {
  std::string literal = makeLiteral("<f4", "(2, 2)");
  EXPECT_EQ(getArrayError(makeNpy(literal, std::string(15, 'a'))),
            "f32[2x2] needs 16 bytes, but there are 15");
  EXPECT_EQ(getArrayError(makeNpy(literal, std::string(17, 'a'))),
            "f32[2x2] needs 16 bytes, but there are 17");
  EXPECT_EQ(getArrayError(makeNpy(makeLiteral("<f8", "(1000000000000,)"), "")),
            "f64[1000000000000] needs 8000000000000 bytes, but there are 0");
}

TEST(NpzCorruptTest, DuplicatedNames) {
  std::string npy = makeNpy(makeLiteral("<i4", "(1,)"), "abcd");
  std::string bytes = makeZip({{"x.npy", npy}, {"y.npy", npy}});
  for (size_t place; (place = bytes.find("y.npy")) != std::string::npos;)
    bytes[place] = 'x';
  EXPECT_EQ(getReadError(bytes), "test.npz: array 'x': occurs 2 times");
}

/// Bytes of a zip file with one deflated member and the place of its entry in
/// the directory.
std::pair<std::string, size_t> makeDeflated() {
  std::string npy =
      makeNpy(makeLiteral("<i4", "(1000,)"), std::string(4000, 'a'));
  std::string bytes = makeZip({{"x.npy", npy}}, ZIP_CM_DEFLATE);
  return {bytes, bytes.find("PK\x01\x02")};
}

TEST(NpzCorruptTest, SizesThatCannotBe) {
  auto [bytes, entry] = makeDeflated();
  uint32_t size = 0xF0000000;
  std::memcpy(bytes.data() + entry + 24, &size, sizeof(size));
  EXPECT_THAT(getReadError(bytes),
              testing::MatchesRegex("test.npz: array 'x': corrupt: [0-9]+ "
                                    "packed bytes cannot hold 4026531840"));
}

TEST(NpzCorruptTest, CompressionMethods) {
  auto [bytes, entry] = makeDeflated();
  bytes[entry + 10] = 12;
  EXPECT_EQ(getReadError(bytes),
            "test.npz: array 'x': compression method 12 is not supported");
}

TEST(NpzCorruptTest, Encryption) {
  auto [bytes, entry] = makeDeflated();
  bytes[entry + 8] |= 1;
  EXPECT_EQ(getReadError(bytes),
            "test.npz: array 'x': encrypted members are not supported");
}

TEST(NpzCorruptTest, Checksums) {
  std::string npy = makeNpy(makeLiteral("<i4", "(1,)"), "abcd");
  std::string bytes = makeZip({{"x.npy", npy}});
  bytes[bytes.find("abcd")] = 'z';
  EXPECT_EQ(getReadError(bytes), "test.npz: array 'x': corrupt: CRC error");
}

TEST(NpzCorruptTest, EveryTruncationIsAnError) {
  auto [bytes, entry] = makeDeflated();
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_NE(getReadError(bytes.substr(0, size)), "") << size;
}

TEST(NpzCorruptTest, RandomBytesDoNotCrash) {
  auto seed = std::random_device()();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  auto [sample, entry] = makeDeflated();
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = sample;
    for (unsigned change = 0; change <= random() % 3; ++change)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    getReadError(bytes);
  }
}

} // namespace
} // namespace sc::test
