/* A list of appends put in order: by match, then as they came. The order is the same on every node, so that
 * two of them can never wait for each other.
 *
 * Appends of one match that follow one another (the second expects what the first leaves) are one group: a
 * back end stores a group as a whole or not at all. What does not follow is a conflict at once, and so is all
 * after it: it was made for a log that will not be. */
#ifndef CHARLATAN_STORE_BATCH_H
#define CHARLATAN_STORE_BATCH_H

#include "store/store.h"

struct group {
    struct store_append **part;
    int parts;
    const char *match;
    /* Of all parts together. */
    uint32_t expected, count;
    /* Of the last part; its text of the last part that has one. */
    struct store_card card;
};

struct batch {
    struct store_append **order;
    struct group *group;
    int groups;
};

/* -1: no memory. */
int batch_open(struct batch *b, struct store_append *list, int n);
void batch_close(struct batch *b);
void group_settle(const struct group *g, enum store_outcome outcome);

/* May this be kept as a text everywhere: UTF-8 without zeros? */
int store_text_fits(const char *text, size_t n);

#endif
