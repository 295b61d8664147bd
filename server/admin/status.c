/* Tells an operator how the server is, in a few figures. */
#include "engine/version.h"
#include "server/admin/admin.h"
#include "server/host.h"
#include "server/server.h"

/* The store is asked for its sentence only while it fails: it keeps that of the last failure. */
void admin_status(struct admin_call *c)
{
    const struct server *s = c->server;
    struct host_figures f;
    struct writer w = {0};
    char error[STORE_ERROR] = "";
    if (!s->store_well)
        queue_error(s->host->queue, error);
    s->host->figures(s->host, &f);
    admin_fine(&w);
    write_member_string(&w, "version", CHARLATAN_VERSION);
    write_member_bool(&w, "ready", s->store_well && !s->stopping);
    write_member_string(&w, "store_error", error);
    write_member_number(&w, "tables_in_memory", s->figures.tables);
    write_member_number(&w, "tables_aside", s->figures.aside);
    write_member_number(&w, "connections", s->doors.connections);
    write_member_number(&w, "sockets", f.transport.peers);
    write_member_number(&w, "entries", (long long)s->figures.entries);
    write_member_number(&w, "bans", s->bans.n);
    write_member_number(&w, "now", s->now);
    admin_end(c, &w);
}
