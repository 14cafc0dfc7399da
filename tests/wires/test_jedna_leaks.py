"""No line to a seat holds a card that the seat may not know, over hundreds of games."""

import re
from functools import lru_cache

import pytest

from pitboss.games.rng import Rng
from pitboss.games.uno import JEDNA, JEDNA_REFERENCE, UNO, UnoGame
from pitboss.games.uno.hands import STRIDE, cards_in
from pitboss.games.uno.notation import CARD_TEXTS
from pitboss.games.uno.notes import NOTE_DREW
from pitboss.play.ruling import Ruling
from pitboss.wires.jedna import JednaSession
from pitboss.wires.native import NativeSession
from pitboss.wires.native.messages import Time
from pitboss.wires.session import Session

# Every word in a line that is spelled as a card, coloured wilds included.
CARD = re.compile(r"(?<![\w+])(?:[rgby](?:\+2|[0-9sr])|wd4[rgby]?|wd?[rgby]?)(?![\w+])")


def plain(card: str) -> str:
    return card.rstrip("rgby") if card[0] == "w" else card


@lru_cache(maxsize=100_000)
def spelled(line: bytes) -> frozenset[str]:
    return frozenset(
        {"wd": "w"}.get(plain(card), plain(card)) for card in CARD.findall(line.decode())
    )


class Knowledge:
    """What each seat may know: its own cards, now or ever, and all that lay on the table."""

    def __init__(self, game: UnoGame) -> None:
        self.public = {_text(game.top)}
        self.own = [self._hand(game, seat) for seat in range(game.seats)]

    def see(self, game: UnoGame, notes: list[tuple[int, ...]]) -> None:
        self.public.add(_text(game.top))
        for what, seat, *numbers in notes:
            if what == NOTE_DREW:
                self.own[seat] |= {_text(card) for card in numbers[1:]}

    def _hand(self, game: UnoGame, seat: int) -> set[str]:
        return {_text(card) for card in cards_in(game.hands, seat * STRIDE)}

    def check(self, seat: int, lines: list[bytes]) -> int:
        for line in lines:
            secret = spelled(line) - self.public - self.own[seat]
            assert not secret, f"seat {seat} was told of {secret}: {line.decode()}"
        return len(lines)


def _text(card: int) -> str:
    return CARD_TEXTS[card]


def follow(game: UnoGame, sessions: list[Session], rng: Rng) -> int:
    """Play at random; how many lines were checked."""
    names = [f"player{number}" for number in range(game.seats)]
    known = Knowledge(game)
    lines = 0
    for seat, session in enumerate(sessions):
        lines += known.check(seat, session.begin(game, seat, names))
    turn = 0
    while game.actor() >= 0:
        turn += 1
        seat = game.actor()
        lines += known.check(seat, [sessions[seat].ask(game, turn, 5.0)])
        notes: list[tuple[int, ...]] = []
        game.trace = notes
        action = game.sample(rng)
        game.apply(action)
        known.see(game, notes)
        ruling = Ruling(seat, (action,), notes=tuple(notes))
        for other, session in enumerate(sessions):
            lines += known.check(other, session.played(game, ruling))
    if isinstance(sessions[0], JednaSession):
        for seat, session in enumerate(sessions):
            lines += known.check(seat, session.end(game, names))
    return lines


@pytest.mark.parametrize("dialect", ["1.0", "1"])
def test_jedna_lines_tell_no_secrets_in_500_games(dialect: str) -> None:
    rng = Rng(9)
    lines = 0
    for seed in range(250):
        rules = JEDNA if dialect == "1.0" else JEDNA_REFERENCE
        seats = 2 + seed % 5
        sessions: list[Session] = [JednaSession(dialect) for _ in range(seats)]
        lines += follow(UNO.new(rules, seats, seed), sessions, rng)

    assert lines > 50_000


def test_native_lines_tell_no_secrets() -> None:
    rng = Rng(9)
    for seed in range(10):
        seats = 2 + seed % 3
        sessions: list[Session] = [NativeSession(UNO, "jedna@1", Time(5.0)) for _ in range(seats)]
        assert follow(UNO.new(JEDNA, seats, seed), sessions, rng) > 0


def test_the_checker_finds_a_leak() -> None:
    game = UNO.set_up(JEDNA, "hands=r5|b7 top=g3")
    known = Knowledge(game)

    with pytest.raises(AssertionError, match="b7"):
        known.check(0, [b'{"type":"notification","message":"player1 drew b7"}'])
    assert spelled(b'["r5","b+2","wd","wd4","wd4b","wdg","wy","rs"] played by player1') == {
        "r5",
        "b+2",
        "w",
        "wd4",
        "rs",
    }
