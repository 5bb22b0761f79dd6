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

FAST, SMALL = 2, 5  # levels of compression: the smallest of those that `isal` takes little time for, and of zlib
SIGNATURE = b"\x89PNG\r\n\x1a\n"
EIGHT_BITS, OF_A_PALETTE = 8, 3


def png(canvas: Image.Image, palette: bytes, *, small: bool = False) -> bytes:
    """The file of a picture whose pixels (mode L) are numbers of colors in the palette, three bytes each.

    A small one takes five times as long.
    """
    header = struct.pack(">IIBBBBB", *canvas.size, EIGHT_BITS, OF_A_PALETTE, 0, 0, 0)
    content = _deflated(_rows(canvas), small=small)
    parts = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", content), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(kind, data) for kind, data in parts)


def _rows(canvas: Image.Image) -> bytes:
    """The pixels, each row after a zero, which says that no filter was used."""
    wider = Image.new("L", (canvas.width + 1, canvas.height))
    wider.paste(canvas, (1, 0))
    return wider.tobytes()


def _deflated(rows: bytes, *, small: bool) -> bytes:
    if small or isal_zlib is None:
        return zlib.compress(rows, SMALL if small else FAST)
    return isal_zlib.compress(rows, FAST)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
