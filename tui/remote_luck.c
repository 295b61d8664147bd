/* Nonces at a server's table: commits to one, reveals it when the seats are fixed, and compares the
 * record with what was shown (luck.h). */
#include <stdlib.h>
#include <string.h>

#include "tui/remote.h"

/* Called whenever anything new is known: a program that is killed must not lose its nonce. */
void remote_luck_remember(const struct remote *r)
{
    json_t *kept = luck_save(&r->luck);
    seats_remember_luck(r->t.folder, &r->where, kept);
    json_decref(kept);
}

/* A table that is not known gives an empty luck. */
void remote_luck_recall(struct remote *r)
{
    json_t *kept = seats_recall_luck(r->t.folder, &r->where);
    luck_load(&r->luck, kept);
    json_decref(kept);
}

/* A nonce that was drawn before is used again: the server may have its commitment already. It is
 * stored before it is committed to. */
int remote_luck_draw(struct remote *r)
{
    if (!r->luck.offered)
        return 0;
    if (!r->luck.mine[0])
        luck_draw(&r->luck);
    remote_luck_remember(r);
    return 1;
}

/* Reveals our nonce. If the server shows another commitment than ours, it stays our secret.
 * Spectators have none, and a nonce that the server shows has arrived. */
static void reveal(struct remote *r, const json_t *shown)
{
    if (r->seat < 0 || !r->luck.mine[0])
        return;
    if (json_is_string(json_array_get(json_object_get(shown, "nonces"), (size_t)r->seat)))
        return;
    if (luck_is_mine(&r->luck, r->seat))
        remote_send_nonce(r);
    else
        client_say(&r->t, NEWS_FAILED, EVENT_NONE,
                   "! The server does not show its commitment, or shows another than yours at your "
                   "seat. Your nonce stays secret.");
}

/* Commits to a nonce at a rematch that somebody else has founded. Another device of this seat may
 * have committed already. A failure leaves us without a nonce in the game, which is said at its
 * start. */
static void commit(struct remote *r, const json_t *table)
{
    const json_t *pledges = json_object_get(table, "nonce_commitments");
    if (r->seat < 0 || json_is_string(json_array_get(pledges, (size_t)r->seat)))
        return;
    if (remote_luck_draw(r))
        remote_commit(r);
}

/* Called with every snapshot. */
void remote_luck_table(struct remote *r, const json_t *table)
{
    if (luck_see(&r->luck, table))
        remote_luck_remember(r);
    if (r->phase == MATCH_WAITING)
        commit(r, table);
    else if (r->phase == MATCH_REVEALING)
        reveal(r, table);
}

/* From now on the server cannot change any commitment unnoticed, so our nonce may be known. */
void remote_luck_fixed(struct remote *r, const json_t *event)
{
    if (luck_see_fixed(&r->luck, event))
        remote_luck_remember(r);
    reveal(r, event);
}

/* If two reveal their nonces at different nodes at once, the second is refused, and tries again.
 * Called when anybody's nonce has arrived. */
void remote_luck_revealed(struct remote *r)
{
    if (r->refused && r->phase == MATCH_REVEALING && luck_is_mine(&r->luck, r->seat))
        remote_send_nonce(r);
}

/* Too late for anything but saying it: the record will show the same. */
void remote_luck_started(struct remote *r, const json_t *event)
{
    const char *nonce = json_string_value(json_array_get(
        json_object_get(event, "nonces"), (size_t)(r->seat < 0 ? MAX_SEATS : r->seat)));
    if (luck_see_fixed(&r->luck, event))
        remote_luck_remember(r);
    if (r->seat >= 0 && r->luck.mine[0] && (!nonce || strcmp(nonce, r->luck.mine) != 0))
        client_say(&r->t, NEWS_FAILED, EVENT_NONE,
                   "! The game begins without your nonce: the server says that it came too late.");
}

void remote_luck_over(struct remote *r, const char *record, size_t n)
{
    luck_judge(&r->luck, &(struct luck_case){r->seat, &r->seen, record, n}, r->t.luck);
}
