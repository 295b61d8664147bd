/* `charlatan serve`: reads the command line of the server, finds its data folder and opens the
 * browser. */
#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "args/args.h"
#include "args/commands.h"
#include "rulebook/rulebook.h"
#include "server/http/certificate.h"
#include "server/http/transport.h"
#include "server/log.h"
#include "server/serve.h"
#include "server/server_only.h"
#include "server/tables/bot_programs.h"
#include "wire/hex.h"
#include "wire/url.h"

#define FOR_OPERATORS "for operators"

/* Days that tables are kept. A clock of a game may run for 90 days without a move. KEEP_IDLE must
 * be above 90, or a slow game would be deleted while it is played. */
enum { KEEP_FINISHED = 90, KEEP_CLOSED = 30, KEEP_IDLE = 100 };

/* PATH_MOST is Linux's PATH_MAX. */
enum { COLUMN = 22, USUAL_PORT = 8080, ORIGINS_MOST = 16, PATH_MOST = 4096 };

/* The server's options, and what only this file needs. `origins` is a list that ends with NULL. */
struct serve_options {
    struct server_options o;
    /* Each --origin and --host, and the names on the certificate; one place more for the NULL at
     * the end. */
    const char *origins[ORIGINS_MOST + 1], *hosts[2 * ORIGINS_MOST + 1];
    char certified[ORIGINS_MOST][CERTIFICATE_NAME];
    /* Each --push-host, with the usual services behind them, and each --webhook-host; both end with
     * NULL. */
    const char *push_hosts[ORIGINS_MOST + 8], *hook_hosts[ORIGINS_MOST + 1];
    /* How many there are of each; --open, --quiet; whether --port was given, as only a default port
     * may be replaced; and whether --witness-key was. */
    int origins_n, hosts_n, push_n, hooks_n, open, quiet, port_given, has_witness_key;
    /* Each --bot, and why the last one was refused. */
    struct exec_bot programs[PROGRAMS_MOST];
    struct refusal why;
    /* The path of the default database, if --db is not given. */
    char db[PATH_MOST];
};

/* ---- where data lives ---- */

/* Makes all folders above the file. Only their owner may read them: the data hold the seeds of
 * running games. Folders that exist keep their permissions. 0, or -1 with errno; folders made until
 * then stay. */
static int make_folders(const char *path)
{
    char part[PATH_MOST];
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        snprintf(part, sizeof part, "%.*s", (int)(slash - path), path);
        if (mkdir(part, 0700) < 0 && errno != EEXIST)
            return -1;
    }
    return 0;
}

/* The XDG folder, if it is an absolute path, else the one below HOME. If there is neither, the user
 * must give --db. 0, or -1 after a message. The file itself is made by the store. */
static int usual_db(char db[PATH_MOST])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    /* The XDG specification: a relative path is to be ignored. */
    int n = data && data[0] == '/' ? snprintf(db, PATH_MOST, "%s/charlatan/charlatan.db", data)
            : home && home[0]
                ? snprintf(db, PATH_MOST, "%s/.local/share/charlatan/charlatan.db", home)
                : PATH_MOST;
    if (n >= PATH_MOST) {
        fputs("charlatan serve: HOME is missing or too long; name a data file with --db FILE.\n",
              stderr);
        return -1;
    }
    if (make_folders(db) == 0)
        return 0;
    fprintf(stderr, "charlatan serve: cannot create the folder of %s: %s.\n", db, strerror(errno));
    return -1;
}

/* ---- the browser ---- */

/* Returns NULL if there is no desktop (as over SSH), or no program that opens links. The first of
 * the names that PATH has, since a desktop has one of them. */
static const char *browser(void)
{
    static const char *const names[] = {"xdg-open", "wslview", "open", NULL};
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY") && !getenv("WSL_DISTRO_NAME"))
        return NULL;
    for (int i = 0; names[i]; i++) {
        const char *path = getenv("PATH");
        for (const char *p = path ? path : ""; *p;) {
            char file[PATH_MOST];
            size_t n = strcspn(p, ":");
            snprintf(file, sizeof file, "%.*s/%s", (int)n, p, names[i]);
            if (access(file, X_OK) == 0)
                return names[i];
            p += n + (p[n] == ':');
        }
    }
    return NULL;
}

/* Opens the browser. It forks twice, so that nobody has to wait for the child: the grandchild
 * belongs to init. Errors are ignored, because the user can open the link by hand. The child runs
 * nothing but exec between fork and its end: the server has threads by now. */
static void open_browser(const char *url)
{
    const char *name = browser();
    pid_t child = name ? fork() : -1;
    if (child == 0) {
        if (fork() == 0) {
            execlp(name, name, url, (char *)NULL);
            _exit(127);
        }
        _exit(0);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
}

/* ---- what is said ---- */

/* Returns 1 if the server listens on all addresses; they are then listed for friends. Other
 * addresses are those of one network, and are printed as they were given. */
static int binds_all(const struct serve_options *v)
{
    /* Both forms of "every address". */
    const char *to = v->o.transport.bind;
    return strcmp(to, "0.0.0.0") == 0 || strcmp(to, "::") == 0;
}

/* The address as a browser shows it, with a slash at its end and without a usual port. */
static void write_url(const struct serve_options *v, const char *host, int port,
                      char url[URL_ORIGIN + 1])
{
    struct url u = {.tls = v->o.transport.certificate != NULL, .port = port};
    snprintf(u.host, sizeof u.host, "%s", host);
    strcat(url_origin(&u, url), "/");
}

/* Prints the addresses that friends on the same network can open. IPv4 only, which every home
 * network has. Nothing is printed if the system does not tell. */
static void print_addresses(const struct serve_options *v, int port)
{
    struct ifaddrs *list;
    char host[INET_ADDRSTRLEN], url[URL_ORIGIN + 1];
    if (getifaddrs(&list) < 0)
        return;
    for (const struct ifaddrs *i = list; i; i = i->ifa_next) {
        struct sockaddr_in at;
        if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET || i->ifa_flags & IFF_LOOPBACK)
            continue;
        memcpy(&at, i->ifa_addr, sizeof at);
        inet_ntop(AF_INET, &at.sin_addr, host, sizeof host);
        write_url(v, host, port, url);
        printf("  on the network: %s\n", url);
    }
    freeifaddrs(list);
}

/* Says what will be deleted, unless nothing is, or all of it ends with the server anyway. Operators
 * should learn of it when the server starts, not when games are missed. */
static void print_kept(const struct server_options *o)
{
    const struct {
        int days;
        const char *after;
    } kept[] = {{o->keep_finished, "their end"},
                {o->keep_closed, "they were closed"},
                {o->keep_idle, "their last move"}};
    /* Becomes a comma once something was said, and tells that at the end. */
    const char *before = "Games are deleted";
    for (int i = 0; i < 3 && strcmp(o->db, "memory") != 0; i++) {
        if (kept[i].days)
            printf("%s %d days after %s", before, kept[i].days, kept[i].after);
        before = kept[i].days ? "," : before;
    }
    if (*before == ',')
        puts(" (--keep-finished, --keep-closed, --keep-idle).");
}

/* Called when the port is open, so that the link works; a port of 0 has been replaced by the real
 * one. The output is flushed, because a program that started the server may wait for it. Called
 * once, on the loop's thread. `arg` is the struct serve_options. Warnings go to the log and are not
 * silenced by --quiet. */
static void ready(void *arg, int port)
{
    const struct serve_options *v = arg;
    char url[URL_ORIGIN + 1];
    write_url(v, binds_all(v) ? "127.0.0.1" : v->o.transport.bind, port, url);
    /* Printed although --quiet: whoever plays there must not be deceived. */
    if (v->o.luck)
        log_say(LOG_SAYS_WARNING, "luck-fixed", NULL,
                "warning: with --luck, all cards and chips are known in advance");
    if (v->o.transport.behind_proxy && !v->hosts_n)
        log_say(LOG_SAYS_WARNING, "no-host", NULL,
                "warning: only this machine's names are answered; add the proxy's, such as "
                "--host games.example.org");
    if (!v->quiet) {
        printf("charlatan is at %s\n", url);
        if (binds_all(v))
            print_addresses(v, port);
        print_kept(&v->o);
        puts(strcmp(v->o.db, "memory") == 0
                 ? "Stop it with Ctrl-C; all its tables are then lost (--db memory)."
                 : "Stop it with Ctrl-C; nothing is lost.");
    }
    fflush(stdout);
    if (v->open)
        open_browser(url);
}

/* ---- the command line ---- */

/* Whether a browser could send this as the origin of a page: without a path, in small letters, and
 * without the usual port. Origins are compared as texts, so only the form that browsers send can
 * ever match. */
static int looks_like_origin(const char *text)
{
    struct url u;
    char origin[URL_ORIGIN];
    return url_read(text, &u, NULL) == 0 && strcmp(url_origin(&u, origin), text) == 0;
}

/* Keeps pointers into argv, which outlives the server. Also refused: a seventeenth. NULL if it was
 * taken, like all readers here. */
static const char *read_origin(void *to, const struct arg *row, const char *text)
{
    struct serve_options *v = to;
    (void)row;
    if (!looks_like_origin(text))
        return "must be like https://play.example or http://localhost:8000, without a path";
    if (v->origins_n == ORIGINS_MOST)
        return "at most 16 can be named";
    v->origins[v->origins_n++] = text;
    return NULL;
}

/* The name is compared with the Host field of requests, which guards against rebound DNS names. */
static const char *read_host(void *to, const struct arg *row, const char *text)
{
    struct serve_options *v = to;
    (void)row;
    if (!host_is_name(text))
        return "give a name without a port, such as games.example.org";
    if (v->hosts_n == ORIGINS_MOST)
        return "at most 16 can be named";
    v->hosts[v->hosts_n++] = text;
    return NULL;
}

/* Browsers reach a server with TLS only by the names on its certificate. After --host, in room of
 * its own: a certificate's names do not count as options. */
static void add_certified(struct serve_options *v)
{
    const char *file = v->o.transport.certificate;
    int n = file ? certificate_names(file, ORIGINS_MOST, v->certified) : 0;
    for (int i = 0; i < n; i++)
        v->hosts[v->hosts_n++] = v->certified[i];
}

/* A name as it stands in a URL: in small letters, perhaps with "*." before it. The star stands for
 * one label or more; a port may follow behind a colon. */
static int is_host_name(const char *text)
{
    return text[0] && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-.:*") == strlen(text) &&
           !strchr(text + (strncmp(text, "*.", 2) == 0 ? 2 : 0), '*') && strlen(text) < URL_HOST;
}

/* Only named hosts are sent to: whoever subscribes chooses the address, which could be a machine of
 * the operator's own network. */
static const char *read_push_host(void *to, const struct arg *row, const char *text)
{
    struct serve_options *v = to;
    (void)row;
    if (!is_host_name(text))
        return "give a name such as push.example.org or *.push.example.org";
    if (v->push_n == ORIGINS_MOST)
        return "at most 16 can be named";
    v->push_hosts[v->push_n++] = text;
    return NULL;
}

/* Only these may be sent to; there are no usual ones. */
static const char *read_hook_host(void *to, const struct arg *row, const char *text)
{
    struct serve_options *v = to;
    (void)row;
    if (!is_host_name(text))
        return "give a name such as ntfy.sh or hooks.slack.com";
    if (v->hooks_n == ORIGINS_MOST)
        return "at most 16 can be named";
    v->hook_hosts[v->hooks_n++] = text;
    return NULL;
}

/* Push services want to know whom to write to. No quotation mark, backslash or blank, because it
 * becomes part of a JSON text as it is. */
static const char *read_push(void *to, const struct arg *row, const char *text)
{
    struct serve_options *v = to;
    (void)row;
    if ((strncmp(text, "mailto:", 7) != 0 && strncmp(text, "https:", 6) != 0) ||
        strlen(text) > 110 || strpbrk(text, "\"\\ "))
        return "give a contact such as mailto:you@example.org or https://example.org/contact";
    v->o.push_contact = text;
    return NULL;
}

/* The push services of Chrome, Firefox, Edge and Safari. */
static void add_push_services(struct serve_options *v)
{
    /* Without them no browser could be told; others are rare enough to be named. */
    static const char *const usual[] = {"fcm.googleapis.com", "updates.push.services.mozilla.com",
                                        "*.notify.windows.com", "*.push.apple.com", NULL};
    for (int i = 0; usual[i]; i++)
        v->push_hosts[v->push_n++] = usual[i];
}

/* Guests choose it by its name. Its time is that of a thread that others wait for. The name must be
 * new, and the time within bounds. v->why outlives the call: the message is printed later. */
static const char *read_program(void *to, const struct arg *row, const char *text)
{
    struct serve_options *v = to;
    (void)row;
    if (v->o.programs_n == PROGRAMS_MOST)
        return "at most 16 can be named";
    /* The place counts only once everything was found right. */
    struct exec_bot *bot = &v->programs[v->o.programs_n];
    if (exec_read(text, bot, &v->why) < 0)
        return v->why.message;
    if (!bot->name[0])
        return "the program needs a name: smith=exec:./bot.py";
    if (bot->ms < PROGRAM_LEAST_MS || bot->ms > PROGRAM_MOST_MS)
        return "at a server, ms is a number from 20 to 1500";
    for (int i = 0; i < v->o.programs_n; i++)
        if (strcmp(v->programs[i].name, bot->name) == 0)
            return "two programs have this name";
    v->o.programs_n++;
    return NULL;
}

/* A query would be lost, since paths are put behind the address. */
static const char *read_witness(void *to, const struct arg *row, const char *text)
{
    struct serve_options *v = to;
    (void)row;
    if (url_read(text, &v->o.witness, NULL) == 0 && !strchr(v->o.witness.path, '?'))
        return NULL;
    return "give an address such as http://witness.example.org:8090";
}

/* Without the key anybody between the two could pose as the witness. */
static const char *read_witness_key(void *to, const struct arg *row, const char *text)
{
    struct serve_options *v = to;
    (void)row;
    v->has_witness_key = seed_read_hex(text, v->o.witness_key) == 0;
    return v->has_witness_key ? NULL : "give the 64 hex digits that the witness prints";
}

/* Choices are stored as indices: the order is that of the options' own values. */
static const char *const local_or_all[] = {"local", "all", NULL};
static const char *const off_or_on[] = {"off", "on", NULL};
static const char *const log_forms[] = {"text", "json", NULL};
static const char *const log_levels[] = {"error", "warning", "info", "debug", NULL};

/* The row of --port, for its bit in `given`. Must stay the first row of `options`. */
enum { ROW_PORT };

static const struct arg options[] = {
    ARGS_NUMBER(ARG_WHOLE, "port", "N", struct serve_options, o.transport.port, 0, 65535,
                "port to listen on; 0 takes any free port (default 8080)"),
    ARGS_TEXT("bind", "ADDRESS", struct serve_options, o.transport.bind,
              "127.0.0.1: this machine (default); 0.0.0.0: the network"),
    ARGS_TEXT("db", "WHERE", struct serve_options, o.db,
              "a file (SQLite), postgres://..., or memory\n"
              "(default: charlatan.db in your data folder)"),
    ARGS_FLAG("open", struct serve_options, open,
              "open the browser; use a free port if 8080 is taken"),
    ARGS_TEXT("tls-cert", "FILE", struct serve_options, o.transport.certificate,
              "serve https with this certificate (PEM); needs --tls-key"),
    ARGS_TEXT("tls-key", "FILE", struct serve_options, o.transport.key,
              "the key of the certificate"),
    ARGS_FLAG("behind-proxy", struct serve_options, o.transport.behind_proxy,
              "read client addresses from X-Forwarded-For"),
    ARGS_CALL("origin", "URL", read_origin, 0, 0,
              "let pages from URL play here too; may be repeated"),
    ARGS_CALL("host", "NAME", read_host, 0, 0, "answer to this name too; may be repeated"),
    ARGS_NUMBER(ARG_WHOLE, "workers", "N", struct serve_options, o.workers, 1, 64,
                "threads for bots (default: one for each core)"),
    ARGS_CALL("bot", "NAME=exec:CMD", read_program, 0, 0,
              "let guests choose this program as a bot; repeatable"),
    ARGS_CHOICE("limits", "on|off", struct serve_options, o.limits, off_or_on,
                "limit what one address may ask for (default on)"),
    ARGS_CALL("witness", "URL", read_witness, 0, 0,
              "offer tables that share their luck with this witness"),
    ARGS_CALL("witness-key", "KEY", read_witness_key, 0, 0,
              "the public key of that witness, 64 hex digits"),
    ARGS_TEXT("luck", "TEXT", struct serve_options, o.luck,
              "same TEXT, same games: for tests with --db memory"),
    ARGS_FLAG("quiet", struct serve_options, quiet, "print nothing but warnings and errors"),
    /* From here on, rows of the operators' page. */
    ARGS_HEADING(FOR_OPERATORS),
    ARGS_CHOICE("metrics", "local|all", struct serve_options, o.metrics_for_all, local_or_all,
                "who may read /metrics: this machine (default), or all"),
    ARGS_TEXT("admin", "PATH", struct serve_options, o.admin,
              "a socket for 'charlatan admin', for its owner and root"),
    ARGS_NUMBER(ARG_WHOLE, "keep-finished", "N", struct serve_options, o.keep_finished, 0, 36500,
                "delete games N days after their end (default 90);\n"
                "0 here and below: keep them for ever"),
    ARGS_NUMBER(ARG_WHOLE, "keep-closed", "N", struct serve_options, o.keep_closed, 0, 36500,
                "the same for tables closed without an end (default 30)"),
    ARGS_NUMBER(ARG_WHOLE, "keep-idle", "N", struct serve_options, o.keep_idle, 0, 36500,
                "delete games without a move for N days (default 100)"),
    ARGS_CALL("push", "CONTACT", read_push, 0, 0,
              "offer browser notifications of turns (Web Push);\n"
              "CONTACT: mailto:... or https://... of the operator"),
    ARGS_CALL("push-host", "NAME", read_push_host, 0, 0,
              "allow this push service, too; repeatable"),
    ARGS_CALL("webhook-host", "NAME", read_hook_host, 0, 0,
              "let hosts announce turns in channels there; repeatable"),
    ARGS_FLAG("send-local", struct serve_options, o.send_local,
              "for tests: messages may go to this machine, by http"),
    ARGS_CHOICE("log", "text|json", struct serve_options, o.log_form, log_forms,
                "format of lines on standard error (default text)"),
    ARGS_CHOICE("log-level", "LEVEL", struct serve_options, o.log_level, log_levels,
                "error, warning, info (default), or debug: every request"),
    {0},
};

/* Prints the rows before the heading, or those after it. Headings themselves are not printed: each
 * page says what it is. */
static void print_page(int for_operators)
{
    struct arg page[ARGS_MAX + 1] = {{0}};
    int n = 0, after = 0;
    for (const struct arg *row = options; row->name; row++) {
        after |= row->kind == ARG_HEADING;
        if (after == for_operators && row->kind != ARG_HEADING)
            page[n++] = *row;
    }
    args_print_rows(page, COLUMN);
}

/* `charlatan serve operator --help` is a page of its own. Always 1: every page is printed here.
 * args_read would print all rows on one page. */
static int print_help(const struct args *a, int argc, char **argv)
{
    int for_operators = 0;
    for (int i = 1; i < argc; i++)
        for_operators |= strcmp(argv[i], "operator") == 0;
    if (for_operators)
        puts("Usage: charlatan serve ...\n"
             "\n"
             "Options for people who run a server for others (docs/operations.md):\n");
    else
        fputs(a->head, stdout);
    print_page(for_operators);
    fputs(for_operators ? "\n'charlatan serve --help' lists the other options.\n" : a->foot,
          stdout);
    return 1;
}

static const struct args command_line = {
    .command = "serve",
    .head = "Usage: charlatan serve [--port 8080] [--bind 127.0.0.1] [--db WHERE] ...\n"
            "\n"
            "Serves tables for people and bots, to browsers and to programs (docs/api.md).\n"
            "\n",
    .foot = "\n"
            "More, for operators: 'charlatan serve operator --help'. SIGTERM or Ctrl-C stops\n"
            "it; everything is kept, except with --db memory.\n",
    .column = COLUMN,
    .rows = options,
    .help = print_help,
};

/* An address in digits, or an interface such as lo. Host names are not looked up. A scope or a port
 * does not belong to it. */
static int is_address(const char *text)
{
    struct in6_addr at;
    return inet_pton(AF_INET, text, &at) == 1 || inet_pton(AF_INET6, text, &at) == 1 ||
           if_nametoindex(text) != 0;
}

/* Luck that is known in advance must not be met by people who do not know of it. A proxy or a
 * witness would let others in, whatever the address. */
static int may_fix_luck(const struct server_options *o)
{
    return o->db && strcmp(o->db, "memory") == 0 && address_is_loopback(o->transport.bind) &&
           !o->transport.behind_proxy && !o->witness.host[0];
}

/* Where no number of days was given, the usual one counts. -1 is "not given" and 0 "for ever".
 * keep_said remembers whether the operator said anything. */
static void fill_kept(struct server_options *o)
{
    int *days[] = {&o->keep_finished, &o->keep_closed, &o->keep_idle};
    static const int usual[] = {KEEP_FINISHED, KEEP_CLOSED, KEEP_IDLE};
    for (int i = 0; i < 3; i++) {
        o->keep_said |= *days[i] >= 0;
        *days[i] = *days[i] < 0 ? usual[i] : *days[i];
    }
}

/* Returns -1; or the exit status if there is nothing to do. Certificate and key files that cannot
 * be read count as a wrong command line. Everything that can be found wrong without opening a port.
 * Checked here and not in the rows, because most of it concerns two options. */
static int read_options(struct serve_options *v, int argc, char **argv)
{
    const struct transport_options *t = &v->o.transport;
    char **rest;
    uint64_t given = 0;
    int status = args_read(&command_line, argc, argv, v, &rest, &given);
    v->port_given = (int)(given >> ROW_PORT & 1);
    if (status >= 0)
        return status;
    if (*rest)
        return args_complain("serve", "argument", *rest, "only options are allowed; see --help");
    if (!is_address(t->bind))
        return args_complain("serve", "--bind", t->bind,
                             "it is not an address; give one such as 127.0.0.1 or 0.0.0.0");
    if (!t->certificate != !t->key)
        return args_complain("serve", t->key ? "--tls-key" : "--tls-cert",
                             t->key ? t->key : t->certificate,
                             "give --tls-cert and --tls-key, or neither");
    if (!v->o.witness.host[0] != !v->has_witness_key)
        return args_say("serve", STATUS_USAGE, "give --witness and --witness-key, or neither");
    if (v->o.witness.host[0] && !parts.inquiries_open)
        return args_say("serve", STATUS_USAGE, "this program was built without witnesses");
    if (v->o.luck && !may_fix_luck(&v->o))
        return args_say("serve", STATUS_USAGE,
                        "--luck needs --db memory and an address of this machine, without "
                        "--behind-proxy and --witness");
    if (t->certificate && access(t->certificate, R_OK) < 0)
        return args_say_file("serve", STATUS_USAGE, t->certificate);
    if (t->key && access(t->key, R_OK) < 0)
        return args_say_file("serve", STATUS_USAGE, t->key);
    return -1;
}

/* With --open and no --port, takes a free port if the default port is in use. A port that was asked
 * for is never replaced. Somebody else may take the port before the server listens; serve then says
 * so. */
static void find_port(struct serve_options *v)
{
    if (v->open && !v->port_given && !transport_port_free(v->o.transport.bind, USUAL_PORT))
        v->o.transport.port = 0;
}

/* The rules are handed to the server as a text; it knows no game. The umask is for all files that
 * the server creates: they hold the seeds of running games, so nobody else may read them. Returns
 * when the server has been stopped. --quiet wins over --log-level. The text is freed only then, as
 * the server hands it out. */
static int serve_with_rules(struct serve_options *v)
{
    struct writer rules = {0};
    umask(077);
    rules_write(&rules);
    v->o.rules = rules.at;
    if (v->quiet && v->o.log_level > LOG_SAYS_WARNING)
        v->o.log_level = LOG_SAYS_WARNING;
    v->o.rules_n = rules.n;
    int status = serve(&v->o, ready, v) == 0 ? STATUS_FINE : STATUS_FAILED;
    writer_free(&rules);
    return status;
}

/* By default there is one worker for each core, within the bounds of --workers. serve_options stays
 * on this stack as long as the server runs; the server's options point into it. */
int serve_main(int argc, char **argv)
{
    struct serve_options v = {0};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    v.o = (struct server_options){
        .programs = v.programs,
        .transport = {.bind = "127.0.0.1",
                      .port = USUAL_PORT,
                      .origins = v.origins,
                      .hosts = v.hosts},
        .push_hosts = v.push_hosts,
        .hook_hosts = v.hook_hosts,
        .limits = 1,
        .keep_finished = -1,
        .keep_closed = -1,
        .keep_idle = -1,
        .log_level = LOG_SAYS_INFO,
        .workers = cores > 64  ? 64
                   : cores > 0 ? (int)cores
                               : 1,
    };
    int status = read_options(&v, argc, argv);
    if (status >= 0)
        return status;
    fill_kept(&v.o);
    if (!v.o.db) {
        if (usual_db(v.db) < 0)
            return STATUS_FAILED;
        v.o.db = v.db;
    }
    add_push_services(&v);
    add_certified(&v);
    find_port(&v);
    return serve_with_rules(&v);
}
