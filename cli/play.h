/* The command line of `charlatan play`, read. */
#ifndef CHARLATAN_CLI_PLAY_H
#define CHARLATAN_CLI_PLAY_H

#include "tui/client.h"
#include "tui/face.h"

struct play_options {
    /* The first member: rows of the games fill it. */
    struct face_options game;
    int players, seat, hotseat, watch, plain;
    /* --new, or something was said about the table: no unfinished game is looked for. */
    int fresh;
    /* The options that were given: a bit for each row. */
    uint64_t given;
    /* NULL: no game was named. */
    const struct face *face;
    const char *bot_names, *join, *name, *folder;
    struct client_plan plan;
};

/* -1, or the exit status where there is nothing to play. */
int play_options_read(struct play_options *o, int argc, char **argv);
/* Fills o->plan for a new game: 0, or an exit status, with the reason printed. o->face NULL:
 * somebody who was asked which game wants none. */
int play_options_plan(struct play_options *o);
void play_options_free(struct play_options *o);

/* ---- play_help.c ---- */

void play_help_bots(void);

#endif
