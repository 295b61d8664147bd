/* Measuring, of the server and of the echo, and the echo server itself. */
#ifndef CHARLATAN_LOAD_RUN_H
#define CHARLATAN_LOAD_RUN_H

struct load_plan;
struct load_results;

/* Measures the server of the plan, or one that it starts and ends. 0, or -1 with the reason in
 * r->failure. */
int load_run(struct load_plan *p, struct load_results *r);
/* Starts an echo server, measures it and ends it. 0, or -1 with the reason in r->failure. */
int load_run_echo(const struct load_plan *p, struct load_results *r);

/* Runs the bare echo server; returns an exit status. */
int load_serve_echo(int port);

#endif
