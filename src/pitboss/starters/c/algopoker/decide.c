/* Raises with a pair, else checks or calls cheaply. */

#include "decide.h"

#include <stdbool.h>
#include <stddef.h>

#include "json.h"

/* What we may do of this type; or NULL. */
static const char *offer(const char *state, const char *type) {
    const char *offers = json_get(state, "valid_actions");
    const char *found;
    for (int number = 0; (found = json_item(offers, number)) != NULL; number++) {
        if (json_is(json_get(found, "type"), type)) return found;
    }
    return NULL;
}

/* Our two cards, such as ["Ah","Td"]: of all others they are "??". */
static const char *own_cards(const char *state) {
    const char *players = json_get(state, "players");
    const char *player;
    for (int number = 0; (player = json_item(players, number)) != NULL; number++) {
        const char *known = json_get(player, "hole_cards_known");
        if (known != NULL && *known == 't') return json_get(player, "hole_cards");
    }
    return NULL;
}

/* Cards are strings, so that [0] is a quote and [1] the rank. */
static bool is_pair(const char *cards) {
    const char *first = json_item(cards, 0), *second = json_item(cards, 1);
    return first != NULL && second != NULL && first[1] == second[1];
}

/* Change this. */
Action decide(const char *state) {
    bool pair = is_pair(own_cards(state));
    const char *raise = offer(state, "raise"), *call = offer(state, "call");
    if (pair && raise != NULL && json_is(json_get(state, "street"), "preflop")) {
        return (Action){"raise", json_number(json_get(raise, "min_amount"))};
    }
    if (offer(state, "check") != NULL) return (Action){"check", 0};
    long pot = json_number(json_get(json_get(state, "pot"), "total"));
    if (call != NULL && (pair || json_number(json_get(call, "amount")) <= pot)) {
        return (Action){"call", 0};
    }
    return (Action){"fold", 0};
}
