"""From a tournament to messages: what each seat, the public and the organiser are told.

The part of a game state that all share is built and encoded once; a receiver's own cards are
spliced into it.
"""

from collections.abc import Sequence

from pitboss.games.holdem import Hand, Tournament
from pitboss.games.holdem import notes as noted
from pitboss.games.holdem.cards import card_text
from pitboss.protocols.algopoker.messages import (
    STREETS,
    ActionType,
    GameEnd,
    GameStart,
    GameState,
    HandEnd,
    HandStart,
    PlayerState,
    PotPart,
    Pots,
    SeatCards,
    ValidAction,
    Winner,
    encode,
)

Note = tuple[int, ...]

_CARDS = tuple(card_text(card) for card in range(52))
# No name can contain this: its quotes would be escaped.
_HIDDEN = b'"hole_cards":["??","??"],"hole_cards_known":false'
_NO_CARDS = b'"hole_cards":[]'
_ACTIONS: dict[int, ActionType] = {
    noted.FOLDED: "fold",
    noted.CHECKED: "check",
    noted.CALLED: "call",
    noted.RAISED: "raise",
}
_FOLD = ValidAction("fold")
_CHECK = ValidAction("check")


def cards_of(cards: Sequence[int]) -> tuple[str, ...]:
    """Cards as the wire spells them."""
    return tuple([_CARDS[card] for card in cards])


class Scene:
    """A position encoded for everyone: public, with one seat's cards, or with all."""

    __slots__ = ("_hand", "_seen", "_spots", "public")

    def __init__(self, hand: Hand, public: bytes) -> None:
        self.public = public
        self._hand = hand
        spots: list[int] = []
        at = public.find(_HIDDEN)
        while at >= 0:
            spots.append(at)
            at = public.find(_HIDDEN, at + len(_HIDDEN))
        self._spots = spots
        # The result of an action and the request that follows it show the same position.
        self._seen: dict[int, bytes] = {}

    def seen_by(self, seat: int) -> bytes:
        """The state with the seat's own cards, if it was dealt any."""
        seen = self._seen.get(seat)
        if seen is None:
            seen = self.public
            cards = self._hand.hole(seat)
            if cards:
                at = self._spots[seat]
                seen = b"".join((seen[:at], _known(cards), seen[at + len(_HIDDEN) :]))
            self._seen[seat] = seen
        return seen

    def with_all_cards(self) -> bytes:
        """The state with everybody's cards, for the organiser."""
        pieces = self.public.split(_HIDDEN)
        told = [pieces[0]]
        for seat, piece in enumerate(pieces[1:]):
            cards = self._hand.hole(seat)
            told += [_known(cards) if cards else _HIDDEN, piece]
        return b"".join(told)


def _known(cards: Sequence[int]) -> bytes:
    first, second = _CARDS[cards[0]], _CARDS[cards[1]]
    return f'"hole_cards":["{first}","{second}"],"hole_cards_known":true'.encode()


class HandOpening:
    """A `hand_start` encoded for everyone."""

    __slots__ = ("_hand", "_head", "public")

    def __init__(self, hand: Hand, message: HandStart) -> None:
        self._hand = hand
        self.public = encode(message)
        self._head = self.public[: -len(_NO_CARDS) - 1]

    def seen_by(self, seat: int) -> bytes:
        """The message with the seat's own cards, if it was dealt any."""
        cards = self._hand.hole(seat)
        return self._head + b'"hole_cards":' + encode_cards(cards) + b"}"

    def with_all_cards(self, names: Sequence[str]) -> bytes:
        """The message with everybody's cards beside it, for the organiser."""
        hands = [
            encode(SeatCards(seat, name, cards_of(self._hand.hole(seat))))
            for seat, name in enumerate(names)
            if self._hand.hole(seat)
        ]
        return self.public[:-1] + b',"all_hole_cards":[' + b",".join(hands) + b"]}"


def encode_cards(cards: Sequence[int]) -> bytes:
    """Cards as a JSON array."""
    return ("[" + ",".join([f'"{_CARDS[card]}"' for card in cards]) + "]").encode()


class Voice:
    """Puts one tournament into messages; `names` are by seat."""

    def __init__(self, names: Sequence[str], seconds: float) -> None:
        self.names = tuple(names)
        self.seconds: int | float = int(seconds) if seconds == int(seconds) else seconds
        self._quoted = [encode(name) for name in self.names]

    # Whole messages

    def game_start(self, game: Tournament, commitment: str = "") -> bytes:
        """The tournament begins."""
        hand = game.hand
        stacks = hand.starting_stacks()
        return encode(GameStart(self.names, stacks, hand.small, hand.big, commitment))

    def hand_start(self, hand: Hand) -> HandOpening:
        """A hand has been dealt."""
        stacks = hand.starting_stacks()
        return HandOpening(
            hand,
            HandStart(
                hand_number=hand.number,
                dealer_seat=hand.button,
                small_blind_seat=hand.small_seat,
                big_blind_seat=hand.big_seat,
                small_blind_amount=hand.small,
                big_blind_amount=hand.big,
                player_names=tuple(
                    [n for n, chips in zip(self.names, stacks, strict=True) if chips]
                ),
                stacks=tuple([chips for chips in stacks if chips]),
                hole_cards=(),
            ),
        )

    def hand_end(self, hand: Hand) -> bytes:
        """A hand is over: who won, what was shown, who is out."""
        names = self.names
        stacks = hand.stacks()
        shown = hand.seats_in(hand.shown)
        return encode(
            HandEnd(
                hand_number=hand.number,
                winners=tuple(
                    [Winner(at, names[at], net) for at, net in enumerate(hand.nets()) if net > 0]
                ),
                hole_cards_revealed=tuple(
                    [SeatCards(seat, names[seat], cards_of(hand.hole(seat))) for seat in shown]
                ),
                final_stacks=stacks,
                player_names=names,
                eliminated_seats=tuple(
                    [
                        at
                        for at, chips in enumerate(hand.starting_stacks())
                        if chips and not stacks[at]
                    ]
                ),
                community_cards=cards_of(hand.board()),
            )
        )

    def game_end(self, game: Tournament, seed: str = "") -> bytes:
        """The tournament is over."""
        result = game.result()
        seat = result.places.index(1)
        return encode(
            GameEnd(
                winner=self.names[seat],
                winner_seat=seat,
                final_stacks=result.scores,
                player_names=self.names,
                total_hands=game.hand.number,
                places=result.places,
                reason=result.reason,
                seed=seed,
            )
        )

    # Heads of messages that end with a game state: add the state and a closing brace.

    def request_head(self, seat: int) -> bytes:
        """An `action_request` up to its game state."""
        return (
            f'{{"type":"action_request","actor_seat":{seat},'
            f'"timeout_seconds":{self.seconds},"game_state":'
        ).encode()

    def result_head(self, note: Note, timed_out: bool) -> bytes:
        """An `action_result` up to its game state, from the engine's note of the action."""
        code, seat = note[0], note[1]
        amount = note[2] if code in (noted.CALLED, noted.RAISED) else "null"
        return b"".join(
            (
                f'{{"type":"action_result","actor_seat":{seat},"player_name":'.encode(),
                self._quoted[seat],
                f',"action":{{"type":"{_ACTIONS[code]}","amount":{amount}}},'.encode(),
                b'"timed_out":true,"game_state":'
                if timed_out
                else b'"timed_out":false,"game_state":',
            )
        )

    def scene(self, hand: Hand) -> Scene:
        """The position as it stands, for everyone; the pot stays in place until `hand_end`."""
        live = hand.live
        button, small_seat, big_seat = hand.button, hand.small_seat, hand.big_seat
        stacks = hand.stacks()
        actor = hand.actor()
        if actor < 0:
            stacks = tuple([a - b for a, b in zip(stacks, hand.winnings(), strict=True)])
        bets = hand.bets()
        players = []
        bit = 1
        for seat, name in enumerate(self.names):
            players.append(
                PlayerState(
                    seat,
                    name,
                    stacks[seat],
                    bets[seat],
                    live & bit != 0,
                    live & bit != 0 and stacks[seat] == 0,
                    seat == button,
                    seat == small_seat,
                    seat == big_seat,
                )
            )
            bit += bit
        state = GameState(
            STREETS[hand.street],
            hand.number,
            cards_of(hand.board()),
            Pots(hand.pot(), tuple([PotPart(pot.amount, pot.seats) for pot in hand.pots()])),
            tuple(players),
            actor if actor >= 0 else None,
            _valid_actions(hand) if actor >= 0 else (),
            button,
            small_seat,
            big_seat,
            hand.small,
            hand.big,
        )
        return Scene(hand, encode(state))


def _valid_actions(hand: Hand) -> tuple[ValidAction, ...]:
    owed = hand.to_call()
    middle = ValidAction("call", owed) if owed > 0 else _CHECK
    high = hand.max_raise()
    if high == 0:
        return (_FOLD, middle)
    return (_FOLD, middle, ValidAction("raise", min_amount=hand.min_raise(), max_amount=high))


def action_notes(notes: Sequence[Note]) -> list[Note]:
    """The notes of what players did in the hand in which the notes begin."""
    done = []
    for note in notes:
        if note[0] == noted.HAND_OVER:
            break
        if note[0] in _ACTIONS:
            done.append(note)
    return done
