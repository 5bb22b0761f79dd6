"""Letters on tiles in languages that would read them as another tile's, and the legend in their place."""

from __future__ import annotations

from itertools import pairwise

from bot.text.words import Words
from render import PORTRAYALS
from render.parts.legend import misleading
from tests.scenes import people, samples

SAMPLES = {name: sample for name, sample in samples().items() if "_end" not in name}
ENGLISH, HUNGARIAN = Words(), Words("hu")


def lettered(scene):
    """The letters on tiles."""
    return [one.text for one in scene.shapes if one.role.startswith("tile ") and one.text == one.role[-1]]


def legend(scene):
    return [one.text for one in scene.shapes if one.role.endswith("legend")]


def drawn(name, words):
    """The whole table and one seat enlarged."""
    view, changes = SAMPLES[name]
    shown = PORTRAYALS[view.game]
    yield shown.scene(view, people(view), words, changes)
    yield shown.close(view, people(view), words, changes, 0)


def test_a_letter_misleads_if_it_is_the_initial_of_another_tile_only():
    assert misleading({"B": "kék", "K": "fekete"})
    assert not misleading({"B": "blue", "K": "black"})
    assert not misleading({"R": "piros", "B": "kék"})


def test_hungarian_pictures_of_azul_and_the_pavilion_have_no_letters_on_tiles_but_a_legend():
    for name in SAMPLES:
        game = SAMPLES[name][0].game
        for english, hungarian in zip(drawn(name, ENGLISH), drawn(name, HUNGARIAN), strict=True):
            assert legend(english) == [], name
            if game in ("azul", "pavilion"):
                assert lettered(hungarian) == [], name
                if lettered(english):
                    assert [entry[0] for entry in legend(hungarian)] == list("BYRKW" if game == "azul" else "PGOYBR")
            else:
                assert legend(hungarian) == [], name


def test_no_tile_of_a_hungarian_pavilion_is_drawn_over_another_in_the_first_line():
    for scene in (scene for name in SAMPLES if name.startswith("pavilion") for scene in drawn(name, HUNGARIAN)):
        tiles = sorted(one.box.x for one in scene.shapes if one.role.startswith(("tile ", "due ")) and one.box.y < 40)
        assert all(behind - before >= 10 for before, behind in pairwise(tiles))
