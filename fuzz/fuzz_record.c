/* Fuzzes match records: bytes are read as a record and checked. A refusal must name a line of the
 * record and have a reason in UTF-8. A valid record must be valid again, and every position in it
 * must keep the promises of its game. */
#include "fuzz/promise.h"
#include "match/record_play.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_wrong(const struct record *r, const struct record_wrong *wrong)
{
    /* NULL if it is not UTF-8. */
    json_t *text = json_string(wrong->why.message);
    promise(wrong->line >= 1 && wrong->line <= r->lines + 1, "a wrong line is one of the record's");
    promise(wrong->why.message[0] != 0, "a refusal says why");
    promise(text != NULL, "a refusal is UTF-8");
    json_decref(text);
}

static void check_state(const struct record_play *p)
{
    const char *wrong = p->session.game->check(p->session.state);
    promise(wrong == NULL, wrong);
}

static void play(const struct record *r, int holds)
{
    static struct record_play p;
    struct record_wrong wrong;
    record_play_open(&p, r, RECORD_SCRIPT);
    int played = record_play_begin(&p, &wrong);
    while (played == 0 && p.moves < r->moves) {
        check_state(&p);
        played = record_play_next(&p, &wrong);
    }
    promise(played == 0 || !holds, "a record that holds can be played");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct record r;
    struct record_wrong wrong;
    record_read(&r, (const char *)data, size);
    int holds = record_check(&r, &wrong) == 0;
    if (!holds)
        check_wrong(&r, &wrong);
    if (r.wrong.line)
        check_wrong(&r, &r.wrong);
    if (r.wrong.line != 1)
        play(&r, holds);
    record_free(&r);
    return 0;
}
