"""One live game with its players and its audience, on any mix of wires.

Every door brings its clients here: the poker port, the rooms, the native sockets. What a message
looks like is its wire's business, who may sit down a lobby's.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from logging import INFO
from typing import Any

from pitboss.games.game import SPECTATOR, Game
from pitboss.games.kind import Kind
from pitboss.games.record import Record
from pitboss.games.seeds import commitment
from pitboss.play.live import LiveGame, LivePlayer, Watcher
from pitboss.play.player import distinct
from pitboss.play.policy import Incident, Policy
from pitboss.play.referee import Referee
from pitboss.play.ruling import Ruling, Turn
from pitboss.play.time_control import TimeControl
from pitboss.players.connection import ConnectedPlayer, gone_for_now
from pitboss.players.inprocess import LiveBot
from pitboss.players.program.live import LiveProgram
from pitboss.server import log
from pitboss.server.delayed_gallery import DelayedGallery
from pitboss.server.gallery import Gallery, Question, RecentNotes, Spectator, quietly
from pitboss.server.house import HouseSeat
from pitboss.server.services import Services
from pitboss.store.live_games import PlayerNote
from pitboss.store.live_journal import GameLog
from pitboss.store.move_log import LeftGame
from pitboss.wires.native.wire import NATIVE
from pitboss.wires.outbox import GOING_AWAY, INTERNAL, NORMAL
from pitboss.wires.registry import choose
from pitboss.wires.session import Presence
from pitboss.wires.wire import Setting

# Why a table ends in mid-game: a code for programs, and what the connections are closed with.
STOPPING = "server_stopping"
MISTAKE = "internal_error"
CLOSED = "table_closed"
CLOSES = {STOPPING: GOING_AWAY, MISTAKE: INTERNAL, CLOSED: GOING_AWAY}
# More messages a second than anybody is sent.
_MOST_MESSAGES = 1000
SORRY = "The server made a mistake; this game can't go on."


@dataclass(frozen=True, kw_only=True)
class Order:
    """What is to be played at a table, and how strictly."""

    kind: Kind[Any, Any]
    rules: Any
    policy: Policy
    control: TimeControl
    # Seconds that a turn waits for a player who lost its connection, within its own time.
    patience: float = 0.0


class Table:
    """A game from its first card to its end: finished, stopped, or failed by a mistake of ours."""

    def __init__(
        self,
        name: str,
        order: Order,
        seats: Sequence[LivePlayer | HouseSeat],
        services: Services,
        *,
        seed: int,
        over: Callable[["Table"], None],
        watchers: Sequence[Watcher] = (),
        is_last: bool = True,
        comeback: Any = None,
        left: LeftGame | None = None,
    ) -> None:
        """`over` is called once, when it has ended and everybody has been told.

        Unless it is the last game of its players, finishing it closes no connections but those of
        delayed spectators. `comeback` is what is written down for a server that has to go on with
        it; `left` is what another server left of it, for `go_on` instead of `start`.
        """
        kind = order.kind
        self.name = name
        self.order = order
        self.seed = seed
        self.services = services
        # When it began.
        self.since = datetime.now(UTC) if left is None else datetime.fromisoformat(left.row.created)
        self.game: Game = kind.new(order.rules, len(seats), seed)
        self.names = distinct([seat.name for seat in seats])
        self.record = Record.begin(kind, order.rules, len(seats), seed, self.names)
        self.setting = Setting(
            kind=kind,
            rules=self.record.rules,
            seats=len(seats),
            control=order.control,
            table=name,
            commitment=commitment(seed),
            all_requests=True,
        )
        players = [self._seat(number, seat) for number, seat in enumerate(seats)]
        controls = [
            seat.control(services.settings, self.setting)
            if isinstance(seat, HouseSeat)
            else order.control
            for seat in seats
        ]
        referee = Referee(self.game, self.record, order.policy, controls)
        grace = services.settings.join_timeout
        self.live = LiveGame(
            referee,
            players,
            [self, *watchers],
            services.now,
            grace=grace,
            patience=order.patience,
            is_in=lambda seat: kind.is_in(self.game, seat),
        )
        self.live.failed = self.fail
        self._over = over
        self._is_last = is_last
        self._log = self._open_log(comeback, left)
        self.setting = replace(self.setting, game_id=self.journal_id or "")
        # Those whose client shows the game to a person.
        self._displays: list[ConnectedPlayer] = []
        for player in players:
            if isinstance(player, ConnectedPlayer):
                self._prepare(player)
        self._recent = RecentNotes(self._dealt)
        self._gallery = Gallery(self.game, self.names, self.setting, self._recent, self._question)
        # Those who may not see all cards, and may have to wait for what they see.
        self._public = self._open_public()
        self._galleries = list(dict.fromkeys([self._gallery, self._public]))
        # Called when everybody who watches has seen the end.
        self.shown: Callable[[], None] | None = None
        self._presence: list[Presence] = []
        metrics = services.metrics
        self._running = metrics.games_running.labels(kind.name)
        self._actions = metrics.actions.labels(kind.name)
        self._noted_faults = 0
        # Whether it is among the games that are running.
        self._is_counted = False
        # Whether everybody has been told of the end.
        self._is_told = False
        # Why it ended unfinished, if it did.
        self.stopped: str | None = None

    def _seat(self, number: int, seat: LivePlayer | HouseSeat) -> LivePlayer:
        if isinstance(seat, HouseSeat):
            name = self.names[number]
            return seat.player(self.services.settings, self.setting, name, self.seed, number)
        return seat

    def _prepare(self, player: ConnectedPlayer) -> None:
        setting = replace(self.setting, display=player.display)
        player.session = player.wire.session(setting)
        if player.program_wire:
            kind, rules = self.order.kind, self.order.rules
            spoken = choose(player.program_wire, kind, rules, len(self.names))
            told = replace(self.setting, all_requests=False, commitment="")
            player.session = NATIVE.relay(setting, spoken.session(told), player.program_wire)
        player.seed = str(self.seed)
        if player.display:
            self._displays.append(player)

    def _dealt(self) -> Game:
        """The game as it was before its first action."""
        game: Game = self.order.kind.new(self.order.rules, len(self.names), self.seed)
        return game

    def _open_public(self) -> Gallery:
        delay = self.services.settings.spectator_delay
        if delay <= 0:
            return self._gallery
        return DelayedGallery(
            self._dealt,
            self.names,
            self.setting,
            delay=delay,
            now=self.services.now,
            shown=self._end_shown,
        )

    def _end_shown(self) -> None:
        if self.shown is not None:
            self.shown()

    def _open_log(self, comeback: Any, left: LeftGame | None) -> GameLog | None:
        journal = self.services.journal
        if journal is None:
            return None
        if left is not None:
            return journal.go_on(left)
        return journal.begin(
            self.record,
            table=self.name,
            players=[_note(player) for player in self.live.players],
            policy=self.order.policy,
            now=self.since,
            comeback=comeback,
        )

    @property
    def journal_id(self) -> str | None:
        """What the game is called in the journal, if there is one."""
        return self._log.id if self._log is not None else None

    @property
    def is_shown(self) -> bool:
        """Whether everybody who watches has seen the end."""
        return self._public.is_over

    @property
    def is_watched(self) -> bool:
        """Whether anybody watches without all cards."""
        return not self._public.is_empty

    def public_moves(self) -> int:
        """How many moves everybody may know of."""
        return self._public.moves

    def public_seats(self) -> Sequence[Presence]:
        """Who sits here and can be reached, as everybody may know it; none before it begins."""
        return self._public.presence

    def send_watchers_home(self, code: str, message: str) -> None:
        """End for those who still watch what is over."""
        self._public.dismiss(code, message, CLOSES[code])

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be played."""
        return self.live.done.is_set()

    def start(self) -> None:
        """Tell everyone, and ask the first player; who left in the meantime is gone."""
        self.guard(self.live.start)

    def go_on(self, left: LeftGame) -> None:
        """Take the game up where another server left it; its clients are waited for a while."""
        self.guard(self._take_up, left)

    def _take_up(self, left: LeftGame) -> None:
        self.begin(self.live)
        gone = set()
        for seat, actions in left.rulings:
            ruling = self.live.referee.repeat(seat, actions)
            if ruling.forfeited:
                gone.add(seat)
            self._recent.add(ruling.notes)
            for gallery in self._galleries:
                gallery.played(ruling)
            for watcher in self.live.watchers[1:]:
                watcher.played(self.live, ruling)
        away = {}
        for seat, player in enumerate(self.live.players):
            if isinstance(player, ConnectedPlayer):
                self._catch_up(player, seat)
                player.stream.go_on(self._later_number())
                away[seat] = gone_for_now()
        for gallery in self._galleries:
            gallery.numbered_from = self._later_number()
        self.live.go_on(away, gone, self.services.settings.reconnect_grace)

    def _later_number(self) -> int:
        """A number beyond those of all messages that were sent before the server was killed."""
        return int((datetime.now(UTC) - self.since).total_seconds() * _MOST_MESSAGES)

    # Players

    def take_seat(self, seat: int, player: ConnectedPlayer) -> None:
        """A client takes over an open seat of a running game."""
        assert player.outbox is not None
        self._prepare(player)
        self._catch_up(player, seat)
        player.sit(self.live, seat)
        player.come_back(player.outbox)
        self.seats_changed()

    def show(self, player: ConnectedPlayer, display: bool) -> bool:
        """Whether a client that returns wants to be told more, or less, than before; now it is."""
        if player.display == display:
            return False
        if player.display:
            self._displays.remove(player)
        player.display = display
        self._prepare(player)
        self._catch_up(player, player.seat)
        return True

    def _catch_up(self, player: ConnectedPlayer, seat: int) -> None:
        player.session.seated(self._presence)
        player.session.begin(self.game, seat, self.names)
        if player.display:
            self._recent.recall(player.session)

    def seats(self) -> list[Presence]:
        """Who sits here, and who can be reached."""
        return [self._presence_of(seat, player) for seat, player in enumerate(self.live.players)]

    def _presence_of(self, seat: int, player: LivePlayer) -> Presence:
        sort = _note(player).sort
        here = player.is_here if sort == "connection" else seat not in self.live.gone
        return Presence(player.name, sort, player.wire_name, here)

    def seats_changed(self) -> None:
        """Somebody came or went: those who show it to people are told."""
        if self._tell_seats():
            self._flush()

    def _tell_seats(self) -> bool:
        presence = self.seats()
        if presence == self._presence:
            return False
        for before, now in zip(self._presence, presence, strict=False):
            if before.here != now.here:
                what = "came back" if now.here else "left"
                log.say(what, table=self.name, player=now.name, wire=now.wire)
        self._presence = presence
        for gallery in self._galleries:
            gallery.seated(presence)
        for player in self._displays:
            player.stream.tell(player.session.seated(presence))
        return True

    # The audience

    def admit(self, spectator: Spectator) -> None:
        """Somebody watches from the first card on; before the game starts."""
        self._gallery_for(spectator).admit(spectator)

    def watch(self, spectator: Spectator, since: int = 0) -> None:
        """Somebody watches from now on; the organiser sees all cards."""
        self._gallery_for(spectator).watch(spectator, since)

    def unwatch(self, spectator: Spectator) -> None:
        """Somebody watches no more."""
        spectator.leave()

    def _gallery_for(self, spectator: Spectator) -> Gallery:
        return self._gallery if spectator.all_cards else self._public

    def _question(self) -> Question:
        turn = self.live.referee.turn
        left = max(0.0, turn.deadline - self.live.now()) if turn is not None else 0.0
        return turn, left

    # What the live game tells

    def begin(self, live: LiveGame) -> None:
        del live
        players = ", ".join(self.names)
        game = self.record.rules
        log.say("game started", table=self.name, rules=game, players=players, id=self.journal_id)
        self.services.metrics.games.labels(self.order.kind.name).inc()
        self._running.inc()
        self._is_counted = True
        self._presence = self.seats()
        for gallery in self._galleries:
            gallery.begin(self._presence)
        for player in self._displays:
            player.session.seated(self._presence)

    def asked(self, live: LiveGame, turn: Turn) -> None:
        for gallery in self._galleries:
            gallery.asked(turn, live.seconds(turn))
        for player in self._displays:
            player.stream.tell(player.session.asked(live.game, turn, live.seconds(turn)))

    def played(self, live: LiveGame, ruling: Ruling) -> None:
        self._note_faults()
        if self._log is not None:
            # Before anybody hears of it.
            self._log.moved(self._new_actions(ruling), live.referee.incidents, seat=ruling.seat)
        self._actions.inc(len(ruling.actions))
        self._recent.add(ruling.notes)
        if log.is_close():
            for note in ruling.notes:
                self._look_closely(note)
        for gallery in self._galleries:
            gallery.played(ruling)

    def _look_closely(self, note: tuple[int, ...]) -> None:
        event = self.order.kind.tell(note, SPECTATOR)
        log.debug("played", table=self.name, what=self.order.kind.sentence(event, self.names))

    def end(self, live: LiveGame) -> None:
        result = live.game.result()
        winners = [
            name for name, place in zip(self.names, result.places, strict=True) if place == 1
        ]
        log.say(
            "game over",
            table=self.name,
            won=", ".join(winners),
            places=result.places,
            scores=result.scores,
            reason=result.reason,
        )
        if self._log is not None:
            now = datetime.now(UTC)
            self._log.finished(live.game.result(), live.referee.incidents, now=now)
        self._count_end()
        self.services.metrics.games_finished.labels(self.order.kind.name).inc()
        for gallery in self._galleries:
            gallery.end(str(self.seed))

    def settled(self, live: LiveGame) -> None:
        self._note_faults()
        self._flush()
        if live.done.is_set() and not self._is_told:
            self._goodbye(NORMAL)

    def _flush(self) -> None:
        for player in self.live.players:
            if isinstance(player, ConnectedPlayer):
                player.stream.flush()
        self._gallery.flush()

    def _new_actions(self, ruling: Ruling) -> Sequence[int]:
        # A withdrawal stands in the record as a number of its own.
        return self.record.actions[-1:] if ruling.forfeited else ruling.actions

    def _count_end(self) -> None:
        if self._is_counted:
            self._is_counted = False
            self._running.dec()

    def _note_faults(self) -> None:
        """Count new faults, and tell those who show the game to people."""
        incidents = self.live.referee.incidents
        if len(incidents) == self._noted_faults:
            return
        new = incidents[self._noted_faults :]
        self._noted_faults = len(incidents)
        for incident in new:
            kind = incident.fault.kind.value
            self.services.metrics.faults.labels(kind).inc()
            who = self.names[incident.seat]
            log.repeated("fault", level=INFO, reason=kind, table=self.name, player=who)
            for gallery in self._galleries:
                gallery.faulted(incident)
            for player in self._displays:
                player.stream.tell(player.session.faulted(incident))
        self._tell_seats()

    # Ends in mid-game

    def guard(self, call: Callable[..., object], *args: object) -> None:
        """Call something that belongs to this table: a mistake of ours in it ends this table."""
        try:
            call(*args)
        except Exception as error:
            self.fail(error)

    def fail(self, error: Exception) -> None:
        """A mistake of ours: this table ends, the others do not notice."""
        log.fail("a table failed", table=self.name, error=repr(error))
        self.services.metrics.failures.inc()
        self.stop(MISTAKE, SORRY)

    def stop(self, code: str, message: str) -> None:
        """End unfinished: the journal keeps the game as interrupted, and everybody is told why."""
        if self._is_told:
            return
        self.stopped = message
        log.say("game stopped", table=self.name, reason=code)
        if not self.live.done.is_set():
            self.live.stop()
            self._count_end()
            if self._log is not None:
                incidents = self.live.referee.incidents
                quietly(self.name, self._interrupt, self._log, message, incidents)
        for player in self.live.players:
            quietly(self.name, player.stopped, code, message)
        for gallery in self._galleries:
            if code == STOPPING:
                gallery.dismiss(code, message, CLOSES[code])
            else:
                gallery.stopped(code, message)
        self._goodbye(CLOSES[code], code)

    def _interrupt(self, log: GameLog, message: str, incidents: Sequence[Incident]) -> None:
        log.interrupted(message, incidents, now=datetime.now(UTC))

    def _goodbye(self, code: int, reason: str = "") -> None:
        """Everybody has heard how it ended: close, and let the door know."""
        self._is_told = True
        stay = code == NORMAL and not self._is_last
        for player in self.live.players:
            if isinstance(player, ConnectedPlayer) and not stay:
                quietly(self.name, player.stream.close, code, reason or player.listener.farewell)
        for gallery in self._galleries:
            if not (stay and gallery is self._gallery):
                gallery.close(code, reason)
        self._over(self)


def _note(player: LivePlayer) -> PlayerNote:
    """A player as the journal knows it."""
    if isinstance(player, LiveBot):
        return PlayerNote(name=player.name, sort="built-in")
    if isinstance(player, LiveProgram):
        return PlayerNote(name=player.name, sort="program")
    return PlayerNote(name=player.name, wire=player.wire_name, sort="connection")
