"""What pictures of all games share: tables that were ended early, and a legend where letters on tiles mislead.

Knows no Discord.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from bot.text.words import Words
from engine import View
from render import PORTRAYALS, Aspect, alt_text, draw, text
from render.looks.theme import load_theme
from render.parts import add_winner_banner, letters_mislead, stopped_say, unmark_seats
from tests.cases import each
from tests.engine.games.azul.azul_tables import board, position
from tests.scenes import people, samples

SAY, HUNGARIAN = Words(), Words("hu")
SAMPLES = samples()
RUNNING = {name: sample for name, sample in SAMPLES.items() if "_end" not in name}
every_game = each("key", PORTRAYALS)


def stopped(key):
    """The samples of a game, each with its name, as tables that were ended."""
    ours = ((name, *sample) for name, sample in SAMPLES.items() if sample[0].game == key)
    return [(name, replace(view, stopped=True), changes) for name, view, changes in ours]


@every_game
def test_no_seat_is_marked_and_all_tell_the_same_as_before(key):
    words, looks = SAY("picture.to_move"), load_theme("light", key).looks
    for name, view, changes in stopped(key):
        before = PORTRAYALS[key].scene(view, people(view), SAY, changes)
        after = unmark_seats(PORTRAYALS[key].scene(view, people(view), stopped_say(SAY), changes))
        assert not [shape.role for shape in after.shapes if shape.role.endswith("acting")], name
        assert all(shape.role in looks for shape in after.shapes), name
        told = [shape.text.removesuffix(words).rstrip("\t") for shape in before.shapes]
        assert [shape.text for shape in after.shapes if shape.text] == [one for one in told if one], name


@every_game
def test_every_plaque_stands_on_a_plate(key):
    shown = PORTRAYALS[key]
    for name, view, changes in stopped(key):
        seats = {0, len(people(view)) - 1}
        closes = [shown.close(view, people(view), stopped_say(SAY), changes, seat) for seat in seats]
        for scene in map(unmark_seats, [shown.scene(view, people(view), stopped_say(SAY), changes), *closes]):
            plates = [shape.box for shape in (*scene.ground.shapes, *scene.shapes) if shape.role in ("panel", "chip")]
            for plaque in (shape.box for shape in scene.shapes if shape.role in ("plaque", "close plaque")):
                assert any(plate.union(plaque) == plate for plate in plates), (name, plaque)


@every_game
def test_texts_say_that_it_was_ended(key):
    for name, view, _ in stopped(key):
        whole = [alt_text(view, people(view), SAY), "\n".join(text(view, people(view), SAY))]
        for told in whole:
            assert (SAY("picture.stopped") in told) == bool(view.state.to_act()), name
            assert "'s turn" not in told, name
        assert len(whole[0]) <= 1000, name


def test_the_picture_is_another_one():
    view, changes = SAMPLES["azul_2_middle"]
    for seat in (None, 1):
        aspect = Aspect(changes, seat=seat)
        one, other = (draw(shown, people(view), SAY, "light", aspect) for shown in (view, replace(view, stopped=True)))
        assert one != other


def test_nobody_has_a_move():
    view, _ = SAMPLES["azul_2_middle"]
    seat = view.state.to_act()[0]
    assert replace(view, seat=seat).moves
    assert replace(view, seat=seat, stopped=True).moves == []


@each(
    ("names", "scores", "said"),
    [
        (["Ana", "Ben"], (20, 3), "Ana wins"),
        (["Ana", "Ben"], (20, 20), "Ana · Ben share the win"),
        (["(1) Alex", "(2) Alex"], (3, 20), "(2) Alex wins"),
        (["Ana", "(2) \u677e"], (3, 20), "Seat 2 wins"),
    ],
)
def test_a_banner_names_who_won_or_who_shares_the_win(names, scores, said):
    state = position(*(board(score=score) for score in scores), over=True)
    drawn = PORTRAYALS["azul"].scene(View("azul", None, state), names, SAY)
    final = add_winner_banner(drawn, state, names, SAY)
    (banner,) = [shape for shape in final.shapes if shape.role == "banner"]
    assert banner.text == said
    assert banner.box.y >= drawn.ground.height
    assert final.ground.height >= banner.box.y + banner.box.h


def lettered(scene):
    """The letters on tiles."""
    return [one.text for one in scene.shapes if one.role.startswith("tile ") and one.text == one.role[-1]]


def legend(scene):
    return [one.text for one in scene.shapes if one.role.endswith("legend")]


def drawn(name, words):
    """The whole table and one seat enlarged."""
    view, changes = RUNNING[name]
    shown = PORTRAYALS[view.game]
    yield shown.scene(view, people(view), words, changes)
    yield shown.close(view, people(view), words, changes, 0)


def test_a_letter_misleads_if_it_is_the_initial_of_another_tile_only():
    assert letters_mislead({"B": "kék", "K": "fekete"})
    assert not letters_mislead({"B": "blue", "K": "black"})
    assert not letters_mislead({"R": "piros", "B": "kék"})


def test_hungarian_pictures_of_azul_and_the_pavilion_have_no_letters_on_tiles_but_a_legend():
    for name in RUNNING:
        game = RUNNING[name][0].game
        for english, hungarian in zip(drawn(name, SAY), drawn(name, HUNGARIAN), strict=True):
            assert legend(english) == [], name
            if game in ("azul", "pavilion"):
                assert lettered(hungarian) == [], name
                if lettered(english):
                    assert [entry[0] for entry in legend(hungarian)] == list("BYRKW" if game == "azul" else "PGOYBR")
            else:
                assert legend(hungarian) == [], name


def test_no_tile_of_a_hungarian_pavilion_is_drawn_over_another_in_the_first_line():
    for scene in (scene for name in RUNNING if name.startswith("pavilion") for scene in drawn(name, HUNGARIAN)):
        tiles = sorted(one.box.x for one in scene.shapes if one.role.startswith(("tile ", "due ")) and one.box.y < 40)
        assert all(behind - before >= 10 for before, behind in pairwise(tiles))
