/* Handles news of the table, and updates what the desk shows and asks. */
#include <stdarg.h>
#include <string.h>
#include <time.h>

#include "board/page.h"
#include "engine/text.h"
#include "match/badge.h"
#include "tui/client_ask.h"
#include "tui/client_news.h"
#include "tui/screen_desk.h"
#include "tui/screen_parts.h"
#include "tui/screen_sheet.h"

/* How long an Enter still belongs to the number before it, and how long Enter does nothing after a
 * box. */
enum { REFLEX_MS = 700, DEAF_MS = 500 };

void desk_say(struct screen *d, int warns, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(d->note, sizeof d->note, format, list);
    va_end(list);
    d->warns = warns;
    d->idle = 0;
}

void desk_turn_stops(struct screen *d)
{
    sheet_close(d);
    d->nonstop = !d->nonstop;
    desk_say(d, 0,
             d->nonstop
                 ? "No stops at explosions, evaluations and inspections now. X: stop again."
                 : "The game stops at explosions, evaluations and inspections. X: don't stop.");
}

void desk_hush(struct screen *d)
{
    d->quiet = desk_clock() + REFLEX_MS;
}

void desk_ignore_enter(struct screen *d)
{
    d->deaf = desk_clock() + DEAF_MS;
}

int *desk_told(struct screen *d, int viewer)
{
    return &d->told[viewer == SPECTATOR ? MAX_SEATS : viewer];
}

/* ---- what is seen ---- */

/* How much of a name fits without cutting a character in half. Returns the bytes that take at most
 * `room` columns. */
static int fitting(const char *name, int room)
{
    int n = 0, end = 0;
    char part[MATCH_NAME + 1];
    while (name[n]) {
        for (n++; ((unsigned char)name[n] & 0xc0) == 0x80; n++)
            ;
        snprintf(part, sizeof part, "%.*s", n, name);
        if (text_columns(part) > room)
            break;
        end = n;
    }
    return end;
}

/* The blank behind the badge does not break, so that a line does not end with a badge alone. Seats
 * that the table does not have get a name, too, so that no picture can meet a NULL. */
static void name_seat(const struct client *t, int viewer, struct screen_sight *to, int seat)
{
    struct client_seat s = {.name = given_name(seat), .bot = ""};
    if (seat < client_players(t))
        client_seat(t, seat, &s);
    snprintf(to->name[seat], sizeof to->name[seat], "%s\u00a0%.*s%s", badge_of(seat)->glyph,
             fitting(s.name, SCREEN_NAME), s.name, viewer == seat ? " (you)" : "");
    snprintf(to->level[seat], sizeof to->level[seat], "%.12s", s.bot);
    to->names[seat] = to->name[seat];
    to->levels[seat] = to->level[seat];
}

/* Returns 0, or -1 if there is nothing to see yet; names and story are filled in even then. */
static int sight_take(const struct client *t, const struct face *face, int viewer,
                      struct screen_sight *to)
{
    for (int seat = 0; seat < MAX_SEATS; seat++)
        name_seat(t, viewer, to, seat);
    to->s = (struct board_showing){face,      to->view.bytes, viewer,
                                   to->names, to->levels,     client_story(t, viewer)};
    return client_view(t, viewer, &to->view);
}

/* ---- whose turn ---- */

/* The one seat that is ours, else whoever has the keyboard; SPECTATOR if nobody does. */
static int who_looks(const struct screen *d)
{
    uint32_t mine = client_mine(d->t);
    if (bit_count(mine) == 1)
        return bit_lowest(mine);
    return mine ? d->keyboard : SPECTATOR;
}

/* If several people share the keyboard, it is handed over before another person's view is drawn.
 * `seat` is the one that must answer, or -1. */
static void draw_curtain_for(struct screen *d, int seat)
{
    d->curtain = -1;
    if (seat < 0 || bit_count(client_mine(d->t)) < 2)
        return;
    if (d->keyboard != seat) {
        d->curtain = seat;
        /* What everybody may see is read first. */
        if (!d->sheet.passing)
            sheet_close(d);
    }
}

/* "" if nobody is asked. */
static void list_awaited(const struct screen *d, char text[SCREEN_TEXT])
{
    struct text t = text_in(text, SCREEN_TEXT);
    uint32_t asked = client_asked(d->t);
    for (uint32_t rest = asked; rest; rest &= rest - 1) {
        text_add(&t, rest == asked ? "" : ", ");
        text_add(&t, d->sight.names[bit_lowest(rest)]);
    }
    if (asked)
        text_add(&t, " must decide.");
}

/* Whether a bot plays for the viewer, who has been away for long or has left. At local tables
 * nobody is replaced. */
static int is_replaced(const struct screen *d, int viewer)
{
    struct client_seat s;
    if (viewer < 0 || !client_is_remote(d->t))
        return 0;
    client_seat(d->t, viewer, &s);
    return s.away != AWAY_NO;
}

/* In whole seconds; the server's clock and ours may differ. A lost connection stays in the header
 * instead. */
static void read_clock(struct screen *d, int64_t until)
{
    struct timespec now;
    if (until == INT64_MAX || d->clock[0])
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t left = (until / 1000) - now.tv_sec;
    snprintf(d->clock, sizeof d->clock, "%d s left", (int)(left < 0 ? 0 : left));
}

/* A new question resets the cursor, the hint and the typed digits; the same question keeps them.
 * Called at every look, since the view may have changed under an open question. */
static void pose(struct screen *d, const struct client_question *q)
{
    menu_make(&d->sight.s, &d->menu);
    d->last = d->menu;
    d->face->board->question(&d->sight.s, d->asks);
    read_clock(d, q->until);
    if (d->question == q->n)
        return;
    d->question = q->n;
    d->pick = menu_usual(&d->sight.s, &d->menu);
    desk_hush(d);
    d->hinted = -1;
    d->typed[0] = 0;
    if (d->idle)
        d->note[0] = 0;
}

/* Always updates everything it shows, so that callers need not know what has changed. */
void desk_look(struct screen *d)
{
    struct client_question q;
    int seat = d->over ? -1 : client_turn(d->t);
    draw_curtain_for(d, seat);
    int viewer = who_looks(d);
    d->has_view = sight_take(d->t, d->face, viewer, &d->sight) == 0;
    d->menu.n = 0;
    snprintf(d->clock, sizeof d->clock, "%s",
             client_link(d->t) == LINK_GOOD ? "" : "! no connection; trying again");
    if (d->has_view && seat >= 0 && seat == viewer && client_question(d->t, seat, &q) == 0) {
        pose(d, &q);
        sheet_guide(d);
        return;
    }
    d->question = 0;
    d->typed[0] = 0;
    if (d->over)
        snprintf(d->asks, sizeof d->asks,
                 "The game is over. n plays again, e shows the standing, r reviews it.");
    else if (is_replaced(d, viewer))
        snprintf(d->asks, sizeof d->asks, "A bot plays for you. r takes your seat back.");
    else
        list_awaited(d, d->asks);
}

int desk_plea(const struct screen *d, struct client_plea *plea)
{
    client_plea(d->t, plea);
    return plea->seat >= 0 && plea->waits;
}

/* ---- news ---- */

/* Another game begins: nobody has read any of its story. The note stays unless it was about the
 * end. */
static void forget(struct screen *d)
{
    memset(d->told, 0, sizeof d->told);
    if (d->over)
        d->note[0] = 0;
    d->over = 0;
    d->keyboard = SPECTATOR;
    d->question = 0;
    sheet_close(d);
    desk_forget_review(d);
}

/* Events that come in the place of those undone are new to everybody. */
static void note_undone(struct screen *d, const struct client_news *news)
{
    for (int i = 0; i <= MAX_SEATS; i++)
        if (d->told[i] > news->to)
            d->told[i] = news->to;
    desk_say(d, 0, "%s", news->text);
}

/* The rule stands behind the sentence, so that it can be looked up. */
static void complain(struct screen *d, const struct client_news *news, int warns)
{
    if (*news->text && *news->rule)
        desk_say(d, warns, "%s [%s]", news->text, news->rule);
    else if (*news->text)
        desk_say(d, warns, "%s", news->text);
}

/* What must not pass unseen is said in the message line, behind what it says already. The desk
 * looks first: the pictures of both need the view after the events. */
static void hear_events(struct screen *d, const struct client_news *news)
{
    char text[SCREEN_TEXT] = "";
    desk_look(d);
    if (d->has_view && d->sight.s.viewer != SPECTATOR && d->face->pictures->notice)
        d->face->pictures->notice(&d->sight.s, news->from, news->to, text);
    if (*text && *d->note && !d->warns)
        words_add(d->note, " %s", text);
    else if (*text)
        desk_say(d, 0, "%s", text);
    sheet_scene(d, news->from, news->to);
}

/* It comes twice if a witness has to sign the record. The second time only an open page of the end
 * is printed again, with the record. */
static void hear_over(struct screen *d)
{
    int first = !d->over;
    d->over = 1;
    desk_look(d);
    if (first)
        desk_ignore_enter(d);
    if (first || d->sheet.stage)
        sheet_end(d, first ? STAGE_STORY : d->sheet.stage);
}

/* News of questions and thinking bots needs nothing here: every look finds them. */
void desk_hear(struct screen *d, const struct client_news *news)
{
    switch (news->kind) {
    case NEWS_START: forget(d); break;
    case NEWS_EVENTS: hear_events(d, news); break;
    case NEWS_UNDONE: note_undone(d, news); break;
    /* What happened before we came is not new, but the end may be told from it. */
    case NEWS_PAST:
        for (int i = 0; i <= MAX_SEATS; i++)
            d->told[i] = news->to;
        if (d->over && d->sheet.stage)
            sheet_end(d, d->sheet.stage);
        break;
    case NEWS_HINT:
        desk_look(d);
        d->note[0] = 0;
        sheet_hint(d);
        break;
    case NEWS_OVER: hear_over(d); break;
    case NEWS_CLOSED: d->gone = 1; /* fallthrough */
    case NEWS_FAILED: complain(d, news, 1); break;
    case NEWS_REFUSED:
        complain(d, news, 1);
        d->idle = !d->menu.n;
        break;
    case NEWS_LINK:
    case NEWS_SEATS:
    case NEWS_HURRIED:
    case NEWS_PLEA:
        complain(d, news, news->kind == NEWS_LINK && client_link(d->t) != LINK_GOOD);
        break;
    default: break;
    }
}
