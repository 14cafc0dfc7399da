#ifndef DECIDE_H
#define DECIDE_H

typedef struct {
    const char *action; /* play, draw or pass */
    const char *card;   /* to play: a string of the state, with its quotes; or NULL */
    const char *colour; /* for a wild; or NULL */
} Answer;

/* The answer to a request; the state is all that we know. */
Answer decide(const char *state);

#endif
