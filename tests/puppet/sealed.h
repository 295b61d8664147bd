/* Checks the record of a finished table with a witness, for the tests of such tables. */
#ifndef CHARLATAN_TESTS_SEALED_H
#define CHARLATAN_TESTS_SEALED_H

#include "match/record_play.h"
#include "match/verdict.h"
#include "tests/puppet/world.h"

/* The game is over, the witness has signed, and the record is right. Returns how many of the
 * witness's answers it has beyond its moves. */
static inline int64_t check_sealed(struct world *w, const char *table)
{
    char path[80], text[VERDICT_TEXT];
    struct record r;
    struct record_wrong wrong;
    snprintf(path, sizeof path, "/api/tables/%s/record", table);
    struct puppet_request *q = get(w, 0, path);
    puppet_settle(&w->puppet);
    assert_int_equal(q->status, 200);
    record_read(&r, q->text, q->n);
    if (record_check(&r, &wrong) < 0)
        fail_msg("%s", verdict_wrong(&r, &wrong, text));
    assert_true(r.witness.there && r.witness.sealed);
    int64_t more = (int64_t)r.witness.asked - (int64_t)r.moves;
    record_free(&r);
    return more;
}

#endif
