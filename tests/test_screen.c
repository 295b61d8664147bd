/* Tests of the full screen without a terminal: pictures drawn on a canvas are compared as texts.
 * After an intended change, CHARLATAN_WRITE_PICTURES=1 writes the expected pictures again; review
 * their git diff. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "games/arcane/arcane.h"
#include "games/quacks/facts.h"
#include "games/quacks/help.h"
#include "games/quacks/quacks.h"
#include "tui/client_help.h"
#include "tui/ending.h"
#include "tui/face_quacks.h"
#include "board/page.h"
#include "tui/menu.h"
#include "tui/screen_parts.h"

/* ---- canvas ---- */

static void check_text(struct canvas *c, const char *want)
{
    char *text = canvas_text(c);
    assert_string_equal(text, want);
    free(text);
}

static void wide_letters_take_their_columns(void **state)
{
    (void)state;
    struct canvas c = {0};
    canvas_size(&c, 8, 2);
    assert_int_equal(text_columns("Zöe"), 3);
    assert_int_equal(text_columns("魔女"), 4);
    assert_int_equal(canvas_put(&c, 0, 0, 8, INK_PLAIN, "Zöe|"), 4);
    assert_int_equal(canvas_put(&c, 1, 0, 8, INK_PLAIN, "魔女|"), 5);
    check_text(&c, "Zöe|\n魔女|\n");
    canvas_free(&c);
}

static void what_is_too_long_is_cut(void **state)
{
    (void)state;
    struct canvas c = {0};
    canvas_size(&c, 6, 3);
    canvas_put(&c, 0, 0, 6, INK_PLAIN, "Skeletomicon");
    canvas_put(&c, 1, 0, 5, INK_PLAIN, "魔女魔女");
    canvas_put(&c, 2, 4, 6, INK_PLAIN, "abc");
    check_text(&c, "Skele…\n魔女…\n    a…\n");
    canvas_free(&c);
}

static void ascii_has_signs_of_its_own(void **state)
{
    (void)state;
    struct canvas c = {.ascii = 1};
    canvas_size(&c, 8, 3);
    canvas_box(&c, (struct canvas_area){0, 0, 8, 3}, INK_LINE);
    canvas_put(&c, 1, 1, 6, INK_PLAIN, "▸Zöe ♦");
    check_text(&c, "+------+\n|>Z?e r|\n+------+\n");
    canvas_free(&c);
}

static void words_are_folded(void **state)
{
    (void)state;
    struct canvas c = {0};
    canvas_size(&c, 9, 3);
    assert_int_equal(canvas_fold(NULL, (struct canvas_area){0, 0, 10, 3}, 0, "one two three four"),
                     2);
    assert_int_equal(canvas_fold(&c, (struct canvas_area){0, 0, 7, 2}, 0, "one two three four"), 3);
    /* A third row has no room. */
    check_text(&c, "one two\nthree\n\n");
    canvas_free(&c);
}

static void nothing_is_drawn_outside(void **state)
{
    (void)state;
    struct canvas c = {0};
    canvas_size(&c, 3, 1);
    canvas_fill(&c, (struct canvas_area){-2, -2, 9, 9}, L'x', INK_PLAIN);
    canvas_put(&c, 5, 0, 3, INK_PLAIN, "abc");
    canvas_put(&c, 0, -1, 3, INK_PLAIN, "abc");
    canvas_touch(&c, (struct canvas_area){-1, -1, 9, 9}, TOUCH_KEY, 'q');
    check_text(&c, "bcx\n");
    assert_null(canvas_at(&c, 1, 0));
    canvas_free(&c);
}

/* ---- pictures ---- */

/* A game after some answers, chosen without random numbers, and its story for one seat. */
struct played {
    uint64_t state[MAX_STATE_BYTES / 8];
    struct view view;
    struct story story;
    struct chance luck;
};

static void tell(struct played *p, const struct events *sink, int actor, int viewer)
{
    for (uint32_t i = 0; i < sink->n; i++) {
        struct event e = event_seen_by(sink->at[i], viewer);
        story_add(&p->story, &e, actor, 0);
    }
}

static uint64_t of_active(const struct game *g, const void *state, int *seat)
{
    *seat = bit_lowest(g->active(state));
    return g->legal(state, *seat);
}

static void play(struct played *p, const struct game *g, int players, int answers, int viewer)
{
    static struct event events[MAX_EVENTS];
    struct events sink = {events, 0, MAX_EVENTS};
    memset(p, 0, sizeof *p);
    chance_seed_number(&p->luck, 11);
    g->init(p->state, players);
    g->begin(p->state, &p->luck, &sink);
    tell(p, &sink, EVENT_NONE, viewer);
    for (int i = 0; g->active(p->state); i++) {
        int seat;
        if (i >= answers && g->active(p->state) >> viewer & 1)
            break;
        uint64_t legal = of_active(g, p->state, &seat);
        for (int skip = (i * 7) % bit_count(legal); skip; skip--)
            legal &= legal - 1;
        sink.n = 0;
        g->apply(p->state, seat, bit_lowest(legal), &p->luck, &sink);
        tell(p, &sink, seat, viewer);
    }
    view_take(&p->view, g, p->state, viewer);
}

static char *whole_file(const char *path)
{
    static char text[1 << 16];
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    return text;
}

static void check_picture(const struct canvas *c, const char *name)
{
    char path[200], *text = canvas_text(c);
    snprintf(path, sizeof path, "tests/tui/pictures/%s.txt", name);
    if (getenv("CHARLATAN_WRITE_PICTURES")) {
        FILE *f = fopen(path, "w");
        assert_non_null(f);
        fputs(text, f);
        fclose(f);
    }
    assert_string_equal(text, whole_file(path));
    free(text);
}

static struct board_showing showing_of(const struct played *p, const struct face *face)
{
    static const char *const names[MAX_SEATS] = {"●\u00a0Zöe (you)", "■\u00a0Berta",
                                                 "◆\u00a0Cyril",     "▲\u00a0Dora",
                                                 "⬢\u00a0魔女",      "★\u00a0Flora"};
    static const char *const levels[MAX_SEATS] = {"", "easy", "medium", "hard", "easy", "easy"};
    return (struct board_showing){face, p->view.bytes, p->view.seat, names, levels, &p->story};
}

/* Draws what the viewer sees, with the question if the viewer is asked. */
static void draw(struct canvas *c, struct played *p, const struct face *face, int w, int h)
{
    struct board_showing s = showing_of(p, face);
    struct menu m;
    char asks[MAX_SENTENCE];
    menu_make(&s, &m);
    int from = face->story_of_round(&p->story);
    char *fresh = story_words(&s, from, p->story.n, story_columns(w));
    struct screen_picture picture = {.s = &s,
                                     .menu = &m,
                                     .pick = menu_usual(&s, &m),
                                     .hinted = -1,
                                     .typed = "",
                                     .note = "",
                                     .old = "",
                                     .fresh = fresh,
                                     .clock = "",
                                     .extra = "",
                                     .helps = 1,
                                     .plays = 1,
                                     .asks = m.n ? face->board->question(&s, asks) : "It is over."};
    canvas_size(c, w, h);
    draw_table(c, &picture);
    free(fresh);
}

static void picture_of(const struct face *face, int players, int answers, int w, int h,
                       const char *name)
{
    struct played p;
    struct canvas c = {0};
    play(&p, face->game, players, answers, 0);
    draw(&c, &p, face, w, h);
    check_picture(&c, name);
    canvas_free(&c);
    story_free(&p.story);
}

static void draws_arcane(void **state)
{
    (void)state;
    picture_of(&arcane_face, 3, 0, 80, 24, "arcane-stock");
    picture_of(&arcane_face, 3, 16, 80, 24, "arcane-sell");
    picture_of(&arcane_face, 3, 41, 80, 24, "arcane-later");
    picture_of(&arcane_face, 6, 60, 80, 24, "arcane-six");
    picture_of(&arcane_face, 4, 16, 120, 40, "arcane-large");
    picture_of(&arcane_face, 4, 16, 200, 50, "arcane-wide");
    picture_of(&arcane_face, 3, 16, 60, 20, "arcane-narrow");
    picture_of(&arcane_face, 3, 16, 40, 12, "arcane-small");
}

static void draws_quacks(void **state)
{
    (void)state;
    picture_of(&quacks_face, 3, 12, 80, 24, "quacks-brew");
    picture_of(&quacks_face, 4, 41, 80, 24, "quacks-later");
    picture_of(&quacks_face, 4, 200, 120, 40, "quacks-large");
    picture_of(&quacks_face, 4, 41, 200, 50, "quacks-wide");
    picture_of(&quacks_face, 3, 12, 60, 20, "quacks-narrow");
    picture_of(&quacks_face, 2, 12, 40, 12, "quacks-small");
}

static int count_of(const char *text, const char *word)
{
    int n = 0;
    while ((text = strstr(text, word))) {
        text += strlen(word);
        n++;
    }
    return n;
}

/* Counts the scoring spaces on both screens after some answers. On the full screen a space has its
 * number. */
static void check_scoring(int answers, int shown)
{
    struct played p;
    struct canvas c = {0};
    int marked = 0;
    play(&p, quacks_face.game, 3, answers, 0);
    struct board_showing s = showing_of(&p, &quacks_face);
    draw(&c, &p, &quacks_face, 120, 40);
    char *full = canvas_text(&c), mark[16];
    page_begin(80);
    quacks_board.print(&s);
    char *plain = page_end();
    for (int space = 0; space < 54; space++) {
        snprintf(mark, sizeof mark,
                 quacks_space((const void *)p.state, space).ruby ? "(%d♦)" : "(%d)", space);
        marked += count_of(full, mark);
    }
    assert_int_equal(marked, shown);
    assert_int_equal(count_of(plain, "( )"), shown);
    free(full);
    free(plain);
    canvas_free(&c);
    story_free(&p.story);
}

/* After the game the pots are empty, so no scoring space is drawn. */
static void pots_are_empty_at_the_end(void **state)
{
    (void)state;
    check_scoring(12, 1);
    check_scoring(1 << 20, 0);
}

/* A click on an answer gives that answer; a click on a slot types its digit. */
static void clicks_mean_what_is_there(void **state)
{
    (void)state;
    struct played p;
    struct canvas c = {0};
    play(&p, &arcane_game, 3, 0, 0);
    draw(&c, &p, &arcane_face, 80, 24);
    assert_int_equal(canvas_at(&c, 15, 10)->kind, TOUCH_ANSWER);
    assert_int_equal(canvas_at(&c, 15, 10)->value, 0);
    assert_int_equal(canvas_at(&c, 4, 20)->kind, TOUCH_DIGIT);
    assert_int_equal(canvas_at(&c, 4, 20)->value, 5);
    canvas_free(&c);
    story_free(&p.story);
}

/* What the events add up to is what each seat has won: the chart of the end counts back with it. */
static void events_add_up_to_the_score(void **state)
{
    (void)state;
    static const struct face *const faces[] = {&arcane_face, &quacks_face};
    for (int i = 0; i < 8; i++) {
        struct played p;
        uint64_t first[MAX_STATE_BYTES / 8];
        const struct face *face = faces[i % 2];
        play(&p, face->game, 2 + i / 3, 300 * i, 0);
        face->game->init(first, 2 + i / 3);
        static struct event events[MAX_EVENTS];
        struct events sink = {events, 0, MAX_EVENTS};
        face->game->begin(first, &p.luck, &sink);
        int score[MAX_SEATS] = {0};
        for (int seat = 0; seat < 2 + i / 3; seat++)
            score[seat] = face->score->of(first, seat);
        for (int at = 0; at < p.story.n; at++)
            if (p.story.at[at].event.seat < MAX_SEATS)
                score[p.story.at[at].event.seat] += face->score->change(&p.story.at[at].event);
        for (int seat = 0; seat < 2 + i / 3; seat++)
            assert_int_equal(score[seat], face->score->of(p.view.bytes, seat));
        story_free(&p.story);
    }
}

/* Enter pressed by reflex must not throw a good potion away (A Second Chance). */
static void enter_does_not_start_anew(void **state)
{
    (void)state;
    struct played p;
    play(&p, quacks_face.game, 2, 12, 0);
    struct quacks_state *v = (struct quacks_state *)(void *)p.view.bytes;
    struct board_showing s = showing_of(&p, &quacks_face);
    char name[MAX_NAME];
    v->player[0].question = QQ_RESTART;
    quacks_face.game->action_name(v, 0, quacks_pictures.usual(&s), name);
    assert_string_equal(name, "restart no");
    v->player[0].question = QQ_BREW;
    assert_int_equal(quacks_pictures.usual(&s), BREW_DRAW);
    story_free(&p.story);
}

/* Most people want the bonus of their purple chips: nothing is the last answer, under no cursor. */
static void purple_offers_nothing_last(void **state)
{
    (void)state;
    struct played p;
    struct menu m;
    play(&p, quacks_face.game, 2, 12, 0);
    struct quacks_state *v = (struct quacks_state *)(void *)p.view.bytes;
    struct board_showing s = showing_of(&p, &quacks_face);
    v->book[PURPLE] = 1;
    v->player[0].question = QQ_PURPLE;
    for (int i = 0; i < 2; i++)
        pot_lay(&v->player[0], PURPLE1, 1);
    menu_make(&s, &m);
    assert_int_equal(m.n, 3);
    assert_string_equal(m.at[0].words, "2 purples: 1 point, 1 ruby");
    assert_string_equal(m.at[2].words, "nothing");
    assert_int_equal(menu_usual(&s, &m), -1);
    story_free(&p.story);
}

/* No chip that the supply lacks is promised, and no step that the droplet cannot take (Q2, Q8). */
static void no_more_is_promised_than_comes(void **state)
{
    static const struct {
        int book, supply, droplet, tier;
        const char *words;
    } cases[] = {{1, 9, 5, 3, "3 purples: 2 points, 1 droplet step"},
                 {1, 9, DROPLET_LAST, 3, "3 purples: 2 points"},
                 {2, 9, 5, 1, "give back 1: a black 1, 1 point, 1 ruby"},
                 {2, 0, 5, 1, "give back 1: 1 point, 1 ruby"},
                 {2, 9, 5, 2, "give back 2: a green 1, a blue 2, 3 points, 1 droplet step"},
                 {2, 0, DROPLET_LAST, 2, "give back 2: 3 points"},
                 {2, 0, DROPLET_LAST - 1, 3, "give back 3: 6 points, 1 ruby, 1 droplet step"}};
    (void)state;
    struct played p;
    char words[WORDS_MAX];
    play(&p, quacks_face.game, 2, 12, 0);
    struct quacks_state *v = (struct quacks_state *)(void *)p.view.bytes;
    struct board_showing s = showing_of(&p, &quacks_face);
    v->turn = 5;
    v->player[0].question = QQ_PURPLE;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        v->book[PURPLE] = (uint8_t)cases[i].book;
        memset(v->supply, cases[i].supply, sizeof v->supply);
        v->player[0].droplet = (uint8_t)cases[i].droplet;
        assert_string_equal(quacks_board.answer(&s, cases[i].tier, words), cases[i].words);
    }
    story_free(&p.story);
}

/* Choose Wisely offers the steps also where the droplet cannot take them (Q7). */
static void steps_that_lead_nowhere_are_not_promised(void **state)
{
    static const char *const words[] = {"take 2 droplet steps", "take 1 droplet step",
                                        "take nothing: your droplet can go no further"};
    (void)state;
    struct played p;
    char text[WORDS_MAX];
    play(&p, quacks_face.game, 2, 12, 0);
    struct quacks_state *v = (struct quacks_state *)(void *)p.view.bytes;
    struct board_showing s = showing_of(&p, &quacks_face);
    v->player[0].question = QQ_FORTUNE;
    v->card = CHOOSE_WISELY;
    for (int i = 0; i < 3; i++) {
        v->player[0].droplet = (uint8_t)(DROPLET_LAST - 2 + i);
        assert_string_equal(quacks_board.answer(&s, CHOOSE_DROPLET, text), words[i]);
    }
    v->tubes = 1;
    assert_string_equal(quacks_board.answer(&s, CHOOSE_DROPLET, text), words[0]);
    story_free(&p.story);
}

static int is_drawn(const struct canvas *c, const char *words)
{
    char *text = canvas_text(c);
    int found = strstr(text, words) != NULL;
    free(text);
    return found;
}

/* More whites than the limit look wrong in a pot that has not exploded (Q6.before). */
static void a_protected_pot_is_explained(void **state)
{
    (void)state;
    struct played p;
    struct canvas c = {0};
    play(&p, quacks_face.game, 2, 12, 0);
    struct quacks_player *other = &((struct quacks_state *)(void *)p.view.bytes)->player[1];
    other->pot_n = 3;
    memset(other->pot, WHITE3, 3);
    other->whites = 9;
    other->stopped = 1;
    other->exploded = 0;
    draw(&c, &p, &quacks_face, 100, 30);
    assert_true(is_drawn(&c, "whites 9 (protected)"));
    draw(&c, &p, &quacks_face, 200, 50);
    assert_true(is_drawn(&c, "whites 9 (protected)"));
    other->exploded = 1;
    draw(&c, &p, &quacks_face, 100, 30);
    assert_false(is_drawn(&c, "(protected)"));
    canvas_free(&c);
    story_free(&p.story);
}

/* Three that a slide has brought together are sold at the inspection, before infamy is counted
 * (A6.3, A8.1, A8.2). */
static void what_an_inspection_sells_costs_nothing(void **state)
{
    (void)state;
    struct played p;
    struct canvas c = {0};
    play(&p, arcane_face.game, 2, 16, 0);
    struct arcane_state *v = (struct arcane_state *)(void *)p.view.bytes;
    struct arcane_player *own = &v->player[0];
    memset(own->cell, CELL_NONE, sizeof own->cell);
    memset(own->cell, CELL_UP | SKELETOMICON, 3);
    own->cell[3] = ITEM_UNDECIDED;
    assert_int_equal(v->cards.infamy[SKELETOMICON], 6);
    struct board_showing s = showing_of(&p, &arcane_face);
    for (int left = 0; left <= 6; left += 6) {
        char full[40], plain[80];
        own->cell[8] = left ? CELL_UP | SKELETOMICON : CELL_NONE;
        snprintf(full, sizeof full, "If inspected: %d infamy + 1 ??", left);
        snprintf(plain, sizeof plain, "the revealed items cost %d infamy; 1 item is", left);
        draw(&c, &p, &arcane_face, 120, 40);
        assert_true(is_drawn(&c, full));
        page_begin(80);
        arcane_board.print(&s);
        char *page = page_end();
        assert_non_null(strstr(page, plain));
        free(page);
    }
    canvas_free(&c);
    story_free(&p.story);
}

/* The shop is drawn in one place, so that a sheet below the board does not cover a second one. */
static void there_is_one_shop(void **state)
{
    (void)state;
    static const int sizes[][2] = {{80, 24}, {100, 30}, {110, 40}, {120, 40}, {200, 50}};
    struct played p;
    struct canvas c = {0};
    play(&p, quacks_face.game, 3, 12, 0);
    ((struct quacks_state *)(void *)p.view.bytes)->player[0].question = QQ_BUY;
    for (int i = 0; i < 5; i++) {
        draw(&c, &p, &quacks_face, sizes[i][0], sizes[i][1]);
        char *text = canvas_text(&c);
        assert_int_equal(count_of(text, "O orange"), 1);
        free(text);
    }
    canvas_free(&c);
    story_free(&p.story);
}

/* Schadenfreude: the question and the guide say why one may choose (Q7.cards). */
static void a_neighbour_is_the_reason(void **state)
{
    (void)state;
    struct played p;
    char asks[MAX_SENTENCE];
    int card, neighbour;
    play(&p, quacks_face.game, 4, 12, 0);
    struct quacks_state *v = (struct quacks_state *)(void *)p.view.bytes;
    struct board_showing s = showing_of(&p, &quacks_face);
    v->player[0].question = QQ_FORTUNE;
    v->stage = STAGE_CARD;
    assert_non_null(strstr(quacks_pictures.guide(&s, &card), "Each turn begins"));
    v->stage = STAGE_SCHADENFREUDE;
    assert_non_null(strstr(quacks_board.question(&s, asks), "Dora's pot exploded"));
    assert_non_null(strstr(quacks_pictures.guide(&s, &neighbour), "neighbour on the right"));
    assert_true(card != neighbour && neighbour < 32);
    story_free(&p.story);
}

/* A card that asks nothing because there is no choice says so (Q7). */
static void a_card_that_asks_nothing_is_explained(void **state)
{
    (void)state;
    struct played p;
    struct canvas c = {0};
    play(&p, quacks_face.game, 2, 2, 0);
    struct quacks_state *v = (struct quacks_state *)(void *)p.view.bytes;
    v->card = CHOOSE_WISELY;
    v->turn = 1;
    draw(&c, &p, &quacks_face, 80, 24);
    assert_true(is_drawn(&c, "offers only the droplet steps"));
    v->turn = 3;
    draw(&c, &p, &quacks_face, 80, 24);
    assert_true(is_drawn(&c, "Choose Wisely") && !is_drawn(&c, "offers only the droplet steps"));
    canvas_free(&c);
    story_free(&p.story);
}

/* Protection and doubling wait for chips that are drawn, so they end with the brewing. */
static void protection_ends_with_brewing(void **state)
{
    (void)state;
    struct played p;
    struct canvas c = {0};
    play(&p, quacks_face.game, 2, 2, 0);
    struct quacks_state *v = (struct quacks_state *)(void *)p.view.bytes;
    struct quacks_player *own = &v->player[p.view.seat];
    struct board_showing s = showing_of(&p, &quacks_face);
    own->window = 2;
    for (int i = 0; i < 3; i++) {
        v->stage = i < 2 ? STAGE_BREW : STAGE_A;
        own->stopped = i == 1;
        draw(&c, &p, &quacks_face, 80, 24);
        assert_int_equal(is_drawn(&c, "rotected for 2 more draws"), i == 0);
        page_begin(80);
        quacks_board.print(&s);
        char *plain = page_end();
        assert_int_equal(count_of(plain, "rotected for 2 more draws"), i == 0);
        free(plain);
    }
    canvas_free(&c);
    story_free(&p.story);
}

static void set_number(uint16_t *values, const char *key, int value)
{
    int entry;
    values[number_row_named(&quacks_numbers_form, key, &entry)->first] = (uint16_t)value;
}

/* The ruling of a card and the guide of rubies say the numbers of the table. */
static void other_numbers_are_said(void **state)
{
    (void)state;
    struct played p;
    uint16_t values[NUMBERS_VALUES];
    char buf[FILLED_MAX];
    int guide, n = quacks_numbers_form.values;
    memcpy(values, quacks_numbers_form.standard(), (size_t)n * sizeof values[0]);
    set_number(values, "cards.second-chance.chips", 4);
    set_number(values, "rubies.droplet", 3);
    play(&p, quacks_face.game, 2, 12, 0);
    struct quacks_state *v = (struct quacks_state *)(void *)p.view.bytes;
    struct board_showing s = showing_of(&p, &quacks_face);
    v->numbers = numbers_add(values, n);
    v->card = SECOND_CHANCE;
    assert_string_equal(quacks_card_ruling(v, buf),
                        " Safe: the first four chips cannot explode the pot.");
    v->player[0].question = QQ_RUBIES;
    quacks_filled(v, quacks_pictures.guide(&s, &guide), buf);
    assert_non_null(strstr(buf, "Three rubies move your droplet"));
    assert_non_null(strstr(buf, "or 2 rubies fill an empty flask"));
    story_free(&p.story);
    numbers_forget();
}

/* Whoever is behind is told once of the rats (Q4.2). */
static void rats_have_a_guide(void **state)
{
    (void)state;
    struct played p;
    int first, behind;
    play(&p, quacks_face.game, 2, 12, 0);
    struct quacks_player *me = &((struct quacks_state *)(void *)p.view.bytes)->player[0];
    struct board_showing s = showing_of(&p, &quacks_face);
    me->question = QQ_BREW;
    me->pot_n = 0;
    me->rats = 0;
    assert_non_null(strstr(quacks_pictures.guide(&s, &first), "most points after {~turns.all"));
    me->rats = 1;
    assert_non_null(strstr(quacks_pictures.guide(&s, &behind), "You are behind"));
    assert_true(first != behind && behind < 32);
    story_free(&p.story);
}

/* The bag on the screen is that of the potion, so what was bought for it is named (Q6.E). */
static void bought_chips_are_named(void **state)
{
    (void)state;
    struct played p;
    struct canvas c = {0};
    play(&p, quacks_face.game, 2, 12, 0);
    struct quacks_player *me = &((struct quacks_state *)(void *)p.view.bytes)->player[0];
    me->question = QQ_BUY;
    me->bought_n = 1;
    me->bought[0] = GREEN1;
    draw(&c, &p, &quacks_face, 80, 24);
    assert_true(is_drawn(&c, "Bought, for your bag: green 1."));
    assert_true(is_drawn(&c, " prices of 1, 2, 4 "));
    canvas_free(&c);
    story_free(&p.story);
}

/* A question of two rows leaves room for its answers, however long the story is. */
static void answers_come_before_the_story(void **state)
{
    (void)state;
    struct menu m = {.n = 3};
    struct screen_picture p = {.menu = &m,
                               .asks = "A question that is so long that it needs two rows",
                               .fresh = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"};
    assert_int_equal(story_rows(&p, (struct canvas_area){0, 0, 40, 10}, ""), 10 - 2 - 1);
    p.asks = "A short one";
    assert_int_equal(story_rows(&p, (struct canvas_area){0, 0, 40, 10}, ""), 10 - 1 - 1);
}

/* A game in which the viewer brews and has just drawn a blue 1, which looks at an orange 1 (Q8). */
static void play_to_a_look(struct played *p)
{
    int answers = 0;
    const struct quacks_state *v = (const struct quacks_state *)(void *)p->view.bytes;
    for (;; answers++) {
        play(p, quacks_face.game, 2, answers, 0);
        if (v->player[0].question == QQ_BREW && v->player[0].pot_n > 1)
            break;
        story_free(&p->story);
    }
    struct quacks_player *me = &((struct quacks_state *)(void *)p->view.bytes)->player[0];
    me->pot[me->pot_n - 1] = BLUE1;
    me->question = QQ_PICK;
    me->offer_n = 1;
    me->offer[0] = ORANGE1;
    me->bag[ORANGE1] = 0;
}

/* A sheet shows eleven lines at 80x24, so the advice stands above the table. */
static void odds_begin_with_the_advice(void **state)
{
    (void)state;
    struct played p;
    struct refusal why;
    play_to_a_look(&p);
    struct quacks_player *me = &((struct quacks_state *)(void *)p.view.bytes)->player[0];
    me->question = QQ_BREW;
    me->offer_n = 0;
    struct board_showing s = showing_of(&p, &quacks_face);
    page_begin(76);
    assert_int_equal(quacks_face.odds(&p.view, s.names, &why), 0);
    char *text = page_end(), *advice = strstr(text, "Stopping now is worth");
    assert_true(advice && advice < strstr(text, "  draw     explodes"));
    free(text);
    story_free(&p.story);
}

/* Odds at a question inside a draw say which answer they count with, as it may move the pot on. */
static void odds_name_the_answer_they_suppose(void **state)
{
    (void)state;
    struct played p;
    struct refusal why;
    play_to_a_look(&p);
    struct board_showing s = showing_of(&p, &quacks_face);
    page_begin(200);
    assert_int_equal(quacks_face.odds(&p.view, s.names, &why), 0);
    char *text = page_end();
    assert_non_null(strstr(text, "the table supposes the answer 'orange 1'."));
    free(text);
    story_free(&p.story);
}

/* The row of the first line that has this text, or -1. */
static int row_of(const struct canvas *c, const char *word)
{
    char *text = canvas_text(c), *at = strstr(text, word);
    int row = 0;
    for (char *p = text; at && p < at; p++)
        row += *p == '\n';
    free(text);
    return at ? row : -1;
}

/* Nothing moves between the questions of a turn: neither the board nor the others nor the place of
 * the question. */
static void the_board_does_not_move(void **state)
{
    (void)state;
    static const struct {
        const struct face *face;
        const char *board, *below;
    } games[] = {{&arcane_face, "Your storehouse", "The others"},
                 {&quacks_face, "coins/points", "The others"}};
    static const int sizes[][2] = {{80, 24}, {100, 30}, {120, 40}, {200, 60}};
    struct canvas c = {0};
    for (int i = 0; i < 2; i++)
        for (int size = 0; size < 4; size++) {
            int rows[2] = {-1, -1}, shop = -1;
            for (int answers = 12; answers < 30; answers++) {
                struct played p;
                play(&p, games[i].face->game, 3, answers, 0);
                draw(&c, &p, games[i].face, sizes[size][0], sizes[size][1]);
                story_free(&p.story);
                /* In a small window the shop takes the place of the pot while one buys. */
                if (row_of(&c, "[Q6.E]") >= 0)
                    continue;
                int board = row_of(&c, games[i].board), below = row_of(&c, games[i].below);
                assert_true(rows[0] < 0 || rows[0] == board);
                /* On a wide screen the others stand below the texts of the books. */
                assert_true(rows[1] < 0 || rows[1] == below || sizes[size][0] >= SCREEN_SIDE);
                rows[0] = board;
                rows[1] = below;
                /* Below the question the shop moves only when another book is out. */
                int prices = row_of(&c, "Prices of values"), out = row_of(&c, "not out yet") >= 0;
                assert_true(sizes[size][0] != 120 || out || shop < 0 || shop == prices);
                shop = out ? -1 : prices;
            }
        }
    canvas_free(&c);
}

/* The reasons of a hint name no answer in the protocol's words, such as "draw discard". */
static void hints_have_no_names_of_the_protocol(void **state)
{
    (void)state;
    struct played p;
    int reasons = 0;
    play(&p, &arcane_game, 3, 16, 0);
    struct board_showing s = showing_of(&p, &arcane_face);
    struct client_hint h = {.view = p.view, .say = {.weighed_n = 1}};
    for (uint64_t legal = view_legal(&p.view); legal; legal &= legal - 1) {
        h.answer = h.say.weighed[0].answer = bit_lowest(legal);
        page_begin(1000);
        hint_explain(&s, &h);
        char *text = page_end();
        assert_null(strchr(text, '"'));
        reasons += strstr(text, "By these rules of thumb this is worth ") != NULL;
        free(text);
    }
    assert_int_equal(reasons, 1);
    story_free(&p.story);
}

/* Of answers that are as good for the win none is worth more points. */
static void evens_have_no_points(void **state)
{
    (void)state;
    struct played p;
    play(&p, &arcane_game, 3, 16, 0);
    struct board_showing s = showing_of(&p, &arcane_face);
    uint64_t legal = view_legal(&p.view);
    struct client_hint h = {.view = p.view, .say = {.weighed_n = 2}};
    h.say.weighed[1].answer = bit_lowest(legal & (legal - 1));
    for (int first = 0; first < 2; first++) {
        h.say.weighed[0].answer = bit_lowest(legal);
        h.answer = h.say.weighed[first].answer;
        page_begin(1000);
        hint_explain(&s, &h);
        char *text = page_end();
        assert_non_null(strstr(text, "As good for the win: "));
        assert_null(strstr(text, "By these rules of thumb"));
        free(text);
    }
    story_free(&p.story);
}

/* The others lose what they lose against the hint, the best of them first. */
static void losses_are_against_the_hint(void **state)
{
    (void)state;
    struct played p;
    play(&p, &quacks_game, 3, 0, 0);
    struct board_showing s = showing_of(&p, &quacks_face);
    struct client_hint h = {.view = p.view, .answer = 3, .say = {.weighed_n = 5}};
    for (int i = 0; i < h.say.weighed_n; i++)
        h.say.weighed[i].answer = i;
    const double values[] = {0.30, 0.39, 0.20, 0.50, 0.45};
    for (int i = 0; i < h.say.weighed_n; i++)
        h.say.weighed[i].value = values[i];
    page_begin(1000);
    hint_explain(&s, &h);
    char *text = page_end(), *at = text;
    const char *const losses[] = {"loses 5 %", "loses 11 %", "loses 20 %", "loses 30 %"};
    for (int i = 0; i < 4; i++) {
        at = strstr(at, losses[i]);
        assert_non_null(at);
    }
    free(text);
    story_free(&p.story);
}

static void add_event(struct story *story, int kind, int seat, int n)
{
    struct event e = event_of((uint8_t)kind, seat);
    e.n = n;
    story_add(story, &e, EVENT_NONE, 0);
}

/* The page of the moment between two events of the story, or "" if there is none. */
static char *moment(const struct board_showing *s, int from, int to)
{
    char title[80];
    int art;
    page_begin(76);
    int found = s->face->pictures->scene(s, from, to, title, &art);
    char *text = page_end();
    assert_int_equal(found, *text != 0);
    return text;
}

static void check_moment(const struct board_showing *s, int from, int to, const char *first,
                         const char *second)
{
    char *text = moment(s, from, to);
    assert_non_null(strstr(text, first));
    assert_non_null(strstr(text, second));
    free(text);
}

/* An inspection in which Glynna and Ninx are asked is told when its totals are known, and what
 * follows Ninx's answer is told too (A8, A11). */
static void an_inspection_is_seen_after_its_questions(void **state)
{
    (void)state;
    struct played p;
    play(&p, &arcane_game, 2, 16, 0);
    struct arcane_state *v = (struct arcane_state *)(void *)p.view.bytes;
    struct board_showing s = showing_of(&p, &arcane_face);
    v->phase = PHASE_INSPECTION;
    int begun = p.story.n;
    add_event(&p.story, EV_INSPECTION, EVENT_NONE, 1);
    char *none = moment(&s, begun, p.story.n);
    assert_string_equal(none, "");
    free(none);
    int totals = p.story.n;
    add_event(&p.story, EV_INFAMY_TOTAL, 0, 7);
    check_moment(&s, totals, p.story.n, "Berta: ", "gains 7 infamy for the items");
    int fines = p.story.n;
    add_event(&p.story, EV_FINE, 0, 25);
    check_moment(&s, fines, p.story.n, "Zöe (you)", "pays 25 gold");
    story_free(&p.story);
}

/* A sale is said in the message line: whose, of what, and the gold (A6.6, A6.7). */
static void a_sale_is_noticed(void **state)
{
    (void)state;
    struct played p;
    char text[SCREEN_TEXT];
    play(&p, &arcane_game, 2, 16, 0);
    struct board_showing s = showing_of(&p, &arcane_face);
    int from = p.story.n;
    for (int seat = 0; seat < 2; seat++) {
        struct event e = event_of(EV_SET_SOLD, seat);
        e.item = DARK_LOTUS;
        story_add(&p.story, &e, seat, 0);
        add_event(&p.story, EV_GOLD_SALE, seat, 30 + seat);
    }
    arcane_pictures.notice(&s, from, p.story.n, text);
    assert_non_null(strstr(text, "You sell a set of Dark Lotus for 30 gold. "));
    assert_non_null(strstr(text, "Berta sells a set of Dark Lotus for 31 gold."));
    arcane_pictures.notice(&s, from + 4, p.story.n, text);
    assert_string_equal(text, "");
    story_free(&p.story);
}

static void add_chip(struct story *story, int kind, int seat, int chip)
{
    struct event e = event_of((uint8_t)kind, seat);
    e.item = (uint8_t)chip;
    e.a = 1;
    story_add(story, &e, EVENT_NONE, 0);
}

/* Both potions end, and then seat 1 gains a ruby in step B; what the log says of it. */
static char *told_ruby(int set, const int *chips, int n)
{
    struct played p;
    play(&p, quacks_face.game, 2, 2, 0);
    struct quacks_state *v = (struct quacks_state *)(void *)p.view.bytes;
    struct board_showing s = showing_of(&p, &quacks_face);
    v->book[GREEN] = (uint8_t)set;
    int from = p.story.n;
    add_event(&p.story, QE_TURN, 0, 4);
    for (int i = 0; i < n; i++)
        add_chip(&p.story, QE_PLACED, 1, chips[i]);
    add_event(&p.story, QE_STOPPED, 1, 0);
    add_event(&p.story, QE_STOPPED, 0, 0);
    add_event(&p.story, QE_RUBY, 1, 1);
    page_begin(1000);
    quacks_face.tell(&s, from, p.story.n);
    story_free(&p.story);
    return page_end();
}

/* A ruby of step B names its ingredient where only one can have given it (Q6.B). */
static void a_ruby_has_its_cause(void **state)
{
    (void)state;
    static const int chips[] = {WHITE1, GREEN1, BLACK1};
    char *spider = told_ruby(1, chips, 2), *moth = told_ruby(2, chips, 3),
         *either = told_ruby(1, chips, 3);
    assert_non_null(strstr(spider, "gains 1 ruby (garden spider)"));
    assert_non_null(strstr(moth, "gains 1 ruby (hawkmoth)"));
    assert_non_null(strstr(either, "gains 1 ruby ["));
    free(spider);
    free(moth);
    free(either);
}

/* Two looks in one potion both have their verb, and a rule is cited once (Q8). */
static void each_look_has_its_verb(void **state)
{
    (void)state;
    static const uint8_t kinds[] = {QE_DREW, QE_PLACED, QE_LOOKED, QE_LOOKED,
                                    QE_DREW, QE_PLACED, QE_LOOKED};
    struct played p;
    play(&p, quacks_face.game, 2, 2, 0);
    struct board_showing s = showing_of(&p, &quacks_face);
    int from = p.story.n;
    for (size_t i = 0; i < sizeof kinds; i++) {
        struct event e = event_of(kinds[i], 0);
        e.item = i % 4 < 2 ? BLUE1 : WHITE1;
        e.a = (uint8_t)i;
        story_add(&p.story, &e, 0, 0);
    }
    page_begin(1000);
    quacks_face.tell(&s, from, p.story.n);
    char *text = page_end();
    assert_int_equal(count_of(text, "looks at"), 2);
    assert_int_equal(count_of(text, "[Q5.1]"), 1);
    free(text);
    story_free(&p.story);
}

/* Dafana passes in Zöe's turn, which then goes on: who did what is read by paragraph. */
static void dafana_does_not_take_the_turn(void **state)
{
    (void)state;
    struct played p;
    play(&p, &arcane_game, 3, 3, 0);
    struct event told[] = {event_of(EV_SET_SOLD, 0), event_of(EV_DAFANA_PASSED, 1),
                           event_of(EV_PUT_DOWN, 0), event_of(EV_DREW_DISCARD, 1)};
    static const uint32_t actor[] = {0, 1, 1, 1}, entry[] = {4, 5, 5, 6};
    int from = p.story.n;
    for (int i = 0; i < 4; i++) {
        told[i].item = i == 1 ? EVENT_NONE : OLDER_WAND;
        story_add(&p.story, &told[i], (int)actor[i], entry[i]);
    }
    struct board_showing s = showing_of(&p, &arcane_face);
    page_begin(80);
    arcane_face.tell(&s, from, p.story.n);
    char *text = page_end();
    assert_string_equal(text,
                        "  ●\u00a0Zöe (you) sells a set of Older Wand [A6.6]\n"
                        "  ■\u00a0Berta     Dafana: pays nothing [A11]\n"
                        "  ●\u00a0Zöe (you) puts the replaced Older Wand on the discard [A5.3]\n"
                        "  ■\u00a0Berta     takes Older Wand from the discard [A5.1]\n");
    free(text);
    story_free(&p.story);
}

/* The last blank of a text that fills its place is at its very end, where the dots need room. */
static void long_words_lose_their_end(void **state)
{
    char focus[SCREEN_TEXT];
    struct menu menu = {.n = 0};
    struct screen_picture p = {.menu = &menu, .asks = ""};
    struct canvas c = {0};
    (void)state;
    canvas_size(&c, 40, 2);
    for (int blank = SCREEN_TEXT - 6; blank < SCREEN_TEXT - 1; blank++) {
        memset(focus, 'x', sizeof focus - 1);
        focus[sizeof focus - 1] = 0;
        focus[3] = focus[blank] = ' ';
        draw_asking(&c, (struct canvas_area){0, 0, 40, 1}, &p, focus, 0);
    }
    check_text(&c, "xxx …\n\n");
    canvas_free(&c);
}

/* Draws many positions in every size from the smallest on. A sanitizer would notice anything drawn
 * past the edge. */
static void every_size_can_be_drawn(void **state)
{
    (void)state;
    static const struct face *const faces[] = {&arcane_face, &quacks_face};
    struct canvas c = {0};
    for (int i = 0; i < 24; i++) {
        struct played p;
        const struct face *face = faces[i % 2];
        play(&p, face->game, 2 + i % 3, 9 * i, 0);
        for (int w = SCREEN_LEAST_W; w < 220; w += 17)
            for (int h = SCREEN_LEAST_H; h < 60; h += 7)
                draw(&c, &p, face, w, h);
        story_free(&p.story);
    }
    canvas_free(&c);
}

int main(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wide_letters_take_their_columns),
        cmocka_unit_test(what_is_too_long_is_cut),
        cmocka_unit_test(ascii_has_signs_of_its_own),
        cmocka_unit_test(words_are_folded),
        cmocka_unit_test(nothing_is_drawn_outside),
        cmocka_unit_test(draws_arcane),
        cmocka_unit_test(draws_quacks),
        cmocka_unit_test(pots_are_empty_at_the_end),
        cmocka_unit_test(clicks_mean_what_is_there),
        cmocka_unit_test(events_add_up_to_the_score),
        cmocka_unit_test(enter_does_not_start_anew),
        cmocka_unit_test(purple_offers_nothing_last),
        cmocka_unit_test(no_more_is_promised_than_comes),
        cmocka_unit_test(steps_that_lead_nowhere_are_not_promised),
        cmocka_unit_test(a_ruby_has_its_cause),
        cmocka_unit_test(a_protected_pot_is_explained),
        cmocka_unit_test(what_an_inspection_sells_costs_nothing),
        cmocka_unit_test(there_is_one_shop),
        cmocka_unit_test(a_neighbour_is_the_reason),
        cmocka_unit_test(a_card_that_asks_nothing_is_explained),
        cmocka_unit_test(protection_ends_with_brewing),
        cmocka_unit_test(other_numbers_are_said),
        cmocka_unit_test(rats_have_a_guide),
        cmocka_unit_test(bought_chips_are_named),
        cmocka_unit_test(answers_come_before_the_story),
        cmocka_unit_test(odds_name_the_answer_they_suppose),
        cmocka_unit_test(odds_begin_with_the_advice),
        cmocka_unit_test(the_board_does_not_move),
        cmocka_unit_test(hints_have_no_names_of_the_protocol),
        cmocka_unit_test(evens_have_no_points),
        cmocka_unit_test(losses_are_against_the_hint),
        cmocka_unit_test(an_inspection_is_seen_after_its_questions),
        cmocka_unit_test(a_sale_is_noticed),
        cmocka_unit_test(each_look_has_its_verb),
        cmocka_unit_test(dafana_does_not_take_the_turn),
        cmocka_unit_test(long_words_lose_their_end),
        cmocka_unit_test(every_size_can_be_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
