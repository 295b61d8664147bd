/* `charlatan load`: measures how much a server can carry, over real sockets. */
#include <stdlib.h>

#include "args/args.h"
#include "args/commands.h"
#include "load/plan.h"
#include "load/report.h"
#include "load/results.h"
#include "load/run.h"

/* Refused answers make the status 1 too: a server that says no has not carried the load. A failure
 * outranks Ctrl-C. */
static int finish(const struct load_plan *p, struct load_results *r)
{
    load_report(p, r, stdout);
    int written = p->json ? load_report_json(p, r, p->json) : 0;
    if (r->failure[0])
        args_say("load", STATUS_FAILED, r->failure);
    if (r->failure[0] || written < 0 || r->club.noes || r->most.noes)
        return STATUS_FAILED;
    return r->interrupted ? STATUS_INTERRUPTED : STATUS_FINE;
}

/* Returns an exit status. The echo comes last because its messages get the mean length that was
 * measured in play; a failure or Ctrl-C in play leaves it out. */
int load_main(int argc, char **argv)
{
    struct load_plan plan;
    int status;
    if (load_read_options(&plan, argc, argv, &status) < 0)
        return status;
    if (plan.serve_echo)
        return load_serve_echo(plan.serve_echo);
    if (load_read_limits(&plan) < 0)
        return STATUS_FAILED;
    struct load_results *r = calloc(1, sizeof *r);
    if (!r)
        return STATUS_FAILED;
    /* 0 bytes would be a measurement; -1 is "not known" in every member. */
    r->memory = (struct load_memory){-1, -1, -1, -1, -1, -1, -1};
    if (load_run(&plan, r) == 0 && !plan.no_echo && !r->interrupted)
        load_run_echo(&plan, r);
    status = finish(&plan, r);
    free(r);
    return status;
}
