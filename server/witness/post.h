/* Asks the witness, one body at a time, so that the loop never waits for it. Everything that comes
 * back is hostile: its size and the time it may take are bounded. */
#ifndef CHARLATAN_SERVER_WITNESS_POST_H
#define CHARLATAN_SERVER_WITNESS_POST_H

#include <stddef.h>

#include "wire/url.h"

struct post_answer {
    /* 0: there is none, because the server did not answer in time or as it should. */
    int status;
    /* To be freed. */
    char *text;
    size_t n;
};

struct post {
    /* Sends a copy of the body. The answer to the last one must have been taken. */
    void (*send)(struct post *p, const char *body, size_t n);
    /* Returns 1 if an answer has come. */
    int (*take)(struct post *p, struct post_answer *a);
    void (*close)(struct post *p);
};

/* `wake` is called from a thread when an answer is there. */
struct post *post_open(const struct url *to, void (*wake)(void *arg), void *arg);

#endif
