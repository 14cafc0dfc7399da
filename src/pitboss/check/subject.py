"""Who is checked: a bot as it was typed, the game it is to play, and the wire between them."""

import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from pitboss.events.bot_command import BadEntrant
from pitboss.events.bot_folder import BOT_FILE, read_bot_folder
from pitboss.events.entrants import Entrant, read_entrants
from pitboss.events.warm_players import command_of
from pitboss.games.kind import Kind
from pitboss.games.registry import find
from pitboss.play.time_control import TimeControl
from pitboss.players.program import Command
from pitboss.wires.jedna.wire import DIALECT_WORDS
from pitboss.wires.registry import Choice, choose
from pitboss.wires.session import Session
from pitboss.wires.wire import Setting, Transport

USUAL_GAME: Final = "jedna"
_TRANSPORTS: Final = {
    Transport.LINES: "lines",
    Transport.WEBSOCKET: "over WebSocket",
    Transport.HTTP: "over HTTP",
    Transport.SOCKETIO: "over Socket.IO",
}
_WIRES: Final = {
    "jedna": "Jedna",
    "algopoker": "AlgoPoker",
    "native": "native",
    "uno-online": "uno-online",
}


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A bot to be checked."""

    # As the user typed it, options included, so that a hint can be copied.
    typed: str
    options: str
    entrant: Entrant
    game: str
    kind: Kind[Any, Any]
    rules: Any
    choice: Choice
    control: TimeControl

    @property
    def name(self) -> str:
        """What it is called."""
        return self.entrant.name

    @property
    def speaks(self) -> str:
        """What it is meant to speak, in words."""
        name = _WIRES.get(self.choice.wire.name, self.choice.wire.name)
        dialects = [key for key, word in DIALECT_WORDS.items() if word == self.choice.dialect]
        dialect = f", dialect {dialects[0]}" if dialects else ""
        return f"{name} {_TRANSPORTS[self.choice.transport]}{dialect}"

    @property
    def command(self) -> str:
        """What checks it again."""
        words = ["pitboss check", shlex.quote(self.typed), "--game", shlex.quote(self.game)]
        return " ".join([*words, self.options] if self.options else words)

    def repeat(self, numbers: str) -> str:
        """What repeats the scenarios of these numbers."""
        return f"{self.command} --scenario {numbers}"

    def session(self, seats: int, word: str = "", rules: Any = None) -> Session:
        """Our side of the wire for one seat; `word` for another wire or dialect."""
        rules = self.rules if rules is None else rules
        choice = choose(word, self.kind, rules, seats) if word else self.choice
        return choice.session(
            Setting(
                kind=self.kind,
                rules=self.kind.write_rules(rules),
                seats=seats,
                control=self.control,
                all_requests=choice.transport is Transport.WEBSOCKET,
            )
        )


def read_subject(
    typed: str, game: str, *, timeout: float, startup: float, options: str = ""
) -> Subject:
    """The bot that a text names, with the game that is named, or that its folder names.

    `BadEntrant`, `UnknownGame`, `BadRules` or `WrongWire` say why there is none.
    """
    entrants = read_entrants([typed], Path())
    entrant = entrants[0]
    if entrant.builtin:
        raise BadEntrant(
            f"{entrant.bot} is built in: it plays in our own process and speaks no protocol"
        )
    game = game or _own_game(entrant) or USUAL_GAME
    kind, text = find(game)
    rules = kind.rules(text)
    choice = choose(entrant.wire, kind, rules, 2)
    control = TimeControl(
        move=entrant.seconds(timeout),
        startup=startup if entrant.startup is None else entrant.startup,
        clock=entrant.clock or "cpu",
    )
    return Subject(
        typed=typed,
        options=options,
        entrant=entrant,
        game=game,
        kind=kind,
        rules=rules,
        choice=choice,
        control=control,
    )


def command_for(subject: Subject) -> Command:
    """How the bot is started to be checked."""
    # Set for Python it would hide that answers are not flushed; others may run the bot without.
    return replace(command_of(subject.entrant), environment={"PYTHONUNBUFFERED": ""})


def _own_game(entrant: Entrant) -> str:
    """What the bot's folder says that it plays."""
    folder = Path(entrant.folder)
    is_own = bool(entrant.folder) and (folder / BOT_FILE).is_file()
    return read_bot_folder(folder).game if is_own else ""
