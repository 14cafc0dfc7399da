"""From a game to messages: what each seat, the public and the organiser are told.

Game states, which come with every action, are written in scene.py.
"""

from collections.abc import Sequence

from pitboss.games.holdem import notes as noted
from pitboss.games.holdem.cards import card_text
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.series import Series
from pitboss.games.holdem.tournament import Tournament
from pitboss.wires.algopoker.messages import (
    ActionType,
    GameEnd,
    GameStart,
    SeatCards,
    encode,
)
from pitboss.wires.algopoker.scene import Scene, SceneWriter

Note = tuple[int, ...]

_CARDS = tuple(card_text(card) for card in range(52))
_QUOTED = tuple(f'"{card}"' for card in _CARDS)
_ACTIONS: dict[int, ActionType] = {
    noted.FOLDED: "fold",
    noted.CHECKED: "check",
    noted.CALLED: "call",
    noted.RAISED: "raise",
}


def cards_of(cards: Sequence[int]) -> tuple[str, ...]:
    """Cards as the wire spells them."""
    return tuple([_CARDS[card] for card in cards])


def cards_text(cards: Sequence[int]) -> str:
    """Cards as a JSON array."""
    return "[" + ",".join([_QUOTED[card] for card in cards]) + "]"


def _numbers(numbers: Sequence[int]) -> str:
    return ",".join([str(number) for number in numbers])


class HandOpening:
    """A `hand_start` encoded for everyone."""

    __slots__ = ("_head", "hand")

    def __init__(self, hand: Hand, head: bytes) -> None:
        """The message up to a receiver's own cards, which come last."""
        self.hand = hand
        self._head = head

    @property
    def public(self) -> bytes:
        """The message without anybody's cards."""
        return self._head + b"[]}"

    def seen_by(self, seat: int) -> bytes:
        """The message with the seat's own cards, if it was dealt any."""
        return self._head + f"{cards_text(self.hand.hole(seat))}}}".encode()

    def with_all_cards(self, names: Sequence[str]) -> bytes:
        """The message with everybody's cards beside it, for the organiser."""
        hands = [
            encode(SeatCards(seat, name, cards_of(self.hand.hole(seat))))
            for seat, name in enumerate(names)
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


class Voice:
    """Puts one game into messages; `names` are by seat."""

    def __init__(self, names: Sequence[str], seconds: float) -> None:
        self.names = tuple(names)
        self.seconds = seconds
        self._quoted = [encode(name) for name in self.names]
        self._texts = [quoted.decode() for quoted in self._quoted]
        self._names = ",".join(self._texts)
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
        return HandOpening(hand, head.encode())

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
