/* The tables in memory. A table is a match and its entries that are not stored yet (table.h). It is
 * loaded when somebody asks for it or when the store says that it is due, and leaves memory when
 * nobody needs it. */
#ifndef CHARLATAN_SERVER_TABLES_TABLES_H
#define CHARLATAN_SERVER_TABLES_TABLES_H

#include "match/match.h"
#include "match/snapshot.h"
#include "server/http/limits.h"
#include "server/http/http.h"
#include "store/told.h"

enum {
    /* Tables in memory. */
    TABLES_MOST = 200000,
    /* After this time without use, a table leaves memory. */
    TABLE_IDLE_MS = 60000,
    /* A table that waits longer for people is closed. */
    TABLE_WAITS_MS = 86400000,
    /* How many tables the store names at once, and the most that are loaded in one scan. */
    DUE_PAGE = 500,
    /* More entries of other nodes at once are not taken on the loop's thread. */
    FOLLOW_MOST = 64,
    /* A table is looked at this often, even if nothing is expected to happen there. */
    LOOK_MS = 10000
};

struct guest;
struct entry_pending;
struct queue_rows;
struct server;
struct table;

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

/* Calls `then` with the table, now or when it was loaded; with NULL if it cannot be used. */
void table_with(struct server *s, const char *id, with_table_fn *then, void *arg);
/* The table if it is in memory, or NULL. It may be loading. */
struct table *table_find(struct server *s, const char *id);
/* Puts an empty table into memory, where the id must not be yet. Nothing is loaded. */
struct table *table_new(struct server *s, const char *id);
/* Runs clocks, takes over bots of dead nodes, drops idle tables. */
void tables_tick(struct server *s);
/* Called with tables that other nodes have changed. */
void tables_changed(void *server, const struct queue_rows *rows);
/* All who wait at a table are told that the server stops. The store must have come to rest. */
void tables_free(struct server *s);
/* About how much memory they hold, for operators. */
uint64_t tables_bytes(const struct server *s);
/* Loads the whole table from the store again. Guests keep what they have. */
void table_reload(struct table *t);
/* The match was removed or rewritten in the store. It is read again; then its guests are told what
 * is there now, or that it is gone. */
void table_swept(struct server *s, const char *id);
/* Loads entries that other nodes have stored. */
void table_follow(struct table *t);

#endif
