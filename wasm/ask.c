/* The engine for web pages: it answers one JSON request at a time with one JSON object
 * (web/src/engine/types.ts).
 *
 * A request is an object with "op" on the first line; the text of a record may follow on the lines
 * after it. The answer is {"ok":true,…} or
 * {"ok":false,"error":{"code","message","rule","reason","values","line"}}. One record is open at a
 * time. */
#include <stdio.h>
#include <stdlib.h>

#include "advice/advice.h"
#include "advice/hint.h"
#include "advice/odds.h"
#include "wasm/film.h"
#include "wasm/refusals.h"

#define REFUSAL REFUSAL_DEFINE
#include "wasm/refusals.def"
#undef REFUSAL

#define EXPORT(name) __attribute__((export_name(#name), used))

struct asked {
    json_t *root;
    /* The text after the first line. */
    const char *text;
    size_t text_n;
};

static struct writer out;
static struct film film;
static int film_is_open;

/* ---- answers ---- */

static void succeed(void)
{
    write_member_bool(&out, "ok", 1);
}

/* Answers with a refusal. `code` is used if the row has none. */
static void fail_at(enum refusal_code code, uint32_t line, struct refusal *why)
{
    refused_as(why, code, -1);
    write_member_bool(&out, "ok", 0);
    write_key(&out, "error");
    write_begin(&out, '{');
    refusal_write(&out, why);
    refusal_write_reason(&out, why);
    if (line)
        write_member_number(&out, "line", line);
    write_end(&out, '}');
}

static void fail(enum refusal_code code, struct refusal *why)
{
    fail_at(code, 0, why);
}

static void fail_for(const struct refusal_row *row)
{
    struct refusal why;
    refusal_fill(&why, row, NULL);
    fail(row->code, &why);
}

/* ---- questions about a view ---- */

/* Takes the view of the seat in the request. Returns 0, or -1 after writing the reason. */
static int view_of(const struct asked *q, struct view *v)
{
    struct odds_position p;
    struct refusal why;
    int seat;
    if (read_int(json_object_get(q->root, "seat"), "seat", 0, MAX_SEATS - 1, &seat, &why) < 0 ||
        odds_read(&p, json_object_get(q->root, "view"), seat, &why) < 0) {
        fail(CODE_BAD_VIEW, &why);
        return -1;
    }
    if (seat >= p.game->players(p.state)) {
        fail_for(&refusal_nobody_sits_there);
        return -1;
    }
    view_take(v, p.game, p.state, seat);
    return 0;
}

static int is_asked(const struct view *v)
{
    return (int)(v->game->active(v->bytes) >> v->seat & 1);
}

/* The odds are written to a separate buffer first, because they become the answer only if there are
 * any. */
static void op_odds(const struct asked *q)
{
    struct view v;
    struct refusal why;
    struct writer odds = {0};
    if (view_of(q, &v) < 0)
        return;
    if (odds_write(&v, &odds, &why) == 0) {
        succeed();
        write_key(&out, "odds");
        write_raw(&out, odds.at, odds.n);
    } else {
        fail(CODE_NO_ODDS, &why);
    }
    writer_free(&odds);
}

static void op_suggest(const struct asked *q)
{
    struct view v;
    struct refusal why;
    struct asked_bot bot;
    if (view_of(q, &v) < 0)
        return;
    if (!is_asked(&v)) {
        fail_for(&refusal_seat_has_no_question);
        return;
    }
    if (bot_asked(&bot, &v, json_object_get(q->root, "bot"), &why) < 0) {
        fail(CODE_BAD_OPTION, &why);
        return;
    }
    succeed();
    write_key(&out, "advice");
    write_begin(&out, '{');
    write_suggestion(&out, &v, &bot);
    write_end(&out, '}');
}

static void op_hint(const struct asked *q)
{
    struct view v;
    if (view_of(q, &v) < 0)
        return;
    if (!is_asked(&v)) {
        fail_for(&refusal_seat_has_no_question);
        return;
    }
    succeed();
    write_key(&out, "advice");
    write_begin(&out, '{');
    write_hint(&out, &v);
    write_end(&out, '}');
}

static void op_legal(const struct asked *q)
{
    struct view v;
    char text[MAX_SENTENCE];
    if (view_of(q, &v) < 0)
        return;
    succeed();
    write_key(&out, "decision");
    if (!is_asked(&v)) {
        write_null(&out);
        return;
    }
    write_begin(&out, '{');
    write_member_number(&out, "seat", v.seat);
    write_member_string(&out, "kind", v.game->question_kind(v.game->question(v.bytes, v.seat)));
    write_member_string(&out, "text", v.game->question_text(v.bytes, v.seat, text));
    actions_write(&out, v.game, v.bytes, v.seat);
    write_end(&out, '}');
}

static int is_legal(const struct view *v, const char *action)
{
    char name[MAX_NAME];
    uint64_t answers = is_asked(v) ? view_legal(v) : 0;
    for (; answers; answers &= answers - 1)
        if (!strcmp(v->game->action_name(v->bytes, v->seat, bit_lowest(answers), name), action))
            return 1;
    return 0;
}

static void write_refusal(const struct view *v, const char *action)
{
    struct refusal why;
    if (!v->game->active(v->bytes))
        refusal_fill(&why, &refusal_view_is_over, NULL);
    else if (!is_asked(v))
        refusal_fill(&why, &refusal_seat_has_no_question, NULL);
    else
        v->game->explain(v->bytes, v->seat, action, &why);
    refusal_write(&out, &why);
    refusal_write_reason(&out, &why);
}

static void op_explain(const struct asked *q)
{
    const char *action = json_string_value(json_object_get(q->root, "action"));
    struct view v;
    if (!action) {
        fail_for(&refusal_page_action_needed);
        return;
    }
    if (view_of(q, &v) < 0)
        return;
    succeed();
    int legal = is_legal(&v, action);
    write_key(&out, "explanation");
    write_begin(&out, '{');
    write_member_bool(&out, "ok", legal);
    if (!legal)
        write_refusal(&v, action);
    write_end(&out, '}');
}

/* ---- questions about a record ---- */

static void op_record(const struct asked *q)
{
    film_close(&film);
    film_is_open = film_open(&film, q->text, q->text_n) == 0;
    if (!film_is_open) {
        fail_at(CODE_BAD_RECORD, film.problem.line, &film.problem.why);
        return;
    }
    succeed();
    film_write_header(&out, &film);
    film_write_moves(&out, &film);
    wrong_write(&out, &film.problem);
}

static int read_viewer(const json_t *viewer, int *to, struct refusal *why)
{
    const char *word = json_string_value(viewer);
    *to = SPECTATOR;
    if (json_is_null(viewer))
        return 0;
    if (!word)
        return read_int(viewer, "viewer", 0, film.record.players - 1, to, why);
    *to = REFEREE;
    return strcmp(word, "all") == 0 ? 0 : because(why, ROW(viewer_needed));
}

/* Goes to the move in the request. Returns 0, or -1 after writing the reason. */
static int place_of(const struct asked *q, int *viewer)
{
    struct refusal why;
    int n;
    if (!film_is_open) {
        fail_for(&refusal_no_record_open);
        return -1;
    }
    if (read_int(json_object_get(q->root, "n"), "n", 0, (int)film.length, &n, &why) < 0 ||
        read_viewer(json_object_get(q->root, "viewer"), viewer, &why) < 0) {
        fail(CODE_BAD_REQUEST, &why);
        return -1;
    }
    film_go(&film, (uint32_t)n);
    return 0;
}

static void op_view(const struct asked *q)
{
    int viewer;
    if (place_of(q, &viewer) < 0)
        return;
    succeed();
    film_write_view(&out, &film, viewer);
}

static void op_events(const struct asked *q)
{
    int viewer;
    if (place_of(q, &viewer) < 0)
        return;
    succeed();
    film_write_events(&out, &film, viewer);
}

/* Verifies the record in the request, or else the open record. */
static void op_verify(const struct asked *q)
{
    struct record r;
    if (!q->text_n && !film_is_open) {
        fail_for(&refusal_no_record_open);
        return;
    }
    succeed();
    if (!q->text_n) {
        checks_write(&out, &film.record);
        return;
    }
    record_read(&r, q->text, q->text_n);
    checks_write(&out, &r);
    record_free(&r);
}

/* ---- the conversation ---- */

static void answer(const struct asked *q)
{
    static const struct {
        const char *name;
        void (*run)(const struct asked *q);
    } ops[] = {
        {"odds", op_odds},   {"suggest", op_suggest}, {"hint", op_hint},
        {"legal", op_legal}, {"explain", op_explain}, {"record", op_record},
        {"view", op_view},   {"events", op_events},   {"verify", op_verify},
    };
    const char *name = json_string_value(json_object_get(q->root, "op"));
    for (size_t i = 0; name && i < sizeof ops / sizeof ops[0]; i++)
        if (strcmp(ops[i].name, name) == 0) {
            ops[i].run(q);
            return;
        }
    fail_for(&refusal_page_op_unknown);
}

/* Allocates memory for a request of n bytes. */
EXPORT(alloc) char *page_alloc(size_t n)
{
    return malloc(n + 1);
}

/* Answers a request and frees its memory. Returns the length of the answer. */
EXPORT(ask) size_t page_ask(char *text, size_t n)
{
    const char *end = memchr(text, '\n', n);
    size_t line = end ? (size_t)(end - text) : n;
    struct asked q = {json_loadb(text, line, JSON_REJECT_DUPLICATES, NULL), text + line + 1,
                      end ? n - line - 1 : 0};
    writer_reset(&out);
    write_begin(&out, '{');
    answer(&q);
    write_end(&out, '}');
    json_decref(q.root);
    free(text);
    return out.n;
}

/* The text of the answer, valid until the next request. */
EXPORT(answer) const char *page_answer(void)
{
    return out.at;
}
