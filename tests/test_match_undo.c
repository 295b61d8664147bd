/* Tests of matches by example: taking moves back, practice from a record, rematches. */
#include "games/arcane/arcane.h"
#include "games/quacks/quacks.h"
#include "match/inside.h"
#include "match/record_undone.h"
#include "match/refusals.h"
#include "match/tell.h"
#include "match/undo_inside.h"
#include "tests/match_says.h"

/* ---- taking back ---- */

/* Gives the answer and takes it back at once; everything must be as before. */
static void is_free(int seat, const char *action)
{
    uint64_t state[MAX_STATE_BYTES / 8];
    uint32_t ask = t.m.seat[seat].asked;
    char text[MAX_NAME];
    strcpy(text, action);
    memcpy(state, t.m.session.state, sizeof state);
    answers(seat, text);
    assert_true(match_undo_free(&t.m, seat));
    assert_int_equal(undoes(seat), 0);
    assert_int_equal(t.e.kind, ENTRY_UNDO);
    done(0);
    assert_memory_equal(state, t.m.session.state, sizeof state);
    /* The answer that was taken back is stale. */
    refused(says(seat, ask, text), "stale");
    refused(says(seat, ask, "other"), "stale");
    answers(seat, text);
}

static void needs_consent(int seat, const char *action)
{
    answers(seat, action);
    assert_false(match_undo_free(&t.m, seat));
    assert_int_equal(undoes(seat), 0);
    assert_int_equal(t.e.kind, ENTRY_PLEA);
}

/* Choices that everyone sees and that reveal nothing else: whom to curse, which way to slide, what
 * to give. */
static void arcane_free(void **unused)
{
    static const char *const kinds[] = {"target", "slide", "bribe", "own"};
    (void)unused;
    for (int i = 0; i < 4; i++) {
        int seat, chance = 1;
        /* Looks for a game in which no card is drawn after it. */
        for (uint32_t luck = 0; chance; luck++) {
            seat = find_after(luck, "arcane", NULL, kinds[i]);
            answers(seat, nth_answer(seat, 0));
            chance = t.m.move[t.m.moves - 1].chance;
        }
        done(undoes(seat));
        is_free(seat, nth_answer(seat, 0));
    }
    is_free(find("arcane", NULL, "draw"), "draw discard");
}

static void arcane_not_free(void **unused)
{
    (void)unused;
    int seat = find("arcane", NULL, "draw");
    needs_consent(seat, "draw deck");
    assert_string_equal(question(seat), "act");
    /* Everyone sees the item that was drawn in secret. */
    needs_consent(seat, nth_answer(seat, 0));
    seat = find("arcane", NULL, "reveal");
    needs_consent(seat, nth_answer(seat, 0));
    seat = find("arcane", NULL, "peek");
    needs_consent(seat, nth_answer(seat, 0));
}

static void quacks_free_and_not(void **unused)
{
    (void)unused;
    for (uint32_t i = 1; i < 4; i++) {
        int seat = find("quacks", NULL, "buy");
        is_free(seat, nth_answer(seat, i));
    }
    int seat = find("quacks", NULL, "score");
    is_free(seat, nth_answer(seat, 0));
    needs_consent(find("quacks", NULL, "brew"), "draw");
}

static void commitments_can_be_changed_before_they_are_shown(void **unused)
{
    (void)unused;
    open_plain("quacks", "hhh", "{\"together\":true}");
    is_free(0, "draw");
    is_free(1, "draw");
    /* The last commitment draws chips. */
    needs_consent(2, "draw");
    is_free(0, "stop");
    is_free(1, "draw");
}

/* ---- what is learned ---- */

/* An answer to `peek` that looks at an item which the seat knows already, or NULL. */
static const char *look_again(int seat)
{
    static char name[MAX_NAME];
    const struct arcane_state *s = (const struct arcane_state *)(const void *)t.m.session.state;
    for (uint64_t slots = game()->legal(s, seat); slots; slots &= slots - 1)
        if (s->player[seat].known[bit_lowest(slots)] >> seat & 1)
            return game()->action_name(s, seat, bit_lowest(slots), name);
    return NULL;
}

/* Who looks again at an item learns nothing, and nobody else sees it (A7.9). Guesses used to leave
 * the item open for the others, so that it seemed to be drawn for them. */
static void to_look_again_shows_nothing(void **unused)
{
    int looked = 0;
    (void)unused;
    for (uint32_t luck = 0; luck < 400 && looked < 3; luck++) {
        int seat = find_after(luck, "arcane", "{\"edition\":\"three\"}", "peek");
        const char *again = look_again(seat);
        while (!again) {
            answers(seat, nth_answer(seat, luck));
            if ((seat = play_until("peek", luck)) < 0)
                break;
            again = look_again(seat);
        }
        if (!again)
            continue;
        answers(seat, again);
        if (t.m.move[t.m.moves - 1].chance)
            continue;
        assert_true(match_undo_free(&t.m, seat));
        looked++;
    }
    assert_int_equal(looked, 3);
}

/* Q7 and Q8, worked out again: whether a chip has to be among those looked at. */
static int is_in_every_offer(const struct quacks_player *p, int chip)
{
    int others = 0;
    for (int kind = 0; kind < CHIP_COUNT; kind++)
        others += kind == chip ? 0 : p->bag[kind];
    return others < p->offer_n;
}

/* Gives a random answer to `pick`. Returns 0 if nobody can say from it what was looked at; 1 if the
 * others see a chip that need not have been there; -1 if chance has drawn. */
static int picks(int seat, uint32_t luck)
{
    const struct quacks_state *s = (const struct quacks_state *)(const void *)t.m.session.state;
    uint64_t legal = game()->legal(s, seat);
    int answer = bit_nth(legal, luck % (uint32_t)bit_count(legal));
    const struct quacks_player *p = &s->player[seat];
    int shown = p->offer_n && answer != PICK_NONE && !is_in_every_offer(p, answer);
    answers(seat, nth_answer(seat, luck));
    return t.m.move[t.m.moves - 1].chance ? -1 : shown;
}

/* A chip that is picked was one of those looked at. However likely that was, the others know it
 * only now, unless the bag has too few other chips. In game 372 all of 24 guesses had it. */
static void every_pick_shows_what_was_looked_at(void **unused)
{
    int shown[2] = {0, 0};
    (void)unused;
    for (uint32_t luck = 360; luck < 420; luck++) {
        int seat = find_after(luck, "quacks", "{\"books\":{\"blue\":1}}", "pick");
        for (; seat >= 0; seat = play_until("pick", luck)) {
            int is_shown = picks(seat, luck);
            if (is_shown < 0)
                continue;
            assert_int_equal(match_undo_free(&t.m, seat), !is_shown);
            shown[is_shown]++;
        }
    }
    assert_true(shown[0] > 20 && shown[1] > 20);
}

static void undo_asks_everyone_who_plays(void **unused)
{
    (void)unused;
    open_plain("null", "hhhhb", NULL);
    answers(0, "call heads");
    uint32_t to = t.e.n;
    /* The first move is not the last one any more. */
    answers(1, "call heads");
    refused(grants(1, 1), "not-allowed");
    done(undoes(0));
    assert_int_equal(t.e.kind, ENTRY_PLEA);
    assert_int_equal(t.e.to, to);
    refused(undoes(0), "not-allowed");
    refused(grants(0, 1), "not-allowed");
    refused(grants(4, 1), "not-allowed");
    done(grants(1, 1));
    refused(grants(1, 1), "not-allowed");
    assert_int_equal(match_due(&t.m), 1000 + PLEA_MS);
    done(grants(2, 1));
    assert_int_equal(t.e.kind, ENTRY_GRANT);
    done(grants(3, 1));
    assert_int_equal(t.e.kind, ENTRY_UNDO);
    assert_int_equal(t.m.moves, 0);
    assert_int_equal(t.m.plea.seat, -1);
    assert_int_equal(t.m.seat[0].asked, t.e.n);
    assert_int_equal(t.m.seat[1].asked, t.e.n);
    /* No move is left to take back. */
    refused(undoes(0), "not-allowed");
}

static void what_ends_a_plea(void **unused)
{
    (void)unused;
    open_plain("null", "hhh", "{\"tosses\":9}");
    answers(0, "call heads");
    answers(1, "call heads");
    done(undoes(0));
    done(grants(2, 0));
    assert_int_equal(t.m.plea.seat, -1);
    done(undoes(0));
    /* A move ends the plea. */
    answers(2, "call heads");
    assert_int_equal(t.m.plea.seat, -1);
    done(undoes(0));
    /* So does a person who leaves without an answer, the one who asks or another. */
    done(leaves(1));
    assert_int_equal(t.e.kind, ENTRY_LAPSE);
    assert_int_equal(t.m.plea.seat, -1);
    done(returns(1));
    done(undoes(0));
    done(leaves(0));
    assert_int_equal(t.m.plea.seat, -1);
    assert_int_equal(t.m.moves, 3);
}

/* A person who has agreed may go. */
static void who_has_agreed_may_leave(void **unused)
{
    (void)unused;
    open_plain("null", "hhh", "{\"tosses\":9}");
    answers(0, "call heads");
    answers(1, "call heads");
    done(undoes(0));
    done(grants(1, 1));
    done(leaves(1));
    done(grants(2, 1));
    assert_int_equal(t.e.kind, ENTRY_UNDO);
    assert_int_equal(t.m.moves, 0);
}

/* A plea lapses after a minute, or after the time of a move where that is longer. */
static void a_plea_has_its_time(void **unused)
{
    (void)unused;
    for (uint32_t clock = 0; clock <= 600; clock += 600) {
        int64_t time = clock ? 600000 : PLEA_MS;
        open_table("null", "hhh", "{\"tosses\":9}", (struct match_clock){clock, 0});
        t.now = 5000;
        answers(0, "call heads");
        answers(1, "call heads");
        answers(2, "call heads");
        done(undoes(0));
        done(grants(1, 1));
        assert_int_equal(match_due(&t.m), 5000 + time);
        t.now = 5000 + time - 1;
        assert_int_equal(rig_settle(&t), 0);
        t.now = 5000 + time;
        refused(undoes(0), "not-allowed");
        rig_settle(&t);
        assert_int_equal(t.m.plea.seat, -1);
        assert_int_equal(t.m.moves, 3);
        closing(NULL);
    }
}

/* ---- who has to agree ---- */

/* The clock of seat 1 has run out, or it has left, since seat 0 moved. */
static void an_absent_person_cannot_agree(void **unused)
{
    (void)unused;
    open_table("null", "hh", "{\"tosses\":9}", (struct match_clock){30, 0});
    answers(1, "call heads");
    answers(0, "call heads");
    uint32_t made = t.m.moves;
    t.now += 30000;
    rig_settle(&t);
    assert_int_equal(t.m.seat[1].away, AWAY_CLOCK);
    done(returns(0));
    assert_false(match_undo_free(&t.m, 0));
    refused(undoes(0), "not-allowed");
    done(leaves(1));
    refused(undoes(0), "not-allowed");
    done(returns(1));
    done(undoes(0));
    assert_int_equal(t.e.kind, ENTRY_PLEA);
    done(grants(1, 1));
    assert_int_equal(t.e.kind, ENTRY_UNDO);
    assert_int_equal(t.m.moves, made - 1);
}

/* A person whose clock runs out has not agreed. */
static void silence_is_no(void **unused)
{
    (void)unused;
    open_table("null", "hh", "{\"tosses\":9}", (struct match_clock){0, 40});
    t.now = 2000;
    answers(0, "call heads");
    t.now = 21000;
    answers(1, "call heads");
    t.now = 40000;
    done(undoes(0));
    assert_int_equal(t.e.kind, ENTRY_PLEA);
    t.now = 41000;
    rig_settle(&t);
    assert_int_equal(t.m.seat[1].away, AWAY_CLOCK);
    assert_true(match_person_plays(&t.m, 0));
    assert_int_equal(t.m.plea.seat, -1);
    assert_int_equal(t.m.moves, 2);
}

/* What was played while seat 1 was away can be taken back without it, and nothing before that. */
static void moves_made_alone_are_free(void **unused)
{
    (void)unused;
    open_plain("quacks", "hh", NULL);
    answers(0, "draw");
    done(leaves(1));
    answers(0, "stop");
    assert_false(t.m.move[1].chance);
    done(undoes(0));
    assert_int_equal(t.e.kind, ENTRY_UNDO);
    refused(undoes(0), "not-allowed");
    assert_ptr_equal(t.why.row, &refusal_undo_away);
    answers(0, "draw");
    /* Nobody is there who could agree. */
    assert_true(t.m.move[1].chance);
    refused(undoes(0), "not-allowed");
    assert_ptr_equal(t.why.row, &refusal_undo_luck);
    /* Whoever plays now is asked even so. */
    done(returns(1));
    done(undoes(0));
    assert_int_equal(t.e.kind, ENTRY_PLEA);
    done(grants(1, 1));
    assert_int_equal(t.m.moves, 1);
}

/* A person who takes a seat over does not answer for the one who left it. */
static void nobody_answers_for_another(void **unused)
{
    (void)unused;
    open_plain("quacks", "hh", NULL);
    answers(0, "draw");
    done(leaves(1));
    done(sits(1, "Cy", 30));
    refused(undoes(0), "not-allowed");
    assert_ptr_equal(t.why.row, &refusal_undo_gone);
    answers(0, "draw");
    done(undoes(0));
    done(grants(1, 1));
    assert_int_equal(t.m.moves, 1);
    /* Nor does the new person take back what the other one did. */
    answers(1, "draw");
    done(leaves(1));
    done(sits(1, "Di", 40));
    refused(undoes(1), "not-allowed");
    assert_ptr_equal(t.why.row, &refusal_undo_gone);
}

/* A person who came back after the plea is not asked. */
static void who_was_not_there_is_not_asked(void **unused)
{
    (void)unused;
    open_plain("quacks", "hhh", NULL);
    done(leaves(2));
    answers(0, "draw");
    done(undoes(0));
    assert_int_equal(t.e.kind, ENTRY_PLEA);
    assert_int_equal(t.m.plea.asked, 2);
    done(returns(2));
    refused(grants(2, 0), "not-allowed");
    done(grants(1, 1));
    assert_int_equal(t.m.moves, 0);
}

/* ---- what is kept for the record ---- */

static void keeps(uint32_t i, uint32_t before, const char *items)
{
    assert_true(i < t.m.undone_n);
    char *text = json_dumps(t.m.undone[i].items, JSON_COMPACT);
    assert_int_equal(t.m.undone[i].before, before);
    assert_string_equal(text, items);
    free(text);
}

#define HEADS(seat) "{\"seat\":" #seat ",\"action\":\"call heads\"}"

/* Older versions granted a plea when the others were away. Their logs can still be read. */
static void old_undos_are_read(void **unused)
{
    (void)unused;
    open_plain("null", "hhh", "{\"tosses\":9}");
    for (int seat = 0; seat < 3; seat++)
        answers(seat, "call heads");
    done(undoes(0));
    uint32_t to = t.e.to;
    assert_int_equal(leaves(2), 0);
    rig_take(&t);
    assert_int_equal(grants(1, 1), 0);
    rig_take(&t);
    entry_new(&t.e, &t.m, ENTRY_UNDO, 0, t.now);
    t.e.to = to;
    rig_take(&t);
    assert_int_equal(t.m.moves, 0);
    /* And without any plea. */
    answers(0, "call heads");
    answers(1, "call heads");
    entry_new(&t.e, &t.m, ENTRY_UNDO, 0, t.now);
    t.e.to = t.m.move[0].n;
    rig_take(&t);
    assert_int_equal(t.m.moves, 0);
    rig_refold(&t);
}

static void everything_taken_back_is_kept(void **unused)
{
    (void)unused;
    open_plain("null", "hh", "{\"tosses\":9}");
    answers(0, "call heads");
    answers(1, "call heads");
    done(undoes(1));
    done(grants(0, 0));
    keeps(0, 2, "[{\"plea\":\"refused\",\"seat\":1,\"to\":1,\"by\":0}]");
    done(undoes(1));
    done(grants(0, 1));
    keeps(0, 1,
          "[" HEADS(1) ",{\"plea\":\"refused\",\"seat\":1,\"to\":1,\"by\":0},"
                       "{\"undo\":1,\"seat\":1,\"agreed\":[0]}]");
    answers(1, "call tails");
    done(undoes(0));
    answers(0, "call heads");
    assert_int_equal(t.m.undone_n, 2);
    keeps(1, 2, "[{\"plea\":\"lapsed\",\"seat\":0,\"to\":0}]");
    /* This one needs no consent. */
    done(undoes(0));
    keeps(1, 2,
          "[{\"plea\":\"lapsed\",\"seat\":0,\"to\":0}," HEADS(
              0) ",{\"undo\":2,\"seat\":0,\"agreed\":[]}]");
    done(undoes(0));
    done(grants(1, 1));
    assert_int_equal(t.m.undone_n, 1);
    assert_int_equal(json_array_size(t.m.undone[0].items), 9);
    rig_refold(&t);
}

/* Nothing more is taken back once the record would have no room for it. */
static void there_is_a_bound(void **unused)
{
    (void)unused;
    open_plain("null", "hb", "{\"tosses\":9}");
    json_t *many = json_array();
    for (int i = 0; i < UNDONE_MOST - 3; i++)
        json_array_append_new(many, json_null());
    answers(0, "call heads");
    done(undoes(0));
    assert_int_equal(t.m.undone_n, 1);
    answers(0, "call heads");
    json_t *few = t.m.undone[0].items;
    t.m.undone[0].items = many;
    assert_int_equal(undoes(0), 0);
    json_array_append_new(many, json_null());
    refused(undoes(0), "not-allowed");
    t.m.undone[0].items = few;
    json_decref(many);
}

/* Nobody gets other outcomes by taking a move back. */
static void the_same_luck_comes_again(void **unused)
{
    uint64_t after;
    (void)unused;
    open_practice("quacks", "hb", NULL);
    answers(0, "draw");
    for (int i = 0; i < 4; i++) {
        answers(0, "draw");
        after = game_hash(game(), t.m.session.state);
        /* In practice nobody has to agree, even if chance was involved. */
        done(undoes(0));
        assert_int_equal(t.e.kind, ENTRY_UNDO);
        answers(0, "draw");
        assert_int_equal(game_hash(game(), t.m.session.state), after);
    }
}

/* Against bots a move is taken back if no luck was involved since; the question says so. */
static void not_past_luck(void **unused)
{
    struct writer w = {0};
    (void)unused;
    open_plain("quacks", "hb", NULL);
    answers(0, "draw");
    assert_true(match_undo_crosses_luck(&t.m, 0));
    refused(undoes(0), "not-allowed");
    assert_ptr_equal(t.why.row, &refusal_undo_luck);
    assert_true(tell_ask(&w, &t.m, 0));
    assert_non_null(strstr(w.at, "\"no_undo\":\"luck\""));
    answers(0, "stop");
    assert_false(match_undo_crosses_luck(&t.m, 0));
    done(undoes(0));
    assert_int_equal(t.e.kind, ENTRY_UNDO);
    /* Nobody asks for anything before the first move. */
    closing(NULL);
    open_plain("quacks", "hb", NULL);
    writer_reset(&w);
    assert_true(tell_ask(&w, &t.m, 0));
    assert_null(strstr(w.at, "no_undo"));
    writer_free(&w);
}

/* Plays random games until the only person who plays has chosen a target and so has seen something
 * hidden, without luck. Returns the seat. */
static int find_sight(void)
{
    for (uint32_t luck = 0; luck < 100; luck++) {
        int seat = find_after(luck, "arcane", NULL, "target");
        for (int other = 0; other < 3; other++)
            if (other != seat)
                done(leaves(other));
        answers(seat, nth_answer(seat, 0));
        if (!t.m.move[t.m.moves - 1].chance && learned_since(&t.m, t.m.moves - 1, seat))
            return seat;
    }
    fail_msg("nobody saw anything");
    return -1;
}

/* Nor past what was hidden: who plays with bots alone could look at one thing after another. */
static void not_past_what_was_hidden(void **unused)
{
    (void)unused;
    int seat = find_sight();
    assert_true(match_undo_crosses_luck(&t.m, seat));
    refused(undoes(seat), "not-allowed");
    assert_ptr_equal(t.why.row, &refusal_undo_luck);
}

/* Only one person may practise, and a rematch is for practice too. */
static void practice_is_for_one(void **unused)
{
    struct match_founding f;
    struct entry e;
    struct refusal why;
    (void)unused;
    for (const char *const *seats = (const char *const[]){"hh", "h.", NULL}; *seats; seats++) {
        rig_found(&f, "quacks", *seats, NULL);
        f.practice = 1;
        assert_int_equal(match_may_found(&f, 1000, &e, &why), -1);
        assert_ptr_equal(why.row, &refusal_practice_alone);
    }
    open_practice("quacks", "hb", NULL);
    assert_true(t.m.undo_luck && !t.m.practice);
    match_again(&t.m, &f);
    assert_true(f.practice);
    assert_int_equal(match_may_found(&f, 1000, &e, &why), 0);
}

static void bots_moves_are_taken_back_with_mine(void **unused)
{
    (void)unused;
    open_practice("null", "hb", NULL);
    answers(0, "call heads");
    done(match_may_move_bot(&t.m, (struct move){1, 1}, t.m.seat[1].asked, t.now, &t.e, &t.why));
    assert_int_equal(t.m.moves, 2);
    done(undoes(0));
    assert_int_equal(t.m.moves, 0);
    assert_int_equal(match_bots_due(&t.m), 2);
}

/* ---- practice and rematches ---- */

/* Makes a fork from the log of the current match. */
static void fork_of(struct match_founding *f, const struct rig *from)
{
    f->fork.moves = from->m.moves;
    f->fork_move = calloc(from->m.moves + 1, sizeof *f->fork_move);
    f->fork.chance = json_array();
    assert_true(f->fork_move && f->fork.chance);
    for (uint32_t i = 0; i < from->m.moves; i++)
        f->fork_move[i] = from->m.move[i].move;
    for (uint32_t n = 0; n < from->bodies; n++) {
        json_t *body = json_loadb(from->body[n].text, from->body[n].n, 0, NULL);
        if (json_object_get(body, "chance"))
            json_array_append(f->fork.chance, json_object_get(body, "chance"));
        json_decref(body);
    }
}

static void fork_free(struct match_founding *f)
{
    json_decref(f->fork.chance);
    free(f->fork_move);
}

static void a_fork_goes_on_from_there(const char *name, const char *options)
{
    struct rig first;
    struct match_founding f;
    open_plain(name, "hhh", options);
    for (uint32_t i = 0; i < 20; i++)
        answers(asked_seat(), nth_answer(asked_seat(), i * 31));
    first = t;
    rig_found(&f, name, "bhb", options);
    f.seed[9] = 77;
    fork_of(&f, &first);
    rig_open(&t, &f, 5000);
    rig_settle(&t);
    fork_free(&f);
    assert_int_equal(t.m.phase, MATCH_RUNNING);
    assert_int_equal(t.m.moves, first.m.moves);
    assert_int_equal(t.done->outcomes + t.done->events, 0);
    assert_memory_equal(t.m.session.state, first.m.session.state, sizeof t.m.session.state);
    assert_memory_equal(t.m.session.chance.key, f.seed, 32);
    assert_memory_not_equal(first.m.session.chance.key, f.seed, 32);
    assert_int_equal(t.m.session.chance.place[CHANCE_TABLE], 0);
    /* Moves before the fork cannot be taken back. */
    refused(undoes(1), "not-allowed");
    rig_refold(&t);
    rig_close(&t);
    t = first;
    rig_close(&t);
    memset(&t, 0, sizeof t);
}

static void forks(void **unused)
{
    (void)unused;
    a_fork_goes_on_from_there("arcane", "{\"wizards\":\"random\"}");
    a_fork_goes_on_from_there("quacks", "{\"together\":true}");
    a_fork_goes_on_from_there("null", "{\"tosses\":9}");
}

static void moves_after_a_fork_are_taken_back(void **unused)
{
    struct match_founding f;
    (void)unused;
    open_plain("quacks", "hh", NULL);
    answers(0, "draw");
    struct rig first = t;
    rig_found(&f, "quacks", "hb", NULL);
    fork_of(&f, &first);
    rig_open(&t, &f, 5000);
    rig_settle(&t);
    fork_free(&f);
    answers(0, "draw");
    answers(0, "draw");
    done(undoes(0));
    done(undoes(0));
    assert_memory_equal(t.m.session.state, first.m.session.state, sizeof t.m.session.state);
    refused(undoes(0), "not-allowed");
    rig_close(&t);
    t = first;
}

static void fork_is_wrong(const struct match_founding *f)
{
    struct entry e;
    struct refusal why;
    assert_int_equal(match_may_found(f, 0, &e, &why), -1);
    assert_string_equal(refusal_code_name(why.code), "bad-option");
}

static void forks_that_cannot_be(void **unused)
{
    struct match_founding f;
    (void)unused;
    open_plain("null", "hh", "{\"tosses\":2}");
    for (int i = 0; i < 4; i++)
        answers(i % 2, "call heads");
    rig_found(&f, "null", "hb", "{\"tosses\":2}");
    fork_of(&f, &t);
    /* The game is over. */
    fork_is_wrong(&f);
    f.fork.moves = 3;
    /* One list too many. */
    fork_is_wrong(&f);
    json_array_remove(f.fork.chance, 4);
    f.fork_move[2].seat = 5;
    fork_is_wrong(&f);
    f.fork_move[2].seat = 0;
    f.fork_move[2].answer = 63;
    fork_is_wrong(&f);
    f.fork_move[2].answer = 1;
    json_t *coin = json_incref(json_array_get(json_array_get(f.fork.chance, 2), 0));
    json_array_append(json_array_get(f.fork.chance, 2), coin);
    /* Two coins for one toss. */
    fork_is_wrong(&f);
    json_array_clear(json_array_get(f.fork.chance, 2));
    /* No coin. */
    fork_is_wrong(&f);
    json_array_append_new(json_array_get(f.fork.chance, 2), json_pack("{ss}", "coin", "edge"));
    /* An impossible outcome. */
    fork_is_wrong(&f);
    json_array_set_new(json_array_get(f.fork.chance, 2), 0,
                       json_pack("{ss,si}", "draw", "white1", "seat", 0));
    /* An outcome that does not happen in place of one that does. */
    fork_is_wrong(&f);
    json_array_set(json_array_get(f.fork.chance, 2), 0, coin);
    struct entry e;
    assert_int_equal(match_may_found(&f, 0, &e, &t.why), 0);
    json_decref(coin);
    fork_free(&f);
}

static void rematches(void **unused)
{
    struct match_founding again;
    struct entry e;
    (void)unused;
    open_plain("null", "h.b", "{\"tosses\":1}");
    done(sits(1, "Bo", 20));
    answers(0, "call heads");
    answers(1, "call heads");
    done(match_may_move_bot(&t.m, (struct move){2, 1}, t.m.seat[2].asked, t.now, &t.e, &t.why));
    assert_int_equal(t.m.phase, MATCH_OVER);
    refused(match_may_rematch(&t.m, "short", t.now, &t.e, &t.why), "bad-request");
    refused(match_may_rematch(&t.m, "ABCDEFGH234567AB", t.now, &t.e, &t.why), "bad-request");
    done(match_may_rematch(&t.m, "abcdefgh234567ab", t.now, &t.e, &t.why));
    assert_string_equal(t.m.rematch, "abcdefgh234567ab");
    refused(match_may_rematch(&t.m, "abcdefgh234567aa", t.now, &t.e, &t.why), "conflict");
    t.m.help = 1;
    match_again(&t.m, &again);
    assert_int_equal(again.help, 1);
    assert_int_equal(match_may_found(&again, 5, &e, &t.why), 0);
    assert_string_equal(again.seat[1].name, "Bo");
    assert_int_equal(again.seat[1].token[0], 20);
    assert_string_equal(again.seat[2].bot, "random");
    assert_memory_equal(again.options, t.m.options, sizeof again.options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(arcane_free),
        TEST(arcane_not_free),
        TEST(quacks_free_and_not),
        TEST(commitments_can_be_changed_before_they_are_shown),
        TEST(to_look_again_shows_nothing),
        TEST(every_pick_shows_what_was_looked_at),
        TEST(undo_asks_everyone_who_plays),
        TEST(what_ends_a_plea),
        TEST(who_has_agreed_may_leave),
        TEST(a_plea_has_its_time),
        TEST(an_absent_person_cannot_agree),
        TEST(silence_is_no),
        TEST(moves_made_alone_are_free),
        TEST(nobody_answers_for_another),
        TEST(who_was_not_there_is_not_asked),
        TEST(old_undos_are_read),
        TEST(everything_taken_back_is_kept),
        TEST(there_is_a_bound),
        TEST(the_same_luck_comes_again),
        TEST(not_past_luck),
        TEST(not_past_what_was_hidden),
        TEST(practice_is_for_one),
        TEST(bots_moves_are_taken_back_with_mine),
        TEST(forks),
        TEST(moves_after_a_fork_are_taken_back),
        TEST(forks_that_cannot_be),
        TEST(rematches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
