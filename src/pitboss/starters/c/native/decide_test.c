/* What the bot decides; run by `make test`. */

#undef NDEBUG
#include <assert.h>
#include <stdio.h>

#include "decide.h"
#include "json.h"

int main(void) {
    assert(json_is(decide("{\"legal\":[\"draw\",\"r5\",\"b5\"]}"), "r5"));
    assert(json_is(decide("{\"legal\":[\"r5\",\"draw\",\"uno\"]}"), "uno"));
    assert(json_is(decide("{\"legal\":[\"fold\",\"call\"]}"), "call"));
    assert(json_is(decide("{\"new\":{\"a\":[\"]}\"]},\"legal\":[\"draw\"]}"), "draw"));
    puts("all decisions are as they should be");
    return 0;
}
