/* The Quacks' story: events as paragraphs.
 *
 * In the potions everybody acts at once. The viewer's own chips are told one by one, and another
 * player's potion in one line when it is done. The evaluation is told in steps, one paragraph for
 * each of A to F, and within a step by player. Events do not name their cause, but a turn has a
 * fixed order (Q3.order, Q6), so following the turn from its start tells which step an event
 * belongs to. */
#include <stdio.h>
#include <string.h>

#include "engine/text.h"
#include "tui/face_quacks.h"
#include "board/page.h"

/* In the order of a turn: comparisons with < and >= rely on it, and so do the tables of rules and
 * margins. */
enum story_step {
    STEP_CARD,
    STEP_RATS,
    STEP_POTIONS,
    STEP_BEFORE,
    STEP_A,
    STEP_B,
    STEP_C,
    STEP_D,
    STEP_E,
    STEP_F,
    STEP_END
};

enum { PARAGRAPH_MAX = 4000, MARGIN = 14, NOBODY = EVENT_NONE };

/* The story's position within a turn. */
struct place {
    /* `card` is the turn's fortune card, an id, and 0 before one is turned. */
    int step, card;
    /* The set of seats whose potions are finished. */
    unsigned stopped;
    /* A bonus die was rolled and its bonus has not come yet. */
    int due;
};

struct quacks_paragraph {
    /* The step named in the margin; in the potions the margin names the player. */
    int step;
    /* The seat named last. */
    int seat;
    /* The chip just drawn or picked, or NO_CHIP. */
    int chip;
    /* The set of seats that rolled the bonus die in this paragraph. */
    unsigned rolled;
    /* The last event, if it was a look at a chip or shows one: a further chip needs no verb. */
    int looks;
    /* The rule still to be cited. */
    const char *rule;
    char text[PARAGRAPH_MAX];
};

/* ---- where in the turn ---- */

/* Some effects come after the potions but before step A: Strong Ingredient, late red chips,
 * Seasoned Perfectly and Schadenfreude. Any other event then belongs to step B. Returns the step,
 * given that the last event was in STEP_BEFORE. */
static int step_before(const struct place *at, int kind)
{
    int droplet = kind == QE_DROPLET || kind == QE_GLASS;
    if (kind == QE_STRONG || kind == QE_RED_PLACED || kind == QE_LOOKED ||
        (kind == QE_PICKED_NONE && at->card == STRONG_INGREDIENT))
        return STEP_BEFORE;
    if (at->card == SEASONED_PERFECTLY && (droplet || at->due))
        return STEP_BEFORE;
    return at->card == SCHADENFREUDE && kind == QE_TOOK ? STEP_BEFORE : STEP_B;
}

/* The event after a roll of the die, or after a new glass (Q10), is its bonus. `due` is set by the
 * event before. */
static int step_a(const struct place *at)
{
    return at->due ? STEP_A : STEP_B;
}

/* The step of an event of this kind that comes after `at`. Kinds that happen in one step only are
 * listed; all others stay where the turn is, unless that step is over. */
static int step_of(const struct place *at, int kind)
{
    switch (kind) {
    case QE_TURN: return STEP_CARD;
    case QE_RATS: return STEP_RATS;
    case QE_DREW:
    case QE_COMMITTED:
    case QE_FLASK:
    case QE_STOPPED:
    case QE_FULL:
    case QE_RESTARTED:
    case QE_EXPLODED: return STEP_POTIONS;
    /* A red goes back during the potion, or as a late red after it (Q8). */
    case QE_BAGGED: return at->step <= STEP_POTIONS ? STEP_POTIONS : STEP_BEFORE;
    /* A fortune card may let players roll before the potions. */
    case QE_DIE: return at->step == STEP_CARD ? STEP_CARD : STEP_A;
    case QE_RUBY_SPACE: return STEP_C;
    case QE_POINTS_SPACE:
    case QE_COINS: return STEP_D;
    case QE_BOUGHT: return STEP_E;
    case QE_REFILLED: return STEP_F;
    case QE_POINTS_COINS:
    case QE_POINTS_RUBIES:
    case QE_WON: return STEP_END;
    default: break;
    }
    if (at->step == STEP_BEFORE)
        return step_before(at, kind);
    if (at->step == STEP_A)
        return step_a(at);
    if (at->step >= STEP_D && kind == QE_RUBY_PAID)
        return STEP_F;
    return at->step == STEP_RATS ? STEP_POTIONS : at->step;
}

static int ends_potion(int kind)
{
    return kind == QE_STOPPED || kind == QE_FULL || kind == QE_EXPLODED;
}

/* Advances `at` to the event that is told next. Must see every event of the turn in order, also
 * those that are not told, from QE_TURN on. */
static void follow(struct place *at, const struct event *e)
{
    /* Computed first: it needs `due` and `card` as they were before this event. */
    int step = step_of(at, e->kind);
    if (e->kind == QE_TURN)
        at->stopped = 0;
    if (e->kind == QE_FORTUNE)
        at->card = e->n;
    at->due = e->kind == QE_DIE || e->kind == QE_GLASS;
    at->step = step;
    if (ends_potion(e->kind))
        at->stopped |= 1u << e->seat;
    /* A pot that exploded may start anew (Q12). */
    if (e->kind == QE_RESTARTED)
        at->stopped &= ~(1u << e->seat);
}

/* After the last pot is done, the next event is no longer part of the potions. Called after the
 * event was told, so that the last potion itself still stands among the potions. */
static void leave_potions(struct place *at, const struct event *e, int players)
{
    if (ends_potion(e->kind) && at->stopped == bits_below(players))
        at->step = STEP_BEFORE;
}

/* ---- sentences ---- */

/* Shorter sentences, for events whose own sentence is too long for a list. The same places in
 * braces as in events.def. NULL: the event's own sentence is used. */
static const char *short_text(int kind)
{
    switch (kind) {
    case QE_DIE: return "{seat} rolls the die: {die}";
    case QE_TOOK: return "{seat} takes {chip}";
    case QE_EXPLODED: return "{seat} has whites worth {n}: BOOM, the pot explodes";
    case QE_FULL: return "{seat} has filled the pot";
    case QE_RUBY_SPACE: return "{seat} gains {n:ruby|rubies}";
    case QE_POINTS_SPACE: return "{seat} scores {n:point|points}";
    case QE_COINS: return "{seat} has {n:coin|coins}";
    case QE_DROPLET: return "{seat} moves the droplet to space {n}";
    case QE_GLASS: return "{seat} moves on to glass {n}";
    case QE_REFILLED: return "{seat} fills the flask";
    case QE_SPIDER: return "{seat} moves the last chip to {space}";
    case QE_STIRRED: return "{seat} puts {chip} back into the bag (Well Stirred)";
    case QE_MANDRAKE: return "{seat} puts {chip} back into the bag (mandrake)";
    case QE_RESTARTED: return "{seat} starts the potion again";
    case QE_STRONG: return "{seat} lays {chip} on {space} (Strong Ingredient)";
    case QE_RED_PLACED: return "{seat} lays {chip} on {space} (toadstool)";
    case QE_DRY: return "{seat} gets no {chip}: none can be taken now";
    case QE_RATS: return "{seat} starts {n:space|spaces} further";
    default: return NULL;
    }
}

/* Returns what follows the prefix, or NULL if the text does not begin with it. */
static const char *skip(const char *text, const char *prefix)
{
    size_t n = strlen(prefix);
    return strncmp(text, prefix, n) ? NULL : text + n;
}

static void add(char *text, size_t cap, const char *more)
{
    size_t n = strlen(text);
    snprintf(text + n, cap - n, "%s", more);
}

/* The rewards of the faces are numbers that a table may change, so they are filled in. */
static const char *die_words(const struct board_showing *s, int face, char buf[FILLED_MAX])
{
    static const char *const words[DIE_FACES] = {
        "{die.reward.point1:point|points}", "{die.reward.point2:point|points}",
        "{die.reward.ruby?1=a ruby|{die.reward.ruby} rubies}",
        "{die.reward.droplet?1=a droplet step|{~die.reward.droplet} droplet steps}",
        "{die.reward.orange?1=an orange 1|{~die.reward.orange} orange 1}"};
    return quacks_filled((const struct quacks_state *)s->view, words[face], buf);
}

/* Appends what the place in braces at `blank` stands for and returns what follows it. A place that
 * is none of the names here is a counted word, such as {n:coin|coins}. */
static const char *fill(const struct board_showing *s, const struct event *e, const char *blank,
                        char *text)
{
    const char *rest;
    char buf[CHIP_WORDS], number[FILLED_MAX];
    if ((rest = skip(blank, "{seat}"))) {
        add(text, MAX_SENTENCE, s->names[e->seat]);
    } else if ((rest = skip(blank, "{chip}"))) {
        add(text, MAX_SENTENCE, quacks_chip_words(e->item, buf));
    } else if ((rest = skip(blank, "{card}"))) {
        add(text, MAX_SENTENCE, quacks_card_name(e->n));
    } else if ((rest = skip(blank, "{die}"))) {
        add(text, MAX_SENTENCE, die_words(s, e->n, number));
    } else if ((rest = skip(blank, "{space}"))) {
        snprintf(buf, sizeof buf, "space %d", e->a);
        add(text, MAX_SENTENCE, buf);
    } else {
        struct text t = {text, strlen(text), MAX_SENTENCE};
        rest = text_counted(&t, blank, e->n);
    }
    return rest;
}

/* Whether the open sentence may be used. An item that was redacted makes it the secret one,
 * whatever `seen` says. */
static int may_see(const struct event *e, int viewer)
{
    if (e->item == EVENT_NONE && *const_row_at(quacks_events(), e->kind)->secret)
        return 0;
    return e->seen == EVENT_ALL_SEE || (viewer != SPECTATOR && e->seen >> viewer & 1);
}

/* Writes the sentence without its full stop, and without its subject if the player was just named.
 * `text` has MAX_SENTENCE bytes; a longer sentence is cut. */
static void sentence(const struct board_showing *s, const struct event *e, int named, char *text)
{
    const struct const_row *row = const_row_at(quacks_events(), e->kind);
    const char *p = short_text(e->kind), *rest;
    text[0] = 0;
    if (!p)
        p = may_see(e, s->viewer) ? row->text : row->secret;
    if (named && (rest = skip(p, "{seat} ")))
        p = rest;
    while (*p) {
        char c[] = {*p, 0};
        if (*p == '{')
            p = fill(s, e, p, text);
        else
            add(text, MAX_SENTENCE, c), p++;
    }
    size_t n = strlen(text);
    if (n && text[n - 1] == '.')
        text[n - 1] = 0;
}

/* ---- paragraphs ---- */

/* Within a step its rule stands for all events; in the potions each event has its own. */
static const char *rule_of(const struct event *e, int step)
{
    static const char *const rules[] = {"Q7",   "Q4.2", NULL,   "Q6.before", "Q6.A", "Q6.B",
                                        "Q6.C", "Q6.D", "Q6.E", "Q6.F",      "Q9.1"};
    return rules[step] ? rules[step] : const_row_at(quacks_events(), e->kind)->rule;
}

/* What the margin says: the step, or in the potions the player. */
static const char *margin_of(const struct board_showing *s, const struct quacks_paragraph *p)
{
    static const char *const words[] = {"Fortune", "Rats",     NULL,       "Before A",
                                        "A die",   "B chips",  "C rubies", "D points",
                                        "E shop",  "F rubies", "Last turn"};
    return words[p->step] ? words[p->step] : s->names[p->seat];
}

/* A rule is cited once in a paragraph. */
static void cite(struct quacks_paragraph *p)
{
    char id[24];
    snprintf(id, sizeof id, " [%s]", p->rule ? p->rule : "");
    if (p->rule && !strstr(p->text, id))
        add(p->text, sizeof p->text, id);
}

/* Prints the paragraph, if it has any words, and empties it but for its step, which the next event
 * is compared with. */
static void finish(const struct board_showing *s, struct quacks_paragraph *p)
{
    if (*p->text) {
        if (p->step == STEP_A && bit_count(p->rolled) > 1)
            add(p->text, sizeof p->text, " (a tie for the furthest: each of them rolls)");
        cite(p);
        page_print("  ");
        page_padded(margin_of(s, p), MARGIN - 2);
        page_fold(p->text, MARGIN, MARGIN);
    }
    p->text[0] = 0;
    p->seat = NOBODY;
    p->chip = NO_CHIP;
    p->rolled = 0;
    p->looks = 0;
    p->rule = NULL;
}

/* Such as "draws white 1, lays it on space 3". A chip that was just drawn is not named twice, and a
 * row of looks names only the further chips. */
static void chip_sentence(const struct board_showing *s, const struct quacks_paragraph *p,
                          const struct event *e, int named, char *text)
{
    if (e->kind == QE_PLACED && named && p->chip == e->item)
        snprintf(text, MAX_SENTENCE, "lays it on space %d", e->a);
    else if (p->looks && e->kind == p->looks && named)
        quacks_chip_words(e->item, text);
    else
        sentence(s, e, named, text);
}

/* A new step, or in the potions another player, begins a new paragraph. Within a step the player is
 * named only when it changes. */
static void add_event(const struct board_showing *s, struct quacks_paragraph *p,
                      const struct event *e, int step)
{
    char text[MAX_SENTENCE];
    int margin_names = step == STEP_POTIONS;
    const char *rule = rule_of(e, step);
    if (p->step != step || (margin_names && p->seat != e->seat))
        finish(s, p);
    p->step = step;
    int named = p->seat == e->seat || margin_names;
    chip_sentence(s, p, e, named, text);
    /* In the potions a paragraph may need several rules, each behind the events it covers. */
    if (*p->text && p->rule && strcmp(p->rule, rule) && margin_names)
        cite(p);
    if (*p->text)
        add(p->text, sizeof p->text, p->seat == e->seat ? ", " : "; ");
    add(p->text, sizeof p->text, text);
    p->seat = e->seat;
    p->rolled |= e->kind == QE_DIE ? 1u << e->seat : 0;
    p->rule = rule;
    p->looks = e->kind == QE_LOOKED || e->kind == QE_SHOWED ? e->kind : 0;
    p->chip = e->kind == QE_DREW || e->kind == QE_PICKED ? e->item : NO_CHIP;
}

/* ---- a whole pot in a line ---- */

/* A pot as the story tells it, rebuilt from events: the view knows only the pot of now. */
struct pot_told {
    int n;
    uint8_t chip[POT_MAX], at[POT_MAX];
};

/* Removes chip i; a negative i removes none. */
static void pot_drop(struct pot_told *pot, int i)
{
    if (i < 0)
        return;
    for (pot->n--; i < pot->n; i++) {
        pot->chip[i] = pot->chip[i + 1];
        pot->at[i] = pot->at[i + 1];
    }
}

/* The flask takes back the last chip. The mandrake takes back the white that lies before the
 * yellow, which is the last one then. */
static void pot_follow(struct pot_told *pot, const struct event *e)
{
    if ((e->kind == QE_PLACED || e->kind == QE_STRONG) && pot->n < POT_MAX) {
        pot->chip[pot->n] = e->item;
        pot->at[pot->n++] = e->a;
    }
    if (e->kind == QE_FLASK)
        pot_drop(pot, pot->n - 1);
    if (e->kind == QE_MANDRAKE)
        pot_drop(pot, pot->n - 2);
    if (e->kind == QE_RESTARTED)
        pot->n = 0;
}

/* The index of the QE_TURN at or before `at`, or 0. */
static int turn_start(const struct story *story, int at)
{
    while (at > 0 && story->at[at].event.kind != QE_TURN)
        at--;
    return at;
}

/* The pot of the seat whose potion ends with event i. Event i itself adds no chip. */
static struct pot_told pot_at_end(const struct story *story, int i)
{
    struct pot_told pot = {0};
    for (int j = turn_start(story, i); j < i; j++)
        if (story->at[j].event.seat == story->at[i].event.seat)
            pot_follow(&pot, &story->at[j].event);
    return pot;
}

/* The space after the last chip counts, not the one it lies on (Q1). */
static void add_scoring(char *text, size_t cap, const struct pot_told *pot)
{
    char words[40];
    if (!pot->n)
        return;
    snprintf(words, sizeof words, ", scoring space %d", pot->at[pot->n - 1] + 1);
    add(text, cap, words);
}

static const char *ending(int kind)
{
    return kind == QE_EXPLODED ? "BOOM, the pot explodes"
           : kind == QE_FULL   ? "the pot is full"
                               : "stops";
}

/* Such as "W1 O1 W2 G1 up to space 9, whites 3: stops, scoring space 10". A paragraph of its own,
 * even if the same player is named in the one before. */
static void tell_pot(const struct board_showing *s, struct quacks_paragraph *p, int i)
{
    const struct event *end = &s->story->at[i].event;
    struct pot_told pot = pot_at_end(s->story, i);
    int whites = 0;
    char code[CHIP_CODE], tail[100];
    finish(s, p);
    for (int j = 0; j < pot.n; j++) {
        add(p->text, sizeof p->text, quacks_chip_code(pot.chip[j], code));
        add(p->text, sizeof p->text, " ");
        whites += quacks_chip(pot.chip[j])->colour == WHITE ? quacks_chip(pot.chip[j])->value : 0;
    }
    if (pot.n)
        snprintf(tail, sizeof tail, "up to space %d, whites %d: %s", pot.at[pot.n - 1], whites,
                 ending(end->kind));
    else
        snprintf(tail, sizeof tail, "no chip in the pot: %s", ending(end->kind));
    add(p->text, sizeof p->text, tail);
    add_scoring(p->text, sizeof p->text, &pot);
    p->step = STEP_POTIONS;
    p->seat = end->seat;
    p->rule = rule_of(end, STEP_POTIONS);
    finish(s, p);
}

char *quacks_story_sentence(const struct board_showing *s, const struct event *e,
                            char text[MAX_SENTENCE])
{
    sentence(s, e, 0, text);
    add(text, MAX_SENTENCE, ".");
    return text;
}

/* ---- headings ---- */

static void heading(const char *text)
{
    page_print("  -- ");
    page_fold(text, 5, 5);
}

/* What the turn itself changes (Q3). Which turn brings what is a number of the table. Rats from
 * turn 1 on are no change, and a turn that brings nothing cites the rule of turns alone. */
static void turn_brings(const struct quacks_state *v, int turn, char text[MAX_SENTENCE])
{
    struct fill by = quacks_fill(v);
    /* The values of a fill are the numbers struct of the game. */
    const struct quacks_numbers *n = (const struct quacks_numbers *)(const void *)by.values;
    int yellow = turn == n->turns_book[YELLOW - ORANGE], rats = turn == n->turns_rats;
    size_t before = strlen(text);
    char white[FILLED_MAX];
    if (yellow && rats)
        add(text, MAX_SENTENCE, " The yellow book comes out; from now on there are rats. [Q3.2]");
    else if (yellow || (rats && turn > 1))
        add(text, MAX_SENTENCE,
            yellow ? " The yellow book comes out. [Q3.2]" : " From now on there are rats. [Q3.2]");
    if (turn == n->turns_book[PURPLE - ORANGE])
        add(text, MAX_SENTENCE, " The purple book comes out. [Q3.3]");
    if (turn == n->turns_white && n->turns_whites)
        add(text, MAX_SENTENCE,
            quacks_filled(v, " Everyone puts {~turns.whites} more white 1 into the bag. [Q3.6]",
                          white));
    if (turn == n->turns)
        add(text, MAX_SENTENCE,
            " It is the last turn: all players draw together and decide in secret. [Q5.7]");
    if (before == strlen(text))
        add(text, MAX_SENTENCE, " [Q3]");
}

static void tell_turn(const struct board_showing *s, const struct event *e)
{
    char text[MAX_SENTENCE];
    snprintf(text, sizeof text, "Turn %d begins; %s is the start player.", (int)e->n,
             s->names[e->seat]);
    turn_brings((const struct quacks_state *)s->view, e->n, text);
    heading(text);
}

/* At most 120 bytes of the card's help, so that the heading stays short. */
static void tell_card(const struct board_showing *s, const struct event *e)
{
    char text[MAX_SENTENCE], brief[FILLED_MAX];
    quacks_filled((const struct quacks_state *)s->view, quacks_card_help(e->n)->brief, brief);
    snprintf(text, sizeof text, "Fortune card: %s. %.120s [Q7]", quacks_card_name(e->n), brief);
    heading(text);
}

static void tell_heading(const struct board_showing *s, const struct event *e)
{
    char points[AMOUNT_WORDS];
    if (e->kind == QE_TURN)
        tell_turn(s, e);
    else if (e->kind == QE_FORTUNE)
        tell_card(s, e);
    else if (e->kind == QE_WON)
        page_print("  ** %s wins with %s [Q9.2]\n", s->names[e->seat],
                   quacks_amount(e->n, "point", "points", points));
}

static int is_heading(int kind)
{
    return kind == QE_TURN || kind == QE_FORTUNE || kind == QE_WON;
}

/* ---- the story ---- */

/* Others' chips are visible on the board and are told when the pot is done. The white chips of turn
 * 6 are named in the turn's heading. */
static int is_quiet(const struct event *e, int viewer)
{
    switch (e->kind) {
    case QE_WHITE_ADDED:
    case QE_COMMITTED: return 1;
    case QE_DREW:
    case QE_PLACED:
    case QE_BESIDE:
    case QE_LEFT_BONUS:
    case QE_FLASK:
    case QE_STIRRED:
    case QE_MANDRAKE:
    case QE_LOOKED:
    case QE_PICKED:
    case QE_PICKED_NONE: return e->seat != viewer;
    default: return 0;
    }
}

int quacks_story_news(const struct board_showing *s, int from, int to)
{
    for (int i = from; i < to; i++)
        if (!is_quiet(&s->story->at[i].event, s->viewer))
            return 1;
    return 0;
}

/* "rolls the die: 2 points" already names the bonus, so the event after it is left out. Only of the
 * kinds that a die brings: a droplet step has a sentence of its own that names the space. */
static int is_gift_of_die(const struct story *story, int i)
{
    int kind = story->at[i].event.kind, before = i ? story->at[i - 1].event.kind : QE_TURN;
    return before == QE_DIE && (kind == QE_POINTS || kind == QE_RUBY || kind == QE_TOOK);
}

/* Why the viewer was not asked: a pot whose bag is empty stops by itself (Q5.1), and who has too
 * few coins buys nothing (Q6.E). "" if the viewer was asked or the event is another's. */
static const char *unasked_words(const struct board_showing *s, int i)
{
    const struct story_told *t = &s->story->at[i], *before = i ? t - 1 : NULL;
    if (t->event.seat != s->viewer)
        return "";
    /* A stop by choice begins its entry; one that follows another event of it is the rules'. */
    if (t->event.kind == QE_STOPPED && before && t->n && before->n == t->n &&
        before->event.seat == s->viewer)
        return " by itself: your bag is empty";
    if (t->event.kind == QE_COINS && t->event.n < quacks_cheapest(s->view))
        return ", too few for any chip";
    return "";
}

/* The viewer's own potion is told chip by chip, so only where it scores is missing at its end. */
static void tell_scoring(const struct board_showing *s, struct quacks_paragraph *p, int i)
{
    struct pot_told pot;
    if (!ends_potion(s->story->at[i].event.kind))
        return;
    pot = pot_at_end(s->story, i);
    add_scoring(p->text, sizeof p->text, &pot);
}

static int pot_has_told(const struct pot_told *pot, int colour)
{
    for (int i = 0; i < pot->n; i++)
        if (quacks_chip(pot->chip[i])->colour == colour)
            return 1;
    return 0;
}

/* Names the ingredient that gave a ruby in step B, if only one can have done it: blacks give it
 * after their droplet step, purples after their points, and greens come last (Q6.B, Q8). Says
 * nothing if two ingredients may have done it: a wrong cause is worse than none. */
static void tell_cause(const struct board_showing *s, struct quacks_paragraph *p, int i)
{
    const struct quacks_state *v = s->view;
    const struct story_told *t = &s->story->at[i];
    int before = i && t[-1].event.seat == t->event.seat ? t[-1].event.kind : QE_TURN;
    struct pot_told pot = pot_at_end(s->story, i);
    unsigned may = 0;
    if (p->step != STEP_B || t->event.kind != QE_RUBY || before == QE_GLASS)
        return;
    may |= (unsigned)(before != QE_RUBY && before != QE_POINTS && pot_has_told(&pot, BLACK))
           << BLACK;
    may |= (unsigned)(before == QE_POINTS && pot_has_told(&pot, PURPLE)) << PURPLE;
    may |= (unsigned)(v->book[GREEN] == 1 && pot_has_told(&pot, GREEN)) << GREEN;
    if (bit_count(may) != 1)
        return;
    add(p->text, sizeof p->text, " (");
    add(p->text, sizeof p->text, quacks_ingredient(bit_lowest(may)));
    add(p->text, sizeof p->text, ")");
}

/* Quiet events are followed but not told (is_quiet). Others' potions are told as a whole at their
 * end. */
static void tell_one(const struct board_showing *s, struct quacks_paragraph *p, int i, int step)
{
    const struct event *e = &s->story->at[i].event;
    if (is_gift_of_die(s->story, i))
        return;
    if (is_heading(e->kind)) {
        finish(s, p);
        tell_heading(s, e);
    } else if (ends_potion(e->kind) && e->seat != s->viewer) {
        tell_pot(s, p, i);
    } else if (!is_quiet(e, s->viewer)) {
        add_event(s, p, e, step);
        add(p->text, sizeof p->text, unasked_words(s, i));
        tell_scoring(s, p, i);
        tell_cause(s, p, i);
    }
}

/* What was told before has no influence, so any part can be printed at any time. */
void quacks_story_tell(const struct board_showing *s, int from, int to)
{
    struct quacks_paragraph p = {STEP_CARD, NOBODY, NO_CHIP, 0, 0, NULL, ""};
    struct place at = {STEP_CARD, 0, 0, 0};
    int players = s->face->game->players(s->view);
    /* An empty part needs no turn to be followed. */
    for (int i = turn_start(s->story, from < to ? from : 0); i < to; i++) {
        const struct event *e = &s->story->at[i].event;
        follow(&at, e);
        if (i >= from)
            tell_one(s, &p, i, at.step);
        leave_potions(&at, e, players);
    }
    finish(s, &p);
}

/* The index behind the evaluation's step D if it was finished in this part of the story, else 0.
 * Another step follows it, or the next turn. */
static int evaluation_end(const struct board_showing *s, int from, int to)
{
    const struct quacks_state *v = s->view;
    int end = 0;
    for (int i = from; i < to; i++) {
        int kind = s->story->at[i].event.kind;
        if (kind == QE_POINTS_SPACE || kind == QE_COINS)
            end = i + 1;
        else if (end && (kind == QE_TURN || kind == QE_BOUGHT))
            return end;
    }
    return v->stage >= STAGE_E ? end : 0;
}

/* The part told begins behind the last potion, which may be before `from`: the whole evaluation
 * stands on one page. */
int quacks_story_evaluation(const struct board_showing *s, int from, int to)
{
    int end = evaluation_end(s, from, to);
    if (!end)
        return 0;
    int at = end - 1;
    while (at > 0 && s->story->at[at - 1].event.kind != QE_TURN &&
           !ends_potion(s->story->at[at - 1].event.kind))
        at--;
    quacks_story_tell(s, at, end);
    return 1;
}

int quacks_story_of_turn(const struct story *story)
{
    return story->n ? turn_start(story, story->n - 1) : 0;
}
