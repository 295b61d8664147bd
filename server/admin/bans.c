/* Compares addresses with networks, and names with patterns. Names are compared without capitals,
 * spaces and punctuation, so that small changes of a name do not help. */
#include "server/admin/bans.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "engine/port.h"
#include "engine/utf8.h"

/* ---- addresses ---- */

/* Every address has 16 bytes; one of IPv4 as ::ffff:a.b.c.d. Returns how many bits stand before
 * what was written: 96 or 0. -1: it is no address. */
static int read_address(const char *text, uint8_t bytes[16])
{
    static const uint8_t four[12] = {[10] = 0xff, [11] = 0xff};
    memcpy(bytes, four, sizeof four);
    if (inet_pton(AF_INET, text, bytes + 12) == 1)
        return 96;
    return inet_pton(AF_INET6, text, bytes) == 1 ? 0 : -1;
}

/* Bits beyond the network may be set; they do not count. /0 would be everybody and is refused. */
static int read_network(struct ban *b)
{
    char text[BAN_WHAT + 1], *slash, *end;
    memcpy(text, b->what, sizeof text);
    slash = strchr(text, '/');
    if (slash)
        *slash = 0;
    int before = read_address(text, b->bytes);
    if (before < 0)
        return -1;
    long bits = slash ? strtol(slash + 1, &end, 10) : 128 - before;
    if (slash && (end == slash + 1 || *end || slash[1] < '0' || slash[1] > '9'))
        return -1;
    b->bits = before + (int)(bits < 0 || bits > 128 ? 999 : bits);
    return b->bits > 128 || bits == 0 ? -1 : 0;
}

/* The first bits of both, compared byte by byte. */
static int is_in(const struct ban *b, const uint8_t bytes[16])
{
    int whole = b->bits / 8, rest = b->bits % 8;
    if (memcmp(b->bytes, bytes, (size_t)whole) != 0)
        return 0;
    return !rest || (b->bytes[whole] ^ bytes[whole]) >> (8 - rest) == 0;
}

/* ---- names ---- */

/* The next character of a text; a byte that is no UTF-8 stands for itself. */
static uint32_t next_character(const char **at)
{
    uint32_t c;
    size_t n = utf8_read(*at, 4, &c);
    c = n ? c : (unsigned char)**at;
    *at += n ? n : 1;
    return c;
}

/* The letter without capitals and accents; letters as wide as Chinese ones are ordinary ones. */
static uint32_t plain(uint32_t c)
{
    static const char latin[] = "aaaaaaaceeeeiiiidnooooo*ouuuuyts"
                                "aaaaaaaceeeeiiiidnooooo/ouuuuyty";
    if (c >= 0xff01 && c <= 0xff5e)
        c -= 0xfee0;
    if (c >= 'A' && c <= 'Z')
        return c + 32;
    if (c >= 0xc0 && c <= 0xff && c != 0xd7 && c != 0xf7)
        return (uint32_t)latin[c - 0xc0];
    if ((c >= 0x391 && c <= 0x3a9) || (c >= 0x410 && c <= 0x42f))
        return c + 32;
    if (c >= 0x400 && c <= 0x40f)
        return c + 80;
    return c >= 0x100 && c <= 0x137 ? c | 1 : c;
}

/* Letters and digits count; spaces, punctuation and what is not seen do not. */
static int counts(uint32_t c, int stars)
{
    if (c < 0x80)
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (stars && c == '*');
    return c >= 0xc0 && c != 0x34f && c != 0x1680 && !(c >= 0x2000 && c <= 0x206f) &&
           !(c >= 0x3000 && c <= 0x303f) && !(c >= 0xfe00 && c <= 0xfe0f) && c < 0xe0000;
}

/* Writes what counts of a name. What has nothing else than punctuation counts as it is. */
static void fold(const char *name, int stars, char to[BAN_WHAT + 1])
{
    const char *at = name;
    size_t n = 0;
    while (*at && n + 4 <= BAN_WHAT) {
        uint32_t c = plain(next_character(&at));
        if (counts(c, stars))
            n += utf8_write(c, to + n);
    }
    to[n] = 0;
    if (!n)
        strncat(to, name, BAN_WHAT);
}

/* * stands for any text. Each star is tried at the first place where the rest fits. */
static int matches(const char *pattern, const char *text)
{
    const char *star = NULL, *again = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            again = text;
        } else if (*pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++again;
        } else {
            return 0;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == 0;
}

/* ---- the list ---- */

/* Must be called before bans_address can find the ban. */
int ban_read(struct ban *b)
{
    char folded[BAN_WHAT + 1];
    if (b->kind == BAN_ADDRESS)
        return read_network(b);
    fold(b->what, 1, folded);
    /* A pattern that fits everybody is a mistake. */
    return folded[0] && strspn(folded, "*") < strlen(folded) ? 0 : -1;
}

void bans_add(struct bans *list, const struct ban *b)
{
    if (list->n == list->room) {
        list->room = list->room ? 2 * list->room : 16;
        list->list = realloc(list->list, list->room * sizeof list->list[0]);
        MUST(list->list);
    }
    list->list[list->n++] = *b;
}

void bans_free(struct bans *list)
{
    free(list->list);
    *list = (struct bans){0};
}

/* A text that is no address is never banned. */
int bans_address(const struct bans *list, const char *address, int64_t now)
{
    uint8_t bytes[16];
    if (!list->n || read_address(address, bytes) < 0)
        return 0;
    for (uint32_t i = 0; i < list->n; i++)
        if (list->list[i].kind == BAN_ADDRESS && now < list->list[i].until &&
            is_in(&list->list[i], bytes))
            return 1;
    return 0;
}

/* Patterns are folded each time: the list is short and rarely asked. */
int bans_name(const struct bans *list, const char *name, int64_t now)
{
    char folded[BAN_WHAT + 1], pattern[BAN_WHAT + 1];
    if (!list->n)
        return 0;
    fold(name, 0, folded);
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->list[i].kind != BAN_NAME || now >= list->list[i].until)
            continue;
        fold(list->list[i].what, 1, pattern);
        if (matches(pattern, folded))
            return 1;
    }
    return 0;
}
