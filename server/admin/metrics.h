/* What /metrics says (metrics.c). */
#ifndef CHARLATAN_SERVER_ADMIN_METRICS_H
#define CHARLATAN_SERVER_ADMIN_METRICS_H

struct server;
struct writer;

/* All figures, in the format of Prometheus. The caller frees the text. */
void metrics_write(struct server *s, struct writer *w);

#endif
