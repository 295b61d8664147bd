/* A page tells nobody outside of itself that it is their turn: what server/calls.h promises, but
 * without a messenger. */
#include "server/calls.h"

int64_t calls_due(const struct table *t)
{
    (void)t;
    return INT64_MAX;
}

void calls_go_on(struct table *t)
{
    (void)t;
}

void calls_send(struct table *t, uint32_t seats)
{
    (void)t, (void)seats;
}

void calls_changed(struct table *t, uint8_t wanted, int phase)
{
    (void)t, (void)wanted, (void)phase;
}

void calls_write(const struct server *s, struct writer *w)
{
    (void)s;
    write_key(w, "push");
    write_null(w);
    write_key(w, "hooks");
    write_begin(w, '[');
    write_end(w, ']');
}

static void refuse(struct http *h)
{
    struct refusal why;
    because(&why, ROW(push_off));
    hall_refuse(h, &why);
}

void hall_push(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    (void)s, (void)t, (void)body;
    refuse(h);
}

void hall_quiet(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    (void)s, (void)t, (void)body;
    refuse(h);
}

void hall_hook(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    (void)s, (void)t, (void)body;
    refuse(h);
}
