"""Stylesheets of pictures: the color variable and the font of each class, and the values of the variables.

Knows nothing about positions. A theme is a set of variables, so a page changes its theme by changing one sheet.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby

from render.looks.font import FONT_FILES, browser_files
from render.looks.theme import COLOR_FIELDS, Color, RoleLook, load_theme, theme_names
from render.svg.elements import role_class

FONT_FAMILY = "Manrope"
FONT_WEIGHTS = {"medium": 500, "bold": 700, "heavy": 800}
TEXT_ANCHORS = {"left": "start", "center": "middle", "right": "end"}
PART_RULES = """svg.scene{background:var(--board);font-family:%s,sans-serif;font-kerning:none;\
font-variant-ligatures:none;text-rendering:geometricPrecision}
.scene .fill{fill:var(--role-fill)}
.scene .edge{fill:var(--role-edge)}
.scene use,.scene .mark{fill:var(--role-mark)}
.scene .ink,.scene text,.scene tspan{fill:var(--role-ink)}
.scene .ground{fill:var(--role-ground)}
.scene .gap{fill:none;stroke:var(--role-fill)}
.scene .stroke{fill:none;stroke:var(--role-edge)}
.scene .rim{fill:var(--role-fill);stroke:var(--role-edge)}
"""


@cache
def role_css(game: str) -> str:
    """Return the stylesheet of the roles of a game, the same in every theme. Raises KeyError for an unknown game."""
    looks = load_theme("light", game).looks
    sheet = PART_RULES % FONT_FAMILY
    for role, look in looks.items():
        parts = [f"--role-{part}:var({_variable_names(game)[role, part]})" for part, _ in _colored_parts(look)]
        parts += (
            [f"font-weight:{FONT_WEIGHTS[look.weight]}", f"text-anchor:{TEXT_ANCHORS[look.anchor]}"] if look.ink else []
        )
        sheet += f".{game} .{role_class(role)}{{{';'.join(parts)}}}\n"
    return sheet


@cache
def theme_css(theme: str, game: str, selector: str = ":root") -> str:
    """Return the stylesheet that sets the variables of a theme, and of a game in it, for the selector.

    The tokens of a theme are variables for all pages (`--board`, `--on-acting`). Raises KeyError like `load_theme`.
    """
    loaded = load_theme(theme, game)
    named = {_variable_name(token): color for token, color in loaded.colors.items()}
    for role, look in loaded.looks.items():
        for part, color in _colored_parts(look):
            named.setdefault(_variable_names(game)[role, part], color)
    return f"{selector}{{{';'.join(f'{name}:#{bytes(color).hex()}' for name, color in named.items())}}}\n"


def font_css(folder: str = "") -> str:
    """Return the stylesheet with the font files; `folder` is relative to the sheet.

    Each weight has a file that every page needs, and one for rarer letters, which browsers load on demand.
    """
    files = (
        (path.name, FONT_WEIGHTS[weight], codes)
        for weight in FONT_FILES
        for path, codes in browser_files(weight).items()
    )
    return "".join(
        f"@font-face{{font-family:{FONT_FAMILY};font-weight:{weight};font-display:swap;"
        f'src:url("{folder}{name}") format("woff2");unicode-range:{_unicode_ranges(codes)}}}\n'
        for name, weight, codes in files
    )


def _unicode_ranges(codes: Iterable[int]) -> str:
    """Return the code points in CSS notation, consecutive ones as one range.

    >>> _unicode_ranges([0x41, 0x42, 0x43, 0x20AC])
    'U+41-43,U+20AC'
    """
    runs = ([code for _, code in run] for _, run in groupby(enumerate(sorted(codes)), lambda pair: pair[1] - pair[0]))
    return ",".join(f"U+{run[0]:X}-{run[-1]:X}" if len(run) > 1 else f"U+{run[0]:X}" for run in runs)


def _colored_parts(look: RoleLook) -> Iterator[tuple[str, Color]]:
    """Yield the parts that have a color; the background counts only in forms that paint it."""
    for part in COLOR_FIELDS:
        color = getattr(look, part)
        if color is not None and (part != "ground" or look.form == "column"):
            yield part, color


@cache
def _variable_names(game: str) -> Mapping[tuple[str, str], str]:
    """Return the variable of each part of each role; parts that have equal colors in every theme share a variable."""
    themes = [load_theme(theme, game) for theme in theme_names()]
    tokens = [*themes[0].colors][::-1]  # reversed, so that the first of equal tokens remains
    known = {tuple(theme.colors[token] for theme in themes): _variable_name(token) for token in tokens}
    found = {}
    for role, look in themes[0].looks.items():
        for part, _ in _colored_parts(look):
            colors = tuple(getattr(theme.looks[role], part) for theme in themes)
            found[role, part] = known.setdefault(colors, _variable_name(f"{game} {role} {part}"))
    return found


def _variable_name(words: str) -> str:
    return f"--{words.replace(' ', '-').replace('_', '-')}"
