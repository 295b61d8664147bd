/* The null game in the protocol: options {"tosses":1-9}, chance {"coin":"heads"|"tails"}. */
#include "games/null/null.h"
#include "wire/wire.h"

static const char *side_name(int side)
{
    static const char *const names[] = {NULL, "heads", "tails", "hidden"};
    return names[side];
}

static int side_by_name(const json_t *name)
{
    const char *text = json_string_value(name);
    for (int side = CALL_HEADS; text && side <= CALL_TAILS; side++)
        if (strcmp(text, side_name(side)) == 0)
            return side;
    return -1;
}

static int null_read_options(void *state, const json_t *options, struct refusal *why)
{
    static const char *const keys[] = {"tosses", NULL};
    struct null_state *s = state;
    int tosses = s->tosses;
    if (!options)
        return 0;
    if (!json_is_object(options))
        return refuse(why, NULL, "options: must be an object");
    if (only_keys(options, "", keys, why) < 0)
        return -1;
    const json_t *given = json_object_get(options, "tosses");
    if (given && read_int(given, "tosses", 1, NULL_MAX_TOSSES, &tosses, why) < 0)
        return -1;
    s->tosses = (uint8_t)tosses;
    return 0;
}

static int read_player(struct null_state *s, int seat, const json_t *player, struct refusal *why)
{
    int score;
    const json_t *call = json_object_get(player, "call");
    if (read_int(json_object_get(player, "score"), "players.score", 0, NULL_MAX_TOSSES, &score,
                 why) < 0)
        return -1;
    int side = json_is_null(call) ? CALL_NONE : side_by_name(call);
    if (side < 0)
        return refuse(why, "N1", "players.call: must be null, heads or tails");
    s->score[seat] = (uint8_t)score;
    s->call[seat] = (uint8_t)side;
    return 0;
}

static int read_winners(struct null_state *s, const json_t *winners, struct refusal *why)
{
    if (json_is_null(winners) || !winners)
        return 0;
    if (!json_is_array(winners) || json_array_size(winners) == 0)
        return refuse(why, "N3", "winners: must be null or a list of seats");
    for (size_t i = 0; i < json_array_size(winners); i++) {
        int seat;
        if (read_int(json_array_get(winners, i), "winners", 0, s->players - 1, &seat, why) < 0)
            return -1;
        s->winners |= (uint8_t)(1u << seat);
    }
    return 0;
}

static int null_read_state(void *state, const json_t *root, struct refusal *why)
{
    struct null_state *s = state;
    const json_t *players = json_object_get(root, "players");
    size_t n = json_array_size(players);
    int toss;
    if (n < null_game.min_players || n > null_game.max_players)
        return refuse(why, NULL, "players: a list of 2 to 6 is needed");
    null_game.init(s, (int)n);
    if (null_read_options(s, json_object_get(root, "options"), why) < 0 ||
        read_int(json_object_get(root, "toss"), "toss", 1, s->tosses, &toss, why) < 0)
        return -1;
    s->toss = (uint8_t)toss;
    for (size_t i = 0; i < n; i++)
        if (read_player(s, (int)i, json_array_get(players, i), why) < 0)
            return -1;
    if (read_winners(s, json_object_get(root, "winners"), why) < 0)
        return -1;
    const char *wrong = null_game.check(s);
    return wrong ? refuse(why, "N2", "%s", wrong) : 0;
}

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
    if (!s->winners) {
        write_null(w);
        return;
    }
    write_begin(w, '[');
    for (int seat = 0; seat < s->players; seat++)
        if (s->winners >> seat & 1)
            write_number(w, seat);
    write_end(w, ']');
}

static void null_write_state(const void *state, struct writer *w)
{
    const struct null_state *s = state;
    write_begin(w, '{');
    write_member_string(w, "game", "null");
    write_key(w, "options");
    write_begin(w, '{');
    write_member_number(w, "tosses", s->tosses);
    write_end(w, '}');
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

static void null_write_event(const struct event *e, struct writer *w)
{
    if (e->item != EVENT_NONE)
        write_member_string(w, "side", side_name(e->item));
}

static void null_write_outcome(const struct outcome *o, struct writer *w)
{
    write_begin(w, '{');
    write_member_string(w, "coin", side_name(o->value[0]));
    write_end(w, '}');
}

static void null_read_outcome(const json_t *entry, struct outcome *o)
{
    const json_t *coin = json_object_get(entry, "coin");
    o->kind = coin ? NULL_CHANCE_COIN : CHANCE_UNKNOWN_KIND;
    o->n = 1;
    int side = side_by_name(coin);
    o->value[0] = side < 0 ? CALL_NONE : (uint8_t)side;
}

const struct game_json null_json = {
    .game = &null_game,
    .read_options = null_read_options,
    .read_state = null_read_state,
    .write_state = null_write_state,
    .write_event = null_write_event,
    .write_outcome = null_write_outcome,
    .read_outcome = null_read_outcome,
};
