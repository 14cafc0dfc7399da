"""What an AlgoPoker server's messages say, compared with the rules: our own hand plays along.

All players are ours, so every hole card is known, and each hand can be played again.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

import msgspec

from pitboss.check.server import Notes
from pitboss.games.game import IllegalAction
from pitboss.games.holdem.betting import CALL, FOLD
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.kinds import HAND
from pitboss.games.holdem.rules import ALGOPOKER_BLINDS
from pitboss.games.kind import BadNotation
from pitboss.wires.algopoker.encode import GameEncoder
from pitboss.wires.algopoker.messages import ServerMessage

Json = dict[str, Any]
Seen = Sequence[tuple[str, Json]]

_decoder: Final = msgspec.json.Decoder(ServerMessage)
_PLAYED: Final = {"fold": FOLD, "check": CALL, "call": CALL}
# Of a state, what is compared, and the scenario that it belongs to.
_OF_STATE: Final = {
    "street": "turns and streets",
    "hand_number": "turns and streets",
    "community_cards": "turns and streets",
    "actor_seat": "turns and streets",
    "valid_actions": "valid actions",
    "dealer_seat": "dealer and blinds",
    "small_blind_seat": "dealer and blinds",
    "big_blind_seat": "dealer and blinds",
    "small_blind_amount": "dealer and blinds",
    "big_blind_amount": "dealer and blinds",
}
_OF_PLAYER: Final = {
    "seat": "fields and types",
    "name": "fields and types",
    "stack": "chips",
    "current_bet": "chips",
    "is_active": "turns and streets",
    "is_all_in": "turns and streets",
    "is_dealer": "dealer and blinds",
    "is_small_blind": "dealer and blinds",
    "is_big_blind": "dealer and blinds",
}
_ODD_CHIPS: Final = 9
_BOARD: Final = 5


def compare_hands(players: Sequence[Seen], spectator: Seen, notes: Notes) -> None:
    """Note whatever is wrong with what three players, by seat, and a spectator were sent."""
    for seen in (*players, spectator):
        _check_shapes(seen, notes)
    if "fields and types" in notes.failed:
        # What lacks its fields can't be compared.
        notes.over = "not compared, since messages lack fields"
        _check_secrets(players, spectator, notes)
        return
    _check_order(players, notes)
    _check_secrets(players, spectator, notes)
    opening = next((value for _, value in players[0] if value["type"] == "game_start"), {})
    names: list[str] = opening.get("player_names", [])
    blinds = (opening.get("small_blind"), opening.get("big_blind"))
    usual = ALGOPOKER_BLINDS[0][1:]
    button: int | None = None
    stacks: list[int] | None = None
    for hand in _hands(players[0]):
        start = hand[0][1]
        holes = [_own_cards(seen, start["hand_number"]) for seen in players]
        _check_deal(start, names, holes, button, stacks, notes, hand[0][0], blinds == usual)
        button = start["dealer_seat"]
        stacks = _Replay(hand, names, holes, notes).run()


def _hands(seen: Seen) -> Iterator[list[tuple[str, Json]]]:
    """Each hand's messages, from hand_start to hand_end; a return to the table begins none anew."""
    hand: list[tuple[str, Json]] = []
    for text, value in seen:
        kind = value.get("type")
        if kind == "hand_start":
            hand = [(text, value)]
        elif hand and kind in ("action_request", "action_result", "hand_end"):
            hand.append((text, value))
            if kind == "hand_end":
                yield hand
                hand = []


def _own_cards(seen: Seen, number: int) -> list[str]:
    for _, value in seen:
        if value.get("type") == "hand_start" and value.get("hand_number") == number:
            cards = value.get("hole_cards")
            return cards if isinstance(cards, list) else []
    return []


def _check_shapes(seen: Seen, notes: Notes) -> None:
    name = "fields and types"
    for text, value in seen:
        message = dict(value)
        # What other servers need not send.
        if message.get("type") == "hand_end":
            message.setdefault("community_cards", [])
        if message.get("type") == "action_result" and isinstance(message.get("action"), dict):
            message["action"] = {"amount": None, **message["action"]}
        try:
            msgspec.convert(message, ServerMessage)
        except msgspec.ValidationError as error:
            kind = value.get("type")
            notes.fail(name, f"{kind} is not as documented: {error}", text)
    if seen:
        notes.met.add(name)


def _check_order(players: Sequence[Seen], notes: Notes) -> None:
    name = "the order of messages"
    told = [
        [
            (value["type"], value.get("hand_number"), value.get("actor_seat"))
            for _, value in seen
            if value["type"] not in ("waiting", "error")
        ]
        for seen in players
    ]
    for seat, kinds in enumerate(told):
        if kinds != told[0]:
            place = next(
                (
                    at
                    for at, (one, two) in enumerate(zip(kinds, told[0], strict=False))
                    if one != two
                ),
                min(len(kinds), len(told[0])),
            )
            at = kinds[place][0] if place < len(kinds) else "nothing more"
            other = told[0][place][0] if place < len(told[0]) else "nothing more"
            notes.fail(
                name,
                f"everybody is told the same in the same order, and where seat 0 was sent {other}, "
                f"seat {seat} was sent {at}",
            )
    follows = {
        "game_start": {"hand_start"},
        "hand_start": {"action_request", "hand_end"},
        "action_request": {"action_result"},
        "action_result": {"action_request", "hand_end"},
        "hand_end": {"hand_start", "game_end"},
    }
    order: list[str] = [kind for kind, _, _ in told[0]]
    for before, after in pairwise(order):
        notes.expect(
            name,
            after in follows.get(before, ()),
            f"{before} is followed by {' or '.join(sorted(follows.get(before, ())))}, and here by "
            f"{after}",
        )


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key != "community_cards":
                yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def _check_secrets(players: Sequence[Seen], spectator: Seen, notes: Notes) -> None:
    """No string anywhere in a message may be a card of somebody else's that was not shown."""
    numbers = sorted(
        {
            value["hand_number"]
            for _, value in players[0]
            if value.get("type") == "hand_start" and isinstance(value.get("hand_number"), int)
        }
    )
    cards = {number: [_own_cards(seen, number) for seen in players] for number in numbers}
    viewers = [(seat, f"seat {seat}", seen, "hidden cards") for seat, seen in enumerate(players)]
    if spectator:
        viewers.append((-1, "a spectator", spectator, "spectators"))
    for viewer, who, seen, name in viewers:
        notes.met.add(name)
        number, folded = 0, set[int]()
        for text, value in seen:
            kind = value.get("type")
            if kind == "hand_start":
                number, folded = value.get("hand_number", 0), set()
            if kind == "action_result" and value.get("action", {}).get("type") == "fold":
                folded.add(value.get("actor_seat", -1))
            holes = cards.get(number, [])
            hidden = {
                card: seat for seat, held in enumerate(holes) if seat != viewer for card in held
            }
            if kind == "hand_end":
                in_the_end = [
                    seat for seat, held in enumerate(holes) if held and seat not in folded
                ]
                if len(in_the_end) > 1:
                    hidden = {card: seat for card, seat in hidden.items() if seat in folded}
            leaked = [card for card in _strings(value) if card in hidden]
            if leaked:
                notes.fail(
                    name,
                    f"{who} was sent {leaked[0]}, a card of seat {hidden[leaked[0]]}, in "
                    f"{kind} of hand {number}, before it was shown",
                    text,
                )


def _check_deal(
    start: Json,
    names: list[str],
    holes: list[list[str]],
    button: int | None,
    stacks: list[int] | None,
    notes: Notes,
    text: str,
    is_usual: bool,
) -> None:
    name = "dealer and blinds"
    number = start["hand_number"]
    living = [seat for seat, one in enumerate(names) if one in start["player_names"]]
    dealer = start["dealer_seat"]
    after = [seat for seat in living if seat > dealer] + [seat for seat in living if seat <= dealer]
    # With two players the dealer posts the small blind.
    small, big = (after[-1], after[0]) if len(living) == 2 else (after[0], after[1])
    told = (start["small_blind_seat"], start["big_blind_seat"])
    notes.expect(
        name,
        dealer in living and told == (small, big),
        f"in hand {number} with dealer {dealer} and seats {living} still in, the blinds are seats "
        f"{small} and {big}, not {told[0]} and {told[1]}",
        text,
    )
    if button is not None:
        following = [seat for seat in living if seat > button] or living
        notes.expect(
            name,
            dealer == following[0],
            f"the button moves from seat {button} to the next player, seat {following[0]}, and in "
            f"hand {number} it is at seat {dealer}",
            text,
        )
    amounts = (start["small_blind_amount"], start["big_blind_amount"])
    level = ALGOPOKER_BLINDS.at(number)
    notes.expect(
        name,
        # A table may have a schedule of its own, which begins otherwise.
        not is_usual or amounts == (level.small, level.big),
        f"the blinds of hand {number} are {level.small}/{level.big}, not {amounts[0]}/{amounts[1]}",
        text,
    )
    if stacks is not None:
        left = [chips for chips in stacks if chips > 0]
        notes.expect(
            "chips",
            list(start["stacks"]) == left,
            f"hand {number} begins with the stacks of the last hand_end, {left}, not "
            f"{list(start['stacks'])}",
            text,
        )
    dealt = [card for held in holes for card in held]
    notes.expect(
        "hidden cards",
        len(dealt) == len({*dealt}) == 2 * len(living),
        f"in hand {number} each of {len(living)} players gets two cards, and no card is dealt "
        "twice",
        text,
    )


class _Replay:
    """One hand, played again by the rules beside what the server told of it."""

    def __init__(
        self,
        messages: list[tuple[str, Json]],
        names: list[str],
        holes: list[list[str]],
        notes: Notes,
    ) -> None:
        self.messages = messages
        self.names = names
        self.holes = holes
        self.notes = notes
        self.start = messages[0][1]
        self.number = self.start["hand_number"]
        boards = [_board(value) for _, value in messages]
        self.board = max(boards, key=len)
        self._encoder = GameEncoder(names, 30.0)

    def run(self) -> list[int] | None:
        """The stacks after the hand, as the server told them."""
        end = self.messages[-1][1]
        try:
            hand = self._deal()
        except (BadNotation, ValueError) as error:
            self.notes.fail("turns and streets", f"hand {self.number} can't be: {error}")
            return list(end["final_stacks"])
        for text, value in self.messages[1:-1]:
            state = value["game_state"]
            if value["type"] == "action_request":
                what = f"hand {self.number}, when seat {value['actor_seat']} is asked"
                self._compare(state, hand, what, text)
                continue
            action = value["action"]
            what = f"hand {self.number}, after seat {value['actor_seat']} {_told(action)}"
            chosen = _PLAYED.get(action["type"], action.get("amount"))
            try:
                hand.apply(chosen if isinstance(chosen, int) else FOLD)
            except IllegalAction as error:
                self.notes.fail("valid actions", f"{what}: the rules forbid that ({error})", text)
                return list(end["final_stacks"])
            self._compare(state, hand, what, text)
        self._compare_end(hand, end, self.messages[-1][0])
        return list(end["final_stacks"])

    def _deal(self) -> Hand:
        start = self.start
        chips = dict(zip(start["player_names"], start["stacks"], strict=True))
        stacks = [chips.get(name, 0) for name in self.names]
        cards = [
            "".join(held) if held and stack else "-"
            for held, stack in zip(self.holes, stacks, strict=True)
        ]
        words = [
            f"stacks={','.join(map(str, stacks))}",
            f"button={start['dealer_seat']}",
            f"blinds={start['small_blind_amount']}/{start['big_blind_amount']}",
            f"cards={','.join(cards)}",
            f"hand={self.number}",
        ]
        if self.board:
            words.append(f"next={''.join(self.board)}")
        return HAND.set_up(HAND.rules("hand"), " ".join(words))

    def _compare(self, state: Json, hand: Hand, what: str, text: str) -> None:
        expected = json.loads(self._encoder.state(hand).public)
        for key, name in _OF_STATE.items():
            if key == "community_cards" and len(self.board) < _BOARD and hand.actor() < 0:
                continue
            told, right = state[key], expected[key]
            if key == "valid_actions":
                told, right = sorted(map(_plain, told)), sorted(map(_plain, right))
            self._expect(name, told == right, what, key, told, right, text)
        for mine, theirs in zip(expected["players"], state["players"], strict=False):
            for key, name in _OF_PLAYER.items():
                where = f"players[{mine['seat']}].{key}"
                self._expect(
                    name, theirs[key] == mine[key], what, where, theirs[key], mine[key], text
                )
        self._expect(
            "chips",
            len(state["players"]) == len(expected["players"]),
            what,
            "the number of players",
            len(state["players"]),
            len(expected["players"]),
            text,
        )
        total, right = state["pot"]["total"], expected["pot"]["total"]
        self._expect("chips", total == right, what, "pot.total", total, right, text)
        # Collected chips, or with the bets that are still in front of the players.
        parts = sum(pot["amount"] for pot in state["pot"]["pots"])
        collected = sum(pot["amount"] for pot in expected["pot"]["pots"])
        self._expect(
            "chips",
            parts in (collected, right),
            what,
            "the sum of pot.pots",
            parts,
            collected,
            text,
        )

    def _expect(
        self, name: str, is_so: bool, what: str, key: str, told: Any, right: Any, text: str
    ) -> None:
        self.notes.expect(
            name,
            is_so,
            f"{what}: {key} is {json.dumps(told)} and should be {json.dumps(right)}",
            text,
        )

    def _compare_end(self, hand: Hand, end: Json, text: str) -> None:
        name = "the end of a hand"
        final, before = list(end["final_stacks"]), hand.starting_stacks()
        what = f"at the end of hand {self.number}"
        self.notes.expect(
            "chips",
            sum(final) == sum(before),
            f"{what} there are {sum(final)} chips, and there were {sum(before)}",
            text,
        )
        if sum(final) != sum(before):
            return
        if hand.actor() >= 0:
            self.notes.fail(name, f"{what}: by the rules it is not over yet", text)
            return
        if len(self.board) == _BOARD or not end["hole_cards_revealed"]:
            right = list(hand.stacks())
            # Documents differ in who gets the odd chip of a pot that is shared.
            near = all(abs(one - two) < _ODD_CHIPS for one, two in zip(final, right, strict=True))
            self.notes.expect(
                name, near, f"{what} final_stacks are {final} and should be {right}", text
            )
        gains = {
            seat: chips - before[seat] for seat, chips in enumerate(final) if chips > before[seat]
        }
        told = {winner["seat"]: winner["amount_won"] for winner in end["winners"]}
        self.notes.expect(
            name,
            told == gains,
            f"{what} winners has who won chips and how many more it has than before, {gains}, not "
            f"{told}",
            text,
        )
        out = [seat for seat, chips in enumerate(final) if chips == 0 and before[seat] > 0]
        self.notes.expect(
            name,
            sorted(end["eliminated_seats"]) == out,
            f"{what} eliminated_seats is {out}, not {list(end['eliminated_seats'])}",
            text,
        )


def _board(value: Json) -> list[str]:
    cards = value.get("game_state", value).get("community_cards") or []
    return list(cards)


def _plain(action: Json) -> str:
    """A valid action without fields that the document does not know."""
    keys = ("type", "amount", "min_amount", "max_amount")
    return " ".join(f"{key} {action[key]}" for key in keys if action.get(key) is not None)


def _told(action: Json) -> str:
    amount = action.get("amount")
    if action["type"] == "raise":
        return f"raised to {amount}"
    return {"fold": "folded", "check": "checked", "call": "called"}[action["type"]]
