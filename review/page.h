/* The parts of a review's page: moments, the graph of the chances and the bars. */
#ifndef CHARLATAN_REVIEW_PAGE_H
#define CHARLATAN_REVIEW_PAGE_H

#include "html/html.h"
#include "review/review.h"

/* Something that is pointed at: a part that is called, or its luck. */
struct moment {
    const struct review_part *part;
    const struct review_step *step;
    /* 1: luck. */
    int luck;
    /* "mistake", "lucky". */
    const char *kind;
    /* Ids of its mark and of its sentence end with this number. */
    uint32_t number;
};

/* The next moment, of this seat or of REVIEW_ALL, from the number `from` on. Returns 0 if there is
 * none. */
int moment_find(const struct review *r, int seat, uint32_t from, struct moment *to);
char *moment_sentence(const struct review *r, const struct review_voice *voice,
                      const struct moment *m, char buf[REVIEW_WORDS]);

/* 12.3 % or, with `sign`, +12.3 %. */
void page_percent(FILE *to, double share, int sign);
/* The chances of all seats as an SVG, with a link for every moment. */
void page_graph(FILE *to, const struct review *r, const struct review_voice *voice);
/* What lines and marks mean. */
void page_key(FILE *to, const struct review *r, const struct review_voice *voice);
/* Luck and skill of each seat as an SVG. */
void page_bars(FILE *to, const struct review *r, const struct review_voice *voice);

#endif
