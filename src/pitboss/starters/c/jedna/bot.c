/* A Jedna bot: answers every request, game after game, until there is nothing more to read. */

#include <stdio.h>
#include <stdlib.h>

#include "decide.h"
#include "json.h"

static void print(Answer answer) {
    printf("{\"action\":\"%s\"", answer.action);
    if (answer.card != NULL) printf(",\"card\":%.*s", json_width(answer.card), answer.card);
    if (answer.colour != NULL) printf(",\"wild_color\":\"%s\"", answer.colour);
    puts("}");
    /* Without this the answer stays in a buffer, and the time runs out. */
    fflush(stdout);
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        const char *type = json_get(line, "type");
        if (json_is(type, "request_action")) {
            print(decide(json_get(line, "state")));
        } else if (json_is(type, "error")) {
            fputs(line, stderr);
        }
    }
    free(line);
    return 0;
}
