/* The Quacks as a picture: the pot as a track, the bag, the shop, the others' pots. Uses views
 * only. */
#include <stdlib.h>

#include "tui/face_quacks.h"
#include "board/page.h"
#include "tui/menu.h"
#include "tui/screen_boards.h"
#include "tui/screen_parts.h"

static const struct quacks_state *view_of(const struct board_showing *s)
{
    return s->view;
}

/* ---- the line on top ---- */

static void header(const struct board_showing *s, char text[SCREEN_TEXT])
{
    const struct quacks_state *v = view_of(s);
    snprintf(text, SCREEN_TEXT, "Turn %d of %d · %s · %s is start player", v->turn,
             NUMBER_OF(v, turns), quacks_phase_words(v->stage), s->names[v->start]);
}

/* d, s, f, and t for the smallest toadstool that may go back into the bag. 0 for other answers.
 * Toadstools lie in the order of their values, so the lowest bit is the smallest. */
static char brew_letter(const struct board_showing *s, int answer)
{
    uint64_t reds = quacks_legal(view_of(s), s->viewer) >> BREW_BAG;
    if (answer <= BREW_FLASK)
        return "dsf"[answer];
    return answer - BREW_BAG == bit_lowest(reds) ? 't' : 0;
}

/* Answers with a letter are those one gives often, or those that end a question. */
static char letter(const struct board_showing *s, int answer)
{
    switch (view_of(s)->player[s->viewer].question) {
    case QQ_BREW: return brew_letter(s, answer);
    case QQ_BUY: return answer == BUY_DONE ? 'x' : 0;
    case QQ_RUBIES: return answer == RUBIES_DONE ? 'x' : 0;
    case QQ_RED: return answer == RED_DONE ? 'x' : 0;
    case QQ_RETURN:
    case QQ_RESTART:
    case QQ_OPTIONAL:
    case QQ_OPTIONAL_STEP:
    case QQ_PAY: return answer ? 'n' : 'y';
    default: return 0;
    }
}

/* Whoever still presses Enter for a safe draw must not draw a chip that may explode the pot, nor
 * answer what comes behind the potion. A potion that has not exploded goes on. */
static int usual(const struct board_showing *s)
{
    const struct quacks_player *p = &view_of(s)->player[s->viewer];
    if (bit_count(quacks_legal(view_of(s), s->viewer)) == 1)
        return USUAL_FIRST;
    if (p->question == QQ_BREW && !quacks_pot(view_of(s), s->viewer).explosive)
        return BREW_DRAW;
    return p->question == QQ_RESTART && !p->exploded ? 1 : USUAL_NONE;
}

/* Keys of the potion that are not offered now get the rule's reason instead of silence. */
static const char *meaning(const struct board_showing *s, int key)
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

/* Whites above the limit look wrong in a pot that has not exploded: a fortune card or a book has
 * protected it, or Strong Ingredient has added a chip (Q5.8, Q6.before, Q7.cards). */
static const char *whites_words(const struct quacks_player *p, const struct quacks_pot *pot)
{
    return !p->exploded && pot->whites > pot->limit ? " (protected)" : "";
}

/* How near the pot is to exploding: a block for each point of white, and the chance of the next
 * chip while one may be drawn. Near means two points or less below the limit. */
static void draw_gauge(struct canvas *c, struct canvas_area a, const struct quacks_state *v,
                       int seat)
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
    at += canvas_put(c, a.row, at, end - at, INK_PLAIN, whites_words(p, &pot));
    if (p->exploded)
        canvas_put(c, a.row, at, end - at, INK_WARN, "  EXPLODED");
    else if (v->stage == STAGE_BREW && !p->stopped && pot.explosive)
        canvas_print(c, a.row, at, end - at, INK_PLAIN,
                     "  next chip: %d of %d would explode (%d%%)", pot.explosive, pot.bag,
                     /* The percentage, rounded; the bag is not empty if a chip in it would
                      * explode. */
                     (200 * pot.explosive + pot.bag) / (2 * pot.bag));
    else if (v->stage == STAGE_BREW && !p->stopped && pot.bag)
        canvas_put(c, a.row, at, end - at, INK_GOOD, "  next chip: safe");
}

/* Name, points and rubies. Returns the column behind them. */
static int draw_wealth(struct canvas *c, struct canvas_area a, const struct board_showing *s,
                       int seat)
{
    const struct quacks_player *p = &view_of(s)->player[seat];
    int at = a.col, end = a.col + a.w;
    at += canvas_print(c, a.row, at, end - at, INK_BOLD, "%s  ", s->names[seat]);
    at += canvas_print(c, a.row, at, end - at, INK_GOLD, "%d point%s", p->points,
                       p->points == 1 ? "" : "s");
    return at + canvas_print(c, a.row, at, end - at, INK_WARN, "  %d rub%s", p->rubies,
                             p->rubies == 1 ? "y" : "ies");
}

/* Droplet, rats, test tubes and flask; above a track, which shows the rats, without them. Rats and
 * tails are left out if there are none. Returns the column behind them. */
static int draw_means(struct canvas *c, struct canvas_area a, const struct quacks_state *v,
                      int seat, int track)
{
    const struct quacks_player *p = &v->player[seat];
    int at = a.col, end = a.col + a.w;
    at += canvas_print(c, a.row, at, end - at, INK_PLAIN, "  droplet %d", p->droplet);
    if (p->rats && !track)
        at += canvas_print(c, a.row, at, end - at, INK_PLAIN, "  rats %d", p->rats);
    if (p->tails)
        at += canvas_print(c, a.row, at, end - at, INK_PLAIN, "  tails %d", p->tails);
    if (v->tubes)
        at += canvas_print(c, a.row, at, end - at, INK_PLAIN, "  glass %d", p->tube);
    return at + canvas_put(c, a.row, at, end - at, INK_PLAIN,
                           p->flask ? "  flask full" : "  flask empty");
}

/* Returns the column behind it. */
static int draw_purse(struct canvas *c, struct canvas_area a, const struct quacks_state *v,
                      const struct board_showing *s, int seat, int track)
{
    int at = draw_wealth(c, a, s, seat);
    return draw_means(c, (struct canvas_area){a.row, at, a.col + a.w - at, 1}, v, seat, track);
}

/* Draws the count of each chip in its colour, on further lines if there is no room; the height of
 * the area does not limit them. `bag` counts each kind of chip. Returns the rows used. */
static int draw_bag(struct canvas *c, struct canvas_area a, const char *title, const uint8_t *bag)
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

/* Red 1, 2 and 4 chips, such as "Beside the pot: 2×R1 1×R4. ". Returns the bytes written. Writes
 * nothing if there are none. `cap` is the room left in `text`. */
static size_t reds_words(const char *title, const uint8_t reds[3], char *text, size_t cap)
{
    size_t n = 0;
    for (int i = 0; i < 3; i++)
        if (reds[i])
            n += (size_t)snprintf(text + n, cap - n, "%s %d×R%d", n ? "" : title, reds[i],
                                  quacks_chip(RED1 + i)->value);
    return n ? n + (size_t)snprintf(text + n, cap - n, ". ") : 0;
}

/* What lies beside the pot and what was put back from there, which effects last, which chips are
 * offered, and which were bought: those go into the bag when the turn ends. In sentences for the
 * line below the question; "" if nothing of it applies. */
static void extras_words(const struct board_showing *s, char text[SCREEN_TEXT])
{
    const struct quacks_state *v = view_of(s);
    const struct quacks_player *p = &v->player[s->viewer];
    char chip[CHIP_WORDS], number[FILLED_MAX];
    text[0] = 0;
    size_t n = reds_words("Beside the pot:", p->beside, text, SCREEN_TEXT);
    if (v->stage == STAGE_BREW && reds_words("Put back:", p->returned, text + n, SCREEN_TEXT - n))
        words_add(text, "Each red you own may go back once per potion [Q8]. ");
    int brews = v->stage == STAGE_BREW && !p->stopped;
    if (p->doubling && brews)
        words_add(text, "%s",
                  quacks_filled(v,
                                "The next chip goes {books.yellow2.times?2=twice|"
                                "{books.yellow2.times} times} its value. ",
                                number));
    if (p->window && brews)
        words_add(text, "Protected for %d more draw%s. ", p->window, p->window == 1 ? "" : "s");
    for (int i = 0; i < p->offer_n; i++)
        words_add(text, "%s%s", i ? ", " : "You look at: ", quacks_chip_words(p->offer[i], chip));
    for (int i = 0; i < p->bought_n; i++)
        words_add(text, "%s%s",
                  i ? ", " : "Bought, for your bag: ", quacks_chip_words(p->bought[i], chip));
    words_add(text, p->bought_n ? ". " : "");
}

/* ---- the shop (Q6.E, Q8) ---- */

/* A price in brackets can be paid, one without cannot; "--" means that the supply is empty. The
 * spot can be clicked in any case: a chip that cannot be bought then gets its reason. */
static void draw_price(struct canvas *c, int row, int col, const struct screen_picture *p,
                       int colour, int value)
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
    canvas_touch(c, (struct canvas_area){row, col, 5, 1}, TOUCH_CHIP, chip);
}

/* The title where the shop stands below the question. */
#define SHOP_TITLE "Prices of values 1, 2, 4; you can buy those in [..]"
/* The texts of the books begin in column SHOP_TEXT. A shop of less than SHOP_WIDE columns has them
 * below the prices, indented by SHOP_INDENT. SHOP_PRICES are the columns of the short title. */
enum { SHOP_TEXT = 25, SHOP_WIDE = 60, SHOP_INDENT = 2, SHOP_PRICES = 21 };

/* What the book of the chip under the cursor says: beside the prices it may be cut. Only where
 * chips are chosen; adds nothing for answers that are no chip, such as to buy no more. */
static void book_words(const struct screen_picture *p, char text[SCREEN_TEXT])
{
    const struct quacks_state *v = view_of(p->s);
    char brief[FILLED_MAX];
    int question = p->menu->n ? v->player[p->s->viewer].question : QQ_NONE;
    if ((question != QQ_BUY && question != QQ_FORTUNE) || p->menu->at[0].answer >= CHIP_COUNT)
        return;
    if (p->pick < 0) {
        words_add(text, "Move with the arrows to read what a chip does.");
        return;
    }
    int chip = p->menu->at[p->pick].answer;
    if (chip >= CHIP_COUNT)
        return;
    const char *colour = quacks_colour_id(quacks_chip(chip)->colour);
    words_add(text, "%c%s: %s", colour[0] - 'a' + 'A', colour + 1,
              quacks_book_now(v, quacks_chip(chip)->colour, brief));
}

/* Where the text of a book whose prices stand in `row` may go. */
static struct canvas_area book_area(struct canvas_area a, int row)
{
    int narrow = a.w < SHOP_WIDE, at = narrow ? SHOP_INDENT : SHOP_TEXT;
    return (struct canvas_area){row + narrow, a.col + at, a.w - at, a.row + a.h - row - narrow};
}

/* The rows of a colour with its whole text. */
static int book_rows(struct canvas_area a, const struct quacks_state *v, int colour)
{
    char brief[FILLED_MAX];
    int narrow = a.w < SHOP_WIDE;
    int rows = canvas_fold(NULL, book_area(a, a.row), 0, quacks_book_now(v, colour, brief));
    return narrow + (rows < 1 ? 1 : rows);
}

/* With whole texts and the title. Orange is the first colour that is sold: white has no price. */
static int shop_rows(struct canvas_area a, const struct quacks_state *v)
{
    int rows = 1;
    for (int colour = ORANGE; colour < COLOUR_COUNT; colour++)
        rows += book_rows(a, v, colour);
    return rows;
}

/* The letter of the colour, its name, and the prices of its chips of 1, 2 and 4; kinds that do not
 * exist stay empty. */
static void draw_prices(struct canvas *c, int row, int col, const struct screen_picture *p,
                        int colour)
{
    canvas_print(c, row, col, 9, INK_CHIP + colour, "%c %s", "WOGBRYPK"[colour],
                 quacks_colour_id(colour));
    for (int i = 0; i < 3; i++)
        draw_price(c, row, col + 9 + 5 * i, p, colour, 1 << i);
}

/* Draws the shop below a line for its title. The texts are folded if all of them fit, else each is
 * cut to one line. Returns the rows used. Below the area nothing is drawn, whatever has not been
 * shown. */
static int draw_shop(struct canvas *c, struct canvas_area a, const struct screen_picture *p,
                     const char *title)
{
    const struct quacks_state *v = view_of(p->s);
    int whole = shop_rows(a, v) <= a.h, row = a.row + 1;
    char brief[FILLED_MAX];
    canvas_rule(c, a.row, a.col, a.w, title);
    for (int colour = ORANGE; colour < COLOUR_COUNT && row < a.row + a.h; colour++) {
        draw_prices(c, row, a.col, p, colour);
        const char *text = quacks_book_now(v, colour, brief);
        if (whole)
            canvas_fold(c, book_area(a, row), INK_DIM, text);
        else
            canvas_put(c, row, a.col + SHOP_TEXT, a.w - SHOP_TEXT, INK_DIM, text);
        row += whole ? book_rows(a, v, colour) : 1;
    }
    return row - a.row;
}

/* ---- the others ---- */

/* A decision that the view hides shows only that there is one (Q5.7). */
static const char *status_words(const struct quacks_player *p, int full)
{
    static const char *const decided[] = {"brewing", "decided to draw", "decided to stop",
                                          "has decided"};
    if (p->exploded)
        return "EXPLODED";
    return full ? "pot full" : p->stopped ? "stopped" : decided[p->commit & 3];
}

/* The last chips of a pot, as many as fit; dots stand for those before them. Returns the columns
 * used. */
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

/* How far a potion is: "stopped on 14, whites 5 … W1 G2". Draws nothing outside the potion and its
 * evaluation. */
static void draw_progress(struct canvas *c, struct canvas_area a, const struct quacks_state *v,
                          int seat)
{
    const struct quacks_player *p = &v->player[seat];
    struct quacks_pot pot = quacks_pot(v, seat);
    int at = a.col, end = a.col + a.w;
    if (v->stage < STAGE_BREW || v->stage == STAGE_OVER)
        return;
    at += canvas_put(c, a.row, at, end - at, p->exploded ? INK_WARN : INK_PLAIN,
                     status_words(p, pot.full));
    if (p->pot_n)
        at += canvas_print(c, a.row, at, end - at, INK_PLAIN, " on %d, whites %d%s", pot.position,
                           pot.whites, whites_words(p, &pot));
    pot_shown(c, a.row, at, end, p);
}

/* Such as "Berta (easy)  12 points 2 rubies  stopped on 14, whites 5  … W1 G2". */
static void draw_other(struct canvas *c, struct canvas_area a, const struct board_showing *s,
                       int seat)
{
    const struct quacks_state *v = view_of(s);
    const struct quacks_player *p = &v->player[seat];
    int at = a.col, end = a.col + a.w;
    canvas_put(c, a.row, at, 12, INK_BOLD, s->names[seat]);
    at += 12;
    at += canvas_print(c, a.row, at, end - at, INK_GOLD, "%3d pt%s", p->points,
                       p->points == 1 ? " " : "s");
    at += canvas_print(c, a.row, at, end - at, INK_WARN, " %d♦", p->rubies);
    at += canvas_print(c, a.row, at, end - at, INK_PLAIN, " drop %d", p->droplet);
    if (p->rats)
        at += canvas_print(c, a.row, at, end - at, INK_PLAIN, " rats %d", p->rats);
    at += canvas_put(c, a.row, at, end - at, INK_DIM, p->flask ? " flask" : "");
    if (v->stage >= STAGE_BREW && v->stage < STAGE_OVER)
        at += canvas_put(c, a.row, at, end - at, INK_DIM, " ·");
    draw_progress(c, (struct canvas_area){a.row, at + 1, end - at - 1, 1}, v, seat);
}

/* One line for each, below a title; for screens without a column of their own. */
static void draw_others(struct canvas *c, struct canvas_area a, const struct board_showing *s)
{
    int seats[MAX_SEATS], n = seats_around(s, view_of(s)->players, seats);
    canvas_rule(c, a.row, a.col, a.w, s->viewer == SPECTATOR ? "The players" : "The others");
    for (int i = 0; i < n; i++)
        draw_other(c, (struct canvas_area){a.row + 1 + i, a.col, a.w, 1}, s, seats[i]);
}

/* Draws all chips of a pot, on as many rows as they need. Returns the rows used. Chips that have no
 * room below are left out. */
static int draw_chips(struct canvas *c, struct canvas_area a, const struct quacks_player *p)
{
    int per = a.w / 3, rows = 0;
    for (int i = 0; i < p->pot_n && i / per < a.h; i++) {
        rows = i / per + 1;
        draw_quacks_chip(c, a.row + i / per, a.col + i % per * 3, 3, "", p->pot[i] & ~CHIP_INERT,
                         "");
    }
    return rows;
}

/* Another player in a column of its own: purse, pot and bag. Only the pot is cut if the area is too
 * low. Returns the rows used. */
static int draw_other_tall(struct canvas *c, struct canvas_area a, const struct board_showing *s,
                           int seat)
{
    const struct quacks_state *v = view_of(s);
    const struct quacks_player *p = &v->player[seat];
    struct quacks_pot pot = quacks_pot(v, seat);
    int top = a.row, bottom = a.row + a.h;
    draw_wealth(c, a, s, seat);
    draw_means(c, (struct canvas_area){a.row + 1, a.col, a.w, 1}, v, seat, 0);
    a.row += 2;
    if (v->stage >= STAGE_BREW && v->stage < STAGE_OVER) {
        int at = canvas_print(c, a.row, a.col + 2, a.w, p->exploded ? INK_WARN : INK_PLAIN, "%s",
                              status_words(p, pot.full));
        if (p->pot_n)
            canvas_print(c, a.row, a.col + 2 + at, a.w, INK_PLAIN, " on %d, whites %d%s",
                         pot.position, pot.whites, whites_words(p, &pot));
        a.row++;
        a.row += draw_chips(c, (struct canvas_area){a.row, a.col + 2, a.w - 2, bottom - a.row}, p);
    }
    a.row += draw_bag(c, (struct canvas_area){a.row, a.col + 2, a.w - 2, 2}, "Bag", p->bag);
    return a.row - top;
}

/* An empty row between two players; whoever has no room below is left out. */
static void draw_others_tall(struct canvas *c, struct canvas_area a, const struct board_showing *s)
{
    int seats[MAX_SEATS], n = seats_around(s, view_of(s)->players, seats);
    int bottom = a.row + a.h;
    canvas_rule(c, a.row++, a.col, a.w, s->viewer == SPECTATOR ? "The players" : "The others");
    for (int i = 0; i < n && a.row < bottom; i++) {
        a.h = bottom - a.row;
        a.row += draw_other_tall(c, a, s, seats[i]) + 1;
    }
}

/* ---- all of it ---- */

/* The fortune card, with how a disputed one is played here. Returns the rows used. */
static int draw_card(struct canvas *c, struct canvas_area a, const struct quacks_state *v)
{
    char text[SCREEN_TEXT], brief[FILLED_MAX], ruling[FILLED_MAX];
    if (v->no_fortune)
        return 0;
    text[0] = 0;
    words_add(text, "Fortune: %s. %s%s", quacks_card_name(v->card),
              quacks_filled(v, quacks_card_help(v->card)->brief, brief),
              quacks_card_ruling(v, ruling));
    int rows = canvas_fold(c, a, INK_DIM, text);
    return rows < a.h ? rows : a.h;
}

/* Rows kept free below the pot: for the question and its answers, the story, the card, and the two
 * lines of whites and bag. */
enum { ASKING_ROWS = 4, STORY_ROWS = 2, CARD_ROWS = 2, LINES_BELOW = 2 };

/* The rows for the pot with its title. They depend on the size of the screen and on the number of
 * players alone, so that nothing moves between two questions. With a line of numbers only if the
 * shop has a column, or still has room below. */
static int pot_rows(struct canvas_area a, const struct board_showing *s)
{
    struct screen_split k = split_of(a);
    const struct quacks_state *v = view_of(s);
    int others = k.side.w ? 0 : v->players, whole = quacks_pot_rows(k.table.w, 0);
    int rows = a.h - others - CARD_ROWS - LINES_BELOW - ASKING_ROWS - (k.log.w ? 0 : STORY_ROWS);
    if (rows >= quacks_pot_rows(k.table.w, 1) && (k.side.w || rows >= whole + 2 * COLOUR_COUNT + 6))
        return quacks_pot_rows(k.table.w, 1);
    rows = rows > whole ? whole : rows < 3 ? 3 : rows;
    /* A title, and two lines for each row of spaces. */
    return rows - (rows + 1) % 2;
}

/* As face_pictures demands: what sheets leave in sight. */
static int board_rows(struct canvas_area a, const struct board_showing *s)
{
    return s->viewer == SPECTATOR ? 0 : pot_rows(a, s) + LINES_BELOW;
}

/* Whether the shop takes the place of the pot: nothing else has to be seen while one buys. A sheet
 * that tells of the potion leaves the pot in sight. `rows` are those of the pot. Not where the shop
 * has a column, or room below the question. */
static int shop_instead(const struct screen_split *k, const struct screen_picture *p, int rows)
{
    const struct quacks_state *v = view_of(p->s);
    return p->s->viewer != SPECTATOR && v->player[p->s->viewer].question == QQ_BUY && !p->passing &&
           !k->side.w &&
           k->table.h - rows - v->players - CARD_ROWS - LINES_BELOW - ASKING_ROWS < COLOUR_COUNT;
}

/* Draws a purse over the line above a pot. A long one leaves no room for the title at the other end
 * of the line. */
static void draw_pot_title(struct canvas *c, struct canvas_area a, const struct board_showing *s,
                           int seat)
{
    int at = a.col + 2, end = a.col + a.w;
    canvas_put(c, a.row, at - 1, 1, INK_PLAIN, " ");
    at = draw_purse(c, (struct canvas_area){a.row, at, end - at, 1}, view_of(s), s, seat, 1);
    canvas_put(c, a.row, at, 1, INK_PLAIN, " ");
    if (at + 1 > end - POT_TITLE)
        canvas_rule(c, a.row, at + 1, end - at - 1, "");
}

/* In the shop the purse is points and rubies, and what the columns of prices are is said. */
static void draw_shop_title(struct canvas *c, struct canvas_area a, const struct board_showing *s,
                            int seat)
{
    int at = a.col + 2, end = a.col + a.w;
    canvas_put(c, a.row, end - SHOP_PRICES, SHOP_PRICES, INK_LINE, " prices of 1, 2, 4 ──");
    canvas_put(c, a.row, at - 1, 1, INK_PLAIN, " ");
    at = draw_wealth(c, (struct canvas_area){a.row, at, end - at, 1}, s, seat);
    canvas_put(c, a.row, at, 1, INK_PLAIN, " ");
}

/* Draws the pot, or the shop in its place, below a line with the viewer's purse, then the whites
 * and the bag. The pot takes `rows` rows; the shop a title and a row for each colour but white.
 * Returns the rows used. */
static int draw_mine(struct canvas *c, const struct screen_split *k, const struct screen_picture *p,
                     int rows)
{
    const struct quacks_state *v = view_of(p->s);
    struct canvas_area a = k->table;
    int top = a.row, seat = p->s->viewer, shops = shop_instead(k, p, rows);
    a.h = shops ? COLOUR_COUNT : rows;
    if (shops) {
        draw_shop(c, a, p, "");
        draw_shop_title(c, a, p->s, seat);
    } else {
        draw_quacks_pot(c, a, p->s, seat);
        draw_pot_title(c, a, p->s, seat);
    }
    a.row += a.h;
    if (v->stage >= STAGE_BREW && v->stage < STAGE_OVER)
        draw_gauge(c, (struct canvas_area){a.row, a.col, a.w, 1}, v, seat);
    a.row++;
    a.row += draw_bag(c, a, "Bag", v->player[seat].bag);
    return a.row - top;
}

/* For less than 80x24: the row of the pot with the scoring space, the whites and the bag. Three
 * lines: a title and one row of the track. */
static int draw_small(struct canvas *c, struct canvas_area a, const struct screen_picture *p)
{
    struct screen_split k = {.table = a};
    return draw_mine(c, &k, p, 3);
}

/* The pots of all players as tracks, each with a line of how far it is. Returns the rows used.
 * `each` is the rows of a player. */
static int draw_tracks(struct canvas *c, struct canvas_area a, const struct board_showing *s,
                       int each)
{
    const struct quacks_state *v = view_of(s);
    int whole = quacks_pot_rows(a.w, 0), rows = each - 1 > whole ? whole : each - 1;
    /* A title, and two lines for each row of spaces. */
    rows -= (rows + 1) % 2;
    for (int seat = 0; seat < v->players; seat++) {
        struct canvas_area pot = {a.row + seat * (rows + 1), a.col, a.w, rows};
        draw_quacks_pot(c, pot, s, seat);
        draw_pot_title(c, pot, s, seat);
        pot.row += rows;
        draw_progress(c, pot, v, seat);
    }
    return v->players * (rows + 1);
}

/* A spectator has no pot, so everybody's are drawn: as tracks, or as lists where there is little
 * room. Returns the rows used. */
static int draw_pots(struct canvas *c, struct canvas_area a, const struct board_showing *s)
{
    enum { TRACK_ROWS = 6 };
    const struct quacks_state *v = view_of(s);
    int bottom = a.row + a.h, top = a.row, bags = a.h >= 1 + 3 * v->players;
    if (v->players && a.h / v->players >= TRACK_ROWS)
        return draw_tracks(c, a, s, a.h / v->players);
    canvas_rule(c, a.row++, a.col, a.w, "The players");
    for (int seat = 0; seat < v->players && a.row + 2 + bags <= bottom; seat++) {
        draw_purse(c, a, v, s, seat, 0);
        draw_progress(c, (struct canvas_area){a.row + 1, a.col + 2, a.w - 2, 1}, v, seat);
        if (bags)
            draw_bag(c, (struct canvas_area){a.row + 2, a.col + 2, a.w - 2, 1}, "Bag",
                     v->player[seat].bag);
        a.row += 2 + bags;
    }
    return a.row - top;
}

/* Shop and other players in a column of their own. A spectator buys nothing, so the players have
 * the whole column. */
static void draw_side(struct canvas *c, struct canvas_area a, const struct screen_picture *p)
{
    int used = p->s->viewer == SPECTATOR ? 0 : draw_shop(c, a, p, "Prices of values 1, 2, 4") + 1;
    a.row += used;
    a.h -= used;
    draw_others_tall(c, a, p->s);
}

/* Below the question: the story if it has no column, else the shop if that has none. `pot` are the
 * rows of the pot. The shop comes before the story only while the viewer buys, or if six rows of
 * story are left. */
static void draw_rest(struct canvas *c, struct canvas_area a, const struct screen_split *k,
                      const struct screen_picture *p, int pot)
{
    int shop = p->s->viewer != SPECTATOR && !k->side.w && !shop_instead(k, p, pot);
    int rows = shop_rows(a, view_of(p->s));
    int buys = shop && view_of(p->s)->player[p->s->viewer].question == QQ_BUY;
    if (k->log.w) {
        /* On the last rows, so that it does not move with the number of answers. */
        struct canvas_area at = {a.row + a.h - rows, a.col, a.w, rows};
        if (shop && a.h >= COLOUR_COUNT)
            draw_shop(c, rows <= a.h ? at : a, p, SHOP_TITLE);
        return;
    }
    rows = rows + 6 <= a.h ? rows : COLOUR_COUNT;
    if (shop && (a.h >= rows + 6 || (buys && a.h >= COLOUR_COUNT))) {
        draw_shop(c, (struct canvas_area){a.row, a.col, a.w, rows}, p, SHOP_TITLE);
        a.row += rows;
        a.h -= rows;
    }
    draw_story(c, a, p);
}

/* Top down: what is above never moves because of what is below. */
static void draw(struct canvas *c, struct canvas_area a, const struct screen_picture *p)
{
    struct screen_split k = split_of(a);
    const struct quacks_state *v = view_of(p->s);
    int looks_on = p->s->viewer == SPECTATOR, bottom = table_bottom(c, a), rows = pot_rows(a, p->s);
    int others = v->players;
    char extras[SCREEN_TEXT] = "";
    if (k.log.w)
        draw_story(c, k.log, p);
    if (k.side.w)
        draw_side(c, k.side, p);
    struct canvas_area t = k.table;
    t.row += looks_on ? draw_pots(c, (struct canvas_area){t.row, t.col, t.w, t.h - 8}, p->s)
                      : draw_mine(c, &k, p, rows);
    if (!looks_on && !k.side.w) {
        draw_others(c, (struct canvas_area){t.row, t.col, t.w, others}, p->s);
        t.row += others;
    }
    t.row += draw_card(c, (struct canvas_area){t.row, t.col, t.w, CARD_ROWS}, v);
    t.h = bottom - t.row;
    if (!looks_on)
        extras_words(p->s, extras);
    if (!k.log.w)
        book_words(p, extras);
    t.row += draw_asking(c, t, p, extras, k.log.w ? 0 : story_rows(p, t, extras));
    draw_rest(c, (struct canvas_area){t.row, t.col, t.w, bottom - t.row}, &k, p, rows);
}

/* The chip that was laid last before an event of a seat, or NO_CHIP. */
static int last_chip(const struct board_showing *s, int at)
{
    int seat = s->story->at[at].event.seat;
    while (at-- > 0) {
        const struct event *e = &s->story->at[at].event;
        if (e->kind == QE_PLACED && e->seat == seat)
            return e->item;
    }
    return NO_CHIP;
}

/* The drawing has five lines, which `art` counts. A white chip that came last is named as the
 * cause. */
static void print_explosion(const struct board_showing *s, int at)
{
    char chip[CHIP_WORDS], text[SCREEN_TEXT] = "";
    int last = last_chip(s, at);
    page_line("          *   .    |    .   *\n"
              "       .    \\   \\ | /   /    .\n"
              "     -- --   B  O  O  M   -- --\n"
              "       \'    /   / | \\   \\    \'\n"
              "          *   \'    |    \'   *\n");
    words_add(text, "Your pot explodes: whites worth %d, limit %d [Q5.3].",
              (int)s->story->at[at].event.n, quacks_pot(view_of(s), s->viewer).limit);
    if (last != NO_CHIP && quacks_chip(last)->colour == WHITE)
        words_add(text, " The %s did it.", quacks_chip_words(last, chip));
    page_fold(text, 0, 0);
    page_fold("You roll no bonus die, and you will take either the coins or the points of your "
              "scoring space [Q6.D].",
              0, 0);
}

/* The explosion of the viewer's pot, and what steps A to D bring to everybody. If both are in this
 * part, the explosion gives the title and stands first. */
static int scene(const struct board_showing *s, int from, int to, char title[80], int *art)
{
    int found = 0;
    for (int i = from; i < to; i++) {
        const struct event *e = &s->story->at[i].event;
        if (e->kind != QE_EXPLODED || e->seat != s->viewer)
            continue;
        snprintf(title, 80, "BOOM");
        *art = 5;
        print_explosion(s, i);
        found = 1;
    }
    if (!found)
        snprintf(title, 80, "The evaluation");
    return quacks_story_evaluation(s, from, to) || found;
}

/* Guides beside those of the questions; a guide is a bit of those that have been read. */
enum { GUIDE_RATS = 30, GUIDE_NEIGHBOUR };

/* The number of the guide that fits the question; the rats are explained at the first draw of a
 * turn that has some. */
static int guide_of(const struct quacks_state *v, const struct quacks_player *p)
{
    if (p->question == QQ_FORTUNE && v->stage == STAGE_SCHADENFREUDE)
        return GUIDE_NEIGHBOUR;
    return p->question == QQ_BREW && p->rats && !p->pot_n ? GUIDE_RATS : p->question;
}

static const char *guide(const struct board_showing *s, int *question)
{
    *question = guide_of(view_of(s), &view_of(s)->player[s->viewer]);
    switch (*question) {
#define GUIDE(e, text)                                                                             \
    case e:                                                                                        \
        return text;
#include "tui/guide_quacks.def"
#undef GUIDE
    default: return NULL;
    }
}

static char *chip_answer(int chip, char buf[MAX_NAME])
{
    snprintf(buf, MAX_NAME, "buy %s", quacks_chip(chip)->id);
    return buf;
}

const struct face_pictures quacks_pictures = {
    .pile = "prices",
    .pile_title = "The books and their prices",
    .signs =
        "Each space has its number, or the chip on it; (7) is your scoring space, and ♦ a ruby. "
        "Below it stand the coins and points that it gives.",
    .header = header,
    .draw = draw,
    .small = draw_small,
    .board_rows = board_rows,
    .scene = scene,
    .finale = quacks_story_of_turn,
    .letter = letter,
    .usual = usual,
    .guide = guide,
    .meaning = meaning,
    .chip_answer = chip_answer,
};
