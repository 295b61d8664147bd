/* charlatan play: a game in the terminal, line by line.
 *
 * struct match is the only place where the true state lives. People, bots and everything that is
 * drawn get views of it (redact); events are told through their sentences for one viewer. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/play.h"

struct match {
    const struct face *face;
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

static void match_bot_answers(struct match *m, const struct bot *bot, int seat)
{
    view_bytes view;
    match_view(m, seat, &view);
    match_answer(m, seat, bot->choose(m->face->game, view.bytes, seat, &m->luck[seat]));
}

/* ---- screens ---- */

static void name_seats(struct names *n, int viewer)
{
    static const char *const given[MAX_SEATS] = {"Ada", "Berta", "Cyril", "Dora", "Emil", "Flora"};
    for (int i = 0; i < MAX_SEATS; i++) {
        const char *mark = viewer == i ? " (you)" : "";
        snprintf(n->text[i], sizeof n->text[i], "%s%s", given[i], mark);
        n->at[i] = n->text[i];
    }
}

static struct screen screen_for(const struct match *m, int viewer, view_bytes *view,
                                struct names *names)
{
    struct screen s = {m->face, view->bytes, viewer, names->at, &m->story};
    match_view(m, viewer, view);
    name_seats(names, viewer);
    return s;
}

/* Several people share the keyboard: nobody sees another's stash. */
static int hand_over(const struct table *t, int seat)
{
    char line[LINE_MAX_CHARS], prompt[80];
    struct names names;
    if (t->at_keyboard == seat || bit_count(t->people) < 2)
        return 0;
    name_seats(&names, SPECTATOR);
    if (isatty(STDOUT_FILENO))
        fputs("\033[H\033[2J\033[3J", stdout);
    snprintf(prompt, sizeof prompt, "\n##### %s, take the keyboard and press Enter. #####\n",
             names.at[seat]);
    return ask_line(prompt, line) ? 0 : ASK_QUIT;
}

static int person_answers(struct match *m, struct table *t, int seat)
{
    view_bytes view;
    struct names names;
    struct screen s = screen_for(m, seat, &view, &names);
    int fresh = t->last_actor != seat || t->scene != m->face->scene(s.view);
    if (hand_over(t, seat))
        return ASK_QUIT;
    if (t->told[seat] < m->story.n)
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
            if (++turns % (2 * o->players) == 0 && pause_watching())
                return ASK_QUIT;
        }
        last = seat;
        match_bot_answers(m, o->bot, seat);
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
    if (from < m->story.n)
        putchar('\n');
    s.face->tell(&s, from, m->story.n);
    s.face->standing(&s);
}

static uint32_t people_of(const struct play_options *o)
{
    uint32_t people = 0;
    for (int i = 0; i < o->hotseat && !o->watch; i++)
        people |= 1u << (o->seat + i) % o->players;
    return people;
}

/* Returns 0 when the game was played to its end. */
static int play_seats(struct match *m, struct table *t)
{
    for (uint32_t active; (active = m->face->game->active(m->state));) {
        int seat = bit_lowest(active);
        if (!(t->people >> seat & 1))
            match_bot_answers(m, t->options->bot, seat);
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
        printf("%llu: give it as --seed to play with the same cards again.", number);
    for (int i = 0; i < 32 && !small; i++)
        printf("%02x", seed[i]);
    putchar('\n');
}

static void greet(const struct match *m, const struct table *t)
{
    view_bytes view;
    struct names names;
    struct screen s = screen_for(m, SPECTATOR, &view, &names);
    s.face->introduce(&s);
    for (uint32_t people = t->people; people; people &= people - 1)
        printf("%s%s", people == t->people ? "You are " : ", ", names.at[bit_lowest(people)]);
    if (t->people && bit_count(t->people) < t->options->players)
        printf("; the other seats are bots (%s)", t->options->bot->name);
    if (t->people)
        puts(". Type ? for help.");
    print_seed(t->options->seed);
}

static int play_game(struct match *m, const struct play_options *o)
{
    struct table t = {o, people_of(o), SPECTATOR, SPECTATOR, 0, {0}};
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
    m->face = &arcane_face;
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

/* ---- command line ---- */

static int usage(FILE *to, int status)
{
    fputs("Usage: charlatan play [arcane] [options]\n"
          "\n"
          "  --players N         2 to 6 (3)\n"
          "  --seat N            where you sit, counted from 0 (0)\n"
          "  --seed S            the same cards again: a number, or 64 hex digits\n"
          "  --edition NAME      three or hundred (three)\n"
          "  --goal N            hundred: 100, 200 or 300 gold\n"
          "  --rounds N          hundred: play N rounds instead, 1 to 50\n"
          "  --market            play with the Market\n"
          "  --wizards WHICH     none or random (none); edition three only\n"
          "  --bots NAME         who plays the other seats (random)\n"
          "  --hotseat N         N people share this keyboard, from your seat on\n"
          "  --watch             bots only; you look on\n"
          "\n"
          "Bots:\n",
          to);
    for (int i = 0; i < bots_count(); i++)
        fprintf(to, "  %-19s %s\n", bots_at(i)->name, bots_at(i)->blurb);
    return status;
}

static int complain(const char *what, const char *value, const char *instead)
{
    fprintf(stderr, "charlatan play: %s '%s': %s\n", what, value, instead);
    return -1;
}

static int read_number(const char *name, const char *text, int least, int most, int *to)
{
    char *end, instead[64];
    errno = 0;
    long number = strtol(text, &end, 10);
    snprintf(instead, sizeof instead, "give a number from %d to %d.", least, most);
    if (errno || end == text || *end || number < least || number > most)
        return complain(name, text, instead);
    *to = (int)number;
    return 0;
}

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c | 32) : NULL;
    return at ? (int)(at - digits) : -1;
}

static int read_seed_hex(const char *text, uint8_t seed[32])
{
    for (int i = 0; i < 64; i++) {
        int digit = hex_digit(text[i]);
        if (digit < 0)
            return -1;
        seed[i / 2] = (uint8_t)(seed[i / 2] << 4 | digit);
    }
    return 0;
}

static void seed_from_number(uint64_t number, uint8_t seed[32])
{
    memset(seed, 0, 32);
    for (int i = 31; i >= 24; i--, number >>= 8)
        seed[i] = (uint8_t)number;
}

static int read_seed(const char *text, uint8_t seed[32])
{
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (strlen(text) == 64 && !read_seed_hex(text, seed))
        return 0;
    if (errno || end == text || *end || text[0] == '-' || number >> 63)
        return complain("--seed", text, "give a number from 0 to 2^63-1, or 64 hex digits.");
    seed_from_number(number, seed);
    return 0;
}

/* Short enough to be read out across a table. */
static void seed_by_lot(uint8_t seed[32])
{
    uint32_t number;
    if (getrandom(&number, sizeof number, 0) != sizeof number)
        number = (uint32_t)time(NULL) ^ (uint32_t)getpid() << 16;
    seed_from_number(number % 1000000000, seed);
}

static int read_bot(const char *name, const struct bot **bot)
{
    *bot = bot_by_name(name);
    return *bot ? 0 : complain("--bots", name, "there is no such bot; --help lists them.");
}

static int read_option(struct play_options *o, int option, const char *value)
{
    switch (option) {
    case 'p': return read_number("--players", value, 2, MAX_SEATS, &o->players);
    case 's': return read_number("--seat", value, 0, MAX_SEATS - 1, &o->seat);
    case 'S': return read_seed(value, o->seed);
    case 'e': o->edition = value; return 0;
    case 'g': return read_number("--goal", value, 100, 300, &o->goal);
    case 'r': return read_number("--rounds", value, 1, 50, &o->rounds);
    case 'm': o->market = 1; return 0;
    case 'w': o->wizards = value; return 0;
    case 'b': return read_bot(value, &o->bot);
    case 'H': return read_number("--hotseat", value, 1, MAX_SEATS, &o->hotseat);
    case 'W': o->watch = 1; return 0;
    default: return -1;
    }
}

static int check_options(const struct play_options *o, char **rest)
{
    if (*rest && strcmp(*rest, arcane_face.game->name))
        return complain("game", *rest, "the game to play here is arcane.");
    if (*rest && rest[1])
        return complain("argument", rest[1], "it has no meaning here; see --help.");
    if (o->seat >= o->players) {
        fprintf(stderr, "charlatan play: with %d players --seat is a number from 0 to %d.\n",
                o->players, o->players - 1);
        return -1;
    }
    if (o->hotseat > o->players) {
        fprintf(stderr, "charlatan play: --hotseat %d needs --players %d or more.\n", o->hotseat,
                o->hotseat);
        return -1;
    }
    return 0;
}

int play_main(int argc, char **argv)
{
    static const struct option options[] = {
        {"players", required_argument, NULL, 'p'},
        {"seat", required_argument, NULL, 's'},
        {"seed", required_argument, NULL, 'S'},
        {"edition", required_argument, NULL, 'e'},
        {"goal", required_argument, NULL, 'g'},
        {"rounds", required_argument, NULL, 'r'},
        {"market", no_argument, NULL, 'm'},
        {"wizards", required_argument, NULL, 'w'},
        {"bots", required_argument, NULL, 'b'},
        {"hotseat", required_argument, NULL, 'H'},
        {"watch", no_argument, NULL, 'W'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    struct play_options o = {3, 0, 1, 0, NULL, NULL, -1, -1, -1, &random_bot, {0}};
    int option;
    seed_by_lot(o.seed);
    opterr = 0;
    while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        if (option == 'h')
            return usage(stdout, STATUS_FINE);
        if (option == '?')
            complain("option", argv[optind - 1], "not known, or without its value; see --help.");
        if (read_option(&o, option, optarg))
            return STATUS_USAGE;
    }
    if (check_options(&o, argv + optind))
        return STATUS_USAGE;
    return play_games(&o);
}
