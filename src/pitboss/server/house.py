"""The house's own players: built-in bots, and programs that the server's owner has named."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from pitboss import bots
from pitboss.events.entrants import LONGEST_NAME
from pitboss.games.seeds import seed_from
from pitboss.play.live import LivePlayer
from pitboss.play.time_control import TimeControl
from pitboss.players.inprocess import LiveBot
from pitboss.server.settings import Settings
from pitboss.wires.wire import Setting


@dataclass(frozen=True, slots=True)
class HouseSeat:
    """A seat that the house fills when the game begins: who, and under which name."""

    name: str
    bot: str
    # Seconds that a built-in bot waits before it moves, for people to follow.
    pace: float = 0.0

    def control(self, settings: Settings, setting: Setting) -> TimeControl:
        """Its time: a program has some more for its first answer, as it has to start up."""
        if self.bot not in settings.programs:
            return setting.control
        startup = max(setting.control.startup, settings.program_startup)
        return replace(setting.control, startup=startup)

    def player(
        self, settings: Settings, setting: Setting, name: str, seed: int, seat: int
    ) -> LivePlayer:
        """The player, for one game."""
        program = settings.programs.get(self.bot)
        if program is not None:
            return program.player(replace(setting, control=self.control(settings, setting)), name)
        # However short the time is, waiting must not use it up.
        pace = min(self.pace, setting.control.move / 2)
        return LiveBot(bots.named(self.bot, seed_from(f"{seed}/bot-{seat}")), name, pace)


class NotOfTheHouse(ValueError):
    """Nobody whom the house can seat at such a game; the message says who is."""


def house_player(text: str, kind: str, programs: Collection[str]) -> str:
    """The house's player whom the text names, for this kind of game: a program, or a bot's level.

    Raises `NotOfTheHouse`.
    """
    if text in programs:
        return text
    try:
        bots.check_game(text, kind)
        bots.check_live(text)
        return str(bots.level(text))
    except bots.WrongGame as error:
        raise NotOfTheHouse(str(error)) from error
    except bots.UnknownBot as error:
        if text.partition(":")[0] in bots.names():
            raise NotOfTheHouse(str(error)) from error
        known = ", ".join(house_names(kind, programs))
        raise NotOfTheHouse(f"there is no {text[:LONGEST_NAME]!r}; there are: {known}") from error


def house_name(player: str) -> str:
    """What a player of the house is called at a table."""
    is_bot = player.partition(":")[0] in bots.names()
    return bots.short_name(player) if is_bot else player


def house_names(kind: str, programs: Collection[str]) -> list[str]:
    """Everyone whom the house can seat at this kind of game, without their levels."""
    return [*bots.names(kind), *programs]
