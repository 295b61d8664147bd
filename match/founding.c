/* Checks what a table is founded with, knows the bots that may sit at tables, and makes the
 * founding of a rematch. */
#include "match/founding_inside.h"

#include <sodium.h>
#include <stdlib.h>

#include "bots/bots.h"
#include "match/inside.h"
#include "match/badge.h"
#include "match/clock_inside.h"
#include "match/keys_inside.h"
#include "match/name.h"
#include "match/refusals.h"
#include "match/reveal_inside.h"
#include "match/watched_inside.h"
#include "wire/game.h"
#include "wire/refuse.h"

/* ---- bots ---- */

/* By its form alone: "@name". Whether the server has it is not known here. */
int match_bot_is_program(const char *name)
{
    size_t n = strlen(name);
    return name[0] == '@' && n > 1 && n <= MATCH_BOT &&
           strspn(name + 1, "abcdefghijklmnopqrstuvwxyz0123456789-") == n - 1;
}

/* Accepts plain names of bots only, without options: guests must not decide how long a bot thinks.
 * An operator's programs are known to their server alone, and the log must be readable without
 * them. Returns the name to keep, or NULL. A name of a program is the caller's text. */
const char *bot_fitting(const struct game *g, const char *name)
{
    struct seated_bot seated;
    if (match_bot_is_program(name))
        return name;
    if (strlen(name) > MATCH_BOT || strchr(name, ':') || bot_read(name, g, &seated))
        return NULL;
    return seated.bot->name;
}

/* Every game has at least `random`. */
const char *bot_usual(const struct game *g)
{
    const char *medium = bot_fitting(g, "medium");
    return medium ? medium : "random";
}

/* A bot that was founded under its own kind's name has none yet. */
int bot_is_nameless(const struct match_seat *s)
{
    return !s->name[0] || strcmp(s->name, s->bot) == 0;
}

/* The name follows from the table's commitment and the names that are taken, so every replay gives
 * the same. */
void bot_name(struct match *m, int seat)
{
    const char *taken[MAX_SEATS] = {NULL};
    for (int i = 0; i < m->players; i++)
        taken[i] = i == seat ? NULL : m->seat[i].name;
    const char *name = bot_called(m->commitment, taken, m->players);
    memcpy(m->seat[seat].name, name, strlen(name) + 1);
}

/* ---- seats ---- */

static int token_given(const uint8_t token[MATCH_TOKEN])
{
    return !sodium_is_zero(token, MATCH_TOKEN);
}

/* Either a nonce or a pledge, and no pledge twice: whoever copies one could not reveal it. */
static int check_pledge(const struct match_founding *f, int seat, struct refusal *why)
{
    const uint8_t *pledge = f->seat[seat].pledge;
    if (!pledge_is_given(pledge))
        return 0;
    if (f->seat[seat].nonce.n)
        return because(why, ROW(nonce_or_commitment));
    for (int other = 0; other < seat; other++)
        if (memcmp(f->seat[other].pledge, pledge, COMMIT_BYTES) == 0)
            return because(why, ROW(commitment_taken));
    return 0;
}

/* Tokens of two seats must differ, or one device would open both. */
static int check_person(const struct match_founding *f, int seat, struct refusal *why)
{
    if (!name_is_clean(f->seat[seat].name))
        return because(why, ROW(founder_name_needed), seat, MATCH_NAME_SHOWN);
    if (!token_given(f->seat[seat].token))
        return because(why, ROW(seat_token_needed), seat);
    for (int i = 0; i < f->seat[seat].keys; i++)
        if (!token_given(f->seat[seat].key[i]))
            return because(why, ROW(seat_token_needed), seat);
    for (int other = 0; other < seat; other++)
        if (memcmp(f->seat[other].token, f->seat[seat].token, MATCH_TOKEN) == 0)
            return because(why, ROW(seat_token_twice), seat, other);
    return check_pledge(f, seat, why);
}

static int check_bot(const struct match_founding *f, int seat, struct refusal *why)
{
    if (!bot_fitting(f->json->game, f->seat[seat].bot))
        return because(why, ROW(seat_unknown_bot), seat, f->seat[seat].bot);
    if (f->seat[seat].name[0] && !name_is_clean(f->seat[seat].name))
        return because(why, ROW(founder_name_needed), seat, MATCH_NAME_SHOWN);
    return 0;
}

/* What a kind of seat does not have must be empty, so that nothing is carried along unseen. */
static int check_seat(const struct match_founding *f, int seat, struct refusal *why)
{
    int kind = f->seat[seat].kind;
    if (kind > SEAT_BOT)
        return because(why, ROW(seat_kind_needed), seat);
    if (f->seat[seat].nonce.n > MATCH_NONCE)
        return because(why, ROW(seat_nonce_long), seat);
    if (kind != SEAT_BOT && f->seat[seat].bot[0])
        return because(why, ROW(seat_without_bot), seat);
    if (kind != SEAT_HUMAN &&
        (f->seat[seat].nonce.n || token_given(f->seat[seat].token) ||
         pledge_is_given(f->seat[seat].pledge) || f->seat[seat].expected || f->seat[seat].keys))
        return because(why, ROW(seat_without_token), seat);
    if (kind == SEAT_EMPTY && f->seat[seat].name[0])
        return because(why, ROW(seat_without_name), seat);
    if (kind == SEAT_EMPTY)
        return 0;
    return kind == SEAT_HUMAN ? check_person(f, seat, why) : check_bot(f, seat, why);
}

/* ---- the rest ---- */

/* Returns 1 if at most one person plays, and nobody is waited for. */
static int is_alone(const struct match_founding *f)
{
    int people = 0, empty = 0;
    for (int seat = 0; seat < f->players; seat++) {
        people += f->seat[seat].kind == SEAT_HUMAN;
        empty += f->seat[seat].kind == SEAT_EMPTY;
    }
    return people <= 1 && empty == 0;
}

/* Options must have been read for as many players. */
static int check_game(const struct match_founding *f, struct refusal *why)
{
    const struct game *g = f->json ? f->json->game : NULL;
    if (!g)
        return because(why, ROW(no_such_game));
    if (f->players < g->min_players || f->players > g->max_players)
        return because(why, ROW(players_needed), g->min_players, g->max_players);
    if (g->players(f->options) != f->players)
        return because(why, ROW(options_players));
    if (f->open > 1 || f->wait > 1 || f->help > 1 || f->practice > 1 || f->locked > 1 ||
        f->approve > 1)
        return because(why, ROW(table_flags_needed));
    return f->practice && !is_alone(f) ? because(why, ROW(practice_alone)) : 0;
}

/* The host is a person at the table. */
static int check_host(const struct match_founding *f, struct refusal *why)
{
    if (!f->host)
        return f->locked || f->approve ? because(why, ROW(host_needed)) : 0;
    if (f->host > f->players || f->seat[f->host - 1].kind != SEAT_HUMAN)
        return because(why, ROW(host_needed));
    return 0;
}

static int check_clock(const struct match_founding *f, struct refusal *why)
{
    if (f->clock.move > CLOCK_MOVE_MOST)
        return because(why, ROW(clock_move_long), CLOCK_MOVE_MOST);
    if (f->clock.game > CLOCK_GAME_MOST)
        return because(why, ROW(clock_game_long), CLOCK_GAME_MOST);
    return 0;
}

/* *s is the game where the fork ends, if 0 is returned. There somebody must be asked, or there is
 * nothing to practise. */
static int play_fork(const struct match_founding *f, struct session *s, struct refusal *why)
{
    if (f->fork.moves > FORK_MOVES || json_array_size(f->fork.chance) != (size_t)f->fork.moves + 1)
        return because(why, ROW(fork_chance_needed), FORK_MOVES);
    if (fork_begin(s, f, why) < 0)
        return -1;
    for (uint32_t i = 0; i < f->fork.moves; i++) {
        struct move move = f->fork_move[i];
        if (move.seat >= f->players)
            return because(why, ROW(fork_move_seat), (int)i);
        if (fork_next(s, &f->fork, i, move, why) < 0)
            return -1;
    }
    return s->game->active(s->state) ? 0 : because(why, ROW(fork_is_over));
}

/* A nonce would change the key of chance, and so the luck. */
static int check_same_luck(const struct match_founding *f, struct refusal *why)
{
    for (int seat = 0; seat < f->players; seat++)
        if (f->seat[seat].nonce.n || pledge_is_given(f->seat[seat].pledge))
            return because(why, ROW(fork_luck_is_given));
    return 0;
}

/* A fork whose end is known was played before, and is not played again. */
static int check_fork(const struct match_founding *f, struct refusal *why)
{
    struct session s;
    if (!f->fork.chance)
        return f->fork.moves || f->fork.same ? because(why, ROW(fork_chance_missing)) : 0;
    if (f->fork.same && check_same_luck(f, why) < 0)
        return -1;
    return f->fork_end ? 0 : play_fork(f, &s, why);
}

/* Sets fork_end, which the founding owns then. */
int founding_play_fork(struct match_founding *f, struct refusal *why)
{
    struct session s;
    if (play_fork(f, &s, why) < 0)
        return -1;
    fork_keep_end(f, &s);
    return 0;
}

/* Called for new tables and for the founding of every log, so a rule that is added here must hold
 * for old logs, too. */
int founding_check(const struct match_founding *f, struct refusal *why)
{
    if (check_game(f, why) < 0 || check_clock(f, why) < 0)
        return -1;
    for (int seat = 0; seat < f->players; seat++)
        if (check_seat(f, seat, why) < 0)
            return -1;
    if (check_host(f, why) < 0)
        return -1;
    return watch_check_founding(f, why) < 0 ? -1 : check_fork(f, why);
}

int match_help_usual(const struct match_founding *f)
{
    return f->fork.chance || is_alone(f);
}

/* The founding of a rematch: the same people, keys, bots and options. Seed, salt, nonces and
 * pledges are not taken over; the caller draws new ones. Seats whose person has left stay
 * theirs. */
void match_again(const struct match *m, struct match_founding *f)
{
    memset(f, 0, sizeof *f);
    f->json = m->session.json;
    /* A new game has the present rules, even if the old one had others. */
    memcpy(f->options, m->options, sizeof f->options);
    game_as_of(f->json->game, f->options, RULES_NOW);
    f->players = m->players;
    f->open = m->open;
    f->wait = m->wait;
    f->help = m->help;
    f->clock = m->clock;
    for (int seat = 0; seat < m->players; seat++) {
        const struct match_seat *s = &m->seat[seat];
        f->seat[seat].kind = s->kind;
        memcpy(f->seat[seat].name, s->name, sizeof s->name);
        keys_again(m, seat, f);
        f->seat[seat].from = s->from;
        f->seat[seat].expected = match_has_pledged(m, seat) && s->away != AWAY_LEFT;
        if (s->kind == SEAT_BOT)
            memcpy(f->seat[seat].bot, s->bot, sizeof s->bot);
    }
    f->practice = m->undo_luck && is_alone(f);
    f->host = (uint8_t)(m->host + 1);
    f->locked = m->locked;
    f->approve = m->approve;
}

/* Everybody moves one seat on, the last to the first, so that another one begins. The host goes
 * along. */
void founding_move_on(struct match_founding *f)
{
    int last = f->players - 1;
    struct match_founding moved = {.players = f->players};
    for (int seat = 0; seat <= last; seat++)
        moved.seat[seat < last ? seat + 1 : 0] = f->seat[seat];
    memcpy(f->seat, moved.seat, sizeof f->seat);
    if (f->host)
        f->host = (uint8_t)(f->host % f->players + 1);
}
