/* Bans in the store, one note each: "ban address 192.0.2.7" or "ban name Eve". All nodes of a
 * database have the same; each reads them every few seconds.
 *
 * Each change reads all notes before and after, on the store's thread; the loop then takes over the
 * list as a whole and closes the sockets of those who are shut out. */
#include <stdlib.h>
#include <string.h>

#include "server/admin/admin.h"
#include "server/admin/bans.h"
#include "server/host.h"
#include "server/people/guests.h"
#include "server/refusals.h"
#include "server/server.h"
#include "server/tables/tables.h"
#include "wire/refuse.h"

enum { EVERY_MS = 5000, MINUTES_MOST = 60 * 24 * 365 * 100 };

static const char *const kinds[] = {"address", "name"};

/* What identifies a ban: its kind and its text, as the operator has typed it. */
static void note_name(const struct ban *b, char name[STORE_NOTE + 1])
{
    snprintf(name, STORE_NOTE + 1, "ban %s %s", kinds[b->kind], b->what);
}

/* ---- reading ---- */

/* 1 if the note is a ban; whatever else there is is passed over. */
static int read_note(struct ban *b, const char *name, const char *text, size_t n)
{
    memset(b, 0, sizeof *b);
    const char *what = strncmp(name, "ban address ", 12) == 0 ? name + 12
                       : strncmp(name, "ban name ", 9) == 0   ? name + 9
                                                              : NULL;
    json_t *root = what ? json_loadb(text, n, 0, NULL) : NULL;
    const char *why = json_string_value(json_object_get(root, "why"));
    const json_t *until = json_object_get(root, "until");
    if (root && strlen(what) <= BAN_WHAT) {
        b->kind = what == name + 12 ? BAN_ADDRESS : BAN_NAME;
        snprintf(b->what, sizeof b->what, "%s", what);
        snprintf(b->why, sizeof b->why, "%s", why ? why : "");
        b->at = json_integer_value(json_object_get(root, "at"));
        b->until = json_is_integer(until) ? json_integer_value(until) : INT64_MAX;
    }
    json_decref(root);
    return b->what[0] && ban_read(b) == 0;
}

/* One reading of all bans, with one change before it if an operator has asked for that. The store's
 * thread has it first, then the loop. */
struct ban_change {
    struct server *server;
    struct bans list;
    /* What is to be done before, or NULL: writes or removes this one, for the call. */
    struct admin_call *call;
    struct ban ban;
    int removes, was_there, is_full;
};

static void take_note(void *arg, const char *name, const char *text, size_t n)
{
    struct ban_change *r = arg;
    struct ban b;
    if (read_note(&b, name, text, n) && r->list.n < BANS_MOST)
        bans_add(&r->list, &b);
}

/* Compared as typed, since that is the name of the note. */
static void find_old(struct ban_change *r)
{
    for (uint32_t i = 0; i < r->list.n; i++)
        r->was_there |=
            r->list.list[i].kind == r->ban.kind && strcmp(r->list.list[i].what, r->ban.what) == 0;
}

/* Without `until`: for ever. Kind and text are in the note's name. */
static void write_note(const struct ban *b, struct writer *w)
{
    write_begin(w, '{');
    write_member_number(w, "at", b->at);
    if (b->until < INT64_MAX)
        write_member_number(w, "until", b->until);
    if (b->why[0])
        write_member_string(w, "why", b->why);
    write_end(w, '}');
}

/* An empty text removes the note. */
static int change(struct store *s, struct ban_change *r)
{
    char name[STORE_NOTE + 1];
    struct writer w = {0};
    note_name(&r->ban, name);
    if (!r->removes)
        write_note(&r->ban, &w);
    int failed = s->note(s, name, &(struct store_text){w.at, w.n});
    writer_free(&w);
    return failed;
}

static int read_notes(struct store *s, struct ban_change *r)
{
    bans_free(&r->list);
    return s->notes(s, "ban ", take_note, r) ? -1 : 0;
}

/* On the store's thread. */
static int read_or_change(struct store *s, void *arg)
{
    struct ban_change *r = arg;
    if (read_notes(s, r))
        return -1;
    if (!r->call)
        return 0;
    find_old(r);
    /* A ban that only takes the place of another one needs no room. */
    r->is_full = !r->removes && !r->was_there && r->list.n >= BANS_MOST;
    if (r->is_full || (r->removes && !r->was_there))
        return 0;
    return change(s, r) || read_notes(s, r) ? -1 : 0;
}

/* ---- on the loop's thread ---- */

static void close_banned(struct server *s, struct guest *g)
{
    if (bans_address(&s->bans, g->peer->address, s->now))
        peer_close(g->peer, "banned");
}

/* Who is here and was shut out leaves. Sockets at tables and those without a hello. Their seats
 * stay theirs. */
static void shut_out(struct server *s)
{
    for (int i = 0; i < TABLE_BUCKETS && s->bans.n; i++)
        for (struct table *t = s->bucket[i]; t; t = t->next)
            for (struct guest *g = t->guests, *next; g; g = next) {
                next = g->next;
                close_banned(s, g);
            }
    for (struct guest *g = s->newcomers; g; g = g->newcomer_next)
        close_banned(s, g);
}

/* In the store's order, which does not change by itself. `why` and `at` do not matter to anybody
 * here. */
static int same(const struct bans *a, const struct bans *b)
{
    int alike = a->n == b->n;
    for (uint32_t i = 0; alike && i < a->n; i++)
        alike = a->list[i].kind == b->list[i].kind && a->list[i].until == b->list[i].until &&
                strcmp(a->list[i].what, b->list[i].what) == 0;
    return alike;
}

/* Other nodes learn of the change within EVERY_MS. */
static void answer(struct ban_change *r)
{
    struct admin_call *c = r->call;
    struct refusal why;
    struct writer w = {0};
    if (r->is_full || (r->removes && !r->was_there)) {
        if (r->is_full)
            because(&why, ROW(admin_bans_full), BANS_MOST);
        else
            because(&why, ROW(admin_unknown_ban));
        admin_refuse(c, &why);
        return;
    }
    admin_fine(&w);
    admin_end(c, &w);
}

/* If the store has failed, the list stays as it was: nobody is let in by an outage. */
static void have_read(void *arg, int result)
{
    struct ban_change *r = arg;
    struct server *s = r->server;
    s->bans_at = s->now + EVERY_MS;
    if (result >= 0 && !same(&s->bans, &r->list)) {
        /* The lists change places: the old one is freed with the reading. */
        struct bans old = s->bans;
        s->bans = r->list;
        r->list = old;
        shut_out(s);
    }
    if (r->call && result < 0)
        admin_failed(r->call);
    else if (r->call)
        answer(r);
    bans_free(&r->list);
    free(r);
}

/* Two changes may be under way; the store does them one after the other. */
static struct ban_change *reading_new(struct server *s, struct admin_call *c)
{
    struct ban_change *r = calloc(1, sizeof *r);
    MUST(r);
    r->server = s;
    r->call = c;
    /* Not again before this one is done. */
    s->bans_at = INT64_MAX;
    return r;
}

void bans_reload(struct server *s)
{
    queue_run(s->host->queue, read_or_change, have_read, reading_new(s, NULL));
}

/* ---- commands ---- */

/* 0; or -1: it was refused. */
static int read_ban(struct admin_call *c, struct ban *b)
{
    const char *kind = admin_text(c, "kind"), *what = admin_text(c, "what");
    if (!kind || (strcmp(kind, "address") && strcmp(kind, "name"))) {
        admin_wrong(c, "kind", "say 'address' or 'name'");
        return -1;
    }
    b->kind = strcmp(kind, "name") == 0 ? BAN_NAME : BAN_ADDRESS;
    snprintf(b->what, sizeof b->what, "%s", what ? what : "");
    if (!what || strlen(what) > BAN_WHAT || ban_read(b) < 0) {
        admin_wrong(c, "what",
                    b->kind == BAN_NAME ? "a name is needed; * in it stands for anything"
                                        : "an address or a network is needed, such as 192.0.2.7 or "
                                          "192.0.2.0/24");
        return -1;
    }
    return 0;
}

/* A ban of the same kind and text is replaced, with its end and reason. */
void admin_ban(struct admin_call *c)
{
    struct ban b = {0};
    const char *why = admin_text(c, "why");
    int64_t minutes = admin_number(c, "minutes", 0);
    if (read_ban(c, &b) < 0)
        return;
    if (minutes < 0 || minutes > MINUTES_MOST) {
        admin_wrong(c, "minutes", "for how long, a whole number; 0: until you remove it");
        return;
    }
    if (why && strlen(why) > BAN_WHY) {
        admin_wrong(c, "why", "at most 160 bytes");
        return;
    }
    struct ban_change *r = reading_new(c->server, c);
    b.at = c->server->now;
    b.until = minutes ? b.at + minutes * 60000 : INT64_MAX;
    snprintf(b.why, sizeof b.why, "%s", why ? why : "");
    r->ban = b;
    queue_run(c->server->host->queue, read_or_change, have_read, r);
}

/* What is given must be exactly what was banned. */
void admin_unban(struct admin_call *c)
{
    struct ban b = {0};
    if (read_ban(c, &b) < 0)
        return;
    struct ban_change *r = reading_new(c->server, c);
    r->ban = b;
    r->removes = 1;
    queue_run(c->server->host->queue, read_or_change, have_read, r);
}

/* As this node knows them, those that are over as well. */
void admin_bans(struct admin_call *c)
{
    const struct bans *list = &c->server->bans;
    struct writer w = {0};
    admin_fine(&w);
    write_key(&w, "bans");
    write_begin(&w, '[');
    for (uint32_t i = 0; i < list->n; i++) {
        const struct ban *b = &list->list[i];
        write_begin(&w, '{');
        write_member_string(&w, "kind", kinds[b->kind]);
        write_member_string(&w, "what", b->what);
        write_member_number(&w, "at", b->at);
        write_key(&w, "until");
        if (b->until < INT64_MAX)
            write_number(&w, b->until);
        else
            write_null(&w);
        write_member_bool(&w, "over", c->server->now >= b->until);
        write_member_string(&w, "why", b->why);
        write_end(&w, '}');
    }
    write_end(&w, ']');
    write_member_number(&w, "now", c->server->now);
    admin_end(c, &w);
}
