/* A bot for any game of Pitboss: answers every turn, until there is nothing more to read. */

#include <stdio.h>
#include <stdlib.h>

#include "decide.h"
#include "json.h"

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        const char *type = json_get(line, "type");
        if (json_is(type, "turn")) {
            const char *action = decide(line);
            printf("{\"type\":\"action\",\"turn\":%ld,\"action\":%.*s}\n",
                   json_number(json_get(line, "turn")), json_width(action), action);
            /* Without this the answer stays in a buffer, and the time runs out. */
            fflush(stdout);
        } else if (json_is(type, "error")) {
            fputs(line, stderr);
        }
    }
    free(line);
    return 0;
}
