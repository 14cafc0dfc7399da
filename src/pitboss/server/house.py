"""The house's own players: built-in bots, and programs that the server's owner has named."""

from dataclasses import dataclass, replace

from pitboss import bots
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


def house_names(settings: Settings) -> list[str]:
    """Everyone whom the house can seat."""
    return [*bots.names(), *settings.programs]
