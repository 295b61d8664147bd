/* The command line of `charlatan play`, read. */
#ifndef CHARLATAN_CLI_PLAY_H
#define CHARLATAN_CLI_PLAY_H

#include "tui/face.h"
#include "tui/table.h"

struct play_options {
    int players, seat, hotseat, watch;
    int fresh; /* --new, or something was said about the table: no unfinished game is looked for */
    int plain;
    char given[64];          /* the options, a letter each */
    const struct face *face; /* NULL: none was named */
    const char *bot_names, *join, *name, *folder;
    struct face_options game;
    json_t *set; /* of --set: an object */
    struct table_plan plan;
};

/* 0, or the exit status and *done set, where there is nothing to play. */
int play_options_read(struct play_options *o, int argc, char **argv, int *done);
/* Fills o->plan for a new game: 0, or an exit status, with the reason printed. o->face NULL: somebody who was
 * asked which game wants none. */
int play_options_plan(struct play_options *o);
void play_options_free(struct play_options *o);

/* ---- play_help.c ---- */

int play_help(
    const char *topic); /* NULL: what there is; arcane, quacks, bots. Returns an exit status */

#endif
