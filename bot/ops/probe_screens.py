"""The screens that a probe posts: a small one, and one at every limit that our own screens keep. Knows no Discord."""

import struct
import zlib

from bot.screens.screen import (
    MOST_BUTTON,
    MOST_DETAIL,
    MOST_LABEL,
    MOST_TEXT,
    Attachment,
    Button,
    Buttons,
    ButtonStyle,
    Divider,
    EntitySelect,
    Option,
    Part,
    PersonSelect,
    Picture,
    Screen,
    Section,
    Select,
    Text,
)
from bot.text.words import Words
from engine import Table
from engine.games import GAMES
from render import draw

ACCENT = 0x5865F2
SIDE = 200  # pixels of a small picture
MOST_ALT = 1_000  # letters of our longest alt text
MOST_ID = 60  # letters of our longest custom_id
MOST_OPTIONS, MOST_ROWS = 25, 4
RECORD = 512 * 1024  # bytes; the largest film of a game that was measured has 322 kB
SEATS = 4


def note(words: Words, *parts: Part) -> Screen:
    """A small message that says what it is."""
    return Screen((Text(words("probe.here")), *parts), accent=ACCENT)


def png(side: int = SIDE, shade: int = 0) -> bytes:
    """A square picture of one shade of gray, 0 to 255."""
    rows = (b"\0" + bytes([shade]) * side) * side
    header = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def largest(words: Words, channel: int) -> Screen:
    """As much of everything as any of our screens has, and as many components: 38.

    `channel`: one that is chosen in a list. Draws a picture, so it takes CPU.
    """
    here = words("probe.here")
    board = draw(Table.new(GAMES["azul"], SEATS, {}, "probe").view(None), ["Ana"] * SEATS, words)
    buttons = (
        Button(_label("link", MOST_BUTTON), link="https://discord.com"),
        Button(_label("off", MOST_BUTTON), _label("probe:off", MOST_ID), ButtonStyle.GRAVE, off=True),
        *(Button(_label(f"b{n}", MOST_BUTTON), _label(f"probe:{n}", MOST_ID)) for n in range(5 * MOST_ROWS - 2)),
    )
    return Screen(
        (
            Text(_label(here, MOST_TEXT - MOST_LABEL)),
            Picture("board.png", board, _label("board", MOST_ALT)),
            Attachment("record.txt", b"probe\n" * (RECORD // 6)),
            Section(_label("section", MOST_LABEL), Button("section", "probe:section", ButtonStyle.MAIN)),
            Select(_label("probe:select", MOST_ID), _label("select", MOST_LABEL), _options(), 0, MOST_OPTIONS),
            PersonSelect(_label("probe:people", MOST_ID), _label("people", MOST_LABEL), MOST_OPTIONS),
            EntitySelect(_label("probe:channels", MOST_ID), "channels", "channels", (channel,)),
            Buttons(buttons),
            Divider(),
        ),
        accent=ACCENT,
    )


def _options() -> tuple[Option, ...]:
    names = (f"o{n}" for n in range(MOST_OPTIONS))
    return tuple(Option(_label(one, MOST_LABEL), _label(one, MOST_ID), _label(one, MOST_DETAIL)) for one in names)


def _label(start: str, length: int) -> str:
    """A text of exactly that length that begins so."""
    return f"{start} ".ljust(length, "x")[:length]
