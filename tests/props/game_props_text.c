/* Checks the texts that people read: names of answers, questions, refusals and the sentences of
 * events. */
#include "tests/props/game_props.h"

/* ---- answers and questions ---- */

static int rule_known(const struct props_subject *s, const char *rule)
{
    struct rule_rows rules = s->rules();
    for (int i = 0; i < rules.n; i++)
        if (!strcmp(rules.row[i].id, rule))
            return 1;
    return 0;
}

/* Names have the protocol's form: lower case, one space between words. */
static int is_action_name(const char *name)
{
    size_t n = 0;
    for (; name[n]; n++) {
        int word = (name[n] >= 'a' && name[n] <= 'z') || (name[n] >= '0' && name[n] <= '9');
        int between = n && name[n + 1] && name[n - 1] != ' ' && (name[n] == ' ' || name[n] == '-');
        if (!word && !between)
            return 0;
    }
    return n > 0 && n < MAX_NAME;
}

void props_names(struct props_run *r, int seat)
{
    uint64_t seen[64];
    char name[MAX_NAME];
    int n = 0;
    for (uint64_t legal = r->game->legal(r->slot[NOW], seat); legal; legal &= legal - 1) {
        memset(name, 'X', sizeof name);
        name[MAX_NAME - 1] = 0;
        if (r->game->action_name(r->slot[NOW], seat, bit_lowest(legal), name) != name)
            props_fail(r, "names", "action_name does not return its buffer");
        if (!is_action_name(name))
            props_fail(r, "names", "'%s' is no name for an action", name);
        seen[n] = hash_bytes(name, strlen(name));
        for (int i = 0; i < n; i++)
            if (seen[i] == seen[n])
                props_fail(r, "names", "two answers are called '%s'", name);
        n++;
    }
    char text[MAX_SENTENCE] = "";
    const char *kind = r->game->question_kind(r->game->question(r->slot[NOW], seat));
    if (!*r->game->question_text(r->slot[NOW], seat, text) || !kind || !*kind)
        props_fail(r, "names", "a question without text or kind");
    r->counts->names += (uint64_t)n;
}

/* Hashes everything a seat is offered: the question, the answers, their names and the question's
 * text. */
uint64_t props_offer(const struct game *g, const void *state, int seat)
{
    char text[MAX_SENTENCE] = "", name[MAX_NAME];
    uint64_t legal = g->legal(state, seat);
    uint64_t sum[3] = {legal, (uint64_t)g->question(state, seat), 0};
    for (uint64_t left = legal; left; left &= left - 1) {
        g->action_name(state, seat, bit_lowest(left), name);
        sum[2] = sum[2] * 0x9e3779b97f4a7c15u + hash_bytes(name, strlen(name));
    }
    g->question_text(state, seat, text);
    return hash_bytes(sum, sizeof sum) ^ hash_bytes(text, strlen(text));
}

/* ---- refusals ---- */

static int is_legal_name(struct props_run *r, int seat, const char *action)
{
    char name[MAX_NAME];
    for (uint64_t legal = r->game->legal(r->slot[NOW], seat); legal; legal &= legal - 1)
        if (!strcmp(action, r->game->action_name(r->slot[NOW], seat, bit_lowest(legal), name)))
            return 1;
    return 0;
}

static void promise_refusal(struct props_run *r, int seat, const char *action)
{
    struct refusal why;
    if (is_legal_name(r, seat, action))
        return;
    memset(&why, 0, sizeof why);
    memset(why.message, 'X', sizeof why.message);
    r->game->explain(r->slot[NOW], seat, action, &why);
    if (!why.rule || !rule_known(r->subject, why.rule))
        props_fail(r, "refusal", "'%.80s' is refused with no rule (%s)", action,
                   why.rule ? why.rule : "NULL");
    size_t n = strnlen(why.message, sizeof why.message);
    if (n == 0 || n == sizeof why.message)
        props_fail(r, "refusal", "'%.80s' is refused with no sentence", action);
}

/* Makes random bytes, as a hostile client might send them. */
static void garble(struct props_run *r, char *action, size_t cap)
{
    size_t n = props_dice(r, (uint32_t)cap);
    for (size_t i = 0; i < n; i++)
        action[i] = (char)(1 + props_dice(r, 255));
    action[n] = 0;
}

void props_refusals(struct props_run *r, int seat)
{
    char action[300];
    int n = 0;
    while (r->subject->nonsense[n])
        n++;
    promise_refusal(r, seat, r->subject->nonsense[props_dice(r, (uint32_t)n)]);
    promise_refusal(r, seat, r->subject->nonsense[props_dice(r, (uint32_t)n)]);
    garble(r, action, props_dice(r, 8) ? 12 : sizeof action);
    promise_refusal(r, seat, action);
}

/* ---- sentences ---- */

static int sees(const struct props_run *r, const struct event *e, int viewer)
{
    if (r->subject->event_seen)
        return r->subject->event_seen(e, viewer);
    return e->seen == EVENT_ALL_SEE || (viewer >= 0 && (e->seen >> viewer & 1));
}

/* Viewers who may not know the item must get the same sentence for another item, known to other
 * seats. */
static void promise_secret(struct props_run *r, const struct event *e, int viewer,
                           const char *sentence)
{
    char other[MAX_SENTENCE] = "";
    struct event lie = *e;
    lie.item = (uint8_t)props_dice(r, (uint32_t)r->subject->items);
    lie.seen = (uint8_t)(props_dice(r, 1u << r->players) & (viewer < 0 ? 0xffu : ~(1u << viewer)));
    if (strcmp(sentence, r->game->event_text(&lie, viewer, other)))
        props_fail(r, "event secret", "viewer %d: '%s' or '%s'", viewer, sentence, other);
    r->counts->secrets++;
}

static void promise_sentence(struct props_run *r, const struct event *e, int viewer)
{
    char text[MAX_SENTENCE];
    memset(text, 'X', sizeof text);
    r->game->event_text(e, viewer, text);
    size_t n = strnlen(text, sizeof text);
    if (n == 0 || n == sizeof text || memchr(text, '{', n) || memchr(text, '}', n))
        props_fail(r, "sentence", "event %u has no whole sentence for viewer %d", e->kind, viewer);
    else if (viewer != REFEREE && !sees(r, e, viewer))
        promise_secret(r, e, viewer, text);
    r->counts->sentences++;
}

void props_sentences(struct props_run *r)
{
    for (uint32_t i = 0; i < r->sink.n && !r->property; i++) {
        const struct event *e = &r->sink.at[i];
        const char *type = r->game->event_type(e), *rule = r->game->event_rule(e);
        if (!type || !*type || !rule || !rule_known(r->subject, rule))
            props_fail(r, "sentence", "event %u has no type or no rule", e->kind);
        for (int viewer = REFEREE; viewer < r->players; viewer++)
            promise_sentence(r, e, viewer);
    }
}
