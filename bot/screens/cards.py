"""Leaderboards and profiles as pictures with descriptions. Knows no storage and no Discord library."""

from functools import partial

from bot.logic.ratings import DAY, EVERYWHERE
from bot.logic.standings import LeaderboardPage, Profile, Standing
from bot.screens.rating_changes import season_name
from bot.screens.screen import Picture
from bot.text.names import IN_PICTURES, label
from bot.text.words import Words, bare
from render.cards import (
    GameLine,
    LeaderboardRow,
    LeaderboardView,
    Outcome,
    ProfileView,
    draw_leaderboard,
    draw_profile,
    leaderboard_alt,
    profile_alt,
)


def leaderboard_card(board: LeaderboardPage, words: Words, reader: int, theme: str) -> Picture:
    """The page as a picture; CPU work."""
    which, rows = board.which, board.rows
    drawn = partial(_row, game=which.game, words=words, reader=reader)
    own = board.own if board.own and all(row.person != reader for row in rows) else None
    where = words("leaderboard.everywhere" if which.guild == EVERYWHERE else "leaderboard.here")
    view = LeaderboardView(
        title=words(f"{which.game}.title"),
        subtitle=f"{where} · {season_name(which.season, words)}",
        rows=tuple(drawn(row) for row in rows if row.place),
        own=drawn(own, unlisted=board.unlisted) if own else None,
        provisional=tuple(drawn(row) for row in rows if not row.place),
        game=which.game,
    )
    return Picture("leaderboard.png", draw_leaderboard(view, words, theme), leaderboard_alt(view, words))


def profile_card(one: Profile, words: Words, theme: str) -> Picture:
    """The profile as a picture; CPU work."""
    rank, everywhere = one.ranks[one.game], one.guild == EVERYWHERE
    elsewhere = one.elsewhere.place if one.elsewhere else None
    tally = rank.tally
    view = ProfileView(
        name=label(one.person.name, most=IN_PICTURES),
        subtitle=words("leaderboard.everywhere" if everywhere else "leaderboard.here"),
        chosen=_line(one.game, rank, words, one.curve),
        by_game=tuple(_line(game, other, words) for game, other in one.ranks.items() if game != one.game),
        places=(None if everywhere else rank.place, elsewhere),
        think=tally.think / tally.turns if tally.turns else None,
        last=tuple(
            Outcome(round(game.gain, 1), game.rank, game.among, bare(game.points, game.game, words))
            for game in reversed(one.played)
        ),
        against=one.against,
        game=one.game,
    )
    return Picture("profile.png", draw_profile(view, words, theme), profile_alt(view, words))


def _row(row: Standing, *, game: str, words: Words, reader: int, unlisted: bool = False) -> LeaderboardRow:
    tally = row.tally
    return LeaderboardRow(
        place=None if unlisted else row.place,
        name=label(row.name, most=IN_PICTURES),
        rating=tally.mu,
        change=row.change,
        games=tally.games,
        wins=tally.wins,
        streak=tally.streak,
        best=None if tally.best is None else bare(tally.best, game, words),
        mine=row.person == reader,
        provisional=row.place is None or unlisted,
    )


def _line(game: str, rank: Standing, words: Words, curve: tuple[tuple[float, float], ...] = ()) -> GameLine:
    """A game's line on the profile; its curve has one point for each day, the last rating of that day."""
    tally, days = rank.tally, {int(at // DAY): mu for at, mu in curve}
    best = None if tally.best is None else bare(tally.best, game, words)
    return GameLine(
        words(f"{game}.title"), tally.mu, rank.place is None, rank.place, tally.games, tally.wins, best,
        tuple(days.items()),
    )  # fmt: skip
