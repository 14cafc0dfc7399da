/* Plays the first legal action that is worth playing, in any game of Pitboss. */

#include "decide.h"

#include <stddef.h>

#include "json.h"

/* How late an action is played: what is a card or a bet comes in between. */
static int rank(const char *action) {
    if (json_is(action, "uno") || json_is(action, "catch")) return 0;
    if (json_is(action, "draw") || json_is(action, "pass")) return 2;
    if (json_is(action, "challenge") || json_is(action, "fold")) return 2;
    return 1;
}

/* Besides `legal` a turn has a `range` of amounts, and the `view`: all that we may know.
   Change this. */
const char *decide(const char *turn) {
    const char *legal = json_get(turn, "legal");
    const char *best = json_item(legal, 0);
    const char *action;
    for (int number = 1; (action = json_item(legal, number)) != NULL; number++) {
        if (rank(action) < rank(best)) best = action;
    }
    return best;
}
