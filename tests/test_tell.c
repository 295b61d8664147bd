/* Tests of what viewers are told: applying the changes gives their view, events are small, and
 * seed, salt and tokens stay secret. */
#include "bots/bots.h"
#include "tests/set_apply.h"
#include "tests/tell_play.h"

/* ---- changes give the view, events contain only what may be known ---- */

static json_t *view_now(struct play *p, int viewer)
{
    struct view v;
    start_over(&p->b);
    view_take(&v, &p->game, p->m.session.state, viewer);
    p->json.write_state(v.bytes, &p->b);
    return parse(&p->b);
}

static void check_view(struct play *p, int viewer)
{
    json_t *now = view_now(p, viewer);
    if (!json_equal(now, p->view[viewer + OF_VIEWER]))
        fail_msg("viewer %d of %s has another view after %s", viewer, p->game.name, p->a.at);
    json_decref(now);
}

static int names_item(const json_t *event)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)event, key, value)
        if (json_is_string(value) && strcmp(key, "fortune") && strcmp(key, "die"))
            return 1;
    return 0;
}

/* The row that a client finds: the k-th of those with this type. */
static int row_found(const struct play *p, const char *type, json_int_t k)
{
    for (uint8_t kind = 0;; kind++)
        if (strcmp(p->game.event_type(&(struct event){.kind = kind}), type) == 0 && k-- == 0)
            return kind;
}

static const char *event_wrong(const struct play *p, const struct event *e, const json_t *told,
                               int mover, int viewer)
{
    const json_t *seat = json_object_get(told, "seat");
    int known = e->seen == EVENT_ALL_SEE || (viewer != SPECTATOR && e->seen >> viewer & 1);
    if (!json_object_get(told, p->game.event_type(e)))
        return "another type";
    if (row_found(p, p->game.event_type(e), json_integer_value(json_object_get(told, "k"))) !=
        e->kind)
        return "k leads to another sentence";
    if ((names_item(told) != 0) != (known && e->item != EVENT_NONE))
        return "an item too many or too few";
    if (json_object_get(told, "seen") || json_object_get(told, "text"))
        return "more than there is to tell";
    if (!seat)
        return e->seat == mover ? NULL : "no seat";
    return (json_is_null(seat) ? EVENT_NONE : json_integer_value(seat)) == e->seat ? NULL
                                                                                   : "another seat";
}

/* Every event is told, with its item only if the viewer may know it, and never with the seats that
 * know it. */
static const char *events_wrong(const struct play *p, const json_t *told, int mover, int viewer)
{
    const json_t *list = json_object_get(told, "events");
    if (json_array_size(list) != p->done.events)
        return "events are missing";
    for (uint32_t i = 0; i < p->done.events; i++) {
        const json_t *one = json_array_get(list, i);
        const char *wrong = event_wrong(p, &p->done.event[i], one, mover, viewer);
        if (wrong)
            return wrong;
    }
    return NULL;
}

static void check_events(const struct play *p, const json_t *told, int mover, int viewer)
{
    const char *wrong = events_wrong(p, told, mover, viewer);
    if (wrong)
        fail_msg("%s: %s", wrong, p->a.at);
}

static void check_start(struct play *p, int viewer)
{
    tell(p, &p->a, viewer);
    json_t *told = parse(&p->a);
    p->view[viewer + OF_VIEWER] = json_incref(json_object_get(told, "view"));
    check_events(p, told, -1, viewer);
    check_view(p, viewer);
    json_decref(told);
}

static void check_move(struct play *p, int viewer)
{
    tell(p, &p->a, viewer);
    json_t *told = parse(&p->a);
    const char *wrong = set_apply(&p->view[viewer + OF_VIEWER], json_object_get(told, "set"),
                                  (int)json_integer_value(json_object_get(told, "seat")));
    if (wrong)
        fail_msg("%s: %s", wrong, p->a.at);
    assert_int_equal(json_integer_value(json_object_get(told, "n")), p->m.entries - 1);
    assert_int_equal(json_integer_value(json_object_get(told, "seat")), p->entry.seat);
    assert_int_equal(strstr(p->a.at, "[\"state\",\"over\"]") != NULL, p->m.phase == MATCH_OVER);
    check_events(p, told, p->entry.seat, viewer);
    check_view(p, viewer);
    json_decref(told);
}

static void check_game(struct play *p)
{
    int seat, answer;
    play_begin(p);
    for (int viewer = SPECTATOR; viewer < p->m.players; viewer++)
        check_start(p, viewer);
    for (int i = 0; i < LONG_GAME && (answer = pick(p, &seat)) >= 0; i++) {
        carry_out(&p->m, seat, answer, &p->before, &p->entry, &p->done);
        for (int viewer = SPECTATOR; viewer < p->m.players; viewer++)
            check_move(p, viewer);
    }
}

/* Slow builds take every third game; the release build takes all. */
#ifdef SLOW_BUILD
enum { EVERY = 3 };
#else
enum { EVERY = 1 };
#endif

static void changes_make_views(void **state)
{
    static struct play p;
    (void)state;
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < games_of[s]; i += EVERY) {
            play_open_any(&p, subjects[s], (uint64_t)(i * 7));
            check_game(&p);
            play_close(&p);
        }
}

/* ---- sizes ---- */

enum { KINDS = 64, KIND = 40 };

struct sizes {
    /* The game and the question. */
    char kind[KIND];
    uint32_t n, room, *at;
};

static struct sizes sizes[KINDS];

static void sizes_add(const char *game, const char *question, size_t bytes)
{
    char kind[KIND];
    struct sizes *s = sizes;
    snprintf(kind, sizeof kind, "%s %s", game, question);
    while (s->kind[0] && strcmp(s->kind, kind) != 0)
        s++;
    assert_true(s < sizes + KINDS - 1);
    memcpy(s->kind, kind, sizeof kind);
    if (s->n == s->room) {
        s->room = 2 * s->room + 256;
        s->at = realloc(s->at, s->room * sizeof *s->at);
        assert_non_null(s->at);
    }
    s->at[s->n++] = (uint32_t)bytes;
}

static void size_move(struct play *p, const struct bot *bot, int seat)
{
    struct view v;
    const char *kind = p->game.question_kind(p->game.question(p->m.session.state, seat));
    view_take(&v, p->subject->game, p->m.session.state, seat);
    int answer = bot->choose(&v, &bot->usual, &p->luck, NULL);
    carry_out(&p->m, seat, answer, &p->before, &p->entry, &p->done);
    for (int viewer = SPECTATOR; viewer < p->m.players; viewer++) {
        tell(p, &p->a, viewer);
        sizes_add(p->game.name, kind, p->a.n);
        sizes_add(p->game.name, "in all", p->a.n);
    }
}

static void size_games(const struct props_subject *subject, const char *name, int games)
{
    static struct play p;
    const struct bot *bot = bot_by_name(name, subject->game);
    int seat, counts = subject->game->max_players - subject->game->min_players + 1;
    for (int i = 0; i < games; i++) {
        play_open(&p, subject, subject->game->min_players + i % counts, 0, (uint64_t)i);
        play_begin(&p);
        for (int k = 0; k < LONG_GAME && pick(&p, &seat) >= 0; k++)
            size_move(&p, bot, seat);
        play_close(&p);
    }
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void sizes_report(struct sizes *s)
{
    qsort(s->at, s->n, sizeof *s->at, by_number);
    print_message("%-16s %6u  median %4u  nine of ten %4u  most %4u\n", s->kind, s->n,
                  s->at[s->n / 2], s->at[s->n * 9 / 10], s->at[s->n - 1]);
}

static uint32_t median_of(const char *kind)
{
    for (const struct sizes *s = sizes; s->kind[0]; s++)
        if (strcmp(s->kind, kind) == 0)
            return s->at[s->n / 2];
    fail_msg("no %s", kind);
    return 0;
}

/* The goal is a median of at most 200 bytes (docs/scale.md). Ordinary moves are limited one by one,
 * so that growth is noticed. A slot names two items twice, and a draw of the Quacks its chip four
 * times: in events and in changes. */
static void check_medians(void)
{
    static const struct {
        const char *kind;
        uint32_t most;
    } ordinary[] = {{"arcane in all", 200}, {"quacks in all", 200}, {"arcane draw", 200},
                    {"arcane act", 200},    {"arcane slot", 270},   {"arcane take", 200},
                    {"arcane target", 200}, {"arcane bribe", 200},  {"quacks brew", 200},
                    {"quacks buy", 200}};
    for (size_t i = 0; i < sizeof ordinary / sizeof *ordinary; i++)
        if (median_of(ordinary[i].kind) > ordinary[i].most)
            fail_msg("%s: median %u", ordinary[i].kind, median_of(ordinary[i].kind));
}

static void events_are_small(void **state)
{
    uint32_t all = 0, within[3] = {0};
    static const uint32_t bound[3] = {200, 300, 400};
    (void)state;
    size_games(&props_arcane, "random", 10);
    size_games(&props_arcane, "greedy", 10);
    size_games(&props_quacks, "random", 6);
    size_games(&props_quacks, "greedy", 6);
    for (struct sizes *s = sizes; s->kind[0]; s++) {
        sizes_report(s);
        for (uint32_t i = 0; i < s->n; i++, all++)
            for (int k = 0; k < 3; k++)
                within[k] += s->at[i] <= bound[k];
    }
    for (int k = 0; k < 3; k++)
        print_message("%u of 1000 within %u bytes\n", within[k] * 1000 / all, bound[k]);
    check_medians();
    assert_in_range(within[0] * 1000 / all, 700, 1000);
    assert_in_range(within[1] * 1000 / all, 870, 1000);
    for (struct sizes *s = sizes; s->kind[0]; s++)
        free(s->at);
}

/* ---- what nobody may know before the end ---- */

static void expect_without(const struct writer *w, uint8_t byte)
{
    char hex[9];
    snprintf(hex, sizeof hex, "%02x%02x%02x%02x", byte, byte, byte, byte);
    if (w->at && strstr(w->at, hex))
        fail_msg("%s is in %s", hex, w->at);
}

/* The text must not contain seed, salt or tokens, nor nonces before the start. See play_open. */
static void expect_secrets_kept(struct play *p, int begun)
{
    expect_without(&p->a, 0xa1);
    expect_without(&p->a, 0xb1);
    for (int seat = 0; seat < p->m.players; seat++) {
        expect_without(&p->a, (uint8_t)(0xc1 + seat));
        if (!begun)
            expect_without(&p->a, (uint8_t)(0xd1 + seat));
    }
}

static void snapshot_and_ask(struct play *p, int begun)
{
    for (int viewer = SPECTATOR; viewer < p->m.players; viewer++) {
        start_over(&p->a);
        tell_snapshot(&p->a, &p->m, "abcdefghijklmnop", viewer);
        json_decref(parse(&p->a));
        expect_secrets_kept(p, begun);
        start_over(&p->a);
        if (viewer != SPECTATOR && tell_ask(&p->a, &p->m, viewer))
            json_decref(parse(&p->a));
    }
}

/* Checks every game and every mix: options are told before the game begins, too. */
static void luck_is_kept(void **state)
{
    static struct play p;
    int seat, answer;
    (void)state;
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < games_of[s]; i++) {
            play_open_any(&p, subjects[s], (uint64_t)i);
            snapshot_and_ask(&p, 0);
            play_begin(&p);
            for (int k = 0; k < 20 && (answer = pick(&p, &seat)) >= 0; k++) {
                carry_out(&p.m, seat, answer, &p.before, &p.entry, &p.done);
                if (p.m.phase == MATCH_OVER)
                    break;
                snapshot_and_ask(&p, 1);
                tell(&p, &p.a, seat);
                expect_secrets_kept(&p, 1);
            }
            play_close(&p);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_make_views),
        cmocka_unit_test(events_are_small),
        cmocka_unit_test(luck_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
