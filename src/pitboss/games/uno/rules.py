"""The rules of the UNO family as one record of knobs, and the named presets."""

import dataclasses
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from pitboss.games.rules import Rules, knob
from pitboss.games.uno.table import RuleFlags


class FirstCard(Enum):
    """Which cards may be turned up first; others go back and another is turned."""

    NUMBER = "number"
    NO_DRAW_CARD = "no-draw-card"
    NO_WILD_DRAW_FOUR = "no-wild-draw-four"


class FirstWild(Enum):
    """What the first player does about a wild as first card."""

    CHOOSE = "choose"
    ANYTHING = "anything"


class DrawnCard(Enum):
    """What happens to a card that a player chose to draw."""

    AUTO_PLAY = "auto-play"
    MAY_PLAY = "may-play"
    KEEP = "keep"
    UNTIL_PLAYABLE = "until-playable"


class Stacking(Enum):
    """Which draw cards answer a draw card."""

    NONE = "none"
    SAME = "same"
    UP = "up"


class TwoPlayerReverse(Enum):
    """What a reverse does with two players."""

    PASS = "pass"
    SKIP = "skip"


class UnoCall(Enum):
    """Whether the second-to-last card must be announced, and what exposes a player who forgets."""

    NONE = "none"
    AUTOMATIC = "automatic"
    CAUGHT = "caught"


class WildDrawFour(Enum):
    """When a wild draw four may be played."""

    ALWAYS = "always"
    NO_COLOUR_MATCH = "no-colour-match"
    CHALLENGE = "challenge"


class LimitWinner(Enum):
    """Who wins a round that a hand above the limit ended."""

    CHEAPEST = "cheapest"
    NEXT = "next"


class Refill(Enum):
    """How the discards become the new pile."""

    SHUFFLE = "shuffle"
    UNDER = "under"


@dataclass(frozen=True, kw_only=True)
class UnoRules(Rules):
    """All knobs of the family; a preset is a value for each."""

    max_players: int = knob(10, "most players, from 2 to 10")
    hand_size: int = knob(7, "cards dealt to each player, from 1 to 10")
    first_card: FirstCard = knob(
        FirstCard.NO_WILD_DRAW_FOUR, "what may be the first card on the table"
    )
    first_wild: FirstWild = knob(
        FirstWild.CHOOSE, "a wild as first card: its colour is chosen, or anything may be played"
    )
    must_play: bool = knob(False, "a player with a playable card may not draw instead")
    drawn_card: DrawnCard = knob(
        DrawnCard.MAY_PLAY,
        "a drawn card: played at once, may be played, kept, or draw on until one plays",
    )
    say_pass: bool = knob(
        False, "a player whose drawn card does not play must still pass, rather than automatically"
    )
    stacking: Stacking = knob(
        Stacking.NONE,
        "draw cards answered by draw cards: never, by the same kind, or also +2 by wild draw four",
    )
    reverse_answers: bool = knob(False, "a playable reverse answers a draw card, sending it back")
    two_player_reverse: TwoPlayerReverse = knob(
        TwoPlayerReverse.SKIP,
        "with two players a reverse skips the opponent, or only passes the turn",
    )
    wild_draw_four: WildDrawFour = knob(
        WildDrawFour.CHALLENGE,
        "always playable, only without a card of the colour, or playable but open to a challenge",
    )
    uno_call: UnoCall = knob(
        UnoCall.CAUGHT,
        "calling UNO: never needed; forgetting it is punished automatically; or only if caught",
    )
    uno_penalty: int = knob(2, "cards drawn for a forgotten UNO call")
    double_play: bool = knob(False, "two identical cards may be played together, with both effects")
    hand_limit: int = knob(0, "more cards than this after drawing lose at once; 0: no limit")
    limit_winner: LimitWinner = knob(
        LimitWinner.CHEAPEST,
        "when a hand is above the limit, the cheapest other hand wins, or the next player",
    )
    seven_zero: bool = knob(
        False, "a 7 swaps hands with a player of choice, a 0 passes all hands on"
    )
    last_card_draws: bool = knob(
        True, "a draw card as last card still makes the next player draw before the count"
    )
    refill: Refill = knob(
        Refill.SHUFFLE,
        "discards are shuffled when the pile is empty, or laid under it, oldest next, if low",
    )
    least_win: int = knob(0, "the winner of a round scores at least this")
    target: int = knob(0, "rounds are played until a player has this many points; 0: one round")
    stalemate: int = knob(1, "rounds of nothing but passes on an empty pile that end it; 0: never")
    move_limit: int = knob(5000, "actions after which a round is ended by the count of hands")

    def __post_init__(self) -> None:
        for name, low, high in (
            ("max_players", 2, 10),
            ("hand_size", 1, 10),
            ("uno_penalty", 0, 20),
            ("hand_limit", 0, 108),
            ("least_win", 0, 1000),
            ("target", 0, 100_000),
            ("stalemate", 0, 1000),
            ("move_limit", 1, 1_000_000),
        ):
            value = getattr(self, name)
            if not low <= value <= high:
                raise ValueError(f"{name}={value} will not do: from {low} to {high}")
        if 0 < self.hand_limit <= self.hand_size:
            raise ValueError(
                f"hand_limit={self.hand_limit} is not above hand_size={self.hand_size}"
            )

    @cached_property
    def flags(self) -> RuleFlags:
        """The same rules as the engine reads them."""
        return _flags(self)


def _flags(rules: UnoRules) -> RuleFlags:
    return RuleFlags(
        hand_size=rules.hand_size,
        first_number=rules.first_card is FirstCard.NUMBER,
        first_draw_two=rules.first_card is FirstCard.NO_WILD_DRAW_FOUR,
        choose_first=rules.first_wild is FirstWild.CHOOSE,
        must_play=rules.must_play,
        auto_play=rules.drawn_card is DrawnCard.AUTO_PLAY,
        keep_drawn=rules.drawn_card is DrawnCard.KEEP,
        until_playable=rules.drawn_card is DrawnCard.UNTIL_PLAYABLE,
        say_pass=rules.say_pass,
        stack_same=rules.stacking is not Stacking.NONE,
        stack_up=rules.stacking is Stacking.UP,
        reverse_answers=rules.reverse_answers,
        reverse_skips=rules.two_player_reverse is TwoPlayerReverse.SKIP,
        four_needs_no_match=rules.wild_draw_four is WildDrawFour.NO_COLOUR_MATCH,
        challenge=rules.wild_draw_four is WildDrawFour.CHALLENGE,
        uno_call=rules.uno_call is not UnoCall.NONE,
        uno_caught=rules.uno_call is UnoCall.CAUGHT,
        uno_penalty=rules.uno_penalty,
        double_play=rules.double_play,
        hand_limit=rules.hand_limit,
        limit_next=rules.limit_winner is LimitWinner.NEXT,
        seven_zero=rules.seven_zero,
        last_card_draws=rules.last_card_draws,
        refill_under=rules.refill is Refill.UNDER,
        least_win=rules.least_win,
        target=rules.target,
        stalemate=rules.stalemate,
        move_limit=rules.move_limit,
    )


OFFICIAL = UnoRules(preset="official", target=500)

UNO_ONLINE = UnoRules(
    preset="uno-online",
    max_players=2,
    first_card=FirstCard.NUMBER,
    drawn_card=DrawnCard.AUTO_PLAY,
    two_player_reverse=TwoPlayerReverse.PASS,
    wild_draw_four=WildDrawFour.ALWAYS,
    uno_call=UnoCall.AUTOMATIC,
)

JEDNA = UnoRules(
    preset="jedna",
    first_card=FirstCard.NO_DRAW_CARD,
    first_wild=FirstWild.ANYTHING,
    say_pass=True,
    stacking=Stacking.SAME,
    two_player_reverse=TwoPlayerReverse.PASS,
    wild_draw_four=WildDrawFour.NO_COLOUR_MATCH,
    uno_call=UnoCall.NONE,
    hand_limit=35,
    least_win=30,
)

# As it was before the reference's winner at the hand limit was known.
JEDNA_REFERENCE_1 = dataclasses.replace(
    JEDNA,
    preset="jedna-reference",
    stacking=Stacking.UP,
    reverse_answers=True,
    wild_draw_four=WildDrawFour.ALWAYS,
    double_play=True,
    refill=Refill.UNDER,
    stalemate=0,
)

JEDNA_REFERENCE = dataclasses.replace(JEDNA_REFERENCE_1, version=2, limit_winner=LimitWinner.NEXT)

EARLIER = (JEDNA_REFERENCE_1,)
PRESETS = {rules.preset: rules for rules in (OFFICIAL, UNO_ONLINE, JEDNA, JEDNA_REFERENCE)}
