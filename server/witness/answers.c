/* Reads requests to a witness and answers them; see answers.h. All input is hostile: only who has
 * opened a match can ask for its parts, each question has its number, and no question can
 * change. */
#include "server/witness/answers.h"

#include <sodium.h>
#include <string.h>

#include "engine/version.h"
#include "server/witness/refusals.h"
#include "wire/hex.h"
#include "wire/read.h"
#include "wire/refuse.h"

/* In drops and drops a minute: questions and ends, and new matches. */
static const struct limits_rate request_rate = {30000, 120000}, open_rate = {2000, 1200};

/* The salt is drawn anew for each process, so nobody can know which addresses share a bucket. */
void witness_begin(struct witness *w, struct ledger *ledger, int limits)
{
    memset(w, 0, sizeof *w);
    w->ledger = ledger;
    w->limits = limits;
    sign_public(ledger_secret(ledger), w->key);
    randombytes_buf(w->salt, sizeof w->salt);
}

/* ---- small things ---- */

/* What is known while one request is answered. */
struct witness_request {
    struct witness *w;
    /* An IPv6 network of /64 counts as one address. */
    char address[46];
    const json_t *from;
    struct writer *out;
    struct refusal *why;
};

/* The result of a request. */
enum { ANSWERED = 0, REFUSED = 1, FAILED = -1 };

/* So that a refusal can be made and returned in one line; `because` itself returns -1, which here
 * means that the ledger has failed. */
static int refuse(int because_returned)
{
    (void)because_returned;
    return REFUSED;
}

/* 1: there was one. Addresses that meet in a bucket share its rate. */
static int take_drop(struct witness_request *a, struct limits_bucket *buckets,
                     struct limits_rate rate)
{
    uint8_t hash[8];
    crypto_shorthash(hash, (const uint8_t *)a->address, strlen(a->address), a->w->salt);
    uint32_t at = (uint32_t)(hash[0] | hash[1] << 8) % WITNESS_BUCKETS;
    return !a->w->limits || bucket_take(&buckets[at], rate, a->w->now);
}

/* Exactly n bytes, as 2n digits. */
static int read_hex(struct witness_request *a, const char *key, uint8_t *bytes, size_t n)
{
    if (hex_read_json(json_object_get(a->from, key), bytes, n) == 0)
        return ANSWERED;
    return refuse(because(a->why, ROW(witness_hex_needed), key, (int)(2 * n)));
}

/* From 0 to WITNESS_ASKS, the most that a match may ask. */
static int read_count(struct witness_request *a, const char *key, uint32_t *to)
{
    int n = 0;
    if (read_int(json_object_get(a->from, key), key, 0, WITNESS_ASKS, &n, a->why) < 0)
        return REFUSED;
    *to = (uint32_t)n;
    return ANSWERED;
}

/* The witness signs nothing but statements, which say what they are, so no signature can be used
 * for something else. */
static void write_signature(const struct witness_request *a, const char *key,
                            const struct witness_statement *s)
{
    uint8_t signature[WITNESS_SIGNATURE];
    sign_make(s, ledger_secret(a->w->ledger), signature);
    write_member_hex(a->out, key, signature, sizeof signature);
}

/* ---- open ---- */

/* Counts before anything is written. The count of all is exact, because one process has the
 * ledger. */
static int check_room(struct witness_request *a)
{
    int64_t all = ledger_count(a->w->ledger), own = ledger_count_open(a->w->ledger, a->address);
    if (all < 0 || own < 0)
        return FAILED;
    if (all >= WITNESS_MATCHES)
        return refuse(because(a->why, ROW(witness_full)));
    if (a->w->limits && own >= WITNESS_MATCHES_OF_ONE)
        return refuse(because(a->why, ROW(witness_address_full)));
    if (!take_drop(a, a->w->opens, open_rate))
        return refuse(because(a->why, ROW(witness_too_fast)));
    return ANSWERED;
}

/* Secret and salt never leave the ledger before the match has ended; only the commitment does. */
static int open_new(struct witness_request *a, struct ledger_match *m)
{
    int room = check_room(a);
    if (room != ANSWERED)
        return room;
    randombytes_buf(m->secret, sizeof m->secret);
    randombytes_buf(m->salt, sizeof m->salt);
    commit_make(m->salt, m->secret, m->commitment);
    witness_transcript(m->commitment, m->transcript);
    m->opened = m->touched = a->w->now;
    return ledger_add(a->w->ledger, m, a->address);
}

/* Finds the match that was opened with this key, or opens a new one. */
static int find_or_open(struct witness_request *a, struct ledger_match *m)
{
    struct ledger_match known;
    int found = ledger_find_asker(a->w->ledger, m->asker, &known);
    int step = found < 0 ? FAILED : ANSWERED;
    if (found > 0 && memcmp(known.server, m->server, sizeof m->server) != 0)
        step = refuse(because(a->why, ROW(witness_asker_used)));
    else if (found > 0)
        *m = known;
    sodium_memzero(&known, sizeof known);
    return found ? step : open_new(a, m);
}

/* The signature binds the server's commitment to ours: neither can be exchanged later. */
static void write_opening(struct witness_request *a, const struct ledger_match *m)
{
    struct witness_statement s;
    write_begin(a->out, '{');
    write_member_hex(a->out, "commitment", m->commitment, sizeof m->commitment);
    statement_opening(&s, m->commitment, m->server, m->asker);
    write_signature(a, "signature", &s);
    write_end(a->out, '}');
}

/* The same request, sent again, gets the same answer. The key of the match is the asker's, and each
 * match has its own. Another commitment under the same key is refused: a server must not choose
 * between two openings. */
static int answer_open(struct witness_request *a)
{
    struct ledger_match m = {0};
    int step = read_hex(a, "commitment", m.server, sizeof m.server);
    if (step == ANSWERED)
        step = read_hex(a, "asker", m.asker, sizeof m.asker);
    if (step == ANSWERED)
        step = find_or_open(a, &m);
    if (step == ANSWERED)
        write_opening(a, &m);
    sodium_memzero(&m, sizeof m);
    return step;
}

/* ---- ask ---- */

/* The match is found by our commitment. *m holds its secret then. */
static int find_match(struct witness_request *a, struct ledger_match *m)
{
    uint8_t commitment[WITNESS_HASH];
    int read = read_hex(a, "match", commitment, sizeof commitment);
    if (read != ANSWERED)
        return read;
    int found = ledger_find(a->w->ledger, commitment, m);
    if (found < 0)
        return FAILED;
    return found ? ANSWERED : refuse(because(a->why, ROW(witness_unknown_match)));
}

/* Only the key that the match was opened with counts, whoever sends the request. */
static int check_signature(struct witness_request *a, const struct ledger_match *m,
                           const struct witness_statement *s)
{
    uint8_t signature[WITNESS_SIGNATURE];
    int read = read_hex(a, "signature", signature, sizeof signature);
    if (read != ANSWERED)
        return read;
    if (sign_check(s, m->asker, signature) != SIGN_RIGHT)
        return refuse(because(a->why, ROW(witness_wrong_asker)));
    return ANSWERED;
}

/* What a server says of a match, signed by it. */
struct claim {
    struct ledger_match m;
    uint32_t n;
    uint8_t hash[WITNESS_HASH];
    struct witness_statement s;
};

typedef void state_fn(struct witness_statement *s, const uint8_t witness[WITNESS_HASH], uint32_t n,
                      const uint8_t hash[WITNESS_HASH]);

/* The claim holds the match's secret, even if it is refused: the caller wipes it. Signed by the
 * match's own key, over our commitment, so nobody can use it for another match. */
static int read_claim(struct witness_request *a, const char *number, const char *hash,
                      state_fn *state, struct claim *c)
{
    int step = find_match(a, &c->m);
    if (step == ANSWERED)
        step = read_count(a, number, &c->n);
    if (step == ANSWERED)
        step = read_hex(a, hash, c->hash, sizeof c->hash);
    if (step != ANSWERED)
        return step;
    state(&c->s, c->m.commitment, c->n, c->hash);
    return check_signature(a, &c->m, &c->s);
}

/* Writes the question down, or finds that it was asked before. Questions come in order and never
 * change: otherwise a server could ask for the luck of several choices and take the best. The same
 * question again gets its answer again. */
static int note_question(struct witness_request *a, struct ledger_match *m, uint32_t n,
                         const uint8_t question[WITNESS_HASH])
{
    uint8_t before[WITNESS_HASH];
    if (n < m->asked) {
        if (ledger_question(a->w->ledger, m, n, before) < 0)
            return FAILED;
        if (memcmp(before, question, sizeof before) == 0)
            return ANSWERED;
        return refuse(because(a->why, ROW(witness_other_question), (int)n));
    }
    if (n > m->asked)
        return refuse(because(a->why, ROW(witness_out_of_order), (int)m->asked));
    if (n >= WITNESS_ASKS)
        return refuse(because(a->why, ROW(witness_asked_enough), WITNESS_ASKS));
    m->asked++;
    m->touched = a->w->now;
    witness_transcript_add(m->transcript, question);
    if (ledger_add_question(a->w->ledger, m, n, question) < 0)
        return FAILED;
    return ledger_update(a->w->ledger, m);
}

/* The part follows from secret and question alone, so the answer is the same however often it is
 * given. */
static void write_part(struct witness_request *a, const struct ledger_match *m,
                       const uint8_t question[WITNESS_HASH])
{
    uint8_t part[WITNESS_HASH];
    struct witness_statement s;
    witness_part(m->secret, question, part);
    write_begin(a->out, '{');
    write_member_hex(a->out, "part", part, sizeof part);
    statement_part(&s, m->commitment, question, part);
    write_signature(a, "proof", &s);
    write_end(a->out, '}');
}

/* Nothing after the end: then the secret is known, and everybody can compute the parts. */
static int answer_ask(struct witness_request *a)
{
    struct claim c = {0};
    int step = read_claim(a, "n", "question", statement_question, &c);
    if (step == ANSWERED && c.m.ended)
        step = refuse(because(a->why, ROW(witness_has_ended)));
    if (step == ANSWERED)
        step = note_question(a, &c.m, c.n, c.hash);
    if (step == ANSWERED)
        write_part(a, &c.m, c.hash);
    sodium_memzero(&c, sizeof c);
    return step;
}

/* ---- end ---- */

/* Ending twice is allowed, for answers that got lost. The first time counts. */
static int end_match(struct witness_request *a, struct ledger_match *m)
{
    if (m->ended)
        return ANSWERED;
    m->ended = m->touched = a->w->now;
    return ledger_update(a->w->ledger, m);
}

static void write_end_of(struct witness_request *a, const struct claim *c)
{
    write_begin(a->out, '{');
    write_member_hex(a->out, "secret", c->m.secret, sizeof c->m.secret);
    write_member_hex(a->out, "salt", c->m.salt, sizeof c->m.salt);
    write_signature(a, "signature", &c->s);
    write_end(a->out, '}');
}

/* The claim has to agree with what was written down: number of questions and their hash. Only then
 * is the secret given out. */
static int answer_end(struct witness_request *a)
{
    struct claim c = {0};
    int step = read_claim(a, "asked", "transcript", statement_end, &c);
    int same = c.n == c.m.asked && memcmp(c.hash, c.m.transcript, sizeof c.hash) == 0;
    if (step == ANSWERED && !same)
        step = refuse(because(a->why, ROW(witness_end_differs), (int)c.m.asked));
    if (step == ANSWERED)
        step = end_match(a, &c.m);
    if (step == ANSWERED)
        write_end_of(a, &c);
    sodium_memzero(&c, sizeof c);
    return step;
}

/* ---- requests ---- */

/* A request has exactly one member, its kind. */
static int answer_request(struct witness_request *a, const json_t *request)
{
    static const struct {
        const char *key;
        int (*answer)(struct witness_request *a);
    } kinds[] = {{"open", answer_open}, {"ask", answer_ask}, {"end", answer_end}};
    if (!take_drop(a, a->w->requests, request_rate))
        return refuse(because(a->why, ROW(witness_too_fast)));
    for (int i = 0; i < 3 && json_object_size(request) == 1; i++) {
        a->from = json_object_get(request, kinds[i].key);
        if (json_is_object(a->from))
            return kinds[i].answer(a);
    }
    return refuse(because(a->why, ROW(witness_request_needed)));
}

static void write_refusal(struct writer *out, const struct refusal *why)
{
    write_begin(out, '{');
    refusal_write(out, why);
    refusal_write_reason(out, why);
    write_end(out, '}');
}

/* A refusal of one request does not touch the others. -1: nothing of all this may be sent. */
static int answer_list(struct witness_request *a, const json_t *list)
{
    write_begin(a->out, '{');
    write_key(a->out, "answers");
    write_begin(a->out, '[');
    for (size_t i = 0; i < json_array_size(list); i++) {
        int step = answer_request(a, json_array_get(list, i));
        if (step == FAILED)
            return -1;
        if (step == REFUSED)
            write_refusal(a->out, a->why);
    }
    write_end(a->out, ']');
    write_end(a->out, '}');
    return 200;
}

/* 400 if the body is no list of 1 to WITNESS_BATCH requests; otherwise 200, with a refusal for each
 * request that is refused. `out` must be empty. */
int witness_answer(struct witness *w, const char *address, const char *body, size_t n,
                   struct writer *out)
{
    struct refusal why;
    struct witness_request a = {.w = w, .out = out, .why = &why};
    json_t *root = json_loadb(body, n, JSON_REJECT_DUPLICATES, NULL);
    const json_t *list = json_object_get(root, "requests");
    size_t count = json_array_size(list);
    int status = 400;
    /* Then it shares the bucket and the count of all that have no address. */
    if (limits_network(address, a.address) < 0)
        a.address[0] = 0;
    if (count < 1 || count > WITNESS_BATCH) {
        because(&why, ROW(witness_body_needed), WITNESS_BATCH);
        write_refusal(out, &why);
    } else {
        status = answer_list(&a, list);
    }
    json_decref(root);
    return status;
}

/* ---- for everybody ---- */

/* 200; -1: the ledger has failed. */
int witness_tell(struct witness *w, struct writer *out)
{
    int64_t matches = ledger_count(w->ledger);
    if (matches < 0)
        return -1;
    write_begin(out, '{');
    write_member_string(out, "witness", "charlatan");
    write_member_string(out, "version", CHARLATAN_VERSION);
    write_member_hex(out, "key", w->key, sizeof w->key);
    write_member_number(out, "matches", matches);
    write_member_number(out, "keeps_ended_days", LEDGER_ENDED_MS / 86400000);
    write_member_number(out, "keeps_silent_days", LEDGER_SILENT_MS / 86400000);
    write_end(out, '}');
    return 200;
}

static void write_time(struct writer *out, const char *key, int64_t when)
{
    write_key(out, key);
    if (when)
        write_number(out, when);
    else
        write_null(out);
}

/* Everything but the secret and the salt. */
static void tell_match(const struct witness_request *a, const struct ledger_match *m)
{
    struct witness_statement s;
    write_begin(a->out, '{');
    write_member_hex(a->out, "key", a->w->key, sizeof a->w->key);
    write_member_hex(a->out, "commitment", m->commitment, sizeof m->commitment);
    write_member_hex(a->out, "server", m->server, sizeof m->server);
    write_member_hex(a->out, "asker", m->asker, sizeof m->asker);
    statement_opening(&s, m->commitment, m->server, m->asker);
    write_signature(a, "signature", &s);
    write_time(a->out, "opened", m->opened);
    write_member_number(a->out, "asked", m->asked);
    write_member_hex(a->out, "transcript", m->transcript, sizeof m->transcript);
    write_time(a->out, "ended", m->ended);
    write_end(a->out, '}');
}

/* 404 for a match that is unknown or forgotten. The secret is wiped from the stack. */
int witness_tell_match(struct witness *w, const char *commitment, struct writer *out)
{
    struct refusal why;
    struct witness_request a = {.w = w, .out = out, .why = &why};
    struct ledger_match m;
    uint8_t bytes[WITNESS_HASH];
    int found = hex_read(commitment, strlen(commitment), bytes, sizeof bytes) == WITNESS_HASH
                    ? ledger_find(w->ledger, bytes, &m)
                    : 0;
    if (found < 0)
        return -1;
    if (found) {
        tell_match(&a, &m);
    } else {
        because(&why, ROW(witness_unknown_match));
        write_refusal(out, &why);
    }
    sodium_memzero(&m, sizeof m);
    return found ? 200 : 404;
}
