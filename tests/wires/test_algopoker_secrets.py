"""No frame holds a card that its receiver may not know."""

import asyncio
import json
import random
import re
import time
from collections.abc import Sequence
from typing import cast

import pytest
from poker_rig import Json, call_down, run, serving, sized

from pitboss.games.holdem import TOURNAMENT, Hand, Tournament
from pitboss.games.holdem.cards import card_text
from pitboss.play.time_control import TimeControl
from pitboss.players.connection import ConnectedPlayer
from pitboss.server.gallery import Spectator
from pitboss.server.services import Metrics, Services
from pitboss.server.settings import Settings
from pitboss.server.table import Order, Table
from pitboss.wires.algopoker.decode import read_action
from pitboss.wires.algopoker.wire import ALGOPOKER
from pitboss.wires.outbox import Outbox

CARD = re.compile(rb'"([2-9TJQKA][cdhs])"')
HAND_NUMBER = re.compile(rb'"hand_number":(\d+)')
TOURNAMENTS = 300


def names(cards: tuple[int, ...]) -> set[bytes]:
    return {card_text(card).encode() for card in cards}


class Truth:
    """Every hand of a tournament, and so what may be known of it."""

    def __init__(self, game: Tournament) -> None:
        self.game = game
        self.hands: dict[int, Hand] = {}
        self.checked = 0

    def hand(self, number: int) -> Hand:
        for hand in (*self.game.ended, self.game.hand):
            self.hands[hand.number] = hand
        return self.hands[number]

    def check(self, viewer: int, frame: bytes) -> None:
        told = set(CARD.findall(frame))
        self.checked += 1
        if not told:
            return
        found = HAND_NUMBER.search(frame)
        assert found is not None, frame
        hand = self.hand(int(found[1]))
        allowed = names(hand.board())
        if viewer >= 0:
            allowed |= names(hand.hole(viewer))
        if frame.startswith(b'{"type":"hand_end"'):
            for seat in hand.seats_in(hand.shown):
                allowed |= names(hand.hole(seat))
        assert told <= allowed, (viewer, told - allowed, frame)


class Ear(Outbox):
    """Stands for a connection and checks all that is said to it."""

    def __init__(self, viewer: int, truths: list[Truth]) -> None:
        super().__init__(1 << 20)
        self.viewer = viewer
        self.truths = truths
        self.last = b""

    def queue(self, message: bytes) -> None:
        self.last = message
        self.truths[0].check(self.viewer, message)

    def queue_all(self, messages: Sequence[bytes]) -> None:
        for message in messages:
            self.queue(message)

    def close(self, code: int = 1000, reason: str = "") -> None:
        pass


def choose(hand: Hand, rng: random.Random) -> Json:
    kinds = ["fold", "call" if hand.to_call() else "check", "raise", "raise"]
    kind = rng.choice(kinds if hand.max_raise() else kinds[:2])
    amount = rng.randint(hand.min_raise(), hand.max_raise()) if kind == "raise" else None
    return {"type": kind, "amount": amount}


async def listen_to(seats: int, rng: random.Random) -> Truth:
    truths: list[Truth] = []
    players = [
        ConnectedPlayer(f"bot {seat}", ALGOPOKER, Ear(seat, truths)) for seat in range(seats)
    ]
    order = Order(
        kind=TOURNAMENT,
        rules=TOURNAMENT.rules(),
        policy=ALGOPOKER.policy,
        control=TimeControl(move=30.0),
    )
    services = Services(settings=Settings(), metrics=Metrics(), journal=None, now=time.monotonic)
    over: list[Table] = []
    seed = rng.getrandbits(90)
    table = Table("secret", order, players, services, seed=seed, over=over.append)
    game = cast("Tournament", table.game)
    truths.append(Truth(game))
    watcher = Ear(-1, truths)
    table.admit(Spectator(ALGOPOKER, watcher))
    table.start()
    while not over:
        if rng.random() < 0.02:
            # Coming back and beginning to watch tell the state too.
            player = rng.choice(players)
            player.lose()
            player.come_back(Ear(player.seat, truths))
            table.watch(Spectator(ALGOPOKER, Ear(-1, truths)))
            continue
        actor = players[game.actor()]
        assert actor.asked()
        actor.answer(read_action(choose(game.hand, rng), game.hand))
    assert json.loads(watcher.last)["type"] == "game_end"
    return truths[0]


def test_no_frame_of_300_tournaments_has_a_card_its_receiver_may_not_know() -> None:
    async def scene() -> None:
        rng = random.Random(5)
        checked = 0
        for number in range(TOURNAMENTS):
            checked += (await listen_to(2 + number % 8, rng)).checked
        assert checked > 100 * TOURNAMENTS

    run(scene(), 120)


def test_the_checker_notices_a_card_too_many() -> None:
    game = Tournament(TOURNAMENT.rules(), 2, 1)
    card = card_text(game.hand.hole(1)[0])
    frame = json.dumps({"type": "action_request", "hand_number": 1, "cards": [card]}).encode()
    frame = frame.replace(b": ", b":")

    Truth(game).check(1, frame)
    with pytest.raises(AssertionError):
        Truth(game).check(0, frame)
    with pytest.raises(AssertionError):
        Truth(game).check(-1, frame)


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_over_sockets_no_frame_has_a_card_its_receiver_may_not_know(seats: int) -> None:
    async def scene() -> None:
        async with serving(lobby_wait=0.2) as rig:
            watcher = await rig.watch()
            clients = await rig.join_all(*(f"bot {seat}" for seat in range(seats)))
            rng = random.Random(seats)

            def play(request: Json) -> Json:
                if rng.random() < 0.7:
                    return call_down(request)
                return sized(request, rng.choice(["min_amount", "max_amount"]))

            ends = await asyncio.gather(*(client.play(play) for client in clients))
            await watcher.closed()
            game = Tournament(TOURNAMENT.rules(), seats, int(ends[0]["seed"]))
            truth = Truth(game)
            finals = final_hands(game, clients[0].of("action_result"))
            truth.hands = finals
            game.ended = []
            for viewer, client in [*enumerate(clients), (-1, watcher)]:
                for message in client.seen:
                    truth.check(viewer, json.dumps(message, separators=(",", ":")).encode())
            assert truth.checked > 20 * seats

    run(scene())


def final_hands(game: Tournament, results: list[Json]) -> dict[int, Hand]:
    """Play the tournament again from what everybody heard; its hands when they were over."""
    hands: dict[int, Hand] = {}
    for result in results:
        action = result["action"]
        number = {"fold": -1, "raise": action["amount"]}.get(action["type"], 0)
        game.apply(number)
        for hand in (*game.ended, game.hand):
            hands[hand.number] = hand
    assert game.over
    return hands
