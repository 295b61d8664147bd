/* Reads lines from the keyboard or a pipe while the table goes on. */
#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "board/page.h"
#include "tui/client_news.h"
#include "tui/plain.h"

/* Set by signals and never cleared: the program is to end. */
static volatile sig_atomic_t interrupted;

static void note_signal(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* Without SA_RESTART, so that a waiting call notices the signal. */
void plain_catch_signals(void)
{
    struct sigaction act = {.sa_handler = note_signal};
    sigemptyset(&act.sa_mask);
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    sigaction(SIGHUP, &act, NULL);
}

int plain_interrupted(void)
{
    return interrupted;
}

/* Removes control characters, which would garble the screen when the line is quoted. */
static void clean(char *line)
{
    for (; *line; line++)
        if (!isprint((unsigned char)*line))
            *line = ' ';
}

/* Removes n bytes from the beginning of what was typed. */
static void drop(struct plain *p, size_t n)
{
    p->room_n -= n;
    memmove(p->room, p->room + n, p->room_n);
}

/* Drops the rest of a line that was too long. `skips` stays set until its end has come. */
static void drop_rest(struct plain *p)
{
    char *end = memchr(p->room, '\n', p->room_n);
    drop(p, end ? (size_t)(end - p->room) + 1 : p->room_n);
    p->skips = !end;
}

/* Takes the first line typed and cuts it if it is too long. Returns 0 if there is no whole line. At
 * the end of the input a line without a newline counts as whole. If the room is full without a
 * newline, its content is taken as a line and the rest of it is skipped. */
static int cut_line(struct plain *p, char line[PLAIN_LINE])
{
    if (p->skips)
        drop_rest(p);
    char *end = memchr(p->room, '\n', p->room_n);
    if (!end && !(p->ended && p->room_n) && p->room_n < sizeof p->room)
        return 0;
    size_t n = end ? (size_t)(end - p->room) : p->room_n, gone = end ? n + 1 : n;
    size_t kept = n < PLAIN_LINE ? n : PLAIN_LINE - 1;
    memcpy(line, p->room, kept);
    line[kept] = 0;
    /* A zero byte would end the line here. */
    for (size_t i = 0; i < kept; i++)
        if (!line[i])
            line[i] = ' ';
    line[strcspn(line, "\r")] = 0;
    clean(line);
    p->skips = !end && !p->ended;
    drop(p, gone);
    return 1;
}

/* Call only if the room is not full: every read is followed by cut_line, which empties a full room.
 * An error other than an interruption counts as the end of the input. */
static void read_more(struct plain *p)
{
    ssize_t n = read(STDIN_FILENO, p->room + p->room_n, sizeof p->room - p->room_n);
    if (n > 0)
        p->room_n += (size_t)n;
    else if (n == 0 || errno != EINTR)
        p->ended = 1;
}

/* Lines typed before are taken first, so a pipe is read line by line, whatever news there is. */
static int wait_for_line(struct plain *p, int patient, char line[PLAIN_LINE])
{
    struct pollfd fd[2] = {{STDIN_FILENO, POLLIN, 0}, {client_fd(p->t), POLLIN, 0}};
    while (!cut_line(p, line)) {
        if (p->ended || interrupted)
            return PLAIN_END;
        /* Interrupted by a signal. */
        if (poll(fd, patient ? 1 : 2, -1) < 0)
            continue;
        if (fd[0].revents)
            read_more(p);
        else if (!patient && fd[1].revents)
            return PLAIN_NEWS;
    }
    return PLAIN_TYPED;
}

/* `line` is filled only with PLAIN_TYPED. */
int plain_line(struct plain *p, const char *prompt, int patient, char line[PLAIN_LINE])
{
    page_print("%s", prompt);
    fflush(stdout);
    int how = wait_for_line(p, patient, line);
    if (how == PLAIN_END)
        page_char('\n');
    /* A terminal shows what is typed; a pipe does not. */
    if (how == PLAIN_TYPED && !isatty(STDIN_FILENO))
        page_line(line);
    return how;
}

int plain_yes(struct plain *p, const char *prompt)
{
    char line[PLAIN_LINE];
    if (plain_line(p, prompt, 1, line) != PLAIN_TYPED)
        return -1;
    return tolower((unsigned char)line[strspn(line, " ")]) == 'y';
}

/* What was typed on the line is dropped with it. */
int plain_key_waits(struct plain *p)
{
    struct pollfd fd = {STDIN_FILENO, POLLIN, 0};
    char line[PLAIN_LINE];
    if (!isatty(STDIN_FILENO) || p->ended || poll(&fd, 1, 0) <= 0)
        return 0;
    read_more(p);
    return cut_line(p, line);
}
