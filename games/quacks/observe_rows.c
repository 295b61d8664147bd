/* The observer of the Quacks: its rows, its actions, and the words for both. */
#include "engine/text.h"
#include "games/quacks/observe.h"

/* The columns `entries` and `values` of observe.def. */
enum {
    PLAIN,
    OF_CHIPS,
    OF_CARDS,
    OF_BOOKS,
    OF_REDS,
    AS_CHIP,
    AS_CARD,
    AS_QUESTION,
    AS_STAGE,
    AS_COMMIT,
    AS_SEAT,
    AS_SEATS
};

#define SEEN(x) quacks_##x
#define SEEN_DEF "games/quacks/observe.def"
#define SEEN_SEATS QUACKS_SEATS
#define SEEN_QUESTION(e) QQ_##e
#include "engine/observe_rows_def.h"

/* ---- words ---- */

/* "" for rows that are no list. */
static char *entry_text(const struct observe_row *row, int k, char buf[MAX_NAME])
{
    struct text t = text_in(buf, MAX_NAME);
    switch (row->entries) {
    case OF_CHIPS: text_add(&t, quacks_chip(k)->id); break;
    case OF_CARDS: text_add(&t, quacks_card_id(k)); break;
    case OF_BOOKS: text_add(&t, quacks_colour_id(GREEN + k)); break;
    case OF_REDS: text_add(&t, quacks_chip(red_chip(k))->id); break;
    default: break;
    }
    return buf;
}

/* By enum stage; the steps of the evaluation have the rules' capital letters (Q6). */
static const char *stage_text(int stage)
{
    static const char *const names[] = {
        "turn", "card", "rats", "brew", "strong", "reds", "scored", "seasoned", "schadenfreude",
        "A",    "B",    "C",    "D",    "E",      "F",    "clean",  "over"};
    return names[stage];
}

static const char *commit_text(int commit)
{
    static const char *const names[] = {"none", "draw", "stop", "hidden"};
    return names[commit];
}

/* `after` counts from the viewer. */
static const char *seat_text(int after)
{
    static const char *const names[] = {"self", "next 1", "next 2", "next 3"};
    return names[after];
}

/* Two questions of one kind need two names. */
static const char *question_text(int question)
{
    switch (question) {
    case QQ_UPGRADE: return "upgrade";
    case QQ_OPTIONAL_STEP: return "optional droplet";
    default: return quacks_question_kind(question);
    }
}

/* "" for a value that needs no name: 0 is "none", but stage 0 is one. */
static const char *value_text(const struct observe_row *row, int value)
{
    if (value == 0 && row->values != AS_STAGE)
        return "";
    switch (row->values) {
    case AS_CHIP: return quacks_chip(value - 1)->id;
    case AS_CARD: return quacks_card_id(value - 1);
    case AS_QUESTION: return question_text(value);
    case AS_STAGE: return stage_text(value);
    case AS_COMMIT: return commit_text(value);
    case AS_SEAT: return seat_text(value - 1);
    default: return "";
    }
}

/* The protocol's words. They depend on the question alone. Those of a droplet step are told apart
 * from those of a chip's action, because names are different within a game. A seat of a fresh game
 * is enough, because no name depends on more than the question. */
static char *answer_text(int question, int answer, char buf[MAX_NAME])
{
    struct quacks_state s;
    if (question == QQ_OPTIONAL_STEP) {
        struct text t = text_in(buf, MAX_NAME);
        text_add(&t, answer ? "optional droplet leave" : "optional droplet take");
        return buf;
    }
    quacks_init(&s, 2);
    s.player[0].question = (uint8_t)question;
    return quacks_action_name(&s, 0, answer, buf);
}

/* ---- the table ---- */

/* `out` has room for all cells of the rows and needs no alignment. */
static void dense(const void *state, int seat, uint8_t *out)
{
    quacks_observe((const struct quacks_state *)state, seat, (struct quacks_seen *)out);
}

const struct observer quacks_observer = {
    SEEN_MEMBERS,
    .dense = dense,
    .entry_text = entry_text,
    .value_text = value_text,
    .answer_text = answer_text,
};
