"""How the page of a table in a browser is reached. Knows no screen and no server."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PageLink:
    """What is offered under a table: the `address` of its page for watching, "" for none."""

    address: str = ""
    may_play: bool = False  # who sits there can have a personal link to play on it


NO_PAGE = PageLink()
