/* The sentences of messages that tell people of their turn, in English and German. */
#include <string.h>

#include "server/notify/calls.h"
#include "server/notify/push_seal.h"
#include "wire/write.h"

static int is_german(const char *lang)
{
    return strcmp(lang, "de") == 0;
}

/* How long the person has, such as " You have 2 days and 3 h."; "" without a clock, or with less
 * than a minute left. */
static void say_time(const struct match *m, int seat, const char *lang, int64_t now, char to[80])
{
    int64_t until = match_until(m, seat), minutes = (until - now) / 60000;
    int de = is_german(lang);
    to[0] = 0;
    if (until == INT64_MAX || minutes < 1)
        return;
    long long days = minutes / 1440, hours = minutes / 60 % 24;
    if (days)
        snprintf(to, 80, de ? " Du hast noch %lld %s und %lld h." : " You have %lld %s and %lld h.",
                 days, days == 1 ? (de ? "Tag" : "day") : (de ? "Tage" : "days"), hours);
    else if (hours)
        snprintf(to, 80, de ? " Du hast noch %lld h." : " You have %lld h.", hours);
    else
        snprintf(to, 80, de ? " Du hast noch %lld min." : " You have %lld min.",
                 (long long)minutes);
}

/* JSON for the page's service worker (web/src/app), which shows it as it is. */
void call_words_push(struct call_parcel *p, const struct match *m, int seat, const char *lang,
                     int64_t now)
{
    struct writer w = {0};
    char time[80], body[400];
    say_time(m, seat, lang, now, time);
    snprintf(body, sizeof body,
             is_german(lang) ? "%s, du bist an der Reihe.%s" : "%s, it is your turn.%s",
             m->seat[seat].name, time);
    write_begin(&w, '{');
    write_member_string(&w, "title", m->session.game->title);
    write_member_string(&w, "body", body);
    write_member_string(&w, "table", p->table);
    write_member_string(&w, "lang", is_german(lang) ? "de" : "en");
    write_end(&w, '}');
    MUST(w.n < sizeof p->text);
    memcpy(p->text, w.at, w.n);
    p->text[w.n] = 0;
    writer_free(&w);
}

/* "Ann", "Ann and Bob", "Ann, Bob and Cleo". */
static void say_names(const struct match *m, uint32_t seats, const char *lang, char *to,
                      size_t room)
{
    size_t n = 0;
    to[0] = 0;
    for (int seat = 0; seat < m->players; seat++) {
        if (!(seats >> seat & 1))
            continue;
        uint32_t after = seats >> (seat + 1);
        n += (size_t)snprintf(to + n, room - n, "%s%s", m->seat[seat].name,
                              !after                ? ""
                              : after & (after - 1) ? ", "
                              : is_german(lang)     ? " und "
                                                    : " and ");
        MUST(n < room);
    }
}

/* Slack reads &, < and > as its own signs: "<!channel>" would call everybody. In place; a text that
 * grows too long is cut, never within an escape of ours. */
static void escape(char *text, size_t room)
{
    char from[PUSH_TEXT];
    size_t n = 0;
    snprintf(from, sizeof from, "%s", text);
    for (const char *c = from; *c && n + 6 < room; c++) {
        const char *as = *c == '&' ? "&amp;" : *c == '<' ? "&lt;" : *c == '>' ? "&gt;" : NULL;
        n += (size_t)(as ? snprintf(text + n, room - n, "%s", as)
                         : snprintf(text + n, room - n, "%c", *c));
    }
    text[n] = 0;
}

/* Discord and Slack name the text differently. The link is added as it is. */
static void write_shape(struct call_parcel *p, const char *text)
{
    struct writer w = {0};
    char all[PUSH_TEXT];
    snprintf(all, sizeof all, "%s %s", text, p->link);
    write_begin(&w, '{');
    write_member_string(&w, p->shape == CALL_DISCORD ? "content" : "text", all);
    if (p->shape == CALL_DISCORD) {
        /* Names may look like calls for everybody; nobody is called. */
        write_key(&w, "allowed_mentions");
        write_raw(&w, "{\"parse\":[]}", 12);
    }
    write_end(&w, '}');
    MUST(w.n < sizeof p->text);
    memcpy(p->text, w.at, w.n);
    p->text[w.n] = 0;
    writer_free(&w);
}

/* p->shape and p->link must be set. A hook's message names people as the table does, and nothing of
 * the game but whose turn it is. */
void call_words_hook(struct call_parcel *p, const struct match *m, uint32_t seats, const char *lang)
{
    char names[MAX_SEATS * (MATCH_NAME + 8)], text[PUSH_TEXT / 2 + 200];
    int many = (seats & (seats - 1)) != 0, de = is_german(lang);
    say_names(m, seats, lang, names, sizeof names);
    snprintf(text, sizeof text,
             de ? (many ? "%s sind an der Reihe." : "%s ist an der Reihe.")
                : (many ? "%s: it is your turn." : "It is %s's turn."),
             names);
    snprintf(p->title, sizeof p->title, "charlatan: %s", m->session.game->title);
    if (p->shape == CALL_SLACK)
        escape(text, sizeof text);
    if (p->shape == CALL_NTFY)
        snprintf(p->text, sizeof p->text, "%s", text);
    else
        write_shape(p, text);
}
