/* How web pages talk with WebAssembly: one JSON request at a time, one JSON object as its answer
 * (web/src/engine/types.ts).
 *
 * A request is an object with "op" on the first line; the text of a record, or bytes, may follow
 * after it. The answer is {"ok":true,…} or
 * {"ok":false,"error":{"code","message","rule","reason","values","line"}}.
 *
 * Each module has its own requests: ask.c those of the engine, review.c those of reviews. */
#ifndef CHARLATAN_WASM_PAGE_H
#define CHARLATAN_WASM_PAGE_H

#include <jansson.h>

#include "engine/refusal.h"
#include "wire/write.h"

struct view;

/* Valid while the op runs; page.c frees it. */
struct page_request {
    json_t *root;
    /* What follows after the first line, without a NUL at its end. Only if text_n is 0 there was
     * nothing. */
    const char *text;
    size_t text_n;
};

/* `run` writes the members of the answer into page_out, beginning with page_succeed or
 * page_fail. */
struct page_op {
    const char *name;
    void (*run)(const struct page_request *q);
};

/* What a module can be asked, up to a row without a name; and how it refuses other requests. */
extern const struct page_op page_ops[];
void page_say_unknown(void);

/* The answer. It has been begun, and page.c ends it. */
extern struct writer page_out;

/* Writes "ok": true. Call it first; the members of the answer follow. */
void page_succeed(void);
/* Answers with a refusal. `code` is used if the row has none. */
void page_fail(enum refusal_code code, struct refusal *why);
void page_fail_at(enum refusal_code code, uint32_t line, struct refusal *why);
void page_fail_for(const struct refusal_row *row);

/* Takes the view of the seat in the request. Returns 0, or -1 after writing the reason. */
int page_view(const struct page_request *q, struct view *v);
/* Whether the seat has an open question. */
int page_is_asked(const struct view *v);

#endif
