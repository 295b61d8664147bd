/* Tables whose logs this program cannot use: they are damaged, or of a newer version. They are set
 * aside, so that their logs are not read again and again and operators are told once. After an
 * hour, or when another node has gone on with such a table, it is tried again. */
#include "server/tables/unusable.h"

#include <stdlib.h>
#include <string.h>

#include "server/server.h"

enum { ASIDE_MS = 3600000 };

struct table_unreadable {
    struct table_unreadable *next;
    char id[MATCH_ID + 1];
    /* The number of the first entry that is invalid. */
    uint32_t n;
    /* What people are told. */
    struct refusal why;
    int64_t since;
};

/* The place of a table, or the end of its chain. */
static struct table_unreadable **place_of(struct server *s, const char *id)
{
    struct table_unreadable **at = &s->aside[hash_bytes(id, MATCH_ID) % ASIDE_BUCKETS];
    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

/* The time begins again each time, so a log that stays invalid is read once an hour. */
int unusable_add(struct server *s, const char *id, uint32_t n, const struct refusal *why)
{
    struct table_unreadable **at = place_of(s, id);
    int known = *at && (*at)->n == n;
    if (!*at) {
        *at = calloc(1, sizeof **at);
        MUST(*at);
        strcpy((*at)->id, id);
        s->figures.aside++;
    }
    (*at)->n = n;
    (*at)->why = *why;
    (*at)->since = s->now;
    return !known;
}

/* Valid until the table is added or removed. After ASIDE_MS it says NULL, and the row stays:
 * unusable_add then knows that operators were told. */
const struct refusal *unusable_why(const struct server *s, const char *id)
{
    const struct table_unreadable *a = s->aside[hash_bytes(id, MATCH_ID) % ASIDE_BUCKETS];
    while (a && strcmp(a->id, id) != 0)
        a = a->next;
    return a && s->now < a->since + ASIDE_MS ? &a->why : NULL;
}

/* Does nothing if it is not there. */
void unusable_remove(struct server *s, const char *id)
{
    struct table_unreadable **at = place_of(s, id), *a = *at;
    if (!a)
        return;
    *at = a->next;
    s->figures.aside--;
    free(a);
}

void unusable_free(struct server *s)
{
    for (int i = 0; i < ASIDE_BUCKETS; i++)
        while (s->aside[i])
            unusable_remove(s, s->aside[i]->id);
}
