/* The reason for an answer in one sentence: a row of reasons.def with what it speaks of. Whoever
 * shows a hint says the answer and this reason; figures and tables come after it. */
#ifndef CHARLATAN_ADVICE_REASON_H
#define CHARLATAN_ADVICE_REASON_H

#include "engine/view.h"

struct advice;
struct writer;

/* A sentence without its full stop, such as "the {item} completes a set that pays {n} gold"; and
 * the rule that explains it, or "". */
struct reason_row {
    const char *id, *rule, *text;
};

enum reason_name {
#define REASON(symbol, id, rule, text) REASON_##symbol,
#include "advice/reasons.def"
#undef REASON
    REASON_COUNT
};

/* Only what the row's sentence speaks of is filled in; the rest is 0. Texts are constants of the
 * game. */
struct reason {
    const struct reason_row *row;
    /* The item it speaks of, as its id and as its name; or NULL. */
    const char *item, *item_name;
    /* Gold, infamy or imagined games. */
    int n;
    int percent;
    double points;
};

enum { REASON_WORDS = 200 };

/* Finds the reason for an answer, from what the view's seat may know and from what the bot said
 * about it (`say`). There is always one. */
void reason_find(struct reason *r, const struct view *v, int answer, const struct advice *say);
/* The sentence in English, without its full stop. `r` must have a row. Returns buf. */
char *reason_text(const struct reason *r, char buf[REASON_WORDS]);
/* Writes the member "reason". */
void write_reason(struct writer *w, const struct reason *r);

/* ---- for the games ---- */

/* Gives the reason its row; the values are set beforehand. */
void reason_set(struct reason *r, enum reason_name name);
/* The reason where nothing more special is known: that it was best, or how often a search tried
 * it. */
void reason_usual(struct reason *r, const struct advice *say);
/* Where another answer is as good for the win, the reason must not say that it is worth less: no
 * comparison stays but those that hold for all answers alike. */
void reason_even(struct reason *r);
void reason_arcane(struct reason *r, const struct view *v, int answer, const struct advice *say);
void reason_quacks(struct reason *r, const struct view *v, int answer, const struct advice *say);

#endif
