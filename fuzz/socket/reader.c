/* Reads the requests in what a client has sent: heads, lengths, chunks, handshakes. */
#include "fuzz/socket/reader.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <strings.h>

#include "fuzz/socket/bytes.h"

enum { LENGTH_DIGITS = 18, KEY = 24 };

/* What is read, and how far. */
struct cursor {
    const uint8_t *at;
    size_t n, i;
};

struct span {
    const uint8_t *at;
    size_t n;
};

/* What the lines of a head say. */
struct head {
    int sound, sure;
    int old, closes, keeps, hosts;
    int lengths, coded, chunked;
    uint64_t length;
    int upgrades, wants_socket, keys, versions;
    uint8_t key[KEY];
};

/* ---- small things ---- */

static int is_blank(uint8_t c)
{
    return c == ' ' || c == '\t';
}

/* tchar of RFC 9110. */
static int is_name(uint8_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

static int all_names(struct span s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!is_name(s.at[i]))
            return 0;
    return s.n > 0;
}

static struct span trim(struct span s)
{
    while (s.n && is_blank(s.at[0]))
        s.at++, s.n--;
    while (s.n && is_blank(s.at[s.n - 1]))
        s.n--;
    return s;
}

static int is_word(struct span s, const char *word)
{
    return s.n == strlen(word) && strncasecmp((const char *)s.at, word, s.n) == 0;
}

/* Cuts the next element off a list with commas. 0: there is none. */
static int next_of(struct span *list, struct span *one)
{
    if (!list->n)
        return 0;
    const uint8_t *comma = memchr(list->at, ',', list->n);
    size_t n = comma ? (size_t)(comma - list->at) : list->n;
    *one = trim((struct span){list->at, n});
    n += comma != NULL;
    list->at += n;
    list->n -= n;
    return 1;
}

static int lists(struct span list, const char *word)
{
    struct span one;
    while (next_of(&list, &one))
        if (is_word(one, word))
            return 1;
    return 0;
}

/* The next line without its end. -1: it is not all there. */
static int take_line(struct cursor *c, struct span *line, int *sure)
{
    const uint8_t *from = c->at + c->i, *end = c->i < c->n ? memchr(from, '\n', c->n - c->i) : NULL;
    if (!end)
        return -1;
    *line = (struct span){from, (size_t)(end - from)};
    c->i += line->n + 1;
    if (line->n && from[line->n - 1] == '\r')
        line->n--;
    else
        *sure = 0;
    return 0;
}

/* ---- lines of a head ---- */

/* The same length may stand there more than once, but no other. */
static void note_length(struct head *h, struct span one)
{
    uint64_t n = 0;
    int digits = one.n > 0 && one.n <= LENGTH_DIGITS;
    for (size_t i = 0; digits && i < one.n; i++) {
        digits = one.at[i] >= '0' && one.at[i] <= '9';
        n = 10 * n + (uint64_t)(one.at[i] - '0');
    }
    if (!digits || (h->lengths && n != h->length))
        h->sound = 0;
    if (h->lengths++)
        h->sure = 0;
    h->length = n;
}

static void note_coding(struct head *h, struct span value)
{
    struct span one = {NULL, 0};
    h->chunked = 0;
    h->coded++;
    while (next_of(&value, &one))
        h->chunked = is_word(one, "chunked");
}

static void note_key(struct head *h, struct span value)
{
    uint8_t bytes[KEY];
    h->keys++;
    if (value.n != KEY || value.at[KEY - 1] != '=' || value.at[KEY - 2] != '=' ||
        EVP_DecodeBlock(bytes, value.at, KEY) < 0)
        h->keys = 2;
    else
        memcpy(h->key, value.at, KEY);
}

static void note_header(struct head *h, struct span name, struct span value)
{
    struct span one;
    if (is_word(name, "content-length")) {
        struct span rest = value;
        if (!value.n)
            h->sound = 0;
        while (next_of(&rest, &one))
            note_length(h, one);
    } else if (is_word(name, "transfer-encoding")) {
        note_coding(h, value);
    } else if (is_word(name, "connection")) {
        h->closes |= lists(value, "close");
        h->keeps |= lists(value, "keep-alive");
        h->upgrades |= lists(value, "upgrade");
    } else if (is_word(name, "upgrade")) {
        h->wants_socket |= lists(value, "websocket");
    } else if (is_word(name, "host")) {
        h->hosts++;
    } else if (is_word(name, "sec-websocket-key")) {
        note_key(h, value);
    } else if (is_word(name, "sec-websocket-version")) {
        h->versions += is_word(value, "13") ? 1 : 2;
    }
}

/* A line with its continuations. */
static void note_line(struct head *h, const struct bytes *line)
{
    if (!line->n)
        return;
    const uint8_t *colon = memchr(line->at, ':', line->n);
    struct span name = {line->at, colon ? (size_t)(colon - line->at) : 0};
    if (!all_names(name)) {
        h->sound = 0;
        return;
    }
    struct span value = trim((struct span){colon + 1, line->n - name.n - 1});
    for (size_t i = 0; i < value.n; i++)
        if (value.at[i] == 0 || value.at[i] == '\r')
            h->sound = 0;
        else if (value.at[i] < ' ' || value.at[i] > '~')
            h->sure = 0;
    note_header(h, name, value);
}

/* METHOD SP TARGET SP HTTP/1.x; more blanks than that may be forgiven. */
static void read_first(struct head *h, struct span line, struct request *r)
{
    struct span part[4] = {{NULL, 0}};
    int n = 0;
    for (size_t i = 0; i < line.n && n < 4; n++) {
        size_t from = i;
        while (i < line.n && !is_blank(line.at[i]))
            i++;
        part[n] = (struct span){line.at + from, i - from};
        for (from = i; i < line.n && is_blank(line.at[i]);)
            i++;
        h->sure &= i - from == 1 || (n == 2 && i == from);
    }
    struct span version = part[2];
    h->sound = n == 3 && all_names(part[0]) && part[1].n && version.n == 8 &&
               memcmp(version.at, "HTTP/1.", 7) == 0 && version.at[7] >= '0' &&
               version.at[7] <= '9';
    for (size_t i = 0; h->sound && i < part[1].n; i++)
        h->sure &= part[1].at[i] > ' ' && part[1].at[i] < 0x7f;
    if (h->sound && (memchr(part[1].at, 0, part[1].n) || memchr(part[1].at, '\r', part[1].n)))
        h->sound = 0;
    h->old = h->sound && version.at[7] == '0';
    /* Nobody knows what to make of CONNECT. */
    h->sure &= h->sound && version.at[7] == '1' && !is_word(part[0], "CONNECT");
    /* Methods, unlike other words, are what they are by their capitals, too. */
    r->head_only = part[0].n == 4 && memcmp(part[0].at, "HEAD", 4) == 0;
    r->handshake = part[0].n == 3 && memcmp(part[0].at, "GET", 3) == 0;
}

/* Returns -1 if the head has no end yet. */
static int read_head(struct cursor *c, struct head *h, struct request *r)
{
    struct span line;
    struct bytes whole = {0};
    int there = take_line(c, &line, &h->sure);
    if (there < 0)
        return -1;
    read_first(h, line, r);
    for (int any = 0; (there = take_line(c, &line, &h->sure)) == 0 && line.n; any = 1) {
        if (is_blank(line.at[0])) {
            h->sound &= any;
            h->sure = 0;
        } else {
            note_line(h, &whole);
            whole.n = 0;
        }
        bytes_add(&whole, line.at, line.n);
    }
    note_line(h, &whole);
    bytes_free(&whole);
    return there;
}

/* ---- bodies ---- */

/* The size of a chunk; -1: there is none. */
static int64_t read_size(struct span line)
{
    uint64_t n = 0;
    size_t i = 0;
    for (; i < line.n && i < 8; i++) {
        uint8_t c = line.at[i] | 0x20;
        if (line.at[i] >= '0' && line.at[i] <= '9')
            n = 16 * n + (uint64_t)(line.at[i] - '0');
        else if (c >= 'a' && c <= 'f')
            n = 16 * n + (uint64_t)(c - 'a' + 10);
        else
            break;
    }
    return i && (i == line.n || line.at[i] == ';' || is_blank(line.at[i])) ? (int64_t)n : -1;
}

/* 1: all chunks are there; 0: not yet; -1: they are wrong. */
static int read_chunks(struct cursor *c)
{
    struct span line;
    int sure = 1;
    int64_t size = 1;
    while (size > 0) {
        if (take_line(c, &line, &sure) < 0)
            return 0;
        size = read_size(line);
        if (size > 0 && (uint64_t)size + 2 > c->n - c->i)
            return 0;
        c->i += size > 0 ? (size_t)size : 0;
        if (size > 0 && (take_line(c, &line, &sure) < 0 || line.n))
            return -1;
    }
    while (size == 0)
        if (take_line(c, &line, &sure) < 0)
            return 0;
        else if (!line.n)
            return 1;
    return -1;
}

static void read_body(struct cursor *c, struct head *h, struct request *r)
{
    if (h->coded && (h->old || !h->chunked))
        h->sound = 0;
    r->whole = 1;
    if (!h->sound)
        return;
    if (h->coded) {
        int chunks = read_chunks(c);
        r->whole = chunks != 0;
        h->sound = chunks >= 0;
        /* Our server reads no such bodies. */
        h->sure = 0;
        h->closes |= h->lengths;
    } else if (h->length > c->n - c->i) {
        r->whole = 0;
    } else {
        c->i += (size_t)h->length;
    }
}

/* ---- requests ---- */

static void make_accept(const uint8_t key[KEY], char accept[ACCEPT + 1])
{
    uint8_t text[KEY + 36], hash[SHA_DIGEST_LENGTH];
    memcpy(text, key, KEY);
    memcpy(text + KEY, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11", 36);
    SHA1(text, sizeof text, hash);
    EVP_EncodeBlock((uint8_t *)accept, hash, sizeof hash);
}

/* Returns 1 if another request may follow. */
static int read_request(struct cursor *c, struct request *r, int *sure)
{
    struct head h = {.sure = *sure};
    if (read_head(c, &h, r) < 0) {
        r->whole = r->sound = r->sure = r->handshake = 0;
        return 0;
    }
    read_body(c, &h, r);
    /* To be refused, but its end is known. */
    int refused = !h.old && h.hosts != 1;
    r->handshake &= h.sound && r->whole && !h.old && h.hosts == 1 && h.upgrades && h.wants_socket &&
                    h.keys == 1 && h.versions == 1;
    if (r->handshake)
        make_accept(h.key, r->accept);
    *sure = h.sure && !refused;
    r->sure = *sure && h.sound && r->whole;
    r->sound = h.sound;
    return h.sound && r->whole && !h.closes && (!h.old || h.keeps);
}

void requests_read(const uint8_t *at, size_t n, struct requests *to)
{
    struct cursor c = {at, n, 0};
    int more = 1, sure = 1;
    memset(to, 0, sizeof *to);
    while (more) {
        size_t from = c.i;
        while (c.i < n && (at[c.i] == '\r' || at[c.i] == '\n'))
            c.i++;
        sure &= c.i == from;
        if (c.i >= n && c.i == from)
            return;
        if (to->n == REQUESTS_MOST) {
            to->full = 1;
            return;
        }
        /* Empty lines at the end may be refused like a head. */
        if (c.i >= n) {
            to->n++;
            return;
        }
        more = read_request(&c, &to->list[to->n++], &sure);
    }
}
