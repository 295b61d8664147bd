/* Looks names up without making anybody wait: the system's function, which nothing can stop, runs
 * on a thread of its own. */
#ifndef CHARLATAN_CABLE_LOOKUP_H
#define CHARLATAN_CABLE_LOOKUP_H

struct addrinfo;
struct lookup;

/* NULL: the system has no room for it. */
struct lookup *lookup_begin(const char *host, int port);
/* Can be read when the answer is there. */
int lookup_fd(const struct lookup *l);
/* The answer: 0, or an error of getaddrinfo. The list belongs to the lookup. */
int lookup_answer(const struct lookup *l, const struct addrinfo **list);
/* At any time, also before the answer. */
void lookup_leave(struct lookup *l);

#endif
