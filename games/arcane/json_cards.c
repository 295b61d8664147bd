/* Reads the text of a cards file (A13). People write it by hand, so every refusal names the line as
 * well as the path. */
#include "games/arcane/cards.h"
#include "games/arcane/json.h"
#include "games/arcane/refusals.h"
#include "wire/refuse.h"
#include "wire/scan.h"

/* The line of the value at `path` (keys joined by dots), or of its nearest existing parent. The
 * text must be valid JSON. */
static int line_of(const char *text, size_t size, const char *path, size_t path_n)
{
    struct scan s = scan_text(text, size);
    int line = 1, level = 0;
    const char *key;
    size_t n;
    while (path_n && (key = scan_key(&s, &n))) {
        size_t want = 0;
        while (want < path_n && path[want] != '.')
            want++;
        if (s.depth != level + 1 || n != want || memcmp(key, path, n) != 0)
            continue;
        line = s.line;
        level++;
        want += want < path_n;
        path += want;
        path_n -= want;
    }
    return line;
}

/* The refusal's first value is its path. Without one the whole file is meant, so the line is 1. The
 * new sentence contains the old one. */
static int refuse_at_line(const char *text, size_t n, struct refusal *why)
{
    struct refusal old = *why;
    const char *path = old.message + old.value[0].at;
    int line = line_of(text, n, path, old.values ? old.value[0].n : 0);
    return because(why, ROW(cards_line), line, old.message);
}

/* The counts are checked last and together, because no single value is to blame for a deck that
 * cannot be dealt. */
int arcane_read_cards_text(struct arcane_state *s, const char *text, size_t n, struct refusal *why)
{
    json_error_t error;
    json_t *cards = json_loadb(text, n, JSON_REJECT_DUPLICATES, &error);
    if (!cards)
        return because(why, ROW(cards_line), error.line, error.text);
    int result = arcane_read_cards(s, cards, why);
    json_decref(cards);
    if (result < 0)
        return refuse_at_line(text, n, why);
    return arcane_go_together(s, "", why) < 0 ? refuse_at_line(text, n, why) : 0;
}
