"""From a game to messages: what each seat, the public and the organiser are told.

Game states, which come with every action, are written in scene.py. Compiled.
"""

from collections.abc import Sequence

from pitboss.games.holdem import notes as noted
from pitboss.games.holdem.cards import card_text
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.series import Series
from pitboss.games.holdem.tournament import Tournament
from pitboss.protocols.algopoker.messages import (
    ActionType,
    GameEnd,
    GameStart,
    HandEnd,
    HandStart,
    SeatCards,
    Winner,
    encode,
)
from pitboss.protocols.algopoker.scene import Scene, SceneWriter

Note = tuple[int, ...]

_CARDS = tuple(card_text(card) for card in range(52))
_NO_CARDS = b'"hole_cards":[]'
_ACTIONS: dict[int, ActionType] = {
    noted.FOLDED: "fold",
    noted.CHECKED: "check",
    noted.CALLED: "call",
    noted.RAISED: "raise",
}


def cards_of(cards: Sequence[int]) -> tuple[str, ...]:
    """Cards as the wire spells them."""
    return tuple([_CARDS[card] for card in cards])


class HandOpening:
    """A `hand_start` encoded for everyone."""

    __slots__ = ("_head", "hand", "public")

    def __init__(self, hand: Hand, message: HandStart) -> None:
        self.hand = hand
        self.public = encode(message)
        self._head = self.public[: -len(_NO_CARDS) - 1]

    def seen_by(self, seat: int) -> bytes:
        """The message with the seat's own cards, if it was dealt any."""
        cards = self.hand.hole(seat)
        return self._head + b'"hole_cards":' + encode_cards(cards) + b"}"

    def with_all_cards(self, names: Sequence[str]) -> bytes:
        """The message with everybody's cards beside it, for the organiser."""
        hands = [
            encode(SeatCards(seat, name, cards_of(self.hand.hole(seat))))
            for seat, name in enumerate(names)
            if self.hand.hole(seat)
        ]
        return self.public[:-1] + b',"all_hole_cards":[' + b",".join(hands) + b"]}"


def encode_cards(cards: Sequence[int]) -> bytes:
    """Cards as a JSON array."""
    return ("[" + ",".join([f'"{_CARDS[card]}"' for card in cards]) + "]").encode()


def request_head(seat: int, seconds: float) -> bytes:
    """An `action_request` up to its game state; so many seconds are left for the answer."""
    return (
        f'{{"type":"action_request","actor_seat":{seat},"timeout_seconds":{seconds},"game_state":'
    ).encode()


def hand_of(game: Hand | Series) -> Hand:
    """The hand in progress, or the last one."""
    return game if isinstance(game, Hand) else game.hand


class Voice:
    """Puts one game into messages; `names` are by seat."""

    def __init__(self, names: Sequence[str], seconds: float) -> None:
        self.names = tuple(names)
        self.seconds: int | float = int(seconds) if seconds == int(seconds) else seconds
        self._quoted = [encode(name) for name in self.names]
        self._scenes = SceneWriter(self.names)

    # Whole messages

    def game_start(self, game: Hand | Series, commitment: str = "") -> bytes:
        """The game begins."""
        hand = hand_of(game)
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

    def hand_end(self, hand: Hand, knockout: bool = True) -> bytes:
        """A hand is over: who won, what was shown, and who is out, where losing all ends a game."""
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
                        if knockout and chips and not stacks[at]
                    ]
                ),
                community_cards=cards_of(hand.board()),
            )
        )

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
        return self._scenes.write(hand)


def action_notes(notes: Sequence[Note]) -> list[Note]:
    """The notes of what players did in the hand in which the notes begin."""
    done = []
    for note in notes:
        if note[0] == noted.HAND_OVER:
            break
        if note[0] in _ACTIONS:
            done.append(note)
    return done
