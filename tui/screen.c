/* The main loop of the full screen: handle news, update, draw, wait, handle keys. */
#include "tui/screen.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "args/args.h"
#include "match/badge.h"
#include "tui/client_ask.h"
#include "tui/client_end.h"
#include "tui/client_help.h"
#include "tui/client_news.h"
#include "tui/screen_desk.h"
#include "tui/screen_parts.h"
#include "tui/screen_sheet.h"
#include "tui/screen_term.h"

/* How often the picture changes while something is computed; the time between two events for a
 * spectator; from when on a bot's progress is shown. */
enum { WHEEL_MS = 120, PACE_MS = 700, SLOW_MS = 250 };

/* ---- drawing ---- */

/* Nothing that only one person may see may be on this picture: whoever looks at it does not have
 * the keyboard yet. */
static void draw_curtain(struct screen *d)
{
    struct canvas *c = &d->c;
    struct client_seat s;
    char text[MATCH_NAME + 60];
    int middle = c->h / 2;
    client_seat(d->t, d->curtain, &s);
    snprintf(text, sizeof text, "Pass the keyboard to %s %s", badge_of(d->curtain)->glyph, s.name);
    canvas_box(c, (struct canvas_area){middle - 3, 2, c->w - 4, 7}, INK_LINE);
    canvas_centre(c, middle - 1, 3, c->w - 6, INK_BOLD, text);
    canvas_centre(c, middle + 1, 3, c->w - 6, INK_KEY,
                  "Press Enter when you are at the keyboard   q leave");
    /* Later notes may be for one person alone. */
    if (d->keyboard == SPECTATOR)
        canvas_fold(c, (struct canvas_area){middle + 5, 3, c->w - 6, 3}, INK_GOOD, d->note);
}

/* Seats, the link for others, and what may be done, while a server's table waits for players. */
static void draw_lobby(struct screen *d)
{
    struct canvas *c = &d->c;
    canvas_print(c, 0, 1, c->w - 2, INK_BOLD, "%s: the table waits for players", d->face->title);
    canvas_print(c, 1, 1, c->w - 2, INK_DIM, "To sit down here: %s", client_url(d->t));
    for (int seat = 0; seat < client_players(d->t); seat++) {
        struct client_seat s;
        client_seat(d->t, seat, &s);
        const char *name = s.kind == SEAT_EMPTY ? "(free)" : s.name;
        canvas_print(c, 3 + seat, 3, c->w - 6, s.mine ? INK_BOLD : INK_PLAIN, "%s  %s%s%s%s",
                     badge_of(seat)->glyph, name, s.mine ? " (you)" : "", *s.bot ? ", " : "",
                     s.bot);
    }
    canvas_fold(c, (struct canvas_area){c->h - 3, 1, c->w - 2, 2}, d->warns ? INK_WARN : INK_GOOD,
                d->note);
    canvas_put(c, c->h - 1, 1, c->w - 2, INK_KEY,
               client_may_start(d->t) ? "s start, with bots in the free seats   q leave"
                                      : "the host starts the game   q leave");
}

/* A turning wheel, shown while something is being computed. Turns with each picture, so a program
 * that hangs is seen to hang. */
static const char *wheel(const struct screen *d)
{
    static const char *const turns[] = {"|", "/", "-", "\\"};
    return turns[d->turns % 4];
}

int64_t desk_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* While a bot or the adviser thinks, its progress replaces the last note. Returns 0 if nothing is
 * being computed; the hint comes before the bot, because the viewer waits for it. */
static int work_words(const struct screen *d, char text[SCREEN_TEXT])
{
    struct client_thinking thinking;
    struct client_seat s;
    int hint = client_hint_progress(d->t);
    client_thinking(d->t, &thinking);
    if (hint >= 0) {
        snprintf(text, SCREEN_TEXT, "%s The adviser is thinking: %d%%. Esc cancels.", wheel(d),
                 hint);
        return 1;
    }
    if (thinking.seat < 0 || desk_clock() - thinking.began < SLOW_MS)
        return 0;
    client_seat(d->t, thinking.seat, &s);
    snprintf(text, SCREEN_TEXT, "%s %s is thinking: %u game%s simulated, %.1f s. Esc: answer now.",
             wheel(d), s.name, thinking.games, thinking.games == 1 ? "" : "s",
             (double)(desk_clock() - thinking.began) / 1000);
    return 1;
}

/* The story is the present round's: what the viewer has read stands above what is new. Spectators
 * and people at a finished game have other keys in the footer. */
static void draw_game(struct screen *d)
{
    char work[SCREEN_TEXT];
    int viewer = d->sight.s.viewer, n = d->sight.s.story->n, w = d->c.w;
    int read = *desk_told(d, viewer), from = d->face->story_of_round(d->sight.s.story);
    int wide = story_columns(w), works = work_words(d, work);
    /* After an undo or a new round the place that was read may lie outside the part shown. */
    read = read < from ? from : read > n ? n : read;
    char *old = story_words(&d->sight.s, from, read, wide);
    char *fresh = story_words(&d->sight.s, read, n, wide);
    struct screen_picture p = {&d->sight.s,
                               &d->menu,
                               d->over ? NULL : &d->last,
                               d->pick,
                               d->hinted,
                               d->typed,
                               d->asks,
                               works ? work : d->note,
                               works ? 0 : d->warns,
                               old,
                               fresh,
                               !d->clock[0] && client_is_practice(d->t) ? "practice" : d->clock,
                               "",
                               client_helps(d->t) && client_mine(d->t) && !d->over,
                               client_mine(d->t) && !d->over,
                               d->sheet.n && (d->sheet.passing || d->under.passing)};
    if (d->over)
        p.extra = client_mine(d->t) ? "n again  e the end  r review" : "e the end  r review";
    else if (!client_mine(d->t))
        p.extra = d->paused ? "space continues" : "space pauses";
    draw_table(&d->c, &p);
    free(old);
    free(fresh);
}

/* The sentence of the move that would be taken back: the last one of the seat that asks. "" if it
 * has not acted. Several people at one keyboard see the spectators' sentence, which has no
 * secret. */
static void undone_words(const struct screen *d, int seat, char text[SCREEN_TEXT])
{
    int viewer = bit_count(client_mine(d->t)) > 1 ? SPECTATOR : d->sight.s.viewer;
    const struct story *story = client_story(d->t, viewer);
    char words[MAX_SENTENCE];
    int at = story->n - 1;
    text[0] = 0;
    while (at >= 0 && story->at[at].actor != seat)
        at--;
    /* Back to the first event of that entry, which says what was chosen. */
    while (at > 0 && story->at[at - 1].actor == seat && story->at[at - 1].n == story->at[at].n)
        at--;
    if (at >= 0)
        snprintf(text, SCREEN_TEXT, "The move: %s",
                 client_sentence(d->t, viewer, &story->at[at].event, words));
}

/* A request to take a move back stands below the board, which stays in sight. plea->waits must not
 * be 0; the lowest seat is asked first. */
static void draw_plea(struct screen *d, const struct client_plea *plea)
{
    struct canvas *c = &d->c;
    struct client_seat who, other;
    char text[3 * MATCH_NAME], move[SCREEN_TEXT];
    struct canvas_area a = {c->h - 7, 0, c->w, 7};
    client_seat(d->t, plea->seat, &who);
    client_seat(d->t, bit_lowest(plea->waits), &other);
    snprintf(text, sizeof text, "%s asks to take a move back. %s, do you agree?", who.name,
             other.name);
    undone_words(d, plea->seat, move);
    canvas_fill(c, a, L' ', INK_PLAIN);
    canvas_box(c, a, INK_LINE);
    canvas_put(c, a.row + 1, 2, c->w - 4, INK_BOLD, text);
    canvas_fold(c, (struct canvas_area){a.row + 2, 2, c->w - 4, 2}, INK_PLAIN, move);
    canvas_put(c, a.row + 5, 2, c->w - 4, INK_KEY,
               bit_count(client_mine(d->t)) > 1 ? "y yes   n no   ? help"
                                                : "y yes   n no   ? help   l log   b board");
}

static void draw_too_small(struct canvas *c)
{
    canvas_fold(c, (struct canvas_area){0, 0, c->w, c->h}, INK_BOLD,
                "Make the window larger: at least 30x10; 80x24 shows everything. q leaves.");
}

/* Chooses the picture; exactly one is drawn, with a plea or a sheet over it. */
static void desk_draw(struct screen *d)
{
    struct client_plea plea;
    int w, h;
    term_size(&w, &h);
    canvas_size(&d->c, w, h);
    d->c.ascii = term_is_ascii();
    int large = w >= SCREEN_LEAST_W && h >= SCREEN_LEAST_H;
    if (!large)
        draw_too_small(&d->c);
    else if (desk_plea(d, &plea) && bit_count(client_mine(d->t)) > 1)
        /* Who is asked must not see the board of who asks. */
        canvas_put(&d->c, 0, 1, w - 2, INK_BOLD, d->face->title);
    else if (d->curtain >= 0)
        draw_curtain(d);
    else if (!d->has_view)
        draw_lobby(d);
    else
        draw_game(d);
    if (large && desk_plea(d, &plea) && !d->sheet.n)
        draw_plea(d, &plea);
    if (large && (d->sheet.n || d->searching))
        draw_sheet(d);
    term_show(&d->c);
}

/* ---- the loop ---- */

/* Spectators of a local table see one event at a time. */
static int looks_on(const struct screen *d)
{
    return !client_mine(d->t) && !client_is_remote(d->t);
}

/* Hands all waiting news to the desk; for spectators of a local table only as fast as the pace
 * allows, so that each event is seen. */
static void hear_all(struct screen *d)
{
    struct client_news news;
    while (!(looks_on(d) && (d->paused || desk_clock() < d->next)) && client_poll(d->t, 0, &news)) {
        desk_hear(d, &news);
        if (news.kind == NEWS_EVENTS)
            d->next = desk_clock() + d->pace;
    }
}

/* How long to wait for news or keys in ms. Without a limit, unless something on the screen changes
 * by itself: at a server clocks run and connections return. */
static int patience(const struct screen *d)
{
    struct client_thinking thinking;
    client_thinking(d->t, &thinking);
    if (thinking.seat >= 0 || client_hint_progress(d->t) >= 0 || desk_reviews(d))
        return WHEEL_MS;
    if (looks_on(d) && !d->paused && !d->over) {
        int64_t left = d->next - desk_clock();
        return left < 0 ? 0 : (int)left;
    }
    return d->clock[0] ? 1000 : client_is_remote(d->t) ? 500 : -1;
}

/* Every key meets an updated desk: typed ahead, the second of two keys belongs to the question that
 * the first has brought. */
static void take_keys(struct screen *d)
{
    int key;
    while (!d->leaves && (key = term_key()) != KEY_NOTHING) {
        desk_key(d, key);
        hear_all(d);
        desk_look(d);
    }
}

/* Spectators wait by their pace alone: news that is held back would keep the table's descriptor
 * readable and the loop turning. */
static void play_on(struct screen *d)
{
    while (!d->leaves && !term_ended()) {
        hear_all(d);
        desk_look(d);
        desk_watch_review(d);
        desk_draw(d);
        term_wait(looks_on(d) && (d->paused || !d->over) ? -1 : client_fd(d->t), patience(d));
        d->turns++;
        take_keys(d);
    }
}

/* On the plain terminal, after the screen is gone. */
static void say_goodbye(const struct screen *d)
{
    if (d->gone && *d->note)
        printf("%s\n", d->note);
    if (d->over && client_record(d->t))
        printf("The record of this game: %s\n", client_record(d->t));
    if (d->over && client_luck(d->t))
        printf("%s\n", client_luck(d->t));
    if (d->gone || d->over || !client_mine(d->t))
        return;
    if (client_is_remote(d->t))
        puts("Your seat is kept: the same --join returns to it.");
    else
        client_print_kept(d->t, stdout);
}

/* Friends at one keyboard may not expect that bots play too. */
static void greet_bots(struct screen *d)
{
    int people = bit_count(client_mine(d->t)), bots = client_players(d->t) - people;
    if (people > 1 && bots && !client_is_remote(d->t) && !client_is_resumed(d->t))
        words_add(d->note, " %d bot%s: --players %d plays without.", bots,
                  bots == 1 ? " plays too" : "s play too", people);
}

/* A seed that fits in 63 bits is shown as a number, as --seed takes it. Who starts a game is told
 * of those that wait. The note has what matters first, because a narrow screen cuts it. */
static void greet(struct screen *d)
{
    unsigned long long number = 0;
    int small = d->seed && d->seed[24] < 128;
    for (int i = 0; small && i < 24; i++)
        small = d->seed[i] == 0;
    for (int i = 24; small && i < 32; i++)
        number = number << 8 | d->seed[i];
    if (client_is_resumed(d->t))
        desk_say(d, 0, "Your unfinished game continues.");
    else if (small)
        desk_say(d, 0, "Seed %llu: the same seed repeats the luck.", number);
    else
        desk_say(d, 0, "The game is saved move by move.");
    greet_bots(d);
    if (client_kept(d->t))
        words_add(d->note, " %d more unfinished: charlatan play --list", client_kept(d->t));
    else
        words_add(d->note, client_is_resumed(d->t) ? " --new starts another."
                           : client_mine(d->t)     ? " g: a guide. ?: help."
                                                   : " ? shows help.");
}

/* The table stays the caller's. */
int screen_play(struct client *t, const struct screen_options *o)
{
    struct screen *d = calloc(1, sizeof *d);
    MUST(d);
    d->t = t;
    d->face = face_of(client_game(t));
    d->seed = o->seed;
    d->keyboard = SPECTATOR;
    d->curtain = d->hinted = d->pick = d->sheet.pick = d->under.pick = -1;
    d->pace = PACE_MS;
    /* The plain screen is not begun instead: whether to play on it is the person's choice. */
    if (term_open() < 0) {
        fprintf(stderr,
                "charlatan play: this terminal does not support the full screen; try --plain.\n");
        free(d);
        return STATUS_FAILED;
    }
    greet(d);
    play_on(d);
    term_close();
    say_goodbye(d);
    int status = term_ended() == SIGINT ? STATUS_INTERRUPTED
                 : d->gone && !d->over  ? STATUS_FAILED
                                        : STATUS_FINE;
    sheet_close(d);
    desk_forget_review(d);
    canvas_free(&d->c);
    free(d);
    return status;
}
