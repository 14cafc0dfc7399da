"""The UNO family as the registry knows it, and its events."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pitboss.games.game import SPECTATOR, Decider, IllegalAction, act
from pitboss.games.kind import BadNotation, Event, Kind, ObjectMaker
from pitboss.games.relabelling import RELABELLINGS
from pitboss.games.style import StyleCounts
from pitboss.games.uno import notes, style
from pitboss.games.uno.analyst import UnoAnalyst
from pitboss.games.uno.cards import CARD_KINDS, COLOURS, NO_CARD, NO_COLOUR
from pitboss.games.uno.game import ENDINGS, UnoGame, deal_game, play_out
from pitboss.games.uno.hands import SIZE, STRIDE, cards_in
from pitboss.games.uno.notation import (
    COLOUR_LETTERS,
    COLOUR_WORDS,
    read_action,
    write_action,
    write_card,
)
from pitboss.games.uno.position import read_position, write_position
from pitboss.games.uno.round import ROUND_LIMIT
from pitboss.games.uno.rules import EARLIER, PRESETS, UnoRules
from pitboss.games.uno.table import OVER
from pitboss.games.uno.view import UnoView, uno_json


def _cards(cards: list[int]) -> dict[str, list[str]]:
    """The cards as a fact; nothing if the viewer does not know them."""
    return {} if NO_CARD in cards else {"cards": [write_card(card) for card in cards]}


class UnoKind(Kind[UnoGame, UnoRules]):
    """UNO under all its rules: official, uno-online and the two of Jedna."""

    name = "uno"
    title = "UNO and Jedna"
    sentences: ClassVar[Mapping[str, Sequence[str]]] = {
        "called_uno": ("{who} calls UNO",),
        "caught": ("{who} catches {other}",),
        "challenged": ("{who} challenges {other}, guilty: {guilty}",),
        "chose_colour": ("{who} chooses {colour}",),
        "dealt": ("{who} is dealt {cards}", "{who} is dealt {count} cards"),
        "drew": ("{who} draws {cards}", "{who} draws {count}"),
        "first_card": ("The first card is {card}",),
        "forgot_uno": ("{who} forgets to call UNO",),
        "game_over": ("The game is over: {ending}",),
        "passed": ("{who} passes",),
        "passed_hands": ("Everybody passes their hand on",),
        "played": ("{who} plays {card}",),
        "reshuffled": ("The discards are shuffled: {count} cards to draw from",),
        "reversed": ("{who} reverses the direction",),
        "round_over": ("The round is over: {ending}; {who} gets {points}; scores {scores}",),
        "showed": ("{who} shows {to} {cards}", "{who} shows {to} their hand"),
        "skipped": ("{who} is skipped",),
        "swapped": ("{who} swaps hands with {other}",),
        "took": ("{who} takes {count}",),
        "withdrew": ("{who} leaves",),
    }
    refusals: ClassVar[Mapping[str, Sequence[str]]] = {
        "already_drew": ("a card was drawn already: play it, or pass",),
        "catch_or_pass": ("somebody forgot to call UNO: only catch or pass is open",),
        "choose_a_colour_first": ("a colour has to be chosen first",),
        "choose_a_seat_to_swap_with": ("a seat to swap hands with has to be chosen first",),
        "colour_in_hand": ("{card} needs a hand without {colour}",),
        "game_over": ("the game is over",),
        "must_answer_or_take": (
            "{card} does not answer the {pending} cards that are stacked: pass takes them",
            "{pending} cards are stacked: answer them, or pass to take them",
        ),
        "must_play": ("drawing is not open: these rules want a card that can be played played",),
        "no_call_now": (
            "UNO was called {called}",
            "UNO can't be called now, with {cards} cards in hand",
        ),
        "no_colour_to_choose": ("there is no colour to choose",),
        "no_double_after_draw": ("{card} twice: after drawing only one card may be played",),
        "no_double_play": ("{card} twice: these rules allow one card at a time",),
        "no_such_action": ("there is no action {action}",),
        "no_swap_with_that_seat": ("hands can't be swapped with seat {seat}",),
        "nobody_to_catch": ("there is nobody to catch",),
        "nobody_to_swap_with": ("there is nobody to swap hands with",),
        "not_in_hand": ("{card} is not in hand",),
        "not_playable": ("{card} does not go on {top}",),
        "nothing_to_challenge": ("there is nothing to challenge",),
        "only_one_in_hand": ("{card} twice: only one is in hand",),
        "only_the_drawn_card": (
            "{card} is not {drawn}, the card just drawn, and no other may be played",
            "{card} can't be played after drawing, and there was no card to draw",
        ),
        "pass_before_draw": ("passing is open only after drawing",),
    }
    default_policy = "jedna"
    style_figures = style.FIGURES

    @property
    def presets(self) -> Mapping[str, UnoRules]:
        return PRESETS

    @property
    def earlier(self) -> Sequence[UnoRules]:
        return EARLIER

    def seats(self, rules: UnoRules) -> range:
        return range(2, rules.max_players + 1)

    def relabellings(self, rules: UnoRules) -> int:
        # A drawn wild that plays itself takes the first of equally frequent colours.
        return 1 if rules.flags.auto_play else RELABELLINGS

    def new(self, rules: UnoRules, seats: int, seed: int) -> UnoGame:
        if seats not in self.seats(rules):
            raise ValueError(f"{rules.preset} is for 2 to {rules.max_players} players, not {seats}")
        return deal_game(rules.flags, seats, seed)

    def default_wire(self, rules: UnoRules) -> str:
        return "jedna-1" if rules.double_play else "jedna"

    def set_up(self, rules: UnoRules, position: str) -> UnoGame:
        game = read_position(rules.flags, position)
        if game.seats not in self.seats(rules):
            raise BadNotation(f"{rules.preset} is for 2 to {rules.max_players} players")
        return game

    def write_position(self, game: UnoGame) -> str:
        return write_position(game)

    def write_action(self, action: int) -> str:
        return write_action(action)

    def read_action(self, text: str) -> int:
        return read_action(text)

    def refusal_facts(self, error: IllegalAction) -> dict[str, str]:
        facts: dict[str, str] = {}
        for name, value in error.facts.items():
            if name in ("card", "drawn") and 0 <= value < CARD_KINDS:
                facts[name] = write_card(value)
            elif name == "top" and 0 <= value < CARD_KINDS:
                facts[name] = write_card(value, error.facts.get("colour", NO_COLOUR))
            elif name == "colour" and 0 <= value < COLOURS:
                facts[name] = COLOUR_WORDS[value]
            elif name == "called" and value:
                facts[name] = "already"
            elif name in ("action", "cards", "pending", "seat"):
                facts[name] = str(value)
        return facts

    def count_style(self, game: UnoGame, trace: Sequence[tuple[int, ...]]) -> list[StyleCounts]:
        return style.count_style(game, trace)

    def analyst(
        self, rules: UnoRules, seat: int, bots: list[Decider], known: Sequence[Any] = ()
    ) -> UnoAnalyst:
        return UnoAnalyst(self, rules, seat, bots, known)

    def audit(self, game: UnoGame) -> tuple[int, ...]:
        pile = game.pile
        cards = [game.top, *pile.discards(), *pile.fixed_top()]
        cards += [*pile.loose_cards(), *pile.fixed_bottom()]
        for seat in range(game.seats):
            hand = cards_in(game.hands, seat * STRIDE)
            assert len(hand) == game.hands[seat * STRIDE + SIZE]
            cards += hand
        return tuple(sorted(cards))

    def opening(self, game: UnoGame, viewer: int) -> list[Event]:
        events = []
        for seat in range(game.seats):
            hand = cards_in(game.hands, seat * STRIDE)
            events.append(self.tell((notes.NOTE_DEALT, seat, *hand), viewer))
        card = write_card(game.top, game.colour)
        events.append(Event("first_card", game.actor(), {"card": card}))
        return events

    def view_json(self, view: UnoView, make: ObjectMaker) -> Any:
        return uno_json(view, make)

    def view_text(self, game: UnoGame, viewer: int) -> str:
        return game.view_text(viewer)

    def open_json(self, game: UnoGame, make: ObjectMaker) -> Any:
        hands = tuple([game.view(seat).hand for seat in range(game.seats)])
        return uno_json(game.view(SPECTATOR)._replace(hands=hands), make)

    def ended_json(self, game: UnoGame, action: int, make: ObjectMaker) -> list[Any]:
        last = game.copy()
        # After the last round that may be played no other is dealt.
        last.round = ROUND_LIMIT
        act(last, action)
        view = last.view(SPECTATOR)
        return [uno_json(view._replace(round=game.round), make)] if view.phase == OVER else []

    def play_out(self, game: UnoGame, bots: list[Any], actions: list[int]) -> None:
        play_out(game, bots, actions)

    def known(self, note: tuple[int, ...], viewer: int) -> tuple[int, ...]:
        what, seat = note[0], note[1]
        # Cards that the viewer may not know become NO_CARD.
        if what == notes.NOTE_DREW and viewer != seat:
            return (*note[:3], NO_CARD)
        if what == notes.NOTE_DEALT and viewer != seat:
            return (what, seat, NO_CARD, len(note) - 2)
        if what == notes.NOTE_SHOWED and (viewer == SPECTATOR or viewer not in note[1:3]):
            return (*note[:3], NO_CARD)
        return note

    def tell(self, note: tuple[int, ...], viewer: int) -> Event:
        what, seat, *numbers = self.known(note, viewer)
        facts: dict[str, Any] = {}
        match what:
            case notes.NOTE_PLAYED:
                facts["card"] = write_card(numbers[0], numbers[1])
                facts["copies"] = numbers[2]
            case notes.NOTE_DREW:
                facts["count"] = numbers[0]
                facts |= _cards(numbers[1:])
            case notes.NOTE_DEALT:
                facts["count"] = len(note) - 2
                facts |= _cards(numbers)
            case notes.NOTE_TOOK | notes.NOTE_RESHUFFLED:
                facts["count"] = numbers[0]
            case notes.NOTE_CAUGHT | notes.NOTE_SWAPPED:
                facts["other"] = numbers[0]
            case notes.NOTE_CHALLENGED:
                facts["other"] = numbers[0]
                facts["guilty"] = numbers[1] == 1
            case notes.NOTE_SHOWED:
                facts["to"] = numbers[0]
                facts |= _cards(numbers[1:])
            case notes.NOTE_CHOSE_COLOUR:
                facts["colour"] = COLOUR_LETTERS[numbers[0]]
            case notes.NOTE_PASSED_HANDS | notes.NOTE_REVERSED:
                facts["direction"] = numbers[0]
            case notes.NOTE_ROUND_OVER:
                facts["ending"] = ENDINGS[numbers[0]]
                facts["points"] = numbers[1]
                facts["scores"] = numbers[2:]
            case notes.NOTE_FIRST_CARD:
                facts["card"] = write_card(numbers[0])
            case notes.NOTE_GAME_OVER:
                facts["ending"] = ENDINGS[numbers[0]]
        return Event(notes.NAMES[what], seat, facts)


UNO = UnoKind()
