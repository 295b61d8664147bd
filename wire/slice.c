/* Reads parts of the heads of HTTP messages; see slice.h. */
#include "wire/slice.h"

#include <string.h>
#include <strings.h>

int slice_is(struct slice s, const char *text)
{
    return s.n == strlen(text) && strncasecmp(s.at, text, s.n) == 0;
}

/* What has no room is left out and not cut: half a protocol's name could be another one. */
void slice_copy(char *to, size_t room, struct slice s)
{
    size_t n = s.n < room ? s.n : 0;
    if (n)
        memcpy(to, s.at, n);
    to[n] = 0;
}

/* RFC 9110, 5.6.2. */
static int is_token(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

size_t slice_token(struct slice s)
{
    size_t n = 0;
    while (n < s.n && is_token(s.at[n]))
        n++;
    return n;
}

/* Blanks and tabs only: other spaces are not OWS (RFC 9110, 5.6.3) and belong to the value. */
static struct slice trimmed(const char *at, size_t n)
{
    while (n && (*at == ' ' || *at == '\t'))
        at++, n--;
    while (n && (at[n - 1] == ' ' || at[n - 1] == '\t'))
        n--;
    return (struct slice){at, n};
}

/* Empty members come as slices of length 0, without a comma at the end for a last one. Quoted
 * strings are not known, as no list that is read here has them. */
int slice_next(struct slice *list, struct slice *one)
{
    if (!list->n)
        return 0;
    const char *comma = memchr(list->at, ',', list->n);
    size_t n = comma ? (size_t)(comma - list->at) : list->n;
    *one = trimmed(list->at, n);
    n += comma != NULL;
    *list = (struct slice){list->at + n, list->n - n};
    return 1;
}

int slice_has(struct slice list, const char *member)
{
    for (struct slice one; slice_next(&list, &one);)
        if (slice_is(one, member))
            return 1;
    return 0;
}

/* 18 digits always fit. No sign, no blanks: "+5" and "5, 5" have been read in two ways. */
int slice_number(struct slice s, uint64_t *number)
{
    if (s.n == 0 || s.n > 18)
        return -1;
    *number = 0;
    for (size_t i = 0; i < s.n; i++) {
        if (s.at[i] < '0' || s.at[i] > '9')
            return -1;
        *number = 10 * *number + (uint64_t)(s.at[i] - '0');
    }
    return 0;
}

/* Control characters have no place in values; a tab has. */
static int value_is_sound(struct slice value)
{
    for (size_t i = 0; i < value.n; i++) {
        unsigned char c = (unsigned char)value.at[i];
        if ((c < 0x20 && c != '\t') || c == 0x7f)
            return 0;
    }
    return 1;
}

/* A name and its colon stand together (RFC 9112, 5.1), and a line that begins with a blank, an old
 * way to go on with the one before, has no name: both are refused. */
int slice_field(struct slice line, struct slice *name, struct slice *value)
{
    size_t n = slice_token(line);
    if (n == 0 || n == line.n || line.at[n] != ':')
        return -1;
    *name = (struct slice){line.at, n};
    *value = trimmed(line.at + n + 1, line.n - n - 1);
    return value_is_sound(*value) ? 0 : -1;
}
