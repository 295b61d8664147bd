/* One HTTP request and its answer, over a connection. */
#ifndef CHARLATAN_CABLE_ASK_H
#define CHARLATAN_CABLE_ASK_H

#include "cable/answer.h"
#include "cable/cable.h"

struct ask {
    const char *method, *path;
    /* More fields, each with the end of its line; or "". */
    const char *fields;
    /* NULL: there is no body. */
    const void *body;
    size_t n;
};

/* Sends the request to the host that it was opened to. Returns 0 or CABLE_FAILED. */
int ask_send(struct cable *c, const struct cable_to *to, const struct ask *a);
/* Reads until the answer is whole. Returns 0 or CABLE_FAILED. */
int ask_hear(struct cable *c, struct answer *a);

#endif
