/* Fuzzes whole conversations: the input's lines go through the engine one by one. Every answer must
 * be one line of valid JSON with `ok`, an error must have a known code and change nothing.
 *
 * Legal actions are hard to guess, so a line such as "!40" plays that many at random. */
#include <jansson.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>

#include "cli/engine.h"
#include "fuzz/promise.h"

enum { MAX_LINES = 100, MAX_PLAYED = 100 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct talk {
    struct engine *engine;
    /* The last answer of `state`; NULL: it must be asked again. */
    char *state;
    uint64_t luck;
    int played;
};

/* A game without a seed must be the same game each time, so that failures can be reproduced. */
ssize_t getrandom(void *to, size_t n, unsigned flags)
{
    (void)flags;
    memset(to, 7, n);
    return (ssize_t)n;
}

/* ---- answers ---- */

static int is_known_code(const char *code)
{
    static const char *const codes[] = {
        "bad-json",          "bad-request", "unknown-op",        "no-game",
        "bad-option",        "bad-state",   "not-your-decision", "illegal-action",
        "impossible-chance", "too-long",    "game-over",         NULL,
    };
    for (int i = 0; code && codes[i]; i++)
        if (strcmp(codes[i], code) == 0)
            return 1;
    return 0;
}

static void check_error(const json_t *error)
{
    const char *code = json_string_value(json_object_get(error, "code"));
    const char *message = json_string_value(json_object_get(error, "message"));
    promise(is_known_code(code), "an error has a known code");
    promise(message && *message, "an error has a message");
    if (strcmp(code, "illegal-action") == 0)
        promise(json_is_string(json_object_get(error, "rule")), "a rule refuses an illegal action");
}

/* An answer may repeat a number of any length. */
static json_t *parse(const char *text)
{
    json_t *answer = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    if (answer)
        return answer;
    return json_loads(text, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, NULL);
}

/* A line with a NUL is not JSON, although Jansson skips one behind a number. */
static void check_id(const char *line, size_t n, const json_t *answer)
{
    size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY;
    json_t *request = memchr(line, 0, n) ? NULL : json_loadb(line, n, flags, NULL);
    const json_t *id = json_object_get(request, "id");
    const json_t *repeated = json_object_get(answer, "id");
    if (request)
        promise(id ? json_equal(id, repeated) : !repeated, "an answer repeats the id");
    json_decref(request);
}

/* Sends a line; returns the answer after checking it. */
static json_t *ask(struct talk *t, const char *line, size_t n)
{
    engine_answer(t->engine, line, n);
    const char *text = engine_output(t->engine);
    json_t *answer = parse(text);
    promise(answer != NULL, "an answer is JSON");
    promise(strchr(text, '\n') == NULL, "an answer is one line");
    promise(json_is_boolean(json_object_get(answer, "ok")), "an answer has ok");
    if (!json_is_true(json_object_get(answer, "ok")))
        check_error(json_object_get(answer, "error"));
    return answer;
}

static void look(struct talk *t)
{
    static const char request[] = "{\"op\":\"state\"}";
    json_decref(ask(t, request, sizeof request - 1));
    free(t->state);
    t->state = strdup(engine_output(t->engine));
    promise(t->state != NULL, "there is memory");
}

static void check_unmoved(struct talk *t)
{
    char *before = t->state;
    t->state = NULL;
    look(t);
    promise(strcmp(before, t->state) == 0, "an error changes nothing");
    free(before);
}

/* ---- lines ---- */

static void send_line(struct talk *t, const char *line, size_t n)
{
    if (!t->state)
        look(t);
    json_t *answer = ask(t, line, n);
    check_id(line, n, answer);
    if (json_is_true(json_object_get(answer, "ok"))) {
        free(t->state);
        t->state = NULL;
    } else {
        check_unmoved(t);
    }
    json_decref(answer);
}

static uint32_t below(struct talk *t, size_t n)
{
    t->luck = t->luck * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((t->luck >> 33) % n);
}

static json_t *some_of(struct talk *t, const json_t *list)
{
    size_t n = json_array_size(list);
    return n ? json_array_get(list, below(t, n)) : NULL;
}

/* A legal action can fail only because of a forced outcome. Returns 1 if it was carried out. */
static int apply(struct talk *t, json_t *seat, json_t *action)
{
    json_t *request = json_pack("{s:s,s:O,s:O}", "op", "apply", "seat", seat, "action", action);
    char *line = json_dumps(request, JSON_COMPACT);
    json_t *answer = ask(t, line, strlen(line));
    json_t *error = json_object_get(answer, "error");
    const char *code = json_string_value(json_object_get(error, "code"));
    int done = code == NULL;
    promise(done || strcmp(code, "impossible-chance") == 0, "a legal action is accepted");
    json_decref(answer);
    json_decref(request);
    free(line);
    return done;
}

static int act(struct talk *t)
{
    static const char request[] = "{\"op\":\"legal\"}";
    json_t *legal = ask(t, request, sizeof request - 1);
    json_t *decision = some_of(t, json_object_get(legal, "decisions"));
    json_t *action = some_of(t, json_object_get(decision, "actions"));
    int done = action && apply(t, json_object_get(decision, "seat"), action);
    json_decref(legal);
    return done;
}

static void play(struct talk *t, const char *digits, size_t n)
{
    int times = 1;
    for (size_t i = 0; i < n && i < 3 && digits[i] >= '0' && digits[i] <= '9'; i++)
        times = i ? 10 * times + (digits[i] - '0') : digits[i] - '0';
    free(t->state);
    t->state = NULL;
    while (times-- > 0 && t->played++ < MAX_PLAYED && act(t))
        ;
}

/* Searching bots are left out, because they take as long as they are told to;
 * tests/props/bot_props.c tests them. */
static int asks_for_search(const char *line, size_t n)
{
    return memmem(line, n, "suggest", 7) &&
           (memmem(line, n, "search", 6) || memmem(line, n, "master", 6));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* The same random numbers each time, so that a longer input begins alike. */
    struct talk t = {engine_open(), NULL, 1, 0};
    const char *at = (const char *)data;
    for (int i = 0; i < MAX_LINES && size > 0; i++) {
        const char *end = memchr(at, '\n', size);
        size_t n = end ? (size_t)(end - at) : size;
        if (n > 0 && at[0] == '!')
            play(&t, at + 1, n - 1);
        else if (!asks_for_search(at, n))
            send_line(&t, at, n);
        at += n + (end != NULL);
        size -= n + (end != NULL);
    }
    free(t.state);
    engine_close(t.engine);
    return 0;
}
