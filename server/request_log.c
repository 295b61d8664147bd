/* Lines about requests and sockets: failures of the server as warnings, all others for those who
 * look for something (--log-level debug). */
#include "server/request_log.h"

#include "server/http/limits.h"
#include "server/log.h"

/* A word of ours, never the client's. */
static const char *method_of(const struct http *h)
{
    return h->method == HTTP_POST  ? "POST"
           : h->head_only          ? "HEAD"
           : h->method == HTTP_GET ? "GET"
                                   : "other";
}

/* A server whose store is away fails whoever asks, as often as they ask, /health included. So that
 * nobody fills the log, further failures are only counted. On the loop's thread alone. Says with
 * the next warning how many were left out. */
static int may_warn(uint64_t now)
{
    static const struct limits_rate rate = {100, 60};
    static struct limits_bucket lines;
    static long long left_out;
    if (!bucket_take(&lines, rate, (int64_t)now + 1)) {
        left_out++;
        return 0;
    }
    if (left_out)
        log_say(LOG_SAYS_WARNING, "requests-left-out", LOG_FIELDS(LOG_N("count", left_out)),
                "%lld more requests failed", left_out);
    left_out = 0;
    return 1;
}

/* The path itself is not written: it may hold anything. */
void request_log_answer(const struct http *h, uint64_t now)
{
    enum log_level level = h->status >= 500 && may_warn(now) ? LOG_SAYS_WARNING : LOG_SAYS_DEBUG;
    const char *route = h->route ? h->route : "page", *reason = h->reason ? h->reason : "";
    long long ms = now > h->began ? (long long)(now - h->began) : 0;
    if (!log_wants(level))
        return;
    log_say(level, "request",
            LOG_FIELDS(LOG_T("request", h->request), LOG_T("method", method_of(h)),
                       LOG_T("route", route), LOG_T("table", h->table), LOG_N("status", h->status),
                       LOG_T("reason", reason), LOG_T("address", h->address), LOG_N("ms", ms)),
            "request %s: %s %s%s%s: %d%s%s, %lld ms, from %s", h->request, method_of(h), route,
            h->table[0] ? ", table " : "", h->table, h->status, reason[0] ? " " : "", reason, ms,
            h->address);
}

void request_log_opened(const struct peer *p)
{
    log_say(LOG_SAYS_DEBUG, "socket-opened",
            LOG_FIELDS(LOG_T("socket", p->request), LOG_T("address", p->address)),
            "socket %s opened from %s", p->request, p->address);
}

void request_log_closed(const struct peer *p)
{
    const char *why = p->bye[0] ? p->bye : "client";
    log_say(LOG_SAYS_DEBUG, "socket-closed",
            LOG_FIELDS(LOG_T("socket", p->request), LOG_T("reason", why)), "socket %s closed: %s",
            p->request, why);
}
