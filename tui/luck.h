/* What a server has shown of the luck of a match, kept until its record can be compared with it
 * (docs/fairness.md). All bytes are kept as the hex digits that the server sends; "" is none. */
#ifndef CHARLATAN_TUI_LUCK_H
#define CHARLATAN_TUI_LUCK_H

#include "tui/seen.h"

/* The digits of 32 bytes and a zero; the longest sentence of luck_judge. */
enum { LUCK_HEX = 65, LUCK_TEXT = 480 };

/* Zeroed: nothing was shown and there is no nonce. */
struct luck {
    /* The server takes commitments to nonces; older ones do not. */
    int offered;
    /* To the server's seed. "" until a table was seen. */
    char commitment[LUCK_HEX];
    /* Our nonce, which the server gets only when the seats are fixed, and its commitment. */
    char mine[LUCK_HEX], pledge[LUCK_HEX];
    /* What was shown when the seats were fixed: all commitments, and the nonces of seats without
     * one. */
    int fixed;
    char pledges[MAX_SEATS][LUCK_HEX], nonces[MAX_SEATS][LUCK_HEX];
    /* The server has called it a practice match. */
    int practice;
    /* The key of the witness and its commitment. */
    char witness[LUCK_HEX], witness_commitment[LUCK_HEX];
};

/* Draws a new nonce. Replaces the one there is. */
void luck_draw(struct luck *k);
/* Keeps what TABLE or a `fix` event shows, unless something was shown before. Returns 1 if there
 * was anything new. Whoever gets a 1 stores the luck: after a restart it could no longer be
 * learned. */
int luck_see(struct luck *k, const json_t *table);
int luck_see_fixed(struct luck *k, const json_t *shown);
/* Whether our nonce may be revealed: the server has shown its commitment and those of all seats,
 * with ours at this seat. Whoever reveals earlier lets the server choose the rest. */
int luck_is_mine(const struct luck *k, int seat);

/* The record of a match, and what else is needed to judge it. `seat` is ours or -1. */
struct luck_case {
    int seat;
    const struct seen *seen;
    const char *record;
    size_t n;
};

/* Compares the record of a match with what was shown and writes what that proves, or what is wrong.
 * Returns 0, or -1 if the server has not kept its word. */
int luck_judge(const struct luck *k, const struct luck_case *c, char text[LUCK_TEXT]);

/* As JSON, to be stored; luck_load leaves out whatever is invalid. The caller owns what luck_save
 * returns. */
json_t *luck_save(const struct luck *k);
void luck_load(struct luck *k, const json_t *from);

#endif
