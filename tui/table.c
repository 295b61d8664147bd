/* What both kinds of table have in common: news, stories, questions, and the adviser. */
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "advice/advice.h"
#include "advice/odds.h"
#include "tui/face.h"
#include "tui/inside.h"

/* ---- beginning and end ---- */

int64_t table_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void table_init(struct table *t, const struct table_kind *kind, const char *folder)
{
    t->kind = kind;
    t->advised = -1;
    t->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    MUST(t->wake >= 0);
    if (folder)
        snprintf(t->folder, sizeof t->folder, "%s", folder);
    else
        table_folder(t->folder);
}

void table_wipe(struct table *t)
{
    if (t->adviser)
        thinker_close(t->adviser);
    table_forget_story(t);
    close(t->wake);
}

void table_leave(struct table *t)
{
    t->kind->close(t);
    table_wipe(t);
    free(t);
}

/* ---- news ---- */

struct piece *table_tell(struct table *t, int kind, int seat)
{
    struct piece *p = &t->queue[(t->first + t->queued++) % NEWS_ROOM];
    MUST(t->queued <= NEWS_ROOM);
    memset(p, 0, sizeof *p);
    p->news.kind = kind;
    p->news.seat = seat;
    p->news.from = p->news.to = t->story[MAX_SEATS].n;
    return p;
}

void table_say(struct table *t, int kind, int seat, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(table_tell(t, kind, seat)->text, TABLE_TEXT, format, list);
    va_end(list);
}

/* A screen that asks for much without listening hears of the first refusals only. */
int table_refuse_text(struct table *t, int seat, const char *code, const char *rule,
                      const char *text)
{
    if (t->queued > NEWS_ROOM / 2)
        return -1;
    struct piece *p = table_tell(t, NEWS_REFUSED, seat);
    snprintf(p->code, sizeof p->code, "%s", code ? code : "");
    snprintf(p->rule, sizeof p->rule, "%s", rule ? rule : "");
    snprintf(p->text, sizeof p->text, "%s", text);
    return -1;
}

int table_refuse_why(struct table *t, int seat, const struct refusal *why)
{
    return table_refuse_text(t, seat, refusal_code_name(why->code), why->rule, why->message);
}

int table_refuse(struct table *t, int seat, const struct refusal_row *row)
{
    struct refusal why;
    refusal_fill(&why, row, NULL);
    return table_refuse_why(t, seat, &why);
}

/* A question that is new for a seat of mine, and is to be answered now. */
static void pose(struct table *t)
{
    int seat = table_turn(t);
    int64_t until;
    uint32_t n = seat < 0 ? 0 : t->kind->question(t, seat, &until);
    if (!n || t->posed[seat] == n)
        return;
    t->posed[seat] = n;
    table_tell(t, NEWS_QUESTION, seat);
}

/* The adviser has come to an end. */
static int take_hint(struct table *t)
{
    struct thought thought;
    if (t->advised < 0 || !thinker_take(t->adviser, &thought))
        return 0;
    t->hint = (struct hint){(int)t->advised, thought.answer, thought.n, thought.view, thought.say};
    t->has_hint = 1;
    table_tell(t, NEWS_HINT, (int)t->advised);
    t->advised = -1;
    return 1;
}

/* A question that was answered before it was told is no news. */
static int is_stale(const struct table *t, const struct news *news)
{
    return news->kind == NEWS_QUESTION && table_turn(t) != news->seat;
}

static int pop(struct table *t, struct news *news)
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

/* Sets the counter back. Only before one looks for news: what is told later must stay readable. */
static void drain(struct table *t)
{
    uint64_t count;
    ssize_t n = read(t->wake, &count, sizeof count);
    (void)n;
}

static void rest(struct table *t, int64_t until)
{
    int64_t left = until - table_clock();
    struct pollfd fd = {t->wake, POLLIN, 0};
    int ms = until == INT64_MAX ? -1 : left < 0 ? 0 : left > 60000 ? 60000 : (int)left;
    poll(&fd, 1, ms);
}

int table_poll(struct table *t, int timeout_ms, struct news *news)
{
    int64_t now = table_clock(), end = timeout_ms < 0 ? INT64_MAX : now + timeout_ms;
    for (;;) {
        int64_t until = INT64_MAX;
        if (pop(t, news))
            return 1;
        drain(t);
        int moved = take_hint(t) || t->kind->step(t, &until);
        pose(t);
        if (moved || t->queued)
            continue;
        now = table_clock();
        if (now >= end)
            return 0;
        rest(t, until < end ? until : end);
    }
}

int table_fd(const struct table *t)
{
    return t->wake;
}

/* ---- stories ---- */

static int viewers(const struct table *t)
{
    return t->kind->remote ? 0 : t->players;
}

void table_add_events(struct table *t, const struct event *e, uint32_t n, int actor, uint32_t entry)
{
    int from = t->story[MAX_SEATS].n;
    for (uint32_t i = 0; i < n; i++) {
        for (int seat = 0; seat < viewers(t); seat++) {
            struct event seen = event_seen_by(e[i], seat);
            story_add(&t->story[seat], &seen, actor, entry);
        }
        struct event seen = event_seen_by(e[i], SPECTATOR);
        story_add(&t->story[MAX_SEATS], &seen, actor, entry);
    }
    table_tell(t, NEWS_EVENTS, actor)->news.from = from;
}

void table_forget_story(struct table *t)
{
    for (int i = 0; i <= MAX_SEATS; i++)
        story_free(&t->story[i]);
}

void table_cut_story(struct table *t, uint32_t entry, int seat, const char *text)
{
    for (int i = 0; i <= MAX_SEATS; i++)
        story_cut(&t->story[i], entry);
    table_say(t, NEWS_UNDONE, seat, "%s", text);
}

const struct story *table_story(const struct table *t, int viewer)
{
    int own = viewer >= 0 && viewer < viewers(t) && t->mine >> viewer & 1;
    return &t->story[own ? viewer : MAX_SEATS];
}

char *table_sentence(const struct table *t, int viewer, const struct event *e,
                     char text[MAX_SENTENCE])
{
    const char *names[MAX_SEATS] = {NULL};
    struct table_seat seat;
    const struct face *face = face_of(t->json->game);
    struct showing s = {.face = face, .viewer = viewer, .names = names};
    for (int i = 0; i < t->players; i++) {
        table_seat(t, i, &seat);
        names[i] = seat.name;
    }
    return face->sentence(&s, e, text);
}

/* ---- what is there ---- */

const struct game *table_game(const struct table *t)
{
    return t->json->game;
}

const struct game_json *table_json(const struct table *t)
{
    return t->json;
}

const char *table_id(const struct table *t)
{
    return t->id;
}

int table_phase(const struct table *t)
{
    return t->kind->phase(t);
}

int table_players(const struct table *t)
{
    return t->players;
}

const void *table_options(const struct table *t)
{
    return t->options;
}

void table_seat(const struct table *t, int seat, struct table_seat *to)
{
    t->kind->seat(t, seat, to);
}

uint32_t table_mine(const struct table *t)
{
    return t->mine;
}

int table_is_remote(const struct table *t)
{
    return t->kind->remote;
}

int table_helps(const struct table *t)
{
    return t->helps;
}

int table_is_resumed(const struct table *t)
{
    return t->resumed;
}

int table_view(const struct table *t, int viewer, struct view *to)
{
    int may = viewer == SPECTATOR || (viewer >= 0 && viewer < t->players && t->mine >> viewer & 1);
    return may ? t->kind->view(t, viewer, to) : -1;
}

int table_link(const struct table *t)
{
    return t->kind->link ? t->kind->link(t) : LINK_GOOD;
}

/* ---- questions ---- */

uint32_t table_asked(const struct table *t)
{
    return t->kind->asked(t);
}

int table_turn(const struct table *t)
{
    return t->kind->turn(t);
}

static void list_answers(const struct view *v, struct table_question *q)
{
    uint64_t legal = v->game->legal(v->bytes, q->seat);
    for (q->answers = 0; legal; legal &= legal - 1) {
        struct answer *a = &q->answer[q->answers++];
        a->action = (uint8_t)bit_lowest(legal);
        v->game->action_name(v->bytes, q->seat, a->action, a->text);
    }
}

int table_question(const struct table *t, int seat, struct table_question *q)
{
    struct view v;
    memset(q, 0, sizeof *q);
    q->seat = seat;
    q->until = INT64_MAX;
    if (table_view(t, seat, &v) < 0 || seat < 0 || table_phase(t) != MATCH_RUNNING)
        return -1;
    q->n = t->kind->question(t, seat, &q->until);
    if (!q->n)
        return -1;
    q->kind = v.game->question_kind(v.game->question(v.bytes, seat));
    v.game->question_text(v.bytes, seat, q->text);
    list_answers(&v, q);
    return q->answers ? 0 : -1;
}

void table_explain(const struct table *t, int seat, const char *action, struct refusal *why)
{
    struct view v;
    refusal_fill(why, &refusal_nothing_to_answer, NULL);
    if (seat >= 0 && table_view(t, seat, &v) == 0)
        v.game->explain(v.bytes, seat, action, why);
}

/* ---- requests ---- */

static int cannot(struct table *t, int seat)
{
    return table_refuse(t, seat, &refusal_not_at_this_table);
}

int table_answer(struct table *t, int seat, int action)
{
    struct view v;
    if (seat < 0 || table_view(t, seat, &v) < 0 || !(t->kind->asked(t) >> seat & 1))
        return table_refuse(t, seat, &refusal_nothing_asked);
    if (action < 0 || action > 63 || !(view_legal(&v) >> action & 1))
        return table_refuse(t, seat, &refusal_no_such_answer);
    return t->kind->answer(t, seat, action);
}

int table_undo(struct table *t, int seat)
{
    return t->kind->undo(t, seat);
}

int table_undo_is_free(const struct table *t, int seat)
{
    return t->kind->undo_is_free ? t->kind->undo_is_free(t, seat) : -1;
}

void table_plea(const struct table *t, struct table_plea *to)
{
    t->kind->plea(t, to);
}

int table_grant(struct table *t, int seat, int yes)
{
    return t->kind->grant(t, seat, yes);
}

int table_start(struct table *t, const char *fill)
{
    return t->kind->start ? t->kind->start(t, fill) : cannot(t, EVENT_NONE);
}

int table_back(struct table *t, int seat)
{
    return t->kind->back ? t->kind->back(t, seat) : cannot(t, seat);
}

int table_give_up(struct table *t)
{
    return t->kind->give_up(t);
}

void table_thinking(const struct table *t, struct table_thinking *to)
{
    *to = (struct table_thinking){.seat = -1};
    if (t->kind->thinking)
        t->kind->thinking(t, to);
}

void table_interrupt_bot(struct table *t)
{
    if (t->kind->interrupt)
        t->kind->interrupt(t);
}

int table_result(const struct table *t, struct table_result *to)
{
    return t->kind->result(t, to);
}

const char *table_record(const struct table *t)
{
    return *t->record ? t->record : NULL;
}

int table_rematch(struct table *t, const uint8_t seed[32])
{
    if (table_phase(t) != MATCH_OVER)
        return table_refuse(t, EVENT_NONE, &refusal_game_goes_on);
    return t->kind->rematch(t, seed);
}

/* ---- help ---- */

static int may_help(struct table *t, int seat, struct view *v)
{
    if (!t->helps)
        return table_refuse(t, seat, &refusal_no_hints_here);
    if (seat < 0 || table_view(t, seat, v) < 0 || !view_legal(v))
        return table_refuse(t, seat, &refusal_nothing_asked);
    return 0;
}

/* The luck of a hint comes from the view: asking again gives the same hint and changes nothing. */
int table_hint(struct table *t, int seat)
{
    struct thought thought = {.n = 0};
    const struct bot *bot = face_of(t->json->game)->adviser;
    int64_t until;
    if (may_help(t, seat, &thought.view) < 0)
        return -1;
    thought.bot = (struct seated_bot){bot, bot->usual};
    bot_by_count(&thought.bot, t->json->game);
    chance_seed_number(&thought.luck, game_hash(t->json->game, thought.view.bytes));
    thought.n = t->kind->question(t, seat, &until);
    if (!t->adviser)
        t->adviser = thinker_open(t->wake);
    t->advised = seat;
    t->wished = thought.bot.how.iterations;
    thinker_ask(t->adviser, &thought);
    return 0;
}

int table_hint_progress(const struct table *t)
{
    if (t->advised < 0)
        return -1;
    uint64_t games = thinker_games(t->adviser);
    return !t->wished ? 0 : games >= t->wished ? 100 : (int)(100 * games / t->wished);
}

void table_hint_cancel(struct table *t)
{
    if (t->advised >= 0)
        thinker_forget(t->adviser);
    t->advised = -1;
}

const struct hint *table_hint_found(const struct table *t)
{
    return t->has_hint ? &t->hint : NULL;
}

int table_odds(const struct table *t, int seat, struct refusal *why)
{
    struct view v;
    if (!t->helps)
        return because(why, ROW(no_odds_here));
    if (seat < 0 || table_view(t, seat, &v) < 0)
        return because(why, ROW(no_own_game));
    return face_of(t->json->game)->odds(&v, why);
}
