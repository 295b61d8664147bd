/* The null game on the wire: options {"tosses":1-9,"gift0":0-9,...,"gift5":0-9}, chance
 * {"coin":"heads"|"tails"}. */
#include "games/null/null.h"
#include "games/null/refusals.h"
#include "wire/event.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/outcome.h"
#include "wire/read.h"
#include "wire/refuse.h"
#include "wire/write.h"

/* CALL_NONE has no name: it is null in JSON. */
static const char *side_name(int side)
{
    static const char *const names[] = {NULL, "heads", "tails", "hidden"};
    return names[side];
}

/* Only heads and tails can be called or tossed; "hidden" is refused. */
static int side_by_name(const char *text)
{
    for (int side = CALL_HEADS; side <= CALL_TAILS; side++)
        if (strcmp(text, side_name(side)) == 0)
            return side;
    return -1;
}

/* By seat: the points it begins with. */
static const char *gift_key(int seat)
{
    static const char *const keys[] = {"gift0", "gift1", "gift2", "gift3", "gift4", "gift5"};
    return keys[seat];
}

/* A seat that does not play gets none. */
static int read_gifts(struct null_state *s, const json_t *options, struct refusal *why)
{
    for (int seat = 0; seat < MAX_SEATS; seat++) {
        const json_t *value = json_object_get(options, gift_key(seat));
        int gift = 0, most = seat < s->players ? NULL_MAX_GIFT : 0;
        if (value && read_int(value, gift_key(seat), 0, most, &gift, why) < 0)
            return -1;
        s->gift[seat] = (uint8_t)gift;
    }
    return 0;
}

/* Without options the defaults stay. Unknown keys are refused, so that a misspelt option is
 * noticed. */
static int null_read_options(void *state, const json_t *options, struct refusal *why)
{
    static const char *const keys[] = {"tosses", "gift0", "gift1", "gift2",
                                       "gift3",  "gift4", "gift5", NULL};
    struct null_state *s = state;
    int tosses = s->tosses;
    int given = options_given(options, keys, why);
    if (given <= 0)
        return given;
    const json_t *value = json_object_get(options, "tosses");
    if (value && read_int(value, "tosses", 1, NULL_MAX_TOSSES, &tosses, why) < 0)
        return -1;
    s->tosses = (uint8_t)tosses;
    return read_gifts(s, options, why);
}

/* Reads a player's call (N1); in a view another player's call may be hidden. */
static int read_call(const json_t *call, int may_hide)
{
    const char *text = json_string_value(call);
    if (json_is_null(call))
        return CALL_NONE;
    if (may_hide && text && strcmp(text, side_name(CALL_HIDDEN)) == 0)
        return CALL_HIDDEN;
    return text ? side_by_name(text) : -1;
}

/* In a state (viewer REFEREE) no call is hidden, and in a view never the viewer's own. */
static int read_player(struct null_state *s, int seat, const json_t *player, int viewer,
                       struct refusal *why)
{
    int score, side;
    if (read_int(json_object_get(player, "score"), "players.score", 0,
                 NULL_MAX_TOSSES + NULL_MAX_GIFT, &score, why) < 0)
        return -1;
    side = read_call(json_object_get(player, "call"), viewer != REFEREE && viewer != seat);
    if (side < 0)
        return because(why, ROW(call_unknown));
    s->score[seat] = (uint8_t)score;
    s->call[seat] = (uint8_t)side;
    return 0;
}

/* null means that nobody has won yet; an empty list is refused. The check at the end of
 * read_position knows whether there may be any. */
static int read_winners(struct null_state *s, const json_t *winners, struct refusal *why)
{
    if (json_is_null(winners) || !winners)
        return 0;
    if (!json_is_array(winners) || json_array_size(winners) == 0)
        return because(why, ROW(winners_needed));
    return read_seat_set(winners, "winners", s->players, &s->winners, why);
}

/* Reads a state if the viewer is the referee, else a view. Options come first, because the range of
 * `toss` depends on them. The check at the end catches what single ranges cannot. */
static int read_position(struct null_state *s, const json_t *root, int viewer, struct refusal *why)
{
    const json_t *players = json_object_get(root, "players");
    size_t n = json_array_size(players);
    int toss;
    if (n < null_game.min_players || n > null_game.max_players)
        return because(why, ROW(null_players_needed));
    null_game.init(s, (int)n);
    if (null_read_options(s, json_object_get(root, "options"), why) < 0 ||
        read_int(json_object_get(root, "toss"), "toss", 1, s->tosses, &toss, why) < 0)
        return -1;
    s->toss = (uint8_t)toss;
    for (size_t i = 0; i < n; i++)
        if (read_player(s, (int)i, json_array_get(players, i), viewer, why) < 0)
            return -1;
    if (read_winners(s, json_object_get(root, "winners"), why) < 0)
        return -1;
    const char *wrong = null_game.check(s);
    return wrong ? because(why, ROW(null_state_impossible), wrong) : 0;
}

/* After -1 the state is of no use. */
static int null_read_state(void *state, const json_t *root, struct refusal *why)
{
    return read_position(state, root, REFEREE, why);
}

/* The last check compares the view with what redact() would leave of it. */
static int null_read_view(void *view, const json_t *root, int viewer, struct refusal *why)
{
    if (read_position(view, root, viewer, why) < 0)
        return -1;
    if (viewer >= null_game.players(view))
        return because(why, ROW(nobody_at_seat), viewer);
    if (view_shows_secrets(&null_game, view, viewer))
        return because(why, ROW(call_shown));
    return 0;
}

/* One entry for each seat that must call. */
static void write_pending(const struct null_state *s, struct writer *w)
{
    write_begin(w, '[');
    for (int seat = 0; seat < s->players; seat++) {
        if (!null_game.legal(s, seat))
            continue;
        write_begin(w, '{');
        write_member_string(w, "kind", "call");
        write_member_number(w, "seat", seat);
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* The call of the present toss; null until it is made. */
static void write_player(const struct null_state *s, int seat, struct writer *w)
{
    write_begin(w, '{');
    write_member_number(w, "score", s->score[seat]);
    write_key(w, "call");
    if (s->call[seat] == CALL_NONE)
        write_null(w);
    else
        write_string(w, side_name(s->call[seat]));
    write_end(w, '}');
}

static void write_winners(const struct null_state *s, struct writer *w)
{
    if (s->winners)
        write_seat_set(w, s->winners);
    else
        write_null(w);
}

/* No gift is no member: games without gifts are written as they were before there were any. */
static void null_write_options(const void *state, struct writer *w)
{
    const struct null_state *s = state;
    write_begin(w, '{');
    write_member_number(w, "tosses", s->tosses);
    for (int seat = 0; seat < s->players; seat++)
        if (s->gift[seat])
            write_member_number(w, gift_key(seat), s->gift[seat]);
    write_end(w, '}');
}

/* Writes views too; their hidden calls are "hidden". */
static void null_write_state(const void *state, struct writer *w)
{
    const struct null_state *s = state;
    write_begin(w, '{');
    write_member_string(w, "game", "null");
    write_key(w, "options");
    null_write_options(s, w);
    write_member_number(w, "toss", s->toss);
    write_key(w, "pending");
    write_pending(s, w);
    write_key(w, "players");
    write_begin(w, '[');
    for (int seat = 0; seat < s->players; seat++)
        write_player(s, seat, w);
    write_end(w, ']');
    write_key(w, "winners");
    write_winners(s, w);
    write_end(w, '}');
}

/* ---- events and chance ---- */

/* The side is the item of an event. It is the main member, so the short form may use it as the
 * value. */
static const struct event_member event_members[] = {
    {"side", FIELD_ITEM, 0, 1, EVERY_KIND, side_name, side_by_name},
    {.key = NULL},
};
static const struct event_form events = {&null_game, NULL_EVENTS, event_members, NULL};

/* One row for each kind of chance; the key is the word in `force` and in records. */
static const struct outcome_row outcomes[] = {
    {"coin", NULL_CHANCE_COIN, OUTCOME_ID, 0, side_name, side_by_name},
    {.key = NULL},
};

const struct game_json null_json = {
    .game = &null_game,
    .read_options = null_read_options,
    .write_options = null_write_options,
    .read_state = null_read_state,
    .read_view = null_read_view,
    .write_state = null_write_state,
    .events = &events,
    .outcomes = outcomes,
};
