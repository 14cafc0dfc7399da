/* What the bot decides; run by `make test`. */

#undef NDEBUG
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "decide.h"

#define OTHER "{\"hole_cards\":[\"??\",\"??\"],\"hole_cards_known\":false}"
#define PAIR "{\"hole_cards\":[\"7c\",\"7d\"],\"hole_cards_known\":true}"
#define NOTHING "{\"hole_cards\":[\"Ah\",\"2d\"],\"hole_cards_known\":true}"
#define STATE(street, cards, offers)                                                      \
    "{\"street\":\"" street "\",\"pot\":{\"total\":200,\"pots\":[]},\"players\":[" OTHER \
    "," cards "],\"valid_actions\":[{\"type\":\"fold\"}," offers "]}"
#define RAISE "{\"type\":\"raise\",\"min_amount\":300,\"max_amount\":9000}"

int main(void) {
    Action raise = decide(STATE("preflop", PAIR, "{\"type\":\"call\",\"amount\":50}," RAISE));
    assert(strcmp(raise.type, "raise") == 0 && raise.amount == 300);

    Action check = decide(STATE("flop", NOTHING, "{\"type\":\"check\"}," RAISE));
    assert(strcmp(check.type, "check") == 0);

    Action call = decide(STATE("flop", NOTHING, "{\"type\":\"call\",\"amount\":200}"));
    assert(strcmp(call.type, "call") == 0);

    Action fold = decide(STATE("flop", NOTHING, "{\"type\":\"call\",\"amount\":201}"));
    assert(strcmp(fold.type, "fold") == 0);

    puts("all decisions are as they should be");
    return 0;
}
