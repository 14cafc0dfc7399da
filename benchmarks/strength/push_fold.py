"""How good push or fold is: gains of best responses, errors of three-way all-ins, times.

python benchmarks/strength/push_fold.py [gains] [three] [times] [--seed SEED]
"""

import argparse
from time import perf_counter

from pitboss.bots.holdem.classes import CLASS_OF_HAND, CLASSES, COMBOS, HAND_MASK
from pitboss.bots.holdem.equity_matrix import deals, equities
from pitboss.bots.holdem.hand_shares import chance_of_first, top_hands
from pitboss.bots.holdem.placement import CHIPS, SCORE, utility_of
from pitboss.bots.holdem.push_fold import coming_blinds, is_short, push_fold_action
from pitboss.bots.holdem.push_fold_game import Assumption, Spot
from pitboss.bots.holdem.push_fold_solver import Solver, rounds_for
from pitboss.games.holdem import Tournament, TournamentRules
from pitboss.games.holdem.cards import BIT
from pitboss.games.holdem.evaluator import evaluate
from pitboss.games.rng import Rng

DEPTHS = range(5, 16)
TABLES = (
    (10.0,) * 3,
    (3.0,) * 3,
    (4.0, 12.0, 7.0),
    (10.0,) * 6,
    (3.0,) * 6,
    (12.0, 5.0, 9.0, 2.0, 15.0, 6.0),
    (10.0,) * 9,
    (3.0,) * 9,
    (6.0, 11.0, 3.0, 14.0, 9.0, 1.5, 8.0, 20.0, 5.0),
)


def first_in(stacks: tuple[float, ...], utility: int) -> Spot:
    """The game at the first seat's turn; the blinds are the last two."""
    seats = len(stacks)
    return Spot(
        chips=stacks,
        paid=(*[0.0] * (seats - 2), 0.5, 1.0),
        openers=seats - 1,
        taker=seats - 1,
        held=(1.0,) * seats,
        others=(),
        costs=(0.0,) * seats,
        ante=0.0,
        utilities=(utility,) * seats,
        assumptions=(Assumption(),) * seats,
    )


def solved(spot: Spot) -> tuple[Solver, float]:
    """The spot after the usual rounds, and the milliseconds that took."""
    began = perf_counter()
    solver = Solver(spot)
    solver.play(rounds_for(len(spot.chips)))
    return solver, 1000 * (perf_counter() - began)


def print_gains() -> None:
    """What best responses gain: in thousandths of a blind heads-up, in score at larger tables."""
    print("| big blinds | pushed | called | gain first, mbb | gain second, mbb | ms |")
    print("|---|---|---|---|---|---|")
    for depth in DEPTHS:
        solver, took = solved(first_in((float(depth),) * 2, CHIPS))
        first, second = [1000 * gain for gain in solver.gains()]
        pushed, called = solver.often[0], solver.often[1]
        print(
            f"| {depth} | {pushed:.1%} | {called:.1%} | {first:.3f} | {second:.3f} | {took:.1f} |"
        )
    print()
    print("| stacks in big blinds, blinds last | largest gain of a seat, score | ms |")
    print("|---|---|---|")
    for stacks in TABLES:
        solver, took = solved(first_in(stacks, SCORE))
        text = " ".join([f"{chips:g}" for chips in stacks])
        print(f"| {text} | {max(solver.gains()):.6f} | {took:.0f} |")


def print_three_way_errors(seed: int) -> None:
    """The share by `chance_of_first` against sampling: a class against two ranges."""
    rng = Rng(seed)
    pairs, wins = deals(), equities()
    widths = (0.08, 0.15, 0.3, 0.5, 0.8)
    squares = worst = 0.0
    cases = 0
    for one in widths:
        for other in widths:
            ranges = (top_hands(one), top_hands(other))
            hands = [_held(held) for held in ranges]
            between = _share_of_ranges(ranges[0], ranges[1])
            for _ in range(6):
                number = int(rng.below(CLASSES))
                shares = []
                for held in ranges:
                    weights = [pairs[number][at] * held[at] for at in range(CLASSES)]
                    won = sum([weights[at] * wins[number][at] for at in range(CLASSES)])
                    shares.append(won / sum(weights))
                guess = chance_of_first(shares[0], shares[1], between)
                error = guess - _sampled(number, hands, rng, 6000)
                squares += error * error
                worst = max(worst, abs(error))
                cases += 1
    print(f"three-way share: rms error {(squares / cases) ** 0.5:.4f}, largest {worst:.4f},")
    print(f"in {cases} cases of 6000 samples, each with an error of 0.006 of its own")


def _held(top: list[float]) -> list[int]:
    """The hands of a range, each as a mask; those of its last class whole."""
    return [int(HAND_MASK[at]) for at in range(COMBOS) if top[int(CLASS_OF_HAND[at])] > 0]


def _share_of_ranges(one: list[float], other: list[float]) -> float:
    pairs, wins = deals(), equities()
    total = won = 0.0
    for first in range(CLASSES):
        for second in range(CLASSES):
            weight = pairs[first][second] * one[first] * other[second]
            total += weight
            won += weight * wins[first][second]
    return won / total


def _sampled(number: int, hands: list[list[int]], rng: Rng, samples: int) -> float:
    """The share of the pot of a class against two ranges, by dealing."""
    own = [int(HAND_MASK[at]) for at in range(COMBOS) if CLASS_OF_HAND[at] == number]
    won = 0.0
    done = 0
    while done < samples:
        held = [cards[rng.below(len(cards))] for cards in (own, *hands)]
        used = held[0] | held[1] | held[2]
        if used.bit_count() < 6:
            continue
        board = 0
        while board.bit_count() < 5:
            bit = int(BIT[rng.below(52)])
            if not used & bit:
                board |= bit
        values = [evaluate(board | cards) for cards in held]
        if values[0] == max(values):
            won += 1 / values.count(values[0])
        done += 1
    return won / samples


def print_times(seed: int) -> None:
    """How long decisions take in tournaments of push or fold, nothing cached before."""
    print("| seats | decisions | median, ms | p95, ms | longest, ms |")
    print("|---|---|---|---|---|")
    for seats in (2, 3, 6, 9):
        times = []
        for number in range(12):
            rules = TournamentRules(preset="times", stack=1000)
            game = Tournament(rules, seats, seed + number)
            rng = Rng(seed + number)
            while game.actor() >= 0:
                seat = game.actor()
                action = game.fallback()
                if is_short(game.hand, seat):
                    began = perf_counter()
                    action = push_fold_action(
                        game.hand, seat, utility_of(game), rng, coming=coming_blinds(game)
                    )
                    times.append(1000 * (perf_counter() - began))
                game.apply(action)
        times.sort()
        middle, late = times[len(times) // 2], times[len(times) * 95 // 100]
        print(f"| {seats} | {len(times)} | {middle:.2f} | {late:.1f} | {times[-1]:.1f} |")


def main() -> None:
    """Print what is asked for, or everything."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="*", help="gains, three or times (all)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    wanted = args.what or ["gains", "three", "times"]
    if "gains" in wanted:
        print_gains()
    if "three" in wanted:
        print_three_way_errors(args.seed)
    if "times" in wanted:
        print_times(args.seed)


if __name__ == "__main__":
    main()
