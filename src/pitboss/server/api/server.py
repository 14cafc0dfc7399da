"""`/api/server`: which games and bots this server has, where it listens, what the caller may."""

import re
from typing import Final

import msgspec

from pitboss import __version__, bots
from pitboss.games.registry import kinds
from pitboss.server.api.operation import Call, Operation
from pitboss.server.services import Services

_HOST: Final = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?")


class GameOffer(msgspec.Struct, frozen=True, kw_only=True):
    """A game by the name to order it with: a kind of game, or a preset of its rules."""

    name: str
    title: str
    kind: str
    # How many may play.
    least: int
    most: int
    preset: bool


class BotOption(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be chosen of a bot: one of some words, or else a whole number."""

    name: str
    meaning: str
    words: list[str]
    # The limits of a number; null for words.
    least: int | None
    most: int | None
    # What is taken if it is left out; null: it depends on the game.
    usual: int | str | None


class BotLevel(msgspec.Struct, frozen=True, kw_only=True):
    """A level by a name for people, and the text that chooses it."""

    name: str
    bot: str


class BotOffer(msgspec.Struct, frozen=True, kw_only=True):
    """A built-in bot, the kinds of game that it plays, and the levels at which it does."""

    name: str
    about: str
    kinds: list[str]
    # What may be chosen at a table, behind a colon: `master:rollouts=1000,goal=win`.
    options: list[BotOption]
    levels: list[BotLevel]
    # How long a decision takes, and how strong it is, as measured; or empty.
    time: str
    strength: str


class ServerInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What this server is, and what the caller may do here."""

    name: str
    version: str
    # Where the caller reaches it.
    http: str
    poker: str
    games: list[GameOffer]
    bots: list[BotOffer]
    # Programs that the server's owner lets sit at tables.
    programs: list[str]
    # Whether this caller may organise.
    organiser: bool
    # Whether only programs on the server's machine can connect.
    loopback: bool
    # Seconds that spectators without all cards are behind.
    spectator_delay: float
    action_timeout: float


class ServerApi:
    """`/api/server`."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._games: list[GameOffer] | None = None

    def operations(self) -> list[Operation]:
        """What can be asked of the server itself."""
        return [
            Operation(
                method="GET",
                path="/api/server",
                summary="The server: its games, bots and addresses, and what the caller may do.",
                run=self._show,
                answer=ServerInfo,
            )
        ]

    async def _show(self, call: Call) -> ServerInfo:
        if self._games is None:
            self._games = _games()
        settings = self._services.settings
        host, port = self._address(call)
        return ServerInfo(
            name="pitboss",
            version=__version__,
            http=f"http://{host}{port}",
            poker=f"ws://{host}:{self._services.poker_port or settings.poker_port}",
            games=self._games,
            bots=[_bot(name, bots.entry(name)) for name in bots.names()],
            programs=list(settings.programs),
            organiser=call.caller.may_organise,
            loopback=settings.loopback,
            spectator_delay=self._services.settings.spectator_delay,
            action_timeout=settings.action_timeout,
        )

    def _address(self, call: Call) -> tuple[str, str]:
        """The host and `:port` by which the caller found us."""
        found = _HOST.fullmatch(call.request.headers.get("host", ""))
        if found is not None:
            return found[1], found[2] or ""
        settings = self._services.settings
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        return host, f":{(call.request.scope.get('server') or ('', settings.port))[1]}"


def _bot(name: str, entry: bots.Entry) -> BotOffer:
    return BotOffer(
        name=name,
        about=entry.about,
        kinds=[kind for kind in kinds() if entry.plays(kind)],
        options=[_option(option) for option in entry.options],
        levels=[BotLevel(name=title, bot=text) for title, text in entry.levels.items()],
        time=entry.time,
        strength=entry.strength,
    )


def _option(option: bots.Option) -> BotOption:
    most = option.most if option.most_live is None else option.most_live
    return BotOption(
        name=option.name,
        meaning=option.meaning,
        words=list(option.words),
        least=None if option.words else option.least,
        most=None if option.words else most,
        usual=option.usual,
    )


def _games() -> list[GameOffer]:
    offers: list[GameOffer] = []
    for kind in kinds().values():
        for name, rules in kind.presets.items():
            seats = kind.seats(rules)
            offers.append(
                GameOffer(
                    name=name,
                    title=kind.title,
                    kind=kind.name,
                    least=seats[0],
                    most=seats[-1],
                    preset=True,
                )
            )
        if kind.name not in kind.presets:
            seats = kind.seats(kind.rules())
            offers.append(
                GameOffer(
                    name=kind.name,
                    title=kind.title,
                    kind=kind.name,
                    least=seats[0],
                    most=seats[-1],
                    preset=False,
                )
            )
    return offers
