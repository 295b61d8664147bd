/* Closes the parts of a server, each before those it uses. */
#include "server/calls.h"
#include "server/server.h"

void server_close(struct server *s)
{
    calls_close(s);
    inquiries_close(s->inquiries);
    workers_close(s->workers);
    programs_close(s->programs);
    queue_close(s->queue);
    chores_close(s->chores);
    tables_free(s);
    aside_free(s);
    wake_free(s);
    limits_close(s->limits);
    bans_free(&s->bans);
    reviews_free(s);
    before_free(&s->before);
    writer_free(&s->out);
    writer_free(&s->shot);
    hall_free(s);
    transport_free(s->transport);
}
