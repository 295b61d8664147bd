/* The command line of `charlatan load`: what is simulated, for how long, against which server. */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "args/args.h"
#include "load/load.h"

enum { FILES_BESIDE = 64 }; /* descriptors beside the sockets of seats, on either side */

static int usage(void)
{
    fputs("Usage: charlatan load [options]\n"
          "\n"
          "Measures how much a server can carry over real sockets: first at a steady\n"
          "rate, then at full speed, then the same with a bare echo server.\n"
          "\n"
          "  --tables N     number of tables (default 2000)\n"
          "  --seats N      people at each table, 2 to 6 (default 4)\n"
          "  --game WHICH   arcane, quacks or mixed (default mixed)\n"
          "  --seconds S    length of each phase (default 30), or of --hour (default 3600)\n"
          "  --rate R       run one phase only, at R actions a second or at max\n"
          "  --window N     answers under way at once at full speed (default 64)\n"
          "  --hour         repeat both phases for an hour, and show whether memory grows\n"
          "  --db WHERE     storage of the server: a file, postgres://... or memory\n"
          "  --url URL      measure this server: http://ADDRESS:PORT, run with --limits off\n"
          "  --pid N        its process on this machine, to read its CPU and memory\n"
          "  --no-echo      leave out the echo\n"
          "  --echo-only    measure only the echo\n"
          "  --bytes N      length of the echo's messages (default: as in play, or 300)\n"
          "  --json FILE    also write the results as JSON\n"
          "  --quiet        show no progress on standard error\n"
          "\n"
          "Ctrl-C ends with a report (status 130). Status 1: the server refused or died.\n",
          stdout);
    return STATUS_FINE;
}

static int complain(const char *what, const char *value, const char *instead)
{
    fprintf(stderr, "charlatan load: %s '%s': %s\n", what, value, instead);
    return -1;
}

static int read_number(const char *name, const char *text, double least, double most, double *to)
{
    char *end, instead[80];
    errno = 0;
    *to = strtod(text, &end);
    snprintf(instead, sizeof instead, "give a number from %g to %g.", least, most);
    if (errno || end == text || *end || !(*to >= least && *to <= most))
        return complain(name, text, instead);
    return 0;
}

static int read_whole(const char *name, const char *text, int least, int most, int *to)
{
    double number;
    if (read_number(name, text, least, most, &number) < 0)
        return -1;
    *to = (int)number;
    return *to == number ? 0 : complain(name, text, "give a whole number.");
}

static int read_game(struct load_plan *p, const char *text)
{
    static const char *const names[] = {"arcane", "quacks", "mixed"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(text, names[i])) {
            p->game = i;
            return 0;
        }
    return complain("--game", text, "the games are arcane, quacks and mixed.");
}

static int read_rate(struct load_plan *p, const char *text)
{
    p->club = strcmp(text, "max") != 0;
    p->most = !p->club;
    return p->most ? 0 : read_number("--rate", text, 0.1, 1e6, &p->rate);
}

/* http://127.0.0.1:8080, with nothing behind it but a slash. */
static int read_url(struct load_plan *p, const char *text)
{
    char end = 0;
    p->url = text;
    if ((sscanf(text, "http://%31[0-9.]:%5d%c", p->host, &p->port, &end) < 2 ||
         (end && end != '/')) ||
        p->port < 1 || p->port > 65535)
        return complain("--url", text, "give an address and a port: http://127.0.0.1:8080.");
    return 0;
}

enum {
    OPT_TABLES = 256,
    OPT_SEATS,
    OPT_GAME,
    OPT_SECONDS,
    OPT_RATE,
    OPT_WINDOW,
    OPT_HOUR,
    OPT_DB,
    OPT_URL,
    OPT_PID,
    OPT_NO_ECHO,
    OPT_ECHO_ONLY,
    OPT_BYTES,
    OPT_JSON,
    OPT_QUIET,
    OPT_SERVE,
    OPT_HELP
};

static const struct option options[] = {
    {"tables", required_argument, NULL, OPT_TABLES},
    {"seats", required_argument, NULL, OPT_SEATS},
    {"game", required_argument, NULL, OPT_GAME},
    {"seconds", required_argument, NULL, OPT_SECONDS},
    {"rate", required_argument, NULL, OPT_RATE},
    {"window", required_argument, NULL, OPT_WINDOW},
    {"hour", no_argument, NULL, OPT_HOUR},
    {"db", required_argument, NULL, OPT_DB},
    {"url", required_argument, NULL, OPT_URL},
    {"pid", required_argument, NULL, OPT_PID},
    {"no-echo", no_argument, NULL, OPT_NO_ECHO},
    {"echo-only", no_argument, NULL, OPT_ECHO_ONLY},
    {"bytes", required_argument, NULL, OPT_BYTES},
    {"json", required_argument, NULL, OPT_JSON},
    {"quiet", no_argument, NULL, OPT_QUIET},
    {"serve-echo", required_argument, NULL, OPT_SERVE}, /* what we start ourselves */
    {"help", no_argument, NULL, OPT_HELP},
    {NULL, 0, NULL, 0},
};

static int read_option(struct load_plan *p, int option, const char *value)
{
    switch (option) {
    case OPT_TABLES: return read_whole("--tables", value, 1, 100000, &p->tables);
    case OPT_SEATS: return read_whole("--seats", value, 2, 6, &p->seats);
    case OPT_GAME: return read_game(p, value);
    case OPT_SECONDS: return read_number("--seconds", value, 0.5, 1e6, &p->seconds);
    case OPT_RATE: return read_rate(p, value);
    case OPT_WINDOW: return read_whole("--window", value, 1, 100000, &p->window);
    case OPT_HOUR: p->hour = 1; return 0;
    case OPT_DB: p->db = value; return 0;
    case OPT_URL: return read_url(p, value);
    case OPT_PID: return read_whole("--pid", value, 1, 1 << 22, &p->pid);
    case OPT_NO_ECHO: p->echo = 0; return 0;
    case OPT_ECHO_ONLY: p->play = 0; return 0;
    case OPT_BYTES: return read_whole("--bytes", value, 1, 4000, &p->bytes);
    case OPT_JSON: p->json = value; return 0;
    case OPT_QUIET: p->quiet = 1; return 0;
    default: return -1;
    }
}

static int check(struct load_plan *p)
{
    if (p->url && p->db)
        return complain("--db", p->db,
                        "that is for a server that is started here; leave --url or --db out.");
    if (p->pid && !p->url)
        return complain("--pid", "", "that is for a server given with --url.");
    if (!p->play && !p->echo)
        return complain("--echo-only", "", "with --no-echo nothing is left.");
    if (p->seconds == 0)
        p->seconds = p->hour ? 3600 : 30;
    if (p->rate == 0)
        p->rate = p->tables;
    return 0;
}

int load_read_options(struct load_plan *p, int argc, char **argv, int *status)
{
    int option;
    *p = (struct load_plan){.tables = 2000,
                            .seats = 4,
                            .game = LOAD_MIXED,
                            .club = 1,
                            .most = 1,
                            .window = 64,
                            .play = 1,
                            .echo = 1};
    *status = STATUS_USAGE;
    optind = 1;
    opterr = 0;
    while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        if (option == OPT_HELP || option == 'h') {
            *status = usage();
            return -1;
        }
        if (option == OPT_SERVE) {
            *status = load_serve_echo(atoi(optarg));
            return -1;
        }
        if (option == '?')
            complain("option", argv[optind - 1], "not known, or without its value; see --help.");
        if (read_option(p, option, optarg) < 0)
            return -1;
    }
    if (optind < argc)
        return complain("argument", argv[optind], "there are options only; see --help.");
    return check(p);
}

int load_read_limits(const struct load_plan *p)
{
    struct rlimit limit;
    unsigned long need = (unsigned long)p->tables * (unsigned long)p->seats + FILES_BESIDE;
    if (getrlimit(RLIMIT_NOFILE, &limit))
        return 0;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (need <= limit.rlim_max)
        return 0;
    fprintf(
        stderr,
        "charlatan load: %d tables with %d seats need %lu open files, and this system allows %lu\n"
        "(ulimit -Hn). Take fewer tables, or raise the hard limit.\n",
        p->tables, p->seats, need, (unsigned long)limit.rlim_max);
    return -1;
}
