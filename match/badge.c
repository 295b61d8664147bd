/* Names for bots, and the badges of seats. */
#include "match/badge.h"

#include <stdio.h>
#include <string.h>

#include "bots/names.h"
#include "engine/utf8.h"
#include "wire/shown.h"

/* Follows from the commitment, so that everybody who has the record names the bots alike. */
const char *bot_called(const uint8_t commitment[COMMIT_BYTES], const char *const taken[], int n)
{
    uint32_t table = (uint32_t)commitment[0] << 8 | commitment[1];
    return bot_given_name(table, taken, n);
}

const struct badge *badge_of(int seat)
{
    static const struct badge badges[MAX_SEATS] = {
#define BADGE(shape, glyph, ascii, ansi256, ansi, web) {shape, glyph, ascii, ansi256, ansi},
#include "match/badges.def"
#undef BADGE
    };
    return &badges[seat];
}

/* ---- letters ---- */

/* Letters of Latin-1, Greek and Cyrillic whose capital is known without tables; 0 for others. */
static uint32_t capital_of(uint32_t c)
{
    static const struct {
        uint32_t first, last, less;
    } ranges[] = {
        {'A', 'Z', 0},        {'a', 'z', 0x20},     {0xc0, 0xd6, 0},   {0xd8, 0xde, 0},
        {0xe0, 0xf6, 0x20},   {0xf8, 0xfe, 0x20},   {0x391, 0x3a1, 0}, {0x3a3, 0x3a9, 0},
        {0x3b1, 0x3c1, 0x20}, {0x3c3, 0x3c9, 0x20}, {0x410, 0x42f, 0}, {0x430, 0x44f, 0x20},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return c - ranges[i].less;
    return 0;
}

static void write_letter(uint32_t c, char to[BADGE_LETTER])
{
    to[utf8_write(c, to)] = 0;
}

static int is_used(char letter[][BADGE_LETTER], int seats, const char *wanted)
{
    for (int seat = 0; seat < seats; seat++)
        if (strcmp(letter[seat], wanted) == 0)
            return 1;
    return 0;
}

/* A number is no letter of any name, so nobody else has it. The first letter of the name that no
 * seat before has. */
static void find_letter(const char *name, char letter[][BADGE_LETTER], int seat)
{
    for (uint32_t c; (c = character_read(&name));) {
        uint32_t capital = capital_of(c);
        if (!capital)
            continue;
        write_letter(capital, letter[seat]);
        if (!is_used(letter, seat, letter[seat]))
            return;
    }
    write_letter((uint32_t)('1' + seat), letter[seat]);
}

/* Seats in order: a later one gives way. A name may be NULL. */
void badge_letters(const char *const name[], int seats, char letter[][BADGE_LETTER])
{
    for (int seat = 0; seat < seats; seat++)
        find_letter(name[seat] ? name[seat] : "", letter, seat);
}
