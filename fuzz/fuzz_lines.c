/* Fuzzes the readers of single lines and bodies. The first byte chooses a reader, which gets the
 * rest; no game is played, so that many inputs can be tried. A refusal must have a reason in UTF-8.
 * An entry that is read, written and read again must be the same. A member that this version does
 * not know must change nothing. */
#include <sodium.h>
#include <string.h>

#include "fuzz/promise.h"
#include "match/founding.h"
#include "match/record_read.h"
#include "match/watched.h"
#include "server/people/keys.h"
#include "server/request_body.h"
#include "server/tables/founding.h"
#include "server/tables/table.h"
#include "server/witness/answers.h"
#include "server/witness/inquiries.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define ZEROS_16 "00000000000000000000000000000000"
#define ZEROS_32 ZEROS_16 ZEROS_16
#define ZEROS_64 ZEROS_32 ZEROS_32
#define A_BOT "{\"kind\":\"bot\",\"name\":\"\",\"bot\":\"random\",\"token\":null,\"nonce\":null}"
#define A_PERSON                                                                                   \
    "{\"kind\":\"human\",\"name\":\"Ann\",\"bot\":\"\",\"token\":\"01" ZEROS_16                    \
    "000000000000000000000000000000\",\"nonce\":null}"
#define HEADER                                                                                     \
    "{\"format\":\"charlatan-record\",\"version\":1,\"rules\":\"0.2.0\",\"game\":\"null\","        \
    "\"options\":{\"tosses\":1},\"players\":[{\"name\":\"A\",\"kind\":\"human\"},"                 \
    "{\"name\":\"B\",\"kind\":\"bot\"},{\"name\":\"C\",\"kind\":\"bot\"}],\"cards_hash\":null,"    \
    "\"commitment\":\"" ZEROS_32 "\",\"chance\":[]"

static const char table_line[] =
    "{\"at\":1,\"table\":{\"game\":\"null\",\"options\":{\"tosses\":1},\"players\":3,"
    "\"open\":false,\"clock\":{\"move\":0,\"game\":0},\"rules\":\"0.2.0\",\"seats\":[" A_PERSON
    "," A_BOT "," A_BOT "],\"seed\":\"" ZEROS_32 "\",\"salt\":\"" ZEROS_16 "\",\"fork\":null}}";
static const char start_line[] =
    "{\"at\":1,\"start\":\"random\",\"chance\":[],\"hash\":\"0000000000000000\"}";
static const char header[] = HEADER "}\n";
static const char witness_header[] = HEADER
    ",\"witness\":{\"key\":\"" ZEROS_32 "\",\"commitment\":\"" ZEROS_32 "\",\"asker\":\"" ZEROS_32
    "\",\"signature\":\"" ZEROS_64 "\"},\"part\":\"" ZEROS_32 "\",\"proof\":\"" ZEROS_64 "\"}\n";

/* What an entry may follow: nothing, the start of a game, or one with a witness. */
static struct match empty, running, watched;
static struct match_witness watch;
static struct session_done done;
static struct witness witness;

static void check_refusal(const struct refusal *why)
{
    /* NULL if it is not UTF-8. */
    json_t *text = json_string(why->message);
    promise(why->message[0] != 0, "a refusal says why");
    promise(text != NULL, "a refusal is UTF-8");
    json_decref(text);
}

/* A copy of a line with another member at its beginning. NULL if the line has that member; to be
 * freed. */
static char *with_stranger(const char *text, size_t n, size_t *more)
{
    static const char member[] = "\"stranger\":[{\"needs\":1}],";
    const char *begin = memchr(text, '{', n);
    json_t *root = json_loadb(text, n, 0, NULL);
    int has = json_object_get(root, "stranger") != NULL;
    json_decref(root);
    if (has || !begin)
        return NULL;
    size_t head = (size_t)(begin + 1 - text);
    *more = n + sizeof member - 1;
    char *copy = malloc(*more);
    promise(copy != NULL, "memory");
    memcpy(copy, text, head);
    memcpy(copy + head, member, sizeof member - 1);
    memcpy(copy + head + sizeof member - 1, text + head, n - head);
    return copy;
}

/* ---- entries ---- */

static void check_same_founding(const struct match_founding *one, const struct match_founding *two)
{
    struct match_founding a, b;
    memcpy(&a, one, sizeof a);
    memcpy(&b, two, sizeof b);
    promise(json_equal(a.fork.chance, b.fork.chance) || a.fork.chance == b.fork.chance,
            "the same outcomes of a fork");
    promise(a.fork.moves == b.fork.moves, "as many moves of a fork");
    for (uint32_t i = 0; i < a.fork.moves; i++)
        promise(a.fork_move[i].seat == b.fork_move[i].seat &&
                    a.fork_move[i].answer == b.fork_move[i].answer,
                "the same moves of a fork");
    a.fork.chance = b.fork.chance = NULL;
    a.fork_move = b.fork_move = NULL;
    a.fork_end = b.fork_end = NULL;
    promise(memcmp(&a, &b, sizeof a) == 0, "the same founding");
}

/* Both were made by entry_read, so that even their padding is 0. */
static void check_same_entry(const struct entry *one, const struct entry *two)
{
    struct entry a, b;
    memcpy(&a, one, sizeof a);
    memcpy(&b, two, sizeof b);
    promise(!a.founding == !b.founding, "two foundings or none");
    if (a.founding)
        check_same_founding(a.founding, b.founding);
    a.founding = b.founding = NULL;
    promise(memcmp(&a, &b, sizeof a) == 0, "the same entry");
}

/* `text` must be read as this entry, which is written as `once`. */
static void check_same(const struct match *m, const struct entry *e, const struct writer *once,
                       const char *text, size_t n)
{
    struct writer twice = {0};
    struct entry again;
    struct refusal why;
    promise(entry_read(&again, m, text, n, &why) == 0, "it can be read again");
    entry_write(&twice, m, &again, &done);
    promise(once->n == twice.n && memcmp(once->at, twice.at, twice.n) == 0, "the same text");
    check_same_entry(e, &again);
    entry_free(&again);
    writer_free(&twice);
}

static void read_entry(const struct match *m, const char *text, size_t n)
{
    struct writer once = {0};
    struct entry e;
    struct refusal why;
    size_t more;
    if (entry_read(&e, m, text, n, &why) < 0) {
        promise(!e.founding && !e.owned, "a refused entry holds nothing");
        check_refusal(&why);
        return;
    }
    entry_write(&once, m, &e, &done);
    check_same(m, &e, &once, once.at, once.n);
    char *stranger = with_stranger(text, n, &more);
    if (stranger)
        check_same(m, &e, &once, stranger, more);
    free(stranger);
    entry_free(&e);
    writer_free(&once);
}

static void first_entry(const char *text, size_t n)
{
    read_entry(&empty, text, n);
}

static void later_entry(const char *text, size_t n)
{
    read_entry(&running, text, n);
}

static void watched_entry(const char *text, size_t n)
{
    read_entry(&watched, text, n);
}

/* ---- records ---- */

static void read_record(struct record *r, const char *before, const char *line, size_t n)
{
    size_t head = strlen(before);
    char *text = malloc(head + n + 1);
    promise(text != NULL, "memory");
    memcpy(text, before, head);
    memcpy(text + head, line, n);
    text[head + n] = '\n';
    record_read(r, text, head + n + 1);
    free(text);
}

/* Everything in it but what has its own memory. */
static struct record own_bytes(const struct record *r)
{
    struct record own;
    memcpy(&own, r, sizeof own);
    own.chance = NULL;
    own.move = NULL;
    own.witness.share = NULL;
    own.unknown = 0;
    return own;
}

static void check_stranger(const struct record *r, const char *before, const char *line, size_t n)
{
    size_t more;
    char *stranger = with_stranger(line, n, &more);
    struct record other;
    if (!stranger)
        return;
    read_record(&other, before, stranger, more);
    struct record a = own_bytes(r), b = own_bytes(&other);
    promise(memcmp(&a, &b, sizeof a) == 0, "the same record");
    promise(other.unknown == r->unknown + 1, "a stranger is counted");
    record_free(&other);
    free(stranger);
}

static void read_record_line(const char *before, const char *line, size_t n)
{
    struct record r;
    read_record(&r, before, line, n);
    if (r.wrong.line) {
        promise(r.wrong.line <= r.lines + 1, "a wrong line is one of the record's");
        check_refusal(&r.wrong.why);
    } else {
        promise(r.json && !r.torn, "a header");
        promise(r.people >> r.players == 0 && r.pledged >> r.players == 0 &&
                    r.result.winners >> r.players == 0,
                "seats of the game");
        /* Two lines in the input are one more than is meant here. */
        if (!memchr(line, '\n', n))
            check_stranger(&r, before, line, n);
    }
    record_free(&r);
}

static void record_first(const char *text, size_t n)
{
    read_record_line("", text, n);
}

static void record_second(const char *text, size_t n)
{
    read_record_line(header, text, n);
}

static void record_second_watched(const char *text, size_t n)
{
    read_record_line(witness_header, text, n);
}

/* ---- the witness ---- */

static void witness_request(const char *text, size_t n)
{
    struct writer w = {0};
    promise(ledger_begin(witness.ledger) == 0, "a transaction begins");
    int status = witness_answer(&witness, "", text, n, &w);
    json_t *answer = json_loadb(w.at, w.n, JSON_REJECT_DUPLICATES, NULL);
    promise(status == 200 || status == 400, "the ledger works");
    promise(json_object_get(answer, status == 200 ? "answers" : "message") != NULL, "an answer");
    json_decref(answer);
    writer_free(&w);
    ledger_rollback(witness.ledger);
}

static void check_hex(const json_t *answer, const char *key, const uint8_t *bytes, size_t n)
{
    char text[2 * WITNESS_SIGNATURE + 1];
    sodium_bin2hex(text, sizeof text, bytes, n);
    promise(strcmp(text, json_string_value(json_object_get(answer, key))) == 0, "the same bytes");
}

static void read_answer(const json_t *answer)
{
    uint8_t part[WITNESS_HASH], proof[WITNESS_SIGNATURE];
    struct witness_seal seal;
    struct witness_opening o;
    if (inquiry_read_part(answer, part, proof)) {
        check_hex(answer, "part", part, sizeof part);
        check_hex(answer, "proof", proof, sizeof proof);
    }
    if (inquiry_read_seal(answer, &seal)) {
        check_hex(answer, "secret", seal.secret, sizeof seal.secret);
        check_hex(answer, "salt", seal.salt, sizeof seal.salt);
        check_hex(answer, "signature", seal.signature, sizeof seal.signature);
    }
    if (inquiry_read_opening(answer, &o)) {
        check_hex(answer, "commitment", o.commitment, sizeof o.commitment);
        check_hex(answer, "signature", o.signature, sizeof o.signature);
    }
}

static void witness_answers(const char *text, size_t n)
{
    for (size_t sent = 1; sent <= 2; sent++) {
        json_t *answers = inquiry_read_answers(text, n, sent);
        promise(!answers || json_array_size(answers) == sent, "an answer to each request");
        for (size_t i = 0; i < json_array_size(answers); i++)
            read_answer(json_array_get(answers, i));
        json_decref(answers);
    }
}

/* ---- bodies ---- */

/* What a request founds can be read from the log. */
static void check_founding(const struct match_founding *f)
{
    struct writer once = {0};
    struct entry e;
    struct refusal why;
    if (match_may_found(f, 1, &e, &why) < 0) {
        check_refusal(&why);
        return;
    }
    entry_write(&once, &empty, &e, &done);
    /* Only an entry that was read owns its founding. */
    e.owned = 1;
    check_same(&empty, &e, &once, once.at, once.n);
    writer_free(&once);
}

static void read_founding(const json_t *body)
{
    static struct match_founding f;
    struct entry_reply r = {.seat = -1};
    struct refusal why;
    memset(&f, 0, sizeof f);
    if (founding_read(NULL, &f, body, "0123456789abcdefghijklmn", &r, &why) < 0)
        check_refusal(&why);
    else
        check_founding(&f);
}

static void read_nonces(const json_t *body)
{
    uint8_t pledge[COMMIT_BYTES];
    struct match_nonce nonce;
    struct refusal why;
    if (hall_read_nonce(body, "nonce", &nonce, &why) < 0)
        check_refusal(&why);
    else
        promise(nonce.n <= MATCH_NONCE &&
                    sodium_is_zero(nonce.bytes + nonce.n, sizeof nonce.bytes - nonce.n),
                "the bytes that are not used are 0");
    if (hall_read_pledge(body, pledge, &why) < 0)
        check_refusal(&why);
}

static void read_keys(const json_t *body)
{
    char key[KEY_MOST + 1];
    uint8_t hash[MATCH_TOKEN];
    uint32_t which = 0;
    int others = 0;
    struct refusal why;
    if (hall_read_key(body, key, &why) < 0)
        check_refusal(&why);
    else
        promise(!key[0] || strlen(key) >= KEY_LEAST, "a key is long enough");
    if (key_read_link(body, hash, &why) < 0)
        check_refusal(&why);
    if (key_read_revoke(body, &which, &others, &why) < 0)
        check_refusal(&why);
    else
        promise(which <= KEYS_EVER && (!others || !which), "one key, or all others");
}

static void body(const char *text, size_t n)
{
    char name[MATCH_NAME + 1];
    struct refusal why;
    json_t *root = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(root)) {
        if (hall_read_name(NULL, root, name, &why) < 0)
            check_refusal(&why);
        read_nonces(root);
        read_keys(root);
        read_founding(root);
    }
    json_decref(root);
}

/* ---- the beginning ---- */

static void take(struct match *m, const char *text)
{
    struct entry e;
    struct refusal why;
    promise(entry_read(&e, m, text, strlen(text), &why) == 0 && match_take(m, &e, &done, &why) == 0,
            "a game begins");
    entry_free(&e);
    memset(&done, 0, sizeof done);
}

/* The match that corpus and dictionary name. */
static void open_witness(void)
{
    char error[LEDGER_ERROR];
    struct ledger_match m = {0};
    struct ledger *ledger = ledger_open(":memory:", error);
    promise(ledger != NULL, "the ledger opens");
    witness_begin(&witness, ledger, 0);
    witness.now = 1000;
    commit_make(m.salt, m.secret, m.commitment);
    promise(ledger_add(ledger, &m, "") == 0, "a match is added");
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    promise(sodium_init() >= 0, "libsodium works");
    match_init(&empty);
    match_init(&running);
    match_init(&watched);
    take(&running, table_line);
    take(&running, start_line);
    match_copy(&watched, &running);
    watched.watch = &watch;
    open_witness();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const readers[])(const char *text, size_t n) = {
        first_entry,           later_entry,     watched_entry,   record_first, record_second,
        record_second_watched, witness_request, witness_answers, body};
    enum { READERS = sizeof readers / sizeof readers[0] };
    if (size)
        readers[(data[0] + READERS * 6u - '0') % READERS]((const char *)data + 1, size - 1);
    return 0;
}
