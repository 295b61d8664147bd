/* HTTP requests and their answers, over connections. This is how the program asks other machines
 * for anything. */
#ifndef CHARLATAN_CABLE_ASK_H
#define CHARLATAN_CABLE_ASK_H

#include "cable/answer.h"
#include "cable/cable.h"

struct ask {
    const char *method, *path;
    /* More fields, each with the end of its line; NULL: none. */
    const char *fields;
    /* NULL: there is no body. */
    const void *body;
    size_t n;
    /* The connection is kept for the next request to the same place. */
    int keep;
};

/* Asks over a connection, which is opened if it is not open, and reads the whole answer, all of it
 * within ms. A connection that the server has closed meanwhile is opened again, once, so a request
 * may be sent twice. Returns 0, CABLE_FAILED or CABLE_FORBIDDEN; what has come of an answer that is
 * not whole may be in `in`. Its body is to be freed in any case. */
int ask_server(struct cable *c, const struct cable_to *to, const struct ask *a, struct answer *in,
               int ms);
/* Writes the request without its body. Returns its length, or 0 if it is too long. */
size_t ask_write(char *text, size_t room, const struct url *to, const struct ask *a);

#endif
