/* Plays a table line by line: prints who plays, what happened, the board when it has changed much,
 * and the question. */
#include "tui/plain.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "args/args.h"
#include "match/match.h"
#include "tui/client.h"
#include "tui/client_ask.h"
#include "tui/client_end.h"
#include "tui/client_help.h"
#include "tui/client_news.h"
#include "tui/ending.h"
#include "tui/numbers_page.h"
#include "board/page.h"

/* CURTAIN_LINES push what was on the screen out of sight of the next person. */
enum { WAIT_MS = 500, CURTAIN_LINES = 40 };

/* ---- pages ---- */

/* Seats that the table does not have get a name, too, so that no sentence can meet a NULL. */
static void name_seat(const struct plain *p, int viewer, struct plain_page *to, int seat)
{
    struct client_seat s = {.name = given_name(seat), .bot = ""};
    if (seat < client_players(p->t))
        client_seat(p->t, seat, &s);
    snprintf(to->level[seat], sizeof to->level[seat], "%.*s", PLAIN_LEVEL, s.bot);
    to->names[seat] = board_name(s.name, viewer == seat, to->name[seat]);
    to->levels[seat] = to->level[seat];
}

/* `to` points into itself, so it must not be copied. Names and story are filled in even if there is
 * no view yet. */
int plain_page(const struct plain *p, int viewer, struct plain_page *to)
{
    for (int seat = 0; seat < MAX_SEATS; seat++)
        name_seat(p, viewer, to, seat);
    to->s = (struct board_showing){p->face,   to->view.bytes, viewer,
                                   to->names, to->levels,     client_story(p->t, viewer)};
    return client_view(p->t, viewer, &to->view);
}

/* Each viewer reads the story at their own pace. */
static int *told_to(struct plain *p, int viewer)
{
    return &p->told[viewer == SPECTATOR ? MAX_SEATS : viewer];
}

/* Prints the events that the viewer has not read yet, up to index `to`. A heading without news
 * would be empty, so it waits for events that print something. */
static void tell(struct plain *p, const struct board_showing *s, int to, const char *heading)
{
    int *told = told_to(p, s->viewer);
    if (*told < to && s->face->news(s, *told, to) && heading)
        page_line(heading);
    if (*told < to)
        s->face->tell(s, *told, to);
    *told = to;
}

/* ---- greeting ---- */

/* A seed that fits in 63 bits is shown as a number, as --seed takes it. Other seeds, which were
 * drawn at random, are shown as hex digits. */
static void print_seed(const uint8_t seed[32])
{
    unsigned long long number = 0;
    int small = seed[24] < 128;
    for (int i = 0; i < 24; i++)
        small &= seed[i] == 0;
    for (int i = 24; i < 32; i++)
        number = number << 8 | seed[i];
    page_print("Seed ");
    if (small)
        page_print("%llu: the same --seed repeats the random events.", number);
    for (int i = 0; i < 32 && !small; i++)
        page_print("%02x", seed[i]);
    page_char('\n');
}

enum { WHO_MAX = 2000 };

static void add(char text[WHO_MAX], const char *more)
{
    size_t n = strlen(text);
    snprintf(text + n, WHO_MAX - n, "%s", more);
}

/* Such as "Berta, the old hand (medium)". A title that is the name already is not said twice. */
static void add_other(char text[WHO_MAX], const struct client_seat *s)
{
    char who[MATCH_NAME + 100];
    if (s->kind == SEAT_EMPTY)
        snprintf(who, sizeof who, " a free seat");
    else if (!*s->bot)
        snprintf(who, sizeof who, " %s", s->name);
    else if (s->kind == SEAT_HUMAN)
        snprintf(who, sizeof who, " %s (away; %s plays)", s->name, s->bot);
    else if (*s->title && strcmp(s->title, s->name))
        snprintf(who, sizeof who, " %s, %s (%s)", s->name, s->title, s->bot);
    else
        snprintf(who, sizeof who, " %s (%s)", s->name, s->bot);
    add(text, who);
}

/* Free seats are listed, too, while the table waits. */
static void print_others(const struct plain *p, char text[WHO_MAX])
{
    struct client_seat s;
    uint32_t others = (uint32_t)bits_below(client_players(p->t)) & ~client_mine(p->t);
    if (others)
        add(text, client_is_remote(p->t) ? " At the table:" : " The bots:");
    for (; others; others &= others - 1) {
        client_seat(p->t, bit_lowest(others), &s);
        add_other(text, &s);
        add(text, others & (others - 1) ? ";" : ".");
    }
}

/* One paragraph; spectators are told of the others only. */
static void print_seats(const struct plain *p)
{
    char text[WHO_MAX] = "";
    struct client_seat s;
    uint32_t mine = client_mine(p->t);
    for (uint32_t rest = mine; rest; rest &= rest - 1) {
        client_seat(p->t, bit_lowest(rest), &s);
        add(text, rest == mine ? "You are " : ", ");
        add(text, s.name);
    }
    add(text, mine ? "." : "");
    print_others(p, text);
    page_fold(text + (text[0] == ' '), 0, 2);
}

/* At the beginning of every game, or when one is resumed. The seed is shown only if the person
 * chose it. */
static void greet(struct plain *p)
{
    struct plain_page page;
    if (client_is_resumed(p->t))
        page_line("Your unfinished game continues; --new starts another.");
    if (client_kept(p->t))
        page_print("%d more unfinished game%s: 'charlatan play --list' shows %s.\n",
                   client_kept(p->t), client_kept(p->t) == 1 ? " is kept" : "s are kept",
                   client_kept(p->t) == 1 ? "it" : "them");
    /* A server's table has no view before the game. */
    int seen = plain_page(p, SPECTATOR, &page) == 0;
    if (seen)
        p->face->introduce(&page.s);
    print_seats(p);
    if (client_mine(p->t))
        page_line("Type ? for help, h for a hint, q to leave; the game is saved.");
    if (p->seed)
        print_seed(p->seed);
    if (seen)
        numbers_page(&page.s);
}

/* ---- people ---- */

/* If several people share the keyboard, the screen is cleared between them, so that nobody sees
 * another's stash. Returns 0, also if the keyboard need not change hands, or -1 if the input has
 * ended. */
static int hand_over(struct plain *p, int seat)
{
    char line[PLAIN_LINE], prompt[2 * MATCH_NAME];
    struct client_seat s;
    if (p->keyboard == seat || bit_count(client_mine(p->t)) < 2)
        return 0;
    if (p->keyboard != SPECTATOR)
        for (int i = 0; i < CURTAIN_LINES; i++)
            page_char('\n');
    client_seat(p->t, seat, &s);
    snprintf(prompt, sizeof prompt, "\n##### %s, take the keyboard and press Enter. #####\n",
             s.name);
    return plain_line(p, prompt, 1, line) == PLAIN_TYPED ? 0 : -1;
}

/* The board is printed again if others have acted in between or the scene is new; else only what
 * changed for a further question of the same turn. */
static void ask_person(struct plain *p, int seat)
{
    struct plain_page page;
    if (plain_page(p, seat, &page) < 0)
        return;
    int scene = p->face->scene(page.s.view);
    /* Where seats act at the same time, others act all the time: only a new person at the keyboard
     * counts. */
    int interrupted = p->face->at_once ? p->keyboard != seat : p->actor != seat;
    int fresh = interrupted || p->scene != scene;
    if (hand_over(p, seat) < 0) {
        p->leaves = 1;
        return;
    }
    tell(p, &page.s, page.s.story->n, fresh ? "\nWhat happened" : "");
    p->keyboard = seat;
    p->scene = scene;
    if (fresh)
        p->face->board->print(&page.s);
    else
        p->face->board->follow_up(&page.s);
    p->leaves = plain_ask(p, seat) < 0;
}

/* Asks everyone at this keyboard who must agree. The keyboard is not handed over for that, because
 * the question shows no secret. One person at a time: the news of the answer brings us back for the
 * next one. */
static void ask_plea(struct plain *p)
{
    struct client_plea plea;
    struct client_seat who, other;
    char prompt[3 * MATCH_NAME];
    client_plea(p->t, &plea);
    if (plea.seat < 0 || !plea.waits)
        return;
    int seat = bit_lowest(plea.waits);
    client_seat(p->t, plea.seat, &who);
    client_seat(p->t, seat, &other);
    snprintf(prompt, sizeof prompt, "%s asks to take a move back. %s, do you agree? (y/n) ",
             who.name, other.name);
    int yes = plain_yes(p, prompt);
    if (yes < 0)
        p->leaves = 1;
    else
        client_grant(p->t, seat, yes);
}

/* ---- spectators ---- */

/* On a terminal, pauses from time to time so that a spectator can read; output to a pipe never
 * pauses. */
static void pause_watching(struct plain *p)
{
    char line[PLAIN_LINE];
    /* Seats that act at the same time have no turns. */
    p->turns += bit_count(client_asked(p->t)) <= 1;
    if (!isatty(STDIN_FILENO) || client_is_remote(p->t) || p->turns < 2 * client_players(p->t))
        return;
    p->turns = 0;
    p->leaves = plain_line(p, "Enter continues, q leaves. ", 1, line) != PLAIN_TYPED ||
                line[strspn(line, " ")] == 'q';
}

/* Prints the events of a spectator, actor by actor, and the board at a new scene. */
static void look_on(struct plain *p, const struct client_news *news)
{
    struct plain_page page;
    if (news->seat == p->actor || plain_page(p, SPECTATOR, &page) < 0)
        return;
    /* At a local table bots are fast: their paragraph is complete when the next one acts, so the
     * last events wait. */
    tell(p, &page.s, client_is_remote(p->t) ? news->to : news->from, NULL);
    int scene = p->face->scene(page.s.view);
    if (scene && scene != p->scene)
        p->face->board->print(&page.s);
    p->scene = scene ? scene : p->scene;
    pause_watching(p);
}

/* At a server's table, what others do is printed as soon as they do it, because they may take
 * long. */
static void follow(struct plain *p)
{
    struct plain_page page;
    int seat = bit_lowest(client_mine(p->t));
    if (client_is_remote(p->t) && plain_page(p, seat, &page) == 0)
        tell(p, &page.s, page.s.story->n, NULL);
}

/* ---- the end ---- */

/* The rest of the story, the standing, the chart, and what can be proved about the luck. */
static void finale(struct plain *p)
{
    struct plain_page page;
    uint32_t mine = client_mine(p->t);
    int one = bit_count(mine) == 1, viewer = one ? bit_lowest(mine) : SPECTATOR;
    int *told = told_to(p, viewer);
    if (plain_page(p, viewer, &page) < 0)
        return;
    /* Several people see the end together, from where the one who has read least stands. */
    for (int i = 0; !one && mine && i < MAX_SEATS; i++)
        if (mine >> i & 1 && (!*told || p->told[i] < *told))
            *told = p->told[i];
    tell(p, &page.s, page.s.story->n, "");
    p->face->board->standing(&page.s);
    page_char('\n');
    ending_print_chart(&page.s);
    page_char('\n');
    p->face->score->moments(&page.s);
    if (client_record(p->t))
        page_print("\nThe record of this game:\n%s\n", client_record(p->t));
    if (client_luck(p->t)) {
        page_line("");
        page_fold(client_luck(p->t), 0, 0);
    }
}

/* Another game begins: its story starts at 0. */
static void forget(struct plain *p)
{
    memset(p->told, 0, sizeof p->told);
    p->keyboard = p->actor = SPECTATOR;
    p->scene = p->turns = p->over = 0;
}

/* ---- news ---- */

/* What happened before is not printed, but can be asked for. */
static void note_past(struct plain *p, const struct client_news *news)
{
    for (size_t i = 0; i < sizeof p->told / sizeof p->told[0]; i++)
        p->told[i] = news->to;
    page_line("The game has already begun; l shows what happened.");
}

/* Only on a terminal: a pipe could not answer, and a log of it is of no use. */
static void note_thinking(struct plain *p, int seat)
{
    struct client_seat s;
    client_seat(p->t, seat, &s);
    if (!isatty(STDOUT_FILENO))
        return;
    page_print("%s is thinking ... (Enter: answer now)\n", s.name);
    p->thinks = 1;
}

/* The sentence has been cleaned when it was queued. */
static void complain(const struct client_news *news)
{
    char text[CLIENT_TEXT + 40];
    snprintf(text, sizeof text, *news->rule ? "%s [%s]" : "%s", news->text, news->rule);
    page_fold(text, 0, 0);
}

/* With a question of ours open, the events are told with it (ask_person). */
static void note_events(struct plain *p, const struct client_news *news)
{
    p->thinks = 0;
    if (!client_mine(p->t))
        look_on(p, news);
    else if (client_turn(p->t) < 0)
        follow(p);
    p->actor = news->seat;
}

/* Events that were undone are not printed any more; earlier ones have been printed already. The
 * next board is printed whole. */
static void note_undone(struct plain *p, const struct client_news *news)
{
    for (int i = 0; i <= MAX_SEATS; i++)
        if (p->told[i] > news->to)
            p->told[i] = news->to;
    p->scene = 0;
    p->actor = SPECTATOR;
    page_fold(news->text, 0, 0);
}

/* Only prints and notes: the loop in play_on acts on what was noted. */
void plain_hear(struct plain *p, const struct client_news *news)
{
    switch (news->kind) {
    case NEWS_START:
        forget(p);
        greet(p);
        break;
    case NEWS_EVENTS: note_events(p, news); break;
    case NEWS_UNDONE: note_undone(p, news); break;
    case NEWS_PAST: note_past(p, news); break;
    case NEWS_THINKING: note_thinking(p, news->seat); break;
    case NEWS_OVER: p->over = 1; break;
    case NEWS_CLOSED: p->gone = 1; /* fallthrough */
    case NEWS_REFUSED:
    case NEWS_FAILED:
    case NEWS_LINK:
    case NEWS_SEATS:
    case NEWS_HURRIED:
    case NEWS_PLEA:
        if (*news->text)
            complain(news);
        break;
    default: break;
    }
}

/* ---- the loop ---- */

/* Waits for others. Enter on a terminal makes a thinking bot answer; the keyboard is looked at
 * every 50 ms while one thinks, since client_poll waits for the table alone. */
static void wait_for_news(struct plain *p)
{
    struct client_news news;
    if (client_poll(p->t, p->thinks ? 50 : WAIT_MS, &news))
        plain_hear(p, &news);
    else if (p->thinks && plain_key_waits(p))
        client_interrupt_bot(p->t);
}

/* Says what is known already, such as why a request was refused. */
static void hear_rest(struct plain *p)
{
    struct client_news news;
    while (client_poll(p->t, 0, &news))
        plain_hear(p, &news);
}

/* Before the game, and while a bot plays for this seat, the player can type a command. NULL if
 * there is nothing to type. Constants, so that two prompts can be compared by their addresses. */
static const char *lobby_prompt(const struct plain *p)
{
    struct client_seat s;
    uint32_t mine = client_mine(p->t);
    if (!client_is_remote(p->t) || !mine)
        return NULL;
    if (client_phase(p->t) == MATCH_WAITING && !client_may_start(p->t))
        return "Waiting for others, or for the host to start. Type q to leave.\n> ";
    if (client_phase(p->t) == MATCH_WAITING)
        return "Waiting for others. Type start to play with bots in the free seats, q to "
               "leave.\n> ";
    client_seat(p->t, bit_lowest(mine), &s);
    return s.away != AWAY_NO && client_phase(p->t) == MATCH_RUNNING
               ? "A bot plays for you. Enter takes your seat back, q leaves.\n> "
               : NULL;
}

/* Asks, unless the prompt is on the screen already. News ends the waiting; after it the same prompt
 * is not printed again. */
static void wait_in_lobby(struct plain *p, const char *prompt)
{
    char line[PLAIN_LINE] = "", plain[PLAIN_LINE];
    int waiting = client_phase(p->t) == MATCH_WAITING;
    hear_rest(p);
    /* The news may have ended the waiting. */
    if (lobby_prompt(p) != prompt)
        return;
    int how = plain_line(p, p->lobby == prompt ? "" : prompt, 0, line);
    p->lobby = how == PLAIN_NEWS ? prompt : NULL;
    page_plain(line, plain, how == PLAIN_TYPED ? sizeof plain : 1);
    if (how == PLAIN_END || (how == PLAIN_TYPED && !strcmp(plain, "q")))
        p->leaves = 1;
    else if (how == PLAIN_TYPED && !waiting)
        client_back(p->t, bit_lowest(client_mine(p->t)));
    else if (how == PLAIN_TYPED && !strcmp(plain, "start"))
        client_start(p->t, NULL);
}

/* Before the answer, the game may be reviewed, and tried again from a mistake. */
enum again { AGAIN_NO, AGAIN_YES, AGAIN_BEGUN };

/* The end of the input and anything but y and r are a no. */
static enum again wants_again(struct plain *p)
{
    char line[PLAIN_LINE];
    page_line("\nr reviews this game: what was luck, and which answers were mistakes.");
    while (plain_line(p, "Play again? (y/n) ", 1, line) == PLAIN_TYPED) {
        int typed = tolower((unsigned char)line[strspn(line, " ")]);
        if (typed != 'r')
            return typed == 'y' ? AGAIN_YES : AGAIN_NO;
        if (plain_review(p))
            return AGAIN_BEGUN;
        page_char('\n');
    }
    return AGAIN_NO;
}

/* Returns 1 if another game was started. A chosen seed is counted up by one, so that a series of
 * games can be repeated, too. */
static int again(struct plain *p)
{
    static uint8_t seed[32];
    enum again how = client_mine(p->t) ? wants_again(p) : AGAIN_NO;
    if (how == AGAIN_NO)
        return 0;
    if (p->seed && how == AGAIN_YES) {
        memmove(seed, p->seed, sizeof seed);
        /* The 32 bytes are one number, the last byte the lowest. */
        for (int i = 31; i >= 0 && ++seed[i] == 0; i--)
            ;
        p->seed = seed;
    }
    if (how == AGAIN_YES && client_rematch(p->t, p->seed) < 0) {
        hear_rest(p);
        return 0;
    }
    p->over = 0;
    return 1;
}

/* Not after a game that is over, or at a table that is gone: there is nothing to return to. */
static void say_goodbye(const struct plain *p)
{
    page_line("Goodbye.");
    if (p->gone || !client_mine(p->t) || p->over)
        return;
    if (client_is_remote(p->t))
        page_line("Your seat is kept: the same --join returns to it.");
    else
        client_print_kept(p->t, page_file());
}

/* Returns 1 if the game has ended and no other is wanted, 0 if the person leaves or the table is
 * gone. */
static int play_on(struct plain *p)
{
    struct client_plea plea;
    /* A closed pipe ends the game, too: nobody would read it. */
    while (!p->leaves && !p->gone && !plain_interrupted() && !ferror(stdout)) {
        int seat = client_turn(p->t);
        client_plea(p->t, &plea);
        if (p->over) {
            finale(p);
            if (!again(p))
                return 1;
        } else if (plea.seat >= 0 && plea.waits) {
            ask_plea(p);
            wait_for_news(p);
        } else if (seat >= 0) {
            ask_person(p, seat);
        } else if (lobby_prompt(p)) {
            wait_in_lobby(p, lobby_prompt(p));
        } else {
            wait_for_news(p);
        }
    }
    return 0;
}

/* The table stays the caller's. */
int plain_play(struct client *t, const struct plain_options *o)
{
    struct plain *p = calloc(1, sizeof *p);
    MUST(p);
    p->t = t;
    p->face = face_of(client_game(t));
    p->seed = o->seed;
    plain_catch_signals();
    forget(p);
    if (client_is_resumed(t) || (client_is_remote(t) && client_phase(t) == MATCH_WAITING))
        greet(p);
    int ended = play_on(p);
    if (!ended)
        say_goodbye(p);
    int lost = p->gone && !p->over, interrupted = plain_interrupted();
    free(p);
    fflush(stdout);
    return interrupted ? STATUS_INTERRUPTED : lost || ferror(stdout) ? STATUS_FAILED : STATUS_FINE;
}
