/* Servers on threads, and the honest guests that show that they work. */
#include "fuzz/socket/houses.h"
#include "server/log.h"
#include "server/serve.h"
#include "server/witness/run.h"

#include <dirent.h>
#include <errno.h>
#include <openssl/pem.h>
#include <pthread.h>
#include <sanitizer/lsan_interface.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "fuzz/promise.h"
#include "fuzz/socket/wrongs.h"

enum { PATH_ROOM = 200, TOSSES = 9 };

/* A server and its honest guests. */
static struct {
    pthread_t thread;
    sem_t ready;
    int port;
    /* Asks, on one connection as long as it lasts; and plays. */
    struct line asks, plays;
    long long requests;
    struct known known, at_first;
} house[HOUSES];

static char folder[PATH_ROOM], certificate[PATH_ROOM + 10], key[PATH_ROOM + 10];
static volatile int closing;
/* How many sockets are open when nobody attacks. */
static int at_rest;

int house_port(enum house h)
{
    return house[h].port;
}

struct known *known_of(const struct line *l)
{
    return &house[l->house].known;
}

/* ---- a certificate ---- */

static void write_pem(const char *path, X509 *x, EVP_PKEY *k)
{
    FILE *to = fopen(path, "w");
    promise(to != NULL, "a certificate is written");
    int fine = x ? PEM_write_X509(to, x) : PEM_write_PrivateKey(to, k, NULL, NULL, 0, NULL, NULL);
    promise(fine && fclose(to) == 0, "a certificate is written");
}

static void make_certificate(void)
{
    EVP_PKEY *k = EVP_EC_gen("P-256");
    X509 *x = X509_new();
    promise(k && x, "OpenSSL works");
    X509_NAME *name = X509_get_subject_name(x);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const uint8_t *)"localhost", -1, -1, 0);
    X509_set_version(x, 2);
    X509_set_issuer_name(x, name);
    X509_gmtime_adj(X509_getm_notBefore(x), -86400);
    X509_gmtime_adj(X509_getm_notAfter(x), 864000);
    X509_set_pubkey(x, k);
    promise(X509_sign(x, k, EVP_sha256()) > 0, "a certificate is signed");
    snprintf(folder, sizeof folder, "%s/charlatan-fuzz-XXXXXX",
             getenv("TMPDIR") ? getenv("TMPDIR") : P_tmpdir);
    promise(mkdtemp(folder) != NULL, "a folder for the certificate");
    snprintf(certificate, sizeof certificate, "%s/cert.pem", folder);
    snprintf(key, sizeof key, "%s/key.pem", folder);
    write_pem(certificate, x, NULL);
    write_pem(key, NULL, k);
    X509_free(x);
    EVP_PKEY_free(k);
}

static void forget_certificate(void)
{
    unlink(certificate);
    unlink(key);
    rmdir(folder);
}

/* ---- threads ---- */

static void on_ready(void *arg, int port)
{
    enum house h = (enum house)(intptr_t)arg;
    house[h].port = port;
    sem_post(&house[h].ready);
}

static void on_witness_ready(void *arg, int port, const uint8_t public[WITNESS_KEY])
{
    (void)public;
    on_ready(arg, port);
}

static int run_house(enum house h)
{
    static const char *const none[] = {NULL}, *const pages[] = {"https://play.example", NULL};
    int secured = h == SECRET || h == HASTY;
    static const struct transport_times short_times = {40, 20, 40, 60000, 60, 30, 60};
    const struct transport_options t = {.bind = "127.0.0.1",
                                        .times = h == HASTY ? &short_times : NULL,
                                        .origins = h == GUARDED ? pages : none,
                                        .hosts = none,
                                        .behind_proxy = h == GUARDED,
                                        .certificate = secured ? certificate : NULL,
                                        .key = secured ? key : NULL};
    const struct witness_options w = {.transport = t, .db = ":memory:", .quiet = 1};
    const struct server_options s = {.transport = t,
                                     .db = "memory",
                                     .workers = 1,
                                     .limits = h == GUARDED,
                                     .log_level = LOG_SAYS_ERROR,
                                     .luck = "fuzz",
                                     .rules = "{}",
                                     .rules_n = 2};
    void *arg = (void *)(intptr_t)h;
    return h == WITNESS ? witness_run(&w, on_witness_ready, arg) : serve(&s, on_ready, arg);
}

static void *house_main(void *arg)
{
    enum house h = (enum house)(intptr_t)arg;
    int status = run_house(h);
    if (!closing) {
        fprintf(stderr, "server %d has ended with status %d: a signal, or a fault\n", (int)h,
                status);
        _exit(1);
    }
    return NULL;
}

/* One after the other: they share OpenSSL. */
static void house_begin(enum house h)
{
    sem_init(&house[h].ready, 0, 0);
    promise(pthread_create(&house[h].thread, NULL, house_main, (void *)(intptr_t)h) == 0,
            "a thread begins");
    while (sem_wait(&house[h].ready) < 0 && errno == EINTR) {
    }
}

static void house_end(enum house h)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE_MS / 1000;
    promise(pthread_timedjoin_np(house[h].thread, NULL, &until) == 0, "a server ends");
    sem_destroy(&house[h].ready);
}

/* ---- honest guests ---- */

static void say(struct line *l, const char *text)
{
    bytes_text(&l->pending, text);
    line_flush(l);
}

/* What was said and heard on it is not needed any more. */
static void forget_talk(struct line *l)
{
    if (l->ear.at < l->heard.n || l->ear.in_socket)
        return;
    l->sent.n = l->heard.n = l->ear.at = 0;
    l->ear.answers = 0;
}

static void hear_answers(struct line *l, int answers)
{
    int64_t until = now_ms() + PATIENCE_MS;
    while (l->ear.answers < answers && !l->ended) {
        line_wait(l, 1000);
        line_listen(l);
        line_promise(l, now_ms() < until, "an honest guest is answered");
    }
}

static void dial_house(struct line *l, enum house h)
{
    line_close(l);
    line_dial(l, h, house[h].port, h == SECRET || h == HASTY ? "th" : "");
    lines_dialled--;
    l->honest = 1;
}

static void ask_once(struct line *l)
{
    char text[80];
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n",
             l->house == WITNESS ? "/health" : "/live");
    say(l, text);
    hear_answers(l, 1);
}

/* A connection that was kept may have been closed meanwhile; a new one may not, where there is
 * time. */
void house_catch_up(enum house h)
{
    struct line *l = &house[h].asks;
    int64_t until = now_ms() + PATIENCE_MS;
    int may_fail = 1;
    if (l->fd >= 0)
        ask_once(l);
    while ((l->fd < 0 || l->ear.answers < 1) && may_fail) {
        dial_house(l, h);
        ask_once(l);
        may_fail = h == HASTY && now_ms() < until;
    }
    line_promise(l, l->ear.status == 200, "a server lives");
    forget_talk(l);
}

static void found(struct line *l, const char *seats)
{
    char text[400], body[200];
    int n = snprintf(body, sizeof body,
                     "{\"game\":\"null\",\"seats\":[\"me\",%s],\"open\":true,\"name\":\"Ann\","
                     "\"options\":{\"tosses\":%d}}",
                     seats, TOSSES);
    snprintf(text, sizeof text,
             "POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s", n,
             body);
    say(l, text);
    hear_answers(l, 1);
    line_promise(l, l->ear.status == 201, "a table is founded");
    forget_talk(l);
}

static void say_message(struct line *l, const char *text)
{
    size_t n = strlen(text);
    uint8_t head[8] = {0x81, (uint8_t)(0x80 | (n < 126 ? n : 126))};
    size_t at = 2;
    if (n >= 126) {
        head[2] = (uint8_t)(n >> 8);
        head[3] = (uint8_t)n;
        at = 4;
    }
    /* A mask of zeros. */
    bytes_add(&l->pending, head, at);
    bytes_add(&l->pending, "\0\0\0", 4);
    bytes_add(&l->pending, text, n);
    line_flush(l);
}

/* Sits down at a new table. */
static void begin_play(enum house h)
{
    struct line *l = &house[h].plays;
    struct known before = house[h].known, *now = &house[h].known;
    char text[160];
    dial_house(l, h);
    now->ids = now->tokens = 0;
    found(l, "\"random\"");
    say(l, "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Protocol: charlatan\r\n\r\n");
    hear_answers(l, 1);
    line_promise(l, l->ear.in_socket, "a handshake is answered");
    snprintf(text, sizeof text, "{\"hello\":{\"api\":2,\"table\":\"%s\",\"token\":\"%s\"}}",
             now->id[0], now->token[0]);
    say_message(l, text);
    *now = before;
}

/* Waits for a question, or for the answer to a request. */
static void hear_of(struct line *l, long long request)
{
    int64_t until = now_ms() + PATIENCE_MS;
    struct ear *e = &l->ear;
    while (request ? e->done != request : !e->asked && !e->over) {
        line_wait(l, 1000);
        line_listen(l);
        line_promise(l, !l->ended, "an honest guest is not shut out");
        line_promise(l, now_ms() < until, "an honest guest can play");
    }
}

/* One move. */
static void house_plays(enum house h)
{
    struct line *l = &house[h].plays;
    char text[160];
    if (l->fd < 0 || l->ear.over)
        begin_play(h);
    hear_of(l, 0);
    if (l->ear.over)
        return;
    snprintf(text, sizeof text, "{\"id\":%lld,\"n\":%lld,\"do\":\"%s\"}", ++house[h].requests,
             l->ear.asked, l->ear.action);
    l->ear.asked = 0;
    say_message(l, text);
    hear_of(l, house[h].requests);
}

/* ---- what is held ---- */

/* Only sockets: libFuzzer may start a program of its own, to name functions. */
static int count_sockets(void)
{
    DIR *d = opendir("/proc/self/fd");
    char what[8];
    int n = 0;
    promise(d != NULL, "open files can be counted");
    for (struct dirent *e; (e = readdir(d));)
        n += readlinkat(dirfd(d), e->d_name, what, sizeof what) > 6 && !memcmp(what, "socket", 6);
    closedir(d);
    return n;
}

static int metric(const struct line *l, const char *name)
{
    const char *at = memmem(l->heard.at, l->heard.n, name, strlen(name));
    line_promise(l, at != NULL, "a metric is there");
    return atoi(at + strlen(name));
}

/* Whether a server holds nothing but the connections of its honest guests: here three, one of them
 * a socket. */
static int holds_nothing(enum house h)
{
    struct line l = {.fd = -1, .spoil_in = -1};
    dial_house(&l, h);
    say(&l, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
    hear_answers(&l, 1);
    line_promise(&l, l.ear.status == 200, "metrics can be read");
    int nothing = metric(&l, "\ncharlatan_connections ") <= 3 &&
                  metric(&l, "\ncharlatan_sockets ") <= 1 &&
                  metric(&l, "\ncharlatan_bodies_bytes ") == 0;
    line_free(&l);
    return nothing;
}

static int all_at_rest(void)
{
    int n = count_sockets();
    if (!at_rest)
        at_rest = n;
    return n <= at_rest && holds_nothing(PLAIN) && holds_nothing(SECRET);
}

/* If wrongs are only counted, this one costs little time. */
static void wait_for_rest(void)
{
    static const char what[] = "connections that were closed are let go";
    int64_t until = now_ms() + (wrongs_counted ? 100 : PATIENCE_MS / 4);
    while (!all_at_rest()) {
        usleep(1000);
        if (now_ms() < until)
            continue;
        promise(wrongs_counted, what);
        wrongs_count(what);
        return;
    }
}

void houses_check(void)
{
    for (enum house h = 0; h < HOUSES; h++) {
        line_close(&house[h].asks);
        house_catch_up(h);
        if (h == PLAIN || h == SECRET)
            house_plays(h);
    }
    wait_for_rest();
}

/* ---- days ---- */

static void found_first(enum house h)
{
    struct known *k = &house[h].known;
    *k = (struct known){.ids = 0};
    house[h].at_first = *k;
    if (h != PLAIN && h != SECRET)
        return;
    dial_house(&house[h].asks, h);
    found(&house[h].asks, "\"random\"");
    found(&house[h].asks, "\"open\"");
    house[h].at_first = *k;
}

void houses_forget(void)
{
    for (enum house h = 0; h < HOUSES; h++)
        house[h].known = house[h].at_first;
}

void houses_open(void)
{
    closing = 0;
    at_rest = 0;
    make_certificate();
    for (enum house h = 0; h < HOUSES; h++) {
        house[h].asks = house[h].plays = (struct line){.fd = -1, .spoil_in = -1};
        house_begin(h);
        found_first(h);
    }
    houses_check();
}

void houses_renew(void)
{
    kill(getpid(), SIGHUP);
}

void houses_close(void)
{
    closing = 1;
    kill(getpid(), SIGTERM);
    for (enum house h = 0; h < HOUSES; h++)
        house_end(h);
    for (enum house h = 0; h < HOUSES; h++) {
        line_free(&house[h].asks);
        line_free(&house[h].plays);
    }
    forget_certificate();
    int lost = __lsan_do_recoverable_leak_check();
    promise(!lost || wrongs_counted, "nothing is lost");
    if (lost)
        wrongs_count("nothing is lost");
}
