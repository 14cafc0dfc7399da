"""Positions at the corners of the rules, set up by hand, with what the others do in each."""

from typing import Final, NamedTuple

from pitboss.games.uno.cards import DECK
from pitboss.games.uno.notation import CARD_TEXTS


class Corner(NamedTuple):
    """A position; whoever is checked has seat 0."""

    name: str
    what: str
    position: str
    # What the others play first, as text; then they leave, or a bot decides so often.
    script: tuple[str, ...] = ()
    moves: int = 0


def _all_dealt(hand: str, top: str, others: int) -> str:
    """A position in which every card is in somebody's hand, but for the one on the table."""
    rest = [CARD_TEXTS[card] for card in DECK]
    for card in (*hand.split(","), top):
        rest.remove(card)
    hands = [hand, *(",".join(rest[seat::others]) for seat in range(others))]
    return f"hands={'|'.join(hands)} top={top}"


UNO: Final = (
    Corner(
        "a card that matches",
        "by colour, by figure, or by neither",
        "hands=r5,g7,b2,y9|r4,b2,g1 top=r7",
    ),
    Corner(
        "a card drawn that can be played",
        "nothing matches; the card that is drawn does",
        "hands=b5,g9,y1|r4,b2,g1 top=r7 next=r3",
    ),
    Corner(
        "a card drawn that can't be played",
        "nothing matches, nor does the card that is drawn",
        "hands=b5,g9,y1|r4,b2,g1 top=r7 next=y3",
    ),
    Corner(
        "an empty pile",
        "there is nothing left to draw",
        _all_dealt("b5,g9,y1", "r7", 4),
    ),
    Corner("a wild", "a wild is the only card that can be played", "hands=w,b5,b6,g9|r4,b2 top=r7"),
    Corner(
        "only wilds in hand", "no colour is held that a wild could name", "hands=w,w|r4,b2 top=r7"
    ),
    Corner(
        "a wild draw four",
        "it is the only card that can be played",
        "hands=wd4,b5,b6,g9|r4,b2,y1,y2 top=r7",
    ),
    Corner(
        "a wild on the table",
        "the colour that it names counts",
        "hands=r5,b2,g1|r4,b2,g1 top=wb",
    ),
    Corner(
        "skip, reverse and draw two",
        "cards that act on the others, three at the table",
        "hands=rs,rr,r+2|r4,b2,g1|g4,y2,b1 top=r7",
        moves=6,
    ),
    Corner(
        "a war that can be answered",
        "a draw two was played, and a draw two is held",
        "hands=g+2,r5,g9,y1|r+2,b4,b2 top=r7 turn=1",
        ("r+2",),
    ),
    Corner(
        "a war that can't be answered",
        "a draw two was played, and none is held",
        "hands=r5,b7,g9,y1|r+2,b4,b2 top=r7 turn=1",
        ("r+2",),
    ),
    Corner(
        "a war of wild draw fours",
        "one was played, and one is held",
        "hands=wd4,r5,g9,y1|wd4,b4,b2 top=r7 turn=1",
        ("wd4b",),
    ),
    Corner(
        "the last card but one",
        "where the rules have a call of UNO, it is now",
        "hands=r5,r6|r4,b2,g1,y1 top=r7",
    ),
    Corner("the last card", "the game is won with it", "hands=r5|r4,b2,g1 top=r7"),
    Corner(
        "two cards alike",
        "which some rules let be played together",
        "hands=r5,r5,b2|r4,b2,g1 top=r7",
    ),
    Corner(
        "a hand of thirty cards",
        "the longest line of a game",
        "hands=r0,r1,r2,r3,r4,r5,r6,r8,r9,rs,rr,b0,b1,b2,b3,b4,b5,b6,b8,b9,bs,g0,g1,g2,g3,g4,g5,g6,"
        "g8,g9|y1,y2 top=y7",
        moves=2,
    ),
    Corner(
        "ten at the table",
        "as many as there may be",
        "hands=r5,b7,g9|r1,b1|r2,b2|r3,b3|r4,b4|r6,b5|r8,b6|r9,b8|g1,y1|g2,y2 top=r7",
        moves=9,
    ),
)

HOLDEM: Final = (
    Corner(
        "nothing to call",
        "the big blind may check, or raise",
        "stacks=10000,10000 blinds=50/100 button=1 cards=AhKd,7c7d",
        ("call",),
    ),
    Corner(
        "a raise to call",
        "fold, call, or raise again",
        "stacks=10000,10000 blinds=50/100 button=1 cards=AhKd,7c7d",
        ("raise 300",),
    ),
    Corner(
        "the small blind heads-up",
        "the button acts first before the flop, and last after it",
        "stacks=10000,10000 blinds=50/100 button=0 cards=AhKd,7c7d",
        ("call", "call", "call", "call"),
    ),
    Corner(
        "a stack too short to raise",
        "calling takes all of it",
        "stacks=250,10000 blinds=50/100 button=1 cards=AhKd,7c7d",
        ("raise 300",),
    ),
    Corner(
        "a stack smaller than the blind",
        "it is all in before it is asked, and others play on",
        "stacks=60,10000,10000 blinds=50/100 button=0 cards=AhKd,7c7d,2s2h",
        ("call", "call", "call", "call"),
    ),
    Corner(
        "everything to call",
        "somebody is all in",
        "stacks=10000,10000 blinds=50/100 button=1 cards=AhKd,7c7d",
        ("raise 10000",),
    ),
    Corner(
        "a small raise all in",
        "it does not open the betting again",
        "stacks=5000,350,5000 blinds=50/100 button=2 cards=AhKd,7c7d,2s2h",
        ("raise 300", "raise 350", "call"),
    ),
    Corner(
        "side pots",
        "three are all in with different stacks",
        "stacks=5000,1000,300 blinds=50/100 button=0 cards=AhKd,7c7d,2s2h",
        ("raise 1000", "call"),
        moves=4,
    ),
    Corner(
        "a hand to its showdown",
        "every street, checked or called",
        "stacks=10000,10000 blinds=50/100 button=1 cards=AhKd,7c7d board=Jc3d5c next=4s4h "
        "paid=100,100 bets=0,0",
        ("call",) * 6,
    ),
    Corner(
        "nine at the table",
        "as many as there may be",
        "stacks=9000,9000,9000,9000,9000,9000,9000,9000,9000 blinds=50/100 button=6",
        moves=16,
    ),
)
BY_GAME: Final = {
    "uno": UNO,
    "holdem": HOLDEM,
    "holdem-tournament": HOLDEM,
    "holdem-cash": HOLDEM,
}
