/* A list of events that grows. */
#include "tui/story.h"

#include <stdlib.h>
#include <string.h>

void story_add(struct story *s, const struct event *e, int actor, uint32_t n)
{
    if (s->n == s->cap) {
        s->cap = s->cap ? 2 * s->cap : 256;
        s->at = realloc(s->at, sizeof s->at[0] * (size_t)s->cap);
        MUST(s->at);
    }
    s->at[s->n++] = (struct story_told){*e, (uint8_t)actor, n};
}

int story_cut(struct story *s, uint32_t n)
{
    while (s->n && s->at[s->n - 1].n >= n)
        s->n--;
    return s->n;
}

void story_free(struct story *s)
{
    free(s->at);
    memset(s, 0, sizeof *s);
}
