/* Why a bot thought less than usual before a move, as logs, records and messages have it. */
#ifndef CHARLATAN_MATCH_HURRIED_H
#define CHARLATAN_MATCH_HURRIED_H

#include <jansson.h>
#include <string.h>

#include "wire/write.h"

/* The server was busy; the address whose bot it is had used up its time; the bot is a program and
 * failed, so that rules of thumb play on for it. Snapshots have room for no more reasons. */
enum hurried { HURRIED_NO, HURRIED_BUSY, HURRIED_BUDGET, HURRIED_FAILED };

/* Writes the member, or nothing if the bot did not hurry. */
static inline void hurried_write(struct writer *w, enum hurried why)
{
    if (why)
        write_member_string(w, "hurried",
                            why == HURRIED_BUSY     ? "busy"
                            : why == HURRIED_BUDGET ? "budget"
                                                    : "failed");
}

/* Newer versions may have more reasons. */
static inline enum hurried hurried_read(const json_t *object)
{
    const char *text = json_string_value(json_object_get(object, "hurried"));
    return !text                         ? HURRIED_NO
           : strcmp(text, "budget") == 0 ? HURRIED_BUDGET
           : strcmp(text, "failed") == 0 ? HURRIED_FAILED
                                         : HURRIED_BUSY;
}

#endif
