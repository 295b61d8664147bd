/* Replays records, compares them with the rules and words the differences. */
#include "match/record_play.h"

#include <stdio.h>
#include <stdlib.h>

#include "match/refusals.h"
#include "wire/game.h"
#include "wire/numbers.h"
#include "wire/outcome.h"
#include "wire/refuse.h"
#include "wire/versions.h"

/* Without the seed the key does not matter: all outcomes are forced. */
void record_play_open(struct record_play *p, const struct record *r, enum record_luck luck)
{
    uint8_t key[32] = {0};
    memset(p, 0, sizeof *p);
    p->record = r;
    p->luck = luck;
    p->session.json = r->json;
    p->session.game = r->json->game;
    memcpy(p->session.state, r->options, sizeof r->options);
    if (luck == RECORD_SEED)
        record_chance_key(r, key);
    chance_seed(&p->session.chance, key);
    if (luck == RECORD_SEED && r->witness.there)
        record_watch_open(&p->watch, &r->witness, key);
}

/* ---- the witness ---- */

static int opening(const struct record_play *p, struct record_wrong *wrong)
{
    const struct record *r = p->record;
    wrong->part = RECORD_WITNESS;
    return r->witness.there ? record_watch_opening(&r->witness, r->commitment, &wrong->why) : 0;
}

/* With a witness every action has a key of its own; action NULL: the beginning. Sets the luck of
 * the next action. Returns -1 if the witness's part is wrong, with the luck it gave all the
 * same. */
static int share(struct record_play *p, int seat, const char *action, struct record_wrong *wrong)
{
    uint8_t luck[32];
    if (!p->watch.witness)
        return 0;
    wrong->part = RECORD_WITNESS;
    int fine = record_watch_next(&p->watch, seat, action, luck, &wrong->why);
    chance_seed(&p->session.chance, luck);
    return fine;
}

static struct record_watch *watch_of(struct record_play *p)
{
    return p->watch.witness ? &p->watch : NULL;
}

/* ---- chance ---- */

/* Plays the beginning or a move with the recorded outcomes, or with none if they come from the
 * seed. Returns -1 if an outcome is impossible. Unused outcomes are found later, when outcomes are
 * compared. `given`: the outcomes are taken as they are even if the rest follows from the seed. */
static int run(struct record_play *p, const struct move *move, json_t *chance, int given)
{
    int scripted = given || p->luck == RECORD_SCRIPT;
    json_t *force = scripted ? json_incref(chance) : json_array();
    int ran = move ? session_apply_forced(&p->session, &force, *move, &p->done)
                   : session_begin_forced(&p->session, &force, &p->done);
    json_decref(force);
    return ran;
}

/* Outcomes are compared as JSON, because recorded ones may have unknown ids. `recorded` is quoted
 * in ASCII, since it may be shown on a terminal. */
static int outcome_compare(const struct record_play *p, uint32_t at, const json_t *recorded,
                           struct refusal *why)
{
    struct writer w = {0};
    outcome_write(p->record->json, &p->done.outcome[at], &w);
    json_t *real = json_loadb(w.at, w.n, 0, NULL);
    int same = json_equal(real, recorded);
    char *text = same ? NULL : json_dumps(recorded, JSON_COMPACT | JSON_ENSURE_ASCII);
    if (!same)
        because(why, ROW(outcome_differs), (int)at, w.at, text ? text : "?");
    free(text);
    json_decref(real);
    writer_free(&w);
    return same ? 0 : -1;
}

/* The first difference is told; if all that both have are equal, that there are more or fewer. */
static int chance_compare(const struct record_play *p, const json_t *recorded, struct refusal *why)
{
    uint32_t n = (uint32_t)json_array_size(recorded);
    for (uint32_t i = 0; i < n && i < p->done.outcomes; i++)
        if (outcome_compare(p, i, json_array_get(recorded, i), why) < 0)
            return -1;
    if (n != p->done.outcomes)
        return because(why, ROW(outcome_count_differs), (int)p->done.outcomes, (int)n);
    return 0;
}

static int hash_compare(const char *what, uint64_t real, uint64_t recorded, struct refusal *why)
{
    if (real == recorded)
        return 0;
    char is[17], says[17];
    snprintf(is, sizeof is, "%016llx", (unsigned long long)real);
    snprintf(says, sizeof says, "%016llx", (unsigned long long)recorded);
    return because(why, ROW(hash_differs), what, is, says);
}

/* ---- the beginning ---- */

/* Whether cards and numbers are those that the record names: other ones would lead to other states
 * anyway, but without telling why. */
static int header_hashes(const struct record_play *p, struct refusal *why)
{
    const struct record *r = p->record;
    const struct numbers_form *f = r->json->game->numbers;
    const void *state = p->session.state;
    if (r->has_cards_hash &&
        hash_compare("cards_hash", r->json->cards_hash(state), r->cards_hash, why) < 0)
        return -1;
    return r->has_numbers_hash
               ? hash_compare("numbers_hash", numbers_hash(f, numbers_in_force(f, state)),
                              r->numbers_hash, why)
               : 0;
}

/* Sets wrong->part before each step, so that a failure says what was being checked. */
static int begin(struct record_play *p, struct record_wrong *wrong)
{
    const struct record *r = p->record;
    struct refusal *why = &wrong->why;
    if (opening(p, wrong) < 0 || share(p, 0, NULL, wrong) < 0)
        return -1;
    wrong->part = RECORD_CHANCE;
    if (run(p, NULL, r->chance, r->forked) < 0)
        return because(why, ROW(outcome_impossible));
    if (chance_compare(p, r->chance, why) < 0)
        return -1;
    wrong->part = RECORD_HASHES;
    return header_hashes(p, why);
}

int record_play_begin(struct record_play *p, struct record_wrong *wrong)
{
    wrong->line = 1;
    return begin(p, wrong);
}

/* ---- moves ---- */

/* The number of the answer, or -1 with the rules' reason. */
static int answer_of(const struct record_play *p, const struct record_move *m, struct refusal *why)
{
    const struct game *g = p->session.game;
    uint32_t active = g->active(p->session.state);
    if (!active)
        return because(why, ROW(move_after_end));
    if (!(active >> m->seat & 1))
        return because(why, ROW(mover_not_asked), m->seat);
    int answer = session_answer(&p->session, m->seat, m->action);
    if (answer < 0)
        g->explain(p->session.state, m->seat, m->action, why);
    return answer;
}

/* Plays one move: first what was taken back before it, then its luck, outcomes and hash. p->moves
 * counts the move even if it fails. */
static int next(struct record_play *p, struct record_wrong *wrong)
{
    const struct record_move *m = &p->record->move[p->moves++];
    struct refusal *why = &wrong->why;
    wrong->part = RECORD_MOVES;
    /* Actions that were taken back have no recorded outcomes. */
    if (m->undone && p->luck == RECORD_SEED &&
        undone_play(m->undone, p->moves - 1, &p->session, watch_of(p), why) < 0)
        return -1;
    int answer = answer_of(p, m, why);
    if (answer < 0 || share(p, m->seat, m->action, wrong) < 0)
        return -1;
    wrong->part = RECORD_CHANCE;
    struct move move = {(uint8_t)m->seat, (uint8_t)answer};
    if (run(p, &move, m->chance, p->moves <= p->record->fork) < 0)
        return because(why, ROW(outcome_impossible));
    if (chance_compare(p, m->chance, why) < 0)
        return -1;
    wrong->part = RECORD_HASHES;
    if (!version_has_hashes(p->record->rules))
        return 0;
    return hash_compare("the hash", state_hash(p->session.json, p->session.state), m->hash, why);
}

int record_play_next(struct record_play *p, struct record_wrong *wrong)
{
    wrong->line = record_line_of(p->moves);
    return next(p, wrong);
}

/* ---- the result ---- */

/* The first seat that differs is named. */
static int winners_compare(uint32_t real, uint32_t recorded, struct refusal *why)
{
    for (int seat = 0; seat < MAX_SEATS; seat++)
        if ((real ^ recorded) >> seat & 1)
            return real >> seat & 1 ? because(why, ROW(winner_missing), seat)
                                    : because(why, ROW(winner_wrong), seat);
    return 0;
}

/* The game must be over: a result of a running game would show secrets. */
static int result(const struct record_play *p, struct refusal *why)
{
    const struct game *g = p->session.game;
    const struct record_result *r = &p->record->result;
    if (g->active(p->session.state))
        return because(why, ROW(result_too_early));
    for (int seat = 0; seat < p->record->players; seat++) {
        int score = (int)g->score(p->session.state, seat);
        if (score != r->score[seat])
            return because(why, ROW(score_differs), seat, score, (int)r->score[seat]);
    }
    return winners_compare(g->winners(p->session.state), r->winners, why);
}

int record_play_result(struct record_play *p, struct record_wrong *wrong)
{
    wrong->line = record_line_of(p->moves);
    wrong->part = RECORD_RESULT;
    if (result(p, &wrong->why) < 0)
        return -1;
    wrong->part = RECORD_WITNESS;
    return p->watch.witness ? record_watch_end(&p->watch, &wrong->why) : 0;
}

/* ---- everything ---- */

/* A record without a result is played as far as it goes. */
static int play_all(struct record_play *p, struct record_wrong *wrong)
{
    if (record_play_begin(p, wrong) < 0)
        return -1;
    while (p->moves < p->record->moves)
        if (record_play_next(p, wrong) < 0)
            return -1;
    return p->record->result.there ? record_play_result(p, wrong) : 0;
}

/* On the heap: a replay has two states and the events of a move. */
static int play_record(const struct record *r, enum record_luck luck, struct record_wrong *wrong)
{
    struct record_play *p = malloc(sizeof *p);
    MUST(p);
    record_play_open(p, r, luck);
    int played = play_all(p, wrong);
    free(p);
    return played;
}

/* 0 also if there is no result, since the seed is not known then. */
int record_is_committed(const struct record *r)
{
    uint8_t real[COMMIT_BYTES];
    commit_make(r->result.salt, r->result.seed, real);
    return r->result.there && memcmp(real, r->commitment, COMMIT_BYTES) == 0;
}

/* A practice match continues another game. */
static int fork_compare(const struct record *r, struct record_wrong *wrong)
{
    if (!r->result.there || !record_is_practice(r) || record_kept(r) < r->moves)
        return 0;
    wrong->line = 1;
    wrong->part = RECORD_FORK;
    return because(&wrong->why, ROW(fork_longer), (int)record_kept(r), (int)r->moves);
}

/* Whether every nonce fits the commitment of its seat. A nonce that is missing was withheld. */
static int pledges_compare(const struct record *r, struct record_wrong *wrong)
{
    uint8_t real[COMMIT_BYTES];
    for (int seat = 0; seat < r->players; seat++) {
        if (!(r->pledged >> seat & 1) || !r->nonce_n[seat])
            continue;
        commit_pledge(r->nonce[seat], real);
        if (r->nonce_n[seat] == PLEDGED_BYTES && memcmp(real, r->pledge[seat], COMMIT_BYTES) == 0)
            continue;
        wrong->line = 1;
        wrong->part = RECORD_COMMITMENT;
        return because(&wrong->why, ROW(nonce_not_pledged), seat);
    }
    return 0;
}

/* If the seed does not match the commitment, the recorded outcomes are used instead, to find out
 * whether an earlier line is wrong, too. Returns 0 if all is right. Line 1 being wrong means there
 * is nothing to play; a later wrong line is told only if nothing before it is wrong. */
int record_check(const struct record *r, struct record_wrong *wrong)
{
    int proven = record_is_committed(r);
    *wrong = r->wrong;
    if (r->wrong.line == 1 || fork_compare(r, wrong) < 0 || pledges_compare(r, wrong) < 0)
        return -1;
    if (play_record(r, proven ? RECORD_SEED : RECORD_SCRIPT, wrong) < 0)
        return -1;
    *wrong = r->wrong;
    if (r->result.there && !proven) {
        wrong->line = record_line_of(r->moves);
        wrong->part = RECORD_COMMITMENT;
        because(&wrong->why, ROW(commitment_differs));
    }
    return wrong->line ? -1 : 0;
}
