"""Stylesheets of positions: which color each class has, which letters; the colors themselves are variables.

Knows no scene and no position; a theme is a set of variables, so that a page changes it by changing one sheet.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby

from render.looks.font import FILES, halves
from render.looks.theme import PAINTED, Color, RoleLook, load, names
from render.svg.elements import role_class

FAMILY = "Manrope"
WEIGHTS = {"medium": 500, "bold": 700, "heavy": 800}
ANCHORS = {"left": "start", "center": "middle", "right": "end"}
FORMS = """svg.scene{background:var(--board);font-family:%s,sans-serif;font-kerning:none;\
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
def rules(game: str) -> str:
    """The stylesheet of the pictures of a game, the same in every theme. Raises KeyError for no such game."""
    looks = load("light", game).looks
    sheet = FORMS % FAMILY
    for role, look in looks.items():
        parts = [f"--role-{part}:var({_names(game)[role, part]})" for part, _ in _painted(look)]
        parts += [f"font-weight:{WEIGHTS[look.weight]}", f"text-anchor:{ANCHORS[look.anchor]}"] if look.ink else []
        sheet += f".{game} .{role_class(role)}{{{';'.join(parts)}}}\n"
    return sheet


@cache
def variables(theme: str, game: str, selector: str = ":root") -> str:
    """The stylesheet that gives the variables of a theme, and of a game in it, to what the selector finds.

    Tokens of themes are variables of any page (`--board`, `--on-acting`). Raises KeyError like `load`.
    """
    loaded = load(theme, game)
    named = {_variable(token): color for token, color in loaded.colors.items()}
    for role, look in loaded.looks.items():
        for part, color in _painted(look):
            named.setdefault(_names(game)[role, part], color)
    return f"{selector}{{{';'.join(f'{name}:#{bytes(color).hex()}' for name, color in named.items())}}}\n"


def faces(folder: str = "") -> str:
    """The stylesheet that tells where the files of the font are: in a folder, as seen from the sheet.

    Each weight has a file that every page needs, and one for rarer letters, which browsers load where these stand.
    """
    files = ((path.name, WEIGHTS[weight], codes) for weight in FILES for path, codes in halves(weight).items())
    return "".join(
        f"@font-face{{font-family:{FAMILY};font-weight:{weight};font-display:swap;"
        f'src:url("{folder}{name}") format("woff2");unicode-range:{_ranges(codes)}}}\n'
        for name, weight, codes in files
    )


def _ranges(codes: Iterable[int]) -> str:
    """The code points as CSS names them, those that follow one another as one range.

    >>> _ranges([0x41, 0x42, 0x43, 0x20AC])
    'U+41-43,U+20AC'
    """
    runs = ([code for _, code in run] for _, run in groupby(enumerate(sorted(codes)), lambda pair: pair[1] - pair[0]))
    return ",".join(f"U+{run[0]:X}-{run[-1]:X}" if len(run) > 1 else f"U+{run[0]:X}" for run in runs)


def _painted(look: RoleLook) -> Iterator[tuple[str, Color]]:
    """The parts that have a color; the ground is what lies beneath, except in forms that show it."""
    for part in PAINTED:
        color = getattr(look, part)
        if color is not None and (part != "ground" or look.form == "column"):
            yield part, color


@cache
def _names(game: str) -> Mapping[tuple[str, str], str]:
    """The variable of each part of each role: parts that look the same in every theme share one, or a token's."""
    themes = [load(theme, game) for theme in names()]
    tokens = [*themes[0].colors][::-1]  # of those that look the same the first is kept
    known = {tuple(theme.colors[token] for theme in themes): _variable(token) for token in tokens}
    found = {}
    for role, look in themes[0].looks.items():
        for part, _ in _painted(look):
            colors = tuple(getattr(theme.looks[role], part) for theme in themes)
            found[role, part] = known.setdefault(colors, _variable(f"{game} {role} {part}"))
    return found


def _variable(words: str) -> str:
    return f"--{words.replace(' ', '-').replace('_', '-')}"
