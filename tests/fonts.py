"""Makes the files of the font for browsers in `data/fonts`: `make fonts`, after the font or `LATIN` has changed.

The letters are those of the font, cut in two; tables that nothing uses are left out, such as kerning, which pictures do
not have. It needs fontTools and Brotli, which the bot does not.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from render.looks.font import FONT_FILES, browser_files


def made(font: Path, codes: Iterable[int]) -> bytes:
    """The file with these letters of the font; always the same bytes with the same libraries."""
    from fontTools import subset

    wanted = subset.Options(
        flavor="woff2", layout_features=[], hinting=False, notdef_outline=True, recalc_timestamp=False
    )
    wanted.name_IDs = [0, 1, 2, 13, 14]  # the names of its makers and its licence stay in it
    file, cutter = BytesIO(), subset.Subsetter(wanted)
    cutter.populate(unicodes=codes)
    with subset.load_font(str(font), wanted) as opened:
        cutter.subset(opened)
        subset.save_font(opened, file, wanted)
    return file.getvalue()


def files() -> dict[Path, bytes]:
    """Every file and what is to stand in it."""
    return {
        path: made(FONT_FILES[weight], codes) for weight in FONT_FILES for path, codes in browser_files(weight).items()
    }


if __name__ == "__main__":
    for path, content in files().items():
        path.write_bytes(content)
        sys.stdout.write(f"{path.name}: {len(content)} bytes\n")
