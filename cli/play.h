/* The options of `charlatan play`. */
#ifndef CHARLATAN_CLI_PLAY_H
#define CHARLATAN_CLI_PLAY_H

#include "tui/client.h"
#include "tui/face.h"

struct play_options {
    /* Must be the first member: the games' rows fill it. */
    struct face_options game;
    /* `seat` is -1 if it is not given; a server may then choose. `hotseat` is the number of
     * people at this keyboard. */
    int players, seat, hotseat, watch, plain;
    /* 1: --new or an option for the table was given, so no unfinished game is resumed. */
    int fresh;
    /* The options given, a bit for each row. */
    uint64_t given;
    /* NULL: no game was named. */
    const struct face *face;
    /* The texts of the options; NULL if not given. */
    const char *bot_names, *players_text, *join, *name, *folder;
    /* What is asked about a seat at a server instead of playing, an enum client_keys; and which
     * device or link is revoked, -1 for all others. */
    int link, devices, revoke, revoked;
    /* Filled by play_options_plan; the seed is already set by play_options_read. */
    struct client_plan plan;
};

/* Returns -1, or the exit status if there is nothing to play. */
int play_options_read(struct play_options *o, int argc, char **argv);
/* Fills o->plan for a new game. Returns 0, or an exit status after printing the reason. o->face is
 * NULL if the user was asked for a game and chose none. */
int play_options_plan(struct play_options *o);
void play_options_free(struct play_options *o);

/* ---- play_help.c ---- */

/* Prints `--bots help`. */
void play_help_bots(void);

#endif
