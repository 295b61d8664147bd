/* The conversation with a web page; see page.h. */
#include "wasm/page.h"

#include <stdlib.h>

#include "advice/odds.h"
#include "wasm/refusals.h"
#include "wire/read.h"
#include "wire/refuse.h"

#define EXPORT(name) __attribute__((export_name(#name), used))

/* One for all answers: its memory grows to the longest answer and is used again. */
struct writer page_out;

/* ---- answers ---- */

/* The first member of every answer. What follows is the request's own. */
void page_succeed(void)
{
    write_member_bool(&page_out, "ok", 1);
}

/* An answer is either this or page_succeed, never both: an op that may fail late writes elsewhere
 * first. `line` 0: no line of a record is to blame. */
void page_fail_at(enum refusal_code code, uint32_t line, struct refusal *why)
{
    refused_as(why, code, -1);
    write_member_bool(&page_out, "ok", 0);
    write_key(&page_out, "error");
    write_begin(&page_out, '{');
    refusal_write(&page_out, why);
    refusal_write_reason(&page_out, why);
    if (line)
        write_member_number(&page_out, "line", line);
    write_end(&page_out, '}');
}

/* Without a line: the request is to blame, not a record. */
void page_fail(enum refusal_code code, struct refusal *why)
{
    page_fail_at(code, 0, why);
}

/* For rows whose sentence has no values. */
void page_fail_for(const struct refusal_row *row)
{
    struct refusal why;
    refusal_fill(&why, row, NULL);
    page_fail(row->code, &why);
}

/* ---- requests ---- */

/* A request that is not JSON, or has no "op", is unknown like any other. */
static void answer(const struct page_request *q)
{
    const char *name = json_string_value(json_object_get(q->root, "op"));
    for (const struct page_op *op = page_ops; name && op->name; op++)
        if (strcmp(op->name, name) == 0) {
            op->run(q);
            return;
        }
    page_say_unknown();
}

/* Allocates memory for a request of n bytes, which page_ask frees. NULL: there is none. One byte
 * more, so that the place behind the last line exists. */
EXPORT(alloc) char *page_alloc(size_t n)
{
    return malloc(n + 1);
}

/* Answers a request and frees its memory. Returns the length of the answer. Only the first line is
 * parsed as JSON; a record behind it is not copied. */
EXPORT(ask) size_t page_ask(char *text, size_t n)
{
    const char *end = memchr(text, '\n', n);
    size_t line = end ? (size_t)(end - text) : n;
    struct page_request q = {json_loadb(text, line, JSON_REJECT_DUPLICATES, NULL), text + line + 1,
                             end ? n - line - 1 : 0};
    writer_reset(&page_out);
    write_begin(&page_out, '{');
    answer(&q);
    write_end(&page_out, '}');
    json_decref(q.root);
    free(text);
    return page_out.n;
}

/* The text of the answer, valid until the next request. */
EXPORT(answer) const char *page_answer(void)
{
    return page_out.at;
}

/* ---- views ---- */

/* The seat must be one of the game, since view_take redacts for it again: a view that knows too
 * much is cut down to what the seat may know. */
int page_view(const struct page_request *q, struct view *v)
{
    struct odds_position p;
    struct refusal why;
    int seat;
    if (read_int(json_object_get(q->root, "seat"), "seat", 0, MAX_SEATS - 1, &seat, &why) < 0 ||
        odds_read(&p, json_object_get(q->root, "view"), seat, &why) < 0) {
        page_fail(CODE_BAD_VIEW, &why);
        return -1;
    }
    if (seat >= p.game->players(p.state)) {
        page_fail_for(&refusal_nobody_sits_there);
        return -1;
    }
    view_take(v, p.game, p.state, seat);
    return 0;
}

/* 0 for a game that is over, where nobody is active. */
int page_is_asked(const struct view *v)
{
    return (int)(v->game->active(v->bytes) >> v->seat & 1);
}
