"""The rules as the engine reads them: plain flags and numbers, made once per rules record."""

from typing import final

from pitboss.games.arrays import i64
from pitboss.games.uno.cards import (
    DRAW_TWO_BITS,
    REVERSE_BITS,
    WILD_DRAW_FOUR_BIT,
)


@final
class TableRules:
    """UnoRules without names; see rules.py for what each means."""

    __slots__ = (
        "answers_to_four",
        "answers_to_two",
        "auto_play",
        "challenge",
        "choose_first",
        "double_play",
        "first_draw_two",
        "first_number",
        "four_needs_no_match",
        "four_waits",
        "hand_limit",
        "hand_size",
        "keep_drawn",
        "last_card_draws",
        "least_win",
        "move_limit",
        "must_play",
        "plain",
        "refill_under",
        "reverse_answers",
        "reverse_skips",
        "say_pass",
        "seven_zero",
        "stack_same",
        "stack_up",
        "stalemate",
        "target",
        "two_waits",
        "uno_call",
        "uno_caught",
        "uno_penalty",
        "until_playable",
    )

    def __init__(
        self,
        *,
        hand_size: int,
        first_number: bool,
        first_draw_two: bool,
        choose_first: bool,
        must_play: bool,
        auto_play: bool,
        keep_drawn: bool,
        until_playable: bool,
        say_pass: bool,
        stack_same: bool,
        stack_up: bool,
        reverse_answers: bool,
        reverse_skips: bool,
        four_needs_no_match: bool,
        challenge: bool,
        uno_call: bool,
        uno_caught: bool,
        uno_penalty: int,
        double_play: bool,
        hand_limit: int,
        seven_zero: bool,
        last_card_draws: bool,
        refill_under: bool,
        least_win: int,
        target: int,
        stalemate: int,
        move_limit: int,
    ) -> None:
        self.hand_size: i64 = hand_size
        self.first_number = first_number
        self.first_draw_two = first_draw_two
        self.choose_first = choose_first
        self.must_play = must_play
        self.auto_play = auto_play
        self.keep_drawn = keep_drawn
        self.until_playable = until_playable
        self.say_pass = say_pass
        self.stack_same = stack_same
        self.stack_up = stack_up
        self.reverse_answers = reverse_answers
        self.reverse_skips = reverse_skips
        self.four_needs_no_match = four_needs_no_match
        self.challenge = challenge
        self.uno_call = uno_call
        self.uno_caught = uno_caught
        self.uno_penalty: i64 = uno_penalty
        self.double_play = double_play
        self.hand_limit: i64 = hand_limit
        self.seven_zero = seven_zero
        self.last_card_draws = last_card_draws
        self.refill_under = refill_under
        self.least_win: i64 = least_win
        self.target: i64 = target
        self.stalemate: i64 = stalemate
        self.move_limit: i64 = move_limit
        # Which cards answer a +2 and a wild draw four; which of these play now is for the table.
        reverses: i64 = REVERSE_BITS if reverse_answers else 0
        twos: i64 = DRAW_TWO_BITS if stack_same else 0
        fours: i64 = WILD_DRAW_FOUR_BIT if stack_same else 0
        self.answers_to_two: i64 = twos | reverses | (fours if stack_up else 0)
        self.answers_to_four: i64 = fours | reverses
        # Nothing to decide but what to play or whether to draw, unless a draw is pending.
        self.plain = not double_play and not uno_call
        # Without answers or challenges a draw card acts at once.
        self.two_waits = self.answers_to_two != 0
        self.four_waits = self.answers_to_four != 0 or challenge
