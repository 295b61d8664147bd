/* Why a bot thought less than usual before a move, as logs, records and messages have it. */
#ifndef CHARLATAN_MATCH_HURRIED_H
#define CHARLATAN_MATCH_HURRIED_H

#include <string.h>

#include "wire/wire.h"

/* The server was busy, or the address whose bot it is had used up its time. */
enum hurried { HURRIED_NO, HURRIED_BUSY, HURRIED_BUDGET };

/* Writes the member, or nothing if the bot did not hurry. */
static inline void hurried_write(struct writer *w, enum hurried why)
{
    if (why)
        write_member_string(w, "hurried", why == HURRIED_BUSY ? "busy" : "budget");
}

/* Newer versions may have more reasons. */
static inline enum hurried hurried_read(const json_t *object)
{
    const char *text = json_string_value(json_object_get(object, "hurried"));
    return !text ? HURRIED_NO : strcmp(text, "budget") == 0 ? HURRIED_BUDGET : HURRIED_BUSY;
}

#endif
