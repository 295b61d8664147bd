/* Fuzzes what this program reads of servers: HTTP answers and frames of WebSockets, both in pieces,
 * and URLs. However an answer or a frame is cut, the same is read. What is read has
 * bounds, and texts are UTF-8. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cable/answer.h"
#include "cable/hear.h"
#include "fuzz/promise.h"
#include "wire/frame.h"
#include "wire/url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 300 };

/* Whatever is read is read again from what is written of it. */
static void read_url(const char *text, size_t n)
{
    char url[URL_MOST + 10], origin[URL_ORIGIN], host[URL_ORIGIN], again[URL_ORIGIN + URL_MOST];
    struct url to, same;
    const char *fragment;
    n = n < sizeof url ? n : sizeof url - 1;
    memcpy(url, text, n);
    url[n] = 0;
    if (url_read(url, &to, &fragment) < 0) {
        promise(url_read(url, &to, NULL) < 0, "nothing that is refused");
        return;
    }
    promise(strlen(url) < URL_MOST && to.host[0] && to.path[0] == '/', "a host and a path");
    promise(to.port > 0 && to.port < 65536, "a port");
    promise(!fragment || (fragment > url && fragment[-1] == '#'), "what is behind the #");
    promise((fragment == NULL) == (url_read(url, &same, NULL) == 0), "fragments only if wanted");
    url_host(&to, host);
    promise(!strpbrk(to.host, "ABCDEFGHIJKLMNOPQRSTUVWXYZ@/?#[]") || strchr(to.host, '%'),
            "a name");
    promise(!strpbrk(host, " \r\n/@?#%") && !strpbrk(to.path, " \r\n#"), "one line of a request");
    snprintf(again, sizeof again, "%s%s", url_origin(&to, origin), to.path);
    promise(strlen(again) >= URL_MOST || url_read(again, &same, NULL) == 0, "it is a URL");
    promise(strlen(again) >= URL_MOST ||
                (strcmp(to.host, same.host) == 0 && strcmp(to.path, same.path) == 0 &&
                 to.port == same.port && to.tls == same.tls),
            "the same URL");
}

/* Hands pieces of so many bytes to the reader, as copies, so that reading past an end is noticed.
 * Returns how many bytes were used before it was whole or wrong. */
static size_t read_in_pieces(struct answer *a, const char *text, size_t n, size_t piece, int *state)
{
    size_t all = 0;
    *state = 0;
    while (*state == 0 && all < n) {
        size_t some = n - all < piece ? n - all : piece, used;
        char *copy = malloc(some);
        promise(copy != NULL, "memory");
        memcpy(copy, text + all, some);
        *state = answer_add(a, copy, some, &used);
        promise(used <= some && (*state || used == some), "all is used until it is whole");
        all += used;
        free(copy);
    }
    if (*state == 0)
        *state = answer_close(a);
    return all;
}

static void read_answer(const char *text, size_t n)
{
    static struct answer whole, cut;
    int state, again;
    whole = (struct answer){.most = MOST};
    size_t used = read_in_pieces(&whole, text, n, n, &state);
    for (size_t piece = 1; piece < 4; piece++) {
        cut = (struct answer){.most = MOST};
        size_t others = read_in_pieces(&cut, text, n, piece, &again);
        promise(again == state, "the same, cut anywhere");
        promise(state < 0 || (others == used && cut.status == whole.status && cut.n == whole.n &&
                              cut.keeps == whole.keeps && memcmp(cut.body, whole.body, cut.n) == 0),
                "the same answer");
        free(cut.body);
    }
    promise(state < 0 || (whole.status >= 101 && whole.status <= 599), "a status");
    promise(whole.n <= MOST && (state < 0 || whole.body[whole.n] == 0), "a body within bounds");
    free(whole.body);
}

/* A number for all that was heard. */
static uint64_t hear_in_pieces(const char *bytes, size_t n, size_t piece)
{
    struct hear h = {.most = MOST};
    struct slice what;
    enum cable_heard heard = HEARD_NOTHING;
    uint64_t sum = 1;
    for (size_t at = 0; at < n && heard < HEARD_CLOSE; at += piece) {
        hear_add(&h, bytes + at, n - at < piece ? n - at : piece);
        while ((heard = hear_next(&h, &what)) == HEARD_TEXT || heard == HEARD_PING) {
            promise(what.n <= (heard == HEARD_TEXT ? MOST : FRAME_CONTROL_MOST), "not too long");
            promise(heard != HEARD_TEXT || text_is_utf8(what.at, what.n), "UTF-8");
            for (size_t i = 0; i < what.n; i++)
                sum = 31 * sum + (unsigned char)what.at[i];
            sum = 31 * sum + (uint64_t)heard;
        }
    }
    promise(heard < HEARD_CLOSE || h.code >= 1000, "a code to close with");
    sum = 31 * sum + (uint64_t)heard + (uint64_t)h.code;
    hear_free(&h);
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data + 1;
    if (size < 2 || size > 2000)
        return 0;
    if (data[0] == 'u') {
        read_url(text, size - 1);
    } else if (data[0] == 'w') {
        uint64_t whole = hear_in_pieces(text, size - 1, size);
        for (size_t piece = 1; piece < 4; piece++)
            promise(hear_in_pieces(text, size - 1, piece) == whole, "the same, cut anywhere");
    } else {
        read_answer((const char *)data, size);
    }
    return 0;
}
