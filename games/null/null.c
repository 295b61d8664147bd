/* The null game's rules and text; see null.h. */
#include "games/null/null.h"

#include "engine/text.h"
#include "games/null/refusals.h"

#define REFUSAL REFUSAL_DEFINE
#include "games/null/refusals.def"
#include "games/null/state_refusals.def"
#undef REFUSAL

/* The kinds of event. A game with more of them has an events.def, with a row for each. */
enum { EV_CALLED, EV_FELL, EV_SCORED, EV_WON, EV_COUNT };
_Static_assert((int)EV_COUNT == (int)NULL_EVENTS,
               "the edges know how many kinds of events there are");

/* The table of a game knows only void *; each function begins with one of these two. */
static struct null_state *state_of(void *state)
{
    return (struct null_state *)state;
}

static const struct null_state *seen_of(const void *state)
{
    return (const struct null_state *)state;
}

/* Zeroes the whole state, including seats that do not play, because equal positions must be equal
 * bytes. */
static void null_init(void *state, int players)
{
    struct null_state *s = state_of(state);
    memset(s, 0, sizeof *s);
    s->players = (uint8_t)players;
    s->tosses = 3;
}

/* There is no chance before the first toss, so the first question can be asked at once. */
static void null_begin(void *state, struct chance *c, struct events *sink)
{
    struct null_state *s = state_of(state);
    (void)c, (void)sink;
    s->toss = 1;
    memcpy(s->score, s->gift, sizeof s->score);
}

static int null_players(const void *state)
{
    return seen_of(state)->players;
}

/* Each seat calls each toss. */
static uint32_t null_most_actions(const void *state)
{
    const struct null_state *s = seen_of(state);
    return (uint32_t)s->players * s->tosses;
}

/* All seats call at once, so no seat is first. */
static int null_first_seat(const void *state)
{
    (void)state;
    return 0;
}

/* Every seat that has not called yet, in any order (N1). After the last toss there are winners, and
 * nobody is asked. */
static uint32_t null_active(const void *state)
{
    const struct null_state *s = seen_of(state);
    uint32_t seats = 0;
    for (int i = 0; i < s->players && !s->winners; i++)
        if (s->call[i] == CALL_NONE)
            seats |= 1u << i;
    return seats;
}

/* The answers are the bits of the two calls. A spectator, whose seat is below 0, has none. */
static uint64_t null_legal(const void *state, int seat)
{
    return seat >= 0 && null_active(state) >> seat & 1 ? 1u << CALL_HEADS | 1u << CALL_TAILS : 0;
}

/* There is one question, number 1. 0 means that the seat is not asked. */
static int null_question(const void *state, int seat)
{
    return null_legal(state, seat) != 0;
}

/* `seen` is the set of seats that may know the item. Events without a secret are seen by all.
 * Pushes nothing if nobody listens: `sink` may be NULL. */
static void tell(struct events *sink, int kind, int seat, int item, uint32_t seen, int n)
{
    struct event e = event_of(kind, seat);
    e.seen = (uint8_t)seen;
    e.item = (uint8_t)item;
    e.n = n;
    event_push(sink, e);
}

/* Tosses the coin (N2). A script can force the side. If it names none, the outcome is impossible,
 * and the caller drops the state. Every outcome is reported, so that a record can replay it. Every
 * game draws chance like this: script, range, report. */
static int coin_falls(struct chance *c)
{
    const struct outcome *o = chance_scripted(c, NULL_CHANCE_COIN, CHANCE_NO_SEAT);
    int side = o ? o->value[0] : CALL_HEADS + (int)chance_below(c, CHANCE_TABLE, 2);
    if (side != CALL_HEADS && side != CALL_TAILS) {
        c->impossible = 1;
        side = CALL_HEADS;
    }
    struct outcome did = {NULL_CHANCE_COIN, CHANCE_NO_SEAT, 1, {(uint8_t)side}};
    chance_report(c, &did);
    return side;
}

/* The most points win, and a tie is shared (N3). Winners are a set, and the set being non-empty is
 * what ends the game. */
static void null_finish(struct null_state *s, struct events *sink)
{
    int best = 0;
    for (int i = 0; i < s->players; i++)
        best = s->score[i] > best ? s->score[i] : best;
    for (int i = 0; i < s->players; i++)
        if (s->score[i] == best) {
            s->winners |= (uint8_t)(1u << i);
            tell(sink, EV_WON, i, EVENT_NONE, EVENT_ALL_SEE, best);
        }
}

/* The coin is tossed after the last call (N2). Clearing the calls asks every seat again; the
 * winners end the game. Called when nobody is asked any more. Ends the game, or asks everybody
 * again. */
static void null_toss(struct null_state *s, struct chance *c, struct events *sink)
{
    int side = coin_falls(c);
    tell(sink, EV_FELL, EVENT_NONE, side, EVENT_ALL_SEE, s->toss);
    for (int i = 0; i < s->players; i++) {
        if (s->call[i] == side) {
            s->score[i]++;
            tell(sink, EV_SCORED, i, EVENT_NONE, EVENT_ALL_SEE, s->score[i]);
        }
        s->call[i] = CALL_NONE;
    }
    if (s->toss == s->tosses)
        null_finish(s, sink);
    else
        s->toss++;
}

/* Only the caller may know the call (N1). The toss depends on the set of calls, so the order in
 * which seats answer does not change the result. */
static void null_apply(void *state, int seat, int answer, struct chance *c, struct events *sink)
{
    struct null_state *s = state_of(state);
    MUST(null_legal(state, seat) >> answer & 1);
    s->call[seat] = (uint8_t)answer;
    tell(sink, EV_CALLED, seat, answer, 1u << seat, 0);
    if (!null_active(state))
        null_toss(s, c, sink);
}

static uint32_t null_winners(const void *state)
{
    return seen_of(state)->winners;
}

/* Also of a game that goes on. */
static int32_t null_score(const void *state, int seat)
{
    return seen_of(state)->score[seat];
}

/* Everybody knows that a seat has called, but not what (N1). A spectator's seat is below 0, so all
 * calls are hidden from it. */
static void null_redact(void *state, int seat)
{
    struct null_state *s = state_of(state);
    for (int i = 0; i < s->players; i++)
        if (i != seat && s->call[i] != CALL_NONE)
            s->call[i] = CALL_HIDDEN;
}

/* Both sides are equally likely, because a view reveals nothing about a hidden call. CHANCE_GUESS
 * keeps guesses separate from the game's own chance. */
static void null_determinize(void *view, int seat, struct chance *c)
{
    struct null_state *s = state_of(view);
    (void)seat;
    for (int i = 0; i < s->players; i++)
        if (s->call[i] == CALL_HIDDEN)
            s->call[i] = (uint8_t)(CALL_HEADS + chance_below(c, CHANCE_GUESS, 2));
}

/* Hiding the secrets and guessing them again changes exactly what the seat may not know. */
static void null_scramble(void *state, int seat, struct chance *c)
{
    null_redact(state, seat);
    null_determinize(state, seat, c);
}

/* A score counts gifts and finished tosses. The present toss is finished only when the game is
 * over. A view may have hidden calls. */
static const char *null_check(const void *state)
{
    const struct null_state *s = seen_of(state);
    if (s->toss < 1 || s->toss > s->tosses || s->tosses > NULL_MAX_TOSSES)
        return "toss out of range (N2)";
    for (int i = 0; i < s->players; i++)
        if (s->call[i] > CALL_HIDDEN || s->score[i] < s->gift[i] ||
            s->score[i] > s->gift[i] + s->toss - !s->winners)
            return "a call or score out of range (N1)";
    if (!s->winners && !null_active(state))
        return "nobody is asked, and the game is not over (N2)";
    return NULL;
}

/* ---- text ---- */

/* Only for heads and tails. */
static const char *side_name(int side)
{
    return side == CALL_HEADS ? "heads" : "tails";
}

static const char *null_question_kind(int question)
{
    return question ? "call" : "none";
}

/* The names are the protocol's and are stored in records, so they never change. */
static char *null_action_name(const void *state, int seat, int answer, char buf[MAX_NAME])
{
    struct text t = text_in(buf, MAX_NAME);
    (void)state, (void)seat;
    text_add(&t, "call ");
    text_add(&t, side_name(answer));
    return buf;
}

/* Empty for a seat that is not asked. */
static char *null_question_text(const void *state, int seat, char buf[MAX_SENTENCE])
{
    struct text t = text_in(buf, MAX_SENTENCE);
    if (null_legal(state, seat))
        text_add(&t, "Call heads or tails.");
    return buf;
}

/* The types are in the order of the enum, and so are the rules below. */
static const char *null_event_type(const struct event *e)
{
    static const char *const types[] = {"call", "coin", "score", "win"};
    return types[e->kind];
}

static const char *null_event_rule(const struct event *e)
{
    static const char *const rules[] = {"N1", "N2", "N2", "N3"};
    return rules[e->kind];
}

/* Only the caller and the referee read what was called (N1). Returns buf. A spectator's number is
 * below 0 and equals no seat's. */
static char *null_event_text(const struct event *e, int viewer, char buf[MAX_SENTENCE])
{
    struct text t = text_in(buf, MAX_SENTENCE);
    if (e->kind == EV_FELL) {
        text_add(&t, "The coin shows ");
        text_add(&t, side_name(e->item));
        text_add(&t, ".");
        return buf;
    }
    text_add(&t, "Player ");
    text_number(&t, e->seat);
    if (e->kind == EV_CALLED) {
        text_add(&t, " calls");
        if (viewer == e->seat || viewer == REFEREE)
            text_add(&t, e->item == CALL_HEADS ? " heads" : " tails");
    } else {
        text_add(&t, e->kind == EV_SCORED ? " was right: points " : " wins: points ");
        text_number(&t, e->n);
    }
    text_add(&t, ".");
    return buf;
}

/* There is one question with two answers, so one sentence explains every refusal. */
static void null_explain(const void *state, int seat, const char *action, struct refusal *why)
{
    (void)state, (void)seat, (void)action;
    refusal_fill(why, &refusal_call_needed, NULL);
}

const struct game null_game = {
    .name = "null",
    .title = "null",
    .state_bytes = sizeof(struct null_state),
    .min_players = 2,
    .max_players = 6,
    .init = null_init,
    .begin = null_begin,
    .players = null_players,
    .most_actions = null_most_actions,
    .first_seat = null_first_seat,
    .active = null_active,
    .question = null_question,
    .legal = null_legal,
    .apply = null_apply,
    .winners = null_winners,
    .score = null_score,
    .redact = null_redact,
    .determinize = null_determinize,
    .check = null_check,
    .scramble = null_scramble,
    .question_kind = null_question_kind,
    .action_name = null_action_name,
    .question_text = null_question_text,
    .event_text = null_event_text,
    .event_type = null_event_type,
    .event_rule = null_event_rule,
    .explain = null_explain,
};
