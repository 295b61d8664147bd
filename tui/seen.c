/* Keeps hashes of the views of a game, and finds them in its record. */
#include "tui/seen.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "match/record_play.h"
#include "wire/game.h"

/* Of the JSON form, which does not depend on the machine or on the layout of a state. */
static void hash_view(const struct game_json *json, const struct view *v, uint8_t hash[SEEN_HASH])
{
    struct writer w = {0};
    json->write_state(v->bytes, &w);
    crypto_generichash(hash, SEEN_HASH, (const uint8_t *)w.at, w.n, NULL, 0);
    writer_free(&w);
}

void seen_free(struct seen *s)
{
    free(s->hash);
    memset(s, 0, sizeof *s);
}

/* A view like the last one is not kept twice, as many events change nothing that the viewer
 * sees. */
static void add(struct seen *s, const uint8_t hash[SEEN_HASH])
{
    if (s->n && memcmp(s->hash[s->n - 1], hash, SEEN_HASH) == 0)
        return;
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 64;
        s->hash = realloc(s->hash, s->room * sizeof *s->hash);
        MUST(s->hash);
    }
    memcpy(s->hash[s->n++], hash, SEEN_HASH);
}

/* Any difference means that views were missed, so what came before is given up. */
void seen_whole(struct seen *s, const struct game_json *json, const struct view *v)
{
    uint8_t hash[SEEN_HASH];
    hash_view(json, v, hash);
    /* After a short pause in the line nothing has changed. */
    if (s->json != json || s->viewer != v->seat || !s->n ||
        memcmp(s->hash[s->n - 1], hash, SEEN_HASH) != 0)
        s->n = 0;
    s->json = json;
    s->viewer = v->seat;
    add(s, hash);
}

/* Only after seen_whole. */
void seen_move(struct seen *s, const struct view *v)
{
    uint8_t hash[SEEN_HASH];
    hash_view(s->json, v, hash);
    add(s, hash);
}

/* If the view came several times, its first place is taken: views that are left out only make the
 * comparison weaker, not wrong. */
void seen_undo(struct seen *s, const struct view *v)
{
    uint8_t hash[SEEN_HASH];
    uint32_t at = 0;
    hash_view(s->json, v, hash);
    while (at < s->n && memcmp(s->hash[at], hash, SEEN_HASH) != 0)
        at++;
    s->n = at < s->n ? at : 0;
    add(s, hash);
}

/* ---- comparing ---- */

/* Looks at the record's game as it is now. Returns 1 if it is the view that was last seen. *found
 * counts the views found so far; they need not follow each other closely, because a record may have
 * positions between two views that were not shown. */
static int look(const struct seen *s, const struct session *now, uint32_t *found)
{
    uint8_t hash[SEEN_HASH];
    struct view v;
    view_take(&v, now->game, now->state, s->viewer);
    hash_view(now->json, &v, hash);
    if (*found < s->n && memcmp(s->hash[*found], hash, SEEN_HASH) == 0)
        ++*found;
    return memcmp(s->hash[s->n - 1], hash, SEEN_HASH) == 0;
}

/* The record's positions are made by replaying it with its own outcomes. */
static int find_all(const struct seen *s, struct record_play *p)
{
    struct record_wrong wrong;
    uint32_t found = 0;
    if (record_play_begin(p, &wrong) < 0)
        return 0;
    int last = look(s, &p->session, &found);
    while (p->moves < p->record->moves) {
        if (record_play_next(p, &wrong) < 0)
            return 0;
        last = look(s, &p->session, &found);
    }
    return last && found == s->n;
}

/* Nothing seen fits every record. */
int seen_fits(const struct seen *s, const struct record *r)
{
    if (!s->n)
        return 1;
    if (s->json != r->json || s->viewer >= r->players)
        return 0;
    struct record_play *p = malloc(sizeof *p);
    MUST(p);
    record_play_open(p, r, RECORD_SCRIPT);
    int fits = find_all(s, p);
    free(p);
    return fits;
}
