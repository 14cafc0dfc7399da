"""The weights of the policy, fitted by self-play (training/uno_weights.py), and which are for whom.

What each weight is for is in policy.py.
"""

from functools import lru_cache
from typing import Final

from pitboss.bots.uno.policy import Policy, policy_of
from pitboss.games.uno.rules import PRESETS
from pitboss.games.uno.table import RuleFlags

# By preset and number of players; `training/uno_weights.py` prints such lines.
# fmt: off
FITTED: Final[dict[tuple[str, int], list[int]]] = {
    ("official", 2): [
        42, 888, -666, 1814, -1443, -311, -43, 158, -4178, 4777, 279, -353, -1006,
        -12, -210, 2451, -2969, 829, -3908, -10239, -376, -252, 1042, -1518, -996, 3727,
    ],
    ("official", 3): [
        483, -702, 142, -3429, -3774, -235, 14, 47, 2809, 740, -121, 300, 730,
        198, 1285, 626, -566, -681, -2296, -4420, -1482, 36, 279, -596, -272, 1106,
    ],
    ("official", 4): [
        655, -51, 177, -2925, -3362, -209, -17, 38, 2591, 33, -146, 321, 1478,
        160, 2605, 533, -300, -346, -2003, -5646, -1688, -77, -242, -131, 8, 631,
    ],
    ("official", 6): [
        161, -23, 264, -1194, -1742, -131, -8, 9, 495, 376, 26, -46, -70,
        140, 1597, -92, -75, -918, -3489, -4169, -3444, -50, -542, 176, 131, 134,
    ],
    ("uno-online", 2): [
        -768, 967, -1114, -1617, -3139, -300, -20, 47, 1534, 1137, -101, 1533, 878,
        17, 5334, 518, -21, -582, 1354, -5731, -1634, 77, 377, 1172, -144, 863,
    ],
    ("uno-online", 4): [
        795, -126, 62, -4561, -6811, -457, 26, 170, 2764, -317, 255, 157, 1557,
        8, 440, -497, 433, -126, -1470, -8531, -789, -40, -11, -696, -469, -54,
    ],
    ("uno-online", 6): [
        393, 719, 67, -5501, -5691, -311, 56, 131, 264, -1866, 22, 361, 176,
        92, 375, -258, 68, -1020, -3238, -4052, -3318, 219, 118, -1510, 1131, -147,
    ],
    ("jedna", 2): [
        -144, 1372, -519, -975, -1834, -603, -20, 75, -300, 889, 67, 665, 303,
        67, 2602, -148, -131, -708, -1014, -4599, -1561, 371, 0, 0, 0, 0,
    ],
    ("jedna", 4): [
        244, -273, 76, -2157, -2177, -191, 21, 93, -19, 1339, -224, 341, 261,
        12, -306, -45, -549, -1598, -2159, -3709, -3805, -69, 22, -1047, 35, -209,
    ],
    ("jedna-reference", 2): [
        325, 2197, -1036, 1182, -4535, -749, -110, 60, 175, 1961, 602, 1398, 1948,
        -36, 7767, 1725, -1133, -2285, -5914, -7352, -2787, 352, -1697, -721, -310, 1481,
    ],
    ("jedna-reference", 3): [
        147, 241, -102, -3034, -4974, 46, 6, 69, 1453, 841, -187, 697, 2022,
        72, 3311, -465, -398, -1875, -2359, -2332, -2296, 235, -1407, -2091, 237, 1229,
    ],
    ("jedna-reference", 4): [
        157, -284, 46, -3149, -3952, -164, 28, 67, 1163, 1603, -413, 962, 755,
        58, 1006, -273, -82, -1626, -2270, -3003, -4249, -59, -231, -856, 174, 584,
    ],
}
# Likewise for games of one round in which only the first place counts (`--wins`).
FITTED_TO_WIN: Final[dict[tuple[str, int], list[int]]] = {
    ("jedna-reference", 3): [
        408, -45, 180, -3349, -3622, -214, -52, 56, 2237, 883, 32, 451, 1200,
        198, 2190, 473, -795, -1075, -2207, -4668, -1248, 63, 310, -744, -255, 1391,
    ],
    ("jedna-reference", 4): [
        670, 91, 229, -3198, -3497, -220, -41, 34, 2536, -40, -80, 459, 1046,
        182, 2481, 436, -246, -494, -1760, -5502, -1629, -88, -355, -269, 73, 820,
    ],
}
# fmt: on


@lru_cache(256)
def policy_for(rules: RuleFlags, players: int, wins: bool = False) -> Policy:
    """The policy that was fitted for the most similar rules and number of players.

    `wins`: only the first place counts.
    """
    if wins and rules.target == 0 and players > 2:
        return policy_of(FITTED_TO_WIN[nearest_fit(FITTED_TO_WIN, rules, players)])
    return policy_of(FITTED[nearest_fit(FITTED, rules, players)])


def nearest_fit(
    fits: dict[tuple[str, int], list[int]], rules: RuleFlags, players: int
) -> tuple[str, int]:
    """Which weights to use.

    Two players or more is another game, so that comes first; then the rules, by the number of knobs
    that differ; then the number of players.
    """

    def distance(fit: tuple[str, int]) -> tuple[bool, int, int]:
        preset, fitted_players = fit
        other = PRESETS[preset].flags
        knobs = sum(getattr(rules, name) != getattr(other, name) for name in _KNOBS)
        return (fitted_players == 2) != (players == 2), knobs, abs(fitted_players - players)

    return min(fits, key=distance)


# What the play of the cards depends on.
_KNOBS: Final = (
    *("answers_to_four", "answers_to_two", "auto_play", "challenge", "double_play"),
    *("four_needs_no_match", "keep_drawn", "reverse_skips", "seven_zero", "uno_call"),
    *("until_playable",),
)
