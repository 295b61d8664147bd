/* The options of `charlatan play`. */
#ifndef CHARLATAN_CLI_PLAY_H
#define CHARLATAN_CLI_PLAY_H

#include "match/match.h"
#include "tui/client_open.h"
#include "tui/face.h"

struct play_options {
    /* Must be the first member: the games' rows fill it. */
    struct face_options game;
    /* `seat` is -1 if it is not given; a server may then choose. `hotseat` is the number of people
     * at this keyboard. `players` is 3 unless --players was read, which waits until the game is
     * known. */
    int players, seat, hotseat, watch, plain;
    /* Moves may be taken back past luck. */
    int practice;
    /* Only the list of unfinished games is wanted. */
    int list;
    /* 1: --new or an option for the table was given, so no unfinished game is resumed. */
    int fresh;
    /* The options given, a bit for each row. */
    uint64_t given;
    /* NULL: no game was named. */
    const struct face *face;
    /* The texts of the options; NULL if not given. */
    const char *bot_names, *players_text, *join, *name, *folder, *resume, *numbers;
    /* What is asked about a seat at a server instead of playing, an enum client_keys; and which
     * device or link is revoked, -1 for all others. */
    int link, devices, revoke, revoked;
    /* Filled by play_options_plan; the seed is already set by play_options_read. */
    struct client_plan plan;
};

/* Returns -1, or the exit status if there is nothing to play. To be followed by play_options_free
 * in any case. */
int play_options_read(struct play_options *o, int argc, char **argv);
/* Fills o->plan for a new game. Returns 0, or an exit status after printing the reason. o->face is
 * NULL if the user was asked for a game and chose none. To be called at most once, after
 * play_options_read has returned -1. */
int play_options_plan(struct play_options *o);
void play_options_free(struct play_options *o);
/* Reads a line from a person. Returns NULL at the end of the input. What does not fit is read as
 * the next line. */
char *play_ask_line(const char *prompt, char *line, int size);

/* ---- play_saved.c ---- */

/* Prints `--list`. Returns an exit status. */
int play_list_saved(const struct play_options *o);
/* What is to be done about the unfinished games: CHOSEN_ONE with the id of one, CHOSEN_NEW or
 * CHOSEN_NONE; or CHOSEN_NOTHING with the reason. A person is asked if there are several. */
enum play_choice { CHOSEN_NOTHING, CHOSEN_NONE, CHOSEN_NEW, CHOSEN_ONE };
enum play_choice play_choose_saved(const struct play_options *o, char id[MATCH_ID + 1],
                                   char why[CLIENT_TEXT]);

/* ---- play_help.c ---- */

/* Prints `--bots help`. */
void play_help_bots(void);

#endif
