/* What the bot decides; run by `make test`. */

#undef NDEBUG
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "decide.h"
#include "json.h"

int main(void) {
    Answer card = decide("{\"hand\":[\"wd\",\"r5\"],\"playable_cards\":[\"wd\",\"r5\"]}");
    assert(strcmp(card.action, "play") == 0);
    assert(json_is(card.card, "r5") && card.colour == NULL);

    Answer wild = decide(
        "{\"new\":{\"a\":[\"]}\"]},\"hand\":[\"g1\",\"b2\",\"b3\",\"wd\"],"
        "\"playable_cards\":[\"wd\"]}");
    assert(json_is(wild.card, "wd") && strcmp(wild.colour, "blue") == 0);

    Answer only_wilds = decide("{\"hand\":[\"wd4\"],\"playable_cards\":[\"wd4\"]}");
    assert(strcmp(only_wilds.colour, "red") == 0);

    Answer draw = decide("{\"playable_cards\":[],\"available_actions\":[\"draw\"]}");
    assert(strcmp(draw.action, "draw") == 0 && draw.card == NULL);

    Answer pass = decide("{\"playable_cards\":[],\"available_actions\":[\"pass\"]}");
    assert(strcmp(pass.action, "pass") == 0);

    puts("all decisions are as they should be");
    return 0;
}
