/* Reads and checks what a record says of its witness; see record_witness.h. */
#include "match/record_witness.h"

#include <stdlib.h>
#include <string.h>

#include "match/refusals.h"
#include "wire/hex.h"
#include "wire/read.h"
#include "wire/refuse.h"

/* ---- reading ---- */

/* Exactly n bytes in lower case. */
static int read_hex(const json_t *object, const char *key, uint8_t *bytes, size_t n,
                    struct refusal *why)
{
    if (hex_read_json(json_object_get(object, key), bytes, n) == 0)
        return 0;
    return because(why, ROW(hex_needed), key, (int)(2 * n));
}

/* The beginning has its share in the header. */
int record_witness_header(struct record_witness *w, const json_t *line, unsigned *unknown,
                          struct refusal *why)
{
    static const char *const keys[] = {"key", "commitment", "asker", "signature", NULL};
    const json_t *from = json_object_get(line, "witness");
    if (!from)
        return 0;
    if (!json_is_object(from))
        return because(why, ROW(witness_object_needed));
    *unknown += unknown_keys(from, keys);
    if (read_hex(from, "key", w->key, sizeof w->key, why) < 0 ||
        read_hex(from, "commitment", w->commitment, sizeof w->commitment, why) < 0 ||
        read_hex(from, "asker", w->asker, sizeof w->asker, why) < 0 ||
        read_hex(from, "signature", w->signature, sizeof w->signature, why) < 0)
        return -1;
    w->there = 1;
    return record_witness_share(w, line, why);
}

/* Parts without a witness are refused, as nobody could say whose they are. Must be called once for
 * the header and once for each move, in their order. */
int record_witness_share(struct record_witness *w, const json_t *line, struct refusal *why)
{
    if (!w->there && (json_object_get(line, "part") || json_object_get(line, "proof")))
        return because(why, ROW(witness_none));
    if (!w->there)
        return 0;
    if (w->shares == w->room) {
        w->room = w->room ? 2 * w->room : 256;
        w->share = realloc(w->share, w->room * sizeof w->share[0]);
        MUST(w->share);
    }
    struct record_share *share = &w->share[w->shares];
    if (read_hex(line, "part", share->part, sizeof share->part, why) < 0 ||
        read_hex(line, "proof", share->proof, sizeof share->proof, why) < 0)
        return -1;
    w->shares++;
    return 0;
}

/* null: the witness has not told its secret, and its parts can be checked by their signatures
 * alone. */
int record_witness_end(struct record_witness *w, const json_t *line, unsigned *unknown,
                       struct refusal *why)
{
    static const char *const keys[] = {
        "secret", "salt", "asked", "transcript", "signature", "asked_signature", NULL};
    const json_t *from = json_object_get(line, "witness");
    int asked = 0;
    if (!w->there)
        return from ? because(why, ROW(witness_none)) : 0;
    if (json_is_null(from))
        return 0;
    if (!json_is_object(from))
        return because(why, ROW(witness_object_needed));
    *unknown += unknown_keys(from, keys);
    if (read_hex(from, "secret", w->secret, sizeof w->secret, why) < 0 ||
        read_hex(from, "salt", w->salt, sizeof w->salt, why) < 0 ||
        read_int(json_object_get(from, "asked"), "asked", 0, WITNESS_ASKS, &asked, why) < 0 ||
        read_hex(from, "transcript", w->transcript, sizeof w->transcript, why) < 0 ||
        read_hex(from, "signature", w->end, sizeof w->end, why) < 0 ||
        read_hex(from, "asked_signature", w->asked_end, sizeof w->asked_end, why) < 0)
        return -1;
    w->asked = (uint32_t)asked;
    w->sealed = 1;
    return 0;
}

void record_witness_free(struct record_witness *w)
{
    free(w->share);
    memset(w, 0, sizeof *w);
}

/* ---- checking ---- */

/* A signature that cannot be checked here (SIGN_UNKNOWN) is no fault of the record's. */
int record_watch_opening(const struct record_witness *w, const uint8_t commitment[COMMIT_BYTES],
                         struct refusal *why)
{
    struct witness_statement s;
    statement_opening(&s, w->commitment, commitment, w->asker);
    if (sign_check(&s, w->key, w->signature) == SIGN_WRONG)
        return because(why, ROW(witness_opening_wrong));
    return 0;
}

/* 0 as well if there is no secret yet. */
static int secret_fits(const struct record_witness *w)
{
    uint8_t commitment[COMMIT_BYTES];
    commit_make(w->salt, w->secret, commitment);
    return w->sealed && memcmp(commitment, w->commitment, sizeof commitment) == 0;
}

/* `w` must outlive the watch. */
void record_watch_open(struct record_watch *watch, const struct record_witness *w,
                       const uint8_t key[32])
{
    memset(watch, 0, sizeof *watch);
    watch->witness = w;
    memcpy(watch->key, key, sizeof watch->key);
    watch->told = secret_fits(w);
    witness_transcript(w->commitment, watch->transcript);
}

/* Makes the next question; action NULL: that of the beginning. `question` has the one before and
 * gets the new one. Everything asked counts for the transcript, also what was taken back. */
static void ask(struct record_watch *watch, int seat, const char *action, uint8_t question[])
{
    if (action)
        witness_question(watch->key, question, seat, action, question);
    else
        witness_first_question(watch->key, watch->witness->commitment, question);
    witness_transcript_add(watch->transcript, question);
    watch->asked++;
}

/* A part that the witness has signed and that its secret does not give is its lie; one that it has
 * not signed is the server's. Without its secret only the signature can be checked. */
static int check_share(const struct record_watch *watch, const struct record_share *share,
                       struct refusal *why)
{
    const struct record_witness *w = watch->witness;
    struct witness_statement s;
    uint8_t part[WITNESS_HASH];
    statement_part(&s, w->commitment, watch->question, share->part);
    if (sign_check(&s, w->key, share->proof) == SIGN_WRONG)
        return because(why, ROW(witness_proof_wrong));
    witness_part(w->secret, watch->question, part);
    if (watch->told && memcmp(part, share->part, sizeof part) != 0)
        return because(why, ROW(witness_part_wrong));
    return 0;
}

/* Sets `luck` even if the share is wrong. The shares were counted by the reader: one for the
 * beginning and one a move. */
int record_watch_next(struct record_watch *watch, int seat, const char *action, uint8_t luck[32],
                      struct refusal *why)
{
    const struct record_witness *w = watch->witness;
    uint32_t at = action ? watch->at + 1 : 0;
    watch->at = at;
    ask(watch, seat, action, watch->question);
    MUST(at < w->shares);
    witness_luck(watch->key, w->share[at].part, luck);
    return check_share(watch, &w->share[at], why);
}

/* Returns whether the luck is known: parts of moves that were taken back are not in the record, so
 * only the secret gives them. */
int record_watch_undone(struct record_watch *watch, int seat, const char *action,
                        uint8_t question[WITNESS_HASH], uint8_t luck[32])
{
    uint8_t part[WITNESS_HASH];
    ask(watch, seat, action, question);
    witness_part(watch->witness->secret, question, part);
    witness_luck(watch->key, part, luck);
    return watch->told;
}

/* Both have signed what was asked. So if that is something else than the record tells, the server
 * has asked for it. */
static int check_end(const struct record_watch *watch, struct refusal *why)
{
    const struct record_witness *w = watch->witness;
    struct witness_statement s;
    statement_end(&s, w->commitment, w->asked, w->transcript);
    if (sign_check(&s, w->key, w->end) == SIGN_WRONG)
        return because(why, ROW(witness_end_wrong));
    if (sign_check(&s, w->asker, w->asked_end) == SIGN_WRONG)
        return because(why, ROW(witness_asker_wrong));
    if (w->asked != watch->asked)
        return because(why, ROW(witness_asked_differs), (int)w->asked, (int)watch->asked);
    if (memcmp(w->transcript, watch->transcript, WITNESS_HASH) != 0)
        return because(why, ROW(witness_transcript_differs));
    return 0;
}

/* Everything must have been played before, including what was taken back. */
int record_watch_end(const struct record_watch *watch, struct refusal *why)
{
    if (!watch->witness->sealed)
        return because(why, ROW(witness_unsealed));
    if (check_end(watch, why) < 0)
        return -1;
    return watch->told ? 0 : because(why, ROW(witness_secret_differs));
}
