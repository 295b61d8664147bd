/* Reads a position from JSON: a state as `setup` reads it, a seat's view, or an answer of the
 * engine that contains one of them. */
#include <string.h>

#include "advice/odds.h"
#include "advice/refusals.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/refuse.h"

/* The seat to decide, or -1. Only the first of "pending" is looked at: a command line can ask for
 * the others by --seat. */
static int pending_seat(const json_t *root)
{
    const json_t *asked = json_array_get(json_object_get(root, "pending"), 0);
    const json_t *seat = json_object_get(asked, "seat");
    return json_is_integer(seat) ? (int)json_integer_value(seat) : -1;
}

/* A position, and whether it can be a state or a view. An answer of the engine says which; a bare
 * object may be either. `from` is borrowed from what is read. */
struct odds_source {
    const json_t *from;
    int state, view;
};

/* An object without "state" and "view" is taken for a position itself. */
static struct odds_source source_in(const json_t *root)
{
    const json_t *state = json_object_get(root, "state"), *view = json_object_get(root, "view");
    if (json_is_object(state))
        return (struct odds_source){state, 1, 0};
    if (json_is_object(view))
        return (struct odds_source){view, 0, 1};
    return (struct odds_source){root, 1, 1};
}

/* A sentence with two reasons quotes this many bytes of each. */
enum { ROOM_FOR_EACH = 80 };

/* A state is tried first. The bytes are cleared before each try: a reader may fail half way. 0, or
 * -1 with one reason or both. */
static int read_either(struct odds_position *p, const struct game_json *json,
                       struct odds_source source, int viewer, struct refusal *why)
{
    struct refusal no_state, no_view;
    memset(p->state, 0, sizeof p->state);
    if (source.state && json->read_state(p->state, source.from, &no_state) == 0)
        return 0;
    /* The reader of states may have failed half way. */
    memset(p->state, 0, sizeof p->state);
    if (source.view && json->read_view(p->state, source.from, viewer, &no_view) == 0)
        return 0;
    if (source.state && source.view) {
        /* Cut so that the sentence has room for both. */
        no_state.message[ROOM_FOR_EACH] = no_view.message[ROOM_FOR_EACH] = 0;
        return because(why, ROW(neither_state_nor_view), no_state.message, viewer, no_view.message);
    }
    *why = source.state ? no_state : no_view;
    return -1;
}

int odds_read(struct odds_position *p, const json_t *root, int seat, struct refusal *why)
{
    struct odds_source source = source_in(root);
    const char *name = json_string_value(json_object_get(source.from, "game"));
    const struct game_json *json = name ? game_json_by_name(name) : NULL;
    if (!json)
        return because(why, ROW(not_a_position));
    p->game = json->game;
    return read_either(p, json, source, seat < 0 ? pending_seat(source.from) : seat, why);
}
