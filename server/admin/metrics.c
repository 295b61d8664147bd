/* Writes the server's counters in the text format of Prometheus. */
#include "server/admin/metrics.h"

#include <string.h>

#include "server/host.h"
#include "server/http/limits.h"
#include "server/server.h"
#include "server/server_only.h"
#include "server/tables/tables.h"

/* The name gets the prefix; `help` must be one line. */
static void line(struct writer *w, const char *name, const char *type, const char *help,
                 uint64_t value)
{
    char text[320];
    int n = snprintf(text, sizeof text,
                     "# HELP charlatan_%s %s\n# TYPE charlatan_%s %s\ncharlatan_%s %llu\n", name,
                     help, name, type, name, (unsigned long long)value);
    w->comma = 0;
    write_raw(w, text, (size_t)n);
}

static void count(struct writer *w, const char *name, const char *help, uint64_t value)
{
    line(w, name, "counter", help, value);
}

static void gauge(struct writer *w, const char *name, const char *help, uint64_t value)
{
    line(w, name, "gauge", help, value);
}

/* A histogram; `label` is "" or like {what="read"}. Counts are those of all buckets up to this. */
static void write_spread(struct writer *w, const char *name, const char *label,
                         const struct spread *s)
{
    char text[160];
    uint64_t so_far = 0;
    for (int i = 0; i <= SPREAD_BUCKETS; i++) {
        char bound[24] = "+Inf";
        so_far += s->count[i];
        if (i < SPREAD_BUCKETS)
            snprintf(bound, sizeof bound, "%g", (double)spread_bound_us(i) / 1e6);
        int n = snprintf(text, sizeof text, "charlatan_%s_bucket{%s%sle=\"%s\"} %llu\n", name,
                         label, label[0] ? "," : "", bound, (unsigned long long)so_far);
        w->comma = 0;
        write_raw(w, text, (size_t)n);
    }
    const char *open = label[0] ? "{" : "", *close = label[0] ? "}" : "";
    int n =
        snprintf(text, sizeof text, "charlatan_%s_sum%s%s%s %.9g\ncharlatan_%s_count%s%s%s %llu\n",
                 name, open, label, close, (double)s->sum_ns / 1e9, name, open, label, close,
                 (unsigned long long)so_far);
    w->comma = 0;
    write_raw(w, text, (size_t)n);
}

/* Once for each name, however many labels follow it. */
static void write_spread_head(struct writer *w, const char *name, const char *help)
{
    char text[240];
    int n = snprintf(text, sizeof text, "# HELP charlatan_%s %s\n# TYPE charlatan_%s histogram\n",
                     name, help, name);
    w->comma = 0;
    write_raw(w, text, (size_t)n);
}

/* The queue's figures are a copy, as its thread goes on counting. */
static void write_times(const struct server *s, struct writer *w)
{
    struct queue_figures f;
    queue_figures(s->host->queue, &f);
    write_spread_head(w, "loop_seconds",
                      "turns of the loop; for so long nothing else could be answered");
    write_spread(w, "loop_seconds", "", &s->times.loop);
    write_spread_head(w, "store_seconds", "time in the store, by what it was asked");
    write_spread(w, "store_seconds", "what=\"append\"", &f.append_time);
    write_spread(w, "store_seconds", "what=\"read\"", &f.read_time);
    write_spread_head(w, "fold_seconds", "computing a table from its log");
    write_spread(w, "fold_seconds", "", &s->times.fold);
}

/* Names and meanings are a contract with whoever draws them: docs/operations.md names some. */
static void write_tables(const struct server *s, struct writer *w)
{
    const struct server_figures *f = &s->figures;
    gauge(w, "tables", "tables in memory", f->tables);
    gauge(w, "tables_aside", "tables whose log this program cannot use", f->aside);
    count(w, "tables_founded_total", "tables founded here", f->founded);
    count(w, "entries_total", "entries stored by this node", f->entries);
    count(w, "moves_total", "moves taken, bots' included", f->moves);
    count(w, "bot_moves_total", "answers of bots", f->bot_moves);
    count(w, "refused_total", "requests of sockets refused", f->refused);
    count(w, "conflicts_total", "entries refused because another node was faster", f->conflicts);
    count(w, "looks_total", "requests and hellos for which the log was read once more", f->looks);
    count(w, "snapshots_stored_total", "snapshots of tables given to the store", f->shots);
    count(w, "snapshots_distrusted_total",
          "snapshots that did not fit their logs and were not used", f->distrusted);
    count(w, "resumed_total", "sockets that resumed after a lost connection", f->resumed);
    count(w, "snapshots_total", "snapshots sent", f->snapshots);
    count(w, "calls_total", "messages that told somebody of their turn", f->calls);
    count(w, "calls_lost_total", "messages that nobody took, after several tries", f->calls_lost);
}

/* Only where there is a witness: an alarm on `witness_well` would ring everywhere else. */
static void write_witness(const struct server *s, struct writer *w)
{
    const struct server_figures *f = &s->figures;
    if (!s->inquiries)
        return;
    gauge(w, "witness_well", "1 if the witness has answered the last time, else 0",
          parts.inquiries_is_well(s->inquiries) != 0);
    gauge(w, "witness_waiting", "tables and foundings that wait for the witness",
          parts.inquiries_waiting(s->inquiries));
    count(w, "witness_answers_total", "answers of the witness", f->witness_answers);
    count(w, "witness_refused_total", "answers of the witness that could not be used",
          f->witness_refused);
}

static void write_transport(const struct server *s, const struct host_figures *all,
                            struct writer *w)
{
    const struct transport_figures *f = &all->transport;
    gauge(w, "connections", "open connections, WebSockets included", s->doors.connections);
    count(w, "connections_refused_total",
          "connections that were more than allowed: closed, or only told so", s->figures.shut_out);
    gauge(w, "bodies_bytes", "memory of the bodies that are being received or answered",
          s->doors.bytes);
    count(w, "bodies_refused_total", "bodies refused because there were too many",
          s->figures.bodies_refused);
    count(w, "bodies_late_total", "bodies that did not arrive in time", s->figures.bodies_slow);
    gauge(w, "sockets", "open WebSockets", f->peers);
    count(w, "http_requests_total", "HTTP requests", f->requests);
    count(w, "heads_refused_total", "heads of requests that could not be read", f->heads_refused);
    count(w, "messages_in_total", "WebSocket messages received", f->messages_in);
    count(w, "messages_out_total", "WebSocket messages sent", f->messages_out);
    count(w, "bytes_in_total", "bytes of those received", f->bytes_in);
    count(w, "bytes_out_total", "bytes of those sent, with frames", f->bytes_out);
    count(w, "slow_total", "sockets closed because they did not read", f->slow);
}

/* The queue counts for itself; what the server notices about the store is in its own figures. */
static void write_store(const struct server *s, struct writer *w)
{
    struct queue_figures f;
    queue_figures(s->host->queue, &f);
    gauge(w, "store_well", "1 if the store can be read and written, else 0", s->store_well != 0);
    count(w, "store_outages_total", "times that the store began to fail", s->figures.outages);
    count(w, "gaps_total", "times that the server stood still for more than two seconds",
          s->figures.gaps);
    gauge(w, "store_waiting", "entries not stored yet", queue_waiting(s->host->queue));
    count(w, "store_entries_total", "entries given to the store", f.entries);
    count(w, "store_transactions_total", "transactions", f.transactions);
    count(w, "store_failures_total", "transactions that failed", f.failures);
    count(w, "store_busy_microseconds_total", "time spent in the store", f.busy_ns / 1000);
}

/* Figures of the workers, and of what the server has found about bots. */
static void write_bots(const struct server *s, const struct workers_figures *f, struct writer *w)
{
    gauge(w, "bots_waiting", "bots' answers that are being computed or wait for a thread",
          f->waiting);
    count(w, "bots_hurried_total", "answers given with less thinking than usual", f->hurried);
    count(w, "bots_over_budget_total",
          "those of them given because an address had used up its thinking time", f->over_budget);
    count(w, "bots_spent_total",
          "seconds that bots of a table waited because too much was stored for an address",
          s->figures.bots_spent);
    count(w, "bots_failed_total", "programs that failed as bots, once a seat",
          s->figures.programs_failed);
    count(w, "bots_busy_microseconds_total", "time spent by bots", f->busy_ns / 1000);
}

/* On the loop's thread. Counting the memory of all tables takes a walk over them. */
void metrics_write(struct server *s, struct writer *w)
{
    struct host_figures f;
    s->host->figures(s->host, &f);
    write_tables(s, w);
    write_witness(s, w);
    write_transport(s, &f, w);
    write_store(s, w);
    write_bots(s, &f.workers, w);
    write_times(s, w);
    gauge(w, "memory_bytes", "memory the server's own code holds for tables, sockets and addresses",
          sizeof *s + tables_bytes(s) + f.transport_bytes + limits_bytes(s->limits));
}
