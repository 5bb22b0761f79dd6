"""The profile screen: ratings, results and the latest games. Independent of the Discord library and storage."""

from collections.abc import Iterator
from dataclasses import replace

from bot.logic.ratings import _DAY, EVERYWHERE
from bot.logic.standings import PlayedGame, Profile, RatingsViewer, Standing
from bot.model.people import Location, message_link
from bot.model.room_number import Tag, code, tag
from bot.screens import verbs
from bot.screens.rating_changes import change_text, marked_name, rating_text, thinking_time
from bot.screens.screen import Button, Divider, Option, Picture, Screen, ScreenPart, Select, Text, buttons, text_block
from bot.text.names import MAX_IN_PICTURES, escape_name, name_label
from bot.text.words import Words, positive_points
from render import accent
from render.cards import GameLine, Outcome, ProfileView, draw_profile, profile_alt

GAMES_IN_TEXT = 5  # latest games listed in words; the picture has more


def profile_screen(person_profile: Profile, words: Words, reader: RatingsViewer) -> Screen:
    """The profile as a picture and in text, with links to its games. Drawing it takes CPU time."""
    mine = person_profile.person.id == reader.id
    here = reader.guild
    seen = [game for game in person_profile.latest_games if mine or (here is not None and game.guild == here)]
    picture = (
        (_card(person_profile if mine else _without_unsettled(person_profile), words, reader.theme),)
        if person_profile.game
        else ()
    )
    parts: list[ScreenPart] = [_head(person_profile, words), *picture, text_block(_lines(person_profile, words))]
    if seen:
        parts += [
            Divider(),
            text_block([words("profile.latest"), *(_game_line(game, words, mine) for game in seen[:GAMES_IN_TEXT])]),
        ]
    board = verbs.LeaderboardLink(person_profile.game, not person_profile.guild, 0, 0)
    ways = buttons(
        Button(words("button.from_games"), verbs.LIST_OWN_TABLES(0, None, None)) if mine else None,
        Button(words("button.play_with"), verbs.PLAY_WITH(person_profile.person.id))
        if not mine and here is not None
        else None,
        Button(words("button.same_again"), verbs.REMATCH(person_profile.last_shared_table))
        if person_profile.last_shared_table is not None and here
        else None,
        Button(words("button.leaderboard"), verbs.SHOW_LEADERBOARD(board, None)) if person_profile.game else None,
        Button(words("button.show_here"), verbs.POST_PROFILE(person_profile.person.id, person_profile.game))
        if person_profile.game
        else None,
        Button(words("button.me_privacy"), verbs.SHOW_PREFERENCES("privacy")) if mine else None,
    )
    return Screen(
        (*parts, *_picks(person_profile, seen, words), ways),
        accent=accent(person_profile.game) if person_profile.game else None,
    )


def public_profile(person_profile: Profile, words: Words) -> Screen:
    """The profile for a whole channel, without anything specific to the reader."""
    look = Button(words("button.profile"), verbs.SHOW_PROFILE(person_profile.person.id, person_profile.game, mark="o"))
    picture = (
        (_card(replace(_without_unsettled(person_profile), head_to_head=None), words, "light"),)
        if person_profile.game
        else ()
    )
    lines = text_block(_lines(person_profile, words, to_all=True))
    return Screen(
        (_head(person_profile, words), *picture, lines, buttons(look)),
        accent(person_profile.game) if person_profile.game else None,
    )


def _without_unsettled(person_profile: Profile) -> Profile:
    """The profile without changes of unsettled ratings, which only the profile's owner may see."""
    settled = person_profile.ranks[person_profile.game].place is not None
    games = tuple(game for game in person_profile.latest_games if game.is_settled)
    return replace(person_profile, latest_games=games, rating_curve=person_profile.rating_curve if settled else ())


def _card(person_profile: Profile, words: Words, theme: str) -> Picture:
    rank = person_profile.ranks[person_profile.game]
    everywhere = person_profile.guild == EVERYWHERE
    elsewhere = person_profile.standing_overall.place if person_profile.standing_overall else None
    tally = rank.tally
    view = ProfileView(
        name=name_label(person_profile.person.name, most=MAX_IN_PICTURES),
        subtitle=words("leaderboard.everywhere" if everywhere else "leaderboard.here"),
        chosen=_card_line(person_profile.game, rank, words, person_profile.rating_curve),
        by_game=tuple(
            _card_line(game, other, words)
            for game, other in person_profile.ranks.items()
            if game != person_profile.game
        ),
        places=(None if everywhere else rank.place, elsewhere),
        think=tally.think / tally.turns if tally.turns else None,
        last=tuple(
            Outcome(round(game.gain, 1), game.rank, game.among, positive_points(game.points, game.game, words))
            for game in reversed(person_profile.latest_games)
        ),
        against=person_profile.head_to_head,
        game=person_profile.game,
    )
    return Picture("profile.png", draw_profile(view, words, theme), profile_alt(view, words))


def _card_line(game: str, rank: Standing, words: Words, curve: tuple[tuple[float, float], ...] = ()) -> GameLine:
    """A game's line on the profile; its curve has one point per day, the last rating of that day."""
    tally = rank.tally
    days = {int(at // _DAY): mu for at, mu in curve}
    best = None if tally.best is None else positive_points(tally.best, game, words)
    return GameLine(
        words(f"{game}.title"), tally.mu, rank.place is None, rank.place, tally.games, tally.wins, best,
        tuple(days.items()),
    )  # fmt: skip


def _head(person_profile: Profile, words: Words) -> Text:
    where = words("leaderboard.everywhere" if person_profile.guild == EVERYWHERE else "leaderboard.here")
    return Text(words("profile.title", name=escape_name(person_profile.person.name), where=where))


def _lines(person_profile: Profile, words: Words, *, to_all: bool = False) -> Iterator[str]:
    """The chosen game in full, then the score against the reader, then the other games."""
    if not person_profile.game:
        yield words("profile.empty", name=marked_name(person_profile.person.name, words))
        return
    yield _rating_line(
        person_profile.game, person_profile.ranks[person_profile.game], words, person_profile.guild, chosen=True
    )
    if person_profile.standing_overall and person_profile.standing_overall.place and person_profile.guild != EVERYWHERE:
        yield words("profile.elsewhere", place=person_profile.standing_overall.place)
    if person_profile.head_to_head is not None and not to_all:
        yield words("profile.against", won=person_profile.head_to_head[0], lost=person_profile.head_to_head[1])
    for game, rank in person_profile.ranks.items():
        if game != person_profile.game:
            yield _rating_line(game, rank, words, person_profile.guild)


def _rating_line(game: str, rank: Standing, words: Words, guild: int, *, chosen: bool = False) -> str:
    tally = rank.tally
    facts = {"game": words(f"{game}.title"), "rating": rating_text(tally.mu, words), "place": rank.place or 0}
    parts = [words("profile.rating", **facts, everywhere=guild == EVERYWHERE)]
    parts.append(words("leaderboard.games", games=tally.games, wins=tally.wins))
    parts += (
        [words("leaderboard.best", points=positive_points(tally.best, game, words))] if tally.best is not None else []
    )
    parts += [words("leaderboard.streak", n=tally.streak)] if chosen and tally.streak > 1 else []
    if chosen and tally.turns:
        parts.append(words("profile.think", span=thinking_time(tally.think / tally.turns, words)))
    return ", ".join(parts)


def _game_line(game: PlayedGame, words: Words, mine: bool) -> str:
    """A game in one line: rank, points, rating change, link. Only the owner sees changes of unsettled ratings."""
    gain = change_text(game.gain, words) if mine or game.is_settled else words("profile.unsettled")
    points = positive_points(game.points, game.game, words)
    facts = {"rank": game.rank, "among": game.among, "points": points, "gain": gain, "left": game.has_left}
    when = f"<t:{int(game.finished)}:R>"
    link = message_link(Location(game.guild, game.channel), game.message) if game.channel is not None else ""
    name = Tag(game.room, words(f"{game.game}.title"))
    return words("profile.played", **facts, tag=name, when=when, link=link)


def _picks(person_profile: Profile, seen: list[PlayedGame], words: Words) -> Iterator[Select]:
    if len(person_profile.ranks) > 1:
        games = tuple(
            Option(words(f"{game}.title"), game, chosen=game == person_profile.game) for game in person_profile.ranks
        )
        yield Select(
            verbs.SHOW_PROFILE(person_profile.person.id, person_profile.game, mark="g"),
            words("leaderboard.which_game"),
            games,
        )
    kept = [game for game in seen if game.channel is not None]
    if kept:
        rows = []
        for game in kept:
            facts = {"tag": tag(game.room), "game": words(f"{game.game}.title"), "rank": game.rank, "among": game.among}
            rows.append(Option(words("profile.option", **facts), code(game.room)))
        yield Select(verbs.CHOOSE_TABLE("replay"), words("profile.which_replay"), tuple(rows))
