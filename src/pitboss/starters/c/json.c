#include "json.h"

#include <stdlib.h>
#include <string.h>

static const char *after_blanks(const char *at) {
    return at + strspn(at, " \t\r\n");
}

/* What follows a string, from its opening quote. */
static const char *after_string(const char *at) {
    for (at++; *at != '\0' && *at != '"'; at++) {
        if (*at == '\\' && at[1] != '\0') at++;
    }
    return *at == '"' ? at + 1 : at;
}

/* What follows a value: a comma, a closing bracket, or the end. */
static const char *after_value(const char *at) {
    int depth = 0;
    while (*at != '\0' && (depth > 0 || strchr(",]}", *at) == NULL)) {
        if (*at == '"') {
            at = after_string(at);
            continue;
        }
        if (*at == '[' || *at == '{') depth++;
        if (*at == ']' || *at == '}') depth--;
        at++;
    }
    return at;
}

const char *json_get(const char *object, const char *key) {
    if (object == NULL) return NULL;
    const char *at = after_blanks(object);
    if (*at != '{') return NULL;
    do {
        const char *name = after_blanks(at + 1);
        if (*name != '"') return NULL;
        at = after_blanks(after_string(name));
        if (*at != ':') return NULL;
        at = after_blanks(at + 1);
        if (json_is(name, key)) return at;
        at = after_value(at);
    } while (*at == ',');
    return NULL;
}

const char *json_item(const char *array, int number) {
    if (array == NULL) return NULL;
    const char *at = after_blanks(array);
    if (*at != '[' || *after_blanks(at + 1) == ']') return NULL;
    do {
        at = after_blanks(at + 1);
        if (number-- == 0) return at;
        at = after_value(at);
    } while (*at == ',');
    return NULL;
}

bool json_is(const char *value, const char *text) {
    if (value == NULL || *value != '"') return false;
    size_t length = strlen(text);
    return strncmp(value + 1, text, length) == 0 && value[1 + length] == '"';
}

bool json_has(const char *array, const char *text) {
    const char *item;
    for (int number = 0; (item = json_item(array, number)) != NULL; number++) {
        if (json_is(item, text)) return true;
    }
    return false;
}

long json_number(const char *value) {
    return value == NULL ? 0 : strtol(value, NULL, 10);
}

int json_width(const char *value) {
    return value == NULL ? 0 : (int)(after_value(value) - value);
}
