/* Prints answers of the server for people. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/admin.h"

/* 0 for a member that is missing or no number: an older server may lack one, and a list is better
 * than none. */
static long long number(const json_t *of, const char *name)
{
    return json_integer_value(json_object_get(of, name));
}

/* "" for a member that is missing or no text; never NULL. Valid as long as `of`. */
static const char *text(const json_t *of, const char *name)
{
    const char *value = json_string_value(json_object_get(of, name));
    return value ? value : "";
}

/* Rounded down to the largest whole unit. Less than nothing, from clocks that differ, counts as
 * 0. */
void admin_print_ago(long long ms, char *to, size_t room)
{
    long long s = ms < 0 ? 0 : ms / 1000;
    /* From the largest on; below a minute it is seconds. */
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

/* Without a newline, in the order of the seats. Empty seats are "(free)", bots have their kind
 * behind the name. */
static void print_people(const json_t *table)
{
    size_t i;
    const json_t *seat;
    json_array_foreach(json_object_get(table, "seats"), i, seat) {
        const char *kind = text(seat, "kind"), *away = text(seat, "away");
        /* `away` says why a bot plays on for a person: the clock ran out, or they left. */
        printf("%s%s%s%s%s", i ? ", " : "", strcmp(kind, "empty") ? text(seat, "name") : "(free)",
               strcmp(kind, "bot") ? "" : " (bot)", away[0] ? ", away: " : "", away);
    }
}

/* Names come last, because they may be long. `next` is there if the limit has cut the list. */
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
        /* By the server's clock, which may differ from ours. */
        admin_print_ago(number(a, "now") - number(row, "when"), ago, sizeof ago);
        printf("%-16s  %-7s %-9s %-11s ", text(table, "id"), text(table, "game"),
               text(table, "state"), ago);
        print_people(table);
        putchar('\n');
    }
    if (json_is_integer(json_object_get(a, "next")))
        printf("There may be more: add --limit N.\n");
}

/* One line for each seat that is asked. Seats without a clock have no `until`. Times are counted
 * from the server's `now`, which comes with the answer. */
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

/* Only sockets at the server that was asked: with several nodes, others may be connected
 * elsewhere. */
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

/* No cards and no positions: `show` does not tell them. */
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

/* In the operator's own time zone, to the minute. */
static void print_time(long long ms)
{
    time_t s = ms / 1000;
    struct tm at;
    char to[32];
    localtime_r(&s, &at);
    strftime(to, sizeof to, "%Y-%m-%d %H:%M", &at);
    fputs(to, stdout);
}

/* Bans that are over are listed, too, so that it can be seen what somebody was banned for. A ban
 * without an end has `until` null. */
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

/* store_error is only there while the store cannot be used. Tables "that cannot be used" are those
 * whose log this program cannot use. */
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

/* For forget and purge, which count alike. With --dry-run nothing was changed, and the sentence
 * says so. */
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

/* An answer without members of its own is said in a sentence. Prints nothing for a command that is
 * not listed. */
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

/* The kind of answer is told by its members and not by the command, in the order from special to
 * general: a status has a member `bans` as well, a list and a sweep both have `tables`. */
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
