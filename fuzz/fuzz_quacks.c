/* Fuzzes `setup` of the Quacks: bytes are read as JSON and given to its reader. A state that is
 * accepted must keep every promise of the rules, print and read back as the same bytes, give each
 * seat a view without secrets, and be playable to its end.
 *
 * The mutator makes its own inputs: it plays a random game for a while, prints the state, and bends
 * the JSON in a few places. Half of the bends only move chips, so that they still add up. */
#include "fuzz/identity.h"
#include "fuzz/luck.h"
#include "fuzz/places.h"
#include "games/quacks/json.h"
#include "wire/games.h"

enum { MAX_PLAYED = 20000, MAX_PLACES = 4096 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* States of four seats with full pots are longer than the usual limit, and a state cut short is not
 * JSON. The flag comes first, so that one on the command line overrides it. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static char flag[] = "-max_len=16384";
    static char *with[64];
    int n = *argc < 60 ? *argc : 60;
    with[0] = (*argv)[0];
    with[1] = flag;
    memcpy(with + 2, *argv + 1, sizeof *with * (size_t)(n - 1));
    *argc = n + 1;
    *argv = with;
    return 0;
}

/* ---- promises ---- */

static void check_view(const struct quacks_state *s, int seat, struct chance *c)
{
    struct quacks_state view = *s, guess;
    quacks_redact(&view, seat);
    if (seat != SPECTATOR)
        promise(quacks_legal(&view, seat) == quacks_legal(s, seat), "a view has the same answers");
    json_decref(print_and_parse(&quacks_json, &view));
    guess = view;
    quacks_determinize(&guess, seat, c);
    promise(quacks_check(&guess) == NULL, "a guess is a state");
    quacks_redact(&guess, seat);
    promise(memcmp(&view, &guess, sizeof view) == 0, "a guess has the same view");
}

static void look(const struct quacks_state *s, struct chance *c)
{
    const char *wrong = quacks_check(s);
    promise(wrong == NULL, wrong);
    check_identity(&quacks_json, s);
    for (int seat = SPECTATOR; seat < s->players; seat++)
        check_view(s, seat, c);
}

static void act(struct quacks_state *s, struct chance *c)
{
    static struct event events[MAX_EVENTS];
    struct events sink = {events, 0, MAX_EVENTS};
    char text[MAX_SENTENCE], name[MAX_NAME];
    int seat = one_of(quacks_active(s));
    uint64_t answers = quacks_legal(s, seat);
    promise(answers != 0, "a question has an answer");
    int answer = one_of(answers);
    quacks_action_name(s, seat, answer, name);
    quacks_apply(s, seat, answer, c, &sink);
    for (uint32_t i = 0; i < sink.n; i++)
        quacks_event_text(&events[i], SPECTATOR, text);
}

static void play_on(struct quacks_state *s)
{
    struct chance c;
    int played = 0;
    chance_seed_number(&c, luck);
    for (; quacks_active(s); played++) {
        promise(played < MAX_PLAYED, "a game ends");
        if (played < 8 || below(16) == 0)
            look(s, &c);
        act(s, &c);
    }
    look(s, &c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct quacks_state s;
    struct refusal why = {0};
    json_t *root = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    luck = hash_bytes(data, size);
    memset(&s, 0, sizeof s);
    if (root && quacks_read_state(&s, root, &why) == 0)
        play_on(&s);
    json_decref(root);
    return 0;
}

/* ---- making states ---- */

static void make_state(struct quacks_state *s)
{
    struct chance c;
    quacks_init(s, 2 + (int)below(3));
    for (int colour = GREEN; colour <= PURPLE; colour++)
        s->book[colour] = (uint8_t)(1 + below(4));
    s->tubes = (uint8_t)below(2);
    s->together = below(4) == 0;
    s->risky = (uint8_t)below(2);
    s->acts = (uint8_t)below(2);
    s->no_fortune = below(8) == 0;
    s->optional = (uint8_t)below(2);
    /* Fills bags, so that more can happen. */
    for (int n = (int)below(40); n; n--) {
        int chip = ORANGE1 + (int)below(CHIP_COUNT - ORANGE1);
        if (!s->supply[chip])
            continue;
        s->supply[chip]--;
        s->player[below(s->players)].bag[chip]++;
    }
    chance_seed_number(&c, luck);
    quacks_begin(s, &c, NULL);
    for (uint32_t n = below(300); n && quacks_active(s); n--) {
        int seat = one_of(quacks_active(s));
        quacks_apply(s, seat, one_of(quacks_legal(s, seat)), &c, NULL);
    }
}

/* ---- bending them ---- */

static void find_places(json_t *value, struct place *place, int *n)
{
    const char *key;
    json_t *member;
    size_t i;
    json_object_foreach(value, key, member) {
        if (*n < MAX_PLACES)
            place[(*n)++] = (struct place){value, key, 0};
        find_places(member, place, n);
    }
    json_array_foreach(value, i, member) {
        if (*n < MAX_PLACES)
            place[(*n)++] = (struct place){value, NULL, i};
        find_places(member, place, n);
    }
}

static json_t *bent(const json_t *old)
{
    static const int numbers[] = {0, 1, 2, 3, 4, 9, 35, 51, 52, 53, 255, -1};
    if (json_is_integer(old))
        return json_integer(below(2) ? json_integer_value(old) + (below(2) ? 1 : -1)
                                     : numbers[below(12)]);
    if (json_is_boolean(old))
        return json_boolean(!json_is_true(old));
    if (json_is_string(old))
        return below(8) ? json_string(quacks_chip((int)below(CHIP_COUNT))->id) : json_null();
    return below(2) ? json_null() : json_integer(below(5));
}

/* Moves a chip from one place to another, so that they still add up. */
static void move_chip(json_t *root)
{
    json_t *players = json_object_get(root, "players");
    size_t seat = below((uint32_t)json_array_size(players));
    json_t *bag = json_object_get(json_array_get(players, seat), "bag");
    json_t *supply = json_object_get(root, "supply");
    const char *id = quacks_chip((int)below(CHIP_COUNT))->id;
    json_t *from = below(2) ? bag : supply, *to = from == bag ? supply : bag;
    json_int_t n = json_integer_value(json_object_get(from, id));
    json_int_t moved = n > 0 ? 1 + (json_int_t)below((uint32_t)n) : 0;
    json_object_set_new(from, id, json_integer(n - moved));
    json_object_set_new(to, id, json_integer(json_integer_value(json_object_get(to, id)) + moved));
}

/* Empty lists have no place that could be bent. */
static void add_returned(json_t *root)
{
    json_t *players = json_object_get(root, "players");
    size_t seat = below((uint32_t)json_array_size(players));
    json_t *returned = json_object_get(json_array_get(players, seat), "returned");
    json_array_append_new(returned, json_string(quacks_chip(RED1 + (int)below(3))->id));
}

static void bend(json_t *root)
{
    static struct place place[MAX_PLACES];
    int n = 0;
    if (below(2)) {
        move_chip(root);
        return;
    }
    if (below(8) == 0) {
        add_returned(root);
        return;
    }
    find_places(root, place, &n);
    if (n == 0)
        return;
    const struct place *p = &place[below((uint32_t)n)];
    if (p->key && below(12) == 0)
        json_object_del(p->holder, p->key);
    else
        put_at(p, bent(value_at(p)));
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    struct quacks_state s;
    luck = seed;
    (void)size;
    make_state(&s);
    json_t *root = print_and_parse(&quacks_json, &s);
    for (uint32_t bends = below(4); bends; bends--)
        bend(root);
    char *text = json_dumps(root, JSON_COMPACT);
    size_t n = text ? strlen(text) : 0;
    if (n > max_size)
        n = max_size;
    memcpy(data, text, n);
    free(text);
    json_decref(root);
    return n;
}
