"""The whole position of a table, secrets included: matched, told as numbers, dealt anew."""

from pitboss.games.arrays import i64
from pitboss.games.rng import Rng
from pitboss.games.uno.cards import DECK_SIZE, NO_CARD
from pitboss.games.uno.hands import SIZE, STRIDE, add_card, cards_in
from pitboss.games.uno.table import NOBODY, Table


def match(table: Table, twin: Table) -> None:
    """Give the twin everything but hands, pile and scores, which it has from its making."""
    twin.turn = table.turn
    twin.direction = table.direction
    twin.top = table.top
    twin.colour = table.colour
    twin.phase = table.phase
    twin.pending = table.pending
    twin.war = table.war
    twin.drawn = table.drawn
    twin.called = table.called
    twin.offender = table.offender
    twin.resume = table.resume
    twin.four_by = table.four_by
    twin.four_on = table.four_on
    twin.bluff = table.bluff
    twin.idle = table.idle
    twin.moves = table.moves
    twin.round = table.round
    twin.left = table.left
    twin.leavers = table.leavers
    twin.winner = table.winner
    twin.loser = table.loser
    twin.ending = table.ending
    twin.plays = table.plays


def deal_anew(table: Table, twin: Table, seat: int, seed: int) -> None:
    """Deal to the table's twin, at random, all cards that the seat can't see."""
    twin.seed = seed
    pile = twin.pile
    pile.rng = Rng(seed)
    unseen = pile.fixed_bottom() + pile.loose_cards() + pile.fixed_top()
    for other in range(table.players):
        if other != seat:
            unseen += cards_in(table.hands, other * STRIDE)
            for word in range(STRIDE):
                twin.hands[other * STRIDE + word] = 0
    # In ascending order, so that the redeal tells nothing of where the cards were.
    unseen.sort()
    for i, card in enumerate(unseen):
        pile.cards[i] = card
    count: i64 = len(unseen)
    pile.count = count
    pile.loose = count
    pile.under = 0
    for other in range(table.players):
        if other != seat:
            for _ in range(table.hands[other * STRIDE + SIZE]):
                add_card(twin.hands, other * STRIDE, pile.draw())
    if table.turn != seat and table.drawn != NO_CARD:
        held = cards_in(twin.hands, table.turn * STRIDE)
        twin.drawn = held[pile.rng.below(len(held))]
    if table.four_by != seat and table.four_by != NOBODY:
        twin.bluff = twin.holds_colour(table.four_by, table.four_on)
    twin.ask()


def state_of(table: Table) -> tuple[int, ...]:
    """Everything as numbers: equal states are equal games from here on."""
    pile = table.pile
    return (
        table.players,
        table.seed,
        table.turn,
        table.direction,
        table.top,
        table.colour,
        table.phase,
        table.pending,
        table.war,
        table.drawn,
        int(table.called),
        table.offender,
        table.resume,
        table.four_by,
        table.four_on,
        int(table.bluff),
        table.idle,
        table.moves,
        table.round,
        table.left,
        table.winner,
        table.loser,
        table.ending,
        pile.count,
        pile.under,
        pile.loose,
        pile.discarded,
        *table.leavers,
        *table.hands,
        *table.scores,
        *[pile.cards[i] for i in range(pile.count)],
        *[pile.cards[i] for i in range(DECK_SIZE - pile.discarded, DECK_SIZE)],
        *pile.rng.state(),
    )
