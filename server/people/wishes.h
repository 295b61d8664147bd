/* What guests ask of their tables, as messages on a socket or as requests by HTTP: one function a
 * row of wishes.def. */
#ifndef CHARLATAN_SERVER_PEOPLE_WISHES_H
#define CHARLATAN_SERVER_PEOPLE_WISHES_H

#include "server/tables/table.h"

/* The caller fills in table, seat and reply; wish_message or wish_body the rest; then either `e` or
 * `why` counts. */
struct wish {
    struct table *table;
    /* Who asks. */
    int seat;
    /* Where the members are; the value of the request itself, or NULL; and the name of that. */
    const json_t *from, *value;
    const char *key;
    struct entry_reply reply;
    struct entry e;
    struct refusal why;
};

enum wish_name {
#define TYPE(type, example, typescript, openapi)
#define WISH(name, way, value, members, meaning) WISH_##name,
#include "server/people/wishes.def"
    WISHES
};

/* Each fills in the entry and returns 0, or -1 with `why`. */
#define TYPE(type, example, typescript, openapi)
#define WISH(name, way, value, members, meaning) int wish_##name(struct wish *q);
#include "server/people/wishes.def"

/* Finds the request of a message. Returns -1 with `why` if there is none or more than one, or if it
 * has unknown members. */
int wish_find(const json_t *message, struct refusal *why);
/* Asks what a message says, after wish_find; or the body of a request by HTTP, whose reply has no
 * guest. */
int wish_message(struct wish *q, int name, const json_t *message);
int wish_body(struct wish *q, int name, const json_t *body);

#endif
