"""One table of the AlgoPoker wire: its lobby, who may do what, and one tournament after another."""

import asyncio
import hmac
from typing import TYPE_CHECKING

from pitboss.play.answer import Unusable
from pitboss.server import log
from pitboss.server.connection import (
    GOING_AWAY,
    INTERNAL,
    POLICY_VIOLATION,
    Connection,
)
from pitboss.server.poker_game import Player, PokerGame, Spectator
from pitboss.wires.algopoker.decode import (
    ActionChoice,
    JoinRequest,
    Message,
    read_message,
    read_name,
)
from pitboss.wires.algopoker.messages import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    ErrorCode,
    Spectate,
    Start,
    Waiting,
    encode,
    error,
)

if TYPE_CHECKING:
    from pitboss.server.poker import PokerServer


class PokerTable:
    """A lobby until enough have joined and the window is over, then a tournament, then again."""

    def __init__(self, server: "PokerServer", path: str) -> None:
        self.server = server
        self.settings = server.settings
        self.path = path
        self.players: list[Player] = []
        self.spectators: set[Spectator] = set()
        # Connections that have not said yet what they are.
        self.newcomers: set[Connection] = set()
        self.game: PokerGame | None = None
        self._window: asyncio.TimerHandle | None = None

    @property
    def empty(self) -> bool:
        """Whether nobody is here and nothing is going on."""
        return not (self.players or self.spectators or self.newcomers or self.game)

    # Connections

    def welcome(self, connection: Connection) -> None:
        """Somebody connected; it has a while to say what it is."""
        self.newcomers.add(connection)
        connection.patience = asyncio.get_running_loop().call_later(
            self.settings.join_timeout, self._no_join, connection
        )

    def receive(self, connection: Connection, frame: bytes) -> None:
        """A message from a connection of this table."""
        message = read_message(frame)
        role = connection.role
        if isinstance(role, Player):
            self._from_player(connection, role, message)
        elif isinstance(role, Spectator):
            self._from_spectator(connection, role, message)
        elif connection in self.newcomers:
            self._first(connection, message)

    def lose(self, connection: Connection) -> None:
        """A connection is gone."""
        role, connection.role = connection.role, None
        self.newcomers.discard(connection)
        if isinstance(role, Spectator):
            self.spectators.discard(role)
        elif isinstance(role, Player) and role.connection is connection:
            if self.game is not None and role in self.game.players:
                self.game.leave(role)
            elif role in self.players:
                self._leave_lobby(role)

    def send_away(self, connection: Connection, problem: Unusable, code: int) -> None:
        """Say why, and close."""
        self.server.metrics.add("pitboss_rejected_total", 1, f'reason="{problem.code}"')
        connection.send(error(problem.code, problem.message))
        connection.close(code, problem.code)

    # Messages

    def _first(self, connection: Connection, message: Message | Unusable) -> None:
        match message:
            case JoinRequest():
                self._join(connection, message)
            case Spectate():
                self._spectate(connection, message)
            case Start():
                if not self._is_organiser(message.token):
                    self._refuse(connection, ErrorCode.BAD_TOKEN, "Only the organiser may start.")
                    return
                self._spectate(connection, Spectate(message.token))
                self._start_early(connection)
            case _:
                self._refuse(
                    connection,
                    ErrorCode.BAD_JOIN,
                    'The first message must be {"type":"join","name":...}.',
                )

    def _from_player(
        self, connection: Connection, player: Player, message: Message | Unusable
    ) -> None:
        match message:
            case ActionChoice():
                self._act(connection, player, message)
            case Unusable():
                connection.send(error(message.code, message.message))
            case JoinRequest():
                connection.send(error(ErrorCode.ALREADY_JOINED, f"You are {player.name!r} here."))
            case Start() if self._is_organiser(message.token):
                self._start_early(connection)
            case Start():
                connection.send(error(ErrorCode.BAD_TOKEN, "Only the organiser may start."))
            case Spectate():
                connection.send(error(ErrorCode.ALREADY_JOINED, "You play; you can't watch too."))

    def _from_spectator(
        self, connection: Connection, spectator: Spectator, message: Message | Unusable
    ) -> None:
        match message:
            case Unusable():
                connection.send(error(message.code, message.message))
            case Start() if spectator.organiser or self._is_organiser(message.token):
                self._start_early(connection)
            case Start():
                connection.send(error(ErrorCode.BAD_TOKEN, "Only the organiser may start."))
            case JoinRequest() | Spectate():
                connection.send(error(ErrorCode.ALREADY_JOINED, "You are watching."))

    def _act(self, connection: Connection, player: Player, message: ActionChoice) -> None:
        if connection.answered or self.game is None:
            return
        if self.game.answer(player, message.action):
            connection.excuse()
            connection.answered = True

    # Joining and watching

    def _join(self, connection: Connection, message: JoinRequest) -> None:
        name = read_name(message.name)
        if isinstance(name, Unusable):
            self.send_away(connection, name, POLICY_VIOLATION)
            return
        if self.game is None and not self.players:
            self.players = [Player(house, None, house=house) for house in self.settings.table_seats]
        if self.game is not None:
            self._rejoin(connection, name, message.token, self.game)
        elif any(player.name == name for player in self.players):
            self._refuse(connection, ErrorCode.BAD_NAME, f"Name {name!r} is already taken.")
        elif len(self.players) >= MAX_PLAYERS:
            self._refuse(
                connection, ErrorCode.TOURNAMENT_FULL, f"All {MAX_PLAYERS} seats are taken."
            )
        else:
            player = Player(name, connection)
            self._settle(connection, player)
            self.players.append(player)
            self._tell_waiting()
            if len(self.players) == MAX_PLAYERS:
                self._begin()
            elif len(self.players) >= MIN_PLAYERS and self._window is None:
                loop = asyncio.get_running_loop()
                self._window = loop.call_later(self.settings.lobby_wait, self._window_over)

    def _rejoin(self, connection: Connection, name: str, token: str, game: PokerGame) -> None:
        player = next((player for player in game.players if player.name == name), None)
        if player is None or not _same(token, player.token):
            self._refuse(
                connection,
                ErrorCode.TOURNAMENT_STARTED,
                "The tournament at this table has started; its players come back with their token.",
            )
            return
        old = player.connection
        if old is not None:
            old.role = None
            old.send(error(ErrorCode.REPLACED, "You came back on another connection."))
            old.close(POLICY_VIOLATION, ErrorCode.REPLACED)
        self._settle(connection, player)
        connection.queue(self._waiting(len(game.players), player.token))
        game.come_back(player, connection)

    def _spectate(self, connection: Connection, message: Spectate) -> None:
        organiser = self._is_organiser(message.token)
        if message.token and not organiser:
            self._refuse(connection, ErrorCode.BAD_TOKEN, "That is not the organiser's token.")
            return
        spectator = Spectator(connection, organiser)
        self._settle(connection, spectator)
        self.spectators.add(spectator)
        if self.game is not None:
            self.game.show(spectator)
        else:
            connection.send(self._waiting(len(self.players), ""))

    def _settle(self, connection: Connection, role: Player | Spectator) -> None:
        self.newcomers.discard(connection)
        connection.role = role
        if connection.patience is not None:
            connection.patience.cancel()

    def _refuse(self, connection: Connection, code: str, message: str) -> None:
        self.send_away(connection, Unusable(code, message), POLICY_VIOLATION)

    def _no_join(self, connection: Connection) -> None:
        if connection in self.newcomers:
            seconds = self.settings.join_timeout
            self._refuse(connection, ErrorCode.BAD_JOIN, f"No join message within {seconds:g} s.")

    def _is_organiser(self, token: str) -> bool:
        secret = self.settings.organiser_token
        return bool(secret) and _same(token, secret)

    # The lobby

    def _waiting(self, count: int, token: str) -> bytes:
        return encode(Waiting(count, MIN_PLAYERS, MAX_PLAYERS, token))

    def _tell_waiting(self) -> None:
        count = len(self.players)
        for player in self.players:
            if player.connection is not None:
                player.connection.send(self._waiting(count, player.token))
        for spectator in self.spectators:
            spectator.connection.send(self._waiting(count, ""))

    def _leave_lobby(self, player: Player) -> None:
        self.players.remove(player)
        if not any(other.connection for other in self.players):
            # The house does not wait alone.
            self.players = []
        if len(self.players) < MIN_PLAYERS:
            self._close_window()
        self._tell_waiting()

    def _close_window(self) -> None:
        if self._window is not None:
            self._window.cancel()
            self._window = None

    def _window_over(self) -> None:
        self._window = None
        if len(self.players) >= MIN_PLAYERS and self.game is None:
            self._begin()

    def _start_early(self, connection: Connection) -> None:
        if self.game is not None:
            connection.send(error(ErrorCode.TOURNAMENT_STARTED, "It has started already."))
        elif len(self.players) < MIN_PLAYERS:
            connection.send(
                error(ErrorCode.NOT_STARTED, f"{MIN_PLAYERS} players are needed to start.")
            )
        else:
            self._begin()

    # The tournament

    def _begin(self) -> None:
        self._close_window()
        journal = self.server.journal
        players, self.players = self.players, []
        try:
            self.game = game = PokerGame(
                players,
                self.spectators,
                self.settings,
                self.server.metrics,
                journal.watch() if journal is not None else None,
                self._over,
            )
            game.timed = self.server.timed
            game.live.failed = self.fail
            game.start()
        except Exception as problem:
            self.players = players if self.game is None else []
            self.fail(problem)

    def _over(self) -> None:
        self.game = None
        self.spectators = set()
        self.server.tidy(self)

    def interrupt(self, message: bytes, code: int, reason: str) -> None:
        """End whatever is going on and send everybody home."""
        self._close_window()
        game, self.game = self.game, None
        players, self.players = self.players, []
        spectators, self.spectators = self.spectators, set()
        newcomers, self.newcomers = self.newcomers, set()
        connections = [*newcomers, *(spectator.connection for spectator in spectators)]
        if game is not None:
            game.interrupt()
            players = game.players
        connections += [player.connection for player in players if player.connection is not None]
        for connection in connections:
            connection.send(message)
            connection.close(code, reason)
        self.server.tidy(self)

    def stop(self, reason: str) -> None:
        """The server stops."""
        self.interrupt(error(ErrorCode.SERVER_STOPPING, reason), GOING_AWAY, "server stopping")

    def fail(self, problem: Exception) -> None:
        """Our own mistake: this table starts anew, the others do not notice."""
        log.fail("a table failed", table=self.path, error=repr(problem))
        message = "The server made a mistake; this tournament can't go on."
        self.interrupt(error(ErrorCode.INTERNAL_ERROR, message), INTERNAL, "internal error")


def _same(token: str, secret: str) -> bool:
    return hmac.compare_digest(token.encode(errors="replace"), secret.encode())
