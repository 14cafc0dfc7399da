"""Style figures: what is counted of hands of hold'em and of games of UNO."""

from uno_rig import uno

from pitboss.games.holdem import notes
from pitboss.games.holdem.style import HandCounter
from pitboss.games.record import Record
from pitboss.games.registry import kinds
from pitboss.games.rng import Rng
from pitboss.games.style import StyleCounts
from pitboss.games.uno import notes as uno_notes
from pitboss.games.uno.rules import OFFICIAL
from pitboss.games.uno.style import count_style

OVER = (notes.HAND_OVER, 1, 100, 100)
FLOP = (notes.STREET, 1, 0, 1, 2)


def counted(*trace: tuple[int, ...], seats: int = 3) -> list[StyleCounts]:
    counter = HandCounter(seats)
    for note in trace:
        counter.take(note)
    return counter.counts


def test_chips_before_the_flop_are_vpip_and_raises_pfr() -> None:
    caller, raiser, folder = counted(
        (notes.CALLED, 0, 10), (notes.RAISED, 1, 40, 40), (notes.FOLDED, 2), (notes.FOLDED, 0),
        (notes.WON, 1, 60, 0), OVER,
    )  # fmt: skip

    assert (caller.values()["vpip"], caller.values()["pfr"]) == (1.0, 0.0)
    assert (raiser.values()["vpip"], raiser.values()["pfr"]) == (1.0, 1.0)
    assert (folder.values()["vpip"], folder.values()["pfr"]) == (0.0, 0.0)


def test_a_check_in_the_big_blind_is_no_vpip() -> None:
    _, blind, _ = counted((notes.POSTED, 1, 10, 2), (notes.CHECKED, 1), OVER)

    assert blind.values()["vpip"] == 0.0


def test_aggression_is_of_bets_and_calls_after_the_flop() -> None:
    aggressor, caller, _ = counted(
        (notes.RAISED, 1, 40, 40), (notes.CALLED, 0, 40), (notes.FOLDED, 2), FLOP,
        (notes.RAISED, 0, 50, 50), (notes.CALLED, 1, 50),
        (notes.RAISED, 0, 80, 80), (notes.RAISED, 1, 160, 160), (notes.CALLED, 0, 80), OVER,
    )  # fmt: skip

    assert aggressor.values()["aggression"] == 2.0
    assert caller.values()["aggression"] == 1.0


def test_showdowns_are_of_hands_that_saw_the_flop() -> None:
    winner, loser, folder = counted(
        (notes.CALLED, 0, 10), (notes.CALLED, 1, 10), FLOP, (notes.FOLDED, 2),
        (notes.SHOWN, 0, 1, 2), (notes.SHOWN, 1, 3, 4), (notes.WON, 0, 30, 0), OVER,
        (notes.DEALT, 2, 0, 1, 2, 5, 10, 115, 85, 100), (notes.FOLDED, 0), OVER,
    )  # fmt: skip

    assert winner.values()["showdown"] == loser.values()["showdown"] == 1.0
    assert folder.values()["showdown"] == 0.0
    assert (winner.values()["won_showdown"], loser.values()["won_showdown"]) == (1.0, 0.0)
    assert "won_showdown" not in folder.values()
    assert winner.chances["vpip"] == 2


def test_who_has_no_chips_is_not_dealt_in() -> None:
    gone = counted(OVER, (notes.DEALT, 2, 0, 0, 1, 5, 10, 150, 150, 0), OVER)[2]

    assert gone.chances["vpip"] == 1


def test_uno_counts_draws_forgotten_calls_and_wilds_in_the_last_hands() -> None:
    game = uno("w wd4 r5 | b2 b3", "r7", OFFICIAL)
    trace = [
        (uno_notes.NOTE_DREW, 0, 1, 5),
        (uno_notes.NOTE_DREW, 0, 1, 7),
        (uno_notes.NOTE_CALLED_UNO, 1),
        (uno_notes.NOTE_FORGOT_UNO, 1),
    ]

    first, second = count_style(game, trace)

    assert first.values() == {"draws": 2.0, "wilds_kept": 2.0}
    assert second.values() == {"uno_forgotten": 0.5, "draws": 0.0, "wilds_kept": 0.0}


def test_every_game_counts_exactly_what_it_names() -> None:
    for kind in kinds().values():
        rules = kind.rules()
        record = Record.begin(kind, rules, 2, 7)
        game, rng = record.start(), Rng(3)
        while game.actor() >= 0:
            record.actions.append(game.sample(rng))
            game.apply(record.actions[-1])

        counts = record.style()

        names = {figure.name for figure in kind.style_figures}
        assert all({*one.chances} <= names for one in counts)
        assert len(counts) == (2 if names else 0)
