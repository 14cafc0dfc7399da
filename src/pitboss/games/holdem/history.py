"""A recorded hand of no-limit hold'em, action by action, and its replay.

Players are in order from the small blind to the button, as in the poker hand history format.
The file format is in phh.py; game_histories.py makes histories of our own games.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from itertools import combinations
from typing import Any, TypeAlias

from pitboss.games.game import IllegalAction
from pitboss.games.holdem.cards import card_text, mask_of, read_cards
from pitboss.games.holdem.evaluator import evaluate
from pitboss.games.holdem.hand import CALL, FOLD, Hand
from pitboss.games.holdem.rules import HandRules
from pitboss.games.kind import BadNotation

DEALER = -1

# Chips are whole numbers, or decimals where a file counts in dollars.
Amount: TypeAlias = int | Decimal

_UNKNOWN = "??"
_BOARD = 5


class BadHistory(ValueError):
    """A hand history that can't be read or replayed; the message names the action and reason."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action string, parsed. `cards` holds None for each unknown card."""

    actor: int
    verb: str
    cards: tuple[int | None, ...] = ()
    amount: Amount = 0
    player: int = DEALER
    comment: str = ""


@dataclass(frozen=True, kw_only=True)
class HandHistory:
    """One hand as the format has it: players in order from the small blind to the button."""

    antes: tuple[Amount, ...]
    blinds_or_straddles: tuple[Amount, ...]
    min_bet: Amount
    starting_stacks: tuple[Amount, ...]
    actions: tuple[str, ...]
    ante_trimming_status: bool | None = None
    hand: int | str | None = None
    players: tuple[str, ...] | None = None
    finishing_stacks: tuple[Amount, ...] | None = None
    # Every other field, as it was read.
    other: Mapping[str, Any] = field(default_factory=dict)

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.starting_stacks)

    @cached_property
    def steps(self) -> list[tuple[int, Step]]:
        """The actions without mere comments, each with its number from 1."""
        steps = []
        for number, text in enumerate(self.actions, start=1):
            with self._about(number):
                step = read_step(text, self.seats)
            if step is not None:
                steps.append((number, step))
        return steps

    def chips(self, amount: Amount) -> int:
        """An amount in chips: in the smallest unit that the history uses."""
        if isinstance(amount, Decimal) and not amount.is_finite():
            raise BadHistory(f"an amount is {amount}, and an unknown stack can't be replayed")
        return int(amount * 10**self.decimals)

    @cached_property
    def decimals(self) -> int:
        """How many digits after the point the amounts need."""
        amounts = [
            *(*self.antes, *self.blinds_or_straddles, self.min_bet, *self.starting_stacks),
            *(self.finishing_stacks or ()),
            *(step.amount for _, step in self.steps),
        ]
        return max(
            -int(amount.normalize().as_tuple().exponent)
            if isinstance(amount, Decimal) and amount.is_finite()
            else 0
            for amount in [0, *amounts]
        )

    def rules(self) -> HandRules:
        """The rules of the hand."""
        small, big, *more = [self.chips(amount) for amount in self.blinds_or_straddles]
        ante, big_ante, *antes = [self.chips(amount) for amount in self.antes]
        if any(more) or small < 0:
            amounts = ", ".join(str(amount) for amount in self.blinds_or_straddles)
            raise BadHistory(f"blinds_or_straddles are {amounts}: no straddle is played here")
        if any(other != ante for other in antes) or big_ante < ante:
            amounts = ", ".join(str(amount) for amount in self.antes)
            raise BadHistory(f"antes are {amounts}: only equal ones and the big blind's are played")
        try:
            return HandRules(
                preset="hand",
                small_blind=small,
                big_blind=big,
                ante=ante,
                big_blind_ante=big_ante - ante,
                min_bet=self.chips(self.min_bet),
            )
        except ValueError as error:
            raise BadHistory(str(error)) from error

    def deck(self) -> list[int]:
        """The cards by player, then the board; -1 for each card that is not recorded."""
        holes: dict[int, tuple[int, ...]] = {}
        board: list[int] = []
        for number, step in self.steps:
            cards = tuple(-1 if card is None else card for card in step.cards)
            with self._about(number):
                if step.verb == "db":
                    board += cards
                elif step.verb == "dh" and (len(cards) != 2 or step.player in holes):
                    raise BadNotation("each player is dealt two cards, once")
                elif step.verb == "dh":
                    holes[step.player] = cards
                elif step.verb == "show" and cards:
                    holes[step.actor] = _shown(holes.get(step.actor, (-1, -1)), cards)
                if len(board) > _BOARD:
                    raise BadNotation(f"the board has {_BOARD} cards at most")
                known = [card for hole in [*holes.values(), board] for card in hole if card >= 0]
                twice = [card for card in cards if known.count(card) > 1]
                if twice:
                    raise BadNotation(f"{card_text(twice[0])} is dealt twice")
        dealt = [card for player in range(self.seats) for card in holes.get(player, (-1, -1))]
        return dealt + board + [-1] * (_BOARD - len(board))

    def start(self) -> Hand:
        """The hand as it was dealt; cards that are not recorded are any that fit."""
        deck = self.deck()
        hand = self._deal(deck)
        known = all(card >= 0 for card in deck)
        return hand if known else self._deal(self._fill_in(deck, self._play(hand)))

    def replay(self) -> Hand:
        """The hand after its last action; raises `BadHistory` at an impossible action."""
        return self._play(self.start())

    def notes(self) -> list[tuple[int, ...]]:
        """The engine's notes of the replayed hand, for `Kind.tell`."""
        hand = self.start()
        notes = hand.opening_notes()
        hand.trace = notes
        self._play(hand)
        return notes

    def finish(self) -> tuple[int, ...] | None:
        """The recorded finishing stacks in chips; None if there are none."""
        if self.finishing_stacks is None:
            return None
        return tuple(self.chips(amount) for amount in self.finishing_stacks)

    def _deal(self, deck: list[int]) -> Hand:
        stacks = [self.chips(amount) for amount in self.starting_stacks]
        try:
            return Hand(self.rules(), stacks, self.seats - 1, deck=deck)
        except ValueError as error:
            raise BadHistory(f"can't be dealt: {error}") from error

    def _play(self, hand: Hand) -> Hand:
        board = 0
        for number, step in self.steps:
            with self._about(number):
                if step.verb == "db":
                    board += len(step.cards)
                    if board > len(hand.board()):
                        raise BadNotation("no card is dealt to the board here")
                elif step.verb in _MOVES:
                    _move(hand, step, self.chips(step.amount), board)
        return hand

    def _fill_in(self, deck: list[int], played: Hand) -> list[int]:
        """The deck, with losing cards for every player who mucked in the showdown."""
        if played.actor() >= 0 or not played.shown:
            return deck
        players = [seat for seat in range(self.seats) if played.shown >> seat & 1]
        board = deck[2 * self.seats :]
        if -1 in board:
            raise BadHistory("there is a showdown, but the board is not recorded")
        holes = {seat: deck[2 * seat : 2 * seat + 2] for seat in players}
        hidden = [seat for seat in players if -1 in holes[seat]]
        mucked = {step.actor for _, step in self.steps if step.verb == "muck"}
        shown = [evaluate(mask_of(board + holes[seat])) for seat in players if seat not in hidden]
        for seat in hidden:
            if seat not in mucked or not shown:
                raise BadHistory(f"p{seat + 1} is in the showdown with cards that are not recorded")
            losing = _losing(deck, board, holes[seat], min(shown))
            if losing is None:
                raise BadHistory(f"p{seat + 1} mucks, but no cards would have lost")
            deck = [*deck[: 2 * seat], *losing, *deck[2 * seat + 2 :]]
        return deck

    @contextmanager
    def _about(self, number: int) -> Iterator[None]:
        """Name the action in errors."""
        try:
            yield
        except (BadNotation, IllegalAction) as error:
            text = self.actions[number - 1]
            raise BadHistory(f"action {number} ({text!r}): {error}") from error


_MOVES = ("f", "cc", "cbr")


def _move(hand: Hand, step: Step, chips: int, board: int) -> None:
    actor = hand.actor()
    if actor < 0:
        raise BadNotation("the hand is over")
    if step.actor != actor:
        raise BadNotation(f"it is p{actor + 1}'s turn")
    if board < len(hand.board()):
        raise BadNotation(f"the board has {board} cards by now, not {len(hand.board())}")
    if step.verb == "cbr" and chips < 1:
        raise BadNotation("a bet is of 1 chip or more")
    hand.apply(chips if step.verb == "cbr" else CALL if step.verb == "cc" else FOLD)


def _shown(dealt: tuple[int, ...], shown: tuple[int, ...]) -> tuple[int, ...]:
    """A player's cards after a show; the others stay as they were dealt."""
    known = [card for card in shown if card >= 0]
    if len(shown) != 2 or any(card not in dealt and -1 not in dealt for card in known):
        raise BadNotation("these are not the two cards that the player was dealt")
    return shown if -1 in dealt and len(known) == 2 else dealt


def _losing(deck: list[int], board: list[int], hole: list[int], best: int) -> list[int] | None:
    """Two cards, the known one among them if any, that are worth less than `best`."""
    known = [card for card in hole if card >= 0]
    free = [card for card in range(52) if card not in deck]
    for more in combinations(free, 2 - len(known)):
        if evaluate(mask_of([*board, *known, *more])) < best:
            return [*known, *more]
    return None


def read_step(text: str, seats: int) -> Step | None:
    """An action string, parsed; None if it is empty or only a comment."""
    action, hash_sign, rest = text.partition("#")
    words = action.split()
    comment = rest.strip() if hash_sign else ""
    match words:
        case []:
            return None
        case ["d", "db", cards]:
            return Step(DEALER, "db", _cards(cards), comment=comment)
        case ["d", "dh", player, cards]:
            return Step(DEALER, "dh", _cards(cards), player=_player(player, seats), comment=comment)
        case [player, "f" | "cc" as verb]:
            return Step(_player(player, seats), verb, comment=comment)
        case [player, "cbr", amount]:
            return Step(_player(player, seats), "cbr", amount=_amount(amount), comment=comment)
        case [player, "sm"]:
            return Step(_player(player, seats), "muck", comment=comment)
        case [player, "sm", "-"]:
            return Step(_player(player, seats), "show", comment=comment)
        case [player, "sm", cards]:
            return Step(_player(player, seats), "show", _cards(cards), comment=comment)
    raise BadNotation(
        "expected one of 'd dh pN cards', 'd db cards', 'pN f', 'pN cc', 'pN cbr amount', 'pN sm'"
    )


def _player(text: str, seats: int) -> int:
    if text[:1] == "p" and text[1:].isdecimal() and 1 <= int(text[1:]) <= seats:
        return int(text[1:]) - 1
    raise BadNotation(f"{text!r} is no player: expected p1 to p{seats}")


def _amount(text: str) -> Amount:
    whole, point, part = text.partition(".")
    if whole.isdecimal() and (part.isdecimal() or not point):
        return Decimal(text) if point else int(text)
    raise BadNotation(f"{text!r} is no amount: expected a number such as 250")


def _cards(text: str) -> tuple[int | None, ...]:
    if len(text) % 2 != 0:
        raise BadNotation(f"{text!r} are no cards: expected two letters each, as in AhKd")
    words = [text[at : at + 2] for at in range(0, len(text), 2)]
    known = iter(read_cards("".join(word for word in words if word != _UNKNOWN)))
    return tuple(None if word == _UNKNOWN else next(known) for word in words)
