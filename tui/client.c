/* What local and remote tables have in common: news, stories, questions and the adviser. */
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "review/hint.h"
#include "tui/client_ask.h"
#include "tui/client_end.h"
#include "tui/client_open.h"
#include "tui/client_saved.h"
#include "tui/face.h"
#include "tui/inside.h"
#include "wire/game.h"
#include "wire/refuse.h"
#include "wire/shown.h"

/* ---- beginning and end ---- */

int64_t client_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* `t` must be zeroed. Only this and client_wipe know the members that both kinds of tables share;
 * the kind's own ones are initialised by the caller. */
void client_init(struct client *t, const struct client_kind *kind, const char *folder)
{
    t->kind = kind;
    t->advised = -1;
    t->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    MUST(t->wake >= 0);
    if (folder)
        snprintf(t->folder, sizeof t->folder, "%s", folder);
    else
        client_folder(t->folder);
}

/* Called after kind->close. The adviser's thread writes to `wake`, so it ends before that is
 * closed. */
void client_wipe(struct client *t)
{
    if (t->adviser)
        thinker_close(t->adviser);
    client_forget_story(t);
    close(t->wake);
}

void client_leave(struct client *t)
{
    t->kind->close(t);
    client_wipe(t);
    free(t);
}

/* ---- news ---- */

/* Queues news that begins and ends at the present end of the spectators' story; callers move `from`
 * or `to` before anybody reads it. A full queue is our own bug: a step queues at most NEWS_ROOM -
 * 2, and client_poll empties the queue before the next step. */
struct client_queued *client_tell(struct client *t, int kind, int seat)
{
    struct client_queued *p = &t->queue[(t->first + t->queued++) % NEWS_ROOM];
    MUST(t->queued <= NEWS_ROOM);
    memset(p, 0, sizeof *p);
    p->news.kind = kind;
    p->news.seat = seat;
    p->news.from = p->news.to = t->story[MAX_SEATS].n;
    return p;
}

/* Sentences have words of servers in them, which may have been cut within a character. */
void client_say(struct client *t, int kind, int seat, const char *format, ...)
{
    struct client_queued *p = client_tell(t, kind, seat);
    va_list list;
    va_start(list, format);
    vsnprintf(p->text, sizeof p->text, format, list);
    va_end(list);
    text_tidy(p->text);
}

/* If a screen makes many requests without reading its news, only the first refusals are queued. The
 * half that is left free is for the news of the step itself. */
int client_refuse_text(struct client *t, int seat, const char *code, const char *rule,
                       const char *text)
{
    if (t->queued > NEWS_ROOM / 2)
        return -1;
    struct client_queued *p = client_tell(t, NEWS_REFUSED, seat);
    text_clean(p->code, sizeof p->code, code ? code : "");
    text_clean(p->rule, sizeof p->rule, rule ? rule : "");
    text_clean(p->text, sizeof p->text, text);
    return -1;
}

/* `why` is copied, so it may lie on the caller's stack. */
int client_refuse_why(struct client *t, int seat, const struct refusal *why)
{
    return client_refuse_text(t, seat, refusal_code_name(why->code), why->rule, why->message);
}

int client_refuse(struct client *t, int seat, const struct refusal_row *row)
{
    struct refusal why;
    refusal_fill(&why, row, NULL);
    return client_refuse_why(t, seat, &why);
}

/* Announces a question that one of our seats must answer now, once. Questions are told apart by
 * their numbers. An answer that was refused or not stored clears `posed`, so that its question is
 * announced again. Called after every step, because any entry may have opened or closed a
 * question. */
static void pose(struct client *t)
{
    int seat = client_turn(t);
    int64_t until;
    uint32_t n = seat < 0 ? 0 : t->kind->question(t, seat, &until);
    if (!n || t->posed[seat] == n)
        return;
    t->posed[seat] = n;
    client_tell(t, NEWS_QUESTION, seat);
}

/* Takes the hint of an adviser that has finished. Returns 1 if there was one. The hint stays valid
 * after the question is answered; whoever shows it compares its number. */
static int take_hint(struct client *t)
{
    struct client_thought thought;
    if (t->advised < 0 || !thinker_take(t->adviser, &thought))
        return 0;
    t->hint =
        (struct client_hint){(int)t->advised, thought.answer, thought.n, thought.view, thought.say};
    t->has_hint = 1;
    client_tell(t, NEWS_HINT, (int)t->advised);
    t->advised = -1;
    return 1;
}

/* A question that was answered before it was announced is no longer news. */
static int is_stale(const struct client *t, const struct client_news *news)
{
    return news->kind == NEWS_QUESTION && client_turn(t) != news->seat;
}

/* Takes the next piece of news that still holds, with its texts in t->last, where they stay until
 * the next call. Returns 0 if there is none. */
static int pop(struct client *t, struct client_news *news)
{
    do {
        if (!t->queued)
            return 0;
        t->last = t->queue[t->first];
        t->first = (t->first + 1) % NEWS_ROOM;
        t->queued--;
    } while (is_stale(t, &t->last.news));
    *news = t->last.news;
    news->code = t->last.code;
    news->rule = t->last.rule;
    news->text = t->last.text;
    return 1;
}

/* Resets the wake-up counter. Must come before looking for news: a wake-up after the look has to
 * stay readable. */
static void drain(struct client *t)
{
    uint64_t count;
    ssize_t n = read(t->wake, &count, sizeof count);
    (void)n;
}

/* Sleeps until `until` or until somebody wakes us. A minute at most, so that the time fits poll's
 * int; client_poll goes on waiting. */
static void rest(struct client *t, int64_t until)
{
    int64_t left = until - client_clock();
    struct pollfd fd = {t->wake, POLLIN, 0};
    int ms = until == INT64_MAX ? -1 : left < 0 ? 0 : left > 60000 ? 60000 : (int)left;
    poll(&fd, 1, ms);
}

/* One step at a time, and its news is handed out before the next step: so the table never shows
 * more than has been told. The order matters: drain the counter, look, and only then sleep. */
int client_poll(struct client *t, int timeout_ms, struct client_news *news)
{
    int64_t now = client_clock(), end = timeout_ms < 0 ? INT64_MAX : now + timeout_ms;
    for (;;) {
        int64_t until = INT64_MAX;
        if (pop(t, news))
            return 1;
        /* A wake-up between drain and the look below stays readable, so rest returns at once. */
        drain(t);
        int moved = take_hint(t) || t->kind->step(t, &until);
        pose(t);
        if (moved || t->queued)
            continue;
        now = client_clock();
        if (now >= end)
            return 0;
        rest(t, until < end ? until : end);
    }
}

int client_fd(const struct client *t)
{
    return t->wake;
}

/* ---- stories ---- */

/* How many seats have stories of their own: at a server's table only the spectators' story is kept,
 * because the server has redacted the events for us already. */
static int viewers(const struct client *t)
{
    return t->kind->remote ? 0 : t->players;
}

/* Every story gets every event, redacted for its viewer, so that an index means the same event in
 * all of them. `entry` is what client_cut_story cuts by. */
void client_add_story(struct client *t, const struct event *e, uint32_t n, int actor,
                      uint32_t entry)
{
    for (uint32_t i = 0; i < n; i++) {
        for (int seat = 0; seat < viewers(t); seat++) {
            struct event seen = event_seen_by(e[i], seat);
            story_add(&t->story[seat], &seen, actor, entry);
        }
        struct event seen = event_seen_by(e[i], SPECTATOR);
        story_add(&t->story[MAX_SEATS], &seen, actor, entry);
    }
}

/* `from` is where the events begin; `to` was set by client_tell to the new end of the story. */
void client_add_events(struct client *t, const struct event *e, uint32_t n, int actor,
                       uint32_t entry)
{
    int from = t->story[MAX_SEATS].n;
    client_add_story(t, e, n, actor, entry);
    client_tell(t, NEWS_EVENTS, actor)->news.from = from;
}

void client_forget_story(struct client *t)
{
    for (int i = 0; i <= MAX_SEATS; i++)
        story_free(&t->story[i]);
}

/* Undoes the entries from `entry` on. All stories are cut at the same index, since they have the
 * same entries. */
void client_cut_story(struct client *t, uint32_t entry, int seat, const char *text)
{
    for (int i = 0; i <= MAX_SEATS; i++)
        story_cut(&t->story[i], entry);
    client_say(t, NEWS_UNDONE, seat, "%s", text);
}

/* A seat that is not ours gets the spectators' story rather than none: a screen may ask for the
 * story of whoever's turn it is. */
const struct story *client_story(const struct client *t, int viewer)
{
    int own = viewer >= 0 && viewer < viewers(t) && t->mine >> viewer & 1;
    return &t->story[own ? viewer : MAX_SEATS];
}

/* The names are those of now: if a seat has changed hands, old events have the new name. */
char *client_sentence(const struct client *t, int viewer, const struct event *e,
                      char text[MAX_SENTENCE])
{
    const char *names[MAX_SEATS] = {NULL};
    struct client_seat seat;
    const struct face *face = face_of(t->json->game);
    struct board_showing s = {.face = face, .viewer = viewer, .names = names};
    for (int i = 0; i < t->players; i++) {
        client_seat(t, i, &seat);
        names[i] = seat.name;
    }
    return face->sentence(&s, e, text);
}

/* ---- what is there ---- */

const struct game *client_game(const struct client *t)
{
    return t->json->game;
}

int client_phase(const struct client *t)
{
    return t->kind->phase(t);
}

int client_players(const struct client *t)
{
    return t->players;
}

void client_seat(const struct client *t, int seat, struct client_seat *to)
{
    t->kind->seat(t, seat, to);
}

uint32_t client_mine(const struct client *t)
{
    return t->mine;
}

int client_is_remote(const struct client *t)
{
    return t->kind->remote;
}

int client_helps(const struct client *t)
{
    return t->helps;
}

/* `host` counts from 1, and a table without a host may be started by anybody. */
int client_may_start(const struct client *t)
{
    return !t->host || client_mine(t) >> (t->host - 1) & 1;
}

int client_is_practice(const struct client *t)
{
    return t->practice;
}

const char *client_url(const struct client *t)
{
    return t->url;
}

int client_is_resumed(const struct client *t)
{
    return t->resumed;
}

int client_kept(const struct client *t)
{
    return t->kept;
}

/* `--resume` needs the id where several games are kept; without it the game's name alone finds this
 * one. */
void client_print_kept(const struct client *t, FILE *to)
{
    if (t->kept)
        fprintf(to, "The game is saved: 'charlatan play --resume %.*s' continues it.\n",
                SAVED_SHORT, t->id);
    else
        fprintf(to, "The game is saved: 'charlatan play %s' continues it.\n", client_game(t)->name);
}

/* The one gate to views: whoever is not at this screen cannot be shown here, whatever a screen asks
 * for. */
int client_view(const struct client *t, int viewer, struct view *to)
{
    int may = viewer == SPECTATOR || (viewer >= 0 && viewer < t->players && t->mine >> viewer & 1);
    return may ? t->kind->view(t, viewer, to) : -1;
}

/* Local tables have no connection, and so no function for it. */
int client_link(const struct client *t)
{
    return t->kind->link ? t->kind->link(t) : LINK_GOOD;
}

/* ---- questions ---- */

uint32_t client_asked(const struct client *t)
{
    return t->kind->asked(t);
}

int client_turn(const struct client *t)
{
    return t->kind->turn(t);
}

/* In the order of the engine's numbers. A legal mask has 64 bits and `answer` as many places. */
static void list_answers(const struct view *v, struct client_question *q)
{
    uint64_t legal = v->game->legal(v->bytes, q->seat);
    for (q->answers = 0; legal; legal &= legal - 1) {
        struct client_action *a = &q->answer[q->answers++];
        a->action = (uint8_t)bit_lowest(legal);
        v->game->action_name(v->bytes, q->seat, a->action, a->text);
    }
}

/* Returns -1 also for a question without legal answers; `q` is then filled in part. */
int client_question(const struct client *t, int seat, struct client_question *q)
{
    struct view v;
    memset(q, 0, sizeof *q);
    q->seat = seat;
    q->until = INT64_MAX;
    if (client_view(t, seat, &v) < 0 || seat < 0 || client_phase(t) != MATCH_RUNNING)
        return -1;
    q->n = t->kind->question(t, seat, &q->until);
    if (!q->n)
        return -1;
    q->kind = v.game->question_kind(v.game->question(v.bytes, seat));
    v.game->question_text(v.bytes, seat, q->text);
    list_answers(&v, q);
    return q->answers ? 0 : -1;
}

/* `why` is always filled: without a view with the refusal that nothing is to be answered. */
void client_explain(const struct client *t, int seat, const char *action, struct refusal *why)
{
    struct view v;
    refusal_fill(why, &refusal_nothing_to_answer, NULL);
    if (seat >= 0 && client_view(t, seat, &v) == 0)
        v.game->explain(v.bytes, seat, action, why);
}

/* ---- requests ---- */

static int cannot(struct client *t, int seat)
{
    return client_refuse(t, seat, &refusal_not_at_this_table);
}

/* Both checks are made here although the match or the server checks again: a refusal then needs no
 * round trip, and no kind of table is asked about somebody else's seat. */
int client_answer(struct client *t, int seat, int action)
{
    struct view v;
    if (seat < 0 || client_view(t, seat, &v) < 0 || !(t->kind->asked(t) >> seat & 1))
        return client_refuse(t, seat, &refusal_nothing_asked);
    if (action < 0 || action > 63 || !(view_legal(&v) >> action & 1))
        return client_refuse(t, seat, &refusal_no_such_answer);
    return t->kind->answer(t, seat, action);
}

int client_undo(struct client *t, int seat)
{
    return t->kind->undo(t, seat);
}

void client_plea(const struct client *t, struct client_plea *to)
{
    t->kind->plea(t, to);
}

int client_grant(struct client *t, int seat, int yes)
{
    return t->kind->grant(t, seat, yes);
}

int client_start(struct client *t, const char *fill)
{
    return t->kind->start ? t->kind->start(t, fill) : cannot(t, EVENT_NONE);
}

int client_back(struct client *t, int seat)
{
    return t->kind->back ? t->kind->back(t, seat) : cannot(t, seat);
}

/* A kind that cannot see bots think leaves seat -1. */
void client_thinking(const struct client *t, struct client_thinking *to)
{
    *to = (struct client_thinking){.seat = -1};
    if (t->kind->thinking)
        t->kind->thinking(t, to);
}

void client_interrupt_bot(struct client *t)
{
    if (t->kind->interrupt)
        t->kind->interrupt(t);
}

int client_result(const struct client *t, struct client_result *to)
{
    return t->kind->result(t, to);
}

const char *client_luck(const struct client *t)
{
    return t->luck[0] ? t->luck : NULL;
}

const char *client_record(const struct client *t)
{
    return *t->record ? t->record : NULL;
}

/* The phase is checked here for both kinds. The record and the story of the old game are gone as
 * soon as this succeeds. */
int client_rematch(struct client *t, const uint8_t seed[32])
{
    if (client_phase(t) != MATCH_OVER)
        return client_refuse(t, EVENT_NONE, &refusal_game_goes_on);
    return t->kind->rematch(t, seed);
}

/* Needs the record as a file: a server's table has no function for it, and a game whose record
 * could not be stored has none. */
int client_practise(struct client *t, uint32_t moves, int same)
{
    if (client_phase(t) != MATCH_OVER)
        return client_refuse(t, EVENT_NONE, &refusal_game_goes_on);
    if (!t->kind->practise || !t->record[0])
        return client_refuse(t, EVENT_NONE, &refusal_practise_in_browser);
    return t->kind->practise(t, moves, same);
}

/* ---- help ---- */

/* Returns 0 with the seat's view in `v`, or -1 after refusing. Help is for a seat that is asked
 * right now: a view alone would let people study others' questions. */
static int may_help(struct client *t, int seat, struct view *v)
{
    if (!t->helps)
        return client_refuse(t, seat, &refusal_no_hints_here);
    if (seat < 0 || client_view(t, seat, v) < 0 || !view_legal(v))
        return client_refuse(t, seat, &refusal_nothing_asked);
    return 0;
}

/* The hint's random numbers are derived from the view, so asking again gives the same hint and does
 * not change the game. A hint that is being computed is dropped for this one (thinker_ask). The
 * thread starts with the first hint and lives as long as the table. */
int client_hint(struct client *t, int seat)
{
    struct client_thought thought = {.n = 0};
    int64_t until;
    if (may_help(t, seat, &thought.view) < 0)
        return -1;
    thought.bot = hint_adviser(t->json->game);
    chance_seed_number(&thought.luck, game_hash(t->json->game, thought.view.bytes));
    thought.n = t->kind->question(t, seat, &until);
    if (!t->adviser)
        t->adviser = thinker_open(t->wake);
    t->advised = seat;
    t->wished = thought.bot.how.iterations;
    thinker_ask(t->adviser, &thought);
    return 0;
}

/* An adviser with a limit of time instead of games stays at 0 until it is done. */
int client_hint_progress(const struct client *t)
{
    if (t->advised < 0)
        return -1;
    uint64_t games = thinker_games(t->adviser);
    return !t->wished ? 0 : games >= t->wished ? 100 : (int)(100 * games / t->wished);
}

/* The thread may go on for a moment; its answer is then dropped. */
void client_hint_cancel(struct client *t)
{
    if (t->advised >= 0)
        thinker_forget(t->adviser);
    t->advised = -1;
}

const struct client_hint *client_hint_found(const struct client *t)
{
    return t->has_hint ? &t->hint : NULL;
}

/* Spectators have no odds: theirs would be of no seat. */
int client_odds(const struct client *t, const struct board_showing *s, struct refusal *why)
{
    struct view v;
    if (!t->helps)
        return because(why, ROW(no_odds_here));
    if (s->viewer < 0 || client_view(t, s->viewer, &v) < 0)
        return because(why, ROW(no_own_game));
    return s->face->odds(&v, s->names, why);
}
