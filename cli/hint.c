/* `charlatan hint FILE --at K`: advises the player who was asked at that place of a recorded game,
 * in the figures and words of reviews. */
#include <stdlib.h>

#include "args/args.h"
#include "args/commands.h"
#include "cli/refusals.h"
#include "cli/verify.h"
#include "review/hint.h"
#include "review/review.h"
#include "tui/client_help.h"
#include "tui/menu.h"
#include "board/page.h"
#include "match/record_play.h"
#include "tui/story.h"
#include "wire/game.h"
#include "wire/refuse.h"

/* The command line. `at` is -1 for the end of the record, `seat` for whoever is asked. `samples` 0:
 * the usual number. */
struct hint_options {
    const char *path;
    int at, seat, json, samples;
};

/* One hint for one file. On the heap, because a record is large. `play` refers to `record`; neither
 * may move. */
struct hint_job {
    const struct hint_options *wanted;
    struct record record;
    struct record_play play;
};

/* ---- the command line ---- */

static const struct arg options[] = {
    ARGS_NUMBER(ARG_WHOLE, "at", "K", struct hint_options, at, 0, 1 << 24,
                "after action K; 0 is the beginning (default: the last)"),
    ARGS_NUMBER(ARG_WHOLE, "seat", "N", struct hint_options, seat, 0, MAX_SEATS - 1,
                "the seat to advise, from 0 (default: who answers next)"),
    ARGS_FLAG("json", struct hint_options, json, "print one JSON object instead of words"),
    ARGS_NUMBER(ARG_WHOLE, "samples", "N", struct hint_options, samples, REVIEW_SAMPLES_LEAST,
                REVIEW_SAMPLES_MOST,
                "simulated games per answer, in each of two halves\n"
                "(default: 96 in Arcane Alley, 256 in the Quacks)"),
    {0},
};

static const struct args command_line = {
    .command = "hint",
    .head = "Usage: charlatan hint FILE [--at K] [--seat N] [--json] [--samples N]\n"
            "\n"
            "Advises the player whose turn it is after action K of a recorded game: the best\n"
            "answer, the reason, the winning chances with it, and what the other answers\n"
            "lose. Uses only what the player knew then. The figures are those of\n"
            "'charlatan review', which judges what the players did instead.\n"
            "\n",
    .column = 17,
    .rows = options,
};

/* -1; or the exit status if there is nothing to do. Whether place and seat fit the record is known
 * only later. */
static int read_wanted(struct hint_options *q, int argc, char **argv)
{
    char **files;
    int status = args_read(&command_line, argc, argv, q, &files, NULL);
    if (status >= 0)
        return status;
    if (!*files)
        return args_say("hint", STATUS_USAGE, "say which file; see --help");
    if (files[1])
        return args_complain("hint", "argument", files[1], "one file at a time; see --help");
    q->path = *files;
    return -1;
}

/* ---- the position ---- */

/* Returns -1, or the exit status if the record cannot be played so far. The session may be looked
 * at afterwards; it has played `moves` actions, by the record's own luck. */
static int play_to(struct hint_job *d, uint32_t moves)
{
    struct record_wrong wrong;
    record_play_open(&d->play, &d->record, RECORD_SCRIPT);
    int fine = record_play_begin(&d->play, &wrong) == 0;
    while (fine && d->play.moves < moves)
        fine = record_play_next(&d->play, &wrong) == 0;
    if (fine)
        return -1;
    record_print_wrong(stderr, d->wanted->path, &d->record, &wrong);
    return STATUS_FAILED;
}

/* The seat to advise: the given one, or the one whose answer comes next. Returns -1 with the reason
 * if it is not asked. `moves` is the place in the record: there the next move tells who
 * answered. */
static int seat_of(const struct hint_job *d, uint32_t moves, struct refusal *why)
{
    uint32_t active = d->play.session.game->active(d->play.session.state);
    int seat = d->wanted->seat;
    if (seat >= d->record.players)
        return because(why, ROW(seat_too_high), seat, d->record.players);
    /* Nothing can be advised when the game is over, whatever seat was given. */
    if (!active)
        return because(why, ROW(hint_after_end), (int)d->record.moves);
    if (seat < 0)
        seat = moves < d->record.moves ? d->record.move[moves].seat : bit_lowest(active);
    return active >> seat & 1 ? seat : because(why, ROW(hint_not_asked), seat);
}

/* ---- the hint ---- */

/* The object is that of the API's hints with the seat before it. `samples` 0 is the usual
 * number. */
static void print_object(const struct view *v, uint32_t samples)
{
    struct writer w = {0};
    write_begin(&w, '{');
    write_member_number(&w, "seat", v->seat);
    write_hint(&w, v, samples);
    write_end(&w, '}');
    page_line(w.at);
    writer_free(&w);
}

/* Uses the terminal's own menu and pages, so that a hint here reads like one in play. The luck of
 * the adviser is fixed: the same position gives the same hint. */
static void print_words(const struct hint_job *d, const struct view *v, uint32_t samples)
{
    /* The faces want kinds of bots; here every seat is a person to be advised. */
    static const char *const nobody[MAX_SEATS] = {"", "", "", "", "", ""};
    const char *names[MAX_SEATS];
    for (int seat = 0; seat < MAX_SEATS; seat++)
        names[seat] = d->record.called[seat];
    struct story none = {0};
    struct board_showing s = {face_of(v->game), v->bytes, v->seat, names, nobody, &none};
    struct seated_bot bot = hint_adviser(v->game);
    struct client_hint h = {.seat = v->seat, .view = *v};
    struct chance luck = {0};
    struct menu menu;
    char question[MAX_SENTENCE];
    bot.how.iterations = samples ? samples : bot.how.iterations;
    h.answer = bot_choose(&bot, v, &luck, &h.say);
    menu_make(&s, &menu);
    page_print("Seat %d, %s\n", v->seat, names[v->seat]);
    page_fold(s.face->board->question(&s, question), 0, 0);
    hint_print(&h, &menu);
    hint_explain(&s, &h);
}

/* The position or the record does not allow a hint, which only other arguments can change: status
 * 2. The sentence is a row of refusals.def, as at the server. */
static int refuse(const struct refusal *why)
{
    return args_say("hint", STATUS_USAGE, why->message);
}

/* Returns an exit status. A record that is wrong anywhere is refused, also behind the position: it
 * cannot be trusted before it either. */
static int advise(struct hint_job *d)
{
    const struct hint_options *q = d->wanted;
    const struct record *r = &d->record;
    uint32_t moves = q->at < 0 ? r->moves : (uint32_t)q->at;
    struct refusal why;
    struct view v;
    if (r->wrong.line) {
        record_print_wrong(stderr, q->path, r, &r->wrong);
        return STATUS_FAILED;
    }
    if (!review_knows(r->json->game))
        return because(&why, ROW(review_not_possible), r->json->game->name), refuse(&why);
    if (moves > r->moves)
        return because(&why, ROW(hint_behind_end), q->at, (int)r->moves), refuse(&why);
    int status = play_to(d, moves);
    if (status >= 0)
        return status;
    int seat = seat_of(d, moves, &why);
    if (seat < 0)
        return refuse(&why);
    view_take(&v, r->json->game, d->play.session.state, seat);
    if (q->json)
        print_object(&v, (uint32_t)q->samples);
    else
        print_words(d, &v, (uint32_t)q->samples);
    return STATUS_FINE;
}

/* The job is zeroed, so that the record can be freed whether it was loaded or not. */
int hint_main(int argc, char **argv)
{
    struct hint_options q = {.at = -1, .seat = -1};
    int status = read_wanted(&q, argc, argv);
    if (status >= 0)
        return status;
    struct hint_job *d = calloc(1, sizeof *d);
    MUST(d);
    d->wanted = &q;
    status = record_load(&d->record, q.path) < 0 ? args_say_file("hint", STATUS_USAGE, q.path)
                                                 : advise(d);
    record_free(&d->record);
    free(d);
    return status;
}
