/* The tables of a page: how the page calls in. See inside.h for what goes out.
 *
 * Texts are put into memory of `take`, which the call then frees. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/clock.h"
#include "server/outage.h"
#include "server/people/guests.h"
#include "server/server.h"
#include "server/tables/tables.h"
#include "wasm/hall/inside.h"

#define EXPORT(name) __attribute__((export_name(#name), used))

struct server page_server;
struct alone page;

/* ---- turns ---- */

/* The clock stands still within a turn, as in a round of the real server's loop. */
static void turn_begins(void)
{
    clock_read(&page_server);
}

/* Chores may bring store requests, and what the store had settled brings chores, so both are
 * repeated until nothing moves. Bots come last: what they are asked is then up to date. */
static void turn_ends(void)
{
    do {
        alone_do_chores(&page);
        alone_flush(&page);
    } while (page_store_pump(page.host.queue));
    page_bots_pump();
}

/* ---- calls ---- */

/* Memory for a text of n bytes; NULL: there is none. One byte more, for the NUL that calls put
 * behind it. */
EXPORT(take) char *hall_take(size_t n)
{
    return malloc(n + 1);
}

/* Opens the tables. With a text, all luck follows from it, for tests; n = 0: it is random. A
 * snapshot is stored after every `shots` entries; 0: as usual. Must be the first call, and be made
 * once. The text stays with the server. */
EXPORT(open) void hall_open(char *luck, size_t n, uint32_t shots)
{
    /* All zeros before this: the module has just been loaded. */
    struct server *s = &page_server;
    luck[n] = 0;
    s->options.luck = n ? luck : NULL;
    s->options.running_records = 1;
    alone_begin(&page, s, queue_open_alone(NULL, NULL, NULL), &page_ways);
    turn_begins();
    server_begin(s);
    s->shot_every = shots ? shots : s->shot_every;
    /* The page has the rules of its own build and never fetches them from here. */
    s->options.rules = "{}";
    s->options.rules_n = 2;
    queue_on_changes(page.host.queue, tables_changed, s);
}

/* A request: see page_request. host_answer answers it. */
EXPORT(request) void hall_asked(uint32_t id, char *text, size_t n)
{
    turn_begins();
    page_request(id, text, n);
    free(text);
    turn_ends();
}

/* The page chooses the numbers; one that is still open is refused. */
EXPORT(socket_open) void hall_socket_open(uint32_t number)
{
    turn_begins();
    page_socket_open(number);
    turn_ends();
}

/* A message of the protocol; frees the text. */
EXPORT(socket_say) void hall_socket_say(uint32_t number, char *text, size_t n)
{
    turn_begins();
    page_socket_say(number, text, n);
    free(text);
    turn_ends();
}

/* The page has closed it; host_closed is called as well, within this turn. */
EXPORT(socket_close) void hall_socket_close(uint32_t number)
{
    turn_begins();
    page_socket_close(number);
    turn_ends();
}

/* Time has passed. Returns after how many ms, at most, this should be called again. Without sockets
 * nobody sees clocks, and only deadlines are to be kept. */
EXPORT(tick) uint32_t hall_tick(void)
{
    enum { WITHOUT_PEOPLE_MS = 1000 };
    turn_begins();
    tables_tick(&page_server);
    guests_tick(&page_server);
    store_ask(&page_server);
    turn_ends();
    return page.sockets ? TICK_MS : WITHOUT_PEOPLE_MS;
}

/* The store has answered what host_store asked, or failed to. Without an answer nothing more is
 * stored, so the page must always call this. */
EXPORT(stored) void hall_stored(char *text, size_t n)
{
    turn_begins();
    page_store_answered(page.host.queue, text, n);
    free(text);
    turn_ends();
}

/* Another page has appended to a match, which now has so many entries. */
EXPORT(changed) void hall_changed(char *match, size_t n, uint32_t entries)
{
    turn_begins();
    match[n] = 0;
    page_store_changed(page.host.queue, match, entries);
    free(match);
    turn_ends();
}

/* A bot has answered what host_think asked. `hurried`: an enum hurried. */
EXPORT(thought) void hall_thought(uint32_t job, int answer, uint32_t used, int hurried)
{
    turn_begins();
    page_bot_answered(job, answer, used, hurried);
    turn_ends();
}
