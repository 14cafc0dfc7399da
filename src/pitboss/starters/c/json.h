/* Finds things in a line of JSON, where they stand. Nothing is copied, and what nobody asks for is
   passed over. A value is a pointer to its first character; NULL, where there is none, is welcome
   everywhere. Escapes within strings stay as they are. */

#ifndef JSON_H
#define JSON_H

#include <stdbool.h>

/* The value of a key of an object. */
const char *json_get(const char *object, const char *key);

/* An item of an array, from 0 on. */
const char *json_item(const char *array, int number);

/* Whether a value is this string. */
bool json_is(const char *value, const char *text);

/* Whether an array has this string in it. */
bool json_has(const char *array, const char *text);

/* A whole number; 0 if it is none. */
long json_number(const char *value);

/* How many characters the value has, with its quotes: for printf's %.*s. */
int json_width(const char *value);

#endif
