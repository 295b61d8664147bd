/* Names and sentences: the protocol's words for actions, and what players read. Made from rows and
 * events; no rule is decided here. */
#include "engine/text.h"
#include "games/quacks/help.h"
#include "games/quacks/rules.h"

const char *quacks_question_kind(int question)
{
    return const_row_at(quacks_questions(), question)->name;
}

const char *quacks_question_rule(int question)
{
    return const_row_at(quacks_questions(), question)->rule;
}

/* ---- actions ---- */

static void add_chip(struct text *t, const char *verb, int chip)
{
    text_add(t, verb);
    text_add(t, quacks_chip(chip)->id);
}

static void add_number(struct text *t, const char *verb, int number)
{
    text_add(t, verb);
    text_number(t, number);
}

/* Writes a chip's name; the bit after the last chip stands for `other`: none, or done. */
static void add_chip_or(struct text *t, const char *verb, int answer, const char *other)
{
    if (answer < CHIP_COUNT)
        add_chip(t, verb, answer);
    else
        text_add(t, other);
}

/* In the order of BREW_DRAW, BREW_STOP, BREW_FLASK. */
static void add_brew(struct text *t, int answer)
{
    static const char *const names[] = {"draw", "stop", "flask"};
    if (answer < BREW_BAG)
        text_add(t, names[answer]);
    else
        add_chip(t, "bag ", red_chip(answer - BREW_BAG));
}

/* RED_PLACE and RED_BAG are three apart, so the answer modulo 3 is the index of the red chip. */
static void add_red(struct text *t, int answer)
{
    if (answer == RED_DONE)
        text_add(t, "red done");
    else
        add_chip(t, answer >= RED_BAG ? "bag " : "place ", red_chip(answer % 3));
}

/* The reader knows the card, so the word says only what is chosen. */
static void add_fortune(struct text *t, int answer)
{
    switch (answer) {
    case CHOOSE_DROPLET: text_add(t, "choose droplet"); break;
    case CHOOSE_RUBIES: text_add(t, "choose rubies"); break;
    case CHOOSE_NONE: text_add(t, "choose none"); break;
    case CHOOSE_RATS: text_add(t, "choose rats"); break;
    case CHOOSE_POINTS: text_add(t, "choose points"); break;
    case CHOOSE_REMOVE: text_add(t, "choose remove"); break;
    default:
        if (answer < CHIP_COUNT)
            add_chip(t, "choose ", answer);
        else
            add_number(t, "choose tails ", answer - CHOOSE_TAILS + 1);
        break;
    }
}

/* In the order of RUBIES_DROPLET, RUBIES_FLASK, RUBIES_DONE. */
static void add_rubies(struct text *t, int answer)
{
    static const char *const names[] = {"rubies droplet", "rubies flask", "rubies done"};
    text_add(t, names[answer]);
}

/* The names are the protocol's and are stored in records, so they never change. Every legal answer
 * of a question has its own. */
char *quacks_action_name(const struct quacks_state *s, int seat, int answer, char buf[MAX_NAME])
{
    struct text t = text_in(buf, MAX_NAME);
    switch (s->player[seat].question) {
    case QQ_FORTUNE: add_fortune(&t, answer); break;
    case QQ_BREW: add_brew(&t, answer); break;
    case QQ_BONUS: text_add(&t, answer ? "bonus leave" : "bonus take"); break;
    case QQ_PICK: add_chip_or(&t, "pick ", answer, "pick none"); break;
    case QQ_SWAP: add_chip_or(&t, "swap ", answer, "swap none"); break;
    case QQ_RETURN: text_add(&t, answer ? "return no" : "return yes"); break;
    case QQ_RESTART: text_add(&t, answer ? "restart no" : "restart yes"); break;
    case QQ_RED: add_red(&t, answer); break;
    case QQ_STEP: text_add(&t, answer ? "step tube" : "step pot"); break;
    case QQ_PURPLE: add_number(&t, "purple ", answer); break;
    case QQ_UPGRADE: add_chip(&t, "upgrade ", answer); break;
    case QQ_PAY: text_add(&t, answer ? "pay no" : "pay yes"); break;
    case QQ_SCORE: text_add(&t, answer ? "score coins" : "score points"); break;
    case QQ_BUY: add_chip_or(&t, "buy ", answer, "buy done"); break;
    case QQ_RUBIES: add_rubies(&t, answer); break;
    case QQ_OPTIONAL:
    case QQ_OPTIONAL_STEP: text_add(&t, answer ? "optional leave" : "optional take"); break;
    case QQ_RATS: add_number(&t, "rats ", answer); break;
    default: break;
    }
    return buf;
}

/* ---- questions ---- */

/* The kind `pick` has three causes; the stage tells them apart, as in answer_pick. */
static const char *pick_text(int stage)
{
    if (stage == STAGE_BREW)
        return "Crow skull: place one of the chips you look at, or none.";
    if (stage == STAGE_STRONG)
        return "Strong Ingredient: place one of the chips you look at, or none.";
    return "Garden spider: take a chip, or none.";
}

/* "Pay 2 rubies ...": by other numbers, the sentences of questions.def would be wrong. Returns 0 if
 * they are right. Only called at tables with other numbers. */
RARE static int changed_question(const struct quacks_state *s, int seat, struct text *t)
{
    const struct quacks_player *p = &s->player[seat];
    int droplet = NUMBER_OF(s, rubies_droplet), flask = NUMBER_OF(s, rubies_flask);
    int question = p->question, pay = NUMBER_OF(s, green4_rubies);
    int steps = int_min(NUMBER_OF(s, green4_steps), droplet_room(s, p));
    if (question == QQ_PAY && (pay != QN_green4_rubies || steps != QN_green4_steps)) {
        add_number(t, "Pay ", pay);
        text_add(t, pay == 1 ? " ruby to move your droplet " : " rubies to move your droplet ");
        add_number(t, "", steps);
        text_add(t, steps == 1 ? " step?" : " steps?");
        return 1;
    }
    if (question != QQ_RUBIES || (droplet == QN_rubies_droplet && flask == QN_rubies_flask))
        return 0;
    add_number(t, "Spend rubies? A step of the droplet costs ", droplet);
    add_number(t, ", filling the flask ", flask);
    text_add(t, ".");
    return 1;
}

/* Nothing for 0. `one` and `many` bring their blank along. */
static void add_counted(struct text *t, int n, const char *one, const char *many)
{
    if (!n)
        return;
    add_number(t, "", n);
    text_add(t, n == 1 ? one : many);
}

/* "Hawkmoth: take 1 droplet step and 1 ruby?" Nothing else that can be passed up pays both. */
static void add_optional(struct text *t, const struct quacks_state *s, int seat)
{
    struct optional_action a = optional_action(s, seat);
    int both = a.steps && a.rubies;
    if (a.chip == NO_CHIP)
        return;
    text_add(t, quacks_ingredient(chip_colour(a.chip)));
    text_add(t, ": take ");
    add_counted(t, a.points, " point", " points");
    add_counted(t, a.steps, " droplet step", " droplet steps");
    text_add(t, both ? " and " : "");
    add_counted(t, a.rubies, " ruby", " rubies");
    text_add(t, "?");
}

/* Names of ingredients and "player 2" begin with small letters. */
static void begin_with_capital(char *text)
{
    if (*text >= 'a' && *text <= 'z')
        *text = (char)(*text - 'a' + 'A');
}

/* "You have 4 rat tails: how many do you use?" */
static void add_rats(struct text *t, const struct quacks_player *p)
{
    add_number(t, "You have ", p->tails);
    text_add(t, p->tails == 1 ? " rat tail: do you use it?" : " rat tails: how many do you use?");
}

/* Some kinds have more than one cause, and their sentence names it: the card, the chips to pick
 * from, green 3's move in B, an exploded pot (Q12). Empty for a seat that is not asked. */
char *quacks_question_text(const struct quacks_state *s, int seat, char buf[MAX_SENTENCE])
{
    struct text t = text_in(buf, MAX_SENTENCE);
    int question = s->player[seat].question;
    if (question == QQ_NONE)
        return buf;
    if (question == QQ_FORTUNE) {
        text_add(&t, quacks_card_name(s->card));
        text_add(&t, ": choose.");
    } else if (question == QQ_PICK) {
        text_add(&t, pick_text(s->stage));
    } else if (question == QQ_RESTART && s->player[seat].exploded) {
        text_add(&t, "A Second Chance: your pot exploded. Start this potion again?");
    } else if (question == QQ_BONUS && s->stage == STAGE_B) {
        text_add(&t, "Garden spiders: move your last chip on, or leave it?");
    } else if (question == QQ_OPTIONAL) {
        add_optional(&t, s, seat);
        begin_with_capital(buf);
    } else if (question == QQ_RATS) {
        add_rats(&t, &s->player[seat]);
    } else if (!s->numbers || !changed_question(s, seat, &t)) {
        text_add(&t, const_row_at(quacks_questions(), question)->text);
    }
    return buf;
}

/* ---- events ---- */

/* What events.def says of an event. */
static const struct const_row *event_row(int kind)
{
    return const_row_at(quacks_events(), kind);
}

const char *quacks_event_type(const struct event *e)
{
    return event_row(e->kind)->name;
}

const char *quacks_event_rule(const struct event *e)
{
    return event_row(e->kind)->rule;
}

/* For people; the protocol uses quacks_die_id. */
static const char *die_text(int face)
{
    static const char *const texts[DIE_FACES] = {"1 point", "2 points", "a ruby", "a droplet step",
                                                 "an orange chip"};
    return texts[face];
}

/* By other numbers the event has the face's reward. */
static void add_die(struct text *t, int face, int reward)
{
    static const char *const one[DIE_FACES] = {" point", " point", " ruby", " droplet step",
                                               " orange chip"};
    static const char *const many[DIE_FACES] = {" points", " points", " rubies", " droplet steps",
                                                " orange chips"};
    if (reward == EVENT_NONE) {
        text_add(t, die_text(face));
        return;
    }
    add_number(t, "", reward);
    text_add(t, reward == 1 ? one[face] : many[face]);
}

/* Fills in one blank of a sentence and returns what follows it. NULL for an unknown blank, which
 * would be a bug. events.def has no other blanks; text_counted takes those with a number. */
static const char *add_blank(struct text *t, const struct event *e, const char *blank)
{
    const char *rest;
    if ((rest = text_after(blank, "{seat}")))
        add_number(t, "player ", e->seat);
    else if ((rest = text_after(blank, "{chip}")))
        text_add(t, quacks_chip(e->item)->id);
    else if ((rest = text_after(blank, "{card}")))
        text_add(t, quacks_card_name(e->n));
    else if ((rest = text_after(blank, "{die}")))
        add_die(t, e->n, e->b);
    else if ((rest = text_after(blank, "{space}")))
        add_number(t, "space ", e->a);
    else
        rest = text_counted(t, blank, e->n);
    return rest;
}

/* If the chip was removed from an event for this viewer, the secret sentence is used, even for the
 * referee: there is no chip to name. The chip of a secret event may be known to one seat (Q7). */
static int may_see(const struct event *e, int viewer)
{
    if (e->item == EVENT_NONE && *event_row(e->kind)->secret)
        return 0;
    return viewer == REFEREE || e->seen == EVENT_ALL_SEE ||
           (viewer != SPECTATOR && e->seen >> viewer & 1);
}

/* The first letter becomes a capital, because a sentence may begin with "player 2". */
char *quacks_event_text(const struct event *e, int viewer, char buf[MAX_SENTENCE])
{
    struct text t = text_in(buf, MAX_SENTENCE);
    const struct const_row *row = event_row(e->kind);
    const char *p = may_see(e, viewer) ? row->text : row->secret;
    while (*p) {
        if (*p == '{')
            p = add_blank(&t, e, p);
        else
            text_char(&t, *p++);
    }
    begin_with_capital(buf);
    return buf;
}
