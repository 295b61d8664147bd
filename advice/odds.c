/* The list of all games' odds functions, the functions that choose from it, and what odds assume,
 * as sentences and for the protocol. */
#include "advice/odds.h"

#include <stdio.h>
#include <string.h>

#include "advice/assumed.h"
#include "advice/refusals.h"
#include "wire/refuse.h"
#include "wire/write.h"

/* For games without odds. */
static const struct game_odds none = {.usual_iterations = 5000};

/* Ends with NULL, so that a build without games with odds has a list, too. */
static const struct game_odds *const rows[] = {
#define ODDS(x) &x##_odds_row,
#include "games/games.def"
    NULL};

const struct game_odds *odds_of(const struct game *g)
{
    for (int i = 0; rows[i]; i++)
        if (rows[i]->game == g)
            return rows[i];
    return &none;
}

/* 0, or -1 with the reason; the writer may have part of an object then, which the caller drops. */
int odds_write(const struct view *v, struct writer *w, struct refusal *why)
{
    const struct game_odds *odds = odds_of(v->game);
    return odds->write ? odds->write(v, w, why) : because(why, ROW(no_odds_for_game));
}

/* ---- what they assume ---- */

const struct assumed_row *assumed_row(int assumed)
{
    static const struct assumed_row all[ASSUMED_COUNT] = {
#define ASSUMED(symbol, id, rule, text) {id, rule, text},
#include "advice/assumed.def"
#undef ASSUMED
    };
    return &all[assumed];
}

/* The full stop of each row goes behind its rule, so it is left out of the text. */
char *assumed_text(uint32_t assumed, char *buf, size_t size)
{
    size_t n = 0;
    buf[0] = 0;
    for (; assumed && n < size; assumed &= assumed - 1) {
        const struct assumed_row *row = assumed_row(bit_lowest(assumed));
        int all = (int)strlen(row->text) - 1;
        n += (size_t)snprintf(buf + n, size - n, "%s%.*s (%s).", n ? " " : "", all, row->text,
                              row->rule);
    }
    return buf;
}

/* An empty list if nothing is assumed. */
void write_assumed(struct writer *w, uint32_t assumed)
{
    write_key(w, "assumes");
    write_begin(w, '[');
    for (; assumed; assumed &= assumed - 1) {
        const struct assumed_row *row = assumed_row(bit_lowest(assumed));
        write_begin(w, '{');
        write_member_string(w, "id", row->id);
        write_member_string(w, "rule", row->rule);
        write_member_string(w, "text", row->text);
        write_end(w, '}');
    }
    write_end(w, ']');
}
