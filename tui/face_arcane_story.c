/* Arcane Alley's story: events as paragraphs, one for each turn, so that the turns of five bots can
 * be read at a glance. A paragraph begins with the player's name. Sentences about that player lose
 * their subject, repeated sentences are counted, and a rule is cited once for all sentences it
 * covers. */
#include <stdlib.h>
#include <string.h>

#include "games/arcane/help.h"
#include "tui/face_arcane.h"
#include "board/page.h"

enum { PARAGRAPH_MAX = 4000, NAME_COLUMN = 14, NOBODY = EVENT_NONE };

struct arcane_paragraph {
    /* A seat, or NOBODY for the whole table. */
    int subject;
    /* The last event's kind, to join events of one kind. */
    int kind;
    /* How many times the last sentence was repeated. */
    int times;
    /* The rule still to be cited. */
    const char *rule;
    char last[MAX_SENTENCE];
    char text[PARAGRAPH_MAX];
};

/* A paragraph that is full loses the rest: the log can be printed again in parts. */
static void add(struct arcane_paragraph *p, const char *text)
{
    size_t n = strlen(p->text);
    snprintf(p->text + n, sizeof p->text - n, "%s", text);
}

/* Closes the sentence before: a repeated one gets its count behind it. */
static void add_times(struct arcane_paragraph *p)
{
    char times[24];
    snprintf(times, sizeof times, " (%d times)", p->times);
    if (p->times > 1)
        add(p, times);
    p->times = 1;
}

static void add_rule(struct arcane_paragraph *p)
{
    if (!p->rule)
        return;
    add(p, " [");
    add(p, p->rule);
    add(p, "]");
    p->rule = NULL;
}

/* Prints the paragraph, if it has any words, and empties it. The subject stays, so that the caller
 * can compare the next one with it. */
static void finish(const struct board_showing *s, struct arcane_paragraph *p)
{
    if (!*p->text)
        return;
    add_times(p);
    add_rule(p);
    page_print("  ");
    page_padded(p->subject == NOBODY ? "The table" : s->names[p->subject], NAME_COLUMN - 2);
    page_fold(p->text, NAME_COLUMN, NAME_COLUMN);
    p->text[0] = p->last[0] = 0;
    p->kind = EVENT_NONE;
}

/* Events of one kind share their verb: "turns up Egg in slot 1, Wand in slot 5". */
static const char *verb_of(int kind)
{
    switch (kind) {
    case EV_REVEALED: return "turns up ";
    case EV_UNCOVERED: return "reveals ";
    case EV_DEALT: return "is dealt ";
    default: return "";
    }
}

/* Returns the sentence without its full stop and without the subject that the paragraph has named.
 * Works in place; the result lies in `text`. Names may contain anything but are followed by a blank
 * in every sentence. */
static char *shorten(const struct board_showing *s, const struct arcane_paragraph *p, char *text)
{
    size_t n = strlen(text);
    if (n && text[n - 1] == '.')
        text[n - 1] = 0;
    const char *name = p->subject == NOBODY ? "" : s->names[p->subject];
    n = strlen(name);
    if (n && !strncmp(text, name, n) && text[n] == ' ')
        return text + n + 1;
    /* Such as "Crystal Ball: Berta gains 1 infamy". */
    char *colon = strstr(text, ": ");
    if (n && colon && !strncmp(colon + 2, name, n) && colon[2 + n] == ' ')
        memmove(colon + 2, colon + 3 + n, strlen(colon + 3 + n) + 1);
    if (!strncmp(text, "The ", 4))
        text[0] = 't';
    return text;
}

/* Events that carry out a player's choice. If it was asked for, the choice begins an entry of its
 * own; else there was only one, and it was made unasked (A7.2). */
static int is_choice(int kind)
{
    switch (kind) {
    case EV_SWAPPED:
    case EV_PEEKED:
    case EV_SLID_ACROSS:
    case EV_SLID_DOWN:
    case EV_EGG:
    case EV_DOLL:
    case EV_TAKEN: return 1;
    default: return 0;
    }
}

/* Whether the viewer's choice was made by the rules. Events of one entry have the same `n` and
 * actor; a choice that is not the first of its entry was not asked for. */
static int is_unasked(const struct board_showing *s, const struct story_told *t)
{
    const struct story_told *before = t > s->story->at ? t - 1 : NULL;
    return is_choice(t->event.kind) && t->actor == s->viewer && t->n && before &&
           before->n == t->n && before->actor == t->actor;
}

/* Adds a sentence without its full stop. A repeated one is only counted; one of the same kind with
 * a shared verb is joined by a comma; before a sentence under another rule the old rule is
 * cited. */
static void add_sentence(struct arcane_paragraph *p, const struct event *e, const char *text)
{
    const char *rule = arcane_event_rule(e), *verb = verb_of(e->kind);
    if (*p->text && !strcmp(text, p->last)) {
        p->times++;
        return;
    }
    snprintf(p->last, sizeof p->last, "%s", text);
    int joins = *p->text && e->kind == p->kind && *verb && !strncmp(text, verb, strlen(verb));
    if (*p->text) {
        add_times(p);
        if (p->rule && strcmp(p->rule, rule))
            add_rule(p);
        add(p, joins ? ", " : "; ");
    }
    add(p, joins ? text + strlen(verb) : text);
    p->kind = e->kind;
    p->rule = rule;
    p->times = 1;
}

/* An event that concerns the whole table gets a line of its own. */
static int is_heading(int kind)
{
    return kind == EV_ROUND || kind == EV_INSPECTION || kind == EV_TRIGGERED ||
           kind == EV_TRIGGERED_EARLY || kind == EV_UNTRIGGERED || kind == EV_LAST_ROUND ||
           kind == EV_GUARD || kind == EV_WON;
}

/* A game of so many rounds has no event for its last one; the guard's has (A1.rounds, A1.guard). */
static int is_last_round(const struct board_showing *s, const struct event *e)
{
    return e->kind == EV_ROUND && !arcane_guard(s->view) && e->n == arcane_last_round(s->view);
}

/* Headings of rounds and inspections begin with dashes, what changes the course of the game with
 * stars, so that both are found when scrolling. */
static void tell_heading(const struct board_showing *s, const struct event *e, const char *text)
{
    int far = e->kind == EV_ROUND || e->kind == EV_INSPECTION;
    page_print("  %s %s [%s]\n", far ? "--" : "**", text, arcane_event_rule(e));
    if (is_last_round(s, e))
        page_print("  ** Round %d is the last: after it the most gold wins. [A1.end]\n", (int)e->n);
}

/* Dafana answers in other players' turns, and then their turn goes on. Looks back to the first
 * event of the entry that t belongs to. */
static int is_dafana(const struct story *story, const struct story_told *t)
{
    const struct story_told *first = t;
    while (first > story->at && t->n && first[-1].n == t->n && first[-1].actor == t->actor)
        first--;
    return first->event.kind == EV_DAFANA_PAID || first->event.kind == EV_DAFANA_PASSED;
}

/* During an inspection the subject is the player inspected; in Sell it is the player who acts. An
 * event of no player (a reshuffle, the Market) stays in the paragraph it occurs in. Dealt cards and
 * those turned up at the beginning belong to their owner, whoever acts. Returns a seat, or NOBODY
 * before anybody has acted. */
static int subject_of(const struct story *story, const struct story_told *t, int inspecting,
                      int subject)
{
    const struct event *e = &t->event;
    if (e->kind == EV_DEALT || e->kind == EV_TURNED_UP)
        return e->seat;
    if (e->seat == EVENT_NONE)
        return subject;
    return inspecting || is_dafana(story, t) ? e->seat : t->actor;
}

/* Whether the story is in an inspection before index `at`: a part may begin in the middle of
 * one. */
static int inspecting_at(const struct story *story, int at)
{
    while (at-- > 0) {
        int kind = story->at[at].event.kind;
        if (kind == EV_INSPECTION || kind == EV_ROUND)
            return kind == EV_INSPECTION;
    }
    return 0;
}

/* An effect that changes nothing, such as a Fairy's for who has no infamy. */
static int is_nothing(const struct event *e)
{
    int changes = (e->kind >= EV_INFAMY_MIRROR && e->kind <= EV_INFAMY_EGG) ||
                  e->kind == EV_LOST_RING || e->kind == EV_LOST_FAIRY ||
                  e->kind == EV_LOST_CAULDRON || e->kind == EV_LOST_LOTUS;
    return changes && e->n == 0;
}

/* Cards dealt face down to others are not told: the board shows the size of each stash. */
static int is_news(const struct event *e, int viewer)
{
    if (is_nothing(e))
        return 0;
    return e->kind != EV_DEALT || arcane_event_seen(e, viewer);
}

/* Tells one event, which may end the paragraph before it. Totals of an inspection get shorter
 * sentences than the game's, because the items have been named. */
static void tell_one(const struct board_showing *s, const struct story_told *t,
                     struct arcane_paragraph *p, int inspecting)
{
    char text[MAX_SENTENCE];
    const struct event *e = &t->event;
    arcane_event_text_named(e, s->viewer, s->names, text);
    if (e->kind == EV_INFAMY_TOTAL)
        snprintf(text, sizeof text, "%s gains %d infamy for the items in the storehouse.",
                 s->names[e->seat], (int)e->n);
    if (e->kind == EV_LOST_TOTAL)
        snprintf(text, sizeof text, "%s loses %d infamy for the items in the storehouse.",
                 s->names[e->seat], (int)e->n);
    /* The paragraph before it is complete; after it a new subject begins. */
    if (is_heading(e->kind)) {
        finish(s, p);
        p->subject = NOBODY;
        tell_heading(s, e, text);
        return;
    }
    int subject = subject_of(s->story, t, inspecting, p->subject);
    if (subject != p->subject)
        finish(s, p);
    p->subject = subject;
    char *words = shorten(s, p, text);
    size_t n = strlen(words);
    if (is_unasked(s, t))
        snprintf(words + n, sizeof text - (size_t)(words + n - text), " (the only choice)");
    add_sentence(p, e, words);
}

char *arcane_story_sentence(const struct board_showing *s, const struct event *e,
                            char text[MAX_SENTENCE])
{
    return arcane_event_text_named(e, s->viewer, s->names, text);
}

/* Does not depend on what was printed before, but for the round and inspection it begins in: so
 * screens may ask for any part. */
void arcane_story_tell(const struct board_showing *s, int from, int to)
{
    struct arcane_paragraph p = {NOBODY, EVENT_NONE, 1, NULL, "", ""};
    int inspecting = inspecting_at(s->story, from);
    for (int i = from; i < to; i++) {
        const struct story_told *t = &s->story->at[i];
        if (t->event.kind == EV_INSPECTION || t->event.kind == EV_ROUND)
            inspecting = t->event.kind == EV_INSPECTION;
        if (is_news(&t->event, s->viewer))
            tell_one(s, t, &p, inspecting);
    }
    finish(s, &p);
}

int arcane_story_news(const struct board_showing *s, int from, int to)
{
    (void)s;
    return from < to;
}

int arcane_story_of_round(const struct story *story)
{
    int at = story->n - 1;
    while (at > 0 && story->at[at].event.kind != EV_ROUND)
        at--;
    return at > 0 ? at : 0;
}
