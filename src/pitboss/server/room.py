"""One room: a live game of two, its seats and tokens, and each side's view of it."""

import hmac
import secrets
from collections.abc import Callable
from typing import Any, Final, Literal, Protocol, cast

import msgspec

from pitboss.games.game import SPECTATOR, Game
from pitboss.games.record import Record
from pitboss.games.seeds import commitment
from pitboss.games.uno import UNO, UnoGame, UnoRules
from pitboss.play.answer import Unusable
from pitboss.play.clock import TimeControl
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.live import LiveGame, LivePlayer, Watcher
from pitboss.play.policy import UNO_ONLINE
from pitboss.play.referee import Referee, Ruling, Turn
from pitboss.players.program.live import LiveProgram
from pitboss.server.house import sit
from pitboss.server.journal import JournalWriter
from pitboss.server.metrics import Metrics
from pitboss.server.settings import Settings
from pitboss.wires.uno_online.decode import read_action
from pitboss.wires.uno_online.encode import (
    RecentActions,
    game_info,
    game_state,
    refused_action,
    winner_of,
)
from pitboss.wires.uno_online.messages import (
    ERRORS,
    PLAYERS,
    ErrorReply,
    Player,
    RoomInfo,
    SeatInfo,
)

SeatKind = Literal["human", "outside", "builtin"]

_GAME: Final = 'game="uno"'


def refusal(code: str, message: str = "") -> ErrorReply:
    """The reply for an error code."""
    return ErrorReply(False, code, message or ERRORS[code].meaning)


class Audience(Protocol):
    """Whoever passes on what happens in rooms; every call must return at once."""

    def moved(self, room: "Room") -> None:
        """The game has gone on: there are new views."""

    def ended(self, room: "Room") -> None:
        """The game is over."""

    def closed(self, room: "Room") -> None:
        """The room is gone."""


class Seat(LivePlayer):
    """A place at the table; as a live seat it waits until its player acts."""

    def __init__(self, number: int, kind: SeatKind, name: str, bot: str = "") -> None:
        self.player: Player = PLAYERS[number]
        self.kind: SeatKind = kind
        self.name = name or self.player
        self.bot = bot
        self.token = "" if kind == "builtin" else secrets.token_urlsafe(18)
        # The Socket.IO connection that sits here; empty if none does.
        self.connection = ""

    def ask(self, game: Game, turn: Turn) -> None:
        """Nothing: the views that go to everyone say whose turn it is."""


class Room:
    """A game of two players in a room with a code."""

    def __init__(
        self,
        code: str,
        rules: UnoRules,
        seats: tuple[Seat, Seat],
        *,
        seed: int,
        seed_given: bool,
        is_open: bool,
        timeout: float,
        patience: float,
        pace: float,
        audience: Audience,
        metrics: Metrics,
        journal: JournalWriter | None,
        now: Callable[[], float],
        settings: Settings,
        address: str = "",
    ) -> None:
        self.code = code
        self.id = secrets.token_hex(8)
        self.seats = seats
        self.open = is_open
        self.address = address
        self.rules = UNO.write_rules(rules)
        self.seed = seed
        self.seed_given = seed_given
        self.seed_hash = commitment(seed)
        # Connections by the side whose view they get.
        self.viewers: dict[int, set[str]] = {0: set(), 1: set(), SPECTATOR: set()}
        self.story = RecentActions()
        self.game: UnoGame = UNO.new(rules, len(seats), seed)
        self._audience = audience
        self._metrics = metrics
        self._now = now
        self.touched = now()
        self._views: dict[int, msgspec.Raw] = {}
        self._info: Any = None
        record = Record.begin(UNO, rules, len(seats), seed, [seat.name for seat in seats])
        # The allowance for the first move is for players who have not arrived yet.
        control = TimeControl(move=timeout, startup=patience)
        referee = Referee(cast("Any", self.game), record, UNO_ONLINE, control)
        players: list[LivePlayer] = [*seats]
        self._programs: list[LiveProgram] = []
        for number, seat in enumerate(seats):
            if seat.kind == "builtin":
                players[number] = seated = sit(
                    settings,
                    seat.name,
                    seat.bot,
                    self.game,
                    UNO,
                    self.rules,
                    number,
                    timeout,
                    seed,
                    pace,
                )
                if isinstance(seated, LiveProgram):
                    self._programs.append(seated)
        self._journal = journal
        self.journal_id = journal.id if journal else None
        watchers: list[Watcher] = [journal, self] if journal else [self]
        self.live = LiveGame(referee, players, watchers, now)

    # What happens, as the live game tells it.

    def begin(self, live: LiveGame) -> None:
        del live
        self._metrics.add("pitboss_games_total", label=_GAME)
        self._metrics.add("pitboss_games_running", label=_GAME)

    def asked(self, live: LiveGame, turn: Turn) -> None:
        del live, turn
        self._refresh()
        self._audience.moved(self)

    def played(self, live: LiveGame, ruling: Ruling) -> None:
        self._metrics.add("pitboss_actions_total", len(ruling.actions), _GAME)
        self.story.add(live.referee.number, ruling.notes)
        if ruling.fault is not None:
            self._count_fault(ruling.fault.kind)

    def end(self, live: LiveGame) -> None:
        del live
        self._metrics.add("pitboss_games_running", -1, _GAME)
        self._metrics.add("pitboss_games_finished_total", label=_GAME)
        self._refresh()
        self._audience.moved(self)
        self._audience.ended(self)

    def close(self) -> None:
        """End the room, whatever its game has come to."""
        if not self.live.done.is_set():
            self._metrics.add("pitboss_games_running", -1, _GAME)
            self.live.stop()
            for program in self._programs:
                program.close()
        if self._journal is not None:
            self._journal.close()
        self._audience.closed(self)

    # What players and onlookers see.

    def _refresh(self) -> None:
        self._views = {}
        self._info = None

    def view(self, side: int) -> msgspec.Raw:
        """The gameState of a side as JSON, made once for each move."""
        view = self._views.get(side)
        if view is None:
            if self._info is None:
                turn = self.live.referee.number
                self._info = game_info(self.game, self.code, self.rules, turn)
            names = [seat.name for seat in self.seats]
            state = game_state(self.game, side, self._info, names, self.story)
            view = self._views[side] = msgspec.Raw(msgspec.json.encode(state))
        return view

    def info(self) -> RoomInfo:
        """The room as everyone may see it."""
        actor = self.game.actor()
        return RoomInfo(
            room_code=self.code,
            rules=self.rules,
            players=[
                SeatInfo(seat.player, seat.name, seat.kind, seat.bot, bool(seat.connection))
                for seat in self.seats
            ],
            open=self.open,
            current_turn=None if actor < 0 else PLAYERS[actor],
            turn_number=self.live.referee.number,
            is_over=actor < 0,
            winner=winner_of(self.game),
            seed_hash=self.seed_hash,
            seed_given=self.seed_given,
            seed=str(self.seed) if actor < 0 else None,
            journal=self.journal_id,
        )

    # Who may do what.

    def tokens(self) -> dict[Player, str]:
        """The tokens of the seats that are not the house's."""
        return {seat.player: seat.token for seat in self.seats if seat.token}

    def side_of(self, token: str | None) -> int | ErrorReply:
        """The seat that a token opens; without one, an open room's outside player: Player 2."""
        if token:
            for number, seat in enumerate(self.seats):
                if seat.token and hmac.compare_digest(seat.token.encode(), token.encode()):
                    return number
            return refusal("bad_token")
        if not self.open:
            return refusal("token_required")
        for number in (1, 0):
            if self.seats[number].kind != "builtin":
                return number
        return SPECTATOR

    def touch(self) -> None:
        """Somebody is interested in the room."""
        self.touched = self._now()

    def is_over(self) -> bool:
        """Whether nothing more will be played."""
        return self.live.done.is_set()

    def connected(self) -> bool:
        """Whether anybody is connected by Socket.IO."""
        return any(self.viewers.values())

    def act(self, side: int, value: object) -> ErrorReply | None:
        """Play what a side sent; a reply that says why not leaves the game as it was."""
        self.touch()
        if side == SPECTATOR:
            return refusal("not_your_seat")
        if self.is_over():
            return refusal("game_over")
        mine = self.game.actor() == side
        reply = read_action(value, self.game)
        if isinstance(reply, Unusable):
            self._count_fault(FaultKind.MALFORMED)
            if mine:
                self.live.answer(side, Fault(FaultKind.MALFORMED, reply.message))
            return refusal(reply.code, reply.message)
        ruling = self.live.answer(side, reply) if mine else None
        if ruling is None:
            turn = f"it is {PLAYERS[self.game.actor()]}'s turn"
            return refusal("not_your_turn", turn)
        if ruling.fault is None:
            return None
        if ruling.illegal is not None:
            self._count_fault(FaultKind.ILLEGAL)
            return refusal(*refused_action(ruling.illegal))
        return refusal("too_late")

    def _count_fault(self, kind: FaultKind) -> None:
        self._metrics.add("pitboss_faults_total", label=f'kind="{kind.value}"')
