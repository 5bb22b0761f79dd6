"""The leaderboard as a picture and as text. Independent of the Discord library and storage."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from bot.logic.ratings import ALL_TIME, EVERYWHERE, Tally
from bot.logic.standings import LeaderboardPage, LeaderboardQuery, RatingsViewer, Standing
from bot.model.lobby_options import PLAYABLE_GAMES
from bot.screens import verbs
from bot.screens.rating_changes import marked_name, rating_text, season_name
from bot.screens.screen import (
    Button,
    Buttons,
    Divider,
    Option,
    Picture,
    Screen,
    ScreenPart,
    Select,
    Text,
    buttons,
    text_block,
)
from bot.text.names import MAX_IN_PICTURES, name_label
from bot.text.words import Words, positive_points
from render import accent
from render.cards import Column, LeaderboardRow, LeaderboardView, draw_leaderboard, leaderboard_alt

# Columns after place and rating, from left to right, the most important one first. The picture, its description and
# the text are all made from this list; a value of None is left out.
TALLY_COLUMNS: Mapping[Column, Callable[[Tally], int | None]] = {
    Column("games", 80): lambda tally: tally.games,
    Column("streak", 98): lambda tally: tally.streak if tally.streak > 1 else None,
    Column("best", 84, gap=4): lambda tally: tally.best,
}


def leaderboard(board: LeaderboardPage, words: Words, reader: RatingsViewer) -> Screen:
    """Return the page as a picture and as text, with controls to reach all other pages. Takes CPU time."""
    own = board.own
    elsewhere = own is not None and all(row.person != reader.id for row in board.rows)
    parts: list[ScreenPart] = [
        *_title_and_picture(board, words, reader.id, reader.theme),
        text_block(_rows(board, words, reader.id)),
    ]
    if own is not None and elsewhere:
        parts += [Divider(), Text(_row(own, board.query.game, words, reader.id, unlisted=board.is_unlisted))]
    parts += [*_picks(board, words), *_ways(board, words, reader.guild)]
    return Screen(tuple(parts), accent=accent(board.query.game))


def public_leaderboard(board: LeaderboardPage, words: Words) -> Screen:
    """Return the page for a whole channel: no row for the reader, and a button to open it privately."""
    look = Button(words("button.leaderboard"), verbs.SHOW_LEADERBOARD(_link(board.query), "o"))
    parts = text_block(_rows(board, words, 0)), buttons(look)
    return Screen(
        (*_title_and_picture(replace(board, own=None), words, 0, "light"), *parts), accent=accent(board.query.game)
    )


def _title_and_picture(board: LeaderboardPage, words: Words, reader: int, theme: str) -> tuple[ScreenPart, ...]:
    """Return the title, and the picture if it would have any rows."""
    which = board.query
    where = words("leaderboard.everywhere" if which.guild == EVERYWHERE else "leaderboard.here")
    season = season_name(which.season, words)
    facts = {"game": words(f"{which.game}.title"), "where": where, "season": season}
    title = words("leaderboard.title", **facts, page=which.page + 1, of=board.pages, paged=board.pages > 1)
    if not board.rows and board.own is None:
        return (Text(title),)
    own = None
    if board.own is not None and all(row.person != reader for row in board.rows):
        own = _card_row(board.own, which.game, words, reader)
        own = replace(own, place=None, provisional=True) if board.is_unlisted else own
    rows = [(row.place, _card_row(row, which.game, words, reader)) for row in board.rows]
    view = LeaderboardView(
        title=words(f"{which.game}.title"),
        subtitle=f"{where} · {season}",
        rows=tuple(row for place, row in rows if place),
        own=own,
        provisional=tuple(row for place, row in rows if not place),
        game=which.game,
        columns=tuple(TALLY_COLUMNS),
    )
    return Text(title), Picture("leaderboard.png", draw_leaderboard(view, words, theme), leaderboard_alt(view, words))


def _card_row(row: Standing, game: str, words: Words, reader: int) -> LeaderboardRow:
    return LeaderboardRow(
        place=row.place,
        name=name_label(row.name, most=MAX_IN_PICTURES),
        rating=row.tally.mu,
        change=row.change,
        games=row.tally.games,
        wins=row.tally.wins,
        figures=_figures(row.tally, game, words),
        mine=row.person == reader,
        provisional=row.place is None,
    )


def _figures(tally: Tally, game: str, words: Words) -> dict[str, int]:
    """Return the figures of a tally by column key."""
    if tally.best is not None:
        tally = replace(tally, best=positive_points(tally.best, game, words))
    figures = {column.key: value(tally) for column, value in TALLY_COLUMNS.items()}
    return {key: figure for key, figure in figures.items() if figure is not None}


def _rows(board: LeaderboardPage, words: Words, reader: int) -> Iterator[str]:
    if not board.rows:
        yield words("leaderboard.empty", here=board.query.guild != EVERYWHERE, season=board.query.season != ALL_TIME)
    for row in board.rows:
        yield _row(row, board.query.game, words, reader)
    if any(row.change for row in board.rows):
        yield words("leaderboard.since")
    if board.is_recalculating:
        yield words("leaderboard.reckoning")


def _row(row: Standing, game: str, words: Words, reader: int, *, unlisted: bool = False) -> str:
    """Return the line of one person; provisional ratings have small gray letters and no place."""
    tally = row.tally
    facts = {"place": row.place or 0, "name": marked_name(row.name, words), "rating": rating_text(tally.mu, words)}
    key = "unlisted" if unlisted else "place" if row.place else "provisional"
    change = f" {'↑' if row.change > 0 else '↓'}{abs(row.change)}" if row.change else ""
    parts = [words(f"leaderboard.{key}", **facts, mine=row.person == reader, change=change)]
    for column, n in _figures(tally, game, words).items():
        parts.append(words(f"leaderboard.{column}", n=n, points=n, games=tally.games, wins=tally.wins))
    return ", ".join(parts)


def _picks(board: LeaderboardPage, words: Words) -> Iterator[Select]:
    which = board.query
    link = _link(which)
    games = tuple(Option(words(f"{key}.title"), key, chosen=key == which.game) for key in PLAYABLE_GAMES)
    yield Select(verbs.SHOW_LEADERBOARD(link, "g"), words("leaderboard.which_game"), games)
    seasons = (ALL_TIME, *board.seasons)
    chosen = [Option(season_name(season, words), f"{season}", chosen=season == which.season) for season in seasons]
    yield Select(verbs.SHOW_LEADERBOARD(link, "t"), words("leaderboard.which_season"), tuple(chosen))


def _ways(board: LeaderboardPage, words: Words, here: int | None) -> tuple[Buttons, ...]:
    """Return two rows of buttons. Each custom_id has a letter of its own, since some buttons lead to the same page."""
    which = _link(board.query)
    here_too = here is not None
    local = replace(which, everywhere=False, page=0)
    world = replace(which, everywhere=True, page=0)
    back = replace(which, page=max(which.page - 1, 0))
    on = replace(which, page=which.page + 1)
    return (
        buttons(
            Button(words("button.earlier"), verbs.SHOW_LEADERBOARD(back, "e"), off=which.page == 0),
            Button(words("button.later"), verbs.SHOW_LEADERBOARD(on, "l"), off=on.page >= board.pages),
            Button(words("button.server"), verbs.SHOW_LEADERBOARD(local, "s"), off=not which.everywhere)
            if here_too
            else None,
            Button(words("button.global"), verbs.SHOW_LEADERBOARD(world, "w"), off=which.everywhere)
            if here_too
            else None,
        ),
        buttons(
            Button(words("button.show_here"), verbs.POST_LEADERBOARD(which)),
            Button(words("button.help_ratings"), verbs.HELP("ratings")),
        ),
    )


def _link(which: LeaderboardQuery) -> verbs.LeaderboardLink:
    return verbs.LeaderboardLink(which.game, which.guild == EVERYWHERE, which.season, which.page)
