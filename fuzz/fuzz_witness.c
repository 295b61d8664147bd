/* Fuzzes a witness. Each line of the input is one of these:
 *   {...}  a body as it comes over HTTP
 *   a N Q  a question with number N, signed as it should be; Q is one character that makes it
 *   e N    the end after N questions, with the transcript of those that were answered
 * An answer must be JSON; the same question must always get the same part; questions are answered
 * in order; nothing is answered after the end; and the ledger has what was answered. */
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "fuzz/promise.h"
#include "server/witness/answers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_LINES = 40, MOST_ASKED = 64 };

static struct witness witness;
static struct ledger_match match;
static const uint8_t asker_secret[32] = {5};

static struct {
    uint32_t asked;
    char q[MOST_ASKED];
    char part[256][65];
    uint8_t transcript[32];
    int ended;
} seen;

static void open_once(void)
{
    char error[LEDGER_ERROR];
    struct ledger *ledger = ledger_open(":memory:", error);
    promise(ledger && sodium_init() >= 0, "the ledger opens");
    witness_begin(&witness, ledger, 0);
    sign_public(asker_secret, match.asker);
    memset(match.secret, 3, sizeof match.secret);
    commit_make(match.salt, match.secret, match.commitment);
    witness_transcript(match.commitment, match.transcript);
    promise(ledger_add(ledger, &match, "") == 0, "a match is added");
    promise(ledger_find(ledger, match.commitment, &match) == 1, "a match is found");
}

/* The answer to a body; NULL if the body as a whole was refused. */
static json_t *answer_of(const char *body, size_t n)
{
    struct writer w = {0};
    int status = witness_answer(&witness, "", body, n, &w);
    json_t *answer = json_loadb(w.at, w.n, JSON_REJECT_DUPLICATES, NULL);
    promise(status == 200 || status == 400, "the ledger works");
    promise(answer != NULL, "an answer is JSON");
    writer_free(&w);
    if (status == 200)
        return answer;
    promise(json_object_get(answer, "message") != NULL, "a refusal says why");
    json_decref(answer);
    return NULL;
}

static const char *hex(const uint8_t *bytes, size_t n)
{
    static char text[4][130];
    static int at;
    at = (at + 1) % 4;
    return sodium_bin2hex(text[at], sizeof text[at], bytes, n);
}

static json_t *send_one(const char *kind, const char *number, int n, const char *hash,
                        const uint8_t bytes[32], const uint8_t signature[64])
{
    char body[1024];
    int length = snprintf(
        body, sizeof body,
        "{\"requests\":[{\"%s\":{\"match\":\"%s\",\"%s\":%d,\"%s\":\"%s\",\"signature\":\"%s\"}}]}",
        kind, hex(match.commitment, 32), number, n, hash, hex(bytes, 32), hex(signature, 64));
    return answer_of(body, (size_t)length);
}

/* The signature of a question, made once: signing takes longer than all the rest. */
static const uint8_t *signature_of(uint32_t n, const uint8_t question[32])
{
    static uint8_t made[MOST_ASKED][256], signature[MOST_ASKED][256][64];
    uint8_t q = question[0];
    struct witness_statement s;
    if (!made[n][q]) {
        statement_question(&s, match.commitment, n, question);
        sign_make(&s, asker_secret, signature[n][q]);
        made[n][q] = 1;
    }
    return signature[n][q];
}

static void ask(uint32_t n, char q)
{
    uint8_t question[32] = {(uint8_t)q};
    json_t *answer = send_one("ask", "n", (int)n, "question", question, signature_of(n, question));
    const char *part = json_string_value(
        json_object_get(json_array_get(json_object_get(answer, "answers"), 0), "part"));
    int known = n < seen.asked && seen.q[n] == q, is_new = n == seen.asked;
    promise(!part == !(!seen.ended && (known || is_new)), "questions are answered in order");
    if (part) {
        char *kept = seen.part[(uint8_t)q];
        promise(!kept[0] || strcmp(kept, part) == 0, "the same question gets the same part");
        snprintf(kept, 65, "%s", part);
    }
    if (part && is_new) {
        seen.q[seen.asked++] = q;
        witness_transcript_add(seen.transcript, question);
    }
    json_decref(answer);
}

static void end(uint32_t asked)
{
    struct witness_statement s;
    uint8_t signature[64];
    statement_end(&s, match.commitment, asked, seen.transcript);
    sign_make(&s, asker_secret, signature);
    json_t *answer = send_one("end", "asked", (int)asked, "transcript", seen.transcript, signature);
    int ended =
        json_object_get(json_array_get(json_object_get(answer, "answers"), 0), "secret") != NULL;
    promise(ended == (asked == seen.asked), "the end fits what was asked");
    seen.ended |= ended;
    json_decref(answer);
}

static void line(const char *at, size_t n)
{
    unsigned number = 0;
    char q = 0, text[32] = "";
    if (n && at[0] == '{') {
        json_decref(answer_of(at, n));
        return;
    }
    memcpy(text, at, n < sizeof text ? n : sizeof text - 1);
    if (sscanf(text, "a %2u %c", &number, &q) == 2 && number < MOST_ASKED)
        ask(number, q);
    else if (sscanf(text, "e %2u", &number) == 1)
        end(number);
}

static void check_ledger(void)
{
    struct ledger_match now;
    promise(ledger_find(witness.ledger, match.commitment, &now) == 1, "a match stays");
    promise(now.asked == seen.asked && !now.ended == !seen.ended, "all answers are in the ledger");
    promise(memcmp(now.transcript, seen.transcript, 32) == 0, "the transcript is right");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data, *stop, *last = at + size;
    if (!witness.ledger)
        open_once();
    memset(&seen, 0, sizeof seen);
    memcpy(seen.transcript, match.transcript, sizeof seen.transcript);
    witness.now = 1000;
    promise(ledger_begin(witness.ledger) == 0, "a transaction begins");
    for (int i = 0; i < MOST_LINES && at < last; i++, at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(last - at));
        stop = stop ? stop : last;
        line(at, (size_t)(stop - at));
    }
    check_ledger();
    ledger_rollback(witness.ledger);
    return 0;
}
