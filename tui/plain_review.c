/* The review of a game on the plain screen: computed while the percentage is printed, then read
 * mistake by mistake. */
#include <time.h>
#include <unistd.h>

#include "board/page.h"
#include "tui/client.h"
#include "tui/client_end.h"
#include "tui/plain.h"
#include "tui/reviewer.h"

/* How often the progress is printed and the keyboard looked at. */
enum { LOOK_MS = 100 };

/* Prints how far it is, on a terminal. Returns 0 if the person leaves. The same line is written
 * over on a terminal; a pipe gets no progress. */
static int await(struct plain *p, const struct reviewer *v)
{
    const struct timespec rest = {0, LOOK_MS * 1000000};
    int shows = isatty(STDOUT_FILENO), done;
    while ((done = reviewer_progress(v)) < 100) {
        if (shows)
            page_print("\rReviewing the game: %d %%. Enter leaves. ", done);
        fflush(stdout);
        if (plain_interrupted() || plain_key_waits(p))
            return 0;
        nanosleep(&rest, NULL);
    }
    if (shows)
        page_char('\n');
    return 1;
}

/* Shows them one by one, with a last question behind each. Returns 1 if practice has begun from the
 * one that is shown. `shown` stays that of the mistake on the screen, as the next one is looked up
 * before the question. */
static int read_mistakes(struct plain *p, const struct reviewer *v)
{
    static const char first[] = "\nEnter shows the first mistake, q goes back. ";
    static const char next[] =
        "\nEnter shows the next mistake; t tries again from here, s with the "
        "same luck;\nq goes back. ";
    struct review_moment m, shown = {0};
    char line[PLAIN_LINE];
    int all = reviewer_mistakes(v);
    for (int at = 1; all; at++) {
        if (plain_line(p, at == 1 ? first : next, 1, line) != PLAIN_TYPED || line[0] == 'q')
            return 0;
        if (at > 1 && (line[0] == 't' || line[0] == 's')) {
            /* New luck is not that of the seed. */
            p->seed = line[0] == 's' ? p->seed : NULL;
            return client_practise(p->t, shown.step->move, line[0] == 's') == 0;
        }
        if (!reviewer_mistake(v, at, &m))
            return 0;
        shown = m;
        page_print("\nMistake %d of %d: before action %u\n", at, all, (unsigned)m.step->move + 1);
        review_print_place(reviewer_found(v), reviewer_voice(v), &m);
    }
    return 0;
}

/* One person reviews the own seat, several all seats. Prints why if the game cannot be reviewed.
 * The review is computed anew each time. */
int plain_review(struct plain *p)
{
    int again = 0;
    uint32_t mine = client_mine(p->t);
    const char *path = client_record(p->t);
    if (!path) {
        page_line("There is no record of this game to review.");
        return 0;
    }
    struct reviewer *v = reviewer_open(path, bit_count(mine) == 1 ? bit_lowest(mine) : REVIEW_ALL);
    if (await(p, v) && reviewer_found(v)) {
        review_print(reviewer_found(v), reviewer_voice(v));
        again = read_mistakes(p, v);
    } else if (reviewer_progress(v) == 100) {
        page_line("The record of this game cannot be reviewed.");
    }
    reviewer_close(v);
    return again;
}
