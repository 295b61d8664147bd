/* A position out of JSON. A state is read as `setup` reads it. A view lacks what others hold in secret,
 * and the reader of states will not have that; so something that could be there is put in its place
 * first. It is hidden again when the view is taken, and no figure depends on it. */
#include <string.h>

#include "advice/odds.h"

/* One card of the pool, taken out of it, or NULL. */
static const char *card_from_pool(json_t *pool)
{
    const char *id;
    json_t *count;
    json_object_foreach(pool, id, count) {
        json_int_t n = json_integer_value(count);
        if (n > 0)
            return json_integer_set(count, n - 1), id;
    }
    return NULL;
}

/* Who uses the Sacred Chalice on this seat has seen all of its stash: the two who know it, or NULL. */
static json_t *lookers(const json_t *root, int seat)
{
    const json_t *asked = json_array_get(json_object_get(root, "pending"), 0);
    const char *cause = json_string_value(json_object_get(asked, "cause"));
    json_t *target = json_object_get(asked, "target"), *by = json_object_get(asked, "seat");
    if (!cause || strcmp(cause, "sacred-chalice") || !json_is_integer(target) ||
        json_integer_value(target) != seat || !json_is_integer(by))
        return NULL;
    json_t *list = json_array();
    json_array_append(list, seat < json_integer_value(by) ? target : by);
    json_array_append(list, seat < json_integer_value(by) ? by : target);
    return list;
}

static void fill_stash(json_t *root, json_t *stash, int seat)
{
    size_t i;
    json_t *card, *by = lookers(root, seat);
    json_array_foreach(stash, i, card) {
        if (!json_is_null(json_object_get(card, "item")))
            continue;
        const char *id = card_from_pool(json_object_get(root, "pool"));
        if (id)
            json_object_set_new(card, "item", json_string(id));
        if (id && by)
            json_object_set_new(card, "known", json_incref(by));
    }
    json_decref(by);
}

/* Takes chips of a kind into the places of an offer that are hidden, from place *i on. */
static void offer_kind(json_t *offer, const char *id, json_int_t n, size_t *i)
{
    for (; n > 0 && *i < json_array_size(offer); n--, (*i)++)
        if (json_is_null(json_array_get(offer, *i)))
            json_array_set_new(offer, *i, json_string(id));
}

/* The chips another player looks at, out of that player's bag; coloured ones first, and of those the ones from the
 * `first` kind on: not every offer could lead to every question. */
static void fill_offer(json_t *player, int first)
{
    json_t *offer = json_object_get(player, "offer"), *bag = json_object_get(player, "bag"), *count;
    const char *id;
    size_t i = 0;
    for (int round = 0; round < 3; round++) {
        int kind = 0;
        json_object_foreach(bag, id, count) {
            int white = strncmp(id, "white", 5) == 0, early = kind++ >= first;
            if (white ? round == 2 : round == !early)
                offer_kind(offer, id, json_integer_value(count), &i);
        }
    }
}

static void fill_commit(json_t *player)
{
    const char *commit = json_string_value(json_object_get(player, "commit"));
    json_t *bag = json_object_get(player, "bag"), *count;
    const char *id;
    json_int_t chips = 0;
    if (!commit || strcmp(commit, "hidden") != 0)
        return;
    json_object_foreach(bag, id, count)
        chips += json_integer_value(count);
    json_object_set_new(player, "commit", json_string(chips > 0 ? "draw" : "stop"));
}

static int pending_seat(const json_t *root)
{
    const json_t *asked = json_array_get(json_object_get(root, "pending"), 0);
    const json_t *seat = json_object_get(asked, "seat");
    return json_is_integer(seat) ? (int)json_integer_value(seat) : -1;
}

/* What the seat itself holds stays as it is: if that is hidden, the view is another's, and refused. A spectator
 * (-1) holds nothing. */
static void fill_secrets(json_t *root, int seat, int first)
{
    size_t i;
    json_t *player;
    json_array_foreach(json_object_get(root, "players"), i, player) {
        if ((int)i == seat || !json_is_object(player))
            continue;
        fill_stash(root, json_object_get(player, "stash"), (int)i);
        fill_offer(player, first);
        fill_commit(player);
    }
}

/* An answer of the engine has the position inside. */
static json_t *position_in(json_t *root)
{
    json_t *state = json_object_get(root, "state"), *view = json_object_get(root, "view");
    return json_is_object(state) ? state : json_is_object(view) ? view : root;
}

int odds_read_view(struct odds_position *p, json_t *root, int viewer, int guess,
                   struct refusal *why)
{
    root = position_in(root);
    const char *name = json_string_value(json_object_get(root, "game"));
    const struct game_json *json = name ? game_json_by_name(name) : NULL;
    if (!json)
        return refuse(why, NULL,
                      "that is no position: an object with \"game\":\"arcane\" or \"quacks\" is "
                      "needed, as 'state' and 'view' of 'charlatan engine' print it");
    p->game = json->game;
    fill_secrets(root, viewer, guess);
    memset(p->state, 0, sizeof p->state);
    return json->read_state(p->state, root, why);
}

int odds_read(struct odds_position *p, json_t *root, int seat, struct refusal *why)
{
    return odds_read_view(p, root, seat < 0 ? pending_seat(position_in(root)) : seat, 0, why);
}
