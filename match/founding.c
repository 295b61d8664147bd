/* What a table may be founded with; bots that sit at tables; the founding of a rematch. */
#include "match/inside.h"

#include <sodium.h>

/* ---- bots ---- */

/* Bots sit under their plain names: how long one may think is not for guests to say. */
const char *bot_fitting(const struct game *g, const char *name)
{
    struct seated_bot seated;
    if (strlen(name) > MATCH_BOT || strchr(name, ':') || bot_read(name, g, &seated))
        return NULL;
    return seated.bot->name;
}

const char *bot_usual(const struct game *g)
{
    const char *medium = bot_fitting(g, "medium");
    return medium ? medium : "random";
}

const char *bot_shown(const struct game *g, const char *name)
{
    const struct bot *bot = bot_by_name(name, g);
    return bot && bot->title ? bot->title : name;
}

/* ---- seats ---- */

static int token_given(const uint8_t token[MATCH_TOKEN])
{
    return !sodium_is_zero(token, MATCH_TOKEN);
}

static int check_person(const struct founding *f, int seat, struct refusal *why)
{
    if (!name_is_clean(f->seat[seat].name))
        return refuse(why, NULL, "seats.%d.name: 1 to %d characters that can be seen are needed",
                      seat, MATCH_NAME_SHOWN);
    if (!token_given(f->seat[seat].token))
        return refuse(why, NULL, "seats.%d.token: a person needs one", seat);
    for (int other = 0; other < seat; other++)
        if (memcmp(f->seat[other].token, f->seat[seat].token, MATCH_TOKEN) == 0)
            return refuse(why, NULL, "seats.%d.token: seat %d has the same", seat, other);
    return 0;
}

static int check_bot(const struct founding *f, int seat, struct refusal *why)
{
    if (!bot_fitting(f->json->game, f->seat[seat].bot))
        return refuse(why, NULL, "seats.%d: there is no bot '%.20s' for this game", seat,
                      f->seat[seat].bot);
    if (f->seat[seat].name[0] && !name_is_clean(f->seat[seat].name))
        return refuse(why, NULL, "seats.%d.name: 1 to %d characters that can be seen are needed",
                      seat, MATCH_NAME_SHOWN);
    return 0;
}

static int check_seat(const struct founding *f, int seat, struct refusal *why)
{
    int kind = f->seat[seat].kind;
    if (kind > SEAT_BOT)
        return refuse(why, NULL, "seats.%d.kind: must be human, bot or empty", seat);
    if (f->seat[seat].nonce.n > MATCH_NONCE)
        return refuse(why, NULL, "seats.%d.nonce: is too long", seat);
    if (kind != SEAT_BOT && f->seat[seat].bot[0])
        return refuse(why, NULL, "seats.%d.bot: no bot sits there", seat);
    if (kind != SEAT_HUMAN && (f->seat[seat].nonce.n || token_given(f->seat[seat].token)))
        return refuse(why, NULL, "seats.%d: only a person has a token or a nonce", seat);
    if (kind == SEAT_EMPTY && f->seat[seat].name[0])
        return refuse(why, NULL, "seats.%d.name: nobody sits there", seat);
    if (kind == SEAT_EMPTY)
        return 0;
    return kind == SEAT_HUMAN ? check_person(f, seat, why) : check_bot(f, seat, why);
}

/* ---- the rest ---- */

static int check_game(const struct founding *f, struct refusal *why)
{
    const struct game *g = f->json ? f->json->game : NULL;
    if (!g)
        return refuse(why, NULL, "game: there is no such game");
    if (f->players < g->min_players || f->players > g->max_players)
        return refuse(why, NULL, "players: this game is for %d to %d", g->min_players,
                      g->max_players);
    if (g->players(f->options) != f->players)
        return refuse(why, NULL, "options: are for another number of players");
    if (f->open > 1 || f->wait > 1 || f->help > 1)
        return refuse(why, NULL, "open, wait, help: must be true or false");
    return 0;
}

static int check_clock(const struct founding *f, struct refusal *why)
{
    if (f->clock.move > CLOCK_MOVE_MOST)
        return refuse(why, NULL, "clock.move: at most 30 days (%d seconds)", CLOCK_MOVE_MOST);
    if (f->clock.game > CLOCK_GAME_MOST)
        return refuse(why, NULL, "clock.game: at most 90 days (%d seconds)", CLOCK_GAME_MOST);
    return 0;
}

static int play_fork(const struct founding *f, struct session *s, struct refusal *why)
{
    if (fork_begin(s, f->json, f->options, &f->fork, why) < 0)
        return -1;
    for (uint32_t i = 0; i < f->fork.moves; i++) {
        struct move move = f->fork_move[i];
        if (move.seat >= f->players)
            return refuse(why, NULL, "fork: move %u has no seat", (unsigned)i);
        if (fork_next(s, &f->fork, i, move, why) < 0)
            return -1;
    }
    return s->game->active(s->state) ? 0 : refuse(why, NULL, "fork: nothing is left to play");
}

static int check_fork(const struct founding *f, struct refusal *why)
{
    struct session s;
    if (!f->fork.chance)
        return f->fork.moves ? refuse(why, NULL, "fork: outcomes are missing") : 0;
    if (f->fork.moves > FORK_MOVES || json_array_size(f->fork.chance) != (size_t)f->fork.moves + 1)
        return refuse(why, NULL,
                      "fork: a list of outcomes for the beginning and each move is "
                      "needed, and at most %d moves",
                      FORK_MOVES);
    return play_fork(f, &s, why);
}

int founding_check(const struct founding *f, struct refusal *why)
{
    if (check_game(f, why) < 0 || check_clock(f, why) < 0)
        return -1;
    for (int seat = 0; seat < f->players; seat++)
        if (check_seat(f, seat, why) < 0)
            return -1;
    return check_fork(f, why);
}

int match_help_usual(const struct founding *f)
{
    int people = 0, empty = 0;
    for (int seat = 0; seat < f->players; seat++) {
        people += f->seat[seat].kind == SEAT_HUMAN;
        empty += f->seat[seat].kind == SEAT_EMPTY;
    }
    return f->fork.chance || (people <= 1 && empty == 0);
}

void match_again(const struct match *m, struct founding *f)
{
    memset(f, 0, sizeof *f);
    f->json = m->session.json;
    memcpy(f->options, m->options, sizeof f->options);
    f->players = m->players;
    f->open = m->open;
    f->wait = m->wait;
    f->help = m->help;
    f->clock = m->clock;
    for (int seat = 0; seat < m->players; seat++) {
        const struct match_seat *s = &m->seat[seat];
        f->seat[seat].kind = s->kind;
        memcpy(f->seat[seat].name, s->name, sizeof s->name);
        memcpy(f->seat[seat].token, s->token, sizeof s->token);
        if (s->kind == SEAT_BOT)
            memcpy(f->seat[seat].bot, s->bot, sizeof s->bot);
    }
}
