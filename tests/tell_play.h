/* Matches for tests of what viewers are told. They are built by hand, so that their states can be
 * scrambled, and played with random answers.
 *
 * Games, options, scrambles and the revealing events come from the property suite
 * (props/game_props.h). */
#ifndef CHARLATAN_TESTS_TELL_PLAY_H
#define CHARLATAN_TESTS_TELL_PLAY_H

#include "match/tell.h"
#include "tests/match_rig.h"
#include "tests/props/game_props.h"

enum { VIEWERS = MAX_SEATS + 1, LONG_GAME = 150, OF_VIEWER = 1 };

struct play {
    const struct props_subject *subject;
    /* A copy, in which leaks are planted. */
    struct game game;
    struct game_json json;
    struct match m;
    /* The last move. */
    struct tell_before before;
    struct entry entry;
    struct session_done done;
    /* The random numbers of answers and experiments. */
    struct chance luck;
    /* The view of each viewer, as a client has it: view[viewer + OF_VIEWER]. */
    json_t *view[VIEWERS];
    struct writer a, b;
};

static inline int below(struct play *p, int n)
{
    return (int)chance_below(&p->luck, CHANCE_PICK, (uint32_t)n);
}

static inline void start_over(struct writer *w)
{
    w->n = 0;
    w->comma = 0;
}

/* ---- a match made by hand ---- */

static inline void seat_people(struct match *m)
{
    for (int seat = 0; seat < m->players; seat++) {
        struct match_seat *s = &m->seat[seat];
        s->kind = SEAT_HUMAN;
        snprintf(s->name, sizeof s->name, "Player %d", seat);
        memset(s->token, 0xc1 + seat, sizeof s->token);
        memset(s->nonce.bytes, 0xd1 + seat, sizeof s->nonce.bytes);
        s->nonce.n = (uint8_t)(seat ? 16 : 0);
    }
}

static inline void note_questions(struct match *m)
{
    uint32_t active = m->session.game->active(m->session.state);
    for (int seat = 0; seat < m->players; seat++)
        m->seat[seat].asked = active >> seat & 1 ? m->entries - 1 : 0;
    m->phase = active ? MATCH_RUNNING : MATCH_OVER;
}

static inline void play_open(struct play *p, const struct props_subject *subject, int players,
                             int mix, uint64_t number)
{
    struct match *m = &p->m;
    memset(p, 0, sizeof *p);
    p->subject = subject;
    p->game = *subject->game;
    p->json = *game_json_by_name(subject->game->name);
    p->json.game = &p->game;
    props_seed(&p->luck, 1, number, 1);
    match_init(m);
    m->players = players;
    m->session.json = &p->json;
    m->session.game = &p->game;
    p->game.init(m->session.state, players);
    subject->mix(m->session.state, mix, players, &p->luck);
    memcpy(m->options, m->session.state, sizeof m->options);
    memset(m->seed, 0xa1, sizeof m->seed);
    memset(m->salt, 0xb1, sizeof m->salt);
    props_seed(&m->session.chance, 1, number, 2);
    seat_people(m);
    m->entries = 1;
}

static inline void play_open_any(struct play *p, const struct props_subject *subject,
                                 uint64_t number)
{
    int players, mix;
    props_schedule(subject, number, &players, &mix);
    play_open(p, subject, players, mix, number);
}

static inline void play_begin(struct play *p)
{
    session_begin(&p->m.session, &p->done);
    p->m.begun = 1;
    p->m.entries++;
    note_questions(&p->m);
    p->entry = (struct entry){.kind = ENTRY_START, .n = 1};
}

static inline void play_close(struct play *p)
{
    for (int i = 0; i < VIEWERS; i++)
        json_decref(p->view[i]);
    before_free(&p->before);
    match_free(&p->m);
    writer_free(&p->a);
    writer_free(&p->b);
}

static inline void carry_out(struct match *m, int seat, int answer, struct tell_before *before,
                             struct entry *e, struct session_done *done)
{
    memset(e, 0, sizeof *e);
    e->kind = ENTRY_MOVE;
    e->move = (struct move){(uint8_t)seat, (uint8_t)answer};
    e->n = m->entries++;
    before_take(before, m, "aaaabbbbccccdddd");
    m->session.game->action_name(m->session.state, seat, answer, e->text);
    session_apply(&m->session, e->move, done);
    note_questions(m);
}

/* Picks a seat that is asked and one of its answers; returns -1 when the game is over. */
static inline int pick(struct play *p, int *seat)
{
    uint32_t active = p->game.active(p->m.session.state);
    if (!active)
        return -1;
    *seat = bit_nth(active, (uint32_t)below(p, bit_count(active)));
    uint64_t legal = p->game.legal(p->m.session.state, *seat);
    return bit_nth(legal, (uint32_t)below(p, bit_count(legal)));
}

static const struct props_subject *const subjects[] = {&props_null, &props_arcane, &props_quacks};
static const int games_of[] = {24, 18, 30};

static inline void tell(struct play *p, struct writer *w, int viewer)
{
    start_over(w);
    tell_entry(w, &p->m, &p->before, &p->entry, &p->done, viewer);
}

#endif
