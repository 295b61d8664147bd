/* Keeps the list of peers by when they were last heard; see hearing.h. */
#include "server/hearing.h"

/* The most that get a ping at once: 20,000 pings together would hold up everybody else. */
enum { PINGS = 100 };

static int is_listed(const struct hearing *h, const struct peer *p)
{
    return p->heard_later || h->last == p;
}

void hearing_forget(struct hearing *h, struct peer *p)
{
    if (!is_listed(h, p))
        return;
    *(p->heard_earlier ? &p->heard_earlier->heard_later : &h->first) = p->heard_later;
    *(p->heard_later ? &p->heard_later->heard_earlier : &h->last) = p->heard_earlier;
    p->heard_earlier = p->heard_later = NULL;
}

void hearing_note(struct hearing *h, struct peer *p, uint64_t now)
{
    hearing_forget(h, p);
    p->heard = now;
    p->pinged = 0;
    p->heard_earlier = h->last;
    *(h->last ? &h->last->heard_later : &h->first) = p;
    h->last = p;
}

void hearing_care(struct hearing *h, uint64_t now)
{
    int pings = PINGS;
    for (struct peer *p; (p = h->first) && p->heard + h->give_up_after <= now;) {
        hearing_forget(h, p);
        h->give_up(p);
    }
    for (struct peer *p = h->first; p && pings && p->heard + h->ping_after <= now;
         p = p->heard_later)
        if (!p->pinged) {
            p->pinged = 1;
            pings--;
            h->ping(p);
        }
}
