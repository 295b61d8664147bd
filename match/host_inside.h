/* The host and those who wait for the host; for match/ alone. */
#ifndef CHARLATAN_MATCH_HOST_INSIDE_H
#define CHARLATAN_MATCH_HOST_INSIDE_H

#include "match/host.h"

/* Whether somebody may wait for the host's yes. */
int host_check_knock(const struct match *m, const struct entry *e, struct refusal *why);
/* Whether somebody new may sit down, as far as the host goes. */
int host_lets_in(const struct match *m, const struct entry *e, struct refusal *why);
/* Makes the SIT of whoever is admitted; 0: nobody is. */
int host_admitted(const struct match *m, const struct entry *e, struct entry *sit);
/* Nobody waits for this seat any more. */
void host_forget_knock(struct match *m, int seat);
/* The person at this seat has left: if they were the host, somebody else is now. */
void host_left(struct match *m, int seat);
/* Somebody else has this seat now, to whom the rights of a host do not pass. */
void host_seat_given(struct match *m, int seat);
/* Gives `to` lists of its own. */
void host_copy(struct match *to, const struct match *from);
/* Frees the lists. */
void host_free(struct match *m);

#endif
