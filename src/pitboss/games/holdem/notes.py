"""The notes that the engine takes for a trace; kinds.py turns them into events."""

from typing import Final

# (DEALT, number, button, small seat, big seat, small blind, big blind, stacks by seat ...)
DEALT: Final = 0
# (POSTED, seat, chips, what)
POSTED: Final = 1
# (HOLE, seat, card, card)
HOLE: Final = 2
# (FOLDED, seat), (CHECKED, seat), (CALLED, seat, chips), (RAISED, seat, total, chips)
FOLDED: Final = 3
CHECKED: Final = 4
CALLED: Final = 5
RAISED: Final = 6
# (STREET, street, cards of the board so far ...)
STREET: Final = 7
# (RETURNED, seat, chips)
RETURNED: Final = 8
# (SHOWN, seat, card, card)
SHOWN: Final = 9
# (WON, seat, chips, pot), where pot 0 is the main pot
WON: Final = 10
# (HAND_OVER, number, stacks by seat ...)
HAND_OVER: Final = 11
# (ELIMINATED, seat, place)
ELIMINATED: Final = 12
# (GAME_OVER, hands, scores by seat ...)
GAME_OVER: Final = 13
# (WITHDREW, seat)
WITHDREW: Final = 14

# What was posted.
ANTE: Final = 0
SMALL_BLIND: Final = 1
BIG_BLIND: Final = 2
BIG_BLIND_ANTE: Final = 3
