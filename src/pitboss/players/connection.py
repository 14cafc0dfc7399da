"""A player who is reached over a connection, may lose it, and may come back to the seat."""

import hashlib
import hmac
import secrets
from collections import deque
from collections.abc import Callable, Sequence

from pitboss.games.game import Game
from pitboss.play.answer import Answer, Unusable
from pitboss.play.fault import Fault, FaultKind, shown
from pitboss.play.live import LiveGame, LivePlayer
from pitboss.play.ruling import Ruling, Turn
from pitboss.wires.listen import Listener
from pitboss.wires.outbox import Outbox
from pitboss.wires.session import Session
from pitboss.wires.wire import Wire

# Messages that are kept for a client that returns: some minutes of a fast game.
KEPT = 1000


class Keyed:
    """Something that a token opens: a seat, for whoever comes back to it."""

    # Unknown after a restart of the server, until somebody shows it.
    token = ""
    token_hash = ""

    def opens_to(self, token: str) -> bool:
        """Whether this is its token; takes a time that tells nothing about it."""
        if not (token and self.lock and hmac.compare_digest(_hashed(token), self.lock)):
            return False
        self.token = token
        return True

    @property
    def lock(self) -> str:
        """The token as it may be written down; empty if there is none."""
        return _hashed(self.token) if self.token else self.token_hash


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


class Stream:
    """What one seat, or the public, is told over one wire: encoded once, heard by any number.

    Where the wire numbers its messages, the last ones are kept, so that a client that lost its
    connection gets each of those that it missed, once.
    """

    def __init__(self, listener: Listener) -> None:
        self._number = listener.number if listener.numbered else None
        self.outboxes: list[Outbox] = []
        self.last = 0
        self._recent: deque[bytes] = deque(maxlen=KEPT)

    def go_on(self, number: int) -> None:
        """Number the messages from there on: others were sent before the server was killed."""
        self.last = number

    def tell(self, messages: Sequence[bytes]) -> None:
        """Queue messages for everybody who listens."""
        if self._number is not None:
            messages = self._numbered(self._number, messages)
        for outbox in self.outboxes:
            outbox.queue_all(messages)

    def _numbered(
        self, number: Callable[[bytes, int], bytes], messages: Sequence[bytes]
    ) -> list[bytes]:
        numbered = []
        for message in messages:
            self.last += 1
            numbered.append(number(message, self.last))
        self._recent.extend(numbered)
        return numbered

    def flush(self) -> None:
        """Send what was queued."""
        for outbox in self.outboxes:
            outbox.flush()

    def join(self, outbox: Outbox, since: int, standing: Callable[[], Sequence[bytes]]) -> None:
        """Somebody listens from now on, who has heard all messages up to `since` (0: none).

        It is sent what it missed or, if that is not kept any more, how things stand.
        """
        missed = self.last - since
        if self._number is not None and 0 < since <= self.last and missed <= len(self._recent):
            for message in list(self._recent)[len(self._recent) - missed :]:
                outbox.queue(message)
        else:
            for message in standing():
                outbox.queue(message if self._number is None else self._number(message, self.last))
        if outbox not in self.outboxes:
            self.outboxes.append(outbox)
        outbox.flush()

    def leave(self, outbox: Outbox) -> None:
        """Somebody listens no more."""
        if outbox in self.outboxes:
            self.outboxes.remove(outbox)

    def close(self, code: int, reason: str) -> None:
        """Say goodbye to everybody who listens."""
        for outbox in list(self.outboxes):
            outbox.close(code, reason)


class ConnectedPlayer(Keyed, LivePlayer):
    """A client at a seat; without a connection it is gone, and its token brings it back."""

    # Given to it when it sits down: what a session says depends on the game.
    session: Session
    # Shown at the end of the game.
    seed = ""
    # What it answered last.
    _said = b""
    # Whether its client shows the game to a person.
    display = False
    # The wire of the program that its client brings, as users type it; empty: its own.
    program_wire = ""

    @property
    def wire_name(self) -> str:
        return self.wire.name

    @property
    def is_here(self) -> bool:
        return self.outbox is not None

    def __init__(self, name: str, wire: Wire, outbox: Outbox | None) -> None:
        self.name = name
        self.wire = wire
        self.listener = listener_of(wire)
        self.stream = Stream(self.listener)
        self.outbox = outbox
        self.token = secrets.token_urlsafe(12)
        if outbox is not None:
            self.stream.outboxes.append(outbox)

    # The player's side of a game.

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:
        self.stream.tell(self.session.begin(game, seat, names))

    def ask(self, game: Game, turn: Turn) -> None:
        assert self.live is not None
        self.stream.tell([self.session.ask(game, turn.number, self.live.seconds(turn))])

    def refused(self, ruling: Ruling) -> None:
        self.stream.tell(self.session.refused(ruling))

    def played(self, game: Game, ruling: Ruling) -> None:
        self.stream.tell(self.session.played(game, ruling))

    def end(self, game: Game, names: Sequence[str]) -> None:
        self.stream.tell(self.session.end(game, names, self.seed))

    def said(self) -> str:
        return shown(self._said)

    def stopped(self, code: str, message: str) -> None:
        self.stream.tell([self.listener.refusal(code, message)])
        self.stream.flush()

    # The connection's side.

    def asked(self) -> bool:
        """Whether an answer is waited for; saying anything at all is a sign of life."""
        live = self.live
        if live is None or live.done.is_set():
            return False
        live.hear(self.seat)
        turn = live.referee.turn
        return turn is not None and turn.seat == self.seat and self.seat not in live.gone

    def answer(self, said: Answer | Unusable, message: bytes = b"") -> Ruling | None:
        """What was said to an open question; None if it answers another one."""
        assert self.live is not None
        self._said = message
        if isinstance(said, Unusable):
            told = shown(message, said.message)
            fault = Fault(FaultKind.MALFORMED, said.message, said.code, told)
            return self.live.answer(self.seat, fault)
        return self.live.answer(self.seat, said)

    def detach(self) -> Outbox | None:
        """The connection is gone; the player is still waited for. The connection that it was."""
        outbox, self.outbox = self.outbox, None
        if outbox is not None:
            self.stream.leave(outbox)
        return outbox

    def reattach(self, outbox: Outbox) -> Outbox | None:
        """It has another connection before its game begins; the one that it had."""
        before = self.detach()
        self.outbox = outbox
        self.stream.outboxes.append(outbox)
        return before

    def rise(self) -> None:
        """Its game is over, and it waits for another one."""
        self.live = None
        self.seat = -1

    def lose(self) -> None:
        """The connection is gone, and the player with it, until it comes back to its seat."""
        outbox = self.detach()
        if outbox is not None and self.live is not None and not self.live.done.is_set():
            self.live.leave(self.seat, gone(outbox))

    def come_back(self, outbox: Outbox, since: int = 0) -> Outbox | None:
        """It has a connection again; the one that it had before, if that was still open."""
        live = self.live
        assert live is not None
        before, self.outbox = self.outbox, outbox
        if before is not None:
            self.stream.leave(before)
        self.stream.join(outbox, since, lambda: self._standing(live))
        live.come_back(self.seat, self)
        return before

    def _standing(self, live: LiveGame) -> Sequence[bytes]:
        turn = live.open_turn(self.seat)
        left = max(0.0, turn.deadline - live.now()) if turn is not None else 0.0
        return self.session.resume(live.game, self.seat, live.names, turn, left)


def listener_of(wire: Wire) -> Listener:
    """What the wire's connections say and are told; `ValueError` if it has none."""
    if wire.listener is None:
        raise ValueError(f"nobody connects over the wire {wire.name}")
    return wire.listener


def gone(outbox: Outbox | None) -> Fault:
    """The fault of a player without a connection."""
    if outbox is not None and outbox.stalled:
        return Fault(FaultKind.STALL, "it does not read what it is sent")
    return gone_for_now()


def gone_for_now() -> Fault:
    """The fault of a player who may come back."""
    return Fault(FaultKind.DISCONNECTED, "the connection is gone")
