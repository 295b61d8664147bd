/* Plays the inputs of the socket fuzzer, line by line (fuzz/fuzz_socket.c). */
#include "fuzz/socket/script.h"

#include <stdio.h>
#include <unistd.h>

#include "fuzz/socket/houses.h"
#include "fuzz/socket/wrongs.h"

enum { LINES = 3, STEPS = 80, PENDING_MOST = 1 << 18, TURNS = 4, WAIT_MOST = 100 };

static struct line lines[LINES], *now = lines;

void script_begin(void)
{
    for (int i = 0; i < LINES; i++)
        lines[i] = (struct line){.fd = -1, .spoil_in = -1};
}

/* ---- placeholders and escapes ---- */

static void put_number(struct bytes *to, long long n)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", n);
    bytes_text(to, text);
}

/* Returns how many characters it was. */
static size_t put_place(struct bytes *to, const char *at, const char *end)
{
    const struct known *k = known_of(now);
    int which = end - at > 2 ? at[2] - '0' : -1;
    if (end - at < 2 || !strchr("ITQANHZ", at[1])) {
        bytes_text(to, "$");
        return 1;
    }
    if (at[1] == 'I' && which >= 0 && which < k->ids)
        bytes_text(to, k->id[which]);
    if (at[1] == 'T' && which >= 0 && which < k->tokens)
        bytes_text(to, k->token[which]);
    if (at[1] == 'Q')
        put_number(to, now->ear.asked);
    if (at[1] == 'N')
        put_number(to, now->ear.n);
    if (at[1] == 'A')
        bytes_text(to, now->ear.action);
    for (int i = 0; at[1] == 'Z' && i < 4; i++)
        bytes_text(to, "0123456789abcdef");
    if (at[1] == 'H') {
        bytes_text(to, "127.0.0.1:");
        put_number(to, house_port(now->house));
    }
    return at[1] == 'I' || at[1] == 'T' ? 3 : 2;
}

static int hex_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static size_t put_escape(struct bytes *to, const char *at, const char *end)
{
    static const char names[] = "rnt0\\", meant[] = "\r\n\t\0\\";
    const char *name = end - at > 1 ? strchr(names, at[1]) : NULL;
    if (end - at > 3 && at[1] == 'x' && hex_of(at[2]) >= 0 && hex_of(at[3]) >= 0) {
        uint8_t byte = (uint8_t)(hex_of(at[2]) << 4 | hex_of(at[3]));
        bytes_add(to, &byte, 1);
        return 4;
    }
    bytes_add(to, name && *name ? meant + (name - names) : at, 1);
    return name && *name ? 2 : 1;
}

/* What a text of a script means. */
static void put_text(struct bytes *to, const char *at, const char *end)
{
    while (at < end && to->n < PENDING_MOST)
        if (*at == '$')
            at += put_place(to, at, end);
        else if (*at == '\\')
            at += put_escape(to, at, end);
        else
            bytes_add(to, at++, 1);
}

/* ---- what is said ---- */

static void need_line(void)
{
    if (now->fd < 0)
        line_dial(now, PLAIN, house_port(PLAIN), "");
}

/* The next word of a line; what follows it is left. */
static struct bytes next_word(const char **at, const char *end)
{
    struct bytes word = {0};
    const char *from = *at;
    while (*at < end && **at != ' ')
        ++*at;
    put_text(&word, from, *at);
    *at += *at < end;
    return word;
}

static void do_ask(const char *at, const char *end)
{
    struct bytes *to = &now->pending;
    struct bytes method = next_word(&at, end), path = next_word(&at, end),
                 token = next_word(&at, end), body = {0};
    put_text(&body, at, end);
    bytes_add(to, method.at, method.n);
    bytes_text(to, " ");
    bytes_add(to, path.at, path.n);
    bytes_text(to, " HTTP/1.1\r\nHost: localhost\r\n");
    if (token.n > 1) {
        bytes_text(to, "Authorization: Bearer ");
        bytes_add(to, token.at, token.n);
        bytes_text(to, "\r\n");
    }
    if (body.n || (method.n && *method.at == 'P')) {
        bytes_text(to, "Content-Length: ");
        put_number(to, (long long)body.n);
        bytes_text(to, "\r\n");
    }
    bytes_text(to, "\r\n");
    bytes_add(to, body.at, body.n);
    bytes_free(&method);
    bytes_free(&path);
    bytes_free(&token);
    bytes_free(&body);
}

static void do_shake(const char *at, const char *end)
{
    struct bytes *to = &now->pending;
    bytes_text(to, "GET ");
    put_text(to, at < end ? at : "/ws", at < end ? end : strchr("/ws", 0));
    bytes_text(to, " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                   "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: charlatan\r\n\r\n");
}

static void put_big_endian(struct bytes *to, uint64_t n, int bytes)
{
    while (bytes-- > 0) {
        uint8_t byte = (uint8_t)(n >> 8 * bytes);
        bytes_add(to, &byte, 1);
    }
}

/* The length that a frame claims to have. */
static uint64_t claimed(const char *ways, uint64_t n)
{
    return strchr(ways, '!')            ? (uint64_t)1 << 40
           : strchr(ways, '+')          ? n + 1
           : strchr(ways, '-') && n > 0 ? n - 1
                                        : n;
}

static void do_frame(const char *at, const char *end)
{
    static const uint8_t mask[4] = {0x1f, 0xe2, 0x80, 0x5a};
    struct bytes flags = next_word(&at, end), ways = next_word(&at, end), text = {0};
    bytes_add(&flags, "", 1);
    bytes_add(&ways, "", 1);
    const char *way = (const char *)ways.at;
    int masked = strchr(way, 'u') ? 0 : 0x80;
    put_text(&text, at, end);
    uint64_t n = claimed(way, text.n);
    int wide = strchr(way, '8') || n > 65535 ? 8 : strchr(way, '2') || n > 125 ? 2 : 0;
    put_big_endian(&now->pending, strtoul((const char *)flags.at, NULL, 16), 1);
    put_big_endian(&now->pending, (wide == 8 ? 127 : wide ? 126 : n) | (unsigned)masked, 1);
    put_big_endian(&now->pending, n, wide);
    if (masked)
        bytes_add(&now->pending, mask, 4);
    for (size_t i = 0; masked && i < text.n; i++)
        text.at[i] ^= mask[i % 4];
    bytes_add(&now->pending, text.at, strchr(way, 'h') ? text.n / 2 : text.n);
    bytes_free(&flags);
    bytes_free(&ways);
    bytes_free(&text);
}

static unsigned long next_number(const char **at, const char *end)
{
    struct bytes word = next_word(at, end);
    bytes_add(&word, "", 1);
    unsigned long n = strtoul((const char *)word.at, NULL, 10);
    bytes_free(&word);
    return n;
}

static void do_h2(const char *at, const char *end)
{
    unsigned long type = next_number(&at, end), flags = next_number(&at, end),
                  stream = next_number(&at, end);
    struct bytes text = {0};
    put_text(&text, at, end);
    put_big_endian(&now->pending, text.n, 3);
    put_big_endian(&now->pending, type, 1);
    put_big_endian(&now->pending, flags, 1);
    put_big_endian(&now->pending, stream, 4);
    bytes_add(&now->pending, text.at, text.n);
    bytes_free(&text);
}

static void do_bytes(const char *at, const char *end)
{
    put_text(&now->pending, at, end);
}

static void do_many(const char *at, const char *end)
{
    struct bytes text = {0};
    unsigned long n = next_number(&at, end);
    put_text(&text, at, end);
    while (n-- > 0 && text.n && now->pending.n < PENDING_MOST)
        bytes_add(&now->pending, text.at, text.n);
    bytes_free(&text);
}

/* ---- what is done ---- */

static void do_cut(const char *at, const char *end)
{
    (void)at, (void)end;
    line_flush(now);
    line_listen(now);
}

/* Answers that must come are awaited. A socket gets time for what takes a few turns of a loop. */
static void do_pause(const char *at, const char *end)
{
    int64_t until = now_ms() + (wrongs_counted ? 500 : PATIENCE_MS);
    uint64_t before = now->ear.messages;
    do_cut(at, end);
    while (line_owed(now) > 0) {
        line_wait(now, 500);
        line_listen(now);
        line_expect(now, line_owed(now) <= 0 || now_ms() < until, "requests are answered");
    }
    for (int i = now->ear.in_socket ? TURNS : 1;
         i > 0 && now->ear.messages == before && now->fd >= 0 && !now->ended; i--) {
        house_catch_up(now->house);
        line_listen(now);
    }
}

static void do_drip(const char *at, const char *end)
{
    now->piece = (uint32_t)next_number(&at, end);
}

static void do_spoil(const char *at, const char *end)
{
    unsigned long n = next_number(&at, end);
    now->spoil_in = n < PENDING_MOST ? (int64_t)n : -1;
    now->spoil_how = at < end ? *at : 'r';
}

static void do_tls(const char *at, const char *end)
{
    struct bytes word = next_word(&at, end);
    bytes_add(&word, "", 1);
    line_flush(now);
    line_trick(now, (const char *)word.at);
    bytes_free(&word);
}

static void do_shut(const char *at, const char *end)
{
    do_cut(at, end);
    line_shut(now);
}

static void do_reset(const char *at, const char *end)
{
    do_cut(at, end);
    line_reset(now);
}

static void do_close(const char *at, const char *end)
{
    do_cut(at, end);
    line_close(now);
}

static void do_on(const char *at, const char *end)
{
    unsigned long n = next_number(&at, end);
    line_flush(now);
    now = &lines[n % LINES];
}

static void dial(enum house h, const char *at, const char *end)
{
    struct bytes how = next_word(&at, end);
    bytes_add(&how, "", 1);
    int64_t spoil_in = now->spoil_in;
    line_close(now);
    now->spoil_in = spoil_in;
    line_dial(now, h, house_port(h), (const char *)how.at);
    bytes_free(&how);
}

static void do_plain(const char *at, const char *end)
{
    dial(PLAIN, at, end);
}

static void do_secret(const char *at, const char *end)
{
    dial(SECRET, at, end);
}

static void do_witness(const char *at, const char *end)
{
    dial(WITNESS, at, end);
}

static void do_hasty(const char *at, const char *end)
{
    dial(HASTY, at, end);
}

static void do_guarded(const char *at, const char *end)
{
    dial(GUARDED, at, end);
}

static void do_wait(const char *at, const char *end)
{
    unsigned long ms = next_number(&at, end);
    line_flush(now);
    usleep((useconds_t)(ms < WAIT_MOST ? ms : WAIT_MOST) * 1000);
    line_listen(now);
}

/* ---- scripts ---- */

static const struct {
    const char *word;
    void (*run)(const char *at, const char *end);
    /* It needs a connection. */
    int says;
} verbs[] = {
    {"plain", do_plain, 0}, {"secret", do_secret, 0},   {"witness", do_witness, 0},
    {"on", do_on, 0},       {"spoil", do_spoil, 0},     {"ask", do_ask, 1},
    {"shake", do_shake, 1}, {"f", do_frame, 1},         {"h2", do_h2, 1},
    {">", do_bytes, 1},     {"*", do_many, 1},          {"cut", do_cut, 1},
    {"pause", do_pause, 1}, {"drip", do_drip, 1},       {"tls", do_tls, 1},
    {"shut", do_shut, 1},   {"reset", do_reset, 1},     {"close", do_close, 1},
    {"hasty", do_hasty, 0}, {"guarded", do_guarded, 0}, {"wait", do_wait, 0},
};

static void run_line(const char *at, const char *end)
{
    const char *rest = at;
    while (rest < end && *rest != ' ')
        rest++;
    size_t n = (size_t)(rest - at);
    rest += rest < end;
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strlen(verbs[i].word) != n || memcmp(verbs[i].word, at, n) != 0)
            continue;
        if (verbs[i].says)
            need_line();
        verbs[i].run(rest, end);
    }
}

void script_play(const char *at, size_t size)
{
    now = lines;
    for (int i = 0; i < STEPS && size > 0; i++) {
        const char *end = memchr(at, '\n', size);
        size_t n = end ? (size_t)(end - at) : size;
        run_line(at, at + n);
        at += n + (end != NULL);
        size -= n + (end != NULL);
    }
}

/* Once a server has read all that was sent, nothing may come any more that nobody asked for. */
void script_end(void)
{
    int used[HOUSES] = {0};
    for (int i = 0; i < LINES; i++) {
        if (lines[i].fd >= 0)
            line_flush(&lines[i]);
        used[lines[i].house] |= lines[i].fd >= 0;
    }
    for (enum house h = 0; h < HOUSES; h++)
        if (used[h])
            house_catch_up(h);
    for (int i = 0; i < LINES; i++) {
        line_listen(&lines[i]);
        line_close(&lines[i]);
    }
}

void script_drop(void)
{
    for (int i = 0; i < LINES; i++)
        line_free(&lines[i]);
}
