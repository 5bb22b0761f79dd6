"""Emojis of the games' things: every tile and marker has one that fits Discord's limits and can be told apart."""

from io import BytesIO

from PIL import Image

from engine.games import GAMES
from engine.games.azul.sets import COLORS
from engine.games.match_five.sets import COLORED_TILES, WILD
from render import emoji, emojis

LARGEST = 256 * 1024  # bytes
THINGS = [(game, thing) for game in GAMES for thing in emojis(game)]


def test_an_emoji_is_a_small_square_that_is_clear_around_the_thing_and_no_two_look_alike():
    files = {one: emoji(*one) for one in THINGS}
    for one, file in files.items():
        image = Image.open(BytesIO(file))
        assert (image.format, image.mode, image.size) == ("PNG", "RGBA", (128, 128)), one
        assert len(file) <= LARGEST, one
        corners = [image.getpixel((x, y))[3] for x in (0, 127) for y in (0, 127)]
        assert corners == [0, 0, 0, 0], one
        assert image.getchannel("A").getextrema() == (0, 255), one
    del files["azul", "marker"]
    assert len(set(files.values())) == len(files)


def test_every_tile_and_the_marker_of_azul_has_an_emoji():
    assert set(emojis("azul")) == {"marker", *(f"color.{color}" for color in COLORS)}


def test_every_tile_of_match_five_has_an_emoji():
    assert set(emojis("match_five")) == {f"tile.{tile}" for tile in (*COLORED_TILES, WILD)}


def test_the_tiles_and_pillars_of_every_seat_of_pillars_have_an_emoji():
    found = set(emojis("pillars"))
    assert {f"piece.{seat}" for seat in range(4)} <= found
    assert {f"tile.5L.{seat}" for seat in range(4)} <= found


def test_a_game_without_emojis_has_none():
    assert emojis("no such game") == ()


def test_the_same_thing_gives_the_same_file():
    assert emoji("azul", "color.B") == emoji("azul", "color.B")
