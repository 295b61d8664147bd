/* The Quacks at their end: points by turn, explosions, the furthest potion, and purchases. */
#include <string.h>

#include "tui/ending.h"
#include "tui/face_quacks.h"
#include "board/page.h"

static int score_of(const void *view, int seat)
{
    return ((const struct quacks_state *)view)->player[seat].points;
}

/* Every event that gives points must be listed here, because the chart counts back from the final
 * points. */
static int change(const struct event *e)
{
    int points = e->kind == QE_POINTS || e->kind == QE_POINTS_BLUE || e->kind == QE_POINTS_SPACE ||
                 e->kind == QE_POINTS_COINS || e->kind == QE_POINTS_RUBIES;
    return points ? e->n : 0;
}

static int begins(const struct event *e)
{
    return e->kind == QE_TURN ? e->n : 0;
}

/* What a seat did in the game. `turn` is the points of the present turn. `furthest` is a space of
 * the track; `dice` counts rolls; best_turn means nothing while `best` is 0; chip ids index
 * `bought`. */
struct quacks_deeds {
    int explosions, furthest, dice, turn, best, best_turn, coins;
    uint8_t bought[CHIP_COUNT];
};

/* `best` is updated while a turn's points come in: points are never taken away, so the last value
 * is the turn's. */
static void note(struct quacks_deeds *d, const struct event *e, int turn)
{
    d->explosions += e->kind == QE_EXPLODED;
    d->dice += e->kind == QE_DIE;
    if (e->kind == QE_PLACED && e->a > d->furthest)
        d->furthest = e->a;
    d->turn += change(e);
    if (d->turn > d->best) {
        d->best = d->turn;
        d->best_turn = turn;
    }
    if (e->kind == QE_BOUGHT && e->item < CHIP_COUNT) {
        d->bought[e->item]++;
        d->coins += e->n;
    }
}

/* Points at the end of the game (coins, rubies) count for the last turn. Events before the first
 * turn belong to turn 0. */
static void gather(const struct board_showing *s, struct quacks_deeds d[MAX_SEATS])
{
    int turn = 0;
    for (int i = 0; i < s->story->n; i++) {
        const struct event *e = &s->story->at[i].event;
        if (begins(e)) {
            turn = begins(e);
            for (int seat = 0; seat < MAX_SEATS; seat++)
                d[seat].turn = 0;
        }
        if (e->seat < MAX_SEATS)
            note(&d[e->seat], e, turn);
    }
}

/* Such as "2×G1 B2 for 31 coins". */
static void print_bought(const struct board_showing *s, int seat, const struct quacks_deeds *d)
{
    char text[400] = "", code[CHIP_CODE];
    size_t n = 0;
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        if (d->bought[chip])
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%dx%s", n ? " " : "",
                                  d->bought[chip], quacks_chip_code(chip, code));
    if (n)
        snprintf(text + n, sizeof text - n, " for %d coin%s", d->coins, d->coins == 1 ? "" : "s");
    page_print("  ");
    page_padded(s->names[seat], 17);
    page_fold(n ? text : "nothing", 19, 19);
}

/* A story that begins late counts only what it has. */
static void moments(const struct board_showing *s)
{
    struct quacks_deeds d[MAX_SEATS] = {{0}};
    int players = s->face->game->players(s->view);
    char best[40];
    gather(s, d);
    page_print("  %-17s%10s %14s %9s  %s\n", "", "explosions", "furthest space", "bonus die",
               "best turn");
    for (int seat = 0; seat < players; seat++) {
        snprintf(best, sizeof best, "turn %d: %d point%s", d[seat].best_turn, d[seat].best,
                 d[seat].best == 1 ? "" : "s");
        page_print("  ");
        page_padded(s->names[seat], 17);
        page_print("%10d %14d %9d  %s\n", d[seat].explosions, d[seat].furthest, d[seat].dice,
                   d[seat].best ? best : "none");
    }
    page_line("\nBought");
    for (int seat = 0; seat < players; seat++)
        print_bought(s, seat, &d[seat]);
}

const struct face_score quacks_score = {
    .word = "Points",
    .unit = "points",
    .round = "turn",
    .of = score_of,
    .change = change,
    .begins = begins,
    .moments = moments,
};
