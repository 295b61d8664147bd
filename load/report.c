/* Prints the results for people: two columns of figures, memory, the echo and the goals. */
#include "load/report.h"

#include "load/plan.h"
#include "load/results.h"

/* The goals of docs/scale.md. A missed goal is printed and is no failure: the exit status does not
 * depend on the machine. */
static const double goal_ratio = 0.5, goal_p99_ms = 5, goal_seat_bytes = 4096;

double load_per_cpu(const struct load_figures *f)
{
    return f->cpu > 0 ? (double)(f->net.messages_in + f->net.messages_out) / f->cpu : 0;
}

double load_echo_per_cpu(const struct load_echo *e)
{
    return e->cpu > 0 ? (double)e->messages / e->cpu : 0;
}

/* At full speed if it was measured, since the echo runs so, too. 0: not known. */
double load_ratio(const struct load_results *r)
{
    double echo = load_echo_per_cpu(&r->echo);
    return echo > 0 ? load_per_cpu(r->most.oks ? &r->most : &r->club) / echo : 0;
}

/* In milliseconds; `part` 1 is the longest, exactly. */
static double ms(const struct histogram *h, double part)
{
    return 1e-6 * (double)histogram_quantile(h, part);
}

/* ---- the phases ---- */

/* A phase that was run. The report has one or two of them. */
struct load_column {
    const char *name;
    const struct load_figures *f;
};

/* A negative value is "not known" and is printed as a question mark. */
static void row(FILE *to, const char *name, const char *form, const struct load_column *c, int n,
                double (*of)(const struct load_figures *))
{
    char text[32];
    fprintf(to, "  %-38s", name);
    for (int i = 0; i < n; i++) {
        double value = of(c[i].f);
        snprintf(text, sizeof text, form, value);
        fprintf(to, "%14s", value < 0 ? "?" : text);
    }
    fputc('\n', to);
}

/* Of n things that were counted in the phase. */
static double per_second(const struct load_figures *f, uint64_t n)
{
    return f->seconds > 0 ? (double)n / f->seconds : 0;
}

static double actions(const struct load_figures *f)
{
    return per_second(f, f->oks);
}

/* Either the tables are too few for the rate, or the server answers too late. */
static double unsent(const struct load_figures *f)
{
    return (double)(f->due - f->sent);
}

static double ok_p50(const struct load_figures *f)
{
    return ms(&f->ok, 0.5);
}

static double ok_p99(const struct load_figures *f)
{
    return ms(&f->ok, 0.99);
}

static double ok_p999(const struct load_figures *f)
{
    return ms(&f->ok, 0.999);
}

static double ok_most(const struct load_figures *f)
{
    return ms(&f->ok, 1);
}

static double all_p50(const struct load_figures *f)
{
    return ms(&f->all, 0.5);
}

static double all_p99(const struct load_figures *f)
{
    return ms(&f->all, 0.99);
}

static double late_p99(const struct load_figures *f)
{
    return ms(&f->late, 0.99);
}

static double messages_in(const struct load_figures *f)
{
    /* What we send comes in at the server. */
    return per_second(f, f->net.messages_out);
}

static double messages_out(const struct load_figures *f)
{
    return per_second(f, f->net.messages_in);
}

static double event_mean(const struct load_figures *f)
{
    return f->event.n ? (double)f->event_bytes / (double)f->event.n : 0;
}

static double event_median(const struct load_figures *f)
{
    return (double)histogram_quantile(&f->event, 0.5);
}

/* Both directions, with the heads of frames, of all seats of the table together. */
static double action_bytes(const struct load_figures *f)
{
    return f->oks ? (double)(f->net.bytes_in + f->net.bytes_out) / (double)f->oks : 0;
}

static double cpu(const struct load_figures *f)
{
    return f->cpu < 0 || f->seconds <= 0 ? -1 : 100 * f->cpu / f->seconds;
}

static double own(const struct load_figures *f)
{
    return f->seconds > 0 ? 100 * f->own / f->seconds : -1;
}

/* The ticks of /proc/stat are coarser than the other clocks, so the difference may fall below 0. */
static double others(const struct load_figures *f)
{
    double rest = f->busy - f->own - f->cpu;
    return f->cpu < 0 || f->seconds <= 0 ? -1 : rest > 0 ? 100 * rest / f->seconds : 0;
}

/* In microseconds. */
static double action_cpu(const struct load_figures *f)
{
    return f->cpu < 0 || !f->oks ? -1 : 1e6 * f->cpu / (double)f->oks;
}

/* Directions are those of the server, as in its own metrics; the crowd counts from its side. */
static void report_phases(const struct load_column *c, int n, FILE *to)
{
    fprintf(to, "%40s", "");
    for (int i = 0; i < n; i++)
        fprintf(to, "%14s", c[i].name);
    fputc('\n', to);
    row(to, "actions per second", "%.0f", c, n, actions);
    row(to, "not sent, because no seat was free", "%.0f", c, n, unsent);
    row(to, "time to the ok: p50, ms", "%.2f", c, n, ok_p50);
    row(to, "                p99, ms", "%.2f", c, n, ok_p99);
    row(to, "                p99.9, ms", "%.2f", c, n, ok_p999);
    row(to, "                longest, ms", "%.2f", c, n, ok_most);
    row(to, "time to the last seat's event: p50, ms", "%.2f", c, n, all_p50);
    row(to, "                               p99, ms", "%.2f", c, n, all_p99);
    row(to, "sending delay of this program: p99, ms", "%.2f", c, n, late_p99);
    row(to, "messages received per second", "%.0f", c, n, messages_in);
    row(to, "messages sent per second", "%.0f", c, n, messages_out);
    row(to, "bytes per event: median", "%.0f", c, n, event_median);
    row(to, "                 mean", "%.0f", c, n, event_mean);
    row(to, "bytes per action, in all", "%.0f", c, n, action_bytes);
    row(to, "CPU of the server, % of a core", "%.0f", c, n, cpu);
    row(to, "CPU of this program, % of a core", "%.0f", c, n, own);
    row(to, "CPU of all others, % of a core", "%.0f", c, n, others);
    row(to, "CPU of the server per action, us", "%.0f", c, n, action_cpu);
    row(to, "messages per CPU-second, both ways", "%.0f", c, n, load_per_cpu);
}

/* If other programs use more than this percentage of a core, the report says so. */
enum { OTHERS_MAY = 20 };

/* What makes the figures above doubtful. Nothing if all went well. */
static void report_troubles(const struct load_column *c, int n, FILE *to)
{
    for (int i = 0; i < n; i++) {
        const struct load_figures *f = c[i].f;
        if (f->games)
            fprintf(to, "  %s: %llu games ended and started again\n", c[i].name,
                    (unsigned long long)f->games);
        if (others(f) > OTHERS_MAY)
            fprintf(
                to,
                "  %s: other programs used %.0f %% of a core; without them it would be faster\n",
                c[i].name, others(f));
        if (f->noes)
            fprintf(to, "  %s: %llu answers REFUSED; the first: %s\n", c[i].name,
                    (unsigned long long)f->noes, f->complaint);
    }
}

/* ---- memory ---- */

static double mib(int64_t bytes)
{
    return (double)bytes / 1048576;
}

/* Bytes of the server's own memory for each seat, without what it needs with no tables. Negative or
 * meaningless if own_idle is -1: callers look first. */
static double own_seat(const struct load_plan *p, const struct load_memory *m)
{
    return (double)(m->own_idle - (m->own_fresh > 0 ? m->own_fresh : 0)) / p->tables / p->seats;
}

/* Figures that are missing because a step was not reached are left out. */
static void report_resident(const struct load_plan *p, const struct load_memory *m, FILE *to)
{
    double seats = (double)p->tables * p->seats;
    fprintf(to, "\nMemory of the server (resident): %.1f MiB fresh", mib(m->fresh));
    if (m->founded >= 0)
        fprintf(to, ", %.1f with %d tables", mib(m->founded), p->tables);
    if (m->idle >= 0)
        fprintf(to, ", %.1f with all seats idle", mib(m->idle));
    if (m->end >= 0)
        fprintf(to, ", %.1f at the end", mib(m->end));
    fputc('\n', to);
    if (m->idle >= 0)
        fprintf(to, "  %.0f bytes per table, %.0f per socket; together %.0f per seat\n",
                (double)(m->founded - m->fresh) / p->tables, (double)(m->idle - m->founded) / seats,
                (double)(m->idle - m->fresh) / seats);
}

/* The resident size is only known with a pid, the own memory only with metrics. */
static void report_memory(const struct load_plan *p, const struct load_memory *m, FILE *to)
{
    if (m->fresh >= 0)
        report_resident(p, m, to);
    if (m->own_idle >= 0)
        fprintf(to, "  own memory (charlatan_memory_bytes): %.1f MiB idle, %.0f bytes per seat\n",
                mib(m->own_idle), own_seat(p, m));
    if (m->own_end >= 0)
        fprintf(to, "  own memory at the end: %.1f MiB\n", mib(m->own_end));
}

/* Flushed, because people watch an hour grow in a file. */
void load_report_minute(const struct load_minute *m, FILE *to)
{
    fprintf(to, "%6.0f s  %8.0f actions/s  p50 %7.2f ms  p99 %7.2f ms", m->at, m->actions, m->p50,
            m->p99);
    if (m->resident >= 0)
        fprintf(to, "  resident %8.1f MiB", mib(m->resident));
    if (m->own >= 0)
        fprintf(to, "  own %8.1f MiB", mib(m->own));
    fputc('\n', to);
    fflush(to);
}

/* Prints nothing if one of the two is not known. Returns whether they are. */
static int report_growth(const char *name, int64_t from, int64_t end, FILE *to)
{
    double growth = (double)(end - from) / (double)from;
    int known = from > 0 && end > 0;
    if (known)
        fprintf(to, "; %s %.1f to %.1f MiB (%+.1f %%): %s", name, mib(from), mib(end), 100 * growth,
                growth < 0.05 ? "flat" : "NOT flat");
    return known;
}

/* Compares the end of the first third with the end, so that caches that fill up do not count as
 * growth. */
static void report_minutes(const struct load_results *r, FILE *to)
{
    if (r->minutes < 3)
        return;
    const struct load_minute *a = &r->minute[r->minutes / 3], *b = &r->minute[r->minutes - 1];
    fprintf(to, "\nMemory from %.0f s to %.0f s", a->at, b->at);
    int known = report_growth("resident", a->resident, b->resident, to);
    known |= report_growth("own", a->own, b->own, to);
    fputs(known ? "\n" : ": not known\n", to);
}

/* ---- the echo, and the goals ---- */

/* Per CPU-second counts both ways, like the figure of the server it is compared with. */
static void report_echo(const struct load_echo *e, FILE *to)
{
    if (!e->done)
        return;
    fprintf(
        to,
        "\nA bare echo, %d sockets, messages of %zu bytes:\n"
        "  %.0f messages per second, %.0f per CPU-second (both ways), p50 %.2f ms, p99 %.2f ms\n"
        "  CPU of the echo %.0f %%, of this program %.0f %%, of all others %.0f %% of a core\n",
        e->sockets, e->size, (double)e->messages / e->seconds, load_echo_per_cpu(e),
        ms(&e->back, 0.5), ms(&e->back, 0.99), 100 * e->cpu / e->seconds, 100 * e->own / e->seconds,
        100 * (e->busy - e->cpu - e->own) / e->seconds);
}

/* `format` takes the value and then the aim, both doubles. */
static void goal(FILE *to, int met, const char *format, double value, double aim)
{
    fprintf(to, "  %-9s", met ? "met" : "NOT met");
    fprintf(to, format, value, aim);
    fputc('\n', to);
}

/* A goal whose figure was not measured is left out, not missed. */
static void report_goals(const struct load_plan *p, const struct load_results *r, FILE *to)
{
    double p99 = ms(&r->club.ok, 0.99), seat = own_seat(p, &r->memory), ratio = load_ratio(r);
    fputs("\nGoals\n", to);
    if (ratio > 0)
        goal(to, ratio >= goal_ratio,
             "messages per CPU-second: %.2f times the echo's (goal: at least %.1f)", ratio,
             goal_ratio);
    if (r->club.oks)
        goal(to, p99 < goal_p99_ms, "p99 at the steady rate: %.2f ms (goal: less than %.0f)", p99,
             goal_p99_ms);
    if (r->memory.own_idle >= 0)
        goal(to, seat <= goal_seat_bytes,
             "server memory per idle seat: %.0f bytes (goal: at most %.0f)", seat, goal_seat_bytes);
}

/* Works with whatever was measured before an end: columns of phases that were never counted are
 * left out. */
void load_report(const struct load_plan *p, const struct load_results *r, FILE *to)
{
    struct load_column c[2];
    int n = 0;
    if (r->club.seconds > 0)
        c[n++] = (struct load_column){"at the rate", &r->club};
    if (r->most.seconds > 0)
        c[n++] = (struct load_column){"max", &r->most};
    if (r->founding > 0)
        fprintf(to, "%d tables with %d seats, %s; created in %.1f s\n\n", p->tables, p->seats,
                load_game_names[p->game], r->founding);
    if (n) {
        report_phases(c, n, to);
        report_troubles(c, n, to);
    }
    report_memory(p, &r->memory, to);
    report_minutes(r, to);
    report_echo(&r->echo, to);
    if (n)
        report_goals(p, r, to);
    if (r->interrupted)
        fputs("\nInterrupted: the figures cover the time until then.\n", to);
}
