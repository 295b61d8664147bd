/* The parts of a review's page: the graph of the chances and the bars. */
#ifndef CHARLATAN_REVIEW_PAGE_H
#define CHARLATAN_REVIEW_PAGE_H

#include "html/html.h"

struct review;
struct review_voice;

/* 12.3 % or, with `sign`, +12.3 %. */
void page_percent(FILE *to, double share, int sign);
/* The chances of all seats as an SVG, with a link for every moment. */
void page_graph(FILE *to, const struct review *r, const struct review_voice *voice);
/* What lines and marks mean. */
void page_key(FILE *to, const struct review *r, const struct review_voice *voice);
/* Luck and skill of each seat as an SVG. */
void page_bars(FILE *to, const struct review *r, const struct review_voice *voice);

#endif
