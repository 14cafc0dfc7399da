/* Keeps its wilds for last, and asks for the colour that it holds most of. */

#include "decide.h"

#include <stdbool.h>
#include <stddef.h>

#include "json.h"

/* Cards are strings, so that [0] is a quote. */
static bool is_wild(const char *card) {
    return card[1] == 'w';
}

/* The colour held most; the first of equals. */
static const char *favourite_colour(const char *hand) {
    static const char *colours[] = {"red", "blue", "green", "yellow"};
    const char *best = NULL;
    int most = -1;
    for (int at = 0; at < 4; at++) {
        int held = 0;
        const char *card;
        for (int number = 0; (card = json_item(hand, number)) != NULL; number++) {
            if (card[1] == colours[at][0]) held++;
        }
        if (held > most) {
            best = colours[at];
            most = held;
        }
    }
    return best;
}

/* Change this. */
Answer decide(const char *state) {
    const char *playable = json_get(state, "playable_cards");
    const char *card;
    for (int number = 0; (card = json_item(playable, number)) != NULL; number++) {
        if (!is_wild(card)) return (Answer){"play", card, NULL};
    }
    card = json_item(playable, 0);
    if (card != NULL) {
        return (Answer){"play", card, favourite_colour(json_get(state, "hand"))};
    }
    bool can_draw = json_has(json_get(state, "available_actions"), "draw");
    return (Answer){can_draw ? "draw" : "pass", NULL, NULL};
}
