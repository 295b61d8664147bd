/* What happens at one table. The match takes an entry at once, and the entry is queued for the
 * store. Messages about it wait in an `entry_pending` until it is durable. If the store says that
 * somebody else was faster, or fails, everything that was not stored is dropped and the match is
 * computed again from its log. */
#ifndef CHARLATAN_SERVER_TABLES_TABLE_H
#define CHARLATAN_SERVER_TABLES_TABLE_H

#include "match/entry.h"
#include "match/keys.h"
#include "match/match.h"
#include "wire/write.h"

struct guest;
struct http;
struct peer_message;
struct queue_rows;
struct store_text;
struct table;

enum {
    /* For this time after a restart, nobody loses by the clock. */
    GRACE_MS = 60000,
    /* Who answers in that time keeps at least this much. */
    GRACE_LEFT_MS = 30000
};

/* Whom to answer when an entry is stored. All zeros but for what is asked; seat -1 where none is
 * meant. It is copied when an entry is submitted. */
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
    /* TABLE after this entry; the keys of its seat, if it is about keys. "" if lists show the same
     * as before. */
    struct writer summary;
    struct entry_reply reply;
};

/* Takes an entry, queues it for the store, and tells everybody once it is stored. -1: the entry
 * is not valid here; the reply is not used. */
int table_submit(struct table *t, struct entry *e, const struct entry_reply *reply);
/* Takes a match that was founded elsewhere; `text` is its first entry. */
void table_found(struct table *t, struct match *m, const struct entry *e,
                 const struct store_text *text, const struct entry_reply *reply);
/* Adds a reply to entry n, which is pending. */
void table_reply_later(struct table *t, uint32_t n, const struct entry_reply *reply);
/* The guest goes: its entries stay, but nothing answers it any more. */
void table_forget_guest(struct table *t, const struct guest *g);
/* The server stops: refuses whoever waits for an entry. The store must have come to rest. */
void table_drop_pending(struct table *t);
/* Answers those whose entries are in doubt, once the log was read or could not be. */
void table_settle_doubts(struct table *t, const struct queue_rows *rows);
/* The time that counts for an answer of this seat now. */
int64_t table_time_of(const struct table *t, int seat);
/* Does what follows without anybody's doing: starts, clocks, bots. */
void table_go_on(struct table *t);

/* ---- messages about an entry, by viewer, spectators last ---- */

/* Makes them for the viewers who are there now. Call it once the match has taken the entry; the
 * server's `before` and `done` are about it. */
void table_make_messages(struct table *t, const struct match *m, const struct entry *e,
                         struct peer_message *told[MAX_SEATS + 1]);
/* Sends those about entry n, which is stored. A guest for whom there is none catches up. */
void table_publish(struct table *t, uint32_t n, struct peer_message *const told[MAX_SEATS + 1]);
/* Gives them back: every list that was made, published or not. */
void messages_drop(struct peer_message *told[MAX_SEATS + 1]);

#endif
