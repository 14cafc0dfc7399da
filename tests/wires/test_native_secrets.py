"""Nothing that a client which shows the game is sent holds a card that it may not know."""

import asyncio
import json
import random
import re
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import pytest
from uno_online_server import Served, served
from websockets.sync.client import ClientConnection, connect

from pitboss.games.game import SPECTATOR, Game
from pitboss.games.holdem.cards import card_text
from pitboss.games.kind import Kind
from pitboss.games.registry import find
from pitboss.games.uno.cards import CARD_KINDS
from pitboss.games.uno.notation import write_card
from pitboss.play.answer import Answer, Unusable
from pitboss.play.time_control import TimeControl
from pitboss.players.connection import ConnectedPlayer
from pitboss.server.gallery import Spectator
from pitboss.server.services import Metrics, Services
from pitboss.server.settings import Settings
from pitboss.server.table import Order, Table
from pitboss.wires.native.encode import json_text, make_object
from pitboss.wires.native.wire import NATIVE
from pitboss.wires.outbox import Outbox

Json = dict[str, Any]
# A game as it is ordered, and numbers of seats.
GAMES: list[tuple[str, range]] = [
    ("jedna", range(2, 5)),
    ("official,target=0", range(2, 7)),
    ("uno-online", range(2, 3)),
    ("holdem", range(2, 10)),
    ("algopoker,stack=1000", range(2, 5)),
    ("cash,hands=6", range(2, 7)),
]
GAMES_PLAYED = 200
WORD = re.compile(r"[A-Za-z0-9+]+")
UNO_CARDS = {
    *(write_card(card) for card in range(CARD_KINDS)),
    *(write_card(card, colour) for card in range(CARD_KINDS) for colour in range(4)),
}
POKER_CARDS = {card_text(card) for card in range(52)}
# Events about cards that only their owner knows, and for `showed` whom they are shown to.
SECRET = ("dealt", "drew", "showed")


def seen_view(kind: Kind[Any, Any], game: Game, viewer: int, salt: int) -> Json:
    """The view of a game in which all that is hidden from the viewer is something else."""
    other = game.redeal(viewer, salt)
    view: Json = json.loads(json_text(kind.view_json(other.view(viewer), make_object)))
    return view


class Truth:
    """A game with all its cards, which knows what each viewer may be told now."""

    def __init__(self, kind: Kind[Any, Any], game: Game) -> None:
        self.kind = kind
        self.game = game
        self.checked = 0
        # The texts that each viewer was told.
        self.texts: defaultdict[int, set[str]] = defaultdict(set)

    def check(self, viewer: int, message: Json) -> None:
        self.checked += 1
        kind = message["type"]
        if kind in ("state", "turn"):
            assert message["view"] == seen_view(self.kind, self.game, viewer, self.checked)
            assert "figures" not in message
            for text in message.get("log", ()):
                # Who was away has missed what everybody was told, and what it was dealt itself.
                told = text in self.texts[viewer] | self.texts[SPECTATOR]
                assert told or text.startswith(f"Bot{viewer} ")
        elif kind == "event":
            self.texts[viewer].add(message["text"])
            self._check_event(viewer, message)
        elif kind == "fault" and message["seat"] == viewer:
            # It knows what it has sent.
            pass
        elif kind not in ("result", "error"):
            # Somebody else's fault, the seats, a greeting: no card at all.
            assert not self._cards(message), message

    def _cards(self, message: Json) -> set[str]:
        words = set(WORD.findall(json.dumps(message)))
        return words & (UNO_CARDS if self.kind.name == "uno" else POKER_CARDS)

    def _check_event(self, viewer: int, event: Json) -> None:
        told = self._cards(event)
        if self.kind.name == "uno":
            concerned = (event["seat"], event["facts"].get("to", SPECTATOR))
            mine = viewer != SPECTATOR and viewer in concerned
            assert not told or mine or event["name"] not in SECRET, event
            return
        game: Any = self.game
        hands = [*getattr(game, "ended", ()), getattr(game, "hand", game)]
        known = set()
        for hand in hands:
            open_seats = [*hand.seats_in(hand.shown), *([viewer] if viewer >= 0 else [])]
            cards = [*hand.board(), *(card for seat in open_seats for card in hand.hole(seat))]
            known |= {card_text(card) for card in cards}
        assert told <= known, event


class Ear(Outbox):
    """Stands for a connection and checks all that is said to it."""

    def __init__(self, viewer: int, truths: list[Truth]) -> None:
        super().__init__(1 << 30)
        self.viewer = viewer
        self.truths = truths
        self.last = 0

    def queue(self, message: bytes) -> None:
        said = json.loads(message)
        self.last = said["seq"]
        self.truths[0].check(self.viewer, said)

    def queue_all(self, messages: Sequence[bytes]) -> None:
        for message in messages:
            self.queue(message)

    def close(self, code: int = 1000, reason: str = "") -> None:
        pass


def answer(player: ConnectedPlayer, game: Game, turn: int, rng: random.Random) -> None:
    """A legal action, and now and then something else."""
    wild = rng.random()
    if wild < 0.03:
        player.answer(Unusable("bad_action", "I hold r5 w As Kd"), b"As Kd r5")
    elif wild < 0.06:
        player.answer(Answer((rng.randrange(-3, 130),), turn))
    else:
        legal = list(game.legal().actions)
        if game.legal().low <= game.legal().high:
            legal.append(rng.randint(game.legal().low, game.legal().high))
        player.answer(Answer((rng.choice(legal),), turn))


async def listen_to(text: str, seats: int, rng: random.Random) -> Truth:
    kind, rules = find(text)
    truths: list[Truth] = []
    players = [ConnectedPlayer(f"Bot{n}", NATIVE, Ear(n, truths)) for n in range(seats)]
    for player in players:
        player.display = True
    control = TimeControl(move=3600.0)
    order = Order(kind=kind, rules=kind.rules(rules), policy=NATIVE.policy, control=control)
    services = Services(settings=Settings(), metrics=Metrics(), journal=None, now=time.monotonic)
    over: list[Table] = []
    seed = rng.getrandbits(90)
    table = Table("secret", order, players, services, seed=seed, over=over.append)
    truths.append(Truth(kind, table.game))
    table.admit(Spectator(NATIVE, Ear(SPECTATOR, truths), display=True))
    table.start()
    for _ in range(300):
        turn = table.live.referee.turn
        if over or turn is None:
            break
        if rng.random() < 0.02:
            # Coming late and coming back tell what is known by then.
            player = rng.choice(players)
            before = player.outbox
            assert isinstance(before, Ear)
            player.lose()
            table.seats_changed()
            since = rng.choice([0, before.last])
            player.come_back(Ear(player.seat, truths), since)
            table.seats_changed()
            table.watch(Spectator(NATIVE, Ear(SPECTATOR, truths), display=True))
            continue
        answer(players[turn.seat], table.game, turn.number, rng)
    if not over:
        table.stop("table_closed", "that was long")
    return truths[0]


@pytest.mark.slow
def test_nothing_hidden_is_in_what_clients_of_200_games_are_sent() -> None:
    async def scene() -> None:
        rng = random.Random(9)
        checked = 0
        for number in range(GAMES_PLAYED):
            text, seats = GAMES[number % len(GAMES)]
            checked += (await listen_to(text, rng.choice(seats), rng)).checked
        assert checked > 100 * GAMES_PLAYED

    asyncio.run(scene())


@pytest.mark.parametrize(("text", "seats"), GAMES)
def test_nothing_hidden_is_in_what_clients_are_sent(text: str, seats: range) -> None:
    assert asyncio.run(listen_to(text, seats[-1], random.Random(4))).checked > 30


@pytest.mark.parametrize("viewer", [SPECTATOR, 0])
def test_the_check_notices_a_card_of_another_seat(viewer: int) -> None:
    kind, _ = find("jedna")
    game = kind.new(kind.rules("jedna"), 2, 1)
    truth = Truth(kind, game)
    view = json.loads(json_text(kind.view_json(game.view(1), make_object)))
    event = {"type": "event", "name": "drew", "seat": 1, "facts": {}, "text": "Bot1 draws r5"}

    for message in ({"type": "state", "view": view}, event, {"type": "seats", "x": "wd4"}):
        with pytest.raises(AssertionError):
            truth.check(viewer, message)


# Over sockets: the seed that everybody is told at the end gives the truth.


def url(server: Served) -> str:
    return f"{server.url.replace('http', 'ws')}/ws/t"


def take(socket: ClientConnection, seen: list[Json], rng: random.Random | None = None) -> None:
    """Hear all, and play at random if it is a player's connection."""
    for frame in socket:
        message = json.loads(frame)
        seen.append(message)
        if rng is not None and message["type"] == "turn":
            action = rng.choice(message["legal"])
            socket.send(json.dumps({"type": "action", "turn": message["turn"], "action": action}))


def positions(kind: Kind[Any, Any], rules: str, seed: int, actions: list[int]) -> list[Game]:
    game = kind.new(kind.rules(rules), 2, seed)
    copies = [game.copy()]
    for action in actions:
        game.apply(action)
        copies.append(game.copy())
    return copies


@pytest.mark.parametrize("text", [text for text, _ in GAMES])
def test_over_sockets_every_view_is_what_its_receiver_may_know(text: str) -> None:
    kind, rules = find(text)
    seen: dict[int, list[Json]] = {0: [], 1: [], 2: [], 3: []}
    with served(Settings()) as server, ExitStack() as stack:
        sockets = [stack.enter_context(connect(url(server))) for _ in seen]
        join = {"type": "join", "game": text, "seats": 2, "display": True}
        sockets[0].send(json.dumps(join | {"name": "Bot0"}))
        sockets[0].recv(timeout=60)
        sockets[2].send(json.dumps({"type": "watch", "display": True}))
        sockets[2].recv(timeout=60)
        sockets[1].send(json.dumps(join | {"name": "Bot1"}))
        # Late, but still before the end: nobody has answered yet.
        sockets[1].recv(timeout=60)
        sockets[3].send(json.dumps({"type": "watch", "display": True}))
        sockets[3].recv(timeout=60)
        place = server.within(lambda: server.api.places.lobby("t"))
        assert place is not None
        table = server.within(lambda: place.table)
        assert table is not None
        rngs = {0: random.Random(1), 1: random.Random(2)}
        threads = [
            threading.Thread(target=take, args=(sockets[n], seen[n], rngs.get(n)), daemon=True)
            for n in seen
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
    result = seen[2][-1]
    assert result["type"] == "result"
    known = positions(kind, rules, int(result["seed"]), table.record.actions)
    for number, messages in seen.items():
        viewer = number if number < 2 else SPECTATOR
        truth = Truth(kind, known[0])
        checked = 0
        for message in messages:
            if message["type"] in ("state", "turn"):
                turn = message["turn"]
                truth.game = known[turn - 1 if turn else -1]
                expected = seen_view(kind, truth.game, viewer, 7)
                assert message["view"] == expected
                checked += 1
            elif message["type"] == "event" and kind.name == "uno":
                truth.check(viewer, message)
        assert checked > 1
