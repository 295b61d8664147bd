/* Checks a bot's advice: it must make sense, and be the same as before. */
#include <math.h>

#include "tests/props/bot_props.h"

static void weighed_is_sane(struct bot_run *r, const struct view *v, int answer,
                            const struct advice *say)
{
    uint64_t legal = view_legal(v), met = 0;
    if (say->weighed_n < 0 || say->weighed_n > 64) {
        bot_fail(r, "advice", "%d answers weighed", say->weighed_n);
        return;
    }
    for (int i = 0; i < say->weighed_n; i++) {
        int a = say->weighed[i].answer;
        if (a < 0 || a > 63 || !(legal >> a & 1))
            bot_fail(r, "advice", "answer %d is weighed and is not legal", a);
        else if (met >> a & 1)
            bot_fail(r, "advice", "answer %d is weighed twice", a);
        else
            met |= (uint64_t)1 << a;
        if (!isfinite(say->weighed[i].value))
            bot_fail(r, "advice", "the worth of answer %d is not a number", a);
    }
    if (met && !(met >> answer & 1))
        bot_fail(r, "advice", "the answer given, %d, is not among those weighed", answer);
}

static int is_snake_case(const char *name)
{
    if (!name || !*name)
        return 0;
    return strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(name);
}

static void figures_are_sane(struct bot_run *r, const struct advice *say)
{
    if (say->figures_n < 0 || say->figures_n > ADVICE_FIGURES) {
        bot_fail(r, "advice", "%d figures", say->figures_n);
        return;
    }
    for (int i = 0; i < say->figures_n; i++) {
        if (!is_snake_case(say->figure[i].name))
            bot_fail(r, "advice", "figure %d has no name in snake_case", i);
        else if (!isfinite(say->figure[i].value))
            bot_fail(r, "advice", "%s is not a number", say->figure[i].name);
    }
}

void advice_is_sane(struct bot_run *r, const struct view *v, int answer, const struct advice *say)
{
    const char *end = memchr(say->why, '\0', sizeof say->why);
    if (!end)
        bot_fail(r, "advice", "the words have no end");
    for (const char *p = say->why; end && p < end; p++)
        if ((unsigned char)*p < ' ' || *p == 0x7f)
            bot_fail(r, "advice", "byte %d in the words", *p);
    weighed_is_sane(r, v, answer, say);
    figures_are_sane(r, say);
    r->counts.advices += say->weighed_n > 0 || say->why[0];
}

static int same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Compares bits, so that 0 and -0 differ. */
static int same_number(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static int same_weighed(const struct advice *a, const struct advice *b)
{
    for (int i = 0; i < a->weighed_n; i++)
        if (a->weighed[i].answer != b->weighed[i].answer ||
            a->weighed[i].visits != b->weighed[i].visits ||
            !same_number(a->weighed[i].value, b->weighed[i].value))
            return 0;
    return 1;
}

static int same_figures(const struct advice *a, const struct advice *b)
{
    for (int i = 0; i < a->figures_n; i++)
        if (!same_text(a->figure[i].name, b->figure[i].name) ||
            !same_number(a->figure[i].value, b->figure[i].value))
            return 0;
    return 1;
}

const char *advice_differs(const struct advice *a, const struct advice *b)
{
    if (strncmp(a->why, b->why, sizeof a->why) != 0)
        return "the words";
    if (a->iterations != b->iterations)
        return "the iterations";
    if (a->weighed_n != b->weighed_n || !same_weighed(a, b) || !same_text(a->worth, b->worth))
        return "what is weighed";
    return a->figures_n != b->figures_n || !same_figures(a, b) ? "a figure" : NULL;
}
