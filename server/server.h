/* The types and functions that the files of the server share: tables and guests. Everything here
 * belongs to one thread. What is outside of it, sockets and store, threads and bots, is the host's
 * (host.h).
 *
 * A table in memory is a match and its entries that are not stored yet. The match takes an entry
 * at once, and the entry is queued for the store. Messages about it wait in a `pending` until it
 * is durable. If the store reports that somebody else was faster, or fails, everything that was
 * not stored is dropped and the match is computed again from its log. */
#ifndef CHARLATAN_SERVER_SERVER_H
#define CHARLATAN_SERVER_SERVER_H

#include "match/match.h"
#include "match/tell.h"
#include "server/assets.h"
#include "server/admin/bans.h"
#include "server/tables/rebuild.h"
#include "server/host.h"
#include "server/witness/inquiries.h"
#include "server/http/limits.h"
#include "server/log.h"
#include "server/refusals.h"

enum {
    TABLE_BUCKETS = 1 << 14,
    /* Sockets at one table. */
    TABLE_PEERS = 64,
    /* Tables in memory. */
    TABLES_MOST = 200000,
    /* After this time without use, a table leaves memory. */
    TABLE_IDLE_MS = 60000,
    /* A table that waits longer for people is closed. */
    TABLE_WAITS_MS = 86400000,
    /* A node waits this long before it plays the bots of a table that another node moved last. */
    BOT_PATIENCE_MS = 3000,
    /* Bots wait this long for an answer to a plea; then a bot's move ends it. */
    PLEA_PATIENCE_MS = 30000,
    /* A table whose log cannot be used is left alone for this time. */
    ASIDE_MS = 3600000,
    ASIDE_BUCKETS = 1 << 10,
    /* How many tables the store names at once, and the most that are loaded in one scan. */
    DUE_PAGE = 500,
    DUE_EVERY_MS = 5000,
    /* The store is pinged this often. If nothing was written for a while, something is. */
    PING_MS = 2000,
    PROBE_MS = 30000,
    /* The length of a client's key. */
    KEY_LEAST = 22,
    KEY_MOST = 64,
    /* A guest that missed more events gets a snapshot instead. Of a log with more entries than
     * RESUME_WHOLE events are made only from a snapshot in the store. */
    RESUME_MOST = 500,
    RESUME_WHOLE = 1024,
    /* The store gets a snapshot after so many entries. The three that it keeps are enough for
     * guests that missed RESUME_MOST. */
    SHOT_EVERY = 256,
    /* After so many attempts in a row that failed, the server waits for the next one. */
    SHOT_TRIES = 2,
    /* A longer log is a slow chore, or one whose founding has more bytes. */
    FOLD_QUICK = 1024,
    FOLD_QUICK_BYTES = 1 << 16,
    /* More entries of other nodes at once are not taken on the loop's thread. */
    FOLLOW_MOST = 64,
    /* Further records and practice games have to wait. */
    SLOW_MOST = 64,
    HELLO_WITHIN_MS = 10000,
    /* Whoever is not here and does not answer for so long is told that it is their turn; with
     * --send-local or --luck, for tests, soon. */
    CALL_AFTER_MS = 30000,
    CALL_SOON_MS = 1000,
    /* For this time after a restart, nobody loses by the clock. */
    GRACE_MS = 60000,
    /* Who answers in that time keeps at least this much. */
    GRACE_LEFT_MS = 30000,
    /* A table is looked at this often, even if nothing is expected to happen there. */
    LOOK_MS = 10000,
    TICK_MS = 100
};

struct server;
struct table;
/* Messages outside (calls.h). */
struct call_messenger;
struct call_parcel;
struct subscription_request;

/* A socket at the server. It is at no table before its hello. */
struct guest {
    struct server *server;
    struct peer *peer;
    struct table *table;
    /* The next guest at the same table. */
    struct guest *next;
    /* A seat or SPECTATOR. */
    int viewer;
    /* The hash of its token, if it has a seat. */
    uint8_t token[MATCH_TOKEN];
    /* How many entries there were when the token was checked. */
    uint32_t verified;
    /* It gets events as they come; if not, it is catching up. */
    uint8_t live;
    /* It wants to be told of the people at the table, and has been told. */
    uint8_t people, people_told;
    /* It is counted for its address. */
    uint8_t counted;
    int64_t since;
    /* The number of the last event that it has; -1: none. */
    int64_t sent;
    /* The number of the last question it was sent. */
    uint32_t asked;
    /* What it sent was refused while entries were on their way to the store, or while the table was
     * read again. */
    uint8_t refused;
    /* Oks that it gets once it has the events before them. */
    struct guest_answer *owed;
    /* What the store is doing for it, or NULL. */
    struct guest_request *errand;
    struct limits_bucket messages;
    /* Links among the guests that have not said hello. */
    struct guest *newcomer_next, **newcomer_at;
    /* Links among the guests that have sent too much. */
    struct guest *paused_next, **paused_at;
};

/* An answer {"ok":id,"n":n}, which is sent after event n. */
struct guest_answer {
    struct guest_answer *next;
    long long id;
    uint32_t n;
};

/* Something the store does for a guest, which may be gone when it is done. */
struct guest_request {
    struct server *server;
    /* NULL: the guest has gone. */
    struct guest *guest;
    uint8_t token[MATCH_TOKEN];
    int has_token;
    /* The log was read once more for the token. */
    int looked;
    /* The last event the guest has; -1: none. */
    int64_t n;
    int people;
};

/* Whom to answer when an entry is stored. */
struct entry_reply {
    /* Further replies, if the same answer was sent again meanwhile. */
    struct entry_reply *next;
    /* The guest that gets {"ok":id,"n":…}; or NULL. */
    struct guest *guest;
    long long id;
    /* The request that gets the table and the members below; or NULL. */
    struct http *http;
    int status;
    /* The seat that was taken, or -1. */
    int seat;
    /* The new token of that seat, or "". */
    char token[33];
    /* The answer is the list of the seat's keys; with the secret of a new link, unless that is "".
     * `own` is the key of the device that asks. Otherwise `opens`: a link was used, and the answer
     * is the table and the new token. */
    uint8_t keys, opens;
    char link[33];
    struct match_key own;
    /* The seats that are told that it is their turn, once this is stored, as bits. */
    uint32_t calls;
    /* The id of a table to show instead, or "". */
    char other[MATCH_ID + 1];
    /* If this founds a rematch: the id of the old table, which gets an entry about it; or "". */
    char after[MATCH_ID + 1];
};

/* An entry that was taken and is not stored yet. */
struct entry_pending {
    struct entry_pending *next;
    struct table *table;
    uint32_t n;
    /* The hash of its text, to find it in the log again. */
    uint64_t hash;
    /* It was refused; only its callback is missing. */
    uint8_t dead;
    /* A move: nobody gets or loses a seat by it. */
    uint8_t is_move;
    /* The messages by viewer, spectators last; NULL: no such viewer is there. */
    struct peer_message *told[MAX_SEATS + 1];
    /* TABLE after this entry; the keys of its seat, if it is about keys. */
    struct writer card;
    struct entry_reply reply;
};

/* Called once a table is in memory. `t` is NULL if it cannot be used, and `missing` says why:
 * there is no such table, or its log is invalid, or the store does not answer. */
typedef void with_table_fn(struct server *s, struct table *t, const struct refusal *missing,
                           void *arg);
struct table_wait {
    struct table_wait *next;
    with_table_fn *then;
    void *arg;
    /* Of those who wait for a look at the log: the token, and whether it began after they came. */
    uint8_t token[MATCH_TOKEN], reading;
};

struct table {
    struct server *server;
    /* Links in its bucket. */
    struct table *next, **at;
    char id[MATCH_ID + 1];
    struct match match;
    /* How many entries are known to be stored. */
    uint32_t stored;
    /* The hash of the log, entries that are not stored yet included. */
    struct log_hash log;
    /* How many entries the last snapshots in the store are of, the newest first; 0: none is
     * known. */
    uint32_t shot[STORE_SNAPSHOTS];
    /* How often in a row a snapshot could not be read back, and how many entries there were when
     * the server gave up trying. */
    uint32_t shot_tries, shot_missed;
    uint8_t loading, catching_up;
    /* What people are told if its log cannot be used; NULL: it can. */
    struct refusal *broken;
    /* Other nodes have stored more entries, and they could not be read. */
    uint8_t behind;
    /* An operator has removed or rewritten it: it is to be read anew; and its guests are to be told
     * anew once it was. */
    uint8_t stale, tells_anew;
    /* Another node wrote the last entry. */
    uint8_t foreign;
    /* The id of its newest rematch, or "". */
    char rematch[MATCH_ID + 1];
    /* Its witness is being asked; it is not asked before this time; operators were told why it
     * waits (inquiries.c). */
    uint8_t inquiring, inquiry_told;
    int64_t inquire;
    /* Answers that wait: for the luck of another, and those of bots for a person (postponed.c). */
    struct postponed_message *kept;
    struct kept_answer {
        uint8_t there, hurried;
        struct move move;
        uint32_t ask;
    } kept_bot[MAX_SEATS];
    /* The seats whose bot is thinking, as bits. */
    uint32_t bots_busy;
    /* The seats whose bot is a program that failed, as bits. Rules of thumb play for it. */
    uint32_t bots_failed;
    /* Bots are not asked before this time; and the seat that was asked last, where one is asked
     * after the other. */
    int64_t bots_rest;
    uint8_t bots_last;
    /* When somebody last looked at it, and from where; 0: nobody since it is in memory. */
    int64_t looked;
    char looker[ADDRESS];
    /* Who is here (presence.c): the seats whose people were seen, as bits; when the last socket of
     * a seat closed, 0: it has one; when that was last looked at; the hash of what guests were
     * told; how many reactions a seat may send. */
    struct {
        uint32_t seen;
        int64_t left[MAX_SEATS], looked;
        uint64_t told;
        struct limits_bucket reactions[MAX_SEATS];
    } people;
    /* How many callbacks will still come for this table. */
    uint32_t holds;
    int guests_n;
    /* When it was last asked for; when its last entry came. */
    int64_t used, moved;
    struct guest *guests;
    struct entry_pending *pending, **pending_end;
    /* Entries of which the store did not say whether they are stored. Who waits for them is
     * answered when the log was read again. */
    struct entry_pending *doubts;
    struct table_wait *waiting, **waiting_end;
    /* Who waits until the log was read once more (unknown_tokens.c). */
    struct table_wait *lookers, **lookers_end;
    /* When it needs attention, and its place among all tables by that time. */
    int64_t wake;
    uint32_t wake_place;
    /* The list of tables that need attention at once. `soon_at` is NULL if it is not in it. */
    struct table *soon_next, **soon_at;
};

/* A table whose log cannot be used. */
struct table_unreadable {
    struct table_unreadable *next;
    char id[MATCH_ID + 1];
    /* The number of the first entry that is invalid. */
    uint32_t n;
    /* What people are told. */
    struct refusal why;
    int64_t since;
};

struct server_options {
    struct transport_options transport;
    const char *db;
    int limits, workers;
    /* 1: records of games that run can be asked for. Only a page does that, whose tables belong to
     * whoever looks at it. */
    int running_records;
    /* How the log looks, and the least important level in it (log.h). */
    int log_form, log_level;
    /* The text from which the luck of all tables and bots follows, for tests; NULL: it is random.
     * Ids and tokens are random in any case. It outlives the server. */
    const char *luck;
    /* Where operators reach it, a path; NULL: they do not (admin.h). */
    const char *admin;
    /* For how many days tables are kept that are over, closed, or running without a move; 0: for
     * ever. keep_said: the operator has chosen one of them. */
    int keep_finished, keep_closed, keep_idle, keep_said;
    /* Programs that may play as bots. They outlive the server. */
    const struct exec_bot *programs;
    int programs_n;
    /* Where the witness is; host "": there is none. Its public key. */
    struct url witness;
    uint8_t witness_key[WITNESS_KEY];
    /* Web Push: who runs this server, "mailto:…" or "https:…"; NULL: it is off. Hosts of push
     * services besides the usual ones, and hosts that tables may tell of turns; each ends with
     * NULL. For tests: messages may go to this machine, also without TLS. */
    const char *push_contact;
    const char *const *push_hosts, *const *hook_hosts;
    int send_local;
    /* Not only this machine may read /metrics. */
    int metrics_for_all;
    /* The answer of /api/rules, as JSON. It outlives the server. */
    const char *rules;
    size_t rules_n;
};

/* What took time: a turn of the loop, while nobody else is answered; reading logs into matches. */
struct server_times {
    struct spread loop, fold;
};

struct server_figures {
    uint64_t entries, moves, refused, conflicts, failures, bot_moves, founded, resumed, snapshots,
        shots, distrusted, outages, gaps, shut_out, bodies_refused, bodies_slow, witness_answers,
        witness_refused, programs_failed, bots_spent, calls, calls_lost, looks;
    uint32_t tables, aside;
};

struct server {
    struct server_options options;
    struct host *host;
    struct limits *limits;
    /* NULL: no programs play here. */
    struct programs *programs;
    /* NULL: this server has no witness. */
    struct inquiries *inquiries;
    /* NULL: nobody is told outside of their pages. Messages that are tried again later, and how
     * many are on their way in all. */
    struct call_messenger *messenger;
    struct {
        struct call_parcel *later;
        struct subscription_request *asking;
        uint32_t waiting;
        int64_t after;
    } calls;
    /* The keys of other witnesses that tables wait for, of which operators were told. */
    struct {
        uint8_t key[ABSENT_MOST][WITNESS_KEY];
        uint32_t n;
    } absent;
    struct table *bucket[TABLE_BUCKETS];
    struct table_unreadable *aside[ASIDE_BUCKETS];
    /* The tables in memory, by the time when they need attention. */
    struct {
        struct table **table;
        uint32_t n, room;
        /* Those to be looked at before that time comes. */
        struct table *soon;
    } wakes;
    /* The scan for tables that are due: where it goes on, how many tables it has loaded, and
     * whether the store is being asked. */
    struct {
        struct store_place after;
        int loaded, asking;
    } scan;
    /* What all connections and bodies of requests together hold, and how many descriptors there
     * are. */
    struct {
        uint32_t descriptors, connections;
        uint64_t bytes;
    } doors;
    struct guest *newcomers, *paused;
    struct server_figures figures;
    struct server_times times;
    /* Who may not play here. */
    struct bans bans;
    /* When bans are read again, and when tables that were kept long enough are looked for; whether
     * all tables are being walked through, and whether the database is being copied (admin.h). */
    int64_t bans_at, sweep_at;
    int sweeping, copying;
    /* Whether other nodes may write to the store. */
    int neighbours;
    /* How many tables were given luck that is fixed (luck.c). */
    uint32_t lucks;
    /* The time of this turn of the loop. */
    int64_t now;
    /* The same, by a clock that is never set; 0: it was not looked at yet. */
    int64_t steady;
    /* The time that should be: if it is shared, that of the database, which is ahead of the steady
     * one by this offset. The credit is for approaching it. */
    struct {
        int shared;
        int64_t offset, credit;
    } time;
    /* SHOT_EVERY, or less for a test. */
    uint32_t shot_every;
    /* When this process started, or when it or its store came back. */
    int64_t started;
    /* When the store was asked for due tables, and when the server was told to stop. */
    int64_t scanned, stopped;
    int stopping;
    /* Whether the store can be read and written. store_well: both, and it answers. For how many
     * ticks it has not answered. */
    int store_reads, store_writes, store_well, silence;
    /* When the store was last pinged, when something was last written, how many answers to such
     * questions are missing, and when the outage began. */
    int64_t pinged, written, outage;
    int asking;
    struct session_done done;
    struct tell_before before;
    /* The buffer for one message, and for a snapshot. */
    struct writer out, shot;
    /* Reviews that are being computed; NULL: none was asked for yet. */
    struct reviews *reviews;
    /* Made when they are first requested. */
    struct asset rules, games;
    struct writer games_text;
};

/* ---- tables.c: which tables are in memory ---- */

/* Calls `then` with the table, now or when it was loaded; with NULL if it cannot be used. */
void table_with(struct server *s, const char *id, with_table_fn *then, void *arg);
/* The table if it is in memory, or NULL. */
struct table *table_find(struct server *s, const char *id);
struct table *table_new(struct server *s, const char *id);
/* Runs clocks, takes over bots of dead nodes, drops idle tables. */
void tables_tick(struct server *s);
/* Called with tables that other nodes have changed. */
void tables_changed(void *server, const struct queue_rows *rows);
void tables_free(struct server *s);
uint64_t tables_bytes(const struct server *s);
void table_reload(struct table *t);
/* The match was removed or rewritten in the store. It is read again; then its guests are told what
 * is there now, or that it is gone. */
void table_swept(struct server *s, const char *id);
/* Loads entries that other nodes have stored. */
void table_follow(struct table *t);

/* ---- unknown_tokens.c: the log is read once before a token is refused ---- */

/* Returns 0 if a token that opens no seat can be refused at once: only this node writes, or the
 * match knows the token. 1: `then` is called when the log was read, or when what waits for a token
 * like this was found there. -1: the address has had too many looks, so nothing is known of the
 * token. Clients come again, and must not be told that it is wrong: they would delete it. */
int look_first(struct table *t, const char *address, const uint8_t token[MATCH_TOKEN],
               with_table_fn *then, void *arg);
/* The log is being read from where the match ends. */
void looks_begin(struct table *t);
/* It was read; `missing`: or not, and why. */
void looks_end(struct table *t, const struct refusal *missing);
/* Those who wait for it wait for the whole table instead, which is being loaded. */
void looks_join(struct table *t);

/* ---- outage.c: whether the store works ---- */

enum store_deed { STORE_READ, STORE_WRITE };

/* Fills in what a server begins with, at its time `now`. */
void server_begin(struct server *s);
/* Notes whether the store could read or write, after each of its answers. Operators are told when
 * an outage begins and ends. */
void store_did(struct server *s, enum store_deed deed, int well);
/* Asks the store now and then whether it can read and write. Call it with every tick. */
void store_ask(struct server *s);

/* ---- wakes.c: when tables need attention ---- */

/* A new table needs attention at once. */
void wake_add(struct table *t);
/* Plans when the table is looked at next. */
void wake_at(struct table *t, int64_t when);
/* Something has changed at the table: the next tick looks at it. */
void wake_soon(struct table *t);
void wake_remove(struct table *t);
/* A table that needs attention now: one where something has changed, else the one that has waited
 * longest; NULL: none. */
struct table *wake_next(const struct server *s);
void wake_free(struct server *s);

/* ---- unusable.c: tables whose logs cannot be used ---- */

/* Sets a table aside whose log is invalid from entry n on. Returns 1 if that was not known. */
int aside_add(struct server *s, const char *id, uint32_t n, const struct refusal *why);
/* Why the table is set aside; NULL: it is not. */
const struct refusal *aside_why(const struct server *s, const char *id);
void aside_remove(struct server *s, const char *id);
void aside_free(struct server *s);

/* ---- table.c: what happens at one ---- */

/* Takes an entry, queues it for the store, and tells everybody once it is stored. -1: the entry
 * is not valid here; the reply is not used. */
int table_submit(struct table *t, struct entry *e, const struct entry_reply *reply);
/* Adds a reply to entry n, which is pending. */
void table_reply_later(struct table *t, uint32_t n, const struct entry_reply *reply);
void table_forget_guest(struct table *t, const struct guest *g);
void table_drop_pending(struct table *t);
/* Answers those whose entries are in doubt, once the log was read or could not be. */
void table_settle_doubts(struct table *t, const struct queue_rows *rows);
/* The time that counts for an answer of this seat now. */
int64_t table_time_of(const struct table *t, int seat);
/* Does what follows without anybody's doing: starts, clocks, bots. */
void table_go_on(struct table *t);
void table_publish(struct table *t, uint32_t n, struct peer_message *const told[MAX_SEATS + 1]);
void table_make_messages(struct table *t, const struct match *m, const struct entry *e,
                         struct peer_message *told[MAX_SEATS + 1]);
void messages_drop(struct peer_message *told[MAX_SEATS + 1]);

/* ---- bots.c: when bots are asked, and for whom they think ---- */

/* Somebody at this address has asked for the table. */
void table_looked(struct table *t, const char *address);
/* When bots have to be asked; INT64_MAX: nobody looks, or all that is asked is being answered. */
int64_t bots_due(const struct table *t);
/* Asks the bots that are due now. */
void bots_go_on(struct table *t);
void bots_answered(struct server *s, const struct bot_job *job);

/* ---- storage_costs.c: what is stored, and for whom ---- */

/* The address for which the bots of the table play. */
const char *table_payer(const struct table *t);
/* Charges bytes in the store to an address; "": to nobody. */
void cost_store(struct server *s, const char *address, size_t bytes);
/* Charges entry n, and the table with its first one. `r` says who asked for it, if anybody. */
void cost_entry(struct table *t, const struct entry_reply *r, uint32_t n, size_t bytes);
/* Whether so much was stored for the address lately that the bots that play for it wait; or, much
 * later, its people. */
int cost_bots_wait(const struct table *t);
int cost_people_wait(const struct server *s, const char *address);

/* Takes a match that was founded elsewhere; `text` is its first entry. */
void table_found(struct table *t, struct match *m, const struct entry *e,
                 const struct store_text *text, const struct entry_reply *reply);

/* ---- snapshots.c: snapshots for the store ---- */

/* Makes a snapshot after this entry, if it is time; else an empty text. */
struct store_text shot_take(struct table *t, const struct entry *e);
/* Notes that the newest snapshot in the store is of so many entries. */
void shots_found(struct table *t, uint32_t newest);
/* Whether events after number n can be made without folding a long log. */
int shot_covers(const struct table *t, int64_t n);

/* ---- records.c ---- */

/* What gets the record of a table whose game is over; then `then` is called. It frees what it was
 * the first member of, after fold_free and writer_free. */
struct record_request {
    struct table_fold fold;
    struct writer text;
    /* 1: also of a game that runs: without its seed and its result. */
    int running;
};
/* Returns 0, or -1 with `why`: then nothing will happen. */
int record_make(struct record_request *r, struct server *s, const struct table *t, fold_fn *then,
                struct refusal *why);
/* Why there is no record, once `then` was called; NULL: there is one. */
const struct refusal_row *record_missing(const struct record_request *r);
/* Returns -1 with `why` if many slow chores are waiting. */
int slow_chores_wait(struct server *s, struct refusal *why);
/* Returns -1 with `why` if the record of a table may not be read yet. */
int record_due(const struct server *s, const struct table *t, struct refusal *why);
void hall_record(struct server *s, struct http *h, struct table *t, const json_t *body);

/* ---- reviews.c: reviews of games that are over ---- */

void hall_review(struct server *s, struct http *h, struct table *t, const json_t *body);
void reviews_free(struct server *s);

/* ---- postponed.c: answers that wait for the luck of another, or for a person ---- */

/* Keeps a person's message. -1: there are too many. */
int kept_add(struct guest *g, const json_t *message);
void kept_add_bot(struct table *t, const struct bot_job *job);
/* The seats whose bots have answered and whose answers are kept, as bits. */
uint32_t kept_bots(const struct table *t);
/* Forgets these: another node has gone on, and asks them. If it dies, they are asked here again. */
void kept_forget_bots(struct table *t);
/* Tries them again, unless the table still waits. */
void kept_try(struct table *t);
/* Forgets the messages of a guest; NULL: of all. */
void kept_forget(struct table *t, const struct guest *g);

/* ---- guests.c: sockets ---- */

/* Carries out a message that was kept. */
void guest_again(struct guest *g, const json_t *message);

int guest_admit(void *server, const char *address);
void guest_opened(void *server, struct peer *p);
void guest_message(void *server, struct peer *p, const char *text, size_t n);
/* A ping or a pong came. It counts as a message. */
void guest_control(void *server, struct peer *p);
void guest_closed(void *server, struct peer *p);
void guest_tell_ask(struct guest *g);
void guest_catch_up(struct guest *g);
/* Sends everything anew, whatever the guest has. */
void guest_anew(struct guest *g);
/* Sends an ok for a stored entry: now, or once the guest has its event. */
void guest_ok(struct guest *g, long long id, uint32_t n);
/* Notes that event n was sent to the guest. */
void guest_has(struct guest *g, uint32_t n);
void guest_refuse(struct guest *g, long long id, const struct refusal *why);
/* Removes guests whose seat was taken over by somebody else. */
void guests_shut_out(struct table *t);
void guests_tick(struct server *s);

/* ---- presence.c: who is here, and reactions ---- */

/* A socket of this seat was opened, or closed. */
void people_came(struct table *t, int seat);
void people_went(struct table *t, int seat);
/* Somebody has acted at another node: nobody knows where those are who are not here. */
void people_elsewhere(struct table *t);
/* When a person who went counts as away; INT64_MAX: nobody does. */
int64_t people_due(const struct table *t);
/* Tells the guests that want it, if something has changed. */
void people_tell(struct table *t);
void people_react(struct guest *g, const json_t *root, long long id);

/* ---- clock.c: the server's time ---- */

/* Looks at the host's clock. Call it before anything is done. */
void clock_read(struct server *s);
/* The same, if it shows this. */
void clock_look(struct server *s, int64_t wall, int64_t steady);
/* From now on the database's time counts, which is this at the time of the last look. */
void clock_share(struct server *s, int64_t database);

/* ---- admission.c: which connections and bodies may come in ---- */

enum transport_door door_enter(void *server, const char *address);
void door_left(void *server, const char *address);
/* NULL, or why a body of n bytes is not read. */
const struct refusal_row *door_body(void *server, const char *address, size_t n);
const struct refusal_row *door_body_grows(void *server, size_t has, size_t more);
void door_body_gone(void *server, const char *address, size_t n, size_t had);

/* ---- close.c ---- */

/* Closes the parts of a server, and frees them; not the server itself, nor the transport. */
void server_close(struct server *s);

/* ---- hall_answers.c ---- */

/* Frees the text. */
void hall_answer(struct http *h, int status, struct writer *w);
void hall_refuse(struct http *h, const struct refusal *why);
void hall_refuse_with(struct http *h, const struct refusal_row *row);
void hall_answer_table(struct http *h, const struct writer *table, const struct entry_reply *r);
/* Answers with the table as it is stored. */
void hall_show(struct server *s, struct http *h, const char *id, int status);
/* Answers with the table as it is stored, and the seat there that has this token, if any. With
 * `sits` there must be one. */
void hall_show_seat(struct server *s, struct http *h, const char *id, const struct entry_reply *r,
                    int sits);

/* ---- hall.c: HTTP ---- */

void hall_request(void *server, struct http *h);
/* Frees what hall.c keeps. */
void hall_free(struct server *s);
void hall_rematch_founded(struct server *s, struct http *h, const char *old, const char *next);
/* The end of most requests: submits an entry if `may` is 0, or refuses. */
void hall_submit(struct http *h, struct table *t, int may, struct entry *e, struct entry_reply *r,
                 struct refusal *why);
/* Founds a table; NULL with `why` if it cannot. The reply is sent when the table is stored. `key`:
 * that of the request, or "". */
struct table *hall_found(struct server *s, struct match_founding *f, const char *key,
                         const struct entry_reply *r, struct refusal *why);
/* What the body of a request says of a new table; `r` gets the founder's seat and token. */
int founding_read(const struct programs *p, struct match_founding *f, const json_t *body,
                  const char *key, struct entry_reply *r, struct refusal *why);
/* A new table for a founding, with nothing in it yet; NULL with `why` if the key was used. */
struct table *hall_new_table(struct server *s, const char *key, const struct entry_reply *r,
                             struct refusal *why);
/* Founds a table once the witness has opened a match for it. Returns 0, or -1 with `why`. */
int found_with_witness(struct server *s, const struct match_founding *f, const char *key,
                       const struct entry_reply *r, struct refusal *why);
/* The token of whoever founds a table. */
void hall_founders_token(struct host *host, const char *key, char token[33]);
/* Whether a request with this key has founded its table already. Then it gets the same answer
 * again. `missing` is what table_with says of the table. */
int hall_is_founded(struct server *s, struct http *h, const char *key, const struct table *t,
                    const struct refusal *missing);
void hall_found_by_body(struct server *s, struct http *h, json_t *body);

/* ---- luck.c: the luck of tables and bots, random or fixed ---- */

/* Fills in seed and salt. */
void luck_of_table(struct server *s, struct match_founding *f);
/* The luck with which the bot of a seat answers this question. */
void luck_of_bot(const struct table *t, int seat, uint32_t ask, uint8_t luck[32]);

/* ---- practice.c ---- */

void hall_practice(struct server *s, struct http *h, json_t *body);

/* ---- keys.c: links to seats, and the keys of further devices ---- */

/* The seat that the request's token opens; or -1 with `why`. */
int hall_seat_of(const struct http *h, const struct table *t, struct refusal *why);
/* Whether a token that opens no seat did so once, and was revoked. */
int key_is_revoked(const struct match *m, const uint8_t token[MATCH_TOKEN]);
void key_get_keys(struct server *s, struct http *h, struct table *t, const json_t *body);
void key_post_link(struct server *s, struct http *h, struct table *t, const json_t *body);
void key_post_open(struct server *s, struct http *h, struct table *t, const json_t *body);
void key_post_revoke(struct server *s, struct http *h, struct table *t, const json_t *body);
/* What the bodies of open and revoke say. 0; or -1 with `why`. */
int key_read_link(const json_t *body, uint8_t hash[MATCH_TOKEN], struct refusal *why);
int key_read_revoke(const json_t *body, uint32_t *which, int *others, struct refusal *why);
/* Answers with the list of keys that was written when the entry was taken. */
void key_answer(struct http *h, const struct writer *keys, const struct entry_reply *r);

/* ---- my_games.c ---- */

void hall_mine(struct server *s, struct http *h, json_t *body);

/* ---- table_host.c: what the host of a table may do ---- */

/* Where somebody comes from, as a number that many addresses share, so that it tells nobody the
 * address; 0: not known. */
uint32_t host_from(const char *address);
/* The network of an address, of which one person has many addresses. */
void network_of(const char *address, char network[ADDRESS]);

/* ---- request_body.c: what bodies say ---- */

/* Reads the name of a person, who may not look like a bot. "Guest" if there is none. */
int hall_read_name(const struct programs *p, const json_t *body, char name[MATCH_NAME + 1],
                   struct refusal *why);
/* The key of a request that may be repeated; "" if it has none. */
int hall_read_key(const json_t *body, char key[KEY_MOST + 1], struct refusal *why);
/* The nonce that this member gives; none if it is missing. */
int hall_read_nonce(const json_t *body, const char *key, struct match_nonce *nonce,
                    struct refusal *why);
/* The commitment to a nonce; zeros if it is missing. */
int hall_read_pledge(const json_t *body, uint8_t pledge[COMMIT_BYTES], struct refusal *why);
/* Whether guests may choose the bot. `p`: the programs of this server, or NULL. */
int hall_bot_allowed(const struct programs *p, const char *bot, const struct game *g);
const char *hall_usual_bot(const struct game *g);

/* ---- ids.c: what cannot be guessed ---- */

/* `key` is the client's, or "": then they are random. The same key always gives the same. */
void id_make(struct host *host, const char *key, char id[MATCH_ID + 1]);
void token_make(struct host *host, const char *key, const char *id, char token[33]);
int id_is(const char *id);
void token_hash(const char *token, uint8_t hash[MATCH_TOKEN]);

void metrics_write(struct server *s, struct writer *w);

/* ---- serve.c ---- */

/* Runs until SIGTERM or SIGINT and returns the exit status. `ready` is called once, with the
 * port. */
int serve(const struct server_options *o, void (*ready)(void *arg, int port), void *arg);

#endif
