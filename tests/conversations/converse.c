/* The server's code as a native program for conversations with web/test/conversations.test.ts,
 * which compares it with the tables of a page: a world of tests/puppet/ with one node. It reads
 * commands and prints what they lead to, so no clock, thread or socket makes a difference.
 *
 *   open SEED ITERATIONS      a new world; searches of bots simulate so many games
 *   ask METHOD PATH TOKEN BODY    the next request, counted from 1
 *   dial                      the next socket, counted from 1
 *   say SOCKET TEXT, hang SOCKET
 *   pass MS                   time passes, a second at most at a time
 *   fail N                    the next N transactions fail
 *   think N                   the first bots that had to search (JOBS at most) search once more,
 *                             with N games at most: as answer 0 their answers, the number of
 *                             games, and the seconds for all
 *
 * Parts are separated by tabs. After each command everything comes to rest; then a line `.` follows
 * what was answered and sent: `answer NUMBER STATUS TEXT`, `sent SOCKET TEXT`, `closed SOCKET`.
 * Newlines in texts are written as the byte 1. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/advice.h"
#include "tests/puppet/puppet.h"

enum { REQUESTS = 1 << 16, SOCKETS = 1 << 12, JOBS = 16 };

static struct puppet world;
static struct {
    struct puppet_request *request[REQUESTS];
    struct puppet_socket *socket[SOCKETS];
    int requests, sockets, open;
    struct bot_job job[JOBS];
    int jobs;
} known;

/* ---- what is printed ---- */

static void print_text(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        putchar(text[i] == '\n' ? 1 : text[i]);
    putchar('\n');
}

static int socket_number(const struct puppet_socket *s)
{
    return s->number + 1;
}

static void sent(void *arg, struct puppet_socket *s, const char *text, size_t n)
{
    (void)arg;
    printf("sent\t%d\t", socket_number(s));
    print_text(text, n);
}

static void closed(void *arg, struct puppet_socket *s)
{
    (void)arg;
    printf("closed\t%d\t\n", socket_number(s));
}

static void bot(void *arg, const struct bot_job *job)
{
    (void)arg;
    if (job->usual && known.jobs < JOBS)
        known.job[known.jobs++] = *job;
}

/* Requests are answered in any order, some while they are asked. */
static void print_answers(void)
{
    for (int i = 0; i < known.requests; i++) {
        struct puppet_request *r = known.request[i];
        if (r->noted || !r->text)
            continue;
        r->noted = 1;
        printf("answer\t%d\t%d\t", i + 1, r->status);
        print_text(r->text, r->n);
    }
}

/* ---- what happens ---- */

/* As a page comes to rest: the store has finished before bots think. */
static void settle(void)
{
    int more = 1;
    while (more) {
        while (puppet_store_works(&world, 0) | puppet_store_tells(&world, 0))
            ;
        more = puppet_chores_done(&world, 0) | puppet_bots_think(&world, 0);
    }
}

static void pass(long ms)
{
    for (; ms > 0; ms -= 1000) {
        puppet_pass(&world, ms < 1000 ? ms : 1000);
        settle();
    }
}

static void open_world(char *seed, char *iterations)
{
    if (known.open)
        puppet_close(&world);
    memset(&known, 0, sizeof known);
    memset(&world, 0, sizeof world);
    world.hears = (struct puppet_hears){.sent = sent, .closed = closed, .bot = bot};
    puppet_open(&world, 1, strtoull(seed, NULL, 10));
    world.iterations = (uint32_t)atoi(iterations);
    known.open = 1;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void think(uint32_t games)
{
    double began = seconds();
    uint32_t all = 0;
    printf("answer\t0\t200\t[");
    for (int i = 0; i < known.jobs; i++) {
        struct seated_bot b = known.job[i].bot;
        struct chance luck;
        struct advice say = {0};
        b.how.milliseconds = 0;
        b.how.iterations = games;
        chance_seed(&luck, known.job[i].luck);
        printf("%d,", bot_choose(&b, &known.job[i].view, &luck, &say));
        all += say.iterations;
    }
    printf("%u,%.6f]\n", all, seconds() - began);
}

static void ask(char **part)
{
    MUST(known.requests < REQUESTS);
    known.request[known.requests++] =
        puppet_ask(&world, 0, part[0], part[1], part[2], part[3], strlen(part[3]));
}

static void dial(void)
{
    MUST(known.sockets < SOCKETS);
    known.socket[known.sockets++] = puppet_dial(&world, 0, "192.0.2.1");
}

static struct puppet_socket *socket_of(const char *number)
{
    int i = atoi(number);
    return i >= 1 && i <= known.sockets ? known.socket[i - 1] : NULL;
}

static int run(const char *verb, char **part)
{
    struct puppet_socket *s = socket_of(part[0]);
    if (strcmp(verb, "open") == 0)
        open_world(part[0], part[1]);
    else if (strcmp(verb, "ask") == 0)
        ask(part);
    else if (strcmp(verb, "dial") == 0)
        dial();
    else if (strcmp(verb, "say") == 0 && s)
        puppet_say(s, part[1], strlen(part[1]));
    else if (strcmp(verb, "hang") == 0 && s)
        puppet_hang_up(s);
    else if (strcmp(verb, "pass") == 0)
        pass(atol(part[0]));
    else if (strcmp(verb, "think") == 0)
        think((uint32_t)atoi(part[0]));
    else if (strcmp(verb, "fail") == 0)
        world.node[0].fail = atoi(part[0]);
    else
        return -1;
    return 0;
}

static void split(char *line, char *part[5])
{
    for (int i = 0; i < 5; i++) {
        part[i] = line;
        line = i < 4 ? strchr(line, '\t') : NULL;
        if (line)
            *line++ = 0;
        else
            line = part[i] + strlen(part[i]);
    }
}

int main(void)
{
    char *line = NULL, *part[5];
    size_t room = 0;
    ssize_t n;
    while ((n = getline(&line, &room, stdin)) > 0) {
        if (line[n - 1] == '\n')
            line[n - 1] = 0;
        split(line, part);
        if (run(part[0], part + 1) < 0) {
            fprintf(stderr, "converse: %s?\n", part[0]);
            return 2;
        }
        if (known.open)
            settle();
        print_answers();
        puts(".");
        fflush(stdout);
    }
    free(line);
    if (known.open)
        puppet_close(&world);
    return 0;
}
