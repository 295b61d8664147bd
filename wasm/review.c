/* What the module for reviews is asked (page.h): weights, a record, its positions one after
 * another, and the review so far. Nothing of it leaves the page.
 *
 *   weights  `game`, and the bytes of its net
 *   open     `seat` or null, `seed`, `samples` (0: as usual), and the text of a record; answers
 *            with the number of `positions`
 *   weigh    `position`; answers with what was `found` there
 *   take     `position` and `found`, from another thread
 *   review   `positions`: the review of so many, as `charlatan review --json` prints it
 *   try      `action`, the number of a step, and another `answer`: a `view` that might have been
 *            after it
 *   hint     `view`, `seat` and `samples`: `advice`, with the figures that a review would have */
#include "review/hint.h"

#include <stdlib.h>

#include "match/record_read.h"
#include "review/pieces.h"
#include "review/report.h"
#include "wasm/page.h"
#include "wasm/refusals.h"
#include "wasm/weights.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/hex.h"
#include "wire/read.h"

#define REFUSAL REFUSAL_DEFINE
#include "wasm/refusals.def"
#undef REFUSAL

/* The record must outlive the pieces, which point into it. `pieces` NULL: nothing is open. */
static struct record record;
static struct review_pieces *pieces;

/* ---- weights ---- */

/* Weights stay until others replace them, also when another record is opened. */
static void op_weights(const struct page_request *q)
{
    const char *name = json_string_value(json_object_get(q->root, "game"));
    const struct game_json *json = name ? game_json_by_name(name) : NULL;
    if (!json || weights_take(json->game, q->text, q->text_n) < 0)
        page_fail_for(&refusal_not_weights);
    else
        page_succeed();
}

/* ---- the record ---- */

/* Frees the record as well. Nothing happens if nothing is open. */
static void close(void)
{
    review_close(pieces);
    pieces = NULL;
    record_free(&record);
}

/* 0, or -1 with the reason. "seat" null is all seats. The record must have been read, as it says
 * how many there are. */
static int read_ask(const struct page_request *q, struct review_ask *ask, struct refusal *why)
{
    const json_t *seat = json_object_get(q->root, "seat");
    int seed, samples;
    *ask = (struct review_ask){.seat = REVIEW_ALL};
    if (!json_is_null(seat) && read_int(seat, "seat", 0, record.players - 1, &ask->seat, why) < 0)
        return -1;
    if (read_int(json_object_get(q->root, "seed"), "seed", 0, INT32_MAX, &seed, why) < 0 ||
        read_int(json_object_get(q->root, "samples"), "samples", 0, REVIEW_SAMPLES_MOST, &samples,
                 why) < 0)
        return -1;
    ask->seed = (uint64_t)seed;
    ask->samples = (uint32_t)samples;
    return 0;
}

/* A record with a wrong move is refused as a whole, unlike in ask.c: a review of half a game would
 * mislead. */
static void open_record(const struct page_request *q)
{
    struct review_ask ask;
    struct refusal why;
    struct record_wrong wrong;
    if (read_ask(q, &ask, &why) < 0) {
        page_fail(CODE_BAD_REQUEST, &why);
        return;
    }
    pieces = review_open(&record, &ask, &wrong);
    MUST(pieces || wrong.line);
    if (!pieces) {
        page_fail_at(CODE_BAD_RECORD, wrong.line, &wrong.why);
        return;
    }
    page_succeed();
    write_member_number(&page_out, "positions", review_positions(pieces));
}

/* Closes what was open, in any case. */
static void op_open(const struct page_request *q)
{
    close();
    record_read(&record, q->text, q->text_n);
    if (record.wrong.line)
        page_fail_at(CODE_BAD_RECORD, record.wrong.line, &record.wrong.why);
    else if (!review_knows(record.json->game))
        page_fail_for(&refusal_no_reviews);
    else
        open_record(q);
}

/* ---- positions ---- */

/* Takes a number from the request, at most `more` than the number of positions. Returns 0, or -1
 * after writing the reason. */
static int number_of(const struct page_request *q, const char *key, int more, uint32_t *to)
{
    struct refusal why;
    int n;
    if (!pieces) {
        page_fail_for(&refusal_no_record_open);
        return -1;
    }
    if (read_int(json_object_get(q->root, key), key, 0, (int)review_positions(pieces) + more, &n,
                 &why) < 0) {
        page_fail(CODE_BAD_REQUEST, &why);
        return -1;
    }
    *to = (uint32_t)n;
    return 0;
}

/* May take long. "found" is bytes in hex that op_take accepts in any module with the same record,
 * seat, seed and samples. */
static void op_weigh(const struct page_request *q)
{
    uint8_t found[REVIEW_FOUND];
    uint32_t position;
    if (number_of(q, "position", -1, &position) < 0)
        return;
    review_weigh(pieces, position, found);
    page_succeed();
    write_member_hex(&page_out, "found", found, sizeof found);
}

/* Bytes that cannot have been found there are refused. */
static void op_take(const struct page_request *q)
{
    uint8_t found[REVIEW_FOUND];
    uint32_t position;
    if (number_of(q, "position", -1, &position) < 0)
        return;
    if (hex_read_json(json_object_get(q->root, "found"), found, sizeof found) < 0 ||
        review_take(pieces, position, found) < 0)
        page_fail_for(&refusal_not_found_there);
    else
        page_succeed();
}

/* Of the first so many positions, which must have been weighed or taken; the page shows it as it
 * grows. */
static void op_review(const struct page_request *q)
{
    struct review r;
    uint32_t positions;
    if (number_of(q, "positions", 0, &positions) < 0)
        return;
    MUST(review_so_far(pieces, positions, &r) == 0);
    page_succeed();
    write_key(&page_out, "review");
    review_write(&page_out, &r);
    review_free(&r);
}

/* "action" counts steps from 1, as the page shows them. */
static void op_try(const struct page_request *q)
{
    struct view after;
    struct refusal why;
    const char *answer = json_string_value(json_object_get(q->root, "answer"));
    int action;
    if (!pieces) {
        page_fail_for(&refusal_no_record_open);
        return;
    }
    if (read_int(json_object_get(q->root, "action"), "action", 1, INT32_MAX, &action, &why) < 0) {
        page_fail(CODE_BAD_REQUEST, &why);
        return;
    }
    if (!answer || review_try(pieces, (uint32_t)action - 1, answer, &after) < 0) {
        page_fail_for(&refusal_not_found_there);
        return;
    }
    page_succeed();
    write_key(&page_out, "view");
    record.json->write_state(after.bytes, &page_out);
}

/* ---- hints ---- */

/* Needs no record: the view is in the request. "samples" 0 is as many as usual. */
static void op_hint(const struct page_request *q)
{
    struct view v;
    struct refusal why;
    const json_t *given = json_object_get(q->root, "samples");
    int least = json_integer_value(given) ? REVIEW_SAMPLES_LEAST : 0, samples;
    if (page_view(q, &v) < 0)
        return;
    if (!page_is_asked(&v)) {
        page_fail_for(&refusal_seat_has_no_question);
        return;
    }
    if (read_int(given, "samples", least, REVIEW_SAMPLES_MOST, &samples, &why) < 0) {
        page_fail(CODE_BAD_REQUEST, &why);
        return;
    }
    page_succeed();
    write_key(&page_out, "advice");
    write_begin(&page_out, '{');
    write_hint(&page_out, &v, (uint32_t)samples);
    write_end(&page_out, '}');
}

/* ---- the conversation ---- */

const struct page_op page_ops[] = {
    {"weights", op_weights}, {"open", op_open}, {"weigh", op_weigh}, {"take", op_take},
    {"review", op_review},   {"try", op_try},   {"hint", op_hint},   {0},
};

void page_say_unknown(void)
{
    page_fail_for(&refusal_review_op_unknown);
}
