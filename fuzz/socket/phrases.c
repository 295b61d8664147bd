/* The vocabulary of the socket fuzzer, and how its inputs are put together. */
#include "fuzz/socket/phrases.h"

#include <stdio.h>

#include "fuzz/luck.h"

/* ---- words ---- */

#define PICK(list) (list)[below((uint32_t)(sizeof(list) / sizeof(list)[0]))]

static const char *const dials[] = {
    "plain",       "plain",     "plain",      "plain",     "plain",      "plain",     "plain",
    "plain",       "plain",     "secret t",   "secret th", "secret th2", "secret t2", "secret ts",
    "secret tshn", "secret to", "secret tho", "secret g",  "plain g",    "witness",   "witness",
    "witness",     "hasty t",   "hasty th",   "guarded",   "guarded",    "guarded",
};

/* What the API understands: method, path, token, body. */
static const char *const asks[] = {
    "GET /live -",
    "GET /ready -",
    "GET /health -",
    "HEAD /health -",
    "GET /metrics -",
    "GET /api/games -",
    "HEAD /api/games -",
    "GET /openapi.json -",
    "GET / -",
    "GET /api/rules -",
    "GET /api/tables -",
    "GET /api/tables?state=running&limit=2 -",
    "GET /api/history?game=null -",
    "GET /api/tables/$I0 -",
    "GET /api/tables/$I2 -",
    "GET /api/tables/$I0/record $T0",
    "GET /api/tables/$I0/review -",
    "GET /api/tables/$I0/keys $T0",
    "POST /api/tables - {\"game\":\"null\",\"seats\":[\"me\",\"open\"]}",
    "POST /api/tables - {\"game\":\"null\",\"seats\":[\"me\",\"random\"]}",
    "POST /api/tables - {\"game\":\"arcane\",\"seats\":[\"me\",\"random\"]}",
    "POST /api/tables - {\"game\":\"quacks\",\"seats\":[\"me\",\"open\"],\"wait\":true}",
    "POST /api/tables/$I1/join - {\"name\":\"Bo\"}",
    "POST /api/tables/$I2/join - {}",
    "POST /api/tables/$I1/start $T1 {\"fill\":\"random\"}",
    "POST /api/tables/$I0/leave $T0",
    "POST /api/tables/$I0/takeover $T0 {}",
    "POST /api/tables/$I0/rematch $T0 {}",
    "POST /api/tables/$I1/door $T1 {\"locked\":false}",
    "POST /api/tables/$I1/remove $T1 {\"seat\":1}",
    "POST /api/tables/$I0/link $T0",
    "POST /api/tables/$I0/open - {\"link\":\"$T2\"}",
    "POST /api/tables/$I0/revoke $T0 {\"others\":true}",
    "POST /api/mine - {\"seats\":[{\"table\":\"$I0\",\"token\":\"$T0\"}]}",
    "POST /api/practice - {\"table\":\"$I0\",\"n\":1}",
    "POST /api/practice - {\"record\":\"x\",\"n\":1}",
    "POST /api/nothing - {}",
    "PUT /api/tables - {}",
    "DELETE /api/tables/$I0 $T0",
    "OPTIONS /api/tables -",
    "GET /witness -",
    "POST /witness - {\"requests\":[]}",
    "POST /witness - {\"requests\":[{\"ask\":{\"match\":\"00\",\"n\":0}}]}",
    "POST /witness - {\"requests\":[{\"open\":{\"commitment\":\"$Z\",\"asker\":\"$Z\"}}]}",
    "GET /witness/$Z -",
    "GET /witness/00 -",
};

static const char *const methods[] = {
    "GET",    "GET",  "GET",   "GET",     "GET",     "POST",   "POST",
    "POST",   "HEAD", "HEAD",  "PUT",     "OPTIONS", "PATCH",  "PRI",
    "DELETE", "get",  "TRACE", "CONNECT", "",        "GE\\0T", "\\xff",
};

static const char *const targets[] = {
    "/live",
    "/live",
    "/live",
    "/ws",
    "/ws",
    "/api/tables",
    "/api/tables",
    "/api/mine",
    "/api/practice",
    "/witness",
    "/",
    "*",
    "/api/tables/$I0/join",
    "/api/tables/$I0/../$I1",
    "http://$H/live",
    "//live",
    "/live?a=b&c&=&d=%00%zz%",
    "/%6cive",
    "/live%00",
    "/live%2e%2e%2f..//../../etc/passwd",
    "/live#x",
    "?",
    "live",
    "\\0",
    "/\\x80\\xff",
    "$H",
    "/live\\t",
};

static const char *const versions[] = {
    " HTTP/1.1", " HTTP/1.1",  " HTTP/1.1",  " HTTP/1.1",    " HTTP/1.1", " HTTP/1.1",
    " HTTP/1.1", " HTTP/1.0",  " HTTP/1.0",  " HTTP/2.0",    " HTTP/1.2", " HTTP/0.9",
    "",          " HTTP/1.1 ", "  HTTP/1.1", " HTTP/1.1\\0", " http/1.1", " HTTP/11",
};

static const char *const headers[] = {
    "Content-Length: 5",
    "Content-Length: 5",
    "Content-Length: 0",
    "Content-Length: 2",
    "Content-Length: -1",
    "Content-Length: +5",
    "Content-Length: 0x5",
    "Content-Length: 5, 5",
    "Content-Length: 5, 6",
    "Content-Length: 65536",
    "Content-Length: 65537",
    "Content-Length: 2097152",
    "Content-Length: 2147483648",
    "Content-Length: 4294967301",
    "Content-Length: 18446744073709551615",
    "Content-Length: 18446744073709551621",
    "Content-Length: 99999999999999999999999999999999",
    "Content-Length:",
    "Content-Length: 5 5",
    "Content-Length : 5",
    " Content-Length: 5",
    "Content-Length:\\t5",
    "Content-Length: 005",
    "Content-Length: 5\\0",
    "content-length: 7",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: identity",
    "Transfer-Encoding: gzip, chunked",
    "Transfer-Encoding: chunked, identity",
    "Transfer-Encoding: xchunked",
    "Transfer-Encoding : chunked",
    "Transfer-Encoding:\\x0bchunked",
    "Transfer-Encoding:\\r\\n chunked",
    "transfer-encoding: Chunked",
    "Expect: 100-continue",
    "Expect: 200-ok",
    "Connection: close",
    "Connection: keep-alive",
    "Connection: Upgrade",
    "Connection: Upgrade",
    "Connection: Upgrade, HTTP2-Settings",
    "Connection: Upgrade, HTTP2-Settings",
    "Connection: keep-alive, Upgrade",
    "Connection: close, Upgrade",
    "Connection: Content-Length",
    "Connection: ,,,",
    "Upgrade: h2c",
    "Upgrade: h2c",
    "Upgrade: websocket",
    "Upgrade: websocket",
    "Upgrade: TLS/1.0",
    "Upgrade: h2c, websocket",
    "Upgrade: websocket, h2c",
    "Upgrade: h2",
    "Upgrade: foo",
    "Upgrade:",
    "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
    "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
    "HTTP2-Settings: !",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Key: dGhl",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Version: 8",
    "Sec-WebSocket-Protocol: charlatan",
    "Sec-WebSocket-Protocol: http",
    "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
    "Origin: http://$H",
    "Origin: http://evil.example",
    "Origin: null",
    "Origin: https://play.example",
    "Host: evil.example",
    "Host: localhost",
    "Host:",
    "Authorization: Bearer $T0",
    "Authorization: Bearer $T1",
    "Authorization: Basic QTpC",
    "Authorization: Digest username=\"x\"",
    "Accept-Encoding: gzip",
    "Accept-Encoding: gzip;q=0, br, *",
    "If-None-Match: *",
    "Range: bytes=0-1,5-",
    "X-Forwarded-For: 1.2.3.4, 5.6.7.8",
    "X-Forwarded-For: 2001:db8:7::1",
    "X-Forwarded-For: 5.6.7.8:90",
    "Cookie: a=b; c",
    "Content-Type: application/json",
    "Content-Type: multipart/form-data; boundary=x",
    "Content-Encoding: gzip",
    "TE: trailers",
    "Max-Forwards: 0",
    "X: \\x01",
    "X\\0: y",
    ": y",
    "X",
    "X y: z",
    "\\x80: z",
    "X: \\xff\\xfe",
    "X: a\\r\\n b",
    "X: a\\rb",
    "X:",
    "\\t",
};

/* A body, or what follows one. */
static const char *const bodies[] = {
    "01234",
    "{}",
    "01234GET /live HTTP/1.1\\r\\nHost: $H\\r\\n\\r\\n",
    "GET /live HTTP/1.1\\r\\nHost: $H\\r\\n\\r\\n",
    "5\\r\\n01234\\r\\n0\\r\\n\\r\\n",
    "5\\r\\n01234\\r\\n0\\r\\n\\r\\nGET /live HTTP/1.1\\r\\nHost: $H\\r\\n\\r\\n",
    "0\\r\\n\\r\\nGET /live HTTP/1.1\\r\\nHost: $H\\r\\n\\r\\n",
    "5;x=y\\r\\n01234\\r\\n0\\r\\nX: y\\r\\n\\r\\n",
    "ffffffffffffffff\\r\\n0",
    "-1\\r\\n\\r\\n",
    "{\"game\":\"null\",\"seats\":[\"me\",\"open\"]}",
    "[[[[[[[[[[[[[[[[[[[[[[[[",
    "{\"a\":1,\"a\":2}",
    "{\"name\":\"\\xff\"}",
    "--x\\r\\nContent-Disposition: form-data; name=a\\r\\n\\r\\nb\\r\\n--x--\\r\\n",
};

static const char *const ends[] = {"\\r\\n", "\\r\\n", "\\r\\n", "\\r\\n", "\\r\\n",
                                   "\\r\\n", "\\r\\n", "\\n",    "\\r",    "\\n\\r"};

static const char *const messages[] = {
    "{\"hello\":{\"api\":2,\"table\":\"$I0\",\"token\":\"$T0\"}}",
    "{\"hello\":{\"api\":2,\"table\":\"$I0\",\"token\":\"$T0\"}}",
    "{\"hello\":{\"api\":2,\"table\":\"$I0\",\"token\":\"$T0\",\"people\":true,\"n\":0}}",
    "{\"hello\":{\"api\":2,\"table\":\"$I1\",\"token\":\"$T1\",\"people\":true}}",
    "{\"hello\":{\"api\":2,\"table\":\"$I2\",\"token\":\"$T2\"}}",
    "{\"hello\":{\"api\":2,\"table\":\"$I0\"}}",
    "{\"hello\":{\"api\":2,\"table\":\"aaaaaaaaaaaaaaaa\"}}",
    "{\"id\":1,\"n\":$Q,\"do\":\"$A\"}",
    "{\"id\":1,\"n\":$Q,\"do\":\"$A\"}",
    "{\"id\":2,\"n\":$Q,\"do\":\"$A\"}",
    "{\"id\":2,\"undo\":true}",
    "{\"id\":3,\"grant\":true}",
    "{\"id\":4,\"leave\":true}",
    "{\"id\":5,\"back\":true}",
    "{\"id\":6,\"start\":\"random\"}",
    "{\"id\":8,\"react\":\"wow\"}",
    "{\"id\":10,\"door\":{\"locked\":true}}",
    "{\"id\":7,\"reveal\":\"00\"}",
    "{\"id\":99999999999999999999}",
    "{\"id\":1,\"n\":1e400}",
    "{",
    "[]",
    "\"\\xed\\xa0\\x80\"",
    "\\xff",
    "{\"a\":\"\\xf4\\x90\\x80\\x80\"}",
    "\\0",
    "",
};

/* ---- lines ---- */

static void write_text(struct bytes *to, const char *text)
{
    bytes_text(to, text);
}

static void write_number(struct bytes *to, uint32_t n)
{
    char text[16];
    snprintf(text, sizeof text, "%u", n);
    write_text(to, text);
}

/* Small numbers, those around powers of two, any. */
static uint32_t some_number(uint32_t most)
{
    uint32_t power = 1u << below(22), how = below(3);
    uint32_t n = how == 0 ? below(16) : how == 1 ? power - 1 + below(3) : below(most);
    return n % most;
}

static void write_line(struct bytes *to, const char *word, const char *text)
{
    write_text(to, word);
    write_text(to, text);
    write_text(to, "\n");
}

static void write_raw(struct bytes *to)
{
    char text[8];
    write_text(to, "> ");
    for (uint32_t n = 1 + below(24); n > 0; n--) {
        snprintf(text, sizeof text, "\\x%02x", below(256));
        write_text(to, text);
    }
    write_text(to, "\n");
}

static void write_header(struct bytes *to, const char *end)
{
    if (below(24) == 0) {
        write_text(to, "X: \n* ");
        write_number(to, some_number(9000));
        write_text(to, " ab\n> ");
    } else {
        write_text(to, PICK(headers));
    }
    write_text(to, end);
}

/* A request that need not be one. */
static void write_request(struct bytes *to)
{
    const char *end = below(3) ? "\\r\\n" : PICK(ends);
    write_text(to, "> ");
    write_text(to, PICK(methods));
    write_text(to, " ");
    write_text(to, PICK(targets));
    write_text(to, PICK(versions));
    write_text(to, end);
    if (below(6)) {
        write_text(to, "Host: $H");
        write_text(to, end);
    }
    for (uint32_t n = below(7); n > 0; n--)
        write_header(to, below(12) ? end : PICK(ends));
    if (below(12))
        write_text(to, end);
    if (below(2))
        write_text(to, PICK(bodies));
    write_text(to, "\n");
}

/* A handshake in which each line may be wrong. */
static void write_handshake(struct bytes *to)
{
    static const char *const lines[][6] = {
        {"Host: $H", "Host: $H", "Host: localhost", "Host: evil.example", "",
         "Host: $H\\r\\nHost: $H"},
        {"Upgrade: websocket", "Upgrade: WebSocket", "Upgrade: h2c", "Upgrade: h2c, websocket", "",
         "Upgrade: websocket, h2c"},
        {"Connection: Upgrade", "Connection: keep-alive, upgrade", "Connection: close", "",
         "Connection: Upgrade, HTTP2-Settings", "Connection: Upgrade, close"},
        {"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZR==", "Sec-WebSocket-Key: x",
         "Sec-WebSocket-Key: !!!!!!!!!!!!!!!!!!!!!!==", "", "Sec-WebSocket-Key:"},
        {"Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 8", "Sec-WebSocket-Version: 013", "",
         "Sec-WebSocket-Version: 13, 8", "Sec-WebSocket-Version:"},
        {"Sec-WebSocket-Protocol: charlatan", "Sec-WebSocket-Protocol: x, charlatan",
         "Sec-WebSocket-Protocol: charlatan, http", "Sec-WebSocket-Protocol: http", "",
         "Sec-WebSocket-Protocol: Charlatan"},
        {"", "Origin: http://$H", "Origin: http://evil.example", "HTTP2-Settings: AAMAAABk",
         "Sec-WebSocket-Extensions: permessage-deflate", "Content-Length: 5"},
    };
    uint32_t wrong = below(3);
    write_text(to, below(8) ? "> GET /ws HTTP/1.1\\r\\n" : "> GET /live HTTP/1.1\\r\\n");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const char *line = lines[i][below(8) < wrong ? below(6) : 0];
        write_text(to, line);
        write_text(to, *line ? "\\r\\n" : "");
    }
    write_text(to, "\\r\\n\n");
}

/* Frames: mostly whole texts, sometimes anything. */
static void write_frame(struct bytes *to)
{
    static const char *const flags[] = {"81", "81", "81", "81", "01", "00", "80", "88", "89",
                                        "8a", "82", "c1", "83", "8b", "09", "f1", "91"};
    static const char *const ways[] = {"m",  "m",  "m",  "m",  "m",   "m",  "u",  "m2",
                                       "m8", "m+", "m!", "u+", "m8!", "m-", "mh", "u2"};
    static const char *const codes[] = {
        "\\x03\\xe8", "\\x03\\xe8bye", "\\x03",           "",
        "\\x03\\xed", "\\x00\\x00",    "\\x03\\xe8\\xff", "\\x13\\x88"};
    write_text(to, "f ");
    const char *flag = PICK(flags);
    write_text(to, flag);
    write_text(to, " ");
    write_text(to, PICK(ways));
    write_text(to, " ");
    write_text(to, flag[1] == '8' ? PICK(codes) : PICK(messages));
    if (below(12) == 0) {
        write_text(to, "\n* ");
        write_number(to, some_number(70000));
        write_text(to, " a");
    }
    write_text(to, "\n");
}

static void write_h2(struct bytes *to)
{
    uint32_t frames = 1 + below(4);
    if (below(4) == 0) {
        write_line(to, "> GET /live HTTP/1.1\\r\\nHost: $H\\r\\nUpgrade: h2c\\r\\n", "");
        write_line(to, "> Connection: Upgrade, HTTP2-Settings\\r\\n", "");
        write_line(to, "> HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\\r\\n\\r\\n", "");
        write_line(to, "pause", "");
    }
    if (below(2))
        write_text(to, "> PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n\n");
    while (frames--) {
        write_text(to, "h2 ");
        write_number(to, below(11));
        write_text(to, " ");
        write_number(to, below(3) ? 0 : below(256));
        write_text(to, " ");
        write_number(to, below(2) ? 1 : some_number(1u << 22));
        write_text(to, " ");
        for (uint32_t n = below(3); n > 0; n--)
            write_text(to, PICK(bodies));
        write_text(to, below(2) ? "\n" : "\ncut\n");
    }
}

static void write_sayings(struct bytes *to)
{
    uint32_t which = below(16);
    if (which < 5)
        write_line(to, "ask ", PICK(asks));
    else if (which < 8)
        write_request(to);
    else if (which < 9)
        write_handshake(to);
    else if (which < 11)
        write_line(to, "shake", below(4) ? "" : " /live");
    else if (which < 14)
        write_frame(to);
    else if (which < 15)
        write_h2(to);
    else
        write_raw(to);
}

/* What happens to a connection. */
static void write_doing(struct bytes *to)
{
    static const char *const doings[] = {"pause",  "pause",  "pause",    "pause",     "cut",
                                         "cut",    "shut",   "reset",    "close",     "on 0",
                                         "on 1",   "on 2",   "tls keys", "tls again", "tls bye",
                                         "drip 1", "drip 7", "drip 100"};
    static const char *const times[] = {"wait 25", "wait 45", "wait 65"};
    static const char *const accidents[] = {" r", " r", " f", " x", " d", " 2"};
    if (below(6) == 0) {
        write_text(to, "spoil ");
        write_number(to, below(3) ? below(300) : some_number(5000));
        write_line(to, PICK(accidents), "");
        return;
    }
    write_line(to, below(512) ? PICK(doings) : PICK(times), "");
}

/* A guest who knows how it is done. */
static void write_play(struct bytes *to)
{
    write_line(to, "shake", "");
    write_line(to, "f 81 m ", messages[below(4)]);
    write_line(to, "pause", "");
    for (uint32_t n = below(4); n > 0; n--) {
        write_line(to, "f 81 m {\"id\":1,\"n\":$Q,\"do\":\"$A\"}", "");
        write_line(to, below(3) ? "pause" : "cut", "");
    }
}

static void write_visit(struct bytes *to)
{
    write_line(to, PICK(dials), "");
    for (uint32_t n = 1 + below(4); n > 0; n--) {
        write_line(to, "ask ", PICK(asks));
        write_line(to, below(3) ? "pause" : "cut", "");
    }
}

static void write_some(struct bytes *to)
{
    uint32_t which = below(10);
    if (which < 2)
        write_line(to, PICK(dials), "");
    else if (which < 5)
        write_sayings(to);
    else if (which < 8)
        write_doing(to);
    else if (which < 9)
        write_play(to);
    else
        write_visit(to);
}

void phrases_write(struct bytes *to, uint64_t seed)
{
    luck = seed;
    if (below(16) == 0)
        write_line(to, "spoil ", "0 r");
    for (uint32_t n = 1 + below(1 + below(24)); n > 0; n--)
        write_some(to);
}

/* ---- changes ---- */

void phrases_change(const uint8_t *from, size_t n, struct bytes *to, uint64_t seed)
{
    luck = seed;
    uint32_t every = 2 + below(12);
    for (size_t i = 0; i < n;) {
        const uint8_t *end = memchr(from + i, '\n', n - i);
        size_t line = end ? (size_t)(end - from) - i + 1 : n - i;
        uint32_t what = below(every) ? 4 : below(4);
        if (what == 0)
            write_some(to);
        if (what != 1)
            bytes_add(to, from + i, line);
        if (what == 2)
            bytes_add(to, from + i, line);
        /* A byte within the line, not its end. */
        if (what == 3 && line > 3)
            to->at[to->n - 2 - below((uint32_t)line - 2)] ^= (uint8_t)(1u << below(7));
        i += line;
    }
    write_some(to);
}
