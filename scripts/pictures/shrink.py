"""Makes a picture small: 64 shades of each colour, best compression, and of its rows those from TOP to BOTTOM, if they are
given. PNG in, PNG out, with the standard library alone. The picture carries the text of NUMBERS, a file with what it shows.

    shrink.py PICTURE [TOP BOTTOM [NUMBERS]]
"""
import struct
import sys
import zlib


def chunks(data):
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        yield kind, data[at + 8 : at + 8 + length]
        at += length + 12


def rows(packed, width, height, step):
    """The bytes of each row, without the filters of PNG."""
    raw, before = zlib.decompress(packed), bytearray(width * step)
    for row in range(height):
        start = row * (width * step + 1)
        kind, line = raw[start], bytearray(raw[start + 1 : start + 1 + width * step])
        for at in range(len(line)):
            left = line[at - step] if at >= step else 0
            up = before[at]
            corner = before[at - step] if at >= step else 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = up
            elif kind == 3:
                guess = (left + up) // 2
            elif kind == 4:
                nearest = left + up - corner
                guess = min((left, up, corner), key=lambda it: abs(nearest - it))
            else:
                guess = 0
            line[at] = (line[at] + guess) & 255
        yield line
        before = line


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


name = sys.argv[1]
with open(name, "rb") as file:
    data = file.read()
parts = list(chunks(data))
width, height, depth, colours = struct.unpack(">IIBB", parts[0][1][:10])
assert depth == 8 and colours in (2, 6), "a picture as chromium takes it"
step = 3 if colours == 2 else 4
picture = b"".join(part for kind, part in parts if kind == b"IDAT")
shades = bytes(min(255, (it + 2) // 4 * 4) for it in range(256))
lines = []
for line in rows(picture, width, height, step):
    plain = bytearray(width * 3)
    for part in range(3):
        plain[part::3] = line[part::step]
    lines.append(b"\0" + bytes(plain).translate(shades))
top, bottom = map(int, sys.argv[2:4]) if len(sys.argv) > 2 else (0, height)
lines = lines[top:bottom]
shown = b""
if len(sys.argv) > 4:
    with open(sys.argv[4], "rb") as file:
        shown = chunk(b"tEXt", b"Numbers\0" + file.read())
head = struct.pack(">IIBBBBB", width, len(lines), 8, 2, 0, 0, 0)
with open(name, "wb") as file:
    file.write(data[:8] + chunk(b"IHDR", head) + shown + chunk(b"IDAT", zlib.compress(b"".join(lines), 9)) + chunk(b"IEND", b""))
