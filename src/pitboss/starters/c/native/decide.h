#ifndef DECIDE_H
#define DECIDE_H

/* One of the turn's legal actions: a string of the turn, with its quotes. */
const char *decide(const char *turn);

#endif
