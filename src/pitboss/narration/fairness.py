"""What an event can't keep its bots from: telling themselves the cards of a deck."""

from pitboss.events.plan import Plan

_MOST_NAMES = 3


def sharing_sentence(plan: Plan) -> str:
    """Who may know a deck when it comes again, and what would keep them from it; may be empty.

    A lone program has nobody to gain from.
    """
    programs = {entrant.command for entrant in plan.entrants if not entrant.builtin}
    if not plan.mirror or len(programs) < 2:
        return ""
    wanted = {
        entrant.name: entrant.sandbox or plan.confinement.sandbox
        for entrant in plan.entrants
        if not entrant.builtin
    }
    free = [name for name, sandbox in wanted.items() if sandbox == "off"]
    if not free:
        free = [name for name, sandbox in wanted.items() if sandbox == "auto"]
        if not free:
            return ""
        without = "had a sandbox only if the machine makes one (auto)"
    else:
        without = "ran without a sandbox"
    who = _listed(free)
    if plan.apart:
        how = "though its games are far apart and in other suits or colours"
        advice = '`sandbox = "require"` or `mirror = false`'
    else:
        how = "since each is played from every seat"
        advice = '`sandbox = "require"`, or without one `mirror = "apart"` or `mirror = false`'
    return (
        f"{who} {without}, and could keep the cards of a deck for the next time, {how}. "
        f"What helps: {advice}."
    )


def _listed(names: list[str]) -> str:
    more = len(names) - _MOST_NAMES
    if more > 1:
        return f"{', '.join(names[:_MOST_NAMES])} and {more} more"
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
