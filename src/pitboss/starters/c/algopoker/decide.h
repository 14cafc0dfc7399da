#ifndef DECIDE_H
#define DECIDE_H

typedef struct {
    const char *type; /* fold, check, call or raise */
    long amount;      /* of a raise, the total; else 0 */
} Action;

/* The action in a game_state, which is all that we know. */
Action decide(const char *state);

#endif
