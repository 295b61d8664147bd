/* Fuzzes `setup`: bytes are read as JSON and given to arcane_read_state. A state that is accepted
 * must keep every promise of the rules, print and read back as the same bytes, give each seat a
 * view without secrets, and be playable to its end.
 *
 * Random bytes are hardly ever a state, so the mutator makes its own: it plays a random game for a
 * while, prints the state, and bends the JSON. Half of the changes keep the sums of cards (cards
 * change places, a question gets more or fewer members), because only such states are accepted. */
#include "fuzz/identity.h"
#include "fuzz/luck.h"
#include "games/arcane/json.h"
#include "wire/games.h"

enum { MAX_PLAYED = 20000, MAX_WORDS = 640 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* ---- promises ---- */

static void check(const struct arcane_state *s)
{
    const char *wrong = arcane_check(s);
    promise(wrong == NULL, wrong);
    promise((s->phase == PHASE_OVER) == (arcane_active(s) == 0), "asks until the game is over");
    promise(s->phase == PHASE_OVER || arcane_legal(s, s->asked), "a question has an answer");
}

/* A full stash that draws holds one more until it acts; no setup accepts that (A13). */
static int stash_overflows(const struct arcane_state *s)
{
    int over = 0;
    for (int seat = 0; seat < s->players; seat++)
        over |= s->player[seat].stash_n > STASH_MAX;
    return over;
}

static void check_view(const struct arcane_state *s, int seat, struct chance *c)
{
    struct arcane_state view = *s, other = *s, guess;
    arcane_redact(&view, seat);
    if (seat != SPECTATOR)
        promise(arcane_legal(&view, seat) == arcane_legal(s, seat), "a view has the same answers");
    arcane_scramble(&other, seat, c);
    promise(arcane_check(&other) == NULL, "a scrambled state is a state");
    arcane_redact(&other, seat);
    promise(memcmp(&view, &other, sizeof view) == 0, "a view hides what it must");
    if (seat == SPECTATOR)
        return;
    guess = view;
    arcane_determinize(&guess, seat, c);
    promise(arcane_check(&guess) == NULL, "a guess is a state");
}

static void check_view_prints(const struct arcane_state *s, int seat)
{
    struct arcane_state view = *s;
    arcane_redact(&view, seat);
    json_decref(print_and_parse(&arcane_json, &view));
}

static void look(const struct arcane_state *s, struct chance *c)
{
    if (!stash_overflows(s))
        check_identity(&arcane_json, s);
    check_view_prints(s, SPECTATOR + (int)below(s->players + 1u));
    for (int seat = SPECTATOR; seat < s->players; seat++)
        check_view(s, seat, c);
}

/* ---- playing ---- */

static void act(struct arcane_state *s, struct chance *c)
{
    static struct event events[MAX_EVENTS];
    static struct outcome outcomes[MAX_OUTCOMES];
    struct events sink = {events, 0, MAX_EVENTS};
    char text[MAX_SENTENCE], name[MAX_NAME];
    int answer = one_of(arcane_legal(s, s->asked));
    c->log = outcomes;
    c->log_n = 0;
    c->log_cap = MAX_OUTCOMES;
    promise(*arcane_action_name(s, s->asked, answer, name) != 0, "an answer has a name");
    arcane_apply(s, s->asked, answer, c, &sink);
    for (uint32_t i = 0; i < sink.n; i++)
        promise(*arcane_event_text(&events[i], REFEREE, text) != 0, "an event has a sentence");
}

/* Checks are expensive: they are made often in the beginning, then more and more rarely, and in
 * every phase. */
static void play_to_the_end(struct arcane_state *s, struct chance *c)
{
    for (int n = 1; n < MAX_PLAYED && arcane_active(s); n++) {
        int phase = s->phase;
        act(s, c);
        check(s);
        if (n < 4 || (n & (n - 1)) == 0 || s->phase != phase)
            look(s, c);
    }
}

static void try_state(const json_t *root)
{
    struct arcane_state s;
    struct refusal why = {0};
    struct chance c;
    memset(&s, 0, sizeof s);
    if (arcane_read_state(&s, root, &why) < 0) {
        promise(why.message[0] != 0, "a refusal says why");
        return;
    }
    chance_seed_number(&c, luck);
    check(&s);
    look(&s, &c);
    play_to_the_end(&s, &c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *root = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    luck = hash_bytes(data, size);
    if (json_is_object(root))
        try_state(root);
    json_decref(root);
    return 0;
}

/* ---- a state to begin with ---- */

static const char *some_options(void)
{
    static const char *const options[] = {
        "{}",
        "{\"market\":true,\"wizards\":\"random\"}",
        "{\"wizards\":\"random\",\"turn_cap\":4}",
        "{\"edition\":\"hundred\",\"market\":true,\"rounds\":2}",
        "{\"edition\":\"hundred\",\"turn_cap\":9,\"goal\":300}",
        "{\"turn_cap\":12,\"cards\":{\"items\":{\"haunted-doll\":{\"counts\":[30,30]},"
        "\"hypnotic-toad\":{\"counts\":[0,0]},\"older-wand\":{\"counts\":[0,0]}}}}",
        "{\"wizards\":\"random\",\"cards\":{\"items\":{\"magic-boomerang\":{\"counts\":[40,40]},"
        "\"older-wand\":{\"counts\":[3,0]},\"floating-carpet\":{\"counts\":[0,0]}}}}",
        "{\"wizards\":\"random\",\"market\":true,\"cards\":{\"items\":{"
        "\"mystical-lamp\":{\"counts\":[9,5],\"effect\":{\"cards\":9}},"
        "\"wizards-watch\":{\"counts\":[9,5]},\"sacred-chalice\":{\"counts\":[9,5]},"
        "\"pandoras-lockbox\":{\"counts\":[9,5]}},\"wizards\":{\"corvus\":{\"stash\":9}}}}",
    };
    return options[below(sizeof options / sizeof options[0])];
}

/* Just enough cards to stock a round (A13), of two kinds. */
static json_t *tight_options(int players)
{
    int need = (CELLS + 2) * players + 1;
    json_t *items = json_object();
    for (int i = 0; i < ITEM_COUNT; i++) {
        int n = i == OLDER_WAND        ? int_min(need, 40)
                : i == FLOATING_CARPET ? need - int_min(need, 40)
                                       : 0;
        json_object_set_new(items, arcane_item(i)->id, json_pack("{s:[ii]}", "counts", n, n));
    }
    return json_pack("{s:i,s:{s:o,s:{s:{s:i}}}}", "turn_cap", 3, "cards", "items", items, "wizards",
                     "corvus", "stash", 9);
}

static json_t *fresh_state(void)
{
    static const uint32_t lengths[] = {8, 40, 160, 600};
    struct arcane_state s;
    struct refusal why;
    struct chance c;
    int players = 2 + (int)below(5);
    json_t *options = below(6) ? json_loads(some_options(), 0, NULL) : tight_options(players);
    memset(&s, 0, sizeof s);
    arcane_init(&s, players);
    promise(arcane_read_options(&s, options, &why) == 0, "these options are fine");
    json_decref(options);
    chance_seed_number(&c, luck);
    arcane_begin(&s, &c, NULL);
    for (uint32_t n = below(lengths[below(4)]); n > 0 && arcane_active(&s); n--)
        arcane_apply(&s, s.asked, one_of(arcane_legal(&s, s.asked)), &c, NULL);
    return print_and_parse(&arcane_json, &s);
}

/* ---- bends that keep the cards adding up ---- */

static json_t *member(json_t *object, const char *key)
{
    return json_object_get(object, key);
}

static json_t *some_player(json_t *root)
{
    json_t *players = member(root, "players");
    size_t n = json_array_size(players);
    return n ? json_array_get(players, below((uint32_t)n)) : NULL;
}

static json_t *question_of(json_t *root)
{
    return json_array_get(member(root, "pending"), 0);
}

static void add_number(json_t *object, const char *key, int more)
{
    json_int_t n = json_integer_value(member(object, key)) + more;
    json_object_set_new(object, key, json_integer(n));
}

/* Takes one card out of an object of counts. */
static const char *out_of_counts(json_t *counts)
{
    const char *id, *taken = NULL;
    json_t *value;
    uint32_t seen = 0;
    json_object_foreach(counts, id, value) {
        if (json_integer_value(value) > 0 && below(++seen) == 0)
            taken = id;
    }
    int item = taken ? arcane_item_by_id(taken) : -1;
    if (item < 0)
        return NULL;
    add_number(counts, arcane_item(item)->id, -1);
    if (json_integer_value(member(counts, arcane_item(item)->id)) == 0)
        json_object_del(counts, arcane_item(item)->id);
    return arcane_item(item)->id;
}

static const char *known_id(const json_t *text)
{
    const char *id = json_string_value(text);
    int item = id ? arcane_item_by_id(id) : -1;
    return item < 0 ? NULL : arcane_item(item)->id;
}

/* Takes a card, or a plain id, out of a list. */
static const char *out_of_list(json_t *list)
{
    size_t n = json_array_size(list), i = n ? below((uint32_t)n) : 0;
    json_t *entry = json_array_get(list, i);
    const char *id = known_id(json_is_object(entry) ? member(entry, "item") : entry);
    if (id)
        json_array_remove(list, i);
    return id;
}

static const char *out_of_house(json_t *player)
{
    json_t *cells = member(member(player, "house"), "cells");
    size_t n = json_array_size(cells), i = n ? below((uint32_t)n) : 0;
    const char *id = known_id(member(json_array_get(cells, i), "item"));
    if (id)
        json_array_set_new(cells, i, json_null());
    return id;
}

static const char *out_of_deck(json_t *root)
{
    json_t *deck = member(root, "deck");
    json_t *own = member(deck, "own");
    const char *id = out_of_counts(json_is_object(own) ? own : member(root, "pool"));
    if (id)
        add_number(deck, "count", -1);
    return id;
}

static const char *take_card(json_t *root)
{
    switch (below(6)) {
    case 0: return out_of_list(member(root, "discard"));
    case 1: return out_of_list(member(some_player(root), "stash"));
    case 2: return out_of_house(some_player(root));
    case 3: return out_of_counts(member(root, "aside"));
    default: return out_of_deck(root);
    }
}

static json_t *card(const char *id)
{
    json_t *known = json_array();
    for (int seat = 0; seat < 6; seat++)
        if (below(2))
            json_array_append_new(known, json_integer(seat));
    return json_pack("{s:s,s:o}", "item", id, "known", known);
}

static void into_stash(json_t *root, const char *id)
{
    json_t *players = member(root, "players");
    size_t n = json_array_size(players), seat = n ? below((uint32_t)n) : 0;
    json_t *known = json_pack("[i]", (int)seat);
    json_t *entry = json_pack("{s:s,s:o}", "item", id, "known", known);
    json_array_append_new(member(json_array_get(players, seat), "stash"), entry);
}

static void into_house(json_t *root, const char *id)
{
    json_t *cells = member(member(some_player(root), "house"), "cells");
    json_t *entry = json_pack("{s:s,s:b}", "item", id, "up", (int)below(2));
    for (size_t i = 0; i < json_array_size(cells); i++)
        if (json_is_null(json_array_get(cells, i))) {
            json_array_set(cells, i, entry);
            break;
        }
    json_decref(entry);
}

static void into_question(json_t *root, const char *id)
{
    json_t *question = question_of(root);
    json_t *cell = json_pack("{s:s,s:b}", "item", id, "up", (int)below(2));
    switch (below(3)) {
    case 0: json_object_set_new(question, "item", json_string(id)); break;
    case 1: json_object_set_new(question, "offer", json_pack("[s]", id)); break;
    default: json_object_set(question, "replaced", cell); break;
    }
    json_decref(cell);
}

static void put_card(json_t *root, const char *id)
{
    json_t *deck = member(root, "deck");
    switch (below(9)) {
    case 0: json_array_append_new(member(root, "discard"), json_string(id)); break;
    case 1: into_stash(root, id); break;
    case 2: into_house(root, id); break;
    case 3: into_question(root, id); break;
    case 4: json_array_append_new(member(root, "aside_unseen"), card(id)); break;
    case 5:
        json_array_append_new(member(deck, "top"), json_pack("{s:s}", "item", id));
        add_number(deck, "count", 1);
        break;
    case 6: json_array_set_new(member(root, "market"), below(3), json_string(id)); break;
    default: add_number(member(root, "aside"), id, 1); break;
    }
}

static void move_cards(json_t *root)
{
    static const uint32_t many[] = {1, 3, 20, 140};
    for (uint32_t n = 1 + below(many[below(4)]); n > 0; n--) {
        const char *id = take_card(root);
        if (id)
            put_card(root, id);
    }
}

/* Empties the deck, a stash or the discard onto the cards set aside. */
static void clear_pile(json_t *root)
{
    json_t *list = below(2) ? member(root, "discard") : member(some_player(root), "stash");
    int deck = below(2) == 0;
    const char *id;
    while ((id = deck ? out_of_deck(root) : out_of_list(list)))
        add_number(member(root, "aside"), id, 1);
}

/* ---- every node of a tree ---- */

struct words {
    json_t *at[MAX_WORDS];
    uint32_t n;
};

static void find_items(json_t *node, struct words *words)
{
    const char *key;
    json_t *value;
    if (known_id(node) && words->n < MAX_WORDS)
        words->at[words->n++] = node;
    for (size_t i = 0; i < json_array_size(node); i++)
        find_items(json_array_get(node, i), words);
    json_object_foreach(node, key, value)
        find_items(value, words);
}

/* Two cards change places, so that the sums stay the same. */
static void exchange_cards(json_t *root)
{
    struct words words = {{NULL}, 0};
    find_items(root, &words);
    if (words.n < 2)
        return;
    json_t *a = words.at[below(words.n)], *b = words.at[below(words.n)];
    const char *id = known_id(a);
    json_string_set(a, known_id(b));
    json_string_set(b, id);
}

static void turn_over(json_t *root)
{
    json_t *cells = member(member(some_player(root), "house"), "cells");
    size_t n = json_array_size(cells);
    json_t *cell = n ? json_array_get(cells, below((uint32_t)n)) : NULL;
    if (known_id(member(cell, "item")))
        json_object_set_new(cell, "up", json_boolean(below(2)));
}

/* ---- bends of the question and the numbers ---- */

static void change_kind(json_t *root)
{
    int kind = 1 + (int)below(Q_COUNT - 1);
    json_object_set_new(question_of(root), "kind", json_string(arcane_question_kind(kind)));
}

static void change_question(json_t *root)
{
    static const char *const numbers[] = {"seat",   "slot",      "own",    "line",    "dolls",
                                          "target", "returning", "dolled", "returned"};
    static const char *const items[] = {"cause", "sold"};
    json_t *question = question_of(root);
    const char *key = numbers[below(9)];
    json_t *value = json_integer(below(10));
    if (strcmp(key, "returning") == 0)
        json_object_set_new(question, key, json_boolean(below(2)));
    else if (strncmp(key, "dolled", 6) == 0 || strcmp(key, "returned") == 0)
        json_object_set_new(question, key, json_pack("[O]", value));
    else if (below(3))
        json_object_set(question, key, value);
    else
        json_object_set_new(question, items[below(2)],
                            json_string(arcane_item((int)below(ITEM_COUNT))->id));
    json_decref(value);
}

static json_t *some_number(json_int_t old)
{
    static const json_int_t values[] = {0,  1,  2,  3,   9,    15,   20,      21,           22,
                                        24, 25, 50, 100, 1000, 1001, 1000000, 4294967296ll, -1};
    switch (below(4)) {
    case 0: return json_integer(old + 1);
    case 1: return json_integer(old - 1);
    default: return json_integer(values[below(sizeof values / sizeof values[0])]);
    }
}

static void change_number(json_t *root)
{
    static const char *const keys[] = {"round",   "first", "turn",
                                       "tracker", "turns", "triggered_by"};
    static const char *const of_player[] = {"gold", "infamy", "fines"};
    json_t *object = below(2) ? root : some_player(root);
    const char *key = object == root ? keys[below(6)] : of_player[below(3)];
    json_object_set_new(object, key, some_number(json_integer_value(member(object, key))));
}

static void change_word(json_t *root)
{
    static const char *const phases[] = {"stock", "sell", "inspection", "bribe", "over"};
    static const char *const wizards[] = {"byros",  "corvus",     "dafana",
                                          "glynna", "meeblemore", "ninx"};
    if (below(3) == 0)
        json_object_set_new(root, "phase", json_string(phases[below(5)]));
    else
        json_object_set_new(some_player(root), "wizard", json_string(wizards[below(6)]));
}

/* ---- bends of anything ---- */

static json_t *some_value(const json_t *old)
{
    switch (below(8)) {
    case 0: return json_null();
    case 1: return json_boolean(below(2));
    case 2: return json_array();
    case 3: return json_object();
    case 4: return json_string(arcane_item((int)below(ITEM_COUNT))->id);
    default: return some_number(json_integer_value(old));
    }
}

static void bend_list(json_t *list)
{
    size_t n = json_array_size(list), i = n ? below((uint32_t)n) : 0;
    json_t *entry = json_array_get(list, i);
    switch (below(3)) {
    case 0: json_array_remove(list, i); break;
    case 1: json_array_append_new(list, entry ? json_deep_copy(entry) : json_null()); break;
    default: json_array_set_new(list, i, some_value(entry)); break;
    }
}

static void bend_object(json_t *object, const char *key)
{
    json_t *value = member(object, key);
    if (below(2))
        json_object_set_new(object, key, some_value(value));
    else
        json_object_del(object, key);
}

static const char *some_key(json_t *object)
{
    const char *key, *chosen = NULL;
    json_t *value;
    uint32_t n = 0;
    json_object_foreach(object, key, value)
        chosen = below(++n) == 0 ? key : chosen;
    return chosen;
}

/* Walks down at random and changes what it finds. */
static void bend_anything(json_t *node)
{
    for (;;) {
        const char *key = json_is_object(node) ? some_key(node) : NULL;
        size_t n = json_array_size(node);
        json_t *child = key ? member(node, key)
                        : n ? json_array_get(node, below((uint32_t)n))
                            : NULL;
        if ((json_is_object(child) || json_is_array(child)) && below(5)) {
            node = child;
            continue;
        }
        if (key)
            bend_object(node, key);
        else
            bend_list(node);
        return;
    }
}

static void bend(json_t *root)
{
    switch (below(12)) {
    case 0:
    case 1: move_cards(root); break;
    case 2: clear_pile(root); break;
    case 3:
    case 4: exchange_cards(root); break;
    case 5: turn_over(root); break;
    case 6: change_kind(root); break;
    case 7:
    case 8: change_question(root); break;
    case 9: change_number(root); break;
    case 10: change_word(root); break;
    default: bend_anything(root); break;
    }
}

/* Takes the given input or makes a state, and changes it in a few places. */
static char *bent_text(const uint8_t *data, size_t size)
{
    json_t *root = below(3) ? json_loadb((const char *)data, size, 0, NULL) : NULL;
    if (!json_is_object(root)) {
        json_decref(root);
        root = fresh_state();
    }
    for (uint32_t n = 1 + below(4); n > 0; n--)
        bend(root);
    char *text = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    promise(text != NULL, "there is memory");
    return text;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    luck = (uint64_t)seed << 32 | (uint32_t)hash_bytes(data, size);
    for (int tries = 0; tries < 4; tries++) {
        char *text = bent_text(data, size);
        size_t n = strlen(text);
        if (n <= max_size)
            memcpy(data, text, n);
        free(text);
        if (n <= max_size)
            return n;
    }
    return size;
}
