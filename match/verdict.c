/* Writes the result of checking a record as a line of text. */
#include "match/verdict.h"

#include <stdarg.h>
#include <stdio.h>

#include "wire/versions.h"

/* How many bytes of a witness's key are shown. */
enum { WITNESS_SHOWN = 8 };

struct sentence {
    char *at;
    size_t n;
};

__attribute__((format(printf, 2, 3))) static void add(struct sentence *to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(to->at + to->n, VERDICT_TEXT - to->n, format, args);
    va_end(args);
    to->n += (size_t)n;
    if (to->n >= VERDICT_TEXT)
        to->n = VERDICT_TEXT - 1;
}

/* The message may quote a stranger's file, and the line is printed to a terminal. */
static void add_plain(struct sentence *to, const char *text)
{
    for (; *text; text++)
        add(to, "%c", *text >= ' ' && *text <= '~' ? *text : '?');
}

char *verdict_wrong(const struct record *r, const struct record_wrong *wrong,
                    char buf[VERDICT_TEXT])
{
    struct sentence sentence = {buf, 0};
    add(&sentence, "line %u: ", (unsigned)wrong->line);
    add_plain(&sentence, wrong->why.message);
    if (wrong->why.rule)
        add(&sentence, " [%s]", wrong->why.rule);
    if (r->rules != RULES_NOW)
        add(&sentence, " (checked by rules %s)", version_name(r->rules));
    return buf;
}

int record_nonces(const struct record *r)
{
    int given = 0;
    for (int seat = 0; seat < r->players; seat++)
        given += r->nonce_n[seat] > 0;
    return given;
}

/* A nonce of a seat that had committed to it was chosen before any other was known. */
static void add_nonces(struct sentence *to, const struct record *r)
{
    int nonces = record_nonces(r), pledged = 0;
    for (int seat = 0; seat < r->players; seat++)
        pledged += r->nonce_n[seat] > 0 && r->pledged >> seat & 1;
    if (!nonces)
        return;
    add(to, " with the nonce%s of %d seat%s", nonces == 1 ? "" : "s", nonces,
        nonces == 1 ? "" : "s");
    if (pledged)
        add(to, ", %s committed to beforehand",
            pledged < nonces ? "not all"
            : nonces == 1    ? "which was"
                             : "which were");
}

static void add_withheld(struct sentence *to, const struct record *r)
{
    for (int seat = 0; seat < r->players; seat++)
        if (r->pledged >> seat & 1 && !r->nonce_n[seat])
            add(to, "; seat %d withheld its nonce", seat);
}

/* Counts over the whole record; nothing is said if nothing was taken back. */
static void add_undone(struct sentence *to, const struct record *r)
{
    unsigned undos = 0, back = 0, pleas = 0;
    struct undone_event e;
    for (uint32_t i = 0; i < r->moves; i++)
        for (struct undone_walk walk = {r->move[i].undone, 0, i}; undone_next(&walk, &e);) {
            undos += e.back > 0;
            back += e.back;
            pleas += e.back == 0;
        }
    if (undos)
        add(to, "; %u time%s something was taken back, %u action%s in all", undos,
            undos == 1 ? "" : "s", back, back == 1 ? "" : "s");
    if (pleas)
        add(to, "; %u request%s to take a move back %s not granted", pleas, pleas == 1 ? "" : "s",
            pleas == 1 ? "was" : "were");
}

/* That signatures are right was checked before (record_check); here it is only said whether they
 * could be. */
static void add_witness(struct sentence *to, const struct record *r)
{
    if (!r->witness.there)
        return;
    if (!r->result.there) {
        add(to, "; what its witness gave cannot be checked yet");
        return;
    }
    add(to, "; half of the luck came from a witness, key ");
    for (int i = 0; i < WITNESS_SHOWN; i++)
        add(to, "%02x", r->witness.key[i]);
    add(to, "...");
    struct witness_statement s;
    statement_opening(&s, r->witness.commitment, r->commitment, r->witness.asker);
    if (sign_check(&s, r->witness.key, r->witness.signature) == SIGN_UNKNOWN)
        add(to, ", whose signatures cannot be checked here");
}

/* For a record that record_check has accepted. Says everything that was not checked, too, so that
 * "verified" promises no more than is true. */
char *verdict_right(const struct record *r, char buf[VERDICT_TEXT])
{
    struct sentence sentence = {buf, 0};
    add(&sentence, "%u action%s, verified", (unsigned)r->moves, r->moves == 1 ? "" : "s");
    if (!r->result.there)
        add(&sentence,
            " as far as it goes: there is no result yet, and so no seed to prove chance");
    else
        add_nonces(&sentence, r);
    add_withheld(&sentence, r);
    if (r->forked)
        add(&sentence, "; a practice match: the outcomes up to action %u are taken as given",
            (unsigned)r->fork);
    if (r->same_luck)
        add(&sentence,
            "; a practice match with the luck of another one, whose first %u actions it has",
            (unsigned)r->kept);
    add_witness(&sentence, r);
    add_undone(&sentence, r);
    if (r->rules != RULES_NOW)
        add(&sentence, "; checked by rules %s", version_name(r->rules));
    if (!version_has_hashes(r->rules))
        add(&sentence, ", whose hashes are not compared");
    if (r->unknown)
        add(&sentence, "; %u member%s that this version does not know %s not checked", r->unknown,
            r->unknown == 1 ? "" : "s", r->unknown == 1 ? "was" : "were");
    if (r->torn)
        add(&sentence, "; the last line is incomplete and was ignored");
    return buf;
}
