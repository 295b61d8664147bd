/* Keeps ledgers and secrets, and checks what must hold when a world is at rest. witness_says.c
 * checks single answers and messages. */
#include "tests/puppet/witness.h"

#include <stdlib.h>
#include <string.h>

#include "match/keys.h"
#include "match/watched.h"
#include "server/people/guests.h"
#include "server/server.h"
#include "server/tables/ids.h"
#include "server/tables/tables.h"
#include "store/store.h"
#include "tests/puppet/witness_inside.h"
#include "wire/game.h"
#include "wire/hex.h"

void witness_must(int kept, const char *what, const char *text)
{
    if (kept)
        return;
    fprintf(stderr, "said: %s\n", text ? text : "(nothing)");
    puppet_promise(0, what);
}

/* ---- ledgers ---- */

struct ledger *witness_table(struct witness *v, const char *id)
{
    struct ledger *l = v->tables;
    while (l && strcmp(l->id, id) != 0)
        l = l->next;
    return l;
}

static struct ledger *ledger_new(struct witness *v, const char *id)
{
    struct ledger *l = calloc(1, sizeof *l);
    MUST(l);
    strcpy(l->id, id);
    match_init(&l->match);
    match_init(&l->past);
    l->next = v->tables;
    v->tables = l;
    return l;
}

static struct puppet_text text_of(struct writer *w)
{
    return (struct puppet_text){w->at, w->n};
}

static void note_holders(struct ledger_entry *at, const struct match *m)
{
    struct match_key key[KEYS_EVER + 1];
    for (int seat = 0; seat < m->players; seat++) {
        uint32_t keys = match_keys(m, seat, key), n = 0;
        for (uint32_t i = 0; i < keys; i++)
            if (match_seat_of(m, key[i].token) == seat)
                memcpy(&at->holder[seat][n++], key[i].token, sizeof at->holder[seat][0]);
    }
}

static int place_of(int viewer)
{
    return viewer == SPECTATOR ? MAX_SEATS : viewer;
}

static void tell(struct witness *v, struct ledger *l, const struct match *m, const struct entry *e,
                 int viewer)
{
    struct puppet_text *told = &l->entry[e->n].told[place_of(viewer)];
    struct writer w = {0};
    if (told->at)
        return;
    /* Nothing that was computed for another viewer. */
    v->before.changes.n = v->before.table_changes.n = 0;
    tell_entry(&w, m, &v->before, e, &v->done, viewer);
    *told = text_of(&w);
}

/* Computes the messages for viewers who are there; witness_told computes those of others later. */
static void tell_guests(struct witness *v, struct ledger *l, const struct entry *e)
{
    for (struct puppet_socket *s = v->world->sockets; s; s = s->next) {
        const struct notes *n = s->notes;
        if (n && n->begun && strcmp(n->table, l->id) == 0)
            tell(v, l, &l->match, e, n->viewer);
    }
}

static void take(struct witness *v, struct match *m, const char *id, const char *body, size_t n,
                 struct entry *e)
{
    struct refusal why;
    witness_must(entry_read(e, m, body, n, &why) == 0, "a stored entry can be read", body);
    before_take(&v->before, m, id);
    witness_must(match_take(m, e, &v->done, &why) == 0, "a stored entry follows", body);
}

struct reading {
    struct witness *v;
    struct ledger *l;
};

static void read_entry(void *arg, uint32_t n, const char *body, size_t len)
{
    struct reading *r = arg;
    struct ledger *l = r->l;
    struct entry e;
    puppet_promise(n == l->entries, "entries are stored in order");
    if (l->entries == l->room) {
        l->room = l->room ? 2 * l->room : 16;
        l->entry = realloc(l->entry, l->room * sizeof l->entry[0]);
        MUST(l->entry);
    }
    memset(&l->entry[n], 0, sizeof l->entry[n]);
    char *copy = strndup(body, len);
    MUST(copy);
    l->entry[n].body = (struct puppet_text){copy, len};
    take(r->v, &l->match, l->id, copy, len, &e);
    l->entry[n].kind = e.kind;
    l->entry[n].seat = e.seat;
    note_holders(&l->entry[n], &l->match);
    tell_guests(r->v, l, &e);
    entry_free(&e);
    l->entries++;
}

static void heard_stored(void *arg, const char *table)
{
    struct witness *v = arg;
    struct ledger *l = witness_table(v, table);
    struct reading r = {v, l ? l : ledger_new(v, table)};
    struct store *s = v->world->store;
    puppet_promise(s->load(s, table, r.l->entries, read_entry, &r) == 0, "the store can be read");
    puppet_promise(r.l->entries > 0, "what is stored is there");
}

/* Applies the log up to `entries`. If `viewer` is not NULL, computes what that viewer is told about
 * the last of them. */
static void fold_past(struct witness *v, struct ledger *l, uint64_t entries, const int *viewer)
{
    if (l->past.entries > entries || (viewer && l->past.entries == entries)) {
        match_free(&l->past);
        match_init(&l->past);
    }
    while (l->past.entries < entries) {
        struct entry e;
        struct puppet_text *body = &l->entry[l->past.entries].body;
        take(v, &l->past, l->id, body->at, body->n, &e);
        if (viewer && l->past.entries == entries)
            tell(v, l, &l->past, &e, *viewer);
        entry_free(&e);
    }
}

const struct match *witness_match_at(struct witness *v, struct ledger *l, int64_t n)
{
    if (n < 0 || n >= (int64_t)l->entries)
        return NULL;
    if (n + 1 == (int64_t)l->entries)
        return &l->match;
    fold_past(v, l, (uint64_t)n + 1, NULL);
    return &l->past;
}

const struct puppet_text *witness_told(struct witness *v, struct ledger *l, int64_t n, int viewer)
{
    struct puppet_text *told = &l->entry[n].told[place_of(viewer)];
    if (!told->at)
        fold_past(v, l, (uint64_t)n + 1, &viewer);
    return told;
}

static void ledger_free(struct ledger *l)
{
    for (uint32_t i = 0; i < l->entries; i++) {
        free(l->entry[i].body.at);
        for (int k = 0; k <= MAX_SEATS; k++)
            free(l->entry[i].told[k].at);
    }
    free(l->entry);
    match_free(&l->match);
    match_free(&l->past);
    free(l);
}

/* ---- secrets ---- */

static void secret_add(struct witness *v, const uint8_t *bytes, int n, int never)
{
    struct secret *s = calloc(1, sizeof *s);
    MUST(s);
    hex_write(bytes, n, s->hex);
    s->never = (uint8_t)never;
    s->next = v->secrets;
    v->secrets = s;
}

static void heard_drew(void *arg, const uint8_t *bytes, size_t n)
{
    struct witness *v = arg;
    uint8_t hash[MATCH_TOKEN];
    if (n != 16 && n != 32)
        return;
    secret_add(v, bytes, (int)n, 0);
    token_hash(v->secrets->hex, hash);
    if (n == 16)
        secret_add(v, hash, MATCH_TOKEN, 1);
}

/* What the match's witness has published in the end. */
static int is_sealed_secret(const struct match *m, const char *hex)
{
    char secret[65], salt[65];
    if (!m->watch || !m->watch->sealed)
        return 0;
    hex_write(m->watch->seal.secret, WITNESS_SECRET, secret);
    hex_write(m->watch->seal.salt, COMMIT_SALT, salt);
    return strcmp(secret, hex) == 0 || strcmp(salt, hex) == 0;
}

/* Seeds and salts of finished games are public. */
static int is_opened(struct witness *v, const char *hex)
{
    char seed[65], salt[65];
    for (struct ledger *l = v->tables; l; l = l->next) {
        hex_write(l->match.seed, sizeof l->match.seed, seed);
        hex_write(l->match.salt, sizeof l->match.salt, salt);
        if (l->match.phase == MATCH_OVER && (strcmp(seed, hex) == 0 || strcmp(salt, hex) == 0))
            return 1;
        if (is_sealed_secret(&l->match, hex))
            return 1;
    }
    return 0;
}

void witness_secrets(struct witness *v, const char *text, const char *token, const char *own)
{
    for (struct secret *s = v->secrets; s; s = s->next) {
        if (s->said || !strstr(text, s->hex))
            continue;
        witness_must(!s->never, "the hash of a token is nobody's business", text);
        if (token && strcmp(token, s->hex) == 0) {
            int owner = own && strcmp(own, s->hex) == 0;
            witness_must(!s->given || owner, "a token is told once, or to its owner", text);
            s->given = 1;
            continue;
        }
        witness_must(is_opened(v, s->hex), "seeds, salts and tokens stay secret", text);
    }
}

void witness_hears_secret(struct witness *v, const char *text)
{
    for (struct secret *s = v->secrets; s && text; s = s->next)
        s->said |= strstr(text, s->hex) != NULL;
}

/* ---- at rest ---- */

static const struct guest *guest_of(const struct puppet_socket *s)
{
    return s->open ? s->self.peer.user : NULL;
}

static void rest_ask(const struct notes *n, const struct match *m)
{
    if (n->viewer < 0 || m->phase != MATCH_RUNNING || !match_person_plays(m, n->viewer))
        return;
    puppet_promise(!m->seat[n->viewer].asked || m->seat[n->viewer].asked == n->asked,
                   "who is asked has been told so");
}

static void rest_view(const struct notes *n, const struct match *m)
{
    struct view view;
    struct writer w = {0};
    if (!m->begun || !n->view)
        return;
    match_view(m, n->viewer, &view);
    m->session.json->write_state(view.bytes, &w);
    json_t *must_be = json_loadb(w.at, w.n, 0, NULL);
    witness_must(json_equal(must_be, n->view), "what was set adds up to the view", w.at);
    json_decref(must_be);
    writer_free(&w);
}

static void rest_socket(struct witness *v, const struct puppet_socket *s)
{
    const struct guest *g = guest_of(s);
    const struct notes *n = s->notes;
    struct ledger *l = n ? witness_table(v, n->table) : NULL;
    if (!g || s->self.paused)
        return;
    puppet_promise(n->many || n->ids == 0, "every request of a socket is answered");
    puppet_promise(!g->errand, "a socket waits for nothing");
    if (!g->table)
        return;
    puppet_promise(l && g->live, "a socket at a table is told what happens");
    puppet_promise(n->last + 1 == (int64_t)l->entries, "a socket has every event");
    rest_ask(n, &l->match);
    rest_view(n, &l->match);
}

static void rest_table(struct witness *v, const struct table *t)
{
    const struct ledger *l = witness_table(v, t->id);
    int guests = 0;
    for (const struct guest *g = t->guests; g; g = g->next)
        guests++;
    puppet_promise(guests == t->guests_n, "guests are counted");
    puppet_promise(!t->loading && !t->pending && !t->waiting && !t->holds && !t->catching_up,
                   "a table waits for nothing");
    puppet_promise(!t->broken, "a stored log makes sense");
    if (t->match.entries == 0)
        return;
    puppet_promise(l && t->match.entries == l->entries && t->stored == l->entries,
                   "a table knows what the store knows");
    puppet_promise(
        memcmp(t->match.session.state, l->match.session.state, sizeof l->match.session.state) == 0,
        "a table is the fold of its log");
}

static void rest_node(struct witness *v, struct server *s)
{
    uint32_t tables = 0;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *t = s->bucket[i]; t; t = t->next, tables++)
            rest_table(v, t);
    puppet_promise(tables == s->figures.tables, "tables are counted");
    puppet_promise(queue_waiting(s->host->queue) == 0, "nothing waits for the store");
    puppet_promise(tables_bytes(s) < (uint64_t)64 << 20, "tables are small");
}

void witness_at_rest(struct witness *v)
{
    struct puppet *w = v->world;
    puppet_settle(w);
    for (struct puppet_request *r = w->requests; r; r = r->next)
        puppet_promise(r->answers == 1, "every request is answered");
    for (struct puppet_socket *s = w->sockets; s; s = s->next)
        rest_socket(v, s);
    for (int i = 0; i < w->nodes; i++)
        rest_node(v, w->node[i].server);
}

/* Ends all failures and reports all appends again, so that nodes hear of those they missed. */
static void mend(struct witness *v)
{
    for (int i = 0; i < v->world->nodes; i++) {
        struct puppet_node *n = &v->world->node[i];
        n->fail = n->fail_reads = n->lose = n->deaf = 0;
        for (struct ledger *l = v->tables; l; l = l->next)
            puppet_store_changed(n, l->id, l->entries);
    }
}

void witness_rest(struct witness *v)
{
    puppet_settle(v->world);
    mend(v);
    for (int i = 0; i < 3; i++) {
        puppet_pass(v->world, TICK_MS);
        puppet_settle(v->world);
    }
    witness_at_rest(v);
}

/* ---- the whole ---- */

void witness_open(struct witness *v, struct puppet *w)
{
    memset(v, 0, sizeof *v);
    v->world = w;
    witness_listen(v, &w->hears);
    w->hears.stored = heard_stored;
    w->hears.drew = heard_drew;
}

void witness_close(struct witness *v)
{
    before_free(&v->before);
    while (v->tables) {
        struct ledger *l = v->tables;
        v->tables = l->next;
        ledger_free(l);
    }
    while (v->secrets) {
        struct secret *s = v->secrets;
        v->secrets = s->next;
        free(s);
    }
}
