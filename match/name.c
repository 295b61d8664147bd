/* Checks names of people and other texts: they must be valid UTF-8 without control characters,
 * invisible characters or characters that change the text direction, because they appear in other
 * people's pages, logs and terminals. */
#include "match/inside.h"

/* Returns the character at *p and advances *p. Returns 0 at the end and for invalid UTF-8. */
static uint32_t next_character(const unsigned char **p)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *c = *p;
    int n = *c < 0x80 ? 1 : *c >= 0xf0 ? 4 : *c >= 0xe0 ? 3 : 2;
    uint32_t at = n == 1 ? *c : *c & (0x7fu >> n);
    if (*c >= 0x80 && (*c < 0xc2 || *c > 0xf4))
        return 0;
    for (int i = 1; i < n; i++) {
        if ((c[i] & 0xc0) != 0x80)
            return 0;
        at = at << 6 | (c[i] & 0x3f);
    }
    if (at < least[n] || at > 0x10ffff || (at >= 0xd800 && at <= 0xdfff))
        return 0;
    *p = c + n;
    return at;
}

/* Control characters (C0, C1), line and paragraph separators, direction marks and zero-width
 * characters. The joiners U+200C and U+200D are allowed, because scripts and emoji need them. */
static int is_odd(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x61c || c == 0x200b ||
           c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb) ||
           (c & 0xfffe) == 0xfffe;
}

static int is_space(uint32_t c)
{
    return c == ' ' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f ||
           c == 0x205f || c == 0x3000;
}

/* Characters that show nothing: Unicode's Default_Ignorable_Code_Point, with what is not assigned
 * yet, and those whose glyph is blank (U+2800, U+1D159). Each line is a range. */
static int is_invisible(uint32_t c)
{
    static const uint32_t range[][2] = {
        {0xad, 0xad},       {0x34f, 0x34f},     {0x61c, 0x61c},     {0x115f, 0x1160},
        {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},   {0x202a, 0x202e},
        {0x2060, 0x206f},   {0x2800, 0x2800},   {0x3164, 0x3164},   {0xfe00, 0xfe0f},
        {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},   {0x1bca0, 0x1bca3},
        {0x1d159, 0x1d159}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
    };
    for (size_t i = 0; i < sizeof range / sizeof range[0]; i++)
        if (c >= range[i][0] && c <= range[i][1])
            return 1;
    return 0;
}

/* Invisible characters that are part of visible ones: joiners and variation selectors of scripts
 * and emoji, and the letters of flags. */
static int is_companion(uint32_t c)
{
    return c == 0x200c || c == 0x200d || (c >= 0x180b && c <= 0x180d) || c == 0x180f ||
           c == 0xfe0e || c == 0xfe0f || (c >= 0xe0020 && c <= 0xe007f) ||
           (c >= 0xe0100 && c <= 0xe01ef);
}

int name_is_visible(const char *name)
{
    const unsigned char *p = (const unsigned char *)name;
    int seen = 0;
    while (*p) {
        uint32_t c = next_character(&p);
        if (!c || (is_invisible(c) && !is_companion(c)))
            return 0;
        seen |= !is_invisible(c) && !is_space(c);
    }
    return seen;
}

int text_is_plain(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    while (*p)
        if (is_odd(next_character(&p)))
            return 0;
    return 1;
}

/* Spaces at both ends are removed; joiners alone are not a name. */
int name_read(const char *text, char name[MATCH_NAME + 1])
{
    const unsigned char *p = (const unsigned char *)text, *from = NULL, *to = NULL;
    int characters = 0, until_last = 0, seen = 0;
    while (*p) {
        const unsigned char *here = p;
        uint32_t c = next_character(&p);
        if (is_odd(c))
            return -1;
        characters += from || !is_space(c);
        if (is_space(c))
            continue;
        from = from ? from : here;
        to = p;
        until_last = characters;
        seen |= c != 0x200c && c != 0x200d;
    }
    if (!seen || until_last > MATCH_NAME_SHOWN)
        return -1;
    memcpy(name, from, (size_t)(to - from));
    name[to - from] = 0;
    return 0;
}

int name_is_clean(const char *name)
{
    char again[MATCH_NAME + 1];
    return name_read(name, again) == 0 && strcmp(name, again) == 0;
}
