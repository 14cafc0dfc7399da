"""Actions and positions as text: `raise 300`, and `stacks=10000,9500 button=0 board=Jc3d5c ...`.

A position is words of key=value. Only `stacks` is required: without more, the blinds are posted
and the cards are dealt from the seed. In mid-hand, `paid` says what each seat has put in.
docs/rules/holdem.md lists all keys.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pitboss.games.holdem.betting import CALL, FOLD
from pitboss.games.holdem.cards import card_text, cards_text, read_cards
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.rules import HandRules
from pitboss.games.holdem.table import BOARD, NOBODY, PREFLOP
from pitboss.games.kind import BadNotation

_OPEN_CARDS = (0, 3, 4, 5)

# What the value of each key looks like. The keys of a series are read in kinds.py.
HAND_KEYS = {
    "stacks": "chips at the start of the hand, by seat: 10000,9500; 0 is not dealt in",
    "button": "a seat: 0",
    "blinds": "small and big: 50/100",
    "ante": "chips",
    "table_ante": "chips that the big blind posts for all",
    "min_bet": "chips",
    "hand": "the number of the hand",
    "cards": "two cards by seat, or - for any: AhKd,-,7c7d",
    "board": "the open cards: Jc3d5c",
    "next": "the cards of the board to come: 4s4h",
    "paid": "chips put in during the hand, bets included, by seat: 300,300",
    "bets": "chips put in during this street, by seat: 0,200",
    "price": "the bet to match",
    "raise": "the last full raise",
    "folded": "seats: 1,2",
    "acted": "seats that have acted in this street",
    "gone": "seats that have withdrawn",
    "shown": "seats in the showdown",
    "won": "chips won, by seat",
    "turn": "the seat to act, or - when the hand is over",
}
SERIES_KEYS = {
    "seed": "the seed of the hands to come",
    "out": "final places of the seats that are out, else 0, by seat",
    "total": "chips won or lost in earlier hands, by seat",
    "over": "yes when the game is over",
}


def write_action(action: int) -> str:
    """An action as text; `call` is a check when nothing is owed."""
    if action == FOLD:
        return "fold"
    if action == CALL:
        return "call"
    if action > 0:
        return f"raise {action}"
    raise BadNotation(f"{action} is no action: expected -1, 0 or a total above 0")


def read_action(text: str) -> int:
    """The action that a text names; `check` also means `call`, and `bet` means `raise`."""
    words = text.lower().split()
    match words:
        case ["fold"]:
            return FOLD
        case ["call" | "check"]:
            return CALL
        case ["raise" | "bet", amount] | ["raise" | "bet", "to", amount] if (
            amount.isascii() and amount.isdecimal() and int(amount) > 0
        ):
            return int(amount)
    raise BadNotation(f"{text!r} is no action: expected fold, check, call or raise TOTAL")


def read_words(text: str, keys: Mapping[str, str]) -> dict[str, str]:
    """The values of a position by key."""
    values: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals or key not in keys:
            raise BadNotation(f"{word!r} is no part of a position: expected {', '.join(keys)}")
        if key in values:
            raise BadNotation(f"{key} is there twice")
        values[key] = value
    if "stacks" not in values:
        raise BadNotation("a position has stacks, as in stacks=10000,9500")
    return values


def read_number(values: Mapping[str, str], key: str, default: int) -> int:
    """The whole number at a key."""
    return _number(values[key], key) if key in values else default


def read_numbers(values: Mapping[str, str], key: str, count: int) -> list[int]:
    """The whole numbers at a key, one per seat; zeros if the key is missing."""
    if key not in values:
        return [0] * count
    numbers = [_number(part, key) for part in values[key].split(",")]
    if len(numbers) != count:
        raise BadNotation(f"{key} has {len(numbers)} numbers for {count} seats")
    return numbers


def _number(text: str, key: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 30):
        raise BadNotation(f"{key}={text!r} will not do: expected a whole number")
    return int(text)


def _seats(values: Mapping[str, str], key: str, count: int) -> list[int]:
    if not values.get(key):
        return []
    seats = [_number(part, key) for part in values[key].split(",")]
    if any(not 0 <= seat < count for seat in seats):
        raise BadNotation(f"{key}={values[key]} names a seat that is not there")
    return seats


def _deck(values: Mapping[str, str], stacks: Sequence[int]) -> list[int]:
    """The deck for `Hand`, with -1 for any card."""
    deck: list[int] = []
    holes = values["cards"].split(",") if "cards" in values else ["-"] * len(stacks)
    if len(holes) != len(stacks):
        raise BadNotation(f"cards has {len(holes)} hands for {len(stacks)} seats")
    for seat, (text, chips) in enumerate(zip(holes, stacks, strict=True)):
        cards = [-1, -1] if text == "-" else read_cards(text)
        if len(cards) != 2 or (chips == 0 and text != "-"):
            raise BadNotation(f"cards of seat {seat} are {text!r}: two if it has chips, else -")
        if chips > 0:
            deck += cards
    shown = read_cards(values.get("board", ""))
    if len(shown) not in _OPEN_CARDS:
        raise BadNotation(f"the board has 0, 3, 4 or 5 cards, not {len(shown)}")
    board = shown + read_cards(values.get("next", ""))
    if len(board) > BOARD:
        raise BadNotation(f"board and next have {len(board)} cards, {BOARD} at most")
    deck += board
    twice = [card for card in deck if card >= 0 and deck.count(card) > 1]
    if twice:
        raise BadNotation(f"{card_text(twice[0])} is there twice")
    return deck


def _rules(values: Mapping[str, str], rules: HandRules) -> HandRules:
    small, slash, big = values.get("blinds", "").partition("/")
    if "blinds" in values and not slash:
        raise BadNotation(f"blinds={small!r} will not do: expected small/big, as in 50/100")
    return replace(
        rules,
        small_blind=_number(small, "blinds") if slash else rules.small_blind,
        big_blind=_number(big, "blinds") if slash else rules.big_blind,
        ante=read_number(values, "ante", rules.ante),
        big_blind_ante=read_number(values, "table_ante", rules.big_blind_ante),
        min_bet=read_number(values, "min_bet", rules.min_bet),
    )


def read_hand(values: Mapping[str, str], rules: HandRules, seed: int = 0) -> Hand:
    """The hand that a position describes; blinds and antes not in it come from the rules."""
    count = values["stacks"].count(",") + 1
    stacks = read_numbers(values, "stacks", count)
    try:
        hand = Hand(
            _rules(values, rules),
            stacks,
            read_number(values, "button", 0),
            seed,
            deck=_deck(values, stacks),
        )
    except BadNotation:
        raise
    except ValueError as error:
        raise BadNotation(str(error)) from error
    hand.number = read_number(values, "hand", 1)
    if "paid" in values or values.get("board"):
        _move_on(hand, values)
    elif extra := [key for key in values if key in _LATER]:
        raise BadNotation(f"{extra[0]} needs paid: {HAND_KEYS['paid']}")
    return hand


_LATER = ("bets", "price", "raise", "folded", "acted", "gone", "shown", "won", "turn")


def _mask(seats: Sequence[int]) -> int:
    return sum(1 << seat for seat in set(seats))


def _move_on(hand: Hand, values: Mapping[str, str]) -> None:
    """Bring a hand that was just dealt to the position."""
    count = hand.seats
    seats = range(count)
    start = hand.starting_stacks()
    street = _OPEN_CARDS.index(len(read_cards(values.get("board", ""))))
    paid = read_numbers(values, "paid", count)
    bets = read_numbers(values, "bets", count)
    won = read_numbers(values, "won", count)
    if street == PREFLOP and "bets" not in values:
        bets = paid
    for seat in seats:
        if not 0 <= bets[seat] <= paid[seat] <= start[seat] or won[seat] < 0:
            raise BadNotation(f"seat {seat} bets at most what it paid, and pays at most its stack")
    folded = _seats(values, "folded", count)
    acted = _seats(values, "acted", count)
    live = [seat for seat in seats if start[seat] > 0 and seat not in folded]
    able = [seat for seat in live if paid[seat] < start[seat]]
    price = read_number(values, "price", max(*bets, hand.big if street == PREFLOP else 0))
    todo = [seat for seat in able if seat not in acted or bets[seat] < price]
    turn = NOBODY
    over = values.get("turn") == "-"
    if not over and "turn" in values:
        turn = read_number(values, "turn", NOBODY)
        if turn not in todo:
            raise BadNotation(f"seat {turn} has nothing to decide")
    if not live or (len(live) == 1 and not over):
        raise BadNotation("too many seats have folded")
    if sum(won) != (sum(paid) if over else 0):
        raise BadNotation("what was won is what was paid, once the hand is over")
    hand.street = street
    hand.price = price
    hand.last_raise = read_number(values, "raise", max(hand.big, hand.min_bet))
    hand.turn = turn
    hand.live = _mask(live)
    hand.able = _mask(able)
    hand.todo = 0 if over else _mask(todo)
    hand.acted = _mask(acted)
    hand.gone = _mask(_seats(values, "gone", count))
    hand.shown = _mask(_seats(values, "shown", count))
    hand.dead = min(hand.dead, paid[hand.big_seat])
    hand.set_chips([start[seat] - paid[seat] + won[seat] for seat in seats], bets, won)
    if "turn" not in values:
        hand.pass_turn(hand.big_seat if street == PREFLOP else hand.button)


def _join(numbers: Sequence[int]) -> str:
    return ",".join(str(number) for number in numbers)


def write_hand(hand: Hand) -> str:
    """The whole position of a hand; `read_hand` reads back an equal one."""
    seats = range(hand.seats)
    board = list(hand.board())
    words = {
        "stacks": _join(hand.starting_stacks()),
        "button": str(hand.button),
        "blinds": f"{hand.small}/{hand.big}",
        "ante": str(hand.ante),
        "table_ante": str(hand.big_ante),
        "min_bet": str(hand.min_bet),
        "hand": str(hand.number),
        "cards": ",".join(cards_text(list(hand.hole(seat))) or "-" for seat in seats),
        "board": cards_text(board),
        "next": cards_text([hand.cards[2 * hand.seats + at] for at in range(len(board), BOARD)]),
        "paid": _join(hand.paid()),
        "bets": _join(hand.bets()),
        "price": str(hand.price),
        "raise": str(hand.last_raise),
        "folded": _join([s for s in hand.seats_in(~hand.live) if hand.starting_stacks()[s] > 0]),
        "acted": _join(hand.seats_in(hand.acted)),
        "gone": _join(hand.seats_in(hand.gone)),
        "shown": _join(hand.seats_in(hand.shown)),
        "won": _join(hand.winnings()) if hand.turn < 0 else "",
        "turn": str(hand.turn) if hand.turn >= 0 else "-",
    }
    # Antes are always written: left out, they would come from the rules.
    return " ".join(f"{key}={value}" for key, value in words.items() if value)
