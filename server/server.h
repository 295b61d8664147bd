/* What one server has. Everything here belongs to one thread. What is outside of it, sockets and
 * store, threads and bots, is the host's (host.h); tables are in tables/, people at them in
 * people/. */
#ifndef CHARLATAN_SERVER_SERVER_H
#define CHARLATAN_SERVER_SERVER_H

#include "match/tell.h"
#include "server/admin/bans.h"
#include "server/assets.h"
#include "server/options.h"
#include "store/spread.h"
#include "store/told.h"

enum {
    TABLE_BUCKETS = 1 << 14,
    ASIDE_BUCKETS = 1 << 10,
    /* Operators are told of so many witnesses that this server does not have. */
    ABSENT_MOST = 8,
    /* Whoever is not here and does not answer for so long is told that it is their turn. */
    CALL_AFTER_MS = 30000,
    TICK_MS = 100
};

struct call_messenger;
struct call_parcel;
struct guest;
struct host;
struct inquiries;
struct limits;
struct programs;
struct reviews;
struct subscription_request;
struct table;
struct table_unreadable;

/* What took time: a turn of the loop, while nobody else is answered; reading logs into matches. */
struct server_times {
    struct spread loop, fold;
};

/* Counters since the start, for operators (metrics.c says what each counts); `tables` and `aside`
 * are how many there are now. */
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

/* Fills in what a server begins with, at its time `now`. */
void server_begin(struct server *s);
/* Closes the parts of a server, and frees them; not the server itself, nor the transport. */
void server_close(struct server *s);

#endif
