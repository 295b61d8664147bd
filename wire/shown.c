/* Tells which characters may be shown to people, and cleans texts of the others; see shown.h. */
#include "wire/shown.h"

#include <string.h>

#include "engine/utf8.h"

struct range {
    uint32_t first, last;
};

uint32_t character_read(const char **at)
{
    uint32_t c;
    size_t n = utf8_read(*at, 4, &c);
    if (!n || !c)
        return 0;
    *at += n;
    return c;
}

/* ---- kinds of characters ---- */

/* Noncharacters (U+xFFFE, U+xFFFF) are odd, too. */
int character_is_odd(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x61c || c == 0x200b ||
           c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb) ||
           (c & 0xfffe) == 0xfffe;
}

int character_is_space(uint32_t c)
{
    return c == ' ' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f ||
           c == 0x205f || c == 0x3000;
}

/* Ranges ascend, so it stops at the first that begins later. */
static int is_in(uint32_t c, const struct range *range, size_t n)
{
    for (size_t i = 0; i < n && c >= range[i].first; i++)
        if (c <= range[i].last)
            return 1;
    return 0;
}

/* Unicode's Default_Ignorable_Code_Point, with what is not assigned yet, and those whose glyph is
 * blank (U+2800, U+1D159). */
int character_is_invisible(uint32_t c)
{
    static const struct range range[] = {
        {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},     {0x115f, 0x1160},
        {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},   {0x202a, 0x202e},
        {0x2060, 0x206f},   {0x2800, 0x2800},   {0x3164, 0x3164},   {0xfe00, 0xfe0f},
        {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},   {0x1bca0, 0x1bca3},
        {0x1d159, 0x1d159}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
    };
    return is_in(c, range, sizeof range / sizeof range[0]);
}

int character_is_companion(uint32_t c)
{
    return c == 0x200c || c == 0x200d || (c >= 0x180b && c <= 0x180d) || c == 0x180f ||
           c == 0xfe0e || c == 0xfe0f || (c >= 0xe0020 && c <= 0xe007f) ||
           (c >= 0xe0100 && c <= 0xe01ef);
}

/* The rows are runs: so many other characters, then so many marks, from U+0300 on. A look adds them
 * up, which is fast enough for names and lines. */
int character_is_mark(uint32_t c)
{
    static const struct {
        uint16_t others;
        uint8_t marks;
    } steps[] = {
#define MARKS(others, marks) {others, marks},
#include "wire/marks.def"
#undef MARKS
    };
    uint32_t at = 0x300;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && c >= at; i++) {
        if (c - at >= steps[i].others && c - at < steps[i].others + (uint32_t)steps[i].marks)
            return 1;
        at += (uint32_t)steps[i].others + steps[i].marks;
    }
    return 0;
}

/* Letters of flags can spell a hidden text. Nobody knows how private and missing characters look,
 * and some terminals draw pictures for them. */
int character_is_dropped(uint32_t c)
{
    static const struct range range[] = {
        {0xe000, 0xf8ff}, {0xfdd0, 0xfdef}, {0x40000, 0xe00ff}, {0xe01f0, 0x10ffff}};
    return character_is_odd(c) || (character_is_invisible(c) && !character_is_companion(c)) ||
           is_in(c, range, sizeof range / sizeof range[0]);
}

/* Those that separate words. They become blanks instead of vanishing, so that two words stay
 * two. */
static int is_break(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029;
}

/* ---- cleaning ---- */

/* Marks and companions that may follow a character. Scripts need three. */
enum { FOLLOW_MOST = 4 };

struct cleaned {
    char *at, *end;
    /* How many followed the last character; FOLLOW_MOST at the beginning and behind a blank. */
    int followed;
};

/* Returns how many of the n bytes are kept, or -1 if they have no room. */
static int keep(struct cleaned *to, uint32_t c, const char *bytes, size_t n)
{
    int follows = character_is_mark(c) || character_is_companion(c);
    if (is_break(c)) {
        bytes = " ";
        n = 1;
    } else if (character_is_dropped(c) || (follows && to->followed >= FOLLOW_MOST)) {
        return 0;
    }
    if ((size_t)(to->end - to->at) <= n)
        return -1;
    memmove(to->at, bytes, n);
    to->at += n;
    to->followed = follows                                ? to->followed + 1
                   : is_break(c) || character_is_space(c) ? FOLLOW_MOST
                                                          : 0;
    return (int)n;
}

/* Never cuts a character in two; the text always ends with a zero, so `room` is at least 1. A byte
 * that is not UTF-8 is skipped alone, and reading goes on with the next one. The text never grows,
 * which is why `to` may be `from`. */
char *text_clean(char *to, size_t room, const char *from)
{
    struct cleaned clean = {to, to + room, FOLLOW_MOST};
    while (*from) {
        const char *next = from;
        uint32_t c = character_read(&next);
        if (c && keep(&clean, c, from, (size_t)(next - from)) < 0)
            break;
        from = c ? next : from + 1;
    }
    *clean.at = 0;
    return to;
}

void text_tidy(char *text)
{
    text_clean(text, strlen(text) + 1, text);
}
