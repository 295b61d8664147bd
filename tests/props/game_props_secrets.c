/* Checks that a viewer sees what it may know, and nothing else. Tests views, guesses, states that
 * differ only in what the viewer may not know (scrambles), and what is told about the same answer
 * in two such states (twins).
 *
 * The game's own scramble uses redact, so it cannot find what redact forgets to hide. A subject's
 * rescramble is independent of redact; the two are used in turn. */
#include "tests/props/game_props.h"

/* One view in so many is observed; --observations observes more. */
enum { PLAYOUT_RATE = 160, OBSERVE_RATE = 3 };

static void *view_of(struct props_run *r, int to, int from, int viewer)
{
    void *view = props_copy(r, to, from);
    r->game->redact(view, viewer);
    return view;
}

/* ---- views ---- */

static void promise_same_offer(struct props_run *r, const char *property, int slot, int viewer)
{
    const struct game *g = r->game;
    if (g->active(r->slot[slot]) != g->active(r->slot[NOW]) ||
        g->winners(r->slot[slot]) != g->winners(r->slot[NOW]))
        props_fail(r, property, "other seats are active or win, viewer %d", viewer);
    for (int seat = 0; seat < r->players; seat++)
        if (g->score(r->slot[slot], seat) != g->score(r->slot[NOW], seat))
            props_fail(r, property, "another score of seat %d, viewer %d", seat, viewer);
    if (viewer == SPECTATOR)
        return;
    if (g->legal(r->slot[slot], viewer) != g->legal(r->slot[NOW], viewer))
        props_fail(r, property, "another legal set, viewer %d", viewer);
    else if (props_offer(g, r->slot[slot], viewer) != props_offer(g, r->slot[NOW], viewer))
        props_fail(r, property, "another question or other names, viewer %d", viewer);
}

/* Refusals depend only on what the asked seat may know, too. */
static void promise_same_refusal(struct props_run *r, const char *property, int slot, int viewer)
{
    struct refusal a, b;
    if (viewer == SPECTATOR || !r->game->legal(r->slot[NOW], viewer))
        return;
    for (int i = 0; r->subject->nonsense[i]; i++) {
        if (!r->is_deep && props_dice(r, 8))
            continue;
        r->game->explain(r->slot[NOW], viewer, r->subject->nonsense[i], &a);
        r->game->explain(r->slot[slot], viewer, r->subject->nonsense[i], &b);
        if (strcmp(a.rule, b.rule) || strcmp(a.message, b.message))
            props_fail(r, property, "'%s' is refused with '%.60s' or '%.60s', viewer %d",
                       r->subject->nonsense[i], a.message, b.message, viewer);
    }
}

/* Checks a view and leaves it in VIEW. */
static void promise_view(struct props_run *r, int viewer)
{
    const char *wrong = r->game->check(view_of(r, VIEW, NOW, viewer));
    if (wrong)
        props_fail(r, "view check", "%s, viewer %d", wrong, viewer);
    promise_same_offer(r, "view", VIEW, viewer);
    promise_same_refusal(r, "view", VIEW, viewer);
    view_of(r, AGAIN, VIEW, viewer);
    props_same(r, "view of a view", VIEW, AGAIN);
    /* Nobody knows less than a spectator. */
    if (viewer != SPECTATOR) {
        view_of(r, AGAIN, VIEW, SPECTATOR);
        view_of(r, PUBLIC, NOW, SPECTATOR);
        props_same(r, "spectator", AGAIN, PUBLIC);
    }
    if (r->has_ledger && !r->property) {
        wrong = r->subject->ledger->compare_view(r->ledger, r->slot[VIEW], viewer);
        if (wrong)
            props_fail(r, "ledger view", "%s, viewer %d", wrong, viewer);
    }
    r->counts->views++;
}

/* ---- guesses ---- */

static void play_out(struct props_run *r, int viewer)
{
    void *s = r->slot[GUESS];
    uint32_t active, n = 0;
    while ((active = r->game->active(s)) && n++ <= r->bound) {
        int seat = bit_nth(active, props_dice(r, (uint32_t)bit_count(active)));
        uint64_t legal = r->game->legal(s, seat);
        if (!legal) {
            props_fail(r, "guess", "an active seat has no answer, viewer %d", viewer);
            return;
        }
        r->game->apply(s, seat, props_pick(r, &r->lab, legal), &r->lab, NULL);
        const char *wrong = n % 16 ? NULL : r->game->check(s);
        if (wrong) {
            props_fail(r, "guess", "after %u answers: %s, viewer %d", (unsigned)n, wrong, viewer);
            return;
        }
    }
    if (!r->game->winners(s))
        props_fail(r, "guess", "it does not play to its end, viewer %d", viewer);
    r->counts->playouts++;
}

static void promise_guess(struct props_run *r, int viewer)
{
    const char *wrong;
    props_copy(r, GUESS, VIEW);
    r->game->determinize(r->slot[GUESS], viewer, &r->lab);
    if ((wrong = r->game->check(r->slot[GUESS])) || (wrong = r->subject->ranges(r->slot[GUESS])) ||
        (r->subject->tidy && (wrong = r->subject->tidy(r->slot[GUESS]))))
        props_fail(r, "guess", "%s, viewer %d", wrong, viewer);
    view_of(r, AGAIN, GUESS, viewer);
    props_same(r, "guess has the view", VIEW, AGAIN);
    for (int seat = 0; seat < r->players; seat++)
        if (!r->game->legal(r->slot[GUESS], seat) != !(r->game->active(r->slot[NOW]) >> seat & 1))
            props_fail(r, "guess", "legal answers where there were none, or none, seat %d", seat);
    r->counts->guesses++;
    if (!r->property && props_dice(r, PLAYOUT_RATE) == 0)
        play_out(r, viewer);
}

/* ---- scrambles ---- */

/* Makes another state with the same view, in OTHER. */
static void scramble(struct props_run *r, int viewer)
{
    int own = r->subject->rescramble && props_dice(r, 2);
    props_copy(r, OTHER, NOW);
    if (own)
        r->subject->rescramble(r->slot[OTHER], viewer, &r->lab);
    else
        r->game->scramble(r->slot[OTHER], viewer, &r->lab);
    r->counts->scrambles++;
    r->counts->scrambled += memcmp(r->slot[NOW], r->slot[OTHER], r->game->state_bytes) != 0;
}

void props_scramble(struct props_run *r, int viewer)
{
    view_of(r, VIEW, NOW, viewer);
    scramble(r, viewer);
}

static void promise_scramble(struct props_run *r, int viewer)
{
    const char *wrong;
    scramble(r, viewer);
    if ((wrong = r->game->check(r->slot[OTHER])) || (wrong = r->subject->ranges(r->slot[OTHER])) ||
        (r->subject->tidy && (wrong = r->subject->tidy(r->slot[OTHER]))))
        props_fail(r, "scramble", "%s, viewer %d", wrong, viewer);
    promise_same_offer(r, "non-interference", OTHER, viewer);
    promise_same_refusal(r, "non-interference", OTHER, viewer);
    view_of(r, AGAIN, OTHER, viewer);
    props_same(r, "non-interference", VIEW, AGAIN);
}

/* ---- twins ---- */

static void give(struct props_run *r, int slot, int seat, int answer, struct events *sink)
{
    struct chance c = r->luck;
    c.log = NULL;
    sink->n = 0;
    r->game->apply(r->slot[slot], seat, answer, &c, sink);
}

/* Both logs must read the same up to the first event that may show something hidden. Returns 1 if
 * there is none. */
static int same_sentences(struct props_run *r, int viewer)
{
    char a[MAX_SENTENCE] = "", b[MAX_SENTENCE] = "";
    const struct events *left = &r->sink, *right = &r->other_sink;
    for (uint32_t i = 0; i < left->n || i < right->n; i++) {
        const struct event *x = i < left->n ? &left->at[i] : NULL;
        const struct event *y = i < right->n ? &right->at[i] : NULL;
        if ((x && r->subject->reveals(x, viewer)) || (y && r->subject->reveals(y, viewer)))
            return 0;
        if (x)
            r->game->event_text(x, viewer, a);
        if (y)
            r->game->event_text(y, viewer, b);
        if (!x || !y || strcmp(a, b)) {
            props_fail(r, "twins", "viewer %d reads '%s' or '%s'", viewer, x ? a : "", y ? b : "");
            return 0;
        }
    }
    return 1;
}

/* Gives the same answer to a state and to its scramble. A viewer who may not know the difference
 * must be told the same and, as long as nothing hidden is shown, see the same. */
static void promise_twins(struct props_run *r, int seat, int answer, int viewer)
{
    int quiet = props_quiet(r->subject, r->slot[NOW], seat, answer, viewer);
    if (viewer == seat || quiet < 0 || !(r->game->legal(r->slot[OTHER], seat) >> answer & 1))
        return;
    props_copy(r, LEFT, NOW);
    give(r, LEFT, seat, answer, &r->sink);
    give(r, OTHER, seat, answer, &r->other_sink);
    r->counts->twins++;
    const char *wrong = r->game->check(r->slot[OTHER]);
    if (wrong)
        props_fail(r, "twins", "%s, viewer %d", wrong, viewer);
    if (!same_sentences(r, viewer) || !quiet || r->property)
        return;
    view_of(r, AGAIN, LEFT, viewer);
    view_of(r, PUBLIC, OTHER, viewer);
    props_same(r, "twins", AGAIN, PUBLIC);
    r->counts->quiet_twins++;
}

void props_secrets(struct props_run *r, int seat, int answer, int viewer)
{
    promise_view(r, viewer);
    if (!r->property)
        promise_guess(r, viewer);
    if (!r->property)
        promise_scramble(r, viewer);
    if (!r->property && (r->is_deep || props_dice(r, OBSERVE_RATE) == 0))
        props_observe(r, viewer);
    if (!r->property && seat >= 0)
        promise_twins(r, seat, answer, viewer);
}
