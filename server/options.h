/* What an operator chooses before a server begins. Nothing in it changes while the server runs. */
#ifndef CHARLATAN_SERVER_OPTIONS_H
#define CHARLATAN_SERVER_OPTIONS_H

#include "match/witness.h"
#include "server/http/transport.h"
#include "wire/url.h"

struct exec_bot;

struct server_options {
    struct transport_options transport;
    /* "memory", a path, or postgres://…, as store_open_to_serve reads it. */
    const char *db;
    /* 1: addresses are limited; how many threads bots have. */
    int limits, workers;
    /* 1: records of games that run can be asked for. Only a page does that, whose tables belong to
     * whoever looks at it. */
    int running_records;
    /* How the log looks, and the least important level in it (log.h). */
    int log_form, log_level;
    /* The text from which the luck of all tables and bots follows, for tests; NULL: it is random.
     * Ids and tokens are random in any case. It outlives the server. */
    const char *luck;
    /* Where operators reach it, a path; NULL: they do not (admin.h). */
    const char *admin;
    /* For how many days tables are kept that are over, closed, or running without a move; 0: for
     * ever. keep_said: the operator has chosen one of them. */
    int keep_finished, keep_closed, keep_idle, keep_said;
    /* Programs that may play as bots. They outlive the server. */
    const struct exec_bot *programs;
    int programs_n;
    /* Where the witness is; host "": there is none. Its public key. */
    struct url witness;
    uint8_t witness_key[WITNESS_KEY];
    /* Web Push: who runs this server, "mailto:…" or "https:…"; NULL: it is off. Hosts of push
     * services besides the usual ones, and hosts that tables may tell of turns; each ends with
     * NULL. For tests: messages may go to this machine, also without TLS. */
    const char *push_contact;
    const char *const *push_hosts, *const *hook_hosts;
    int send_local;
    /* Not only this machine may read /metrics. */
    int metrics_for_all;
    /* The answer of /api/rules, as JSON. It outlives the server. */
    const char *rules;
    size_t rules_n;
};

#endif
