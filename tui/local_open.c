/* Opens a local table: its file, its lock and its game. */
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "match/badge.h"
#include "match/founding.h"
#include "match/practice.h"
#include "match/refusals.h"
#include "store/open.h"
#include "tui/client_open.h"
#include "tui/face.h"
#include "tui/local.h"

/* ---- opening ---- */

/* 80 random bits in the letters of servers' ids: ids need no check for being taken. */
static void new_id(char id[MATCH_ID + 1])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    uint8_t luck[MATCH_ID];
    randombytes_buf(luck, sizeof luck);
    for (int i = 0; i < MATCH_ID; i++)
        id[i] = letters[luck[i] & 31];
    id[MATCH_ID] = 0;
}

static void lock_path(const struct client *t, const char *id, char path[CLIENT_PATH + 40])
{
    snprintf(path, CLIENT_PATH + 40, "%s/locks/%s", t->folder, id);
}

/* Returns the open file of the lock, or -1 if another program has it, or if it cannot be made.
 * Closing it releases the lock. Two descriptors of one process exclude each other, too. */
static int lock_of(const struct local *l, const char *id)
{
    char path[CLIENT_PATH + 40];
    lock_path(&l->t, id, path);
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) == 0)
        return lock;
    close(lock);
    return -1;
}

int local_lock(struct local *l)
{
    l->lock = lock_of(l, l->t.id);
    return l->lock < 0 ? -1 : 0;
}

/* Not for the game that this table has locked itself: that counts as elsewhere. Leaves an empty
 * file in locks/, which is made for every game anyway. */
int local_is_open_elsewhere(const struct local *l, const char *id)
{
    int lock = lock_of(l, id);
    if (lock >= 0)
        close(lock);
    return lock < 0;
}

/* Gives back what lock_of returned. */
static void release(const struct local *l, const char *id, int lock, int for_good)
{
    char path[CLIENT_PATH + 40];
    lock_path(&l->t, id, path);
    if (for_good)
        unlink(path);
    close(lock);
}

/* The lock file is removed only when the game is over: until then another program may want to
 * resume it. Only the holder of the lock removes it. Who opened it just before finds the game over
 * when it reads the log (take_up). */
void local_unlock(struct local *l)
{
    if (l->lock >= 0)
        release(l, l->t.id, l->lock, l->match.phase >= MATCH_OVER);
    l->lock = -1;
}

/* The bots' thread ends first: it writes to the client's eventfd. */
void local_close(struct client *t)
{
    struct local *l = (struct local *)t;
    if (l->bots)
        thinker_close(l->bots);
    local_unlock(l);
    if (l->store)
        l->store->close(l->store);
    match_free(&l->match);
    writer_free(&l->out);
    writer_free(&l->summary);
}

/* Makes the match `m` with its first entry, and stores it. Returns 0, or -1 with a sentence. */
static int store_match(struct local *l, const char *id, struct match *m,
                       const struct match_founding *f, char why[CLIENT_TEXT])
{
    struct refusal refusal;
    struct entry e;
    if (match_may_found(f, local_now(), &e, &refusal) < 0 ||
        match_take(m, &e, &l->done, &refusal) < 0) {
        snprintf(why, CLIENT_TEXT, "%s", refusal.message);
        return -1;
    }
    if (local_store(l, id, m, &e) < 0) {
        snprintf(why, CLIENT_TEXT, "%.380s", l->store->error);
        return -1;
    }
    return 0;
}

/* Puts a new match, which is stored and locked, in the place of the one at the table. */
static void take_place(struct local *l, const char *id, const struct match *m, int lock)
{
    local_unlock(l);
    match_free(&l->match);
    l->match = *m;
    l->lock = lock;
    strcpy(l->t.id, id);
    l->told_over = 0;
    l->keyboard = SPECTATOR;
}

/* Makes, locks and stores a new match from `f`, which stays the caller's. Returns 0, or -1 with a
 * sentence; then the table is as before. l->bot and t->mine must be set already, because the
 * summary is stored with the first entry. */
static int found_match(struct local *l, const struct match_founding *f, char why[CLIENT_TEXT])
{
    struct match m;
    char id[MATCH_ID + 1];
    /* Locked before it is in the store, so that nobody lists it as free. */
    new_id(id);
    int lock = lock_of(l, id);
    if (lock < 0) {
        snprintf(why, CLIENT_TEXT, "No file can be made in %.200s: %s.", l->t.folder,
                 strerror(errno));
        return -1;
    }
    match_init(&m);
    if (store_match(l, id, &m, f, why) < 0) {
        match_free(&m);
        release(l, id, lock, 1);
        return -1;
    }
    take_place(l, id, &m, lock);
    return 0;
}

/* The people and bots of the game that is over, and new luck. The caller frees it. The bots'
 * specifications stay in l->bot. */
static struct match_founding *found_again(const struct local *l)
{
    struct match_founding *f = calloc(1, sizeof *f);
    MUST(f);
    match_again(&l->match, f);
    randombytes_buf(f->salt, sizeof f->salt);
    randombytes_buf(f->seed, sizeof f->seed);
    return f;
}

/* Begins the next game; the old game's log is left as it is. Returns 0, or -1 after a refusal; then
 * the old game is still at the table. */
static int begin_again(struct local *l, const struct match_founding *f)
{
    struct client *t = &l->t;
    char why[CLIENT_TEXT];
    if (found_match(l, f, why) < 0)
        return client_refuse_text(t, EVENT_NONE, "storage", NULL, why);
    client_forget_story(t);
    memset(t->posed, 0, sizeof t->posed);
    t->record[0] = 0;
    t->resumed = t->has_hint = 0;
    t->practice = l->match.undo_luck;
    return 0;
}

/* A given seed makes the game repeatable; the salt is always random, since it only hides the
 * commitment. */
int local_rematch(struct client *t, const uint8_t seed[32])
{
    struct local *l = (struct local *)t;
    struct match_founding *f = found_again(l);
    if (seed)
        memcpy(f->seed, seed, sizeof f->seed);
    int done = begin_again(l, f);
    free(f);
    return done;
}

/* A practice match is founded from a record (match/practice.h), so the file is read again. `moves`
 * counts from the beginning of the record; `same` keeps its luck. */
int local_practise(struct client *t, uint32_t moves, int same)
{
    struct local *l = (struct local *)t;
    struct record *r = calloc(1, sizeof *r);
    struct match_founding *f = found_again(l);
    struct refusal why;
    MUST(r);
    int done = record_load(r, t->record);
    if (done < 0 || r->wrong.line || moves > r->moves)
        done = client_refuse(t, EVENT_NONE, &refusal_record_ends_there);
    else if (practice_found(f, r, moves, same, &why) < 0)
        done = client_refuse_why(t, EVENT_NONE, &why);
    else
        done = begin_again(l, f);
    practice_free(f);
    record_free(r);
    free(f);
    free(r);
    return done;
}

/* Bots start only if the store can be opened. On failure everything is closed and `why` says what
 * to do. */
struct local *local_open(const char *folder, char why[CLIENT_TEXT])
{
    struct local *l = calloc(1, sizeof *l);
    char path[CLIENT_PATH + 40], error[STORE_ERROR];
    MUST(l && sodium_init() >= 0);
    why[0] = 0;
    client_init(&l->t, &local_kind, folder);
    match_init(&l->match);
    l->lock = l->thinks = -1;
    l->keyboard = SPECTATOR;
    snprintf(path, sizeof path, "%s/locks", l->t.folder);
    if (folder_make(path, why) == 0) {
        snprintf(path, sizeof path, "%s/play.db", l->t.folder);
        l->store = store_open_sqlite(path, 0, error);
        if (!l->store)
            snprintf(
                why, CLIENT_TEXT,
                "Games cannot be stored in %.150s: %.150s. Choose another folder with --save DIR.",
                path, error);
    }
    if (l->store) {
        l->bots = thinker_open(l->t.wake);
        return l;
    }
    client_leave(&l->t);
    return NULL;
}

/* The log has a bot's name without its options; the whole specification goes into l->bot. */
static void fill_seat(struct local *l, struct match_founding *f, const struct client_plan *plan,
                      int seat)
{
    int person = plan->people >> seat & 1;
    f->seat[seat].kind = person ? SEAT_HUMAN : SEAT_BOT;
    if (person) {
        snprintf(f->seat[seat].name, sizeof f->seat[seat].name, "%s",
                 plan->name[seat][0] ? plan->name[seat] : given_name(seat));
        /* Nobody uses the token at a local table, but every person has one (match/). */
        randombytes_buf(f->seat[seat].token, sizeof f->seat[seat].token);
        return;
    }
    snprintf(l->bot[seat], CLIENT_BOT, "%s", plan->bot[seat]);
    snprintf(f->seat[seat].bot, sizeof f->seat[seat].bot, "%.*s",
             (int)strcspn(plan->bot[seat], ":"), plan->bot[seat]);
}

/* The same seed gives the same names: a game can be shown again as it was. Names of people are
 * taken first, so that no bot has the name of a person. */
static void name_bots(struct match_founding *f)
{
    static const uint8_t no_salt[COMMIT_SALT] = {0};
    const char *taken[MAX_SEATS];
    uint8_t table[COMMIT_BYTES];
    commit_make(no_salt, f->seed, table);
    for (int seat = 0; seat < f->players; seat++)
        taken[seat] = f->seat[seat].name;
    for (int seat = 0; seat < f->players; seat++)
        if (f->seat[seat].kind == SEAT_BOT)
            strcpy(f->seat[seat].name, bot_called(table, taken, f->players));
}

/* Copies everything out of the plan. */
static void take_plan(struct local *l, struct match_founding *f, const struct client_plan *plan)
{
    f->json = l->t.json = plan->json;
    f->players = l->t.players = plan->players;
    /* People at one keyboard see each other's hints anyway. */
    f->help = 1;
    f->practice = plan->practice;
    l->t.helps = 1;
    l->t.practice = plan->practice;
    l->t.mine = plan->people;
    memcpy(f->options, plan->options, sizeof f->options);
    memcpy(f->seed, plan->seed, sizeof f->seed);
    randombytes_buf(f->salt, sizeof f->salt);
    for (int seat = 0; seat < plan->players; seat++)
        fill_seat(l, f, plan, seat);
    name_bots(f);
}

/* The count of other games is taken last, when this one is in the store and does not count. */
struct client *client_found(const struct client_plan *plan, char why[CLIENT_TEXT])
{
    struct local *l = local_open(plan->folder, why);
    struct match_founding *f = calloc(1, sizeof *f);
    MUST(f);
    int done = -1;
    if (l) {
        take_plan(l, f, plan);
        done = found_match(l, f, why);
    }
    free(f);
    if (done == 0) {
        l->t.kept = local_count_kept(l);
        return &l->t;
    }
    if (l)
        client_leave(&l->t);
    return NULL;
}
