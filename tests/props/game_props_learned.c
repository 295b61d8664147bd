/* Checks what a game says a seat has learned from a move that drew nothing, by guesses at the state
 * before it. If the seat has learned nothing, the same move in a guess must be legal and must look
 * the same to it. If it has, some guess should give that away; but few guesses may do so, and the
 * seat may have been able to work it out by counting, so that is asked of a game as a whole.
 *
 * What a guess leaves open is decided by chance when somebody looks, so a guess may draw where the
 * true state does not. Only what the seat sees of it counts. */
#include "engine/view.h"
#include "tests/props/game_props.h"

/* The guesses for a seat that has learned nothing, and the most for one that has. */
enum { LEARNED_GUESSES = 24, LEARNED_MOST = 200 };
/* With fewer verdicts a game is not judged as a whole. */
enum { LEARNED_ENOUGH = 6 };

/* Gives the answer to a copy, which did not have to draw, and leaves its events in r->sink. */
static int is_quiet(struct props_run *r, int seat, int answer)
{
    struct chance c = r->luck;
    c.log = r->script;
    c.log_n = 0;
    c.log_cap = 2 * MAX_OUTCOMES;
    r->sink.n = 0;
    props_copy(r, LEFT, NOW);
    r->game->apply(r->slot[LEFT], seat, answer, &c, &r->sink);
    return c.log_n == 0;
}

static int same_events(const struct props_run *r, int viewer)
{
    if (r->sink.n != r->other_sink.n)
        return 0;
    for (uint32_t i = 0; i < r->sink.n; i++) {
        struct event a = event_seen_by(r->sink.at[i], viewer);
        struct event b = event_seen_by(r->other_sink.at[i], viewer);
        if (memcmp(&a, &b, sizeof a))
            return 0;
    }
    return 1;
}

/* Gives the answer to a guess. Returns NULL if the viewer sees what it sees of the true state, or
 * what tells them apart. VIEW is its view before, AGAIN that after. */
static const char *tells_apart(struct props_run *r, int seat, int answer, int viewer)
{
    struct chance c;
    props_copy(r, GUESS, VIEW);
    r->game->determinize(r->slot[GUESS], viewer, &r->lab);
    if (!(r->game->legal(r->slot[GUESS], seat) >> answer & 1))
        return "the answer was not certainly legal";
    props_seed(&c, r->seed, props_dice(r, 1u << 31), 'l');
    r->other_sink.n = 0;
    r->game->apply(r->slot[GUESS], seat, answer, &c, &r->other_sink);
    if (!same_events(r, viewer))
        return "something else might have been told";
    r->game->redact(r->slot[GUESS], viewer);
    return memcmp(r->slot[GUESS], r->slot[AGAIN], r->game->state_bytes)
               ? "something else might have been seen"
               : NULL;
}

static void promise_learned(struct props_run *r, int seat, int answer, int viewer)
{
    struct quiet_move m = {r->slot[NOW], r->slot[LEFT], {(uint8_t)seat, (uint8_t)answer}, r->sink};
    int learned = r->game->learned && r->game->learned(&m, viewer);
    const char *apart = NULL;
    props_copy(r, VIEW, NOW);
    r->game->redact(r->slot[VIEW], viewer);
    props_copy(r, AGAIN, LEFT);
    r->game->redact(r->slot[AGAIN], viewer);
    for (int i = 0; i < (learned ? LEARNED_MOST : LEARNED_GUESSES) && !apart; i++)
        apart = tells_apart(r, seat, answer, viewer);
    if (apart && !learned)
        props_fail(r, "learned", "seat %d has learned nothing, it says, but %s", viewer, apart);
    r->learned += learned;
    r->proven += learned && apart;
    r->counts->unlearned += !learned;
    r->counts->learned += (uint64_t)learned;
}

void props_learned(struct props_run *r, int seat, int answer)
{
    uint32_t n = r->is_deep ? 1 : (uint32_t)r->players;
    int first = r->is_deep ? 0 : (int)props_dice(r, n);
    if (!is_quiet(r, seat, answer))
        return;
    for (int viewer = first; viewer < (r->is_deep ? r->players : first + 1); viewer++)
        promise_learned(r, seat, answer, viewer);
}

void props_learned_all(struct props_run *r)
{
    if (r->learned >= LEARNED_ENOUGH && r->proven < r->learned / 2)
        props_fail(r, "learned",
                   "%d times a seat has learned something, it says, but %d times no "
                   "guess tells what",
                   r->learned, r->learned - r->proven);
}
