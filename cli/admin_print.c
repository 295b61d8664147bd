/* Prints answers of the server for people. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/admin.h"

static long long number(const json_t *of, const char *name)
{
    return json_integer_value(json_object_get(of, name));
}

static const char *text(const json_t *of, const char *name)
{
    const char *value = json_string_value(json_object_get(of, name));
    return value ? value : "";
}

void admin_print_ago(long long ms, char *to, size_t room)
{
    long long s = ms < 0 ? 0 : ms / 1000;
    static const struct {
        long long seconds;
        const char *one, *many;
    } units[] = {{86400, "day", "days"}, {3600, "hour", "hours"}, {60, "minute", "minutes"}};
    for (int i = 0; i < 3; i++)
        if (s >= units[i].seconds) {
            long long n = s / units[i].seconds;
            snprintf(to, room, "%lld %s", n, n == 1 ? units[i].one : units[i].many);
            return;
        }
    snprintf(to, room, "%lld s", s);
}

static void print_people(const json_t *table)
{
    size_t i;
    const json_t *seat;
    json_array_foreach(json_object_get(table, "seats"), i, seat) {
        const char *kind = text(seat, "kind"), *away = text(seat, "away");
        printf("%s%s%s%s%s", i ? ", " : "", strcmp(kind, "empty") ? text(seat, "name") : "(free)",
               strcmp(kind, "bot") ? "" : " (bot)", away[0] ? ", away: " : "", away);
    }
}

static void print_list(const json_t *a)
{
    size_t i;
    const json_t *row, *tables = json_object_get(a, "tables");
    char ago[32];
    if (!json_array_size(tables))
        puts("No tables.");
    else
        printf("%-16s  %-7s %-9s %-11s %s\n", "ID", "GAME", "STATE", "LAST", "PEOPLE");
    json_array_foreach(tables, i, row) {
        const json_t *table = json_object_get(row, "table");
        admin_print_ago(number(a, "now") - number(row, "when"), ago, sizeof ago);
        printf("%-16s  %-7s %-9s %-11s ", text(table, "id"), text(table, "game"),
               text(table, "state"), ago);
        print_people(table);
        putchar('\n');
    }
    if (json_is_integer(json_object_get(a, "next")))
        printf("There may be more: add --limit N.\n");
}

static void print_waits(const json_t *a)
{
    size_t i;
    const json_t *seat;
    char ago[32];
    json_array_foreach(json_object_get(a, "waits_for"), i, seat) {
        admin_print_ago(number(a, "now") - number(seat, "since"), ago, sizeof ago);
        printf("  waits for   seat %lld, %s%s, since %s", number(seat, "seat"), text(seat, "name"),
               json_is_true(json_object_get(seat, "bot")) ? " (a bot plays)" : "", ago);
        if (json_is_integer(json_object_get(seat, "until"))) {
            admin_print_ago(number(seat, "until") - number(a, "now"), ago, sizeof ago);
            printf("; the clock runs out in %s", ago);
        }
        putchar('\n');
    }
}

static void print_sockets(const json_t *a)
{
    size_t i;
    const json_t *socket;
    json_array_foreach(json_object_get(a, "sockets"), i, socket) {
        if (json_is_integer(json_object_get(socket, "seat")))
            printf("  connected   seat %lld from %s\n", number(socket, "seat"),
                   text(socket, "address"));
        else
            printf("  connected   a spectator from %s\n", text(socket, "address"));
    }
    if (!json_array_size(json_object_get(a, "sockets")))
        puts("  connected   nobody, at this server");
}

static void print_show(const json_t *a)
{
    const json_t *table = json_object_get(a, "table");
    char ago[32], old[32];
    admin_print_ago(number(a, "now") - number(a, "touched"), ago, sizeof ago);
    admin_print_ago(number(a, "now") - number(table, "created"), old, sizeof old);
    printf("table %s: %s, %s\n", text(table, "id"), text(table, "game"), text(table, "state"));
    printf("  created     %s ago, %s\n", old,
           json_is_true(json_object_get(table, "open")) ? "listed for everyone"
                                                        : "only for people with the link");
    printf("  log         %lld moves, %lld entries in all, the last one %s ago\n",
           number(a, "moves"), number(a, "entries"), ago);
    printf("  people      ");
    print_people(table);
    putchar('\n');
    print_waits(a);
    print_sockets(a);
    if (json_is_true(json_object_get(a, "bots_thinking")))
        puts("  bots        are thinking");
}

static void print_time(long long ms)
{
    time_t s = ms / 1000;
    struct tm at;
    char to[32];
    localtime_r(&s, &at);
    strftime(to, sizeof to, "%Y-%m-%d %H:%M", &at);
    fputs(to, stdout);
}

static void print_bans(const json_t *a)
{
    size_t i;
    const json_t *ban, *bans = json_object_get(a, "bans");
    if (!json_array_size(bans))
        puts("No bans.");
    json_array_foreach(bans, i, ban) {
        printf("%-8s %-30s ", text(ban, "kind"), text(ban, "what"));
        if (json_is_null(json_object_get(ban, "until")))
            fputs("for ever", stdout);
        else
            fputs(json_is_true(json_object_get(ban, "over")) ? "over since " : "until ", stdout);
        if (!json_is_null(json_object_get(ban, "until")))
            print_time(number(ban, "until"));
        printf("%s%s\n", text(ban, "why")[0] ? ": " : "", text(ban, "why"));
    }
}

static void print_status(const json_t *a)
{
    printf("charlatan %s, %s\n", text(a, "version"),
           json_is_true(json_object_get(a, "ready")) ? "ready" : "not ready");
    if (text(a, "store_error")[0])
        printf("  store       %s\n", text(a, "store_error"));
    printf("  tables      %lld in memory, %lld that cannot be used\n",
           number(a, "tables_in_memory"), number(a, "tables_aside"));
    printf("  people      %lld sockets, %lld connections\n", number(a, "sockets"),
           number(a, "connections"));
    printf("  stored      %lld entries since the start\n", number(a, "entries"));
    printf("  bans        %lld\n", number(a, "bans"));
}

static void print_swept(const struct admin_options *o, const json_t *a)
{
    int dry = json_is_true(json_object_get(a, "dry")), forgets = !strcmp(o->word[0], "forget");
    long long n = number(a, "tables");
    printf("%lld table%s %s%s; %lld looked at\n", n, n == 1 ? "" : "s", dry ? "would be " : "",
           forgets ? "changed" : "removed", number(a, "looked_at"));
    if (number(a, "left_alone"))
        printf("%lld with this name left alone, because the game is not over: use 'rename'\n",
               number(a, "left_alone"));
}

/* An answer without members of its own is said in a sentence. */
static void print_done(const struct admin_options *o)
{
    static const char *const said[][2] = {
        {"close", "The table is closed; its people were told."},
        {"delete", "The table is deleted; its people were told."},
        {"rename", "The name was replaced; everyone at the table sees the new one."},
        {"ban", "Done. This address or name is refused from now on."},
        {"unban", "Done."},
        {"compact", "Done."},
    };
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++)
        if (!strcmp(o->word[0], said[i][0]))
            puts(said[i][1]);
}

void admin_print(const struct admin_options *o, const json_t *a)
{
    if (json_object_get(a, "tables_in_memory"))
        print_status(a);
    else if (json_object_get(a, "looked_at"))
        print_swept(o, a);
    else if (json_is_array(json_object_get(a, "tables")))
        print_list(a);
    else if (json_object_get(a, "table"))
        print_show(a);
    else if (json_object_get(a, "bans"))
        print_bans(a);
    else
        print_done(o);
}
