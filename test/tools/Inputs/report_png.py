# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads PNG files with the standard library alone: 8 bits, RGB or RGBA, not interlaced."""

import struct
import zlib

CHANNELS = {2: 3, 6: 4}


def read_chunks(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG file"
    position = 8
    while position < len(data):
        size, kind = struct.unpack_from(">I4s", data, position)
        yield kind, data[position + 8:position + 8 + size]
        position += size + 12


def predict(kind, left, up, corner):
    """The prediction of one byte by the filter of its line."""
    if kind == 3:
        return (left + up) // 2
    distances = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    return (left, up, corner)[distances.index(min(distances))]


def unfilter(kind, line, above, channels):
    if kind == 0:
        return line
    if kind == 2:
        return bytearray((value + up) & 255 for value, up in zip(line, above))
    for i, value in enumerate(line):
        left = line[i - channels] if i >= channels else 0
        corner = above[i - channels] if i >= channels else 0
        line[i] = (value + (left if kind == 1 else predict(kind, left, above[i], corner))) & 255
    return line


def read_png(path):
    """(width, height, lines), a line being a list of (r, g, b)."""
    with open(path, "rb") as file:
        chunks = list(read_chunks(file.read()))
    width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", chunks[0][1])
    assert depth == 8 and colour in CHANNELS and interlace == 0, "a form of PNG that is not read"
    channels = CHANNELS[colour]
    raw = zlib.decompress(b"".join(data for kind, data in chunks if kind == b"IDAT"))
    stride, above, lines = width * channels, bytearray(width * channels), []
    assert len(raw) == height * (stride + 1), "lines are missing"
    for start in range(0, len(raw), stride + 1):
        above = unfilter(raw[start], bytearray(raw[start + 1:start + 1 + stride]), above, channels)
        lines.append(list(zip(above[0::channels], above[1::channels], above[2::channels])))
    return width, height, lines
