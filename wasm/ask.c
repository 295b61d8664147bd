/* What the engine for web pages is asked: odds, advice and legal answers of a view, and replays of
 * records (page.h). One record is open at a time. */
#include "advice/advice.h"
#include "advice/odds.h"
#include "wasm/film.h"
#include "wasm/page.h"
#include "wasm/refusals.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/numbers.h"
#include "wire/read.h"
#include "wire/refuse.h"

#define REFUSAL REFUSAL_DEFINE
#include "wasm/refusals.def"
#undef REFUSAL

/* All zeros, or opened; film_is_open says whether it can be shown. */
static struct film film;
static int film_is_open;

/* ---- questions about a view ---- */

/* The odds are written to a separate buffer first, because they become the answer only if there are
 * any. */
static void op_odds(const struct page_request *q)
{
    struct view v;
    struct refusal why;
    struct writer odds = {0};
    if (page_view(q, &v) < 0)
        return;
    if (odds_write(&v, &odds, &why) == 0) {
        page_succeed();
        write_key(&page_out, "odds");
        write_raw(&page_out, odds.at, odds.n);
    } else {
        page_fail(CODE_NO_ODDS, &why);
    }
    writer_free(&odds);
}

/* Needs a seat that is asked; "bot" is as in the protocol, and its luck follows from the view, so
 * the same request has the same answer. */
static void op_suggest(const struct page_request *q)
{
    struct view v;
    struct refusal why;
    struct asked_bot bot;
    if (page_view(q, &v) < 0)
        return;
    if (!page_is_asked(&v)) {
        page_fail_for(&refusal_seat_has_no_question);
        return;
    }
    if (bot_asked(&bot, &v, json_object_get(q->root, "bot"), &why) < 0) {
        page_fail(CODE_BAD_OPTION, &why);
        return;
    }
    page_succeed();
    write_key(&page_out, "advice");
    write_begin(&page_out, '{');
    write_suggestion(&page_out, &v, &bot);
    write_end(&page_out, '}');
}

/* The question with its legal actions, or null for a seat that is not asked: pages ask this of
 * every seat. */
static void op_legal(const struct page_request *q)
{
    struct view v;
    char text[MAX_SENTENCE];
    if (page_view(q, &v) < 0)
        return;
    page_succeed();
    write_key(&page_out, "decision");
    if (!page_is_asked(&v)) {
        write_null(&page_out);
        return;
    }
    write_begin(&page_out, '{');
    write_member_number(&page_out, "seat", v.seat);
    write_member_string(&page_out, "kind",
                        v.game->question_kind(v.game->question(v.bytes, v.seat)));
    write_member_string(&page_out, "text", v.game->question_text(v.bytes, v.seat, text));
    actions_write(&page_out, v.game, v.bytes, v.seat);
    write_end(&page_out, '}');
}

/* By the action's name, as the page shows it. */
static int is_legal(const struct view *v, const char *action)
{
    char name[MAX_NAME];
    uint64_t answers = page_is_asked(v) ? view_legal(v) : 0;
    for (; answers; answers &= answers - 1)
        if (!strcmp(v->game->action_name(v->bytes, v->seat, bit_lowest(answers), name), action))
            return 1;
    return 0;
}

/* Why the action is not legal: the game is over, the seat is not asked, or the game's own reason
 * with its rule. */
static void write_refusal(const struct view *v, const char *action)
{
    struct refusal why;
    if (!v->game->active(v->bytes))
        refusal_fill(&why, &refusal_view_is_over, NULL);
    else if (!page_is_asked(v))
        refusal_fill(&why, &refusal_seat_has_no_question, NULL);
    else
        v->game->explain(v->bytes, v->seat, action, &why);
    refusal_write(&page_out, &why);
    refusal_write_reason(&page_out, &why);
}

/* Always succeeds for a view that can be read; "ok" in the explanation says whether the action is
 * legal. */
static void op_explain(const struct page_request *q)
{
    const char *action = json_string_value(json_object_get(q->root, "action"));
    struct view v;
    if (!action) {
        page_fail_for(&refusal_page_action_needed);
        return;
    }
    if (page_view(q, &v) < 0)
        return;
    page_succeed();
    int legal = is_legal(&v, action);
    write_key(&page_out, "explanation");
    write_begin(&page_out, '{');
    write_member_bool(&page_out, "ok", legal);
    if (!legal)
        write_refusal(&v, action);
    write_end(&page_out, '}');
}

/* ---- questions about a record ---- */

/* Closes the record that was open, even if the new one cannot be read. */
static void op_record(const struct page_request *q)
{
    film_close(&film);
    film_is_open = film_open(&film, q->text, q->text_n) == 0;
    if (!film_is_open) {
        page_fail_at(CODE_BAD_RECORD, film.problem.line, &film.problem.why);
        return;
    }
    page_succeed();
    film_write_header(&page_out, &film);
    film_write_moves(&page_out, &film);
    wrong_write(&page_out, &film.problem);
}

/* null is a spectator, "all" the referee, a number a seat. Returns 0, or -1 with the reason. */
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

/* Goes to the move in the request, and reads who looks. Returns 0, or -1 after writing the reason;
 * the film is then where it was. */
static int place_of(const struct page_request *q, int *viewer)
{
    struct refusal why;
    int n;
    if (!film_is_open) {
        page_fail_for(&refusal_no_record_open);
        return -1;
    }
    if (read_int(json_object_get(q->root, "n"), "n", 0, (int)film.length, &n, &why) < 0 ||
        read_viewer(json_object_get(q->root, "viewer"), viewer, &why) < 0) {
        page_fail(CODE_BAD_REQUEST, &why);
        return -1;
    }
    film_go(&film, (uint32_t)n);
    return 0;
}

/* "viewer" decides what is hidden; the page has the whole record anyway, but shows what that viewer
 * knew. */
static void op_view(const struct page_request *q)
{
    int viewer;
    if (place_of(q, &viewer) < 0)
        return;
    page_succeed();
    film_write_view(&page_out, &film, viewer);
}

/* Of move n; n = 0 is the beginning. */
static void op_events(const struct page_request *q)
{
    int viewer;
    if (place_of(q, &viewer) < 0)
        return;
    page_succeed();
    film_write_events(&page_out, &film, viewer);
}

/* Verifies the record in the request, or else the open record. A record that is wrong is a success,
 * too: what is wrong is in the answer. */
static void op_verify(const struct page_request *q)
{
    struct record r;
    if (!q->text_n && !film_is_open) {
        page_fail_for(&refusal_no_record_open);
        return;
    }
    page_succeed();
    if (!q->text_n) {
        checks_write(&page_out, &film.record);
        return;
    }
    record_read(&r, q->text, q->text_n);
    checks_write(&page_out, &r);
    record_free(&r);
}

/* ---- numbers files ---- */

/* What the numbers of a file or of a table change, or what is wrong with them. Some limits depend
 * on the number of players; without it the least is taken. */
static void op_numbers(const struct page_request *q)
{
    uint16_t values[NUMBERS_VALUES];
    struct refusal why;
    const struct game_json *json = game_json_read(json_object_get(q->root, "game"), "game", &why);
    const struct numbers_form *form = json ? json->game->numbers : NULL;
    const json_t *players = json_object_get(q->root, "players");
    if (!json) {
        page_fail(CODE_BAD_REQUEST, &why);
    } else if (!form) {
        page_fail_for(&refusal_page_no_numbers);
    } else if (numbers_read(form, json_object_get(q->root, "numbers"),
                            players ? (int)json_integer_value(players) : json->game->min_players,
                            values, &why) < 0) {
        page_fail(CODE_BAD_OPTION, &why);
    } else {
        page_succeed();
        write_key(&page_out, "differences");
        numbers_write_differences(form, values, &page_out);
    }
}

/* ---- the conversation ---- */

/* The last row has no name and ends the search. */
const struct page_op page_ops[] = {
    {"odds", op_odds},       {"suggest", op_suggest},
    {"explain", op_explain}, {"record", op_record},
    {"view", op_view},       {"events", op_events},
    {"verify", op_verify},   {"legal", op_legal},
    {"numbers", op_numbers}, {0},
};

void page_say_unknown(void)
{
    page_fail_for(&refusal_page_op_unknown);
}
