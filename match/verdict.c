/* Verdicts in words. */
#include "match/verdict.h"

#include <stdarg.h>
#include <stdio.h>

#include "match/version.h"

struct line {
    char *at;
    size_t n;
};

__attribute__((format(printf, 2, 3))) static void add(struct line *to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(to->at + to->n, VERDICT_TEXT - to->n, format, args);
    va_end(args);
    to->n += (size_t)n;
    if (to->n >= VERDICT_TEXT)
        to->n = VERDICT_TEXT - 1;
}

static void add_plain(struct line *to, const char *text)
{
    for (; *text; text++)
        add(to, "%c", *text >= ' ' && *text <= '~' ? *text : '?');
}

char *verdict_wrong(const struct record *r, const struct record_wrong *wrong,
                    char buf[VERDICT_TEXT])
{
    struct line line = {buf, 0};
    add(&line, "line %u: ", (unsigned)wrong->line);
    add_plain(&line, wrong->why.message);
    if (wrong->why.rule)
        add(&line, " [%s]", wrong->why.rule);
    if (*r->rules && strcmp(r->rules, CHARLATAN_VERSION) != 0) {
        add(&line, " (played by the rules of version ");
        add_plain(&line, r->rules);
        add(&line, ", these are " CHARLATAN_VERSION ")");
    }
    return buf;
}

int record_nonces(const struct record *r)
{
    int given = 0;
    for (int seat = 0; seat < r->players; seat++)
        given += r->nonce_n[seat] > 0;
    return given;
}

char *verdict_right(const struct record *r, char buf[VERDICT_TEXT])
{
    struct line line = {buf, 0};
    int nonces = record_nonces(r);
    add(&line, "%u action%s, verified", (unsigned)r->moves, r->moves == 1 ? "" : "s");
    if (!r->result.there)
        add(&line, " as far as it goes: there is no result, and no seed to prove chance by");
    else if (nonces)
        add(&line, " with the nonce%s of %d seat%s", nonces == 1 ? "" : "s", nonces,
            nonces == 1 ? "" : "s");
    if (r->forked)
        add(&line, "; a practice match: the outcomes up to action %u are taken as given",
            (unsigned)r->fork);
    if (r->torn)
        add(&line, "; the last line is not whole and was left out");
    return buf;
}
