/* The parts of a page (server/server_only.h): it only says where reviews are made. Its log is shown
 * by the page, and its files are not the module's. */
#include <stdarg.h>

#include "server/assets.h"
#include "server/hall.h"
#include "server/log.h"
#include "server/refusals.h"
#include "server/server_only.h"
#include "server/tables/records.h"
#include "wasm/hall/inside.h"
#include "wasm/refusals.h"
#include "wire/refuse.h"

#define REFUSAL REFUSAL_DEFINE
#include "wasm/refusals.def"
#undef REFUSAL

/* A page makes reviews with a module of its own (wasm/review.c), from the record. If there is no
 * record to review yet, that is the reason given, as on a server. */
static void refuse_review(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct refusal why;
    (void)body;
    if (record_due(s, t, &why) == 0)
        because(&why, ROW(review_elsewhere));
    hall_refuse(h, &why);
}

const struct server_parts parts = {.hall_review = refuse_review};

/* One entry that is not used, since C has no empty arrays. */
struct asset assets[1];
const size_t assets_count = 0;

/* The sentences, without their fields. Cut off at 511 bytes. */
void log_say(enum log_level level, const char *event, const struct log_field *fields,
             const char *format, ...)
{
    char text[512];
    va_list args;
    (void)event, (void)fields;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    host_log((int)level, text, n < (int)sizeof text ? (size_t)n : sizeof text - 1);
}
