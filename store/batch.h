/* A batch: a list of appends sorted by match, then by arrival. The order is the same on every node,
 * so that two nodes never wait for each other.
 *
 * Appends of one match that follow one another (the second expects what the first leaves) form a
 * group, which a back end stores as a whole or not at all. An append that does not follow is a
 * conflict at once, and so are all later ones of its match, because they were made for a log
 * that will never exist. */
#ifndef CHARLATAN_STORE_BATCH_H
#define CHARLATAN_STORE_BATCH_H

#include "store/told.h"

struct store_group {
    struct store_append **part;
    int parts;
    /* Borrowed from the first part. */
    const char *match;
    /* Of all parts together: entries expected, entries appended. */
    uint32_t expected, count;
    /* The summary of the last part, with the text of the last part that has one. */
    struct store_summary summary;
    /* The last snapshot of its parts, and how many entries it is of; n = 0: there is none. */
    struct store_text snapshot;
    uint32_t snapshot_of;
};

struct batch {
    struct store_append **order;
    struct store_group *group;
    int groups;
};

/* Returns -1 if there is no memory. */
int batch_open(struct batch *b, struct store_append *list, int n);
void batch_close(struct batch *b);
void group_settle(const struct store_group *g, enum store_outcome outcome);

/* Whether every back end can keep this text: UTF-8 without zero bytes. */
int store_text_fits(const char *text, size_t n);

#endif
