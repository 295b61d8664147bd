/* The Quacks as a picture: the pot as a track, the bag, the shop, the others' pots. Uses views
 * only. */
#include <stdlib.h>
#include <string.h>

#include "tui/face_quacks.h"
#include "tui/screen_boards.h"

static const struct quacks_state *view_of(const struct showing *s)
{
    return s->view;
}

/* ---- the line on top ---- */

static void header(const struct showing *s, char text[SCREEN_TEXT])
{
    const struct quacks_state *v = view_of(s);
    snprintf(text, SCREEN_TEXT, "Turn %d of %d · %s · %s is start player", v->turn, TURNS,
             quacks_phase_words(v->stage), s->names[v->start]);
}

/* d, s, f, and t for the smallest toadstool that may go back into the bag. */
static char brew_letter(const struct showing *s, int answer)
{
    uint64_t reds = quacks_legal(view_of(s), s->viewer) >> BREW_BAG;
    if (answer <= BREW_FLASK)
        return "dsf"[answer];
    return answer - BREW_BAG == bit_lowest(reds) ? 't' : 0;
}

static char letter(const struct showing *s, int answer)
{
    switch (view_of(s)->player[s->viewer].question) {
    case QQ_BREW: return brew_letter(s, answer);
    case QQ_BUY: return answer == BUY_DONE ? 'x' : 0;
    case QQ_RUBIES: return answer == RUBIES_DONE ? 'x' : 0;
    case QQ_RED: return answer == RED_DONE ? 'x' : 0;
    case QQ_RETURN:
    case QQ_RESTART:
    case QQ_PAY: return answer ? 'n' : 'y';
    default: return 0;
    }
}

static const char *meaning(const struct showing *s, int key)
{
    if (s->viewer < 0 || view_of(s)->player[s->viewer].question != QQ_BREW)
        return NULL;
    switch (key) {
    case 'd': return "draw";
    case 's': return "stop";
    case 'f': return "flask";
    case 't': return "bag red1";
    default: return NULL;
    }
}

/* ---- lines about the viewer ---- */

static void draw_gauge(struct canvas *c, struct area a, const struct quacks_state *v, int seat)
{
    struct quacks_pot pot = quacks_pot(v, seat);
    const struct quacks_player *p = &v->player[seat];
    int at = a.col, end = a.col + a.w, near = pot.whites >= pot.limit - 2;
    at += canvas_put(c, a.row, at, end - at, INK_PLAIN, "Whites ");
    for (int i = 0; i < pot.limit; i++)
        at += canvas_put(c, a.row, at, end - at, near ? INK_WARN : INK_PLAIN,
                         i < pot.whites ? "█" : "░");
    at += canvas_print(c, a.row, at, end - at, near ? INK_WARN : INK_PLAIN, " %d of %d", pot.whites,
                       pot.limit);
    if (p->exploded)
        canvas_put(c, a.row, at, end - at, INK_WARN, "  EXPLODED");
    else if (v->stage == STAGE_BREW && !p->stopped && pot.explosive)
        canvas_print(c, a.row, at, end - at, INK_PLAIN,
                     "  next chip: %d of %d would explode (%d%%)", pot.explosive, pot.bag,
                     (200 * pot.explosive + pot.bag) / (2 * pot.bag));
    else if (v->stage == STAGE_BREW && !p->stopped && pot.bag)
        canvas_put(c, a.row, at, end - at, INK_GOOD, "  next chip: safe");
}

static void draw_purse(struct canvas *c, struct area a, const struct quacks_state *v,
                       const struct showing *s, int seat)
{
    const struct quacks_player *p = &v->player[seat];
    int at = a.col, end = a.col + a.w;
    at += canvas_print(c, a.row, at, end - at, INK_BOLD, "%s  ", s->names[seat]);
    at += canvas_print(c, a.row, at, end - at, INK_GOLD, "%d point%s", p->points,
                       p->points == 1 ? "" : "s");
    at += canvas_print(c, a.row, at, end - at, INK_WARN, "  %d rub%s", p->rubies,
                       p->rubies == 1 ? "y" : "ies");
    at += canvas_print(c, a.row, at, end - at, INK_PLAIN, "  droplet %d", p->droplet);
    if (p->rats)
        at += canvas_print(c, a.row, at, end - at, INK_PLAIN, "  rats %d", p->rats);
    if (p->tails)
        at += canvas_print(c, a.row, at, end - at, INK_PLAIN, "  tails %d", p->tails);
    if (v->tubes)
        at += canvas_print(c, a.row, at, end - at, INK_PLAIN, "  glass %d", p->tube);
    canvas_put(c, a.row, at, end - at, INK_PLAIN, p->flask ? "  flask full" : "  flask empty");
}

/* Draws the count of each chip in its colour, on further lines if there is no room. Returns the
 * rows used. */
static int draw_bag(struct canvas *c, struct area a, const char *title, const uint8_t *bag)
{
    int total = 0, row = 0;
    char before[16];
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        total += bag[chip];
    int at = canvas_print(c, a.row, a.col, a.w, INK_PLAIN, "%s %d:", title, total);
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        if (!bag[chip])
            continue;
        if (at + 6 > a.w) {
            row++;
            at = 4;
        }
        snprintf(before, sizeof before, " %d×", bag[chip]);
        at += draw_quacks_chip(c, a.row + row, a.col + at, a.w - at, before, chip, "");
    }
    return row + 1;
}

/* Red 1, 2 and 4 chips, such as "Beside the pot: 2×R1 1×R4. ". Returns the bytes written. */
static size_t reds_words(const char *title, const uint8_t reds[3], char *text, size_t cap)
{
    size_t n = 0;
    for (int i = 0; i < 3; i++)
        if (reds[i])
            n += (size_t)snprintf(text + n, cap - n, "%s %d×R%d", n ? "" : title, reds[i],
                                  quacks_chip(RED1 + i)->value);
    return n ? n + (size_t)snprintf(text + n, cap - n, ". ") : 0;
}

/* Draws what lies beside the pot and what was put back from there, which effects last, and which
 * chips are offered. */
static int draw_extras(struct canvas *c, struct area a, const struct quacks_state *v,
                       const struct quacks_player *p)
{
    char text[SCREEN_TEXT] = "", chip[CHIP_WORDS];
    size_t n = reds_words("Beside the pot:", p->beside, text, sizeof text);
    if (v->stage == STAGE_BREW)
        n += reds_words("Put back:", p->returned, text + n, sizeof text - n);
    if (p->doubling)
        n += (size_t)snprintf(text + n, sizeof text - n, "The next chip goes twice its value. ");
    if (p->window)
        n += (size_t)snprintf(text + n, sizeof text - n, "Protected for %d more draw%s. ",
                              p->window, p->window == 1 ? "" : "s");
    for (int i = 0; i < p->offer_n; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s",
                              i ? ", " : "You look at: ", quacks_chip_words(p->offer[i], chip));
    if (!*text)
        return 0;
    canvas_put(c, a.row, a.col, a.w, INK_BOLD, text);
    return 1;
}

/* ---- the shop (Q6.E, Q8) ---- */

/* A price in brackets can be paid, one without cannot; "--" means that the supply is empty. */
static void draw_price(struct canvas *c, int row, int col, const struct picture *p, int colour,
                       int value)
{
    const struct quacks_state *v = view_of(p->s);
    int chip = quacks_chip_of(colour, value);
    char name[MAX_NAME];
    if (chip == NO_CHIP)
        return;
    snprintf(name, sizeof name, "buy %s", quacks_chip(chip)->id);
    int may = is_offered(p, name);
    if (!v->supply[chip])
        canvas_put(c, row, col, 5, INK_DIM, " --");
    else
        canvas_print(c, row, col, 5, may ? INK_LEGAL : INK_DIM, may ? "[%2d]" : " %2d",
                     quacks_price_now(v, chip));
    canvas_touch(c, (struct area){row, col, 5, 1}, TOUCH_CHIP, chip);
}

static int draw_shop(struct canvas *c, struct area a, const struct picture *p)
{
    const struct quacks_state *v = view_of(p->s);
    canvas_rule(c, a.row, a.col, a.w, "Prices of values 1, 2, 4; you can buy those in [..]");
    for (int colour = ORANGE; colour < COLOUR_COUNT; colour++) {
        int row = a.row + colour, out = quacks_chip_is_out(v, quacks_chip_of(colour, 1));
        canvas_print(c, row, a.col, 9, INK_CHIP + colour, "%c %s", "WOGBRYPK"[colour],
                     quacks_colour_id(colour));
        for (int i = 0; i < 3; i++)
            draw_price(c, row, a.col + 9 + 5 * i, p, colour, 1 << i);
        canvas_put(c, row, a.col + 25, a.w - 25, INK_DIM,
                   out ? quacks_book_brief(v, colour) : "(its book is not out yet)");
    }
    return COLOUR_COUNT;
}

/* ---- the others ---- */

static const char *status_words(const struct quacks_player *p, int full)
{
    static const char *const decided[] = {"brewing", "decided to draw", "decided to stop",
                                          "has decided"};
    if (p->exploded)
        return "EXPLODED";
    return full ? "pot full" : p->stopped ? "stopped" : decided[p->commit & 3];
}

static int pot_shown(struct canvas *c, int row, int col, int end, const struct quacks_player *p)
{
    int most = (end - col) / 3 - 1, first = p->pot_n > most ? p->pot_n - most : 0, at = col;
    if (most < 1)
        return 0;
    if (first)
        at += canvas_put(c, row, at, end - at, INK_DIM, " …");
    for (int i = first; i < p->pot_n; i++)
        at += draw_quacks_chip(c, row, at, end - at, " ", p->pot[i] & ~CHIP_INERT, "");
    return at - col;
}

/* Such as "Berta (easy)  12 points 2 rubies  stopped on 14, whites 5  … W1 G2". */
static void draw_other(struct canvas *c, struct area a, const struct showing *s, int seat)
{
    const struct quacks_state *v = view_of(s);
    const struct quacks_player *p = &v->player[seat];
    struct quacks_pot pot = quacks_pot(v, seat);
    int at = a.col, end = a.col + a.w;
    canvas_put(c, a.row, at, 11, INK_BOLD, s->names[seat]);
    at += 12;
    at += canvas_print(c, a.row, at, end - at, INK_GOLD, "%3d pts", p->points);
    at += canvas_print(c, a.row, at, end - at, INK_WARN, " %d♦", p->rubies);
    at += canvas_print(c, a.row, at, end - at, INK_PLAIN, " drop %d", p->droplet);
    if (p->rats)
        at += canvas_print(c, a.row, at, end - at, INK_PLAIN, " rats %d", p->rats);
    at += canvas_put(c, a.row, at, end - at, INK_DIM, p->flask ? " flask" : "");
    if (v->stage < STAGE_BREW || v->stage == STAGE_OVER)
        return;
    at += canvas_print(c, a.row, at, end - at, p->exploded ? INK_WARN : INK_PLAIN, " %s",
                       status_words(p, pot.full));
    if (p->pot_n)
        at += canvas_print(c, a.row, at, end - at, INK_PLAIN, " on %d, whites %d", pot.position,
                           pot.whites);
    pot_shown(c, a.row, at, end, p);
}

static void draw_others(struct canvas *c, struct area a, const struct showing *s)
{
    int seats[MAX_SEATS], n = seats_around(s, view_of(s)->players, seats);
    canvas_rule(c, a.row, a.col, a.w, s->viewer == SPECTATOR ? "The players" : "The others");
    for (int i = 0; i < n; i++)
        draw_other(c, (struct area){a.row + 1 + i, a.col, a.w, 1}, s, seats[i]);
}

/* ---- all of it ---- */

static int draw_card(struct canvas *c, struct area a, const struct quacks_state *v)
{
    char text[SCREEN_TEXT];
    if (v->no_fortune)
        return 0;
    snprintf(text, sizeof text, "Fortune: %s. %s%s", quacks_card_name(v->card),
             quacks_card_help(v->card)->brief, quacks_card_ruling(v));
    int rows = canvas_fold(c, a, INK_DIM, text);
    return rows < a.h ? rows : a.h;
}

static int draw_lines_of_mine(struct canvas *c, struct area a, const struct showing *s)
{
    const struct quacks_state *v = view_of(s);
    int top = a.row;
    draw_purse(c, a, v, s, s->viewer);
    a.row++;
    if (v->stage >= STAGE_BREW && v->stage < STAGE_OVER)
        draw_gauge(c, (struct area){a.row++, a.col, a.w, 1}, v, s->viewer);
    a.row += draw_bag(c, a, "Bag", v->player[s->viewer].bag);
    a.row += draw_extras(c, a, v, &v->player[s->viewer]);
    return a.row - top;
}

/* Draws the viewer's own part; returns the rows used. */
static int draw_mine(struct canvas *c, struct area a, const struct picture *p)
{
    const struct quacks_state *v = view_of(p->s);
    int top = a.row, bottom = a.row + a.h, shops = v->player[p->s->viewer].question == QQ_BUY;
    a.row += draw_lines_of_mine(c, a, p->s);
    a.h = bottom - a.row;
    if (shops && a.h >= COLOUR_COUNT)
        a.row += draw_shop(c, a, p);
    else if (a.h >= 3)
        a.row += draw_quacks_pot(c, a, p->s, p->s->viewer);
    if (!shops && bottom - a.row >= COLOUR_COUNT)
        a.row += draw_shop(c, a, p);
    return a.row - top;
}

/* A spectator has no pot, so everybody's pots are drawn. */
static int draw_pots(struct canvas *c, struct area a, const struct showing *s)
{
    const struct quacks_state *v = view_of(s);
    int rows = a.h / (v->players ? v->players : 1), top = a.row;
    for (int seat = 0; seat < v->players && rows >= 2; seat++) {
        draw_purse(c, a, v, s, seat);
        int at = a.col + canvas_put(c, a.row + 1, a.col, 6, INK_DIM, "  pot");
        if (v->stage >= STAGE_BREW)
            pot_shown(c, a.row + 1, at, a.col + a.w, &v->player[seat]);
        if (rows >= 4)
            draw_bag(c, (struct area){a.row + 2, a.col + 2, a.w - 2, 1}, "bag",
                     v->player[seat].bag);
        a.row += rows >= 4 ? 4 : 2;
    }
    return a.row - top;
}

static void draw(struct canvas *c, struct area a, const struct picture *p)
{
    const struct quacks_state *v = view_of(p->s);
    int looks_on = p->s->viewer == SPECTATOR, bottom = a.row + a.h;
    int logged = c->w >= SCREEN_LOG, others = v->players - !looks_on + 1;
    a = draw_beside(c, a, p);
    a.row += draw_question(c, (struct area){a.row, a.col, a.w, 2}, p);
    int shops = !looks_on && v->player[p->s->viewer].question == QQ_BUY;
    int rows = answers_rows(p, a.w), most = shops ? 5 : 6;
    rows = rows > most ? most : rows;
    draw_answers(c, (struct area){a.row, a.col, a.w, rows}, p);
    a.row += rows;
    a.row += draw_card(c, (struct area){a.row, a.col, a.w, 2}, v);
    a.h = bottom - a.row - others - (logged || shops ? 0 : a.h > 30 ? 7 : 4);
    a.row += looks_on ? draw_pots(c, a, p->s) : draw_mine(c, a, p);
    if (!logged)
        draw_story(c, (struct area){a.row, a.col, a.w, bottom - others - a.row}, p);
    draw_others(c, (struct area){bottom - others, a.col, a.w, others}, p->s);
}

const struct face_pictures quacks_pictures = {
    .pile = "prices",
    .header = header,
    .draw = draw,
    .letter = letter,
    .meaning = meaning,
};
