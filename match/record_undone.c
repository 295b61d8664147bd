/* Reads and plays the lists of what was taken back; see record_undone.h. */
#include "match/record_undone.h"

#include <stdlib.h>

#include "match/refusals.h"
#include "wire/read.h"
#include "wire/refuse.h"

static int number_of(const json_t *item, const char *key)
{
    return (int)json_integer_value(json_object_get(item, key));
}

/* ---- the form ---- */

struct undone_form {
    int players;
    /* How many actions stand, and the least that may. */
    int depth, stand;
    /* Counts members that this version does not know. */
    unsigned *unknown;
    struct refusal *why;
};

static int check_seat(const struct undone_form *f, const json_t *item, const char *key)
{
    int seat;
    return read_int(json_object_get(item, key), key, 0, f->players - 1, &seat, f->why);
}

/* Each action makes one more that stands for the moment. Whether it was legal is found when it is
 * played. */
static int check_action(struct undone_form *f, const json_t *item)
{
    static const char *const keys[] = {"seat", "action", NULL};
    const char *action = json_string_value(json_object_get(item, "action"));
    *f->unknown += unknown_keys(item, keys);
    if (check_seat(f, item, "seat") < 0)
        return -1;
    if (!action || strlen(action) >= MAX_NAME)
        return because(f->why, ROW(action_text_needed), MAX_NAME - 1);
    f->depth++;
    return 0;
}

/* May go back to any place from the list's beginning on, not before it. */
static int check_undo(struct undone_form *f, const json_t *item)
{
    static const char *const keys[] = {"undo", "seat", "agreed", NULL};
    const json_t *agreed = json_object_get(item, "agreed");
    uint8_t seats;
    *f->unknown += unknown_keys(item, keys);
    if (check_seat(f, item, "seat") < 0)
        return -1;
    if (!json_is_array(agreed))
        return because(f->why, ROW(agreed_needed));
    if (read_seat_set(agreed, "agreed", f->players, &seats, f->why) < 0)
        return -1;
    return read_int(json_object_get(item, "undo"), "undo", f->stand, f->depth - 1, &f->depth,
                    f->why);
}

/* A refusal names the seat, a lapse does not. */
static int check_plea(struct undone_form *f, const json_t *item)
{
    static const char *const keys[] = {"plea", "seat", "to", "by", NULL};
    const char *end = json_string_value(json_object_get(item, "plea"));
    int to, refused = end && strcmp(end, "refused") == 0;
    *f->unknown += unknown_keys(item, keys);
    if (check_seat(f, item, "seat") < 0 ||
        read_int(json_object_get(item, "to"), "to", 0, f->depth, &to, f->why) < 0)
        return -1;
    if (!end || (!refused && strcmp(end, "lapsed") != 0) ||
        refused != (json_object_get(item, "by") != NULL))
        return because(f->why, ROW(plea_end_needed));
    return refused ? check_seat(f, item, "by") : 0;
}

static int check_item(struct undone_form *f, const json_t *item)
{
    if (json_object_get(item, "action"))
        return check_action(f, item);
    if (json_object_get(item, "undo"))
        return check_undo(f, item);
    if (json_object_get(item, "plea"))
        return check_plea(f, item);
    return because(f->why, ROW(undone_unknown));
}

/* A list that had no room is left out, and says so. */
static int is_cut(const json_t *list)
{
    const json_t *first = json_array_get(list, 0);
    return json_array_size(list) == 1 && json_is_true(json_object_get(first, "cut")) &&
           json_object_size(first) == 1;
}

/* In the end nothing of the list may stand. `stand` is how many moves do. Also limits the work of
 * undone_play. */
int undone_check(const json_t *list, uint32_t stand, int players, unsigned *unknown,
                 struct refusal *why)
{
    struct undone_form f = {players, (int)stand, (int)stand, unknown, why};
    size_t n = json_array_size(list);
    if (n < 1 || n > UNDONE_MOST)
        return because(why, ROW(undone_needed), UNDONE_MOST);
    if (is_cut(list))
        return 0;
    for (size_t i = 0; i < n; i++)
        if (check_item(&f, json_array_get(list, i)) < 0)
            return -1;
    return f.depth == f.stand ? 0 : because(why, ROW(undone_stands), f.depth, f.stand);
}

/* ---- the game ---- */

/* Outcomes are drawn as they come and compared with nothing, as the record has none of them: what
 * is checked is that the action was legal. */
static int play_action(struct session *s, const json_t *item, struct refusal *why)
{
    int seat = number_of(item, "seat");
    const char *action = json_string_value(json_object_get(item, "action"));
    uint32_t active = s->game->active(s->state);
    if (!(active >> seat & 1))
        return because(why, ROW(undone_not_asked), seat);
    int answer = session_answer(s, seat, action);
    if (answer < 0) {
        s->game->explain(s->state, seat, action, why);
        return -1;
    }
    s->game->apply(s->state, seat, answer, &s->chance, NULL);
    return 0;
}

/* The game after an action that stands, to go back to it. */
struct undone_point {
    struct session session;
    /* With a witness: the action's question, and whether its luck is known. */
    uint8_t question[WITNESS_HASH];
    int known;
};

/* Where the luck is not known the state is not either, so nothing more is played on this branch;
 * questions are still counted. */
static int play_next(struct undone_point *k, struct record_watch *watch, const json_t *item,
                     struct refusal *why)
{
    uint8_t luck[32];
    if (watch) {
        int seat = number_of(item, "seat");
        const char *action = json_string_value(json_object_get(item, "action"));
        k->known &= record_watch_undone(watch, seat, action, k->question, luck);
        chance_seed(&k->session.chance, luck);
    }
    return k->known ? play_action(&k->session, item, why) : 0;
}

/* `from` is unchanged. The list must have passed undone_check. Keeps a session for each action, as
 * any of them may be gone back to. */
int undone_play(const json_t *list, uint32_t stand, const struct session *from,
                struct record_watch *watch, struct refusal *why)
{
    size_t n = json_array_size(list), depth = 0;
    struct undone_point *kept = malloc((n + 1) * sizeof *kept);
    int played = 0;
    MUST(kept);
    kept[0] = (struct undone_point){.session = *from, .known = 1};
    if (watch)
        memcpy(kept[0].question, watch->question, WITNESS_HASH);
    for (size_t i = 0; i < n && played == 0 && !is_cut(list); i++) {
        const json_t *item = json_array_get(list, i);
        if (json_object_get(item, "action")) {
            kept[depth + 1] = kept[depth];
            played = play_next(&kept[++depth], watch, item, why);
        } else if (json_object_get(item, "undo")) {
            depth = (size_t)number_of(item, "undo") - stand;
        }
    }
    free(kept);
    return played;
}

/* ---- telling ---- */

static uint32_t go_back(struct undone_walk *walk, const json_t *item)
{
    uint32_t to = (uint32_t)number_of(item, "undo"), back = walk->depth - to;
    walk->depth = to;
    return back;
}

static uint32_t agreed_of(const json_t *item)
{
    const json_t *list = json_object_get(item, "agreed");
    uint32_t seats = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        seats |= 1u << json_integer_value(json_array_get(list, i));
    return seats;
}

/* The next undo or plea; back 0: a plea that was not granted. The list must have passed
 * undone_check, or be NULL. */
int undone_next(struct undone_walk *walk, struct undone_event *event)
{
    const json_t *item;
    while ((item = json_array_get(walk->list, walk->at++)) != NULL) {
        int undo = json_object_get(item, "undo") != NULL, by = !!json_object_get(item, "by");
        walk->depth += json_object_get(item, "action") != NULL;
        if (!undo && !json_object_get(item, "plea"))
            continue;
        *event = (struct undone_event){.seat = number_of(item, "seat"),
                                       .back = undo ? go_back(walk, item) : 0,
                                       .agreed = agreed_of(item),
                                       .by = by ? number_of(item, "by") : -1};
        return 1;
    }
    return 0;
}
