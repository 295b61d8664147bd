/* Renames a person at one table, whatever its state: the name is replaced in the log, and everybody
 * there sees the new one. */
#include <stdlib.h>
#include <string.h>

#include "match/name.h"
#include "server/admin/admin.h"
#include "server/host.h"
#include "server/refusals.h"
#include "server/server.h"
#include "server/tables/tables.h"

enum { TRIES = 3 };

/* The store's thread has it until rename_in returns. */
struct renaming {
    struct admin_call *call;
    char from[MATCH_NAME + 1], to[MATCH_NAME + 1];
    int changed, conflict;
    /* Whether there is such a table. */
    int there;
};

/* A table that people play at moves on between reading and writing; then it is tried again, a few
 * times. */
static int rename_in(struct store *s, void *arg)
{
    struct renaming *r = arg;
    struct store_walked w;
    r->there = walk_one(s, r->call->table, &w);
    if (r->there <= 0)
        return r->there;
    for (int i = 0; i < TRIES; i++) {
        r->changed = names_rewrite(s, r->call->table, r->from, r->to, &r->conflict);
        if (r->changed < 0 || !r->conflict)
            break;
    }
    return r->changed < 0 ? -1 : 0;
}

/* The table is read anew, so everybody there sees the new name. */
static void renamed(void *arg, int result)
{
    struct renaming *r = arg;
    struct admin_call *c = r->call;
    struct refusal why;
    struct writer w = {0};
    const struct refusal_row *row = !r->there     ? &refusal_admin_unknown_table
                                    : r->conflict ? &refusal_admin_moved_on
                                    : !r->changed ? &refusal_admin_unknown_name
                                                  : NULL;
    if (result < 0) {
        admin_failed(c);
    } else if (row) {
        refusal_fill(&why, row, NULL);
        admin_refuse(c, &why);
    } else {
        table_swept(c->server, c->table);
        admin_fine(&w);
        write_member_number(&w, "changed", r->changed);
        admin_end(c, &w);
    }
    free(r);
}

static int is_name(const char *name)
{
    return name && name[0] && strlen(name) <= MATCH_NAME;
}

/* The old name may be anything that a table can have; the new one must be one that people could
 * take. */
void admin_rename(struct admin_call *c)
{
    const char *from = admin_text(c, "from"), *to = admin_text(c, "to");
    if (!is_name(from) || !is_name(to)) {
        admin_wrong(c, is_name(from) ? "to" : "from", "a name is needed");
        return;
    }
    if (!name_is_visible(to) || !name_is_clean(to)) {
        admin_wrong(c, "to", "a name has 1 to 40 visible characters, without spaces around it");
        return;
    }
    struct renaming *r = calloc(1, sizeof *r);
    MUST(r);
    r->call = c;
    snprintf(r->from, sizeof r->from, "%s", from);
    snprintf(r->to, sizeof r->to, "%s", to);
    queue_run(c->server->host->queue, rename_in, renamed, r);
}
