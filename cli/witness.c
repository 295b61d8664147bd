/* `charlatan witness`: reads the command line of a witness and runs it. */
#include <stdio.h>
#include <sys/stat.h>

#include "args/args.h"
#include "args/commands.h"
#include "wire/hex.h"
#include "server/witness/run.h"

enum { USUAL_PORT = 8090 };

/* As many as a server may have. */
enum { HOSTS_MOST = 16 };

/* 0 and 1, as the option's field has them. */
static const char *const off_or_on[] = {"off", "on", NULL};
/* Names besides those of this machine; the last row is NULL. */
static const char *hosts[HOSTS_MOST + 1];

/* Keeps a pointer into argv. The list is static because the options of a witness have only the
 * pointer. */
static const char *read_host(void *to, const struct arg *row, const char *text)
{
    int n = 0;
    (void)to, (void)row;
    while (hosts[n])
        n++;
    if (!host_is_name(text))
        return "give a name without a port, such as witness.example.org";
    if (n == HOSTS_MOST)
        return "at most 16 can be named";
    hosts[n] = text;
    return NULL;
}

static const struct arg options[] = {
    ARGS_TEXT("db", "FILE", struct witness_options, db,
              "where its key and its transcripts are kept (required)"),
    ARGS_NUMBER(ARG_WHOLE, "port", "N", struct witness_options, transport.port, 0, 65535,
                "port to listen on; 0 takes any free port (default 8090)"),
    ARGS_TEXT("bind", "ADDRESS", struct witness_options, transport.bind,
              "127.0.0.1: this machine (default); 0.0.0.0: the network"),
    ARGS_CALL("host", "NAME", read_host, 0, 0, "answer to this name too; may be repeated"),
    ARGS_FLAG("behind-proxy", struct witness_options, transport.behind_proxy,
              "read client addresses from X-Forwarded-For"),
    ARGS_CHOICE("limits", "on|off", struct witness_options, limits, off_or_on,
                "limit what one address may ask for (default on)"),
    ARGS_FLAG("quiet", struct witness_options, quiet, "print nothing but warnings and errors"),
    {0},
};

static const struct args command_line = {
    .command = "witness",
    .head = "Usage: charlatan witness --db FILE [--port 8090] [--bind 127.0.0.1] ...\n"
            "\n"
            "Runs a witness: it holds half of the luck of other servers' matches, so that\n"
            "no server knows what comes. It gives out a part for each action and logs every\n"
            "request. A server uses it with 'charlatan serve --witness URL --witness-key\n"
            "KEY'. It should be run by someone other than the server's operator\n"
            "(docs/operations.md, docs/fairness.md).\n"
            "\n",
    .foot = "\n"
            "Publish the key it prints, so that players can compare it. SIGTERM or Ctrl-C\n"
            "stops it; nothing is lost.\n",
    .column = 22,
    .rows = options,
};

/* Called once the port is open; with --port 0 it is the one that the system chose. The key is what
 * players compare, so it is printed at every start. */
static void ready(void *arg, int port, const uint8_t key[WITNESS_KEY])
{
    const struct witness_options *o = arg;
    char text[2 * WITNESS_KEY + 1];
    hex_write(key, WITNESS_KEY, text);
    if (!o->quiet)
        printf("the witness is at http://%s:%d, its key is %s\n", o->transport.bind, port, text);
    fflush(stdout);
}

/* The umask is for the ledger, which holds secrets of running games. --db has no default: a ledger
 * that is lost by mistake would end matches that others count on. Returns when SIGTERM or Ctrl-C
 * has stopped it. */
int witness_main(int argc, char **argv)
{
    /* No page of a browser may ask a witness: only servers do. */
    static const char *const none[] = {NULL};
    struct witness_options o = {
        .transport = {.bind = "127.0.0.1", .port = USUAL_PORT, .origins = none, .hosts = hosts},
        .limits = 1};
    char **rest;
    int status = args_read(&command_line, argc, argv, &o, &rest, NULL);
    if (status >= 0)
        return status;
    if (*rest)
        return args_complain("witness", "argument", *rest, "only options are allowed; see --help");
    if (!o.db)
        return args_say("witness", STATUS_USAGE, "say where its ledger is kept, with --db FILE");
    umask(077);
    return witness_run(&o, ready, &o) == 0 ? STATUS_FINE : STATUS_FAILED;
}
