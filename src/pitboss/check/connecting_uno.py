"""Scenarios of bots that speak uno-online, over HTTP or Socket.IO."""

import json
from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median
from typing import Any, Final

from pitboss.check.connecting import ConnectingBench, Script, Slow
from pitboss.check.connecting_causes import failure, in_game, shown
from pitboss.check.connecting_players import WatchedRoom, WatchedSocketIo
from pitboss.check.connecting_socket import numbered, simple, usual_port
from pitboss.check.scenario import Advice, Failure, Skipped
from pitboss.games.seeds import seed_from
from pitboss.games.uno import UNO
from pitboss.games.uno.actions import DRAW
from pitboss.play.blocking import Outcome
from pitboss.play.player import BlockingPlayer

RULES: Final = "uno-online"
# Seconds that the opponent thinks, in which a bot asks and waits.
_PAUSE: Final = 0.6
# Requests a second that are too many, and the pause between two that is none.
_MOST_REQUESTS: Final = 300
_NO_PAUSE: Final = 0.002
_FEWEST: Final = 60
_TURNS: Final = 4


def check_game(bench: ConnectingBench, outcome: Outcome, seat: int) -> None:
    """Raise `Failure` for the first fault of the bot in a game."""
    for incident in outcome.incidents:
        if incident.seat == seat:
            raise failure(bench.guest, incident.fault)


def _draw(game: Any, seat: int) -> int:  # noqa: ARG001
    return DRAW


def _opponent(slow: float = 0.0, times: int = 0) -> list[BlockingPlayer]:
    """One who draws, and leaves when the bot has shown what it does."""
    return [Slow(Script(_draw), slow, times, leaves=_TURNS)]


def _actions(bench: ConnectingBench) -> list[dict[str, Any]]:
    """What the bot sent, in order."""
    found = []
    for request in bench.guest.visit.requests:
        if request.method == "POST":
            try:
                value = json.loads(request.body)
            except ValueError:
                continue
            if isinstance(value, dict):
                found.append(value)
    return found


def _position(
    position: str, judge: Callable[[ConnectingBench], None] = lambda _: None, seat: int = 1
) -> Callable[[ConnectingBench], None]:
    """A game from a position, played to its end against one who only draws."""

    def run(bench: ConnectingBench) -> None:
        bench.guest.visit.requests.clear()
        outcome = bench.play(
            _opponent(), seat=seat, position=position, rules=RULES, kind=UNO, seed=3
        )
        check_game(bench, outcome, seat)
        judge(bench)

    return run


def finds_room(bench: ConnectingBench) -> None:
    """It asks for the state of its room, and plays."""
    with usual_port(bench):
        outcome = bench.play(simple(), seat=1, rules=RULES, kind=UNO)
    check_game(bench, outcome, 1)
    for request in bench.guest.visit.requests:
        if request.status in (401, 403, 404):
            raise Failure(
                f"its request {request.method} {shown(request.path)} was refused with "
                f"{request.status}: its room and its token are {{room}} and {{token}} in its "
                "command"
            )


def waits_for_its_turn(bench: ConnectingBench) -> None:
    """While the opponent thinks, it asks again after a pause, and does not act."""
    visit = bench.guest.visit
    visit.requests.clear()
    outcome = bench.play(
        _opponent(_PAUSE, 2),
        seat=1,
        position="hands=r5,g5,b2|y3,y7,b4,r8 top=r7 turn=0",
        rules=RULES,
        kind=UNO,
    )
    check_game(bench, outcome, 1)
    early = [one for one in visit.requests if one.status == 409]
    if early:
        raise Failure(
            f"it sent {shown(early[0].body)} when it was not its turn: it acts when "
            "botContext.isMyTurn is true"
        )
    _check_pauses(bench)


def _check_pauses(bench: ConnectingBench) -> None:
    asked = [one for one in bench.guest.visit.requests if one.method == "GET" and one.answered]
    if len(asked) < _FEWEST:
        return
    gaps = [after.at - before.answered for before, after in pairwise(asked)]
    seconds = asked[-1].at - asked[0].at
    if len(asked) / max(seconds, 0.001) > _MOST_REQUESTS or median(gaps) < _NO_PAUSE:
        raise Failure(
            f"it polls without a pause: {len(asked)} requests within {seconds:.1f} s; it has to "
            "wait some milliseconds between two, or to ask with ?after=<turnNumber>&wait=20"
        )


def _named_colors(bench: ConnectingBench) -> None:
    if not any(action.get("card") in ("W", "D4W") for action in _actions(bench)):
        raise Skipped("it drew rather than play a wild")


def _called_uno(bench: ConnectingBench) -> None:
    actions = _actions(bench)
    plays = [number for number, one in enumerate(actions) if one.get("action") == "play"]
    if not plays:
        raise Skipped("it drew rather than play")
    first = plays[0]
    called = actions[first].get("callUno") is True
    if not called and not any(one.get("action") == "uno" for one in actions[:first]):
        raise Advice(
            "it played its second-to-last card without calling UNO, which costs two cards: "
            '"callUno": true belongs in the play when botContext.shouldCallUno is true'
        )


def _refused(*codes: str, method: str = "POST") -> Callable[[ConnectingBench], None]:
    """Its first requests are refused with these codes; it has to go on."""

    def run(bench: ConnectingBench) -> None:
        guest = bench.guest
        assert isinstance(guest, WatchedRoom | WatchedSocketIo)
        if method == "GET" and isinstance(guest, WatchedSocketIo):
            raise Skipped("over Socket.IO it need not ask")
        guest.visit.requests.clear()
        guest.instead[:] = [(method, code) for code in codes]
        outcome = bench.play(
            _opponent(),
            seat=1,
            position="hands=r5,g5,b2|r3,r8 top=r7 turn=1",
            rules=RULES,
            kind=UNO,
        )
        left, guest.instead[:] = list(guest.instead), []
        try:
            check_game(bench, outcome, 1)
        except Failure as found:
            # Whoever does everything right may never be refused.
            raise Advice(
                f"{found.sentence}; a refusal changes nothing, so it had better look at the state "
                "and go on"
            ) from found
        if left:
            raise Skipped(f"it sent no {method} to refuse")

    return run


def plays_again(bench: ConnectingBench) -> None:
    """Two games in the same room, one after the other."""
    for seat, seed in ((1, 2), (0, 3)):
        check_game(bench, bench.play(simple(), seat=seat, seed=seed, rules=RULES, kind=UNO), seat)


def plays_many(bench: ConnectingBench) -> None:
    """Seeded games without a fault, from both seats."""
    if not bench.games:
        raise Skipped("no games were asked for")
    for number in range(bench.games):
        bench.tell(number, bench.games)
        seat = number % 2
        outcome = bench.play(simple(), seat=seat, seed=seed_from(f"check/{number}"))
        try:
            check_game(bench, outcome, seat)
        except Failure as found:
            raise in_game(found, number, bench.games) from found


_HTTP: Final[Sequence[tuple[str, str, Callable[[ConnectingBench], None]]]] = (
    (
        "its room",
        "it asks for the state of its room, at the address and with the token that it is given",
        finds_room,
    ),
    (
        "the opponent's turn",
        "the opponent thinks for a while: it does not act, and asks again after a pause",
        waits_for_its_turn,
    ),
    (
        "a card that goes",
        "it holds one card that may be played, and plays it or draws",
        _position("hands=r5,g5,b2|r3,y8,g9 top=r7 turn=1"),
    ),
    (
        "nothing that goes",
        "none of its cards may be played: it draws",
        _position("hands=r5,g5,b2|y8,g9,y1 top=r7 turn=1 next=b4"),
    ),
    (
        "a wild",
        "it holds wilds only: it names a colour for one, though it holds no colour itself",
        _position("hands=r5,g5,b2|w,wd4,w top=r7 turn=1", _named_colors),
    ),
    (
        "another turn",
        "skip, draw two and wild draw four give it another turn",
        _position("hands=r5,g5,b2|rs,rd2,r4,b9 top=r7 turn=1".replace("rd2", "r+2")),
    ),
    (
        "UNO",
        "it plays its second-to-last card, and calls UNO with it or before",
        _position("hands=r5,g5,b2|r3,r8 top=r7 turn=1", _called_uno),
    ),
    (
        "Player 1's seat",
        "it sits where others see Player 1, and is Player 2 to itself",
        _position("hands=r3,y8,g9|r5,g5,b2 top=r7 turn=0", seat=0),
    ),
    ("the next game", "two games in a row in the same room", plays_again),
    (
        "refusals",
        "an action is refused (409 stale_turn, 422 not_playable): it looks again and acts anew",
        _refused("stale_turn", "not_playable"),
    ),
    (
        "too many requests",
        "a request is answered with 429 and Retry-After: it waits, and goes on",
        _refused("rate_limited", method="GET"),
    ),
    (
        "a room that is not there for a moment",
        "a request for the state is answered with 404: it asks again",
        _refused("no_such_room", method="GET"),
    ),
    ("seeded games", "whole games from both seats, without a fault", plays_many),
)

UNO_ONLINE: Final = numbered(*_HTTP)
