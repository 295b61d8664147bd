/* The messenger that uses the network: HTTPS requests on threads of its own (calls.h).
 *
 * A message goes only to a host that is allowed by name, over TLS with a certificate that is valid
 * for that name, and only to public addresses: the name is resolved once, every address it has is
 * checked, and the connection goes to one of those. Nothing is followed anywhere else. An exchange
 * has ten seconds. */
#ifndef CHARLATAN_SERVER_NOTIFY_COURIER_H
#define CHARLATAN_SERVER_NOTIFY_COURIER_H

#include "server/notify/calls.h"

struct courier_options {
    /* The keys of this server for Web Push, and who runs it; contact "": nothing goes to
     * browsers. */
    struct push_pair keys;
    char contact[120];
    const char *const *push_hosts, *const *hook_hosts;
    /* For tests: messages may go to this machine, and without TLS. */
    int local;
};

/* `wake` is called from a thread when something can be taken. */
struct call_messenger *courier_open(const struct courier_options *o, void (*wake)(void *arg),
                                    void *arg);

#endif
