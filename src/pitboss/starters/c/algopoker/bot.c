/* A hold'em bot over AlgoPoker's messages: answers every request, until there is nothing more to
   read. */

#include <stdio.h>
#include <stdlib.h>

#include "decide.h"
#include "json.h"

static void print(Action action) {
    printf("{\"type\":\"action\",\"action\":{\"type\":\"%s\"", action.type);
    if (action.amount > 0) printf(",\"amount\":%ld", action.amount);
    puts("}}");
    /* Without this the answer stays in a buffer, and the time runs out. */
    fflush(stdout);
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        const char *type = json_get(line, "type");
        if (json_is(type, "action_request")) {
            print(decide(json_get(line, "game_state")));
        } else if (json_is(type, "error")) {
            fputs(line, stderr);
        }
    }
    free(line);
    return 0;
}
