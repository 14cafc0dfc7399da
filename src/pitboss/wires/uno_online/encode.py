"""From a game to messages: the gameState of one side, built from what that side may know.

Cards are spelled 4R, skipB, _Y, D2G, W, D4W.
"""

from collections.abc import Sequence
from typing import Final

from pitboss.games.game import SPECTATOR, IllegalAction
from pitboss.games.uno import notes
from pitboss.games.uno.actions import CALL_UNO, CATCH, CHALLENGE, CHOOSE_COLOUR, DRAW, PASS
from pitboss.games.uno.cards import (
    BIT,
    CARD_KINDS,
    COLOUR_OF,
    DRAW_TWO,
    NO_COLOUR,
    RANK_OF,
    REVERSE,
    SKIP,
    WILD,
)
from pitboss.games.uno.game import ENDINGS, UnoGame
from pitboss.games.uno.hands import SIZE, STRIDE, cards_in
from pitboss.wires.session import Note
from pitboss.wires.uno_online.messages import (
    ERRORS,
    PLAYERS,
    BotContext,
    CardInfo,
    CardType,
    Color,
    GameInfo,
    GameState,
    Player,
    PlayerInfo,
    RecentAction,
    Told,
    Word,
)

COLORS: Final[tuple[Color, ...]] = ("R", "G", "B", "Y")
COLOR_NUMBERS: Final = {color: number for number, color in enumerate(COLORS)}

_PREFIXES: Final = {SKIP: "skip", REVERSE: "_", DRAW_TWO: "D2"}
_TYPES: Final[dict[int, CardType]] = {SKIP: "skip", REVERSE: "reverse", DRAW_TWO: "draw2"}
_KEPT: Final = 10
_TOLD: Final[dict[int, Told]] = {
    notes.NOTE_PASSED: "pass",
    notes.NOTE_CALLED_UNO: "uno",
    notes.NOTE_FORGOT_UNO: "forgotUno",
    notes.NOTE_CAUGHT: "catch",
    notes.NOTE_CHALLENGED: "challenge",
    notes.NOTE_WITHDREW: "leave",
}
_WORDS: Final[tuple[tuple[int, Word], ...]] = (
    (DRAW, "draw"),
    (CALL_UNO, "uno"),
    (PASS, "pass"),
    (CATCH, "catch"),
    (CHALLENGE, "challenge"),
    (CHOOSE_COLOUR, "color"),
)
_NOTHING: Final = BotContext(False, False, False, False, [])


def _described(card: int) -> CardInfo:
    if card >= WILD:
        code, kind = ("W", "wild") if card == WILD else ("D4W", "draw4")
        return CardInfo(code, "wild" if kind == "wild" else "draw4", None, kind)
    rank = RANK_OF[card]
    color = COLORS[COLOUR_OF[card]]
    if rank < SKIP:
        return CardInfo(f"{rank}{color}", "number", color, rank)
    return CardInfo(f"{_PREFIXES[rank]}{color}", _TYPES[rank], color, _TYPES[rank])


CARD_INFOS: Final = tuple(_described(card) for card in range(CARD_KINDS))
CODES: Final = tuple(info.code for info in CARD_INFOS)
CARDS: Final = {code: card for card, code in enumerate(CODES)}

# A wild on the table has the colour that was named for it.
_NAMED: Final = {
    (card, number): CardInfo(
        CARD_INFOS[card].code, CARD_INFOS[card].type, color, CARD_INFOS[card].value
    )
    for card in range(WILD, CARD_KINDS)
    for number, color in enumerate(COLORS)
}


def table_card(card: int, colour: int) -> CardInfo:
    """The card on the table, with the colour that counts."""
    return _NAMED.get((card, colour), CARD_INFOS[card])


def color_of(colour: int) -> Color | None:
    """The letter of a colour; None if there is none."""
    return COLORS[colour] if colour != NO_COLOUR else None


class RecentActions:
    """The last things that happened at the table."""

    def __init__(self) -> None:
        self.actions: list[RecentAction] = []

    def add(self, turn: int, told: Sequence[Note]) -> None:
        """Note what an action brought about."""
        new = [action for note in told if (action := _public(turn, note)) is not None]
        self.actions = [*self.actions, *new][-_KEPT:]


def _public(turn: int, note: Note) -> RecentAction | None:
    """What everyone may know of a note; None if that is nothing that a player did."""
    what, seat, *numbers = note
    if seat < 0:
        return None
    player = PLAYERS[seat]
    match what:
        case notes.NOTE_PLAYED:
            return RecentAction(turn, player, "play", CODES[numbers[0]], color_of(numbers[1]))
        # How many were drawn, never which.
        case notes.NOTE_DREW:
            return RecentAction(turn, player, "draw", count=numbers[0])
        case notes.NOTE_TOOK:
            return RecentAction(turn, player, "take", count=numbers[0])
        case notes.NOTE_CHOSE_COLOUR:
            return RecentAction(turn, player, "color", color=color_of(numbers[0]))
    word = _TOLD.get(what)
    return RecentAction(turn, player, word) if word else None


def game_info(game: UnoGame, room: str, rules: str, turn: int) -> GameInfo:
    """What everyone may know of the game."""
    actor = game.actor()
    over = actor < 0
    return GameInfo(
        room_code=room,
        current_turn=None if over else PLAYERS[actor],
        turn_number=turn,
        is_over=over,
        winner=winner_of(game),
        rules=rules,
        ending=ENDINGS[game.ending] if over else None,
        round=game.round + 1,
        scores=tuple(game.scores),
        pending_draw=game.pending,
        draw_pile_count=game.pile.count,
    )


def winner_of(game: UnoGame) -> Player | None:
    """Who has won; nobody before the end, or if both are equal."""
    if game.actor() >= 0:
        return None
    places = game.result().places
    return PLAYERS[places.index(1)] if places.count(1) == 1 else None


def game_state(
    game: UnoGame, side: int, info: GameInfo, names: Sequence[str], recent: RecentActions
) -> GameState:
    """The view of a side, or of a spectator; `info` and `recent` are shared by all views."""
    players = [
        _own(game, seat, name) if seat == side else _other(game, seat, name)
        for seat, name in enumerate(names)
    ]
    mine = side != SPECTATOR and game.actor() == side
    return GameState(
        game=info,
        current_card=table_card(game.top, game.colour),
        current_color=color_of(game.colour),
        player1=players[0],
        player2=players[1],
        bot_context=_context(game) if mine else _NOTHING,
        recent_actions=recent.actions,
    )


def _own(game: UnoGame, seat: int, name: str) -> PlayerInfo:
    hand = cards_in(game.hands, seat * STRIDE)
    plays = game.plays if game.actor() == seat else 0
    return PlayerInfo(
        name=name,
        card_count=len(hand),
        cards=[CARD_INFOS[card] for card in hand],
        playable_cards=[CARD_INFOS[card] for card in hand if plays & BIT[card]],
    )


def _other(game: UnoGame, seat: int, name: str) -> PlayerInfo:
    return PlayerInfo(name=name, card_count=game.hands[seat * STRIDE + SIZE])


def _context(game: UnoGame) -> BotContext:
    can_play = game.plays != 0
    legal = game.legal()
    words: list[Word] = ["play"] if can_play else []
    words += [word for action, word in _WORDS if action in legal]
    return BotContext(
        is_my_turn=True,
        can_play=can_play,
        must_draw=not can_play and game.may_draw(),
        should_call_uno=game.may_call(),
        actions=words,
    )


def refused_action(illegal: IllegalAction) -> tuple[str, str]:
    """The code and the sentence for an action that the rules forbid."""
    code = illegal.reason if illegal.reason in ERRORS else "illegal"
    meaning = ERRORS[code].meaning if code != "illegal" else illegal.reason.replace("_", " ")
    facts = []
    for name, value in illegal.facts.items():
        if name in ("card", "top", "drawn") and 0 <= value < CARD_KINDS:
            facts.append(f"{name} {CODES[value]}")
        elif name == "colour" and value != NO_COLOUR:
            facts.append(f"color {COLORS[value]}")
        elif name in ("pending", "cards"):
            facts.append(f"{name} {value}")
    return code, f"{meaning} ({', '.join(facts)})" if facts else meaning
