/* Writes the results of a verification one by one, each with a sentence and its numbers. The
 * verdict comes from record_check; the part of the record in which it found an error tells how far
 * the other parts were checked. */
#include <stdarg.h>
#include <stdio.h>

#include "match/verdict.h"
#include "wasm/film.h"
#include "wire/game.h"
#include "wire/outcome.h"
#include "wire/versions.h"

enum state { FINE, WRONG, SKIPPED };

/* Filled in once by checks_write; the checks only read it. */
struct record_check {
    struct writer *w;
    const struct record *r;
    /* Its line is 0 if nothing is wrong. */
    struct record_wrong wrong;
    /* The number of moves that were played and are correct. */
    uint32_t moves;
    /* 1: all outcomes were computed again from the key. */
    int proven;
};

/* The most kinds of outcomes that a game has. */
enum { KINDS = 8 };

/* `all` are those that the seed has to prove, also by kind, in the order of the game's `outcomes`;
 * `given` those of a practice match, which it cannot. */
struct check_counts {
    uint32_t all, given, kind[KINDS];
};

/* ---- one check ---- */

/* Begins a check and its "figures", to which the caller adds numbers before check_close. The
 * sentence is English; pages in other languages make their own from name, state and figures. */
__attribute__((format(printf, 4, 5))) static void check_open(const struct record_check *a,
                                                             const char *name, enum state state,
                                                             const char *format, ...)
{
    static const char *const states[] = {"ok", "wrong", "skipped"};
    char text[MAX_SENTENCE + 100];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    write_begin(a->w, '{');
    write_member_string(a->w, "name", name);
    write_member_string(a->w, "state", states[state]);
    write_member_string(a->w, "text", text);
    write_key(a->w, "figures");
    write_begin(a->w, '{');
}

/* Ends "figures" and the check. */
static void check_close(const struct record_check *a)
{
    write_end(a->w, '}');
    write_end(a->w, '}');
}

static const char *plural(uint32_t n)
{
    return n == 1 ? "" : "s";
}

/* Whether this part of the record is the one that is wrong. There is at most one: checking ends at
 * the first error. */
static int is_wrong(const struct record_check *a, enum record_part part)
{
    return a->wrong.line && a->wrong.part == part;
}

/* Returns 1 if all moves that can be read were checked. */
static int is_whole(const struct record_check *a)
{
    return a->moves == a->r->moves;
}

/* ---- what is checked ---- */

/* "torn": the last line has no newline and was ignored, as after a crash. */
static void check_shape(const struct record_check *a)
{
    const struct record *r = a->r;
    if (r->wrong.line)
        check_open(a, "shape", WRONG, "Line %u cannot be read: %s.", (unsigned)r->wrong.line,
                   r->wrong.why.message);
    else
        check_open(a, "shape", FINE, "The record can be read: %u move%s%s.", (unsigned)r->moves,
                   plural(r->moves), r->result.there ? " and a result" : ", no result yet");
    write_member_number(a->w, "moves", r->moves);
    if (r->torn)
        write_member_number(a->w, "torn", 1);
    check_close(a);
}

/* A wrong seed is found even if another line is wrong, too, since record_is_committed looks at
 * nothing else. */
static void check_commitment(const struct record_check *a)
{
    if (!a->r->result.there)
        check_open(a, "commitment", SKIPPED,
                   "The game has no result yet, so its seed has not been published.");
    else if (a->proven)
        check_open(a, "commitment", FINE,
                   "Seed and salt give the commitment that was published before the game.");
    else
        check_open(
            a, "commitment", WRONG,
            "Seed and salt do not give the commitment of line 1: this is not the seed that was "
            "promised.");
    check_close(a);
}

/* "withheld": seats that had committed to a nonce and then did not give it. */
static void check_nonces(const struct record_check *a)
{
    uint32_t n = (uint32_t)record_nonces(a->r), out = 0;
    for (int seat = 0; seat < a->r->players; seat++)
        out += a->r->pledged >> seat & 1 && !a->r->nonce_n[seat];
    if (is_wrong(a, RECORD_COMMITMENT) && a->wrong.line == 1)
        check_open(a, "nonces", WRONG, "A nonce does not fit what its seat had committed to.");
    else if (n)
        check_open(a, "nonces", FINE,
                   "The nonce%s of %u seat%s contributed to the key of chance; %u seat%s withheld "
                   "one.",
                   plural(n), (unsigned)n, plural(n), (unsigned)out, plural(out));
    else
        check_open(a, "nonces", SKIPPED,
                   "No seat gave a nonce, so you have to trust that the seed was drawn at random.");
    write_member_number(a->w, "seats", n);
    write_member_number(a->w, "withheld", out);
    check_close(a);
}

/* Nothing is written for a record without a witness. Signatures cannot be checked here (sign.c),
 * and the sentence says so. */
static void check_witness(const struct record_check *a)
{
    const struct record_witness *w = &a->r->witness;
    if (!w->there)
        return;
    if (is_wrong(a, RECORD_WITNESS))
        check_open(a, "witness", WRONG, "In line %u: %s.", (unsigned)a->wrong.line,
                   a->wrong.why.message);
    else if (!a->proven || !is_whole(a))
        check_open(a, "witness", SKIPPED, "There is a witness, but no seed to check it with.");
    else
        check_open(a, "witness", FINE,
                   "The witness's secret gives all %u parts of the luck, and fits its commitment. "
                   "Signatures are not checked here.",
                   (unsigned)w->shares);
    write_member_number(a->w, "parts", w->shares);
    check_close(a);
}

/* Only of practice matches. Never FINE: the other match is not here to compare with. */
static void check_fork(const struct record_check *a)
{
    if (!record_is_practice(a->r))
        return;
    if (is_wrong(a, RECORD_FORK))
        check_open(a, "fork", WRONG, "The record is shorter than it says: %s.",
                   a->wrong.why.message);
    else if (a->r->same_luck)
        check_open(a, "fork", SKIPPED,
                   "A practice match: its first %u move%s and its luck are those of another match.",
                   (unsigned)a->r->kept, plural(a->r->kept));
    else
        check_open(a, "fork", SKIPPED,
                   "A practice match: the outcomes of its beginning and of %u move%s come from "
                   "another match.",
                   (unsigned)a->r->fork, plural(a->r->fork));
    write_member_number(a->w, "moves", record_kept(a->r));
    if (a->r->same_luck)
        write_member_number(a->w, "same", 1);
    check_close(a);
}

/* Legal moves before the wrong line; the rest was not looked at. */
static void check_moves(const struct record_check *a)
{
    if (is_wrong(a, RECORD_MOVES))
        check_open(a, "moves", WRONG, "Move %u is not possible: %s", (unsigned)a->moves + 1,
                   a->wrong.why.message);
    else
        check_open(a, "moves", is_whole(a) ? FINE : SKIPPED, "%u of %u move%s %s legal.",
                   (unsigned)a->moves, (unsigned)a->r->moves, plural(a->r->moves),
                   is_whole(a) ? "are" : "were checked and are");
    write_member_number(a->w, "moves", a->moves);
    write_member_number(a->w, "of", a->r->moves);
    check_close(a);
}

/* `given` is 0 or 1. An outcome has the key of one kind. */
static void count(struct check_counts *t, const struct outcome_row *kinds, const json_t *chance,
                  int given)
{
    size_t i;
    json_t *outcome;
    json_array_foreach(chance, i, outcome) {
        t->all += !given;
        t->given += (uint32_t)given;
        for (int kind = 0; kinds[kind].key && !given; kind++) {
            MUST(kind < KINDS);
            t->kind[kind] += json_object_get(outcome, kinds[kind].key) != NULL;
        }
    }
}

/* Of what was checked alone: if line 1 is wrong not even the beginning. */
static struct check_counts count_all(const struct record_check *a)
{
    struct check_counts t = {0};
    const struct outcome_row *kinds = a->r->json->outcomes;
    if (!(a->wrong.line == 1))
        count(&t, kinds, a->r->chance, a->r->forked);
    for (uint32_t i = 0; i < a->moves; i++)
        count(&t, kinds, a->r->move[i].chance, i < a->r->fork);
    return t;
}

/* Proven outcomes were made again from the key; without the seed they are only possible. */
static void check_chance(const struct record_check *a)
{
    struct check_counts t = count_all(a);
    if (is_wrong(a, RECORD_CHANCE))
        check_open(a, "chance", WRONG, "Line %u has other outcomes than the game had: %s.",
                   (unsigned)a->wrong.line, a->wrong.why.message);
    else if (a->proven)
        check_open(a, "chance", is_whole(a) ? FINE : SKIPPED,
                   "%u outcome%s of chance %s made again from the key, and agree%s.",
                   (unsigned)t.all, plural(t.all), t.all == 1 ? "was" : "were",
                   is_whole(a) ? "" : " so far");
    else
        check_open(a, "chance", SKIPPED,
                   "%u outcome%s of chance could be as recorded; without the right seed no more "
                   "can be said.",
                   (unsigned)t.all, plural(t.all));
    write_member_number(a->w, "outcomes", t.all);
    for (int kind = 0; kind < KINDS; kind++)
        if (t.kind[kind])
            write_member_number(a->w, a->r->json->outcomes[kind].key, t.kind[kind]);
    if (t.given)
        write_member_number(a->w, "given", t.given);
    check_close(a);
}

/* Old records have hashes that nobody can compute any more (engine/versions.h). Only their
 * cards_hash can be wrong. */
static void check_old_hashes(const struct record_check *a)
{
    check_open(
        a, "hashes", SKIPPED,
        "The hashes of rules %s are of a form that is no longer used. They are not compared.",
        version_name(a->r->rules));
    write_member_number(a->w, "old", 1);
    check_close(a);
}

/* Each move has a hash, so as many were compared as moves were checked. */
static void check_hashes(const struct record_check *a)
{
    if (!version_has_hashes(a->r->rules) && !is_wrong(a, RECORD_HASHES)) {
        check_old_hashes(a);
        return;
    }
    if (is_wrong(a, RECORD_HASHES))
        check_open(a, "hashes", WRONG, "In line %u %s.", (unsigned)a->wrong.line,
                   a->wrong.why.message);
    else
        check_open(a, "hashes", is_whole(a) ? FINE : SKIPPED,
                   "The state had the recorded hash after %u of %u move%s.", (unsigned)a->moves,
                   (unsigned)a->r->moves, plural(a->r->moves));
    write_member_number(a->w, "hashes", a->moves);
    write_member_number(a->w, "of", a->r->moves);
    check_close(a);
}

/* A shortened practice match (RECORD_FORK) has nothing to compare a result with. */
static void check_result(const struct record_check *a)
{
    if (is_wrong(a, RECORD_RESULT))
        check_open(a, "result", WRONG, "The result is wrong: %s.", a->wrong.why.message);
    else if (!a->r->result.there)
        check_open(a, "result", SKIPPED, "There is no result yet.");
    else if (is_whole(a) && !is_wrong(a, RECORD_FORK))
        check_open(a, "result", FINE, "Scores and winners are correct.");
    else
        check_open(a, "result", SKIPPED, "Scores and winners were not checked.");
    check_close(a);
}

/* ---- all of it ---- */

/* The number of correct moves: all before the wrong line. A wrong result or witness comes behind
 * them, so all are correct then. */
static uint32_t moves_in_order(const struct record *r, const struct record_wrong *wrong)
{
    if (wrong->line == 1)
        return 0;
    if (!wrong->line || wrong->line >= record_line_of(r->moves))
        return r->moves;
    return wrong->line - record_line_of(0);
}

/* The same sentence as `charlatan verify` prints. */
static void write_verdict(const struct record_check *a)
{
    char text[VERDICT_TEXT];
    write_member_bool(a->w, "verified", !a->wrong.line);
    write_member_string(a->w, "text",
                        a->wrong.line ? verdict_wrong(a->r, &a->wrong, text)
                                      : verdict_right(a->r, text));
    wrong_write(a->w, &a->wrong);
}

/* With a header that cannot be read, "shape" is the only check. Their order is that of the page. */
void checks_write(struct writer *w, const struct record *r)
{
    struct record_check a = {.w = w, .r = r, .proven = record_is_committed(r)};
    if (record_check(r, &a.wrong) == 0)
        a.wrong.line = 0;
    a.moves = moves_in_order(r, &a.wrong);
    write_verdict(&a);
    write_key(w, "checks");
    write_begin(w, '[');
    check_shape(&a);
    if (r->wrong.line != 1) {
        check_commitment(&a);
        check_nonces(&a);
        check_witness(&a);
        check_fork(&a);
        check_moves(&a);
        check_chance(&a);
        check_hashes(&a);
        check_result(&a);
    }
    write_end(w, ']');
}
