/* Closes the parts of a server, each before those it uses. */
#include "server/admin/bans.h"
#include "server/hall.h"
#include "server/host.h"
#include "server/http/limits.h"
#include "server/notify/calls.h"
#include "server/server.h"
#include "server/server_only.h"
#include "server/tables/reviews.h"
#include "server/tables/tables.h"
#include "server/tables/unusable.h"
#include "server/tables/wakes.h"

/* Messenger and witness go first, as their answers would begin something new. Once the host's
 * threads have ended no callback comes any more, and tables can refuse whoever still waits. Nothing
 * may be called afterwards but the transport's end. */
void server_close(struct server *s)
{
    calls_close(s);
    if (s->inquiries)
        parts.inquiries_close(s->inquiries);
    s->host->stop(s->host);
    programs_close(s->programs);
    tables_free(s);
    unusable_free(s);
    wake_free(s);
    limits_close(s->limits);
    bans_free(&s->bans);
    reviews_free(s);
    before_free(&s->before);
    writer_free(&s->out);
    writer_free(&s->shot);
    hall_free(s);
}
