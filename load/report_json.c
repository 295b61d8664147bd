/* Writes the results for programs, as one JSON object. What is not known is null. */
#include <jansson.h>

#include "args/args.h"
#include "load/plan.h"
#include "load/report.h"
#include "load/results.h"

/* 0 is a value for some figures and "not known" for others, so the caller says which. */
static json_t *real(double value, int known)
{
    return known ? json_real(value) : json_null();
}

/* Negative means "not known" (struct load_memory). */
static json_t *whole(int64_t value)
{
    return value >= 0 ? json_integer(value) : json_null();
}

/* In milliseconds. `most` is exact, the others to 3 %; all are null if nothing was counted. */
static json_t *spans(const struct histogram *h)
{
    static const struct {
        const char *name;
        double part;
    } parts[] = {{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p999", 0.999}, {"most", 1}};
    json_t *o = json_object();
    json_object_set_new(o, "n", json_integer((json_int_t)h->n));
    for (int i = 0; i < 5; i++)
        json_object_set_new(o, parts[i].name,
                            real(1e-6 * (double)histogram_quantile(h, parts[i].part), h->n > 0));
    return o;
}

/* null if the phase was not run. Messages and bytes are named from the server's side, so `in` and
 * `out` are exchanged. The format and the arguments are one list each and have to agree: json_pack
 * finds a difference only when it runs. */
static json_t *phase(const struct load_figures *f)
{
    int known = f->cpu >= 0;
    if (f->seconds <= 0)
        return json_null();
    return json_pack(
        "{s:f, s:f, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:I, s:I, s:I, s:I, s:I, s:I, "
        "s:I, s:I, s:o, s:f, s:f, s:o}",
        "seconds", f->seconds, "actions_per_second", (double)f->oks / f->seconds, "due",
        (json_int_t)f->due, "sent", (json_int_t)f->sent, "ok", (json_int_t)f->oks, "no",
        (json_int_t)f->noes, "lost", (json_int_t)f->lost, "games", (json_int_t)f->games, "ok_ms",
        spans(&f->ok), "all_ms", spans(&f->all), "late_ms", spans(&f->late), "messages_in",
        (json_int_t)f->net.messages_out, "messages_out", (json_int_t)f->net.messages_in, "bytes_in",
        (json_int_t)f->net.bytes_out, "bytes_out", (json_int_t)f->net.bytes_in, "events",
        (json_int_t)f->event.n, "event_bytes", (json_int_t)f->event_bytes, "event_median",
        (json_int_t)histogram_quantile(&f->event, 0.5), "event_most", (json_int_t)f->event.most,
        "server_cpu", real(f->cpu, known), "own_cpu", f->own, "busy_cpu", f->busy,
        "messages_per_cpu_second", real(load_per_cpu(f), known && f->cpu > 0));
}

static json_t *memory(const struct load_memory *m)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "fresh", whole(m->fresh), "founded",
                     whole(m->founded), "idle", whole(m->idle), "end", whole(m->end), "own_fresh",
                     whole(m->own_fresh), "own_idle", whole(m->own_idle), "own_end",
                     whole(m->own_end));
}

/* null if it was not run to its end. Sizes are without the heads of frames. */
static json_t *echo(const struct load_echo *e)
{
    if (!e->done)
        return json_null();
    return json_pack("{s:i, s:I, s:f, s:I, s:f, s:f, s:f, s:o, s:o}", "sockets", e->sockets,
                     "bytes", (json_int_t)e->size, "seconds", e->seconds, "messages",
                     (json_int_t)e->messages, "cpu", e->cpu, "own_cpu", e->own, "busy_cpu", e->busy,
                     "back_ms", spans(&e->back), "messages_per_cpu_second",
                     real(load_echo_per_cpu(e), e->cpu > 0));
}

/* Empty without --hour. */
static json_t *minutes(const struct load_results *r)
{
    json_t *list = json_array();
    for (int i = 0; i < r->minutes; i++) {
        const struct load_minute *m = &r->minute[i];
        json_array_append_new(list, json_pack("{s:f, s:f, s:f, s:f, s:o, s:o}", "at", m->at,
                                              "actions_per_second", m->actions, "p50", m->p50,
                                              "p99", m->p99, "resident", whole(m->resident), "own",
                                              whole(m->own)));
    }
    return list;
}

/* Returns 0, or -1 with a message on standard error; the file may be incomplete then. Also written
 * after a failure, whose reason is its last member ("" if there was none). */
int load_report_json(const struct load_plan *p, const struct load_results *r, const char *path)
{
    json_t *o =
        json_pack("{s:i, s:i, s:s, s:f, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:s}", "tables",
                  p->tables, "seats", p->seats, "game", load_game_names[p->game], "rate", p->rate,
                  "founding", real(r->founding, r->founding > 0), "club", phase(&r->club), "max",
                  phase(&r->most), "memory", memory(&r->memory), "echo", echo(&r->echo), "ratio",
                  real(load_ratio(r), load_ratio(r) > 0), "minutes", minutes(r), "interrupted",
                  r->interrupted, "failure", r->failure);
    int status = o ? json_dump_file(o, path, JSON_INDENT(1) | JSON_REAL_PRECISION(6)) : -1;
    json_decref(o);
    if (status < 0)
        args_say_file("load", STATUS_FAILED, path);
    return status;
}
