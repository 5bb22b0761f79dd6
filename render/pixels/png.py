"""Pictures in 8-bit palette colors to PNG files.

Knows no theme. Pillow compresses with the zlib of the system and tries every filter on every row. Flat colors gain
nothing from filters, and `isal`, where it is installed, compresses as well in a quarter of the time.
"""

import struct
import zlib

from PIL import Image

try:
    from isal import isal_zlib
except ImportError:  # no such package for this system, or for this Python yet
    isal_zlib = None  # type: ignore[assignment]

FAST, SMALL = 2, 6  # levels of compression: the smallest of those that `isal` takes little time for, and of zlib
SIGNATURE = b"\x89PNG\r\n\x1a\n"
EIGHT_BITS, OF_A_PALETTE = 8, 3


def png(canvas: Image.Image, palette: bytes, *, small: bool = False) -> bytes:
    """The file of a picture whose pixels (mode L) are numbers of colors in the palette, three bytes each.

    A small one takes five times as long.
    """
    header = struct.pack(">IIBBBBB", *canvas.size, EIGHT_BITS, OF_A_PALETTE, 0, 0, 0)
    # Each row stands after a zero, which says that no filter was used. Pillow writes that zero after each row instead,
    # in one go with it, so the first one goes before all and the last one is left out.
    rows = memoryview(canvas.tobytes("raw", "L", canvas.width + 1, 1))
    stream = zlib.compressobj(SMALL) if small else (isal_zlib or zlib).compressobj(FAST)
    content = b"".join((stream.compress(b"\0"), stream.compress(rows[:-1]), stream.flush()))
    parts = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", content), (b"IEND", b""))
    return SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
