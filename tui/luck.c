/* Keeps what a server shows of the luck of a match, and compares the record with it. */
#include "tui/luck.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "match/record_play.h"
#include "wire/hex.h"

/* ---- keeping ---- */

/* Reads lower-case hex digits; anything else is none. A text that is too long is none as well: cut
 * digits would look like another value. */
static void read_hex(char to[LUCK_HEX], const json_t *from)
{
    const char *text = json_string_value(from);
    size_t n = text ? strlen(text) : 0;
    to[0] = 0;
    if (n < LUCK_HEX && n && strspn(text, "0123456789abcdef") == n)
        memcpy(to, text, n + 1);
}

static void read_list(char to[MAX_SEATS][LUCK_HEX], const json_t *from)
{
    for (int seat = 0; seat < MAX_SEATS; seat++)
        read_hex(to[seat], json_array_get(from, (size_t)seat));
}

/* Computes the commitment to our nonce. A nonce of another length, from a damaged file, is dropped,
 * since it could never be revealed. */
static void make_pledge(struct luck *k)
{
    uint8_t nonce[PLEDGED_BYTES], pledge[COMMIT_BYTES];
    if (hex_read(k->mine, strlen(k->mine), nonce, sizeof nonce) != PLEDGED_BYTES) {
        k->mine[0] = k->pledge[0] = 0;
        return;
    }
    commit_pledge(nonce, pledge);
    hex_write(pledge, sizeof pledge, k->pledge);
}

/* Replaces the nonce there is, so it must not be called after one was committed to. */
void luck_draw(struct luck *k)
{
    uint8_t nonce[PLEDGED_BYTES];
    randombytes_buf(nonce, sizeof nonce);
    hex_write(nonce, sizeof nonce, k->mine);
    make_pledge(k);
}

/* Only what was shown first counts: a server that shows something else later is found out by the
 * record. */
int luck_see_fixed(struct luck *k, const json_t *shown)
{
    if (k->fixed)
        return 0;
    k->fixed = 1;
    read_list(k->pledges, json_object_get(shown, "nonce_commitments"));
    read_list(k->nonces, json_object_get(shown, "nonces"));
    /* Nonces that fit a commitment need not be kept: the record is checked for that. */
    for (int seat = 0; seat < MAX_SEATS; seat++)
        if (k->pledges[seat][0])
            k->nonces[seat][0] = 0;
    return 1;
}

/* Once the commitment is known, only what is fixed with the seats can be new. A server that names
 * its witness after the commitment has named none in time. */
int luck_see(struct luck *k, const json_t *table)
{
    int new = !k->commitment[0];
    if (new) {
        read_hex(k->commitment, json_object_get(table, "commitment"));
        k->offered = json_object_get(table, "nonce_commitments") != NULL;
        k->practice = json_is_object(json_object_get(table, "practice"));
        read_hex(k->witness, json_object_get(json_object_get(table, "witness"), "key"));
        read_hex(k->witness_commitment,
                 json_object_get(json_object_get(table, "witness"), "commitment"));
    }
    /* Nonces are shown from the moment on when the seats are fixed. */
    if (json_is_array(json_object_get(table, "nonces")))
        new |= luck_see_fixed(k, table);
    return new;
}

/* All four conditions are needed: each of them alone would let the server pick its luck after it
 * has seen our nonce. */
int luck_is_mine(const struct luck *k, int seat)
{
    return seat >= 0 && k->pledge[0] && k->commitment[0] && k->fixed &&
           strcmp(k->pledges[seat], k->pledge) == 0;
}

/* ---- comparing ---- */

/* Whether n bytes are the ones kept as hex digits; n = 0 fits "". */
static int same_bytes(const char *kept, const uint8_t *bytes, int n)
{
    char text[LUCK_HEX];
    hex_write(bytes, n, text);
    return strcmp(kept, text) == 0;
}

/* Returns 1 if all seats have the commitments that were shown, and plain nonces are the same.
 * Nonces of seats with a commitment are checked by the record itself. */
static int same_seats(const struct luck *k, const struct record *r)
{
    for (int seat = 0; seat < MAX_SEATS; seat++) {
        int pledged = r->pledged >> seat & 1;
        if (!same_bytes(k->pledges[seat], r->pledge[seat], pledged ? COMMIT_BYTES : 0))
            return 0;
        if (!pledged && !same_bytes(k->nonces[seat], r->nonce[seat], r->nonce_n[seat]))
            return 0;
    }
    return 1;
}

/* Whether the record has our nonce at our seat. */
static int own_is_in(const struct luck *k, const struct record *r, int seat)
{
    return seat >= 0 && seat < r->players && k->mine[0] &&
           same_bytes(k->mine, r->nonce[seat], r->nonce_n[seat]);
}

/* Returns 1 if the record has the witness that was shown, and none if none was shown: a witness
 * that appears later could be chosen for its luck. */
static int same_witness(const struct luck *k, const struct record *r)
{
    if (!r->witness.there)
        return !k->witness[0];
    return same_bytes(k->witness, r->witness.key, WITNESS_KEY) &&
           same_bytes(k->witness_commitment, r->witness.commitment, WITNESS_HASH);
}

/* What is wrong with the record, or NULL. The cheap comparisons come first; replaying the game is
 * last. A clause that follows "The record is wrong: ". */
static const char *find_wrong(const struct luck *k, const struct luck_case *c,
                              const struct record *r)
{
    struct record_wrong wrong;
    int seat = c->seat;
    if (!r->json || !r->result.there)
        return "it is not the record of a finished game";
    if (!k->commitment[0])
        return "the server showed no commitment before the game";
    if (!same_bytes(k->commitment, r->commitment, COMMIT_BYTES))
        return "its commitment is not the one the server showed before the game";
    if (!same_witness(k, r))
        return "its witness is not the one the server showed before the game";
    if (r->witness.there && !r->witness.sealed)
        return "the witness did not sign its end";
    if (record_is_practice(r) != k->practice)
        return "its beginning comes from another game";
    /* Whoever joined a running game has not seen the seats being fixed and cannot compare them. */
    if (k->fixed && !same_seats(k, r))
        return "its nonces or commitments differ from those the server showed when the seats were "
               "fixed";
    if (seat >= 0 && k->mine[0] && r->nonce_n[seat] && !own_is_in(k, r, seat))
        return "the nonce at your seat is not yours";
    if (record_check(r, &wrong) < 0)
        return "its game does not follow from its seed and nonces";
    return seen_fits(c->seen, r) ? NULL : "its game is not the one that was shown here";
}

/* Seats that committed to a nonce and never revealed it: each of them could choose between two
 * shuffles. */
static int withheld(const struct record *r)
{
    int n = 0;
    for (int seat = 0; seat < r->players; seat++)
        n += r->pledged >> seat & 1 && !r->nonce_n[seat];
    return n;
}

/* What a record proves that fits what was shown. Claims only what was seen: without our nonce in
 * it, the server may have tried many seeds before it committed. */
static void say_right(const struct luck *k, int seat, const struct record *r, char text[LUCK_TEXT])
{
    int out = withheld(r), in = own_is_in(k, r, seat);
    if (in && k->fixed && !out)
        snprintf(
            text, LUCK_TEXT,
            "The luck was checked: it comes from the seed that the server had committed to and "
            "from your nonce, so nobody could choose it.");
    else if (in && k->fixed)
        snprintf(
            text, LUCK_TEXT,
            "The luck was checked: it comes from the seed that the server had committed to and "
            "from your nonce. %d other%s withheld a nonce: together with the server, %s could "
            "choose among at most %d shuffles.",
            out, out == 1 ? "" : "s", out == 1 ? "that player" : "they", 1 << out);
    else
        snprintf(
            text, LUCK_TEXT,
            "The luck was checked: it comes from the seed that the server had committed to. %s",
            seat < 0     ? ""
            : k->mine[0] ? "But your nonce was left out."
                         : "This program knows no nonce of yours, so the server may have "
                           "chosen that seed.");
}

/* The record may be any bytes from a server. Replays the whole game, which takes a moment. */
int luck_judge(const struct luck *k, const struct luck_case *c, char text[LUCK_TEXT])
{
    struct record r;
    record_read(&r, c->record, c->n);
    const char *wrong = find_wrong(k, c, &r);
    if (wrong)
        snprintf(text, LUCK_TEXT,
                 "! The server broke its commitment. The record is wrong: %s. Keep the record and "
                 "tell the others.",
                 wrong);
    else
        say_right(k, c->seat, &r, text);
    if (!wrong && r.witness.there)
        snprintf(text + strlen(text), LUCK_TEXT - strlen(text),
                 " Half of it came from the witness, so the server did not know it in advance.");
    record_free(&r);
    return wrong ? -1 : 0;
}

/* ---- storing ---- */

/* Seats without a value become null, as servers write them. */
static json_t *list_of(const char from[MAX_SEATS][LUCK_HEX])
{
    json_t *list = json_array();
    for (int seat = 0; seat < MAX_SEATS; seat++)
        json_array_append_new(list, from[seat][0] ? json_string(from[seat]) : json_null());
    return list;
}

/* The nonce is a secret until it is revealed: the file must be readable by its owner only
 * (seats.c). */
json_t *luck_save(const struct luck *k)
{
    json_t *to = json_object();
    json_object_set_new(to, "commitment", json_string(k->commitment));
    json_object_set_new(to, "nonce", json_string(k->mine));
    json_object_set_new(to, "offered", json_boolean(k->offered));
    json_object_set_new(to, "practice", json_boolean(k->practice));
    if (k->witness[0]) {
        json_object_set_new(to, "witness", json_string(k->witness));
        json_object_set_new(to, "witness_commitment", json_string(k->witness_commitment));
    }
    if (k->fixed) {
        json_object_set_new(to, "nonce_commitments", list_of(k->pledges));
        json_object_set_new(to, "nonces", list_of(k->nonces));
    }
    return to;
}

/* A file without such a table, NULL, gives an empty luck. */
void luck_load(struct luck *k, const json_t *from)
{
    memset(k, 0, sizeof *k);
    read_hex(k->commitment, json_object_get(from, "commitment"));
    read_hex(k->mine, json_object_get(from, "nonce"));
    make_pledge(k);
    k->offered = json_is_true(json_object_get(from, "offered"));
    k->practice = json_is_true(json_object_get(from, "practice"));
    read_hex(k->witness, json_object_get(from, "witness"));
    read_hex(k->witness_commitment, json_object_get(from, "witness_commitment"));
    if (json_is_array(json_object_get(from, "nonce_commitments")))
        luck_see_fixed(k, from);
}
