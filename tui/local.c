/* A local table: a match, its log in an SQLite file, bots on a thread.
 *
 * The match is the only object that holds the true state. An entry is applied, stored, and only
 * then announced. If it cannot be stored, the match is rebuilt from the stored log, as if the entry
 * had never been. So a killed program loses nothing that it has shown. A lock file lets only one
 * program at a time play a game.
 *
 * If several seats are asked at once, each bot answers once between two answers of a person, as if
 * all sat at one table; and a bot's random numbers depend only on the seed, the seat and the moves
 * so far. So the same seed with the same answers of people gives the same game, even if it was
 * interrupted. */
#include "tui/local.h"

#include <sodium.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "advice/advice.h"
#include "bots/bots.h"
#include "match/may.h"
#include "match/record_write.h"
#include "match/refusals.h"
#include "match/undo.h"
#include "store/store.h"
#include "tui/client_ask.h"
#include "tui/client_end.h"
#include "wire/game.h"

/* Bots that answer within this time are not announced: the line would only flicker. */
enum { NOTED_MS = 250 };

/* The client is the first member of a local table. The cast takes away const, as callers of the
 * const functions only read. */
static struct local *local_of(const struct client *t)
{
    return (struct local *)(uintptr_t)t;
}

int64_t local_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- the log ---- */

/* Writes what resuming needs beside the log: how the bots were specified and where people sit. The
 * log has the names of bots but not their options, such as ms=300. */
static void write_summary(struct local *l)
{
    writer_reset(&l->summary);
    write_begin(&l->summary, '{');
    write_member_number(&l->summary, "people", l->t.mine);
    write_key(&l->summary, "bots");
    write_begin(&l->summary, '[');
    for (int seat = 0; seat < l->t.players; seat++)
        write_string(&l->summary, l->bot[seat]);
    write_end(&l->summary, ']');
    write_end(&l->summary, '}');
}

/* The store refuses an entry that is not the next one, which means that another program has written
 * to this log in spite of the lock. */
int local_store(struct local *l, const char *id, const struct match *m, const struct entry *e)
{
    struct store_append a = {.expected = e->n, .count = 1};
    writer_reset(&l->out);
    entry_write(&l->out, m, e, &l->done);
    write_summary(l);
    struct store_text body = {l->out.at, l->out.n};
    strcpy(a.match, id);
    a.entry = &body;
    a.summary = (struct store_summary){.phase = m->phase,
                                       .created = m->created,
                                       .touched = m->touched,
                                       /* Nothing of a local game is due by a clock of the store. */
                                       .due = INT64_MAX,
                                       .text = l->summary.at,
                                       .text_n = l->summary.n};
    snprintf(a.summary.game, sizeof a.summary.game, "%s", m->session.game->name);
    if (l->store->append(l->store, &a, 1) < 0)
        return -1;
    if (a.outcome == STORE_STORED)
        return 0;
    snprintf(l->store->error, STORE_ERROR, "This game was continued in another program.");
    return -1;
}

/* ---- what an entry means for those who look on ---- */

/* At the end of the game, once: writes the record and announces the end. A record that cannot be
 * written is reported, and the game is over nevertheless. */
static void client_note_phase(struct local *l)
{
    const struct match *m = &l->match;
    char why[CLIENT_TEXT];
    if (m->phase != MATCH_OVER || l->told_over)
        return;
    l->told_over = 1;
    writer_reset(&l->out);
    record_write_match(&l->out, m);
    if (record_keep(&l->t, m->created, l->out.at, l->out.n, why) < 0)
        client_say(&l->t, NEWS_FAILED, EVENT_NONE, "%s", why);
    client_tell(&l->t, NEWS_OVER, EVENT_NONE);
}

/* Valid until the next entry. */
static const char *name_of(const struct local *l, int seat)
{
    return l->match.seat[seat].name;
}

/* Announces an entry that was applied. While a log is read again, `quiet` is set and only the
 * stories grow. l->done must still have the events of this entry. */
static void tell_entry_taken(struct local *l, const struct entry *e, int quiet)
{
    struct client *t = &l->t;
    char text[CLIENT_TEXT];
    /* The functions for stories queue news, too; quietly, it is taken from the queue again. */
    int queued = t->queued;
    switch (e->kind) {
    case ENTRY_START:
        client_tell(t, NEWS_START, EVENT_NONE);
        client_add_events(t, l->done.event, l->done.events, EVENT_NONE, e->n);
        break;
    case ENTRY_MOVE: client_add_events(t, l->done.event, l->done.events, e->seat, e->n); break;
    case ENTRY_UNDO:
        snprintf(text, sizeof text, "%s takes a move back.", name_of(l, e->seat));
        client_cut_story(t, e->to, e->seat, text);
        break;
    case ENTRY_PLEA: client_tell(t, NEWS_PLEA, e->seat); break;
    case ENTRY_GRANT:
        client_say(t, NEWS_PLEA, l->match.plea.seat < 0 ? -1 : l->match.plea.seat, "%s says %s.",
                   name_of(l, e->seat), e->yes ? "yes" : "no");
        break;
    case ENTRY_LAPSE:
        client_say(t, NEWS_PLEA, -1, "Not everyone agreed: no move is taken back.");
        break;
    case ENTRY_CLOSE: client_say(t, NEWS_CLOSED, EVENT_NONE, "The game was given up."); break;
    default: break;
    }
    if (quiet)
        t->queued = queued;
}

/* A person who moves or undoes has the keyboard: turn() goes on with that seat. */
static void note_actor(struct local *l, const struct entry *e)
{
    if ((e->kind == ENTRY_MOVE || e->kind == ENTRY_UNDO) && l->t.mine >> e->seat & 1)
        l->keyboard = e->seat;
}

/* ---- reading a log ---- */

/* The state of reading a log row by row. After a wrong row the others are skipped, and `why` is
 * that row's. */
struct local_reading {
    struct local *l;
    struct refusal why;
    int wrong;
};

/* The game and the number of players are known from the first entry on; the stories need both. */
static void remember(struct local *l, const struct entry *e)
{
    l->t.json = l->match.session.json;
    l->t.players = l->match.players;
    tell_entry_taken(l, e, 1);
    note_actor(l, e);
}

/* Called by the store for each entry in order. */
static void read_row(void *arg, uint32_t n, const char *body, size_t len)
{
    struct local_reading *r = arg;
    struct entry e;
    (void)n;
    if (r->wrong)
        return;
    if (entry_read(&e, &r->l->match, body, len, &r->why) < 0) {
        r->wrong = 1;
        return;
    }
    if (match_take(&r->l->match, &e, &r->l->done, &r->why) < 0)
        r->wrong = 1;
    else
        remember(r->l, &e);
    entry_free(&e);
}

/* Everything that was derived from the log is dropped first, so this also recovers from an entry
 * that was applied and not stored. A finished game counts as announced. */
int local_fold(struct local *l, char why[CLIENT_TEXT])
{
    struct local_reading r = {l, {0}, 0};
    match_free(&l->match);
    match_init(&l->match);
    client_forget_story(&l->t);
    l->keyboard = SPECTATOR;
    if (l->store->load(l->store, l->t.id, 0, read_row, &r) < 0) {
        snprintf(why, CLIENT_TEXT, "The games cannot be read: %s", l->store->error);
        return -1;
    }
    if (r.wrong || !l->match.entries) {
        snprintf(why, CLIENT_TEXT, "The game %s cannot be resumed: %s. Start another with --new.",
                 l->t.id, r.wrong ? r.why.message : "it is empty");
        return -1;
    }
    l->told_over = l->match.phase == MATCH_OVER;
    return 0;
}

/* ---- taking an entry ---- */

/* Goes back to what the log has. The questions are announced again, and a thinking bot is stopped,
 * since it saw a move that has not happened. */
static void not_stored(struct local *l)
{
    char why[CLIENT_TEXT], wrong[STORE_ERROR];
    snprintf(wrong, sizeof wrong, "%s", l->store->error);
    /* If even the log cannot be read, nothing more is done at this table. */
    l->broken = local_fold(l, why) < 0;
    thinker_forget(l->bots);
    l->thinks = -1;
    memset(l->t.posed, 0, sizeof l->t.posed);
    client_say(&l->t, NEWS_FAILED, EVENT_NONE,
               "The last move could not be stored, so it did not happen: %s",
               l->broken ? why : wrong);
}

/* The order is the promise of client.h: apply, store, and only then announce. Returns -1 if the
 * entry could not be stored and so has no effect. */
static int submit(struct local *l, struct entry *e)
{
    struct refusal why;
    if (match_take(&l->match, e, &l->done, &why) < 0)
        return -1;
    if (local_store(l, l->t.id, &l->match, e) < 0) {
        not_stored(l);
        return -1;
    }
    note_actor(l, e);
    tell_entry_taken(l, e, 0);
    client_note_phase(l);
    return 0;
}

/* ---- whose turn ---- */

/* The seat that answers next, a person's or a bot's; -1 if none is asked. The person at the
 * keyboard keeps it as long as that seat has a question. Else the seats take turns from the last
 * mover on, so that the same answers give the same order. */
static int next_to_act(const struct local *l)
{
    const struct match *m = &l->match;
    uint32_t active = m->phase == MATCH_RUNNING ? m->session.game->active(m->session.state) : 0;
    int seat = m->moves ? match_move_at(m, m->moves - 1)->move.seat : SPECTATOR;
    if (!active)
        return -1;
    if (l->keyboard != SPECTATOR && active >> l->keyboard & 1)
        active &= ~l->t.mine | 1u << l->keyboard;
    /* Chips come one for one: no bot runs ahead of the only person, who is asked as well. */
    for (int bot = 0; bot < m->players; bot++)
        if (!(l->t.mine >> bot & 1) && match_bot_ahead(m, bot))
            active &= ~(1u << bot);
    do
        /* Ends: bots are held back only while a person is asked, too. */
        seat = (seat + 1) % m->players;
    while (!(active >> seat & 1));
    return seat;
}

/* -1 while a request waits, or while a request to undo is open: nothing may be answered then. */
static int turn(const struct client *t)
{
    const struct local *l = local_of(t);
    int seat = l->wants || l->match.plea.seat >= 0 ? -1 : next_to_act(l);
    return seat >= 0 && t->mine >> seat & 1 ? seat : -1;
}

/* ---- bots ---- */

/* Derives a bot's random numbers from the seed, the seat and the number of moves with a one-way
 * hash. So they reveal nothing about the game's own chance, and after an undo the bot plays the
 * same again. The text is a version: another derivation needs another one, else saved games would
 * go on differently. */
static void bot_luck(const struct local *l, int seat, struct chance *luck)
{
    uint8_t text[21] = "charlatan bot 1", key[32];
    text[16] = (uint8_t)seat;
    for (int i = 0; i < 4; i++)
        text[17 + i] = (uint8_t)(l->match.moves >> 8 * i);
    crypto_generichash(key, sizeof key, text, sizeof text, l->match.seed, sizeof l->match.seed);
    memset(luck, 0, sizeof *luck);
    chance_seed(luck, key);
}

/* Which bot plays, with its budget. A specification that this version does not read any more falls
 * back to the bot's name in the log, and then to random play, so that an old game can still be
 * finished. */
static void seat_bot(const struct local *l, int seat, struct seated_bot *bot)
{
    const struct game *g = l->match.session.game;
    if (bot_read(l->bot[seat], g, bot) && bot_read(l->match.seat[seat].bot, g, bot))
        *bot = (struct seated_bot){&random_bot, random_bot.usual};
    /* Without a budget it gets a number of games, so that the game can be repeated. */
    if (!bot->how.milliseconds && !bot->how.iterations)
        bot_by_count(bot, g);
}

/* Only one bot thinks at a time; `thinks` says whose. */
static void ask_bot(struct local *l, int seat)
{
    struct client_thought thought = {.n = l->match.seat[seat].asked};
    match_view(&l->match, seat, &thought.view);
    seat_bot(l, seat, &thought.bot);
    bot_luck(l, seat, &thought.luck);
    l->thinks = seat;
    l->began = client_clock();
    thinker_ask(l->bots, &thought);
}

/* Announces a bot that has been thinking for a while, once for each entry. Sets *until if it is too
 * early. Returns 1 if it was announced. */
static int note_thinking(struct local *l, int64_t *until)
{
    int64_t due = l->began + NOTED_MS;
    if (l->noted == l->match.entries)
        return 0;
    if (client_clock() < due) {
        *until = due;
        return 0;
    }
    l->noted = l->match.entries;
    client_tell(&l->t, NEWS_THINKING, l->thinks);
    return 1;
}

/* Lets the bot of the seat go on thinking, or carries out its answer. Returns 1 if something
 * happened. */
static int bot_step(struct local *l, int seat, int64_t *until)
{
    struct client_thought thought;
    struct entry e;
    struct refusal why;
    if (l->thinks < 0)
        ask_bot(l, seat);
    if (!thinker_take(l->bots, &thought))
        return note_thinking(l, until);
    l->thinks = -1;
    struct move move = {(uint8_t)seat, (uint8_t)thought.answer};
    /* An answer that does not fit any more is dropped, and the bot is asked again. */
    if (match_may_move_bot(&l->match, move, thought.n, local_now(), &e, &why) == 0)
        submit(l, &e);
    return 1;
}

static void stop_bots(struct local *l)
{
    if (l->thinks >= 0)
        thinker_forget(l->bots);
    l->thinks = -1;
}

/* ---- one thing after another ---- */

/* A person's request comes first, then what follows by itself, then bots. During a request to undo,
 * bots wait: the position they would answer may go away. */
static int step(struct client *t, int64_t *until)
{
    struct local *l = local_of(t);
    struct entry e;
    if (l->broken)
        return 0;
    if (l->wants) {
        l->wants = 0;
        stop_bots(l);
        submit(l, &l->want);
        return 1;
    }
    if (match_follows(&l->match, local_now(), &e))
        return submit(l, &e), 1;
    if (l->match.plea.seat >= 0)
        return 0;
    int seat = next_to_act(l);
    return seat >= 0 && !(t->mine >> seat & 1) ? bot_step(l, seat, until) : 0;
}

/* ---- what is there ---- */

static int phase(const struct client *t)
{
    return local_of(t)->match.phase;
}

/* Title and level are those of the bot named in the log. A person's seat has neither. */
static void show_seat(const struct client *t, int seat, struct client_seat *to)
{
    const struct local *l = local_of(t);
    const struct match_seat *s = &l->match.seat[seat];
    const struct bot *bot = s->kind == SEAT_BOT ? bot_by_name(s->bot, t->json->game) : NULL;
    *to = (struct client_seat){.kind = s->kind, .away = s->away, .mine = t->mine >> seat & 1};
    to->name = name_of(l, seat);
    to->bot = bot ? bot->name : "";
    to->title = bot && bot->title ? bot->title : "";
}

static int show_view(const struct client *t, int viewer, struct view *to)
{
    const struct local *l = local_of(t);
    if (!l->match.begun)
        return -1;
    match_view(&l->match, viewer, to);
    return 0;
}

/* Seats that must answer, bots included. */
static uint32_t asked(const struct client *t)
{
    const struct match *m = &local_of(t)->match;
    return m->phase == MATCH_RUNNING ? m->session.game->active(m->session.state) : 0;
}

/* Local games have no clock. */
static uint32_t question(const struct client *t, int seat, int64_t *until)
{
    const struct match *m = &local_of(t)->match;
    *until = INT64_MAX;
    return m->phase == MATCH_RUNNING ? m->seat[seat].asked : 0;
}

/* ---- requests ---- */

/* Keeps a request for the next step, since a request must not change anything before client_poll.
 * `may` is the result of the match_may_ function that filled l->want. */
static int want(struct local *l, int may, int seat, const struct refusal *why)
{
    uint64_t one = 1;
    if (may < 0)
        return client_refuse_why(&l->t, seat, why);
    l->wants = 1;
    ssize_t n = write(l->t.wake, &one, sizeof one);
    (void)n;
    return 0;
}

/* One request at a time: l->want has room for one. Returns -1, with the refusal, if there is one
 * already. */
static int busy(struct local *l, int seat)
{
    return l->wants ? client_refuse(&l->t, seat, &refusal_wish_pending) : 0;
}

static int answer(struct client *t, int seat, int action)
{
    struct local *l = local_of(t);
    struct move move = {(uint8_t)seat, (uint8_t)action};
    struct refusal why;
    const struct match *m = &l->match;
    if (busy(l, seat))
        return -1;
    int may = match_may_move(m, move, m->seat[seat].asked, local_now(), &l->want, &why);
    return want(l, may, seat, &why);
}

/* Bots and spectators take nothing back, whoever presses the key. */
static int undo(struct client *t, int seat)
{
    struct local *l = local_of(t);
    struct refusal why;
    if (busy(l, seat))
        return -1;
    if (seat < 0 || !(t->mine >> seat & 1))
        return client_refuse(t, seat, &refusal_no_move_to_undo);
    int may = match_may_undo(&l->match, seat, local_now(), &l->want, &why);
    return want(l, may, seat, &why);
}

/* Whom the screen has to ask: only people at this keyboard who have not agreed yet. */
static void show_plea(const struct client *t, struct client_plea *to)
{
    const struct match_plea *p = &local_of(t)->match.plea;
    to->seat = p->seat;
    to->waits = p->seat < 0 ? 0 : t->mine & p->asked & ~p->granted;
}

static int grant(struct client *t, int seat, int yes)
{
    struct local *l = local_of(t);
    struct refusal why;
    if (busy(l, seat))
        return -1;
    int may = match_may_grant(&l->match, seat, yes, local_now(), &l->want, &why);
    return want(l, may, seat, &why);
}

/* `most` is 0 if the bot counts games instead of time. */
static void show_thinking(const struct client *t, struct client_thinking *to)
{
    const struct local *l = local_of(t);
    struct seated_bot bot;
    if (l->thinks < 0)
        return;
    seat_bot(l, l->thinks, &bot);
    to->seat = l->thinks;
    to->began = l->began;
    to->most = bot.how.iterations ? 0 : bot.how.milliseconds;
    to->games = thinker_games(l->bots);
}

/* The bot answers with what it has found; the answer comes through step as usual. */
static void interrupt(struct client *t)
{
    struct local *l = local_of(t);
    if (l->thinks >= 0)
        thinker_hurry(l->bots);
}

/* The seed is shown after the end only: before, it would tell the luck to come. */
static int result(const struct client *t, struct client_result *to)
{
    const struct match *m = &local_of(t)->match;
    memset(to, 0, sizeof *to);
    if (m->phase != MATCH_OVER)
        return -1;
    for (int seat = 0; seat < m->players; seat++)
        to->score[seat] = m->session.game->score(m->session.state, seat);
    to->winners = m->session.game->winners(m->session.state);
    memcpy(to->seed, m->seed, sizeof to->seed);
    return 0;
}

const struct client_kind local_kind = {
    .close = local_close,
    .step = step,
    .phase = phase,
    .seat = show_seat,
    .view = show_view,
    .asked = asked,
    .turn = turn,
    .question = question,
    .answer = answer,
    .undo = undo,
    .plea = show_plea,
    .grant = grant,
    .thinking = show_thinking,
    .interrupt = interrupt,
    .result = result,
    .rematch = local_rematch,
    .practise = local_practise,
};
