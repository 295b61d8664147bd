/* wire_props: tests the promises of wire/game.h for every game, player count and mix of options of
 * the property suite, with random answers.
 *
 *   wire_props [--game NAME] [--games N] [--seed S] [--only K]
 *
 *   every action   its events, told to every viewer, and its outcomes read back as what they were;
 *                  events that were tampered with are refused or can be told
 *   sampled        the view of every viewer reads back as the same bytes, and no other viewer can
 *                  take it for one that lacks an answer; a view with one more truth in it is
 *                  refused; a view that was tampered with is refused, or hides well and can be
 *                  played on
 *
 * The last line is "N passed, M failed", counting games. */
#include "engine/view.h"
#include "tests/props/game_props.h"
#include "wire/event.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/outcome.h"
#include "wire/write.h"

enum { SAMPLE_RATE = 12, TAMPERINGS = 12, GUESS_ANSWERS = 60, MAX_NODES = 4096 };
enum { MOST_SHOWN = 10 };

static const struct props_subject *const subjects[] = {&props_arcane, &props_null, &props_quacks};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

/* ---- a game under test ---- */

struct trial {
    const struct props_subject *subject;
    const struct game_json *json;
    const struct game *game;
    uint64_t number;
    int players, failed;
    /* The random numbers of the game and of the experiments. */
    struct chance luck, lab;
    uint64_t state[MAX_STATE_BYTES / 8];
    struct outcome outcome[MAX_OUTCOMES];
    struct event event[MAX_EVENTS];
    struct events sink;
};

static struct {
    uint64_t views, events, outcomes, truths, tampered, accepted, told;
} counts;

static uint32_t dice(struct trial *t, uint32_t n)
{
    return chance_below(&t->lab, CHANCE_PICK, n);
}

static void fail(struct trial *t, const char *what, int viewer, const json_t *said)
{
    char *text = said ? json_dumps(said, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    if (!t->failed++)
        printf("FAILED %s, %d players, game %llu, viewer %d: %s: %s\n", t->game->name, t->players,
               (unsigned long long)t->number, viewer, what, text ? text : "");
    free(text);
}

static json_t *parse(const struct writer *w)
{
    json_t *root = json_loadb(w->at, w->n, JSON_REJECT_DUPLICATES, NULL);
    MUST(root);
    return root;
}

static json_t *state_as_json(const struct trial *t, const void *state)
{
    struct writer w = {0};
    t->json->write_state(state, &w);
    json_t *root = parse(&w);
    writer_free(&w);
    return root;
}

/* ---- tampering ---- */

/* A place in a JSON value. */
struct node {
    json_t *parent;
    const char *key;
    size_t at;
    json_t *value;
};

static void nodes_add(struct node *list, int *n, json_t *parent);

static void node_add(struct node *list, int *n, struct node node)
{
    if (*n == MAX_NODES)
        return;
    list[(*n)++] = node;
    nodes_add(list, n, node.value);
}

static void nodes_add(struct node *list, int *n, json_t *parent)
{
    const char *key;
    json_t *value;
    size_t at;
    if (json_is_object(parent))
        json_object_foreach(parent, key, value)
            node_add(list, n, (struct node){parent, key, 0, value});
    else if (json_is_array(parent))
        json_array_foreach(parent, at, value)
            node_add(list, n, (struct node){parent, NULL, at, value});
}

static void node_set(const struct node *node, json_t *value)
{
    if (json_is_object(node->parent))
        json_object_set_new(node->parent, node->key, value);
    else
        json_array_set_new(node->parent, node->at, value);
}

static void node_delete(const struct node *node)
{
    if (json_is_object(node->parent))
        json_object_del(node->parent, node->key);
    else
        json_array_remove(node->parent, node->at);
}

static json_t *odd_number(struct trial *t)
{
    static const json_int_t numbers[] = {-1, 0,  1,   2,   3,       5,        8,
                                         31, 64, 255, 256, 1 << 20, INT64_MAX};
    return json_integer(numbers[dice(t, sizeof numbers / sizeof *numbers)]);
}

/* Replaces one value by null, a number or a copy of another value, removes it, or changes a number
 * by one. */
static void tamper(struct trial *t, json_t *root)
{
    static struct node list[MAX_NODES];
    int n = 0;
    nodes_add(list, &n, root);
    if (!n)
        return;
    const struct node *node = &list[dice(t, (uint32_t)n)], *other = &list[dice(t, (uint32_t)n)];
    switch (dice(t, 6)) {
    case 0: node_set(node, json_null()); break;
    case 1: node_set(node, odd_number(t)); break;
    case 2: node_delete(node); break;
    case 3:
        if (json_is_array(node->parent))
            json_array_append_new(node->parent, json_deep_copy(other->value));
        break;
    case 4:
        if (json_is_integer(node->value))
            node_set(node, json_integer(json_integer_value(node->value) + 1 - 2 * (int)dice(t, 2)));
        break;
    default: node_set(node, json_deep_copy(other->value)); break;
    }
}

/* ---- views ---- */

/* An accepted view must show no secrets, and a guess made from it must be playable. */
static void promise_accepted(struct trial *t, const struct view *v, const json_t *said)
{
    uint64_t guess[MAX_STATE_BYTES / 8];
    if (view_shows_secrets(t->game, v->bytes, v->seat))
        fail(t, "a view that was accepted does not redact to itself", v->seat, said);
    memcpy(guess, v->bytes, sizeof guess);
    t->game->determinize(guess, v->seat, &t->lab);
    for (int i = 0; i < GUESS_ANSWERS && !t->failed; i++) {
        const char *wrong = t->game->check(guess);
        uint32_t active = t->game->active(guess);
        if (wrong)
            fail(t, wrong, v->seat, said);
        if (wrong || !active)
            return;
        int seat = bit_nth(active, dice(t, (uint32_t)bit_count(active)));
        uint64_t legal = t->game->legal(guess, seat);
        if (!legal)
            fail(t, "who is asked has no answer", v->seat, said);
        else
            t->game->apply(guess, seat, bit_nth(legal, dice(t, (uint32_t)bit_count(legal))),
                           &t->lab, NULL);
    }
}

static void promise_tampered(struct trial *t, const json_t *root, int viewer)
{
    struct refusal why;
    struct view v;
    json_t *bent = json_deep_copy(root);
    for (uint32_t i = 1 + dice(t, 2); i; i--)
        tamper(t, bent);
    counts.tampered++;
    if (view_read(&v, t->json, bent, viewer, &why) == 0) {
        counts.accepted++;
        promise_accepted(t, &v, bent);
    } else if (!why.message[0]) {
        fail(t, "a refusal without a reason", viewer, bent);
    }
    json_decref(bent);
}

/* Reads a view that was written for another viewer. If it is accepted, it must contain all the seat
 * needs. */
static void promise_other(struct trial *t, const json_t *root, int viewer)
{
    struct refusal why;
    struct view v;
    if (viewer == SPECTATOR || view_read(&v, t->json, root, viewer, &why) < 0)
        return;
    promise_accepted(t, &v, root);
    if (view_legal(&v) != t->game->legal(t->state, viewer))
        fail(t, "a view of another that lacks answers is accepted", viewer, root);
}

/* The places where a view differs from the true state, and the true values. */
struct differences {
    struct node place[MAX_NODES];
    json_t *truth[MAX_NODES];
    int n;
};

static void differ(struct differences *d, json_t *view, json_t *truth);

static void differ_at(struct differences *d, struct node place, json_t *truth)
{
    if (!truth || json_equal(place.value, truth) || d->n == MAX_NODES)
        return;
    d->place[d->n] = place;
    d->truth[d->n++] = truth;
    differ(d, place.value, truth);
}

static void differ(struct differences *d, json_t *view, json_t *truth)
{
    const char *key;
    json_t *value;
    size_t at;
    if (json_is_object(view) && json_is_object(truth))
        json_object_foreach(view, key, value)
            differ_at(d, (struct node){view, key, 0, value}, json_object_get(truth, key));
    else if (json_array_size(view) == json_array_size(truth))
        json_array_foreach(view, at, value)
            differ_at(d, (struct node){view, NULL, at, value}, json_array_get(truth, at));
}

/* Puts one secret into the view; it must then be refused. */
static void promise_truth(struct trial *t, json_t *root, int viewer)
{
    static struct differences d;
    struct refusal why;
    struct view v;
    json_t *truth = state_as_json(t, t->state);
    d.n = 0;
    differ(&d, root, truth);
    if (d.n) {
        uint32_t at = dice(t, (uint32_t)d.n);
        node_set(&d.place[at], json_deep_copy(d.truth[at]));
        counts.truths++;
        if (!json_equal(root, truth) && view_read(&v, t->json, root, viewer, &why) == 0)
            fail(t, "a view that shows a secret is accepted", viewer, root);
    }
    json_decref(truth);
}

static void promise_view(struct trial *t, int viewer)
{
    struct view right, v;
    struct refusal why;
    view_take(&right, t->game, t->state, viewer);
    json_t *root = state_as_json(t, right.bytes);
    counts.views++;
    if (view_read(&v, t->json, root, viewer, &why) < 0)
        fail(t, why.message, viewer, root);
    else if (memcmp(v.bytes, right.bytes, sizeof v.bytes))
        fail(t, "a view reads back as another", viewer, root);
    for (int other = SPECTATOR; other < t->players && !t->failed; other++)
        promise_other(t, root, other);
    for (int i = 0; i < TAMPERINGS && !t->failed; i++)
        promise_tampered(t, root, viewer);
    promise_truth(t, root, viewer);
    json_decref(root);
}

/* ---- events and outcomes ---- */

static json_t *event_as_json(const struct trial *t, const struct event *e, int mover)
{
    struct writer w = {0};
    event_tell(t->json->events, e, mover, &w);
    json_t *said = parse(&w);
    writer_free(&w);
    return said;
}

/* Every event that is accepted can be told in words and written as JSON again. */
static void promise_tampered_event(struct trial *t, const json_t *said, int mover, int viewer)
{
    char text[MAX_SENTENCE];
    struct event e;
    json_t *bent = json_deep_copy(said);
    tamper(t, bent);
    if (event_read(t->json->events, bent, mover, &e) == 0) {
        counts.told++;
        t->game->event_text(&e, viewer, text);
        json_decref(event_as_json(t, &e, mover));
    }
    json_decref(bent);
}

static void promise_event(struct trial *t, const struct event *event, int mover, int viewer)
{
    struct event seen = event_seen_by(*event, viewer), read;
    json_t *said = event_as_json(t, &seen, mover);
    counts.events++;
    if (event_read(t->json->events, said, mover, &read) < 0) {
        fail(t, "an event is refused", viewer, said);
    } else {
        json_t *again = event_as_json(t, &read, mover);
        if (!json_equal(said, again))
            fail(t, "an event reads back as another", viewer, said);
        json_decref(again);
        /* The null game does not tell amounts. */
        read.n = t->subject == &props_null ? seen.n : read.n;
        if (memcmp(&seen, &read, sizeof seen))
            fail(t, "an event reads back otherwise", viewer, said);
    }
    if (dice(t, 4) == 0)
        promise_tampered_event(t, said, mover, viewer);
    json_decref(said);
}

static void promise_outcome(struct trial *t, const struct outcome *o)
{
    struct refusal why;
    struct outcome read;
    struct writer w = {0};
    outcome_write(t->json, o, &w);
    json_t *said = parse(&w), *list = json_pack("[O]", said);
    counts.outcomes++;
    if (outcomes_check(list, &why) < 0)
        fail(t, why.message, REFEREE, said);
    outcome_read(t->json, said, &read);
    if (read.kind != o->kind || read.seat != o->seat || read.n != o->n ||
        memcmp(read.value, o->value, o->n))
        fail(t, "an outcome reads back as another", REFEREE, said);
    tamper(t, list);
    if (json_array_size(list) && outcomes_check(list, &why) == 0)
        outcome_read(t->json, json_array_get(list, 0), &read);
    json_decref(list);
    json_decref(said);
    writer_free(&w);
}

static void after_action(struct trial *t, int mover)
{
    int viewer = (int)dice(t, (uint32_t)t->players + 1) - 1;
    for (uint32_t i = 0; i < t->sink.n && !t->failed; i++) {
        promise_event(t, &t->event[i], mover, viewer);
        promise_event(t, &t->event[i], mover, REFEREE);
    }
    for (uint32_t i = 0; i < t->luck.log_n && !t->failed; i++)
        promise_outcome(t, &t->outcome[i]);
}

/* ---- a game ---- */

/* A mix may change values without a cards file, so the options are written and read back first. */
static void set_options(struct trial *t, int mix)
{
    struct refusal why;
    struct writer w = {0};
    memset(t->state, 0, sizeof t->state);
    t->game->init(t->state, t->players);
    t->subject->mix(t->state, mix, t->players, &t->luck);
    t->json->write_options(t->state, &w);
    json_t *options = parse(&w);
    t->game->init(t->state, t->players);
    game_as_of(t->game, t->state, props_rules(t->number));
    if (t->json->read_options(t->state, options, &why) < 0)
        fail(t, why.message, REFEREE, options);
    json_decref(options);
    writer_free(&w);
}

static void begin(struct trial *t, uint64_t seed, int mix)
{
    props_seed(&t->luck, seed, t->number, 'w');
    props_seed(&t->lab, seed, t->number, 'x');
    set_options(t, mix);
    t->luck.log = t->outcome;
    t->luck.log_cap = MAX_OUTCOMES;
    t->sink = (struct events){t->event, 0, MAX_EVENTS};
    t->game->begin(t->state, &t->luck, &t->sink);
    after_action(t, EVENT_NONE);
}

static void act(struct trial *t, uint32_t active)
{
    int seat = bit_nth(active, chance_below(&t->luck, CHANCE_PICK, (uint32_t)bit_count(active)));
    uint64_t legal = t->game->legal(t->state, seat);
    uint32_t pick = chance_below(&t->luck, CHANCE_PICK, (uint32_t)bit_count(legal));
    t->luck.log_n = t->sink.n = 0;
    t->game->apply(t->state, seat, bit_nth(legal, pick), &t->luck, &t->sink);
    after_action(t, seat);
}

static int play(uint64_t number, uint64_t seed)
{
    static struct trial t;
    int mix;
    memset(&t, 0, sizeof t);
    t.number = number;
    t.subject = subjects[number % SUBJECTS];
    t.game = t.subject->game;
    t.json = game_json_by_name(t.game->name);
    props_schedule(t.subject, number / SUBJECTS, &t.players, &mix);
    begin(&t, seed, mix);
    for (uint32_t active; (active = t.game->active(t.state)) && !t.failed;) {
        int sampled = dice(&t, SAMPLE_RATE) == 0;
        for (int viewer = SPECTATOR; sampled && viewer < t.players && !t.failed; viewer++)
            promise_view(&t, viewer);
        act(&t, active);
    }
    for (int viewer = SPECTATOR; viewer < t.players && !t.failed; viewer++)
        promise_view(&t, viewer);
    return t.failed;
}

/* ---- the command line ---- */

struct plan {
    const char *game;
    uint64_t games, seed, only;
    int has_only;
};

static int read_plan(struct plan *p, int argc, char **argv)
{
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc)
            return -1;
        if (!strcmp(argv[i], "--game"))
            p->game = argv[i + 1];
        else if (!strcmp(argv[i], "--games"))
            p->games = strtoull(argv[i + 1], NULL, 10);
        else if (!strcmp(argv[i], "--seed"))
            p->seed = strtoull(argv[i + 1], NULL, 10);
        else if (!strcmp(argv[i], "--only"))
            p->only = strtoull(argv[i + 1], NULL, 10), p->has_only = 1;
        else
            return -1;
    }
    return 0;
}

static int is_wanted(const struct plan *p, uint64_t number)
{
    const struct game *g = subjects[number % SUBJECTS]->game;
    return p->has_only ? number == p->only : !p->game || !strcmp(p->game, g->name);
}

/* A suite that accepts nothing, or finds no secret to show, proves nothing. */
static int is_blind(void)
{
    return !counts.accepted || counts.accepted == counts.tampered || !counts.truths ||
           !counts.told || !counts.outcomes;
}

int main(int argc, char **argv)
{
    struct plan p = {.games = 600, .seed = 1};
    uint64_t passed = 0, failed = 0;
    if (read_plan(&p, argc, argv) < 0) {
        fputs("usage: wire_props [--game NAME] [--games N] [--seed S] [--only K]\n", stderr);
        return 2;
    }
    for (uint64_t k = 0, given = 0; given < p.games && failed < MOST_SHOWN; k++) {
        if (!is_wanted(&p, k))
            continue;
        given = p.has_only ? p.games : given + 1;
        *(play(k, p.seed) ? &failed : &passed) += 1;
    }
    printf("%llu views, %llu with a truth too much, %llu tampered with (%llu accepted), "
           "%llu events, %llu tampered with and told, %llu outcomes\n",
           (unsigned long long)counts.views, (unsigned long long)counts.truths,
           (unsigned long long)counts.tampered, (unsigned long long)counts.accepted,
           (unsigned long long)counts.events, (unsigned long long)counts.told,
           (unsigned long long)counts.outcomes);
    failed += !p.has_only && is_blind();
    printf("%llu passed, %llu failed\n", (unsigned long long)passed, (unsigned long long)failed);
    return failed != 0;
}
