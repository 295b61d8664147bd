/* Checks a whole database by playing every log again, as a server would. */
#ifndef CHARLATAN_SERVER_ADMIN_AUDIT_H
#define CHARLATAN_SERVER_ADMIN_AUDIT_H

#include "match/match.h"
#include "store/store.h"

struct audit {
    /* Tables by phase, entries in all. */
    uint32_t tables[MATCH_REVEALING + 1];
    uint64_t entries;
    /* Tables whose logs cannot be used, or whose number of entries is wrong. */
    uint32_t bad;
};

/* `wrong` is called for each bad table with a sentence. Returns 0, or -1 if the store fails; then
 * its error says why. */
typedef void audit_wrong_fn(void *arg, const char *table, uint32_t entry, const char *why);
int audit_store(struct store *s, struct audit *a, audit_wrong_fn *wrong, void *arg);

#endif
