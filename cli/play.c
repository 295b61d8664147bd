/* charlatan play: a game in the terminal, line by line.
 *
 * struct match is the only place where the true state lives. People, bots and everything that is
 * drawn get views of it (redact); events are told through their sentences for one viewer. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/page.h"
#include "cli/play.h"

struct match {
    const struct face *face;
    const struct play_options *options;
    _Alignas(8) unsigned char state[MAX_STATE_BYTES];
    struct chance chance;
    struct chance luck[MAX_SEATS]; /* of the bots */
    struct event events[MAX_EVENTS];
    struct story story;
};

/* Who sits where, and how much of the story each person has been told. */
struct table {
    const struct play_options *options;
    uint32_t people; /* a set of seats */
    int at_keyboard; /* the person who answered last, or SPECTATOR */
    int last_actor;  /* the seat that answered last, or SPECTATOR */
    int scene;       /* when the board was last drawn */
    int told[MAX_SEATS];
};

struct names {
    char text[MAX_SEATS][24];
    const char *at[MAX_SEATS];
    const char *level[MAX_SEATS];
};

typedef struct {
    _Alignas(8) unsigned char bytes[MAX_STATE_BYTES];
} view_bytes;

/* ---- the match ---- */

static void out_of_memory(void)
{
    fputs("charlatan: out of memory\n", stderr);
    exit(STATUS_FAILED);
}

static void match_remember(struct match *m, const struct events *sink, int actor)
{
    struct story *story = &m->story;
    int need = story->n + (int)sink->n;
    if (need > story->cap) {
        story->cap = 2 * need;
        story->at = realloc(story->at, sizeof story->at[0] * (size_t)story->cap);
        if (!story->at)
            out_of_memory();
    }
    for (uint32_t i = 0; i < sink->n; i++) {
        struct told t = {sink->at[i], (uint8_t)actor};
        story->at[story->n++] = t;
    }
}

/* A bot's luck has a key of its own, drawn from a stream the rules never read: knowing it tells
 * nothing about the cards to come. */
static void match_seed_bots(struct match *m, int players)
{
    for (int seat = 0; seat < players; seat++) {
        uint8_t seed[32];
        for (int i = 0; i < 32; i++)
            seed[i] = (uint8_t)chance_below(&m->chance, CHANCE_PICK, 256);
        chance_seed(&m->luck[seat], seed);
    }
}

static int match_begin(struct match *m, const struct play_options *o)
{
    const struct game *game = m->face->game;
    struct events sink = {m->events, 0, MAX_EVENTS};
    m->story.n = 0;
    m->options = o;
    game->init(m->state, o->players);
    if (m->face->set_up(m->state, o, stderr))
        return -1;
    memset(&m->chance, 0, sizeof m->chance);
    chance_seed(&m->chance, o->seed);
    match_seed_bots(m, o->players);
    game->begin(m->state, &m->chance, &sink);
    match_remember(m, &sink, EVENT_NONE);
    return 0;
}

static void match_view(const struct match *m, int viewer, view_bytes *view)
{
    memcpy(view->bytes, m->state, m->face->game->state_bytes);
    m->face->game->redact(view->bytes, viewer);
}

static void match_answer(struct match *m, int seat, int answer)
{
    struct events sink = {m->events, 0, MAX_EVENTS};
    m->face->game->apply(m->state, seat, answer, &m->chance, &sink);
    match_remember(m, &sink, seat);
}

const char *given_name(int seat)
{
    static const char *const given[MAX_SEATS] = {"Ada", "Berta", "Cyril", "Dora", "Emil", "Flora"};
    return given[seat];
}

enum { NOTED_MS = 300 };

/* A bot that takes its time says so on a terminal, and takes the words back. */
static void note_thinking(const struct seated_bot *bot, int seat, int thinks)
{
    int width = thinks ? 0 : 40;
    if (bot->how.milliseconds < NOTED_MS || !isatty(STDOUT_FILENO))
        return;
    printf("\r%*s\r", width, "");
    if (thinks)
        printf("%s is thinking ...", given_name(seat));
    fflush(stdout);
}

static void match_bot_answers(struct match *m, int seat)
{
    const struct seated_bot *bot = &m->options->bot[seat];
    struct view view;
    view_take(&view, m->face->game, m->state, seat);
    note_thinking(bot, seat, 1);
    int answer = bot_choose(bot, &view, &m->luck[seat], NULL);
    note_thinking(bot, seat, 0);
    match_answer(m, seat, answer);
}

/* ---- screens ---- */

static void name_seats(struct names *n, const struct play_options *o, int viewer)
{
    uint32_t people = play_people(o);
    for (int i = 0; i < MAX_SEATS; i++) {
        const char *mark = viewer == i ? " (you)" : "";
        snprintf(n->text[i], sizeof n->text[i], "%s%s", given_name(i), mark);
        n->at[i] = n->text[i];
        n->level[i] = people >> i & 1 || i >= o->players ? "" : o->bot[i].bot->name;
    }
}

char *seat_label(const struct screen *s, int seat, char buf[LABEL_MAX])
{
    const char *level = s->levels[seat];
    snprintf(buf, LABEL_MAX, *level ? "%s (%s)" : "%s%s", s->names[seat], level);
    return buf;
}

static struct screen screen_for(const struct match *m, int viewer, view_bytes *view,
                                struct names *names)
{
    struct screen s = {m->face, view->bytes, viewer, names->at, names->level, &m->story};
    match_view(m, viewer, view);
    name_seats(names, m->options, viewer);
    return s;
}

/* Several people share the keyboard: nobody sees another's stash. */
static int hand_over(const struct table *t, int seat)
{
    char line[LINE_MAX_CHARS], prompt[80];
    if (t->at_keyboard == seat || bit_count(t->people) < 2)
        return 0;
    if (isatty(STDOUT_FILENO))
        fputs("\033[H\033[2J\033[3J", stdout);
    snprintf(prompt, sizeof prompt, "\n##### %s, take the keyboard and press Enter. #####\n",
             given_name(seat));
    return ask_line(prompt, line) ? 0 : ASK_QUIT;
}

static int person_answers(struct match *m, struct table *t, int seat)
{
    view_bytes view;
    struct names names;
    struct screen s = screen_for(m, seat, &view, &names);
    int interrupted = m->face->at_once ? t->at_keyboard != seat : t->last_actor != seat;
    int fresh = interrupted || t->scene != m->face->scene(s.view);
    if (hand_over(t, seat))
        return ASK_QUIT;
    if (m->face->news(&s, t->told[seat], m->story.n))
        puts(fresh ? "\nWhat happened" : "");
    m->face->tell(&s, t->told[seat], m->story.n);
    t->told[seat] = m->story.n;
    t->at_keyboard = seat;
    t->scene = m->face->scene(s.view);
    if (fresh)
        m->face->board(&s);
    else
        m->face->follow_up(&s);
    int answer = ask_answer(&s);
    if (answer != ASK_QUIT)
        match_answer(m, seat, answer);
    return answer;
}

/* ---- spectators ---- */

/* On a terminal the players' turns stop now and then; a pipe gets them all. */
static int pause_watching(void)
{
    char line[LINE_MAX_CHARS];
    if (!isatty(STDIN_FILENO))
        return 0;
    if (!ask_line("Enter goes on, q leaves. ", line))
        return ASK_QUIT;
    return line[0] == 'q' ? ASK_QUIT : 0;
}

static int watch(struct match *m, const struct play_options *o)
{
    view_bytes view;
    struct names names;
    struct screen s = screen_for(m, SPECTATOR, &view, &names);
    int told = 0, last = SPECTATOR, turns = 0, scene = 0;
    for (uint32_t active; (active = m->face->game->active(m->state));) {
        int seat = bit_lowest(active), now;
        if (seat != last) {
            s.face->tell(&s, told, m->story.n);
            told = m->story.n;
            match_view(m, SPECTATOR, &view);
            now = s.face->scene(s.view);
            if (now && now != scene)
                s.face->board(&s), scene = now;
            turns += bit_count(active) == 1; /* who acts at once with others has no turn */
            if (bit_count(active) == 1 && turns % (2 * o->players) == 0 && pause_watching())
                return ASK_QUIT;
        }
        last = seat;
        match_bot_answers(m, seat);
    }
    s.face->tell(&s, told, m->story.n);
    return 0;
}

/* ---- a game ---- */

static void finale(const struct match *m, const struct table *t)
{
    view_bytes view;
    struct names names;
    int one = bit_count(t->people) == 1;
    int viewer = one ? bit_lowest(t->people) : SPECTATOR, from = m->story.n;
    struct screen s = screen_for(m, viewer, &view, &names);
    for (uint32_t people = t->people; people; people &= people - 1)
        if (t->told[bit_lowest(people)] < from)
            from = t->told[bit_lowest(people)];
    if (s.face->news(&s, from, m->story.n))
        putchar('\n');
    s.face->tell(&s, from, m->story.n);
    s.face->standing(&s);
}

/* Where several seats are asked at once, each bot answers once between two answers of a person, as
 * if all sat at one table. People keep the keyboard until they are done. */
static int next_to_act(const struct table *t, uint32_t active)
{
    int players = t->options->players, seat = t->last_actor;
    if (t->at_keyboard != SPECTATOR && active >> t->at_keyboard & 1)
        active &= ~t->people | 1u << t->at_keyboard;
    do
        seat = (seat + 1) % players;
    while (!(active >> seat & 1));
    return seat;
}

/* Returns 0 when the game was played to its end. */
static int play_seats(struct match *m, struct table *t)
{
    for (uint32_t active; (active = m->face->game->active(m->state));) {
        int seat = next_to_act(t, active);
        if (!(t->people >> seat & 1))
            match_bot_answers(m, seat);
        else if (person_answers(m, t, seat) == ASK_QUIT)
            return ASK_QUIT;
        t->last_actor = seat;
    }
    return 0;
}

/* A seed that fits is shown as the number it came from. */
static void print_seed(const uint8_t seed[32])
{
    unsigned long long number = 0;
    int small = seed[24] < 128;
    for (int i = 0; i < 24; i++)
        small &= seed[i] == 0;
    for (int i = 24; i < 32; i++)
        number = number << 8 | seed[i];
    printf("Seed ");
    if (small)
        printf("%llu: give it as --seed to have the same luck again.", number);
    for (int i = 0; i < 32 && !small; i++)
        printf("%02x", seed[i]);
    putchar('\n');
}

/* "Berta, the old hand (medium)". */
static int add_bot(char *text, size_t size, const struct play_options *o, int seat)
{
    const struct bot *bot = o->bot[seat].bot;
    if (bot->title)
        return snprintf(text, size, " %s, %s (%s)", given_name(seat), bot->title, bot->name);
    return snprintf(text, size, " %s (%s)", given_name(seat), bot->name);
}

static void print_table(const struct play_options *o, uint32_t people)
{
    char text[600];
    int n = 0;
    for (uint32_t rest = people; rest; rest &= rest - 1)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%s", rest == people ? "You are " : ", ",
                      given_name(bit_lowest(rest)));
    n += snprintf(text + n, sizeof text - (size_t)n, "%s", people ? "." : "");
    uint32_t bots = (uint32_t)bits_below(o->players) & ~people;
    if (bots)
        n += snprintf(text + n, sizeof text - (size_t)n, " The bots:");
    for (uint32_t rest = bots; rest; rest &= rest - 1) {
        n += add_bot(text + n, sizeof text - (size_t)n, o, bit_lowest(rest));
        n += snprintf(text + n, sizeof text - (size_t)n, "%s", rest & (rest - 1) ? ";" : ".");
    }
    page_fold(text + (text[0] == ' '), 0, 2);
}

static void greet(const struct match *m, const struct table *t)
{
    view_bytes view;
    struct names names;
    struct screen s = screen_for(m, SPECTATOR, &view, &names);
    s.face->introduce(&s);
    print_table(t->options, t->people);
    if (t->people)
        puts("Type ? for help, hint for advice.");
    print_seed(t->options->seed);
}

static int play_game(struct match *m, const struct play_options *o)
{
    struct table t = {o, play_people(o), SPECTATOR, SPECTATOR, 0, {0}};
    if (match_begin(m, o))
        return STATUS_USAGE;
    greet(m, &t);
    int left = o->watch ? watch(m, o) : play_seats(m, &t);
    if (left) {
        puts("Goodbye.");
        return ASK_QUIT;
    }
    finale(m, &t);
    return STATUS_FINE;
}

static void next_seed(uint8_t seed[32])
{
    for (int i = 31; i >= 0 && ++seed[i] == 0; i--)
        ;
}

static int play_games(struct play_options *o)
{
    struct match *m = calloc(1, sizeof *m);
    int status = STATUS_FINE, again = 0;
    if (!m)
        out_of_memory();
    m->face = o->face;
    do {
        status = play_game(m, o);
        if (status == STATUS_FINE && !o->watch)
            again = ask_yes("\nPlay again? (y/n) ") == 1;
        next_seed(o->seed);
    } while (status == STATUS_FINE && again);
    free(m->story.at);
    free(m);
    return status == ASK_QUIT ? STATUS_FINE : status;
}

int play_main(int argc, char **argv)
{
    struct play_options o;
    int done = 0, status = play_options_read(&o, argc, argv, &done);
    return done ? status : play_games(&o);
}
