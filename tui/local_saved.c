/* Unfinished local games: lists them and resumes one. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/store.h"
#include "tui/call.h"
#include "tui/client_open.h"
#include "tui/client_saved.h"
#include "tui/face.h"
#include "tui/local.h"
#include "wire/shown.h"

/* ---- what the store has ---- */

/* `summary` is JSON, zero-terminated and owned by the row. */
struct saved_row {
    char id[MATCH_ID + 1];
    char *summary;
};

struct saved_rows {
    int n;
    struct saved_row *at;
};

/* Called by the store for each match. Ids that are none of ours are passed over. */
static void note_row(void *arg, const char *match, int64_t touched, const char *text, size_t len)
{
    struct saved_rows *r = arg;
    (void)touched;
    /* Ids become names of files and are shown. */
    char id[MATCH_ID + 1];
    snprintf(id, sizeof id, "%s", match);
    if (!address_is_id(id))
        return;
    r->at = realloc(r->at, (size_t)(r->n + 1) * sizeof *r->at);
    MUST(r->at);
    strcpy(r->at[r->n].id, id);
    r->at[r->n].summary = strndup(text, len);
    MUST(r->at[r->n].summary);
    r->n++;
}

/* Lists all running games, of one kind of game or with NULL of all: they come by the time of their
 * founding, and the oldest may be the one played last. Returns 0, or -1 with a sentence. `r` is
 * valid in any case; free_rows frees it. */
static int list_rows(struct local *l, const struct game *game, struct saved_rows *r,
                     char why[CLIENT_TEXT])
{
    struct store_query q = {MATCH_RUNNING, 0, game ? game->name : NULL, INT64_MAX, INT_MAX};
    *r = (struct saved_rows){0, NULL};
    if (l->store->list(l->store, &q, note_row, r) == 0)
        return 0;
    snprintf(why, CLIENT_TEXT, "The games cannot be read: %s", l->store->error);
    return -1;
}

static void free_rows(struct saved_rows *r)
{
    for (int i = 0; i < r->n; i++)
        free(r->at[i].summary);
    free(r->at);
    *r = (struct saved_rows){0, NULL};
}

/* Reads the specifications of the bots from the summary. Returns the set of people's seats; 0 if
 * only bots play. A damaged summary is that of a game without people, which is not offered. */
static uint32_t read_summary(struct local *l, const char *text)
{
    json_t *summary = json_loads(text, 0, NULL), *bots = json_object_get(summary, "bots");
    uint32_t people = (uint32_t)json_integer_value(json_object_get(summary, "people"));
    for (size_t seat = 0; seat < MAX_SEATS; seat++) {
        const char *bot = json_string_value(json_array_get(bots, seat));
        text_clean(l->bot[seat], CLIENT_BOT, bot ? bot : "");
    }
    json_decref(summary);
    return people;
}

/* Games of bots alone are left in the store but not offered. */
static int row_has_people(const struct saved_row *row)
{
    json_t *summary = json_loads(row->summary, 0, NULL);
    int people = json_integer_value(json_object_get(summary, "people")) != 0;
    json_decref(summary);
    return people;
}

/* Games that are open in other windows do not wait for anybody. 0 if the store cannot be read: the
 * count is only a reminder. */
int local_count_kept(struct local *l)
{
    struct saved_rows r;
    char why[CLIENT_TEXT];
    int n = 0;
    int failed = list_rows(l, NULL, &r, why);
    for (int i = 0; i < r.n && !failed; i++)
        n += strcmp(r.at[i].id, l->t.id) != 0 && row_has_people(&r.at[i]) &&
             !local_is_open_elsewhere(l, r.at[i].id);
    free_rows(&r);
    return n;
}

/* ---- taking one up ---- */

/* Reads the whole game of the row. Its lock may be held by another program, so nothing may be
 * written after this alone. Returns 0, or -1 with a sentence. */
static int rebuild(struct local *l, const struct saved_row *row, uint32_t people,
                   char why[CLIENT_TEXT])
{
    strcpy(l->t.id, row->id);
    l->t.mine = people;
    if (local_fold(l, why) < 0)
        return -1;
    /* A summary may name more seats than the match has. */
    l->t.mine &= (uint32_t)bits_below(l->match.players);
    return 0;
}

/* Returns 1 if this game is resumed, 0 if it is not suitable, -1 with the reason on failure. On 1
 * the table holds the game's lock. On 0 the table may be used for another row. */
static int take_up(struct local *l, const struct saved_row *row, char why[CLIENT_TEXT])
{
    uint32_t people = read_summary(l, row->summary);
    if (!people)
        return 0;
    strcpy(l->t.id, row->id);
    if (local_lock(l) < 0)
        return 0;
    if (rebuild(l, row, people, why) < 0)
        return -1;
    /* It was finished after it was listed and before it was locked. */
    if (l->match.phase != MATCH_RUNNING) {
        local_unlock(l);
        return 0;
    }
    l->t.helps = l->t.resumed = 1;
    l->t.practice = l->match.undo_luck;
    l->t.kept = local_count_kept(l);
    return 1;
}

/* ---- the list ---- */

static void add_seat(const struct local *l, int seat, const char *before, char words[SAVED_WORDS])
{
    struct client_seat s;
    size_t n = strlen(words);
    client_seat(&l->t, seat, &s);
    snprintf(words + n, SAVED_WORDS - n, "%s%s", before, s.name);
}

/* Such as "turn 4 of 9, 12 points; Wanda, Zeno". People are named if there are several. The game
 * must be rebuilt, with at least one seat of ours. */
static void describe(const struct local *l, char words[SAVED_WORDS])
{
    const struct face *face = face_of(l->match.session.game);
    int viewer = bit_lowest(l->t.mine), shown = 0;
    uint32_t unnamed = bit_count(l->t.mine) > 1 ? 0 : l->t.mine;
    struct view view;
    struct board_showing s = {.face = face, .view = view.bytes, .viewer = viewer};
    words[0] = 0;
    if (client_view(&l->t, viewer, &view) == 0)
        face->progress(&s, words);
    for (int seat = 0; seat < l->match.players; seat++)
        if (!(unnamed >> seat & 1))
            add_seat(l, seat, shown++ ? ", " : "; ", words);
    /* A name may have been cut. */
    text_tidy(words);
}

/* Adds the game of a row, unless it has no people or is over meanwhile. A game that cannot be read
 * is listed with the reason in place of its words, and without a game: so nobody wonders where it
 * is. */
static void note_saved(struct local *l, const struct saved_row *row, struct client_saves *to)
{
    struct client_saved *at = &to->at[to->n];
    uint32_t people = read_summary(l, row->summary);
    char why[CLIENT_TEXT] = "";
    if (!people)
        return;
    memset(at, 0, sizeof *at);
    strcpy(at->id, row->id);
    if (rebuild(l, row, people, why) < 0) {
        snprintf(at->words, sizeof at->words, "%.*s", SAVED_WORDS - 1, why);
    } else {
        if (l->match.phase != MATCH_RUNNING)
            return;
        at->game = l->match.session.game;
        at->touched = l->match.touched;
        describe(l, at->words);
    }
    at->open = local_is_open_elsewhere(l, at->id);
    to->n++;
}

static int played_later(const void *a, const void *b)
{
    int64_t one = ((const struct client_saved *)a)->touched;
    int64_t two = ((const struct client_saved *)b)->touched;
    return one < two ? 1 : one > two ? -1 : 0;
}

/* `to` has room for all rows; the list may be shorter. */
static void list_saved(struct local *l, const struct saved_rows *r, struct client_saves *to)
{
    *to = (struct client_saves){0, calloc((size_t)r->n + 1, sizeof *to->at)};
    MUST(to->at);
    for (int i = 0; i < r->n; i++)
        note_saved(l, &r->at[i], to);
    qsort(to->at, (size_t)to->n, sizeof to->at[0], played_later);
}

/* Every game is replayed to describe it, which takes a moment for long lists. */
int client_list_saved(const struct game *game, const char *folder, struct client_saves *to,
                      char why[CLIENT_TEXT])
{
    struct local *l = local_open(folder, why);
    struct saved_rows r = {0, NULL};
    *to = (struct client_saves){0, NULL};
    if (!l)
        return -1;
    int failed = list_rows(l, game, &r, why);
    if (!failed)
        list_saved(l, &r, to);
    free_rows(&r);
    client_leave(&l->t);
    return failed;
}

void client_free_saved(struct client_saves *list)
{
    free(list->at);
    *list = (struct client_saves){0, NULL};
}

/* In local time. `text` is written over; returned for use in printf. */
char *client_when(int64_t ms, char text[32])
{
    time_t then = (time_t)(ms / 1000), now = time(NULL);
    struct tm a, b;
    localtime_r(&then, &a);
    localtime_r(&now, &b);
    int today = a.tm_year == b.tm_year && a.tm_yday == b.tm_yday;
    strftime(text, 32,
             today                    ? "today %H:%M"
             : a.tm_year == b.tm_year ? "%e %b %H:%M"
                                      : "%e %b %Y",
             &a);
    return text;
}

/* ---- resuming ---- */

/* Resumes the one game whose id begins with these letters. Returns 1, or -1 with a sentence if none
 * or several do, or if another program plays it. "" fits all, so it works while there is only
 * one. */
static int resume_id(struct local *l, const struct saved_rows *r, const char *id,
                     char why[CLIENT_TEXT])
{
    const struct saved_row *fits = NULL;
    int n = 0;
    for (int i = 0; i < r->n; i++)
        if (!strncmp(r->at[i].id, id, strlen(id)) && row_has_people(&r->at[i])) {
            fits = &r->at[i];
            n++;
        }
    if (n != 1) {
        snprintf(why, CLIENT_TEXT, "%s begins with '%.40s'; 'charlatan play --list' shows the list",
                 n ? "More than one unfinished game" : "No unfinished game", id);
        return -1;
    }
    int found = take_up(l, fits, why);
    if (found == 0)
        snprintf(why, CLIENT_TEXT, "The game %s is open in another window", fits->id);
    return found > 0 ? 1 : -1;
}

struct client *client_resume_id(const char *id, const char *folder, char why[CLIENT_TEXT])
{
    struct local *l = local_open(folder, why);
    struct saved_rows r = {0, NULL};
    if (!l)
        return NULL;
    int found = list_rows(l, NULL, &r, why);
    if (found == 0)
        found = resume_id(l, &r, id, why);
    free_rows(&r);
    if (found > 0)
        return &l->t;
    client_leave(&l->t);
    return NULL;
}
