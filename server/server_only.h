/* What a server has besides tables and guests, and what a page lacks. The code of tables calls
 * these functions as members of `parts`, and first asks whether there is what they are about: a
 * witness, a messenger, limits; or whether the member is NULL. A program has one table of them:
 * server_only.c has all, that of a page (wasm/hall/server_only.c) almost none. It is constant, so
 * that a page has no code for what it lacks. */
#ifndef CHARLATAN_SERVER_SERVER_ONLY_H
#define CHARLATAN_SERVER_SERVER_ONLY_H

#include "server/admin/bans.h"
#include "server/admin/metrics.h"
#include "server/assets.h"
#include "server/http/limits.h"
#include "server/http/transport.h"
#include "server/notify/calls.h"
#include "server/tables/bot_programs.h"
#include "server/tables/reviews.h"
#include "server/tables/storage_costs.h"
#include "server/tables/unknown_tokens.h"
#include "server/witness/inquiries.h"
#include "server/witness/post.h"

struct server_parts {
#define PART(function) __typeof__(function) *function;
#include "server/server_only.def"
#undef PART
};

extern const struct server_parts parts;

#endif
