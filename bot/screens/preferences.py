"""The pages of /me: time, pings, look and privacy. Independent of the Discord library; changes nothing."""

from collections.abc import Sequence
from datetime import UTC, datetime

from bot.model import vacation
from bot.model.hours import time_zone_names
from bot.model.preferences import PREFERENCE_VALUES, Preferences
from bot.model.time_zones import has_offset_only, zone_label
from bot.screens import verbs
from bot.screens.screen import Button, InputForm, Option, Screen, ScreenPart, Select, Text, buttons, tab_button
from bot.text.dates import format_date
from bot.text.words import AS_DISCORD, Words, words_for

PREFERENCE_PAGES = ("time", "pings", "look", "privacy")
PREFERENCES_BY_PAGE = {
    "time": ("sleep", "wake", "weekends", "saver"),
    "pings": ("pings", "nudge", "quiet"),
    "look": ("language", "theme", "pictures", "sight", "spelled", "confirm", "only"),
    "privacy": ("profile", "listed", "puzzles"),
}
OPTIONS_A_LIST = 25  # options per list


def page(
    name: str,
    preferences: Preferences,
    words: Words,
    now: float,
    *,
    saved: bool = False,
    sessions: Sequence[float] = (),
) -> Screen:
    """The page `name` of PREFERENCE_PAGES with the current answers selected; `saved`: an answer was just saved.

    `sessions`: the times at which the person's browsers signed in, in unix seconds.
    """
    head = words(f"me.{name}", saved=words("me.saved") if saved else "", **_facts(preferences, words, now))
    parts: list[ScreenPart] = [Text(head)]
    if name == "time":
        rows = tuple(Option(region, region) for region in regions())
        parts.append(Select(verbs.CHOOSE_REGION(), words("me.question.region"), rows))
    for key in PREFERENCES_BY_PAGE[name]:
        current = _current_answer(preferences, key)
        values = PREFERENCE_VALUES[key]
        rows = tuple(Option(_answer_label(key, value, words), value, chosen=value == current) for value in values)
        parts.append(Select(verbs.SET_PREFERENCE(name, key, None), words(f"me.question.{key}"), rows))
    if name == "time":
        absence = buttons(
            Button(words("button.type_zone"), verbs.TYPE_PREFERENCE("zone")),
            Button(words("button.away_until"), verbs.TYPE_PREFERENCE("away")),
            Button(words("button.not_away"), verbs.SET_PREFERENCE("time", "away", ""))
            if preferences.hours.away_until
            else None,
        )
        parts.append(absence)
    if sessions:
        parts.append(Text(words("me.sessions", n=len(sessions), since=f"<t:{int(sessions[0])}:D>")))
        parts.append(buttons(Button(words("button.sign_out"), verbs.SIGN_OUT())))
    tabs = (
        tab_button(words(f"button.me_{tab}"), verbs.SHOW_PREFERENCES(tab), shown=tab == name)
        for tab in PREFERENCE_PAGES
    )
    parts.append(buttons(*tabs))
    return Screen(tuple(parts))


def cities(region: str, words: Words) -> Screen:
    """The cities of a region in lists of 25, with a button to type one instead."""
    names = sorted(name for name in time_zone_names() if name.startswith(f"{region}/"))
    options = [Option(name.partition("/")[2].replace("_", " "), name) for name in names]
    shelves = [tuple(options[start : start + OPTIONS_A_LIST]) for start in range(0, len(options), OPTIONS_A_LIST)]
    picks = [
        Select(verbs.SET_PREFERENCE("time", "zone", str(n)), f"{shelf[0].label} – {shelf[-1].label}", shelf)
        for n, shelf in enumerate(shelves)
    ]
    back = Button(words("button.back"), verbs.SHOW_PREFERENCES("time"))
    return Screen(
        (Text(words("me.city")), *picks, buttons(back, Button(words("button.type_it"), verbs.TYPE_PREFERENCE("zone"))))
    )


def regions() -> list[str]:
    """The regions of the world, sorted; UTC and offsets belong to none and can be typed."""
    return sorted({name.partition("/")[0] for name in time_zone_names()} - {"Etc"})


def preference_form(key: str, words: Words, now: float) -> InputForm:
    """The form to type a time zone or the end of an absence."""
    day = vacation.example_day(datetime.fromtimestamp(now, UTC).date())
    return InputForm(
        verbs.SUBMIT_PREFERENCE(key),
        words(f"me.form.{key}"),
        words(f"me.label.{key}"),
        words(f"me.hint.{key}", day=format_date(day, words)),
    )


def _facts(preferences: Preferences, words: Words, now: float) -> dict[str, str | int]:
    hours = preferences.hours
    local = datetime.fromtimestamp(now, hours.time_zone)
    zone = zone_label(hours.zone) if hours.zone else words("me.no_zone")
    if has_offset_only(hours.zone):
        zone = words("me.offset", zone=zone)
    sleep = words("me.no_sleep")
    if hours.sleep != hours.wake:
        sleep = words("me.sleeps", start=_hour_text(hours.sleep), end=_hour_text(hours.wake))
    away = format_date(hours.away_until, words) if hours.away_until > f"{local:%Y-%m-%d}" else ""
    left = vacation.days_left(preferences.vacation_days, local.year)
    return {"zone": zone, "clock": f"{local:%H:%M}", "sleep": sleep, "away": away, "n": left}


def _hour_text(hour: int) -> str:
    return f"{hour:02}:00"


def _current_answer(preferences: Preferences, key: str) -> str:
    match key:
        case "sleep" | "wake":
            return str(getattr(preferences.hours, key))
        case "weekends":
            return "free" if preferences.hours.weekends else "play"
        case "nudge" | "quiet" | "only" | "spelled" | "saver":
            return "yes" if getattr(preferences, key) else "no"
        case _:
            return str(getattr(preferences, key))


def _answer_label(key: str, value: str, words: Words) -> str:
    if key in ("sleep", "wake"):
        return words(f"me.answer.{key}", hour=_hour_text(int(value)))
    if key == "language" and value != AS_DISCORD:
        return words_for(value)("language.name")  # each language under its own name, so that its speakers find it
    return words(f"me.answer.{key}.{value}")
