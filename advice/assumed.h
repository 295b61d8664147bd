/* What odds assume of players' choices, and what they leave out: rows of assumed.def. */
#ifndef CHARLATAN_ASSUMED_H
#define CHARLATAN_ASSUMED_H

#include "engine/view.h"

struct writer;

/* `id` is the protocol's; `text` is a sentence with its full stop. */
struct assumed_row {
    const char *id, *rule, *text;
};

enum assumed {
#define ASSUMED(symbol, id, rule, text) ASSUMED_##symbol,
#include "advice/assumed.def"
#undef ASSUMED
    ASSUMED_COUNT
};

/* The bit of `assumed`, or none. */
static inline uint32_t assumed_if(int condition, enum assumed assumed)
{
    return condition ? 1u << assumed : 0;
}

/* Those that matter to the odds of a view, as bits by enum assumed. */
uint32_t assumed_arcane(const struct view *v);
uint32_t assumed_quacks(const struct view *v);

/* `assumed` is an enum assumed; never NULL. */
const struct assumed_row *assumed_row(int assumed);
/* The sentences, one after another, with their rules. Returns buf; what does not fit is cut off. ""
 * if nothing is assumed. */
char *assumed_text(uint32_t assumed, char *buf, size_t size);
/* Writes the member "assumes": a list. */
void write_assumed(struct writer *w, uint32_t assumed);

#endif
