"""From a game to messages: what each seat, the public and the organiser are told.

A position comes with every action, so it is put together by hand. It is encoded once for everyone,
and a receiver's own cards are spliced in. What it must say is `GameState` in messages.py; tests
compare.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from pitboss.games.arrays import i64, vec
from pitboss.games.holdem import notes as noted
from pitboss.games.holdem.cards import BIT, card_text
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.series import Series, Tournament
from pitboss.games.holdem.table import PREFLOP
from pitboss.wires.algopoker.messages import (
    ActionType,
    GameEnd,
    GameStart,
    SeatCards,
    encode,
)
from pitboss.wires.session import Note

_STREETS = ["preflop", "flop", "turn", "river"]
_CARDS = [card_text(card) for card in range(52)]
_QUOTED = [f'"{card}"' for card in _CARDS]
_ACTIONS: dict[int, ActionType] = {
    noted.FOLDED: "fold",
    noted.CHECKED: "check",
    noted.CALLED: "call",
    noted.RAISED: "raise",
}
_HIDDEN: Final = b'"hole_cards":["??","??"],"hole_cards_known":false'
_ACTIVE: Final = 1
_ALL_IN: Final = 2
_DEALER: Final = 4
_SMALL: Final = 8
_BIG: Final = 16


def _flags(flags: int) -> str:
    names = ("is_active", "is_all_in", "is_dealer", "is_small_blind", "is_big_blind")
    return "".join(
        [f',"{name}":{"true" if flags >> bit & 1 else "false"}' for bit, name in enumerate(names)]
    )


_FLAGS = [_flags(flags) + "," for flags in range(32)]


class EncodedState:
    """A position encoded for everyone: public, with one seat's cards, or with all."""

    __slots__ = ("_hand", "_pieces", "_public", "_seen")

    def __init__(self, hand: Hand, pieces: list[bytes]) -> None:
        """What the position begins with; each seat and, hidden, its cards; what it ends with."""
        self._hand = hand
        self._pieces = pieces
        self._public: bytes = b""
        # By seat: the result of an action and the request that follows show the same position.
        self._seen: list[bytes] = [b""] * hand.count

    @property
    def public(self) -> bytes:
        """The state without anybody's cards."""
        if not self._public:
            self._public = b"".join(self._pieces)
        return self._public

    def seen_by(self, seat: int) -> bytes:
        """The state with the seat's own cards, if it was dealt any."""
        seen = self._seen[seat]
        if not seen:
            cards = self._hand.hole(seat)
            if not cards:
                seen = self.public
            else:
                pieces = self._pieces
                own = 2 * seat + 2
                pieces[own] = _known(cards[0], cards[1])
                seen = b"".join(pieces)
                pieces[own] = _HIDDEN
            self._seen[seat] = seen
        return seen

    @property
    def with_all_cards(self) -> bytes:
        """The state with everybody's cards, for the organiser."""
        pieces = list(self._pieces)
        for seat in range(len(self._seen)):
            cards = self._hand.hole(seat)
            if cards:
                pieces[2 * seat + 2] = _known(cards[0], cards[1])
        return b"".join(pieces)


_known_texts: Final[dict[int, bytes]] = {}


def _known(first: int, second: int) -> bytes:
    key = first * 52 + second
    text = _known_texts.get(key)
    if text is None:
        cards = f'"{_CARDS[first]}","{_CARDS[second]}"'
        text = f'"hole_cards":[{cards}],"hole_cards_known":true'.encode()
        _known_texts[key] = text
    return text


class StateEncoder:
    """Writes the positions of one table. An action changes little, so the last texts are kept."""

    __slots__ = (
        "_bets",
        "_blinds",
        "_blinds_of",
        "_board",
        "_board_of",
        "_chips",
        "_collected",
        "_flags",
        "_live",
        "_pots",
        "_seats",
        "_texts",
    )

    def __init__(self, names: Sequence[str]) -> None:
        self._seats: list[str] = []
        for seat, name in enumerate(names):
            # After the first seat, this follows on the fields of the seat before.
            before = "" if seat == 0 else "},"
            quoted: str = msgspec.json.encode(name).decode()
            self._seats.append(f'{before}{{"seat":{seat},"name":{quoted},"stack":')
        count = len(self._seats)
        # Each text, and what it was made of.
        self._texts: list[bytes] = [b""] * count
        self._chips: vec[i64] = vec[i64]([-1] * count)
        self._bets: vec[i64] = vec[i64]([-1] * count)
        self._flags: vec[i64] = vec[i64]([-1] * count)
        self._pots: str = ""
        self._collected: vec[i64] = vec[i64]([-1] * count)
        self._live: i64 = -1
        self._board: str = ""
        self._board_of: i64 = 0
        self._blinds: str = ""
        self._blinds_of: vec[i64] = vec[i64]([-1] * 5)

    def write(self, hand: Hand) -> EncodedState:
        """The position as it stands; the pot stays in place until `hand_end`."""
        live = hand.live
        actor = hand.turn
        button = hand.button
        small = hand.small_seat
        big = hand.big_seat
        stack = hand.stack
        pieces: list[bytes] = [b""]
        total: i64 = 0
        is_collected = live == self._live and hand.dead == 0
        seat: i64
        for seat in range(hand.count):
            won = hand.won[seat]
            bet = hand.bet[seat]
            paid = hand.start[seat] + won - stack[seat]
            total += paid
            if self._collected[seat] != paid - bet:
                self._collected[seat] = paid - bet
                is_collected = False
            chips = stack[seat]
            if actor < 0:
                chips -= won
            flags: i64 = 0
            if live & BIT[seat] != 0:
                flags = _ACTIVE
                if chips == 0:
                    flags = _ACTIVE | _ALL_IN
            if seat == button:
                flags |= _DEALER
            if seat == small:
                flags |= _SMALL
            if seat == big:
                flags |= _BIG
            if chips != self._chips[seat] or bet != self._bets[seat] or flags != self._flags[seat]:
                self._chips[seat] = chips
                self._bets[seat] = bet
                self._flags[seat] = flags
                text = f'{self._seats[seat]}{chips},"current_bet":{bet}{_FLAGS[flags]}'
                self._texts[seat] = text.encode()
            pieces.append(self._texts[seat])
            pieces.append(_HIDDEN)
        if not is_collected:
            self._pots = _pots(hand)
            self._live = live
            if hand.dead != 0:
                # Dead chips lie in a pot without being any seat's; such pots are always made anew.
                self._live = -1
        pieces[0] = (
            f'{{"street":"{_STREETS[hand.street]}","hand_number":{hand.number},'
            f'"community_cards":[{self._board_text(hand)}],"pot":{{"total":{total},"pots":['
            f'{self._pots}]}},"players":['
        ).encode()
        asked = "null"
        if actor >= 0:
            asked = str(actor)
        pieces.append(
            (
                f'}}],"actor_seat":{asked},"valid_actions":[{_choices(hand)}],'
                f"{self._blinds_text(hand)}"
            ).encode()
        )
        return EncodedState(hand, pieces)

    def _board_text(self, hand: Hand) -> str:
        if hand.street == PREFLOP:
            return ""
        cards = hand.cards
        first = 2 * hand.count
        board: i64 = 0
        spot: i64
        for spot in range(first, first + hand.street + 2):
            board = board * 64 + cards[spot] + 1
        if board != self._board_of:
            self._board_of = board
            shown = [_CARDS[cards[spot]] for spot in range(first, first + hand.street + 2)]
            self._board = '"' + '","'.join(shown) + '"'
        return self._board

    def _blinds_text(self, hand: Hand) -> str:
        known = self._blinds_of
        if (
            known[0] != hand.button
            or known[1] != hand.small_seat
            or known[2] != hand.big_seat
            or known[3] != hand.small
            or known[4] != hand.big
        ):
            known[0] = hand.button
            known[1] = hand.small_seat
            known[2] = hand.big_seat
            known[3] = hand.small
            known[4] = hand.big
            self._blinds = (
                f'"dealer_seat":{hand.button},"small_blind_seat":{hand.small_seat},'
                f'"big_blind_seat":{hand.big_seat},"small_blind_amount":{hand.small},'
                f'"big_blind_amount":{hand.big}}}'
            )
        return self._blinds


def _pots(hand: Hand) -> str:
    told: list[str] = []
    for pot in hand.pots():
        seats = ",".join([str(seat) for seat in pot.seats])
        told.append(f'{{"amount":{pot.amount},"eligible_seats":[{seats}]}}')
    return ",".join(told)


def _choices(hand: Hand) -> str:
    if hand.turn < 0:
        return ""
    owed = hand.to_call()
    middle = '{"type":"fold"},{"type":"check"}'
    if owed > 0:
        middle = f'{{"type":"fold"}},{{"type":"call","amount":{owed}}}'
    high = hand.max_raise()
    if high == 0:
        return middle
    return f'{middle},{{"type":"raise","min_amount":{hand.min_raise()},"max_amount":{high}}}'


def cards_of(cards: Sequence[int]) -> tuple[str, ...]:
    """Cards as the wire spells them."""
    return tuple([_CARDS[card] for card in cards])


def cards_text(cards: Sequence[int]) -> str:
    """Cards as a JSON array."""
    return "[" + ",".join([_QUOTED[card] for card in cards]) + "]"


def _numbers(numbers: Sequence[int]) -> str:
    return ",".join([str(number) for number in numbers])


class EncodedHandStart:
    """A `hand_start` encoded for everyone."""

    __slots__ = ("_head", "_names", "hand")

    def __init__(self, hand: Hand, head: bytes, names: Sequence[str]) -> None:
        """The message up to a receiver's own cards, which come last."""
        self.hand = hand
        self._head = head
        self._names = names

    @property
    def public(self) -> bytes:
        """The message without anybody's cards."""
        return self._head + b"[]}"

    def seen_by(self, seat: int) -> bytes:
        """The message with the seat's own cards, if it was dealt any."""
        return self._head + f"{cards_text(self.hand.hole(seat))}}}".encode()

    @property
    def with_all_cards(self) -> bytes:
        """The message with everybody's cards beside it, for the organiser."""
        hands = [
            encode(SeatCards(seat, name, cards_of(self.hand.hole(seat))))
            for seat, name in enumerate(self._names)
            if self.hand.hole(seat)
        ]
        return self.public[:-1] + b',"all_hole_cards":[' + b",".join(hands) + b"]}"


def request_head(seat: int, seconds: float) -> bytes:
    """An `action_request` up to its game state; so many seconds are left for the answer."""
    whole = int(seconds)
    text = str(whole) if whole == seconds else str(seconds)
    return (
        f'{{"type":"action_request","actor_seat":{seat},"timeout_seconds":{text},"game_state":'
    ).encode()


def hand_of(game: Hand | Series) -> Hand:
    """The hand in progress, or the last one."""
    return game if isinstance(game, Hand) else game.hand


class GameEncoder:
    """Puts one game into messages; `names` are by seat."""

    def __init__(self, names: Sequence[str], seconds: float) -> None:
        self.names = tuple(names)
        self.seconds = seconds
        self._texts = [encode(name).decode() for name in self.names]
        self._names = ",".join(self._texts)
        self._states = StateEncoder(self.names)
        self._result_heads = [
            f'{{"type":"action_result","actor_seat":{seat},"player_name":{text},"action":{{"type":"'
            for seat, text in enumerate(self._texts)
        ]

    # Whole messages

    def game_start(self, game: Hand | Series, commitment: str = "") -> bytes:
        """The game begins; who joins later is told what it began with, too."""
        hand = hand_of(game)
        if isinstance(game, Tournament):
            stacks, small, big = game.beginning()
        else:
            stacks, small, big = hand.starting_stacks(), hand.small, hand.big
        return encode(GameStart(self.names, stacks, small, big, commitment))

    def hand_start(self, hand: Hand) -> EncodedHandStart:
        """A hand has been dealt."""
        stacks = hand.starting_stacks()
        names, chips = self._names, _numbers(stacks)
        if 0 in stacks:
            names = ",".join([self._texts[at] for at, left in enumerate(stacks) if left])
            chips = _numbers([left for left in stacks if left])
        head = (
            f'{{"type":"hand_start","hand_number":{hand.number},"dealer_seat":{hand.button},'
            f'"small_blind_seat":{hand.small_seat},"big_blind_seat":{hand.big_seat},'
            f'"small_blind_amount":{hand.small},"big_blind_amount":{hand.big},'
            f'"player_names":[{names}],"stacks":[{chips}],"hole_cards":'
        )
        return EncodedHandStart(hand, head.encode(), self.names)

    def hand_end(self, hand: Hand, knockout: bool = True) -> bytes:
        """A hand is over: who won, what was shown, and who is out, where losing all ends a game."""
        texts = self._texts
        stacks = hand.stacks()
        winners = [
            f'{{"seat":{at},"name":{texts[at]},"amount_won":{net}}}'
            for at, net in enumerate(hand.nets())
            if net > 0
        ]
        shown = [
            f'{{"seat":{at},"name":{texts[at]},"hole_cards":{cards_text(hand.hole(at))}}}'
            for at in hand.seats_in(hand.shown)
        ]
        out: list[int] = []
        if knockout and 0 in stacks:
            start = hand.starting_stacks()
            out = [at for at, chips in enumerate(stacks) if not chips and start[at]]
        return (
            f'{{"type":"hand_end","hand_number":{hand.number},"winners":[{",".join(winners)}],'
            f'"hole_cards_revealed":[{",".join(shown)}],"final_stacks":[{_numbers(stacks)}],'
            f'"player_names":[{self._names}],"eliminated_seats":[{_numbers(out)}],'
            f'"community_cards":{cards_text(hand.board())}}}'
        ).encode()

    def game_end(self, game: Hand | Series, seed: str = "") -> bytes:
        """The game is over. Where every hand begins with the same stacks, the sums won count."""
        result = game.result()
        hand = hand_of(game)
        seat = result.places.index(1)
        knockout = isinstance(game, Tournament)
        return encode(
            GameEnd(
                winner=self.names[seat],
                winner_seat=seat,
                final_stacks=result.scores if knockout else hand.stacks(),
                player_names=self.names,
                total_hands=hand.number,
                places=result.places,
                reason=result.reason,
                seed=seed,
                scores=() if knockout else result.scores,
            )
        )

    # Heads of messages that end with a game state: add the state and a closing brace.

    def request_head(self, seat: int) -> bytes:
        """An `action_request` up to its game state."""
        return request_head(seat, self.seconds)

    def result_head(self, note: Note, timed_out: bool) -> bytes:
        """An `action_result` up to its game state, from the engine's note of the action."""
        code, seat = note[0], note[1]
        amount = "null"
        if code in (noted.CALLED, noted.RAISED):
            amount = str(note[2])
        late = "true" if timed_out else "false"
        return (
            f'{self._result_heads[seat]}{_ACTIONS[code]}","amount":{amount}}},'
            f'"timed_out":{late},"game_state":'
        ).encode()

    def state(self, hand: Hand) -> EncodedState:
        """The position as it stands, for everyone; the pot stays in place until `hand_end`."""
        return self._states.write(hand)


def action_notes(notes: Sequence[Note]) -> list[Note]:
    """The notes of what players did in the hand in which the notes begin."""
    done = []
    for note in notes:
        if note[0] == noted.HAND_OVER:
            break
        if note[0] in _ACTIONS:
            done.append(note)
    return done
