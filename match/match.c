/* Makes and copies matches, and applies entries to them. What entries do to people and phases is
 * here; what they do to the game is in play.c. */
#include "match/inside.h"

#include <sodium.h>
#include <stdlib.h>

#include "engine/view.h"
#include "match/clock_inside.h"
#include "match/founding_inside.h"
#include "match/host_inside.h"
#include "match/keys_inside.h"
#include "match/play_inside.h"
#include "match/reveal_inside.h"
#include "match/undo_inside.h"
#include "match/watched_inside.h"
#include "match/way_inside.h"
#include "wire/game.h"

/* Tens of thousands of matches are kept in memory at once. */
_Static_assert(sizeof(struct match) <= 6 * 1024, "a match without its moves is small");

void match_init(struct match *m)
{
    memset(m, 0, sizeof *m);
    m->plea.seat = -1;
    m->host = -1;
}

void match_free(struct match *m)
{
    json_decref(m->fork.chance);
    undone_free(m);
    watch_free(m);
    host_free(m);
    free(m->key);
    free(m->move);
    free(m->way);
    memset(m, 0, sizeof *m);
}

/* Outcomes of a fork and lists of what was taken back are shared, since nobody changes them;
 * everything else is copied. Only the moves that are in use are copied, with room for one more. */
int match_copy(struct match *to, const struct match *from)
{
    struct match copy = *from;
    uint32_t moves = from->moves - from->first;
    copy.move = malloc((moves + 1) * sizeof *copy.move);
    MUST(copy.move);
    if (moves)
        memcpy(copy.move, from->move, moves * sizeof *copy.move);
    copy.room = moves + 1;
    way_copy(&copy, from);
    undone_copy(&copy, from);
    watch_copy(&copy, from);
    keys_copy(&copy, from);
    host_copy(&copy, from);
    json_incref(copy.fork.chance);
    match_free(to);
    *to = copy;
    return 0;
}

int match_is_whole(const struct match *m)
{
    return !m->first && (!m->practice || m->fork.chance) && !(m->watch && m->watch->unproven);
}

/* Afterwards match_is_whole says no, so nobody writes a record of it. */
void match_forget_fork(struct match *m)
{
    json_decref(m->fork.chance);
    m->fork.chance = NULL;
}

/* Lists of JSON are left out: counting them would cost a walk, and few matches have any. */
uint64_t match_bytes(const struct match *m)
{
    uint64_t watch = m->watch ? sizeof *m->watch + m->watch->room * sizeof *m->watch->share : 0;
    return m->room * sizeof *m->move + m->ways * sizeof *m->way + m->keys * sizeof *m->key + watch;
}

/* ---- people ---- */

/* Takes over all that the founding says of the seat. `created` must be set before. */
static void seat_found(struct match *m, const struct match_founding *f, int seat)
{
    struct match_seat *s = &m->seat[seat];
    s->kind = f->seat[seat].kind;
    memcpy(s->name, f->seat[seat].name, sizeof s->name);
    memcpy(s->bot, f->seat[seat].bot, sizeof s->bot);
    memcpy(s->token, f->seat[seat].token, sizeof s->token);
    memcpy(s->pledge, f->seat[seat].pledge, sizeof s->pledge);
    s->nonce = f->seat[seat].nonce;
    s->expected = f->seat[seat].expected;
    s->from = f->seat[seat].from;
    s->token_at = m->created;
    keys_found(m, f, seat);
}

/* The people's names are known now. Called after all seats, because a bot must not have the name of
 * a person at a later one. */
static void bots_found(struct match *m)
{
    for (int seat = 0; seat < m->players; seat++)
        if (m->seat[seat].kind == SEAT_BOT && bot_is_nameless(&m->seat[seat]))
            bot_name(m, seat);
}

/* Where the fork ends. It can be played: else the founding would have been refused. If the founding
 * was read from a log, the end was computed then and is used; else it is computed here, which plays
 * the whole fork. */
static void fork_end_found(struct match *m, const struct match_founding *f)
{
    struct match_founding own = *f;
    struct refusal why;
    if (!f->fork_end)
        MUST(founding_play_fork(&own, &why) == 0);
    way_add(m, f->fork.moves, own.fork_end->state, own.fork_end->place);
    if (!f->fork_end)
        free(own.fork_end);
}

/* Given moves have no entries, so n = 0, and nobody's people: they cannot be taken back. Where
 * there is no fork this only allocates the list. */
static void fork_found(struct match *m, const struct match_founding *f)
{
    m->fork = f->fork;
    m->practice = f->fork.chance != NULL;
    if (m->practice)
        fork_end_found(m, f);
    json_incref(m->fork.chance);
    m->moves = f->fork.moves;
    m->room = m->moves + 1;
    /* The copy of an empty match has allocated lists already. */
    free(m->move);
    m->move = calloc(m->room, sizeof *m->move);
    MUST(m->move);
    for (uint32_t i = 0; i < m->moves; i++)
        m->move[i] = (struct match_move){.move = f->fork_move[i]};
}

/* The order counts: the session before the fork is played, the seats before the bots get names, the
 * witness last. */
void take_table(struct match *m, const struct entry *e)
{
    const struct match_founding *f = e->founding;
    m->created = e->at;
    m->open = f->open;
    m->wait = f->wait;
    m->help = f->help;
    m->undo_luck = f->practice || f->fork.chance;
    m->players = f->players;
    m->clock = f->clock;
    m->host = f->host - 1;
    m->locked = f->locked;
    m->approve = f->approve;
    memcpy(m->seed, f->seed, sizeof m->seed);
    memcpy(m->salt, f->salt, sizeof m->salt);
    commit_make(m->salt, m->seed, m->commitment);
    memcpy(m->options, f->options, sizeof m->options);
    m->rules = f->rules;
    m->session.json = f->json;
    m->session.game = f->json->game;
    memcpy(m->session.state, f->options, sizeof m->session.state);
    for (int seat = 0; seat < m->players; seat++)
        seat_found(m, f, seat);
    bots_found(m);
    fork_found(m, f);
    watch_found(m, f);
}

/* The bot leaves; an open question is asked again, under another number. For BACK and for a person
 * who takes over a seat. The new number makes answers to the old question, which the bot's absence
 * may have left on the way, too late. */
void person_plays(struct match *m, const struct entry *e)
{
    struct match_seat *s = &m->seat[e->seat];
    s->away = AWAY_NO;
    s->bot[0] = 0;
    host_forget_knock(m, e->seat);
    clock_return(m, e->seat, e->at);
    if (s->asked)
        s->asked = e->n;
}

/* Who sits down again without a pledge takes the earlier one back. */
static void take_nonce(struct match_seat *s, const struct entry *e)
{
    s->nonce = e->nonce;
    memcpy(s->pledge, e->pledge, sizeof s->pledge);
    if (pledge_is_given(s->pledge))
        s->expected = 0;
}

/* A new token opens the seat: keys, wishes and the host's rights of whoever sat there before are
 * gone. */
static void seat_give(struct match *m, const struct entry *e)
{
    struct match_seat *s = &m->seat[e->seat];
    keys_forget(m, e->seat);
    memcpy(s->token, e->token, sizeof s->token);
    s->token_ended = 0;
    s->token_at = e->at;
    s->from = e->from;
    m->wants &= (uint8_t) ~(1u << e->seat);
    host_seat_given(m, e->seat);
}

/* Whoever takes over a seat has been told nothing yet. */
static void turn_anew(struct match_seat *s, const struct entry *e)
{
    s->turn = e->n;
    s->turn_at = e->at;
}

/* A person who takes a seat over has answered nothing yet. The seat's nonce stays, because the key
 * of chance was made from it. */
void take_sit(struct match *m, const struct entry *e)
{
    struct match_seat *s = &m->seat[e->seat];
    s->kind = SEAT_HUMAN;
    s->sat = e->n;
    memcpy(s->name, e->name, sizeof s->name);
    /* A person who only changes their name keeps all keys. */
    if (match_seat_of(m, e->token) != e->seat)
        seat_give(m, e);
    play_forget_answer(s);
    if (m->phase == MATCH_RUNNING)
        person_plays(m, e);
    else
        take_nonce(s, e);
    if (s->asked)
        turn_anew(s, e);
}

/* The host's yes and the sitting down are one entry. A no only forgets the knock. */
void take_admit(struct match *m, const struct entry *e)
{
    struct entry sit;
    int comes = host_admitted(m, e, &sit);
    host_forget_knock(m, e->seat);
    if (comes)
        take_sit(m, &sit);
}

void seat_empty(struct match *m, int seat)
{
    keys_forget(m, seat);
    memset(&m->seat[seat], 0, sizeof m->seat[seat]);
    m->wants &= (uint8_t) ~(1u << seat);
}

void take_rise(struct match *m, const struct entry *e)
{
    host_left(m, e->seat);
    seat_empty(m, e->seat);
}

/* Also forgets who had agreed, so nothing is left for the next plea. */
static void plea_close(struct match *m)
{
    m->plea = (struct match_plea){.seat = -1};
}

/* Ends an open plea that is not granted, before this move: refused by a seat, or lapsed (-1). */
static void plea_end(struct match *m, uint32_t move, int by)
{
    if (m->plea.seat >= 0)
        undone_keep_plea(m, move, by);
    plea_close(m);
}

/* Charges the clock up to now, since from here on the bot answers. A person who has left wants to
 * hear nothing more; one whose clock ran out may come back and does. */
void take_away(struct match *m, const struct entry *e)
{
    struct match_seat *s = &m->seat[e->seat];
    clock_charge(m, e->seat, e->at);
    s->away = e->away;
    memcpy(s->bot, e->text, strlen(e->text) + 1);
    if (m->plea.seat == e->seat)
        plea_end(m, m->moves, -1);
    if (e->away != AWAY_LEFT)
        return;
    m->wants &= (uint8_t) ~(1u << e->seat);
    host_left(m, e->seat);
}

/* Who has to agree is fixed now: people who come later are not asked. */
void take_plea(struct match *m, const struct entry *e)
{
    m->plea = (struct match_plea){.seat = e->seat,
                                  .to = e->to,
                                  .asked = undo_asked(m, e->seat),
                                  .until = undo_until(m, e->at)};
}

void take_grant(struct match *m, const struct entry *e)
{
    if (e->yes)
        m->plea.granted |= 1u << e->seat;
    else
        plea_end(m, m->moves, e->seat);
}

/* A move that needs no consent may be taken back while somebody else's plea is open; that ends the
 * plea. */
void take_undo(struct match *m, const struct entry *e)
{
    if (m->plea.seat != e->seat)
        plea_end(m, m->moves, -1);
    clock_undo(m, e->seat);
    play_undo(m, e);
    plea_close(m);
}

void take_lapse(struct match *m, const struct entry *e)
{
    (void)e;
    plea_end(m, m->moves, -1);
}

void take_rematch(struct match *m, const struct entry *e)
{
    memcpy(m->rematch, e->text, sizeof m->rematch);
}

/* Questions are withdrawn, so no clock and no bot goes on. The session stays: views of a closed
 * table can still be asked for. */
void take_close(struct match *m, const struct entry *e)
{
    (void)e;
    m->phase = MATCH_CLOSED;
    for (int seat = 0; seat < m->players; seat++)
        m->seat[seat].asked = 0;
    plea_end(m, m->moves, -1);
}

/* ---- the fold ---- */

/* A move ends an open plea. The plea belongs before the move just made, whose index is moves -
 * 1. */
int take_move(struct match *m, struct entry *e, struct session_done *done, struct refusal *why)
{
    if (play_move(m, e, done, why) < 0)
        return -1;
    plea_end(m, m->moves - 1, -1);
    return 0;
}

/* With a witness a START or MOVE is only noted here and takes place with the PART. Fails only where
 * play.c fails, and then has changed nothing. */
static int carry_out(struct match *m, struct entry *e, struct session_done *done,
                     struct refusal *why)
{
    static const struct {
        void (*take)(struct match *, const struct entry *);
        int (*play)(struct match *, struct entry *, struct session_done *, struct refusal *);
    } way[] = {
#define TYPE(type, name, typescript, example)
#define TAKE(function)                                                                             \
    {                                                                                              \
        .take = function                                                                           \
    }
#define PLAY(function)                                                                             \
    {                                                                                              \
        .play = function                                                                           \
    }
#define ENTRY(kind, key, check, take, traits, members, meaning) [ENTRY_##kind] = take,
#include "match/entries.def"
    };
    if (m->watch && entry_is(e, CHOSEN)) {
        plea_end(m, m->moves, -1);
        watch_choose(m, e);
        return 0;
    }
    if (way[e->kind].play)
        return way[e->kind].play(m, e, done, why);
    way[e->kind].take(m, e);
    return 0;
}

/* The time of an entry never goes back, whatever the log says: clock_at lifts it. `pled` is looked
 * at first, because an undo that was granted closes its plea and then does not count once more. */
int match_take(struct match *m, struct entry *e, struct session_done *done, struct refusal *why)
{
    done->outcomes = done->events = 0;
    e->at = clock_at(m, e->at);
    int pled = m->plea.seat >= 0 && m->plea.seat == e->seat;
    if (entry_check(m, e, why) < 0 || carry_out(m, e, done, why) < 0)
        return -1;
    m->entries++;
    m->others += !entry_is(e, UNCOUNTED);
    m->undos += e->kind == ENTRY_PLEA || (e->kind == ENTRY_UNDO && !pled);
    if (!entry_is(e, ASIDE))
        m->touched = e->at;
    return 0;
}

/* ---- asking ---- */

/* The phase does not matter: before the start everyone who sits there plays. */
int match_person_plays(const struct match *m, int seat)
{
    return m->seat[seat].kind == SEAT_HUMAN && !m->seat[seat].away;
}

/* Empty while the witness is asked: what was chosen must take place first. */
uint32_t match_bots_due(const struct match *m)
{
    uint32_t seats = 0;
    for (int seat = 0; m->phase == MATCH_RUNNING && !match_waits(m) && seat < m->players; seat++)
        if (m->seat[seat].asked && !match_person_plays(m, seat))
            seats |= 1u << seat;
    return seats;
}

/* Only the next step waits: a bot that is in the middle of one finishes it. */
int match_bot_ahead(const struct match *m, int seat)
{
    const struct game *g = m->session.game;
    uint32_t people = match_people(m);
    if (!g->progress || !people || people & (people - 1))
        return 0;
    int mine = g->progress(m->session.state, bit_lowest(people));
    int its = g->progress(m->session.state, seat);
    return mine >= 0 && its >= mine && its % 2 == 0;
}

/* Redacts a copy; the state is untouched. */
void match_view(const struct match *m, int viewer, struct view *v)
{
    MUST(m->begun && viewer >= SPECTATOR && viewer < m->players);
    view_take(v, m->session.game, m->session.state, viewer);
}
