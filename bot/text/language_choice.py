"""Which language somebody reads: their own choice, else Discord's locale, else the server's. Knows no words."""

from __future__ import annotations

from bot.text.words import DEFAULT, languages

AS_DISCORD = "auto"  # the choice to follow Discord's locale


def language_of(choice: str, locale: str, server: str | None) -> str:
    """The first of the three that is supported: the person's choice, Discord's locale ("en-GB"), the server's choice.

    >>> language_of("auto", "hu", None), language_of("en", "hu", None), language_of("auto", "fr", "hu")
    ('hu', 'en', 'hu')
    """
    wanted = (choice, locale.partition("-")[0], server)
    return next((one for one in wanted if one in languages()), DEFAULT)
