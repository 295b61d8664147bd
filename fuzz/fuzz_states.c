/* Fuzzes `setup` of every game with short recipes: which state of a fixed stock to take, how to
 * bend its JSON in a few places, which answers to give then. A state that is accepted must keep
 * every promise of the rules and print and read back as the same bytes, at once and after each
 * answer.
 *
 * The stock is made once, by random play, with states of every question of every game. A recipe
 * bends the parsed state in place and mends it again: nothing is parsed or copied for a state that
 * is refused, so there are thousands of runs a second. fuzz_quacks and fuzz_setup go deeper with
 * each state, and far more slowly. When a promise is broken, the state is printed; those two
 * harnesses take it as input. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/observe.h"
#include "fuzz/places.h"
#include "fuzz/recipe.h"
#include "games/arcane/arcane.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/write.h"

enum {
    STOCK = 384,
    GAMES = 3,
    KINDS = 64,
    OF_A_KIND = 12,
    MAX_PLACES = 1024,
    MAX_BENDS = 6,
    MAX_ANSWERS = 4
};

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

union any_state {
    uint64_t words[MAX_STATE_BYTES / sizeof(uint64_t)];
    struct arcane_state arcane;
};

struct prepared {
    const struct game_json *json;
    json_t *root;
    struct place *place;
    uint32_t places;
};

static struct prepared stock[STOCK];
static uint32_t stocked;

/* ---- memory for Jansson ---- */

/* Parsing a state allocates some hundred nodes, and a checked malloc takes longer over them than
 * all the rest of a run. So values that are parsed, read and dropped at once live in one block. The
 * stock and its changes do not, because their tables may grow. */
static uint8_t block[1 << 20];
static size_t block_used;
static int in_block;

static void *block_alloc(size_t n)
{
    size_t at = block_used;
    if (!in_block)
        return malloc(n);
    block_used += (n + 15) & ~(size_t)15;
    return block_used <= sizeof block ? block + at : NULL;
}

static void block_free(void *at)
{
    if ((uint8_t *)at < block || (uint8_t *)at >= block + sizeof block)
        free(at);
}

/* ---- promises ---- */

static const json_t *tried;

static void promise(int kept, const char *what, const char *more)
{
    if (kept)
        return;
    fprintf(stderr, "broken promise: %s%s%s\n", what, more ? ": " : "", more ? more : "");
    json_dumpf(tried, stderr, JSON_COMPACT);
    abort();
}

/* A full stash that draws holds one more until it acts; no setup accepts that (A13). */
static int cannot_be_set_up(const struct game_json *json, const union any_state *s)
{
    int over = 0;
    for (int seat = 0; json == &arcane_json && seat < s->arcane.players; seat++)
        over |= s->arcane.player[seat].stash_n > STASH_MAX;
    return over;
}

static json_t *print_and_parse(const struct game_json *json, const union any_state *s)
{
    static struct writer w;
    w.n = 0;
    w.comma = 0;
    json->write_state(s, &w);
    json_t *root = json_loadb(w.at, w.n, JSON_REJECT_DUPLICATES, NULL);
    promise(root != NULL, "a state prints as JSON", NULL);
    return root;
}

static void check_identity(const struct game_json *json, const union any_state *s)
{
    union any_state again;
    struct refusal why = {0};
    if (cannot_be_set_up(json, s))
        return;
    in_block = 1;
    json_t *root = print_and_parse(json, s);
    memset(&again, 0, sizeof again);
    int refused = json->read_state(&again, root, &why);
    promise(!refused, "setup(state()) is accepted", why.message);
    promise(memcmp(s, &again, json->game->state_bytes) == 0, "setup(state()) is the identity",
            NULL);
    in_block = 0;
    block_used = 0;
}

/* A state and its view are observed alike, and every cell is in range, however odd the state. */
static void check_observed(const struct game *g, const union any_state *s,
                           const union any_state *view, int seat)
{
    const struct observer *o = g->observer;
    uint8_t seen[2][2048];
    if (!o || seat == SPECTATOR)
        return;
    MUST(o->cells <= sizeof seen[0]);
    o->dense(s, seat, seen[0]);
    o->dense(view, seat, seen[1]);
    promise(!memcmp(seen[0], seen[1], o->cells), "a view is observed like its state", NULL);
    for (int i = 0; i < o->rows; i++) {
        const struct observe_row *row = o->row(i);
        for (int at = row->at; at < row->at + row->count; at++)
            promise(seen[0][at] >= row->least && seen[0][at] <= row->most,
                    "an observed number is in range", row->name);
    }
}

static void check_view(const struct game *g, const union any_state *s, int seat, struct chance *c)
{
    union any_state view = *s, guess;
    g->redact(&view, seat);
    promise(g->legal(&view, seat) == g->legal(s, seat), "a view has the same answers", NULL);
    check_observed(g, s, &view, seat);
    guess = view;
    g->determinize(&guess, seat, c);
    promise(g->check(&guess) == NULL, "a guess is a state", g->check(&guess));
}

static void check(const struct game_json *json, const union any_state *s)
{
    const struct game *g = json->game;
    promise(g->check(s) == NULL, "a state keeps what the rules promise", g->check(s));
    promise((g->winners(s) != 0) == (g->active(s) == 0), "asks until the game is over", NULL);
    for (uint32_t seats = g->active(s); seats; seats &= seats - 1)
        promise(g->legal(s, bit_lowest(seats)) != 0, "a question has an answer", NULL);
}

/* ---- bending a state ---- */

/* The old value of a place that was changed. */
struct old {
    struct place place;
    json_t *value;
};

struct bends {
    struct old old[2 * MAX_BENDS];
    int n;
};

static void replace(struct bends *b, const struct place *p, json_t *value)
{
    b->old[b->n++] = (struct old){*p, json_incref(value_at(p))};
    put_at(p, value);
}

static json_t *bent_number(const json_t *old, struct recipe *r)
{
    static const json_int_t numbers[] = {0, 1, 2, 3, 4, 5, 7, 9, 12, 24, 35, 51, 52, 53, 255, -1};
    uint32_t way = next(r);
    json_int_t n = json_integer_value(old);
    return json_integer(way < 96 ? n + 1 : way < 192 ? n - 1 : numbers[way & 15]);
}

static json_t *bent(const json_t *old, struct recipe *r)
{
    if (json_is_integer(old))
        return bent_number(old, r);
    if (json_is_boolean(old))
        return json_boolean(!json_is_true(old));
    if (json_is_null(old))
        return next(r) & 1 ? json_true() : json_integer(next(r) & 7);
    return next(r) & 3 ? json_null() : json_array();
}

/* Puts a value of the same place of another state here, or of another place of this one. */
static void bend_by_copying(struct bends *b, const struct prepared *from, const struct place *p,
                            struct recipe *r)
{
    const struct prepared *other = next(r) & 1 ? from : &stock[next_pair(r) % stocked];
    const struct place *q = &other->place[next_pair(r) % other->places];
    json_t *value = value_at(q);
    if (json_typeof(value) == json_typeof(value_at(p)) || json_is_null(value) ||
        json_is_null(value_at(p)))
        replace(b, p, json_deep_copy(value));
}

/* One more here and one fewer there under the same key: chips and cards still add up. */
static void bend_by_moving(struct bends *b, const struct prepared *from, const struct place *p,
                           struct recipe *r)
{
    uint32_t start = next_pair(r), n = from->places;
    if (!p->key || !json_is_integer(value_at(p)))
        return;
    for (uint32_t i = 0; i < n; i++) {
        const struct place *q = &from->place[(start + i) % n];
        if (!q->key || q->holder == p->holder || strcmp(q->key, p->key) != 0)
            continue;
        replace(b, p, json_integer(json_integer_value(value_at(p)) - 1));
        replace(b, q, json_integer(json_integer_value(value_at(q)) + 1));
        return;
    }
}

/* Two values of one type change places, so that the sums stay the same. */
static void bend_by_exchange(struct bends *b, const struct prepared *from, const struct place *p,
                             struct recipe *r)
{
    const struct place *q = &from->place[next_pair(r) % from->places];
    json_t *mine = value_at(p), *theirs = value_at(q);
    if (json_typeof(mine) != json_typeof(theirs) || json_is_object(mine) || json_is_array(mine))
        return;
    mine = json_incref(mine);
    replace(b, p, json_incref(theirs));
    replace(b, q, mine);
}

/* A chip or card is taken out of an object of counts and laid at the end of a list of ids. */
static void bend_into_list(struct bends *b, const struct place *p, const struct prepared *from,
                           struct recipe *r)
{
    const struct place *q = &from->place[next_pair(r) % from->places];
    json_t *list = value_at(q);
    if (!p->key || !json_is_integer(value_at(p)) || !json_is_array(list))
        return;
    list = json_copy(list);
    json_array_append_new(list, json_string(p->key));
    replace(b, q, list);
    if (next(r) & 1)
        replace(b, p, json_integer(json_integer_value(value_at(p)) - 1));
}

static void bend(struct bends *b, const struct prepared *from, struct recipe *r)
{
    uint32_t way = next(r);
    const struct place *p = &from->place[next_pair(r) % from->places];
    switch (way & 7) {
    case 0: bend_by_copying(b, from, p, r); break;
    case 1:
    case 2: bend_by_moving(b, from, p, r); break;
    case 3: bend_by_exchange(b, from, p, r); break;
    case 4: bend_into_list(b, p, from, r); break;
    default: replace(b, p, bent(value_at(p), r)); break;
    }
}

/* Restores backwards, so that a place that was changed twice gets its first value. */
static void mend(struct bends *b)
{
    while (b->n) {
        const struct old *old = &b->old[--b->n];
        put_at(&old->place, old->value);
    }
}

/* ---- a run ---- */

static void answer(const struct game *g, union any_state *s, struct chance *c, struct recipe *r)
{
    static struct event events[MAX_EVENTS];
    struct events sink = {events, 0, MAX_EVENTS};
    char text[MAX_SENTENCE];
    uint32_t seats = g->active(s);
    int seat = bit_nth(seats, next(r) % (uint32_t)bit_count(seats));
    uint64_t answers = g->legal(s, seat);
    g->apply(s, seat, bit_nth(answers, next(r) % (uint32_t)bit_count(answers)), c, &sink);
    for (uint32_t i = 0; i < sink.n; i++)
        promise(*g->event_text(&events[i], SPECTATOR, text) != 0, "an event has a sentence", NULL);
}

/* Printing and reading again is most of the work, so only every other recipe does it after its
 * answers. */
static void play_a_little(const struct game_json *json, union any_state *s, struct recipe *r)
{
    struct chance c;
    chance_seed_number(&c, next_pair(r));
    check(json, s);
    check_identity(json, s);
    if (r->at == r->end)
        return;
    if (json->game->active(s))
        check_view(json->game, s, bit_lowest(json->game->active(s)), &c);
    for (int n = 0; n < MAX_ANSWERS && r->at < r->end && json->game->active(s); n++) {
        answer(json->game, s, &c, r);
        check(json, s);
    }
    if (r->end[-1] & 1)
        check_identity(json, s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct recipe r = {data, data + size};
    struct bends b = {.n = 0};
    const struct prepared *from = &stock[next_pair(&r) % stocked];
    union any_state s;
    struct refusal why = {0};
    tried = from->root;
    for (uint32_t n = next(&r) % MAX_BENDS; n > 0; n--)
        bend(&b, from, &r);
    memset(&s, 0, sizeof s);
    if (from->json->read_state(&s, from->root, &why) == 0)
        play_a_little(from->json, &s, &r);
    else
        promise(why.message[0] != 0, "a refusal says why", NULL);
    mend(&b);
    return 0;
}

/* ---- the stock ---- */

static uint32_t count_places(json_t *value, struct place *place, uint32_t n)
{
    const char *key;
    json_t *member;
    size_t i;
    json_object_foreach(value, key, member) {
        if (n < MAX_PLACES)
            place[n++] = (struct place){value, key, 0};
        n = count_places(member, place, n);
    }
    json_array_foreach(value, i, member) {
        if (n < MAX_PLACES)
            place[n++] = (struct place){value, NULL, i};
        n = count_places(member, place, n);
    }
    return n;
}

static void stock_add(const struct game_json *json, const union any_state *s)
{
    static struct place place[MAX_PLACES];
    struct prepared *p = &stock[stocked++];
    p->json = json;
    p->root = print_and_parse(json, s);
    p->places = count_places(p->root, place, 0);
    p->place = malloc(p->places * sizeof *place);
    MUST(p->place);
    memcpy(p->place, place, p->places * sizeof *place);
}

/* Options that between them reach every question. */
static const char *const games[GAMES] = {"arcane", "null", "quacks"};
static const char *const options[GAMES][6] = {
    {"{}", "{\"market\":true,\"wizards\":\"random\"}", "{\"wizards\":\"random\",\"turn_cap\":4}",
     "{\"edition\":\"hundred\",\"market\":true,\"rounds\":2}",
     "{\"wizards\":\"random\",\"cards\":{\"items\":{\"magic-boomerang\":{\"counts\":[40,40]},"
     "\"older-wand\":{\"counts\":[3,0]},\"floating-carpet\":{\"counts\":[0,0]}}}}",
     "{\"wizards\":\"random\",\"market\":true,\"cards\":{\"items\":{"
     "\"mystical-lamp\":{\"counts\":[9,5],\"effect\":{\"cards\":9}},"
     "\"wizards-watch\":{\"counts\":[9,5]},\"sacred-chalice\":{\"counts\":[9,5]},"
     "\"pandoras-lockbox\":{\"counts\":[9,5]}},\"wizards\":{\"corvus\":{\"stash\":9}}}}"},
    {"{}", "{\"tosses\":1}", "{\"tosses\":9}", "{}", "{}", "{}"},
    {"{}", "{\"books\":2,\"second_chance\":\"risky\"}",
     "{\"books\":3,\"pot\":\"tubes\",\"strong_ingredient\":\"acts\"}",
     "{\"books\":4,\"together\":true,\"second_chance\":\"risky\",\"strong_ingredient\":\"acts\"}",
     "{\"books\":{\"red\":2,\"blue\":1,\"yellow\":1,\"green\":2,\"purple\":2},\"pot\":\"tubes\","
     "\"strong_ingredient\":\"acts\"}",
     "{\"books\":{\"red\":2,\"blue\":3,\"yellow\":2,\"green\":4,\"purple\":4},\"fortune\":"
     "\"off\",\"optional\":\"asked\"}"},
};

/* Takes few states of each question, because states of the beginning would otherwise fill the
 * stock. */
static int is_wanted(const struct game *g, const union any_state *s, uint8_t *seen)
{
    uint32_t seats = g->active(s);
    int question = seats ? g->question(s, bit_lowest(seats)) : 0;
    if (seats && bit_count(seats) > 1)
        question += KINDS / 2;
    return stocked < STOCK && seen[question]++ < OF_A_KIND;
}

static void stock_by_playing(const struct game_json *json, const char *text, uint32_t number,
                             uint8_t *seen)
{
    union any_state s;
    struct refusal why;
    struct chance c;
    const struct game *g = json->game;
    json_t *wishes = json_loads(text, 0, NULL);
    memset(&s, 0, sizeof s);
    g->init(&s, g->min_players + (int)(number % (uint32_t)(g->max_players - g->min_players + 1)));
    promise(wishes && json->read_options(&s, wishes, &why) == 0, "these options are fine", text);
    json_decref(wishes);
    chance_seed_number(&c, number);
    g->begin(&s, &c, NULL);
    for (int n = 0; n < 400 && g->active(&s); n++) {
        uint32_t seats = g->active(&s);
        int seat = bit_nth(seats, chance_below(&c, CHANCE_PICK, (uint32_t)bit_count(seats)));
        uint64_t answers = g->legal(&s, seat);
        if (chance_below(&c, CHANCE_PICK, 8) == 0 && is_wanted(g, &s, seen))
            stock_add(json, &s);
        g->apply(&s, seat,
                 bit_nth(answers, chance_below(&c, CHANCE_PICK, (uint32_t)bit_count(answers))), &c,
                 NULL);
    }
    if (is_wanted(g, &s, seen))
        stock_add(json, &s);
}

/* Recipes are short, and looking for rare features takes longer than a run. */
static void choose_flags(int *argc, char ***argv)
{
    static char flags[3][20] = {"-max_len=40", "-len_control=0", "-entropic=0"};
    static char *with[64];
    int n = *argc < 60 ? *argc : 60;
    memcpy(with, *argv, sizeof *with * (size_t)n);
    memmove(with + 4, with + 1, sizeof *with * (size_t)(n - 1));
    for (int i = 0; i < 3; i++)
        with[1 + i] = flags[i];
    *argc = n + 3;
    *argv = with;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    choose_flags(argc, argv);
    json_set_alloc_funcs(block_alloc, block_free);
    for (int game = 0; game < GAMES; game++) {
        uint8_t seen[KINDS] = {0};
        for (uint32_t number = 0; number < 60; number++)
            stock_by_playing(game_json_by_name(games[game]), options[game][number % 6], number,
                             seen);
    }
    return 0;
}
