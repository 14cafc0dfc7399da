"""One running tournament of the AlgoPoker wire: who plays, who watches, what each is told.

Turns and time are the live game's; what a message looks like is the voice's.
"""

import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pitboss.games.game import Game
from pitboss.games.holdem import TOURNAMENT, Hand, Tournament
from pitboss.games.record import Record
from pitboss.games.seeds import commitment, secret_seed
from pitboss.play.answer import Unusable
from pitboss.play.clock import TimeControl
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.live import LiveGame, LivePlayer, Watcher
from pitboss.play.policy import ALGOPOKER
from pitboss.play.referee import Referee, Ruling, Turn
from pitboss.players.program.live import LiveProgram
from pitboss.server.connection import NORMAL, Connection
from pitboss.server.house import sit
from pitboss.server.journal import JournalWriter
from pitboss.server.metrics import Metrics
from pitboss.server.settings import Settings
from pitboss.wires.algopoker.decode import read_action
from pitboss.wires.algopoker.encode import EncodedHandStart, EncodedState, GameEncoder, action_notes
from pitboss.wires.algopoker.messages import ErrorCode, error

GAME = f'game="{TOURNAMENT.name}"'
_WRONG = (FaultKind.MALFORMED, FaultKind.ILLEGAL)
# Turns in a row without an answer after which nobody waits for a player, until it says something.
SILENCES = 3


class Player(LivePlayer):
    """Somebody at a table, with the connection it has at the moment."""

    def __init__(self, name: str, connection: Connection | None, house: str = "") -> None:
        """`house` is the house's player whom nobody connects for, by name."""
        self.name = name
        self.connection = connection
        self.house = house
        # Turns in a row that it let pass.
        self.silences = 0
        self.token = secrets.token_urlsafe(12)

    def ask(self, game: Game, turn: Turn) -> None:
        """Nothing: all players are sent the request, by the table."""

    def refused(self, ruling: Ruling) -> None:
        """Say what was wrong; a timeout is told by its result."""
        fault = ruling.fault
        if self.connection is not None and fault is not None and fault.kind in _WRONG:
            self.connection.queue(error(ErrorCode.BAD_ACTION, fault.message))


@dataclass(eq=False)
class Spectator:
    """Somebody who watches; the organiser sees all cards."""

    connection: Connection
    organiser: bool = False


class PokerGame:
    """A tournament from its first card to its last, as a watcher of the live game."""

    def __init__(
        self,
        players: list[Player],
        spectators: set[Spectator],
        settings: Settings,
        metrics: Metrics,
        journal: JournalWriter | None,
        over: Callable[[], None],
    ) -> None:
        for seat, player in enumerate(players):
            player.seat = seat
        names = [player.name for player in players]
        rules = TOURNAMENT.rules()
        self.seed = secret_seed()
        self.game = Tournament(rules, len(players), self.seed)
        self.players = players
        self.spectators = spectators
        self.voice = GameEncoder(names, settings.action_timeout)
        self.metrics = metrics
        self.journal = journal
        # Called for every answer with the seconds until all had been told.
        self.timed: Callable[[float], None] | None = None
        record = Record.begin(TOURNAMENT, rules, len(players), self.seed, names)
        referee = Referee(self.game, record, ALGOPOKER, TimeControl(move=settings.action_timeout))
        watchers: list[Watcher] = [self]
        if journal is not None:
            watchers.insert(0, journal)
        seats: list[LivePlayer] = [*players]
        self._programs: list[LiveProgram] = []
        for player in players:
            if player.house:
                seats[player.seat] = seated = sit(
                    settings,
                    player.name,
                    player.house,
                    self.game,
                    TOURNAMENT,
                    record.rules,
                    player.seat,
                    settings.action_timeout,
                    self.seed,
                )
                if isinstance(seated, LiveProgram):
                    self._programs.append(seated)
        self.live = LiveGame(referee, seats, watchers, grace=settings.join_timeout)
        self._over = over
        self._scene: EncodedState | None = None

    def start(self) -> None:
        """Tell everyone and ask the first player; who left in the meantime is gone."""
        for player in self.players:
            if player.connection is None and not player.house:
                self.live.gone[player.seat] = _gone(None)
        self.live.start()

    # What players do

    def answer(self, player: Player, action: Any) -> bool:
        """A player's `action`; False if it was not its turn, and nothing happened."""
        if player.silences >= SILENCES:
            player.silences = 0
            self.live.come_back(player.seat, player)
        turn = self.live.referee.turn
        if turn is None or turn.seat != player.seat or player.seat in self.live.gone:
            return False
        began = time.perf_counter()
        answer = read_action(action, self.game.hand)
        if isinstance(answer, Unusable):
            ruling = self.live.answer(player.seat, Fault(FaultKind.MALFORMED, answer.message))
        else:
            ruling = self.live.answer(player.seat, answer)
        took = time.perf_counter() - began
        self.metrics.add("pitboss_decision_seconds_total", took, GAME)
        if self.timed is not None:
            self.timed(took)
        return ruling is not None

    def leave(self, player: Player) -> None:
        """A player's connection is gone; its seat stays."""
        connection, player.connection = player.connection, None
        self.live.leave(player.seat, _gone(connection))

    def come_back(self, player: Player, connection: Connection) -> None:
        """A player has a connection again: tell it where the game stands."""
        player.connection = connection
        hand = self.game.hand
        connection.queue(self.voice.game_start(self.game, commitment(self.seed)))
        if hand.hole(player.seat):
            connection.queue(self.voice.hand_start(hand).seen_by(player.seat))
            self._tell_turn(connection, self._now().seen_by(player.seat))
        connection.flush()
        self.live.come_back(player.seat, player)

    def show(self, spectator: Spectator) -> None:
        """Somebody begins to watch: tell it where the game stands."""
        connection = spectator.connection
        connection.queue(self.voice.game_start(self.game, commitment(self.seed)))
        opening = self.voice.hand_start(self.game.hand)
        scene = self._now()
        if spectator.organiser:
            connection.queue(opening.with_all_cards)
            self._tell_turn(connection, scene.with_all_cards)
        else:
            connection.queue(opening.public)
            self._tell_turn(connection, scene.public)
        connection.flush()

    def interrupt(self) -> None:
        """Stop in mid-game; the journal keeps it as interrupted."""
        self.live.stop()
        for program in self._programs:
            program.close()
        self.metrics.add("pitboss_games_running", -1, GAME)
        if self.journal is not None:
            self.journal.close()

    def _tell_turn(self, connection: Connection, state: bytes) -> None:
        turn = self.live.referee.turn
        if turn is not None:
            connection.queue(self.voice.request_head(turn.seat), state, b"}")

    def _now(self) -> EncodedState:
        if self._scene is None:
            self._scene = self.voice.state(self.game.hand)
        return self._scene

    # What the live game tells

    def begin(self, live: LiveGame) -> None:  # noqa: ARG002
        """Everybody is told the names, the stacks and the commitment to the seed."""
        self.metrics.add("pitboss_games_total", 1, GAME)
        self.metrics.add("pitboss_games_running", 1, GAME)
        self._tell_all(self.voice.game_start(self.game, commitment(self.seed)))
        self._open_hand(self.game.hand)

    def asked(self, live: LiveGame, turn: Turn) -> None:  # noqa: ARG002
        """Everybody still in is told whose turn it is, and all that was queued is sent."""
        scene = self._now()
        hand = self.game.hand
        head = self.voice.request_head(turn.seat)
        for player in self.players:
            if player.connection is not None and hand.hole(player.seat):
                player.connection.queue(head, scene.seen_by(player.seat), b"}")
        self._tell_spectators(head, scene)
        self._flush()

    def played(self, live: LiveGame, ruling: Ruling) -> None:  # noqa: ARG002
        """Everybody is told what was played, how hands ended, and the next hand."""
        fault = ruling.fault
        self.metrics.add("pitboss_actions_total", 1, GAME)
        if fault is not None:
            self.metrics.add("pitboss_faults_total", 1, f'kind="{fault.kind.value}"')
        self._count_silence(ruling)
        ended = self.game.ended
        acted = ended[0] if ended else self.game.hand
        self._scene = scene = self.voice.state(acted)
        late = ruling.timed_out
        for note in action_notes(ruling.notes):
            head = self.voice.result_head(note, late)
            for player in self.players:
                if player.connection is not None:
                    player.connection.queue(head, scene.seen_by(player.seat), b"}")
            self._tell_spectators(head, scene)
        for hand in ended:
            if hand is not acted:
                self._open_hand(hand)
            self._tell_all(self.voice.hand_end(hand))
        if ended:
            self._scene = None
            if not self.game.over:
                self._open_hand(self.game.hand)

    def _count_silence(self, ruling: Ruling) -> None:
        """A player who never answers is not waited for any more: nobody can stall a table."""
        player = self.players[ruling.seat]
        fault = ruling.fault
        if fault is None or fault.kind is not FaultKind.TIMEOUT:
            player.silences = 0
        elif player.seat not in self.live.gone:
            player.silences += 1
            if player.silences >= SILENCES:
                self.live.gone[player.seat] = fault

    def end(self, live: LiveGame) -> None:  # noqa: ARG002
        """Everybody is told the result and the seed, and sent home."""
        self.metrics.add("pitboss_games_running", -1, GAME)
        self.metrics.add("pitboss_games_finished_total", 1, GAME)
        self._tell_all(self.voice.game_end(self.game, str(self.seed)))
        for connection in self._connections():
            connection.close(NORMAL, "the tournament is over")
        self._over()

    # Telling

    def _connections(self) -> Iterable[Connection]:
        for player in self.players:
            if player.connection is not None:
                yield player.connection
        for spectator in list(self.spectators):
            yield spectator.connection

    def _open_hand(self, hand: Hand) -> None:
        opening: EncodedHandStart = self.voice.hand_start(hand)
        for player in self.players:
            if player.connection is not None and hand.hole(player.seat):
                player.connection.queue(opening.seen_by(player.seat))
        for spectator in self.spectators:
            spectator.connection.queue(
                opening.with_all_cards if spectator.organiser else opening.public
            )

    def _tell_all(self, message: bytes) -> None:
        for connection in self._connections():
            connection.queue(message)

    def _tell_spectators(self, head: bytes, scene: EncodedState) -> None:
        for spectator in self.spectators:
            state = scene.with_all_cards if spectator.organiser else scene.public
            spectator.connection.queue(head, state, b"}")

    def _flush(self) -> None:
        for connection in self._connections():
            connection.flush()


def _gone(connection: Connection | None) -> Fault:
    if connection is not None and connection.stalled:
        return Fault(FaultKind.STALL, "it does not read what it is sent")
    return Fault(FaultKind.DISCONNECTED, "the connection is gone")
