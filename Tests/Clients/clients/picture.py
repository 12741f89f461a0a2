"""Pictures: pixels as bytes, without any library."""

import struct
import zlib


class Picture:
    """Rows of pixels, three bytes each: red, green, blue."""

    def __init__(self, width, height, pixels):
        self.width, self.height, self.pixels = width, height, bytes(pixels)

    @classmethod
    def filled(cls, width, height, color):
        return cls(width, height, bytes(color) * (width * height))

    @classmethod
    def from_ppm(cls, data):
        kind, width, height, depth, pixels = data.split(None, 4)
        assert (kind, depth) == (b"P6", b"255"), "not a PPM of eight bits a channel"
        # One byte of white ends the header; the split takes more where pixels look like it.
        return cls(int(width), int(height), data[len(data) - int(width) * int(height) * 3 :])

    @classmethod
    def from_xwd(cls, data):
        """What Xvfb keeps in its framebuffer file: an X window dump of 32 bits a pixel."""
        head = struct.unpack(">25I", data[:100])
        size, width, height, stride, colors = head[0], head[4], head[5], head[12], head[19]
        start = size + colors * 12
        rows = []
        for y in range(height):
            row = data[start + y * stride : start + y * stride + width * 4]
            rgb = bytearray(width * 3)
            rgb[0::3], rgb[1::3], rgb[2::3] = row[2::4], row[1::4], row[0::4]
            rows.append(bytes(rgb))
        return cls(width, height, b"".join(rows))

    def row(self, y, left=0, right=None):
        right = self.width if right is None else right
        return self.pixels[(y * self.width + left) * 3 : (y * self.width + right) * 3]

    def pixel(self, x, y):
        return self.row(y, x, x + 1)

    def column(self, x):
        step = self.width * 3
        return b"".join(self.pixels[x * 3 + channel :: step] for channel in range(3))

    def crop(self, left, top, width, height):
        rows = [self.row(y, left, left + width) for y in range(top, top + height)]
        return Picture(width, height, b"".join(rows))

    def columns_of(self, color):
        """The columns that hold a pixel of this colour."""
        color, found = bytes(color), set()
        for y in range(self.height):
            row, at = self.row(y), -1
            while (at := row.find(color, at + 1)) >= 0:
                if at % 3 == 0:
                    found.add(at // 3)
        return found

    def columns_unlike(self, other):
        """The columns in which two pictures of one size differ."""
        found = set()
        for y in range(self.height):
            mine, others = self.row(y), other.row(y)
            if mine != others:
                places = range(0, len(mine), 3)
                found.update(x // 3 for x in places if mine[x : x + 3] != others[x : x + 3])
        return found

    def zoomed(self, factor):
        rows = []
        for y in range(self.height):
            row = self.row(y)
            wide = b"".join(row[x : x + 3] * factor for x in range(0, len(row), 3))
            rows += [wide] * factor
        return Picture(self.width * factor, self.height * factor, b"".join(rows))

    def save(self, path):
        """As PNG."""
        raw = b"".join(b"\0" + self.row(y) for y in range(self.height))

        def chunk(kind, data):
            body = kind + data
            return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        with open(path, "wb") as file:
            file.write(
                b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw))
                + chunk(b"IEND", b"")
            )


def sheet(columns, gap=3, ground=(0x77, 0x77, 0x77)):
    """A contact sheet: one column for each list of pictures, from the top."""
    widths = [max(picture.width for picture in column) for column in columns]
    rows = max(len(column) for column in columns)
    heights = [max(column[y].height for column in columns if y < len(column)) for y in range(rows)]
    lines = []
    for y, height in enumerate(heights):
        for offset in range(height):
            line = b""
            for column, width in zip(columns, widths):
                cell = column[y] if y < len(column) else None
                part = cell.row(offset) if cell and offset < cell.height else b""
                line += part + bytes(ground) * (width - len(part) // 3 + gap)
            lines.append(line)
        lines += [bytes(ground) * sum(width + gap for width in widths)] * gap
    return Picture(len(lines[0]) // 3, len(lines), b"".join(lines))
