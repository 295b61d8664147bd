/* Tests of the keys of the full screen without a terminal: a desk at a local game gets keys as a
 * person would press them. */
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <ftw.h>
#include <unistd.h>

#include "games/arcane/arcane.h"
#include "games/quacks/help.h"
#include "games/quacks/quacks.h"
#include "match/match.h"
#include "tui/client_ask.h"
#include "tui/client_help.h"
#include "tui/client_news.h"
#include "tui/client_open.h"
#include "tui/screen_desk.h"
#include "tui/screen_sheet.h"
#include "tui/screen_term.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/hex.h"

static char folder[40];

static int remove_one(const char *path, const struct stat *s, int kind, struct FTW *f)
{
    (void)s, (void)kind, (void)f;
    return remove(path);
}

static struct client *found(const char *game, uint64_t seed)
{
    struct client_plan plan;
    char why[CLIENT_TEXT];
    memset(&plan, 0, sizeof plan);
    plan.json = game_json_by_name(game);
    plan.json->game->init(plan.options, 2);
    plan.players = 2;
    plan.people = 1;
    plan.folder = folder;
    seed_from_number(seed, plan.seed);
    strcpy(plan.bot[1], "easy");
    struct client *t = client_found(&plan, why);
    if (!t)
        fail_msg("%s", why);
    return t;
}

/* Handles news until the person is asked. */
static void await_question(struct screen *d)
{
    struct client_news news;
    desk_look(d);
    while (!d->menu.n && client_poll(d->t, 20000, &news)) {
        desk_hear(d, &news);
        desk_look(d);
    }
    while (client_poll(d->t, 0, &news))
        desk_hear(d, &news);
    desk_look(d);
    assert_true(d->menu.n > 0);
}

static struct screen *sit_down(const char *game, uint64_t seed)
{
    struct screen *d = calloc(1, sizeof *d);
    assert_non_null(d);
    strcpy(folder, access("/dev/shm", W_OK) == 0 ? "/dev/shm/desk-XXXXXX" : "/tmp/desk-XXXXXX");
    assert_non_null(mkdtemp(folder));
    d->t = found(game, seed);
    d->face = face_of(client_game(d->t));
    d->keyboard = SPECTATOR;
    d->curtain = d->hinted = d->pick = d->sheet.pick = d->under.pick = -1;
    canvas_size(&d->c, SCREEN_W, SCREEN_H);
    await_question(d);
    return d;
}

static void get_up(struct screen *d)
{
    sheet_close(d);
    desk_forget_review(d);
    canvas_free(&d->c);
    client_leave(d->t);
    free(d);
    assert_int_equal(nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

/* A person waits long enough between two keys. */
static void press(struct screen *d, int key)
{
    d->deaf = d->quiet = 0;
    desk_key(d, key);
    await_question(d);
}

/* Handles news until the hint is there. */
static void await_hint(struct screen *d)
{
    struct client_news news;
    while (!client_hint_found(d->t) && client_poll(d->t, 20000, &news))
        desk_hear(d, &news);
}

/* A key that follows the one before at once, however slow the machine is. */
static void press_at_once(struct screen *d, int key)
{
    if (d->deaf)
        desk_ignore_enter(d);
    desk_key(d, key);
    await_question(d);
}

static const struct quacks_player *me(const struct screen *d)
{
    return &((const struct quacks_state *)d->sight.s.view)->player[0];
}

/* Answers until the person is asked this, by the last answer of every other question; potions are
 * drawn on until they explode. */
static void play_to(struct screen *d, int question)
{
    for (int i = 0; i < 400 && me(d)->question != question; i++) {
        press(d, KEY_ESCAPE);
        if (me(d)->question == question)
            return;
        int last = me(d)->question == QQ_BREW ? 0 : d->menu.n - 1;
        client_answer(d->t, 0, d->menu.at[last].answer);
        d->menu.n = 0;
        await_question(d);
    }
    assert_int_equal(me(d)->question, question);
}

/* Enter draws as long as no chip can explode the pot. Then nothing is chosen, and Enter says so. */
static void enter_draws_no_chip_that_may_explode(void **state)
{
    (void)state;
    struct screen *d = sit_down("quacks", 5);
    play_to(d, QQ_BREW);
    for (int i = 0; i < 40; i++)
        press(d, '\n');
    assert_int_equal(me(d)->question, QQ_BREW);
    assert_false(me(d)->exploded);
    assert_true(quacks_pot(d->sight.s.view, 0).explosive > 0);
    assert_int_equal(d->pick, -1);
    assert_non_null(strstr(d->note, "Choose first"));
    int drawn = me(d)->pot_n;
    press(d, KEY_CURSOR_DOWN);
    assert_int_equal(d->menu.at[d->pick].answer, BREW_DRAW);
    press(d, KEY_CURSOR_UP);
    assert_int_equal(d->pick, d->menu.n - 1);
    press(d, 'd');
    assert_true(me(d)->pot_n > drawn || me(d)->exploded || me(d)->question != QQ_BREW);
    get_up(d);
}

/* Coins come first, as in the browser, and neither is chosen (Q6.D). */
static void an_exploded_pot_offers_coins_first(void **state)
{
    (void)state;
    struct screen *d = sit_down("quacks", 5);
    play_to(d, QQ_SCORE);
    press(d, KEY_ESCAPE);
    press(d, KEY_ESCAPE);
    assert_int_equal(d->menu.n, 2);
    assert_string_equal(d->menu.at[0].name, "score coins");
    assert_int_equal(d->menu.at[0].label, 1);
    assert_string_equal(d->menu.at[1].name, "score points");
    assert_int_equal(d->pick, -1);
    press(d, '\n');
    assert_int_equal(me(d)->question, QQ_SCORE);
    press(d, '1');
    assert_true(me(d)->coins > 0 || me(d)->question == QQ_BUY);
    get_up(d);
}

/* The key that closes a box does nothing else, and a row of Enters behind it nothing at all. A box
 * that opens by itself is not closed by an Enter pressed before it was seen. */
static void a_key_that_closes_a_box_does_not_answer(void **state)
{
    (void)state;
    struct screen *d = sit_down("quacks", 5);
    play_to(d, QQ_BREW);
    int drawn = me(d)->pot_n;
    press(d, 'g');
    assert_true(d->sheet.guide);
    press_at_once(d, '\n');
    assert_true(d->sheet.guide);
    press(d, '\n');
    assert_int_equal(d->sheet.n, 0);
    for (int i = 0; i < 20; i++)
        press_at_once(d, '\n');
    assert_int_equal(me(d)->pot_n, drawn);
    press(d, '\n');
    assert_int_equal(me(d)->pot_n, drawn + 1);
    get_up(d);
}

/* Help, odds, the log and a search work while the guide is open, and it comes back behind them. */
static void pages_open_over_the_guide(void **state)
{
    (void)state;
    struct screen *d = sit_down("quacks", 5);
    play_to(d, QQ_BREW);
    press(d, 'g');
    static const char keys[] = "?olbcp";
    for (int i = 0; keys[i]; i++) {
        press(d, keys[i]);
        assert_true(d->sheet.n && !d->sheet.guide);
        press(d, KEY_ESCAPE);
        assert_true(d->sheet.guide);
    }
    press(d, '/');
    assert_true(d->searching);
    press(d, KEY_ESCAPE);
    assert_true(d->sheet.guide && !d->searching);
    press(d, '/');
    for (const char *p = "flask"; *p; p++)
        press(d, *p);
    press(d, '\n');
    press(d, KEY_ESCAPE);
    assert_true(d->sheet.guide);
    /* The guide leaves at once, before any news is heard. The hint may take a moment. */
    d->deaf = d->quiet = 0;
    desk_key(d, 'h');
    assert_int_equal(d->sheet.n, 0);
    await_hint(d);
    assert_true(d->sheet.n && !d->sheet.guide && d->hinted >= 0);
    get_up(d);
}

/* A key that stands for nothing says so. */
static void a_key_without_a_meaning_is_named(void **state)
{
    (void)state;
    struct screen *d = sit_down("quacks", 5);
    play_to(d, QQ_BREW);
    press(d, KEY_ESCAPE);
    press(d, 'z');
    assert_string_equal(d->note, "z does nothing here; ? shows the keys.");
    press(d, KEY_CURSOR_DOWN);
    press(d, KEY_RUBOUT);
    press(d, KEY_ESCAPE);
    assert_string_equal(d->note, "");
    get_up(d);
}

/* In Arcane Alley, Enter turns up items and draws one; what is played and where is chosen. */
static void enter_plays_no_item(void **state)
{
    (void)state;
    struct screen *d = sit_down("arcane", 5);
    for (int i = 0; i < 20; i++)
        press(d, '\n');
    const struct arcane_state *v = d->sight.s.view;
    assert_int_equal(v->question, Q_ACT);
    assert_int_equal(d->pick, -1);
    assert_non_null(strstr(d->note, "Choose first"));
    press(d, '1');
    v = d->sight.s.view;
    assert_int_equal(v->question, Q_SLOT);
    press(d, '\n');
    v = d->sight.s.view;
    assert_int_equal(v->question, Q_SLOT);
    get_up(d);
}

/* Answers by the last of the menu, which stops every potion early, until the game is over. */
static void play_badly(struct screen *d)
{
    struct client_news news;
    while (!d->over) {
        desk_look(d);
        if (d->menu.n)
            client_answer(d->t, 0, d->menu.at[d->menu.n - 1].answer);
        d->menu.n = 0;
        assert_true(client_poll(d->t, 20000, &news));
        desk_hear(d, &news);
    }
    desk_look(d);
}

static int sheet_says(const struct screen *d, const char *words)
{
    for (int i = 0; i < d->sheet.n; i++)
        if (strstr(d->sheet.line[i], words))
            return 1;
    return 0;
}

/* After the end, r reviews the game. It can be left while it is computed, and comes back; then
 * every mistake is shown with the board as it was, and can be tried again. */
static void a_game_is_reviewed_after_its_end(void **state)
{
    (void)state;
    struct screen *d = sit_down("quacks", 5);
    desk_key(d, 'r');
    assert_null(d->reviewer);
    play_badly(d);
    desk_key(d, 'r');
    assert_non_null(d->reviewer);
    desk_key(d, KEY_ESCAPE);
    assert_int_equal(d->sheet.n, 0);
    desk_forget_review(d);
    desk_key(d, 'r');
    while (desk_reviews(d)) {
        usleep(10000);
        desk_watch_review(d);
    }
    assert_true(sheet_says(d, "Seat 0, ") && sheet_says(d, "start 50.0 %, luck"));
    assert_false(sheet_says(d, "Seat 1, "));
    desk_key(d, 'n');
    assert_non_null(strstr(d->sheet.title, "Mistake 1 of"));
    assert_true(sheet_says(d, "percentage points better") && sheet_says(d, "=== Turn "));
    desk_key(d, 'p');
    assert_true(sheet_says(d, "Seat 0, "));
    /* Practice begins where the mistake was made. */
    desk_key(d, 'n');
    desk_key(d, 's');
    assert_true(!d->reviewer && !d->over && !d->sheet.n);
    struct client_news news;
    while (client_turn(d->t) < 0)
        client_poll(d->t, 1000, &news);
    assert_int_equal(client_phase(d->t), MATCH_RUNNING);
    assert_true(client_is_practice(d->t));
    get_up(d);
}

int main(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enter_draws_no_chip_that_may_explode),
        cmocka_unit_test(an_exploded_pot_offers_coins_first),
        cmocka_unit_test(a_key_that_closes_a_box_does_not_answer),
        cmocka_unit_test(pages_open_over_the_guide),
        cmocka_unit_test(a_key_without_a_meaning_is_named),
        cmocka_unit_test(enter_plays_no_item),
        cmocka_unit_test(a_game_is_reviewed_after_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
