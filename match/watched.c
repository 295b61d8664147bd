/* Matches with a witness: a choice is stored first, then the witness is asked, and what was chosen
 * takes place when the answer is stored.
 *
 * The choice comes first so that it cannot change any more once the witness was asked. After a
 * crash, or on another node, the same question is asked again, and the witness gives the same
 * answer. So each question in the witness's transcript belongs to one START or MOVE of the log, and
 * the other way round. */
#include "match/watched_inside.h"

#include <sodium.h>
#include <stdlib.h>

#include "match/founding.h"
#include "match/inside.h"
#include "match/play_inside.h"
#include "match/refusals.h"
#include "wire/refuse.h"

/* A closed table waits for nothing, even if its witness never answered. */
int match_waits(const struct match *m)
{
    return m->watch && m->watch->due && m->phase != MATCH_CLOSED;
}

/* The game is over and the witness has still to tell its secret. */
int match_unsealed(const struct match *m)
{
    return m->watch && m->phase == MATCH_OVER && !m->watch->sealed;
}

/* ---- which entries may come ---- */

/* Between a choice and its luck only what changes nothing about the game may come. */
int watch_check(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (!match_waits(m) || entry_is(e, ALWAYS) || (m->begun && entry_is(e, WHILE_PLAYING)))
        return 0;
    return because(why, ROW(witness_asked));
}

int watch_check_part(const struct match *m, const struct entry *e, struct refusal *why)
{
    (void)e;
    return match_waits(m) ? 0 : because(why, ROW(witness_not_asked));
}

int watch_check_seal(const struct match *m, const struct entry *e, struct refusal *why)
{
    (void)e;
    return match_unsealed(m) ? 0 : because(why, ROW(seal_not_due));
}

/* A practice has given luck, of which no witness can give half. */
int watch_check_founding(const struct match_founding *f, struct refusal *why)
{
    if (f->witness.there > 1)
        return because(why, ROW(table_flags_needed));
    return f->witness.there && f->fork.chance ? because(why, ROW(witness_for_practice)) : 0;
}

/* ---- what a match keeps ---- */

void watch_found(struct match *m, const struct match_founding *f)
{
    if (!f->witness.there)
        return;
    struct match_witness *w = calloc(1, sizeof *w);
    MUST(w);
    w->opening = f->witness;
    sign_public(w->opening.asker, w->asker);
    witness_transcript(w->opening.commitment, w->transcript);
    m->watch = w;
}

/* `to` has the same pointer as `from` before; it is replaced. */
void watch_copy(struct match *to, const struct match *from)
{
    if (!from->watch)
        return;
    struct match_witness *w = malloc(sizeof *w);
    MUST(w);
    *w = *from->watch;
    uint32_t n = from->moves - from->first + 1;
    w->room = n + 1;
    w->share = calloc(w->room, sizeof *w->share);
    MUST(w->share);
    if (from->watch->share)
        memcpy(w->share, from->watch->share, n * sizeof *w->share);
    to->watch = w;
}

/* Overwritten first: it has the secret that signs questions. */
void watch_free(struct match *m)
{
    if (!m->watch)
        return;
    free(m->watch->share);
    sodium_memzero(m->watch, sizeof *m->watch);
    free(m->watch);
    m->watch = NULL;
}

/* The same as watch_share, also for the one after the last. Shares may move with it. */
static struct witness_share *share_make(struct match *m, uint32_t i)
{
    struct match_witness *w = m->watch;
    if (i - m->first >= w->room) {
        w->room = w->room < 32 ? 64 : 2 * w->room;
        w->share = realloc(w->share, w->room * sizeof *w->share);
        MUST(w->share);
    }
    return watch_share(m, i);
}

/* Must be called before the move is played, because its name depends on the position. */
void watch_ask_again(const struct match *m, struct move move)
{
    uint8_t key[32];
    char name[MAX_NAME];
    if (!m->watch)
        return;
    match_key(m, key);
    m->session.game->action_name(m->session.state, move.seat, move.answer, name);
    witness_question(key, watch_share(m, m->moves)->question, move.seat, name,
                     watch_share(m, m->moves + 1)->question);
}

/* i = -1 is the beginning. Without a witness it does nothing, and the chance goes on as it is. */
void watch_luck(const struct match *m, int64_t i, struct chance *c)
{
    uint8_t key[32], luck[32];
    if (!m->watch)
        return;
    match_key(m, key);
    witness_luck(key, watch_share(m, (uint32_t)(i + 1))->part, luck);
    chance_seed(c, luck);
}

/* ---- choices and answers ---- */

/* The question holds the one before it, the seat and the action: the same course of the game has
 * the same luck, and the witness cannot tell what is asked. A person's answer counts as given from
 * here on. */
void watch_choose(struct match *m, const struct entry *e)
{
    struct match_witness *w = m->watch;
    uint8_t key[32];
    match_key(m, key);
    if (e->kind == ENTRY_START)
        witness_first_question(key, w->opening.commitment, w->question);
    else
        witness_question(key, watch_share(m, m->moves)->question, e->seat, e->text, w->question);
    witness_transcript_add(w->transcript, w->question);
    w->asked++;
    w->choice = *e;
    w->due = 1;
    if (e->kind == ENTRY_MOVE && !e->by_bot)
        play_note_answer(&m->seat[e->seat], e);
}

/* Time stood still while the witness was asked. `old` is when each question was asked. Moves
 * `since` by the time that passed, so nobody pays for it. */
static void clocks_go_on(struct match *m, int64_t from, int64_t to, int64_t old[MAX_SEATS])
{
    for (int seat = 0; seat < m->players; seat++) {
        int64_t since = m->seat[seat].since + (to - from);
        old[seat] = m->seat[seat].since;
        if (m->seat[seat].asked)
            m->seat[seat].since = since < to ? since : to;
    }
}

/* Fails only if the entry's hash is another one; then nothing was played. */
static int take_place(struct match *m, struct entry *e, struct session_done *done,
                      struct refusal *why)
{
    struct match_witness *w = m->watch;
    if (w->choice.kind == ENTRY_MOVE)
        return play_chosen(m, &w->choice, e, done, why);
    /* The bot that fills empty seats was named with the choice. */
    memcpy(e->text, w->choice.text, sizeof e->text);
    return play_start(m, e, done, why);
}

/* The share is written first, because the luck is read from there; an old one at this place belongs
 * to a move that was taken back. */
int watch_part(struct match *m, struct entry *e, struct session_done *done, struct refusal *why)
{
    struct match_witness *w = m->watch;
    uint32_t at = w->choice.kind == ENTRY_START ? 0 : m->moves + 1;
    int64_t since[MAX_SEATS] = {0};
    struct witness_share *share = share_make(m, at);
    memcpy(share->question, w->question, sizeof share->question);
    memcpy(share->part, e->part, sizeof share->part);
    memcpy(share->proof, e->proof, sizeof share->proof);
    e->of = w->choice.kind;
    e->move = w->choice.move;
    e->by_bot = w->choice.by_bot;
    e->hurried = w->choice.hurried;
    w->due = 0;
    clocks_go_on(m, w->choice.at, e->at, since);
    if (take_place(m, e, done, why) == 0) {
        memset(&w->choice, 0, sizeof w->choice);
        memset(w->question, 0, sizeof w->question);
        return 0;
    }
    /* The match must be as before. */
    for (int seat = 0; seat < m->players; seat++)
        m->seat[seat].since = since[seat];
    w->due = 1;
    return -1;
}

void watch_seal(struct match *m, const struct entry *e)
{
    m->watch->seal = e->seal;
    m->watch->sealed = 1;
}

/* ---- asking the witness ---- */

/* Only while match_waits. The same each time, so a question that was lost can be sent again. */
void match_question(const struct match *m, uint32_t *n, uint8_t question[WITNESS_HASH],
                    uint8_t signature[WITNESS_SIGNATURE])
{
    const struct match_witness *w = m->watch;
    struct witness_statement s;
    *n = w->asked - 1;
    memcpy(question, w->question, WITNESS_HASH);
    statement_question(&s, w->opening.commitment, *n, question);
    sign_make(&s, w->opening.asker, signature);
}

/* Only while match_unsealed. Our signature says how often we have asked. */
void match_end_statement(const struct match *m, uint32_t *asked, uint8_t transcript[WITNESS_HASH],
                         uint8_t signature[WITNESS_SIGNATURE])
{
    const struct match_witness *w = m->watch;
    struct witness_statement s;
    *asked = w->asked;
    memcpy(transcript, w->transcript, WITNESS_HASH);
    statement_end(&s, w->opening.commitment, w->asked, w->transcript);
    sign_make(&s, w->opening.asker, signature);
}

/* Signatures are checked here and not when a log is read: that would take long for a long one. */
int match_may_part(const struct match *m, const uint8_t part[WITNESS_HASH],
                   const uint8_t proof[WITNESS_SIGNATURE], int64_t now, struct entry *e,
                   struct refusal *why)
{
    struct witness_statement s;
    entry_new(e, m, ENTRY_PART, 0, now);
    memcpy(e->part, part, sizeof e->part);
    memcpy(e->proof, proof, sizeof e->proof);
    if (entry_check(m, e, why) < 0)
        return -1;
    statement_part(&s, m->watch->opening.commitment, m->watch->question, part);
    if (sign_check(&s, m->watch->opening.key, proof) != SIGN_RIGHT)
        return because(why, ROW(witness_signature));
    return 0;
}

/* Adds our own signature. A secret that does not fit its commitment is refused, and the table stays
 * unsealed. */
int match_may_seal(const struct match *m, const struct witness_seal *seal, int64_t now,
                   struct entry *e, struct refusal *why)
{
    struct witness_statement s;
    uint32_t asked;
    uint8_t transcript[WITNESS_HASH], commitment[WITNESS_HASH];
    entry_new(e, m, ENTRY_SEAL, 0, now);
    e->seal = *seal;
    if (entry_check(m, e, why) < 0)
        return -1;
    match_end_statement(m, &asked, transcript, e->seal.asked_signature);
    statement_end(&s, m->watch->opening.commitment, asked, transcript);
    if (sign_check(&s, m->watch->opening.key, seal->signature) != SIGN_RIGHT)
        return because(why, ROW(witness_signature));
    commit_make(seal->salt, seal->secret, commitment);
    if (memcmp(commitment, m->watch->opening.commitment, sizeof commitment) != 0)
        return because(why, ROW(witness_secret));
    return 0;
}
