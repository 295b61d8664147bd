/* The address of a PostgreSQL database, which may name several hosts. libpq can try them itself,
 * but without waiting it never gives up one that does not answer at all, such as a machine without
 * power. So one host is tried at a time, and the store goes on to the next. */
#include "store/postgres_address.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_ADDRESS = 2048, LONGEST_HOST = 256, MOST_OPTIONS = 96 };

/* ---- lists, separated by commas ---- */

/* An empty list counts as one part. */
static int parts_of(const char *list)
{
    int n = 1;
    for (; *list; list++)
        n += *list == ',';
    return n;
}

/* A part that is too long becomes "" and is not given to libpq. A list with too few parts gives ""
 * as well. */
static void part_of(const char *list, int i, char part[LONGEST_HOST])
{
    for (; i > 0 && *list; list++)
        i -= *list == ',';
    size_t n = strcspn(list, ",");
    snprintf(part, LONGEST_HOST, "%.*s", (int)(n < LONGEST_HOST ? n : 0), list);
}

/* ---- reading ---- */

/* "" if the address does not have it. */
static const char *option(const struct postgres_address *a, const char *name)
{
    for (const PQconninfoOption *o = a->options; o->keyword; o++)
        if (strcmp(o->keyword, name) == 0 && o->val)
            return o->val;
    return "";
}

/* Checks the address before libpq does: libpq would repeat what it cannot read, and that may
 * contain a password. What the environment and the service file say is not known here: only the
 * address is parsed. */
const char *postgres_address_read(struct postgres_address *a, const char *where)
{
    *a = (struct postgres_address){.hosts = 1};
    if (strlen(where) > LONGEST_ADDRESS)
        return "The database's address is too long: 2048 characters are enough.";
    a->options = PQconninfoParse(where, NULL);
    if (!a->options)
        return "The database's address is invalid: write postgres://USER:PASSWORD@HOST/NAME, "
               "with special characters as %XX.";
    int names = parts_of(option(a, "host")), numbers = parts_of(option(a, "hostaddr"));
    int ports = parts_of(option(a, "port"));
    a->hosts = names > numbers ? names : numbers;
    if ((numbers > 1 && names > 1 && names != numbers) || (ports > 1 && ports != a->hosts))
        return "The database's address is invalid: it needs one port for all hosts, or one each.";
    return NULL;
}

void postgres_address_free(struct postgres_address *a)
{
    PQconninfoFree(a->options);
    a->options = NULL;
}

/* ---- connecting ---- */

/* What libpq is given: names and values. A later one replaces an earlier one. */
struct postgres_settings {
    const char *key[MOST_OPTIONS + 1], *value[MOST_OPTIONS + 1];
    int n;
    char host[LONGEST_HOST], number[LONGEST_HOST], port[LONGEST_HOST];
};

/* Values are not copied. An empty one is left out, so that libpq's default holds. */
static void set(struct postgres_settings *s, const char *key, const char *value)
{
    if (s->n == MOST_OPTIONS || !value[0])
        return;
    s->key[s->n] = key;
    s->value[s->n++] = value;
}

static int is_of_host(const char *key)
{
    return strcmp(key, "host") == 0 || strcmp(key, "hostaddr") == 0 || strcmp(key, "port") == 0;
}

/* `exact` replaces the number but not the name, which certificates are checked for. */
static void set_host(struct postgres_settings *s, const struct postgres_address *a,
                     const char *exact)
{
    const char *ports = option(a, "port");
    part_of(option(a, "host"), a->at, s->host);
    part_of(option(a, "hostaddr"), a->at, s->number);
    part_of(ports, parts_of(ports) > 1 ? a->at : 0, s->port);
    set(s, "host", s->host);
    set(s, "hostaddr", exact[0] ? exact : s->number);
    set(s, "port", s->port);
}

/* What the address says replaces what stands before it. A host that only reads is of no use: it is
 * a standby, and the next one may be the primary. */
PGconn *postgres_connect(const struct postgres_address *a, const char *exact, int waits)
{
    struct postgres_settings s = {.n = 0};
    set(&s, "fallback_application_name", "charlatan");
    set(&s, "connect_timeout", "4");
    set(&s, "keepalives_idle", "10");
    set(&s, "keepalives_interval", "5");
    set(&s, "keepalives_count", "3");
    set(&s, "tcp_user_timeout", "15000");
    set(&s, "target_session_attrs", "read-write");
    for (const PQconninfoOption *o = a->options; o->keyword; o++)
        if (o->val && !is_of_host(o->keyword))
            set(&s, o->keyword, o->val);
    set_host(&s, a, exact);
    set(&s, "client_encoding", "UTF8");
    return waits ? PQconnectdbParams(s.key, s.value, 0) : PQconnectStartParams(s.key, s.value, 0);
}
