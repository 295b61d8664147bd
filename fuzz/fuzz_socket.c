/* Fuzzes the sockets of real servers: `serve` without and with TLS, with short times, and a witness
 * (socket/houses.h). An input is a script; a line that means nothing is left out:
 *
 *   plain, secret t, witness,     dials: without TLS, with it, the witness, the server with short
 *   hasty t, guarded              times, by TLS, or with limits behind a proxy. Letters after
 *                                 `secret` and `hasty`: h and 2 offer HTTP/1.1 and HTTP/2, o is
 *                                 TLS 1.2, s goes on with an earlier session, n names the server;
 *                                 g is no TLS where there should be, or `plain g` the other way
 *                                 round
 *   on 1                          goes on with the second of three connections
 *   ask GET /live -               a request, with a token or -, and a body
 *   shake, shake /live            a right handshake
 *   f 81 m {"id":1}               a frame: its first byte; m with a mask, u without; 2 and 8 with
 *                                 a length of so many bytes; +, - and ! lie about it, h hides half
 *   h2 0 0 1 abc                  a frame of HTTP/2: type, flags, stream
 *   > text, * 100 text            bytes with \r \n \t \0 \xff; so many times
 *   cut, pause                    what was written is sent; and the answers are awaited
 *   drip 7                        it goes in pieces
 *   spoil 20 r                    after so many bytes: a reset, an end (f), a bent byte (x), none
 *                                 (d), two (2)
 *   tls keys, again, bye          new keys, a new handshake, the end
 *   shut, reset, close            half of it, or all
 *   wait 45                       milliseconds
 *
 * $I0 and $T0 are the ids and tokens of the tables there, $Q and $A the question that this socket
 * was asked and an answer, $N its last event, $H the server's address, $Z 64 hex digits.
 *
 * The processes must live. Answers and messages must be right (socket/ear.h), nobody may be
 * answered more often than they have asked (socket/reader.h), and honest guests can play all the
 * time (socket/houses.h). With CONNECTIONS=1000000 it ends after so many connections; LOUD=1 shows
 * what is said; WRONGS=folder only counts wrong answers (socket/wrongs.h). */
#include <signal.h>
#include <stdio.h>

#include "fuzz/promise.h"
#include "fuzz/socket/houses.h"
#include "fuzz/socket/phrases.h"
#include "fuzz/socket/script.h"
#include "fuzz/socket/wrongs.h"

enum {
    INPUT = 1 << 13,
    /* The servers are looked at, and started again, after so many inputs. */
    LOOK_EVERY = 64,
    DAY = 1500,
    SEEDS = 64,
    /* With so many inputs answers of all kinds have come. */
    ENOUGH = 1000
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
const char *__asan_default_options(void);
void __asan_on_error(void);

static uint64_t inputs, hash = 0xcbf29ce484222325u, wanted;
static int64_t began;
/* In every run of the same build the same inputs (tools/fuzz.sh --same), after those of the
 * corpus, which are kept. */
static int same, mutating;
/* LOUD=1: shows what is said. */
static int loud;
static struct bytes seeds[SEEDS];
static uint32_t seeds_n;

/* Freed memory is filled: the sanitizer does not watch OpenSSL and libuv. */
const char *__asan_default_options(void)
{
    return "max_free_fill_size=65536:free_fill_byte=165:max_malloc_fill_size=4096";
}

/* ---- what is told ---- */

static void say_connections(void)
{
    double seconds = (double)(now_ms() - began) / 1000;
    fprintf(stderr, "connections: %llu in %.1f s (%.0f a second)\n",
            (unsigned long long)lines_dialled, seconds, (double)lines_dialled / seconds);
}

/* How long it took is of interest also when a server dies. */
static struct sigaction at_abort;

static void aborted(int signal, siginfo_t *info, void *context)
{
    say_connections();
    if (at_abort.sa_sigaction)
        at_abort.sa_sigaction(signal, info, context);
}

void __asan_on_error(void)
{
    say_connections();
}

/* After libFuzzer, whose handler keeps the input. */
static void watch_aborts(void)
{
    struct sigaction ours = {.sa_sigaction = aborted, .sa_flags = SA_SIGINFO};
    if (!at_abort.sa_sigaction)
        sigaction(SIGABRT, &ours, &at_abort);
}

/* ---- one input ---- */

/* Servers end in the midst of an input. */
static void change_houses(const uint8_t *data, size_t size)
{
    script_play((const char *)data, size);
    houses_close();
    script_drop();
    houses_open();
}

static void look_after_houses(const uint8_t *data, size_t size)
{
    if (inputs % LOOK_EVERY == 0)
        houses_check();
    if (inputs % DAY == DAY / 2)
        houses_renew();
    if (inputs % DAY == 0)
        change_houses(data, size);
}

static void keep_seed(const uint8_t *data, size_t size)
{
    if (!mutating && seeds_n < SEEDS && size)
        bytes_add(&seeds[seeds_n++], data, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > INPUT)
        return 0;
    watch_aborts();
    keep_seed(data, size);
    houses_forget();
    wrongs_begin(data, size);
    lines_loud = loud;
    script_play((const char *)data, size);
    lines_loud = 0;
    script_end();
    inputs++;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ data[i]) * 0x100000001b3u;
    look_after_houses(data, size);
    return 0;
}

/* ---- inputs ---- */

/* Also ends the run: here libFuzzer allows it. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    static uint64_t count;
    struct bytes made = {0};
    mutating = 1;
    if (wanted && lines_dialled >= wanted)
        exit(0);
    /* libFuzzer's choices depend on what was reached, and so on time. */
    uint64_t from = same ? count++ * 7919 : seed;
    const struct bytes *old = same ? &seeds[seeds_n ? from / 4 % seeds_n : 0] : NULL;
    if (from % 4 < 2)
        phrases_write(&made, from);
    else if (old)
        phrases_change(old->at, old->n, &made, from);
    else if (from % 4 == 2)
        phrases_change(data, size, &made, from);
    else
        return LLVMFuzzerMutate(data, size, most);
    size_t n = made.n < most ? made.n : most;
    if (n)
        memcpy(data, made.at, n);
    bytes_free(&made);
    return n;
}

/* ---- beginning and end ---- */

static void end(void)
{
    houses_check();
    say_connections();
    houses_close();
    lines_close();
    wrongs_tell(getenv("WRONGS"));
    ear_tell();
    fprintf(stderr, "inputs: %llu, hash %016llx\n", (unsigned long long)inputs,
            (unsigned long long)hash);
    promise(inputs < ENOUGH || ear_has_heard_much(), "what is said reaches the servers");
}

/* Leaks are looked for when the servers end; the lengths of inputs are ours. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static char leaks[] = "-detect_leaks=0", control[] = "-len_control=0", most[] = "-max_len=4096";
    static char *own[64];
    const char *connections = getenv("CONNECTIONS");
    int n = *argc < 60 ? *argc : 60;
    memcpy(own, *argv, (size_t)n * sizeof *own);
    own[n++] = leaks;
    own[n++] = control;
    own[n++] = most;
    *argc = n;
    *argv = own;
    wanted = connections ? strtoull(connections, NULL, 10) : 0;
    same = getenv("SAME") != NULL;
    loud = getenv("LOUD") != NULL;
    wrongs_counted = getenv("WRONGS") != NULL;
    script_begin();
    lines_open();
    houses_open();
    began = now_ms();
    atexit(end);
    return 0;
}
