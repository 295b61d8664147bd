/* `charlatan replay FILE`: replays a recorded game with the words and boards of the terminal game.
 *
 * Only struct theatre holds the true state. What is shown comes from the view of one seat or of a
 * spectator, and from the sentences of events for that viewer. Only --all shows everything. */
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "args/args.h"
#include "args/commands.h"
#include "cli/verify.h"
#include "match/badge.h"
#include "match/record_play.h"
#include "tui/face.h"
#include "board/page.h"
#include "wire/game.h"
#include "wire/versions.h"

/* The widths of the columns in the terminal game's boards. A badge is one character of at most 4
 * bytes, the blank behind it 2. */
enum { LEVEL_SHOWN = 12, BADGE_BYTES = 8 };

/* The command line. Text and number of the same option: the number is set once the record is
 * known. */
struct replay_options {
    const char *path;
    /* As typed, because their bounds depend on the record; NULL if not given. */
    const char *seat_text, *at_text;
    /* `seat` is SPECTATOR if it is not given. */
    int seat, all;
    /* The last action to show; -1: to the end. */
    int at;
};

/* One performance. On the heap, because a view and a session are large. Zeroed in the beginning;
 * `showing` points into it, so it may not be moved. */
struct theatre {
    struct replay_options *wanted;
    /* The record as it was read; `play` plays it again, move by move. */
    struct record record;
    struct record_play play;
    /* Where playing it again has failed. Errors found while reading are in record.wrong. */
    struct record_wrong wrong;
    /* What the viewer may see now, what was told so far, and both together for the face. */
    struct view view;
    struct story story;
    struct board_showing showing;
    /* How many events were told, and the current round. */
    int told, round;
    /* Names and kinds of bots, cut to their columns; the faces take the pointers below. */
    char name[MAX_SEATS][BADGE_BYTES + BOARD_NAME_BYTES], level[MAX_SEATS][LEVEL_SHOWN + 1];
    const char *names[MAX_SEATS], *levels[MAX_SEATS];
};

/* Always STATUS_USAGE. */
static int complain(const char *what, const char *text, const char *wrong)
{
    return args_complain("replay", what, text, wrong);
}

/* ---- the command line ---- */

/* Numbers are read as texts: their bounds are those of the record. */
static const struct arg options[] = {
    ARGS_TEXT("seat", "N", struct replay_options, seat_text,
              "show only what this seat may know; seats count from 0"),
    ARGS_FLAG("all", struct replay_options, all, "show hidden information too"),
    ARGS_TEXT("at", "K", struct replay_options, at_text,
              "stop after action K and show the board there; 0 is the beginning"),
    {0},
};

static const struct args command_line = {
    .command = "replay",
    .head = "Usage: charlatan replay FILE [--seat N | --all] [--at K]\n"
            "\n"
            "Replays a recorded game and shows the board at its end. Each round or turn\n"
            "begins with the number of its action. By default it is shown as a spectator\n"
            "sees it, without hidden items. 'charlatan sim --keep' writes records.\n"
            "\n",
    .foot = "\n"
            "'charlatan verify FILE' checks whether a record is genuine.\n",
    .column = 13,
    .rows = options,
};

/* -1; or the exit status if there is nothing to do. What depends on the record is checked later
 * (settle_wanted). */
static int read_wanted(struct replay_options *q, int argc, char **argv)
{
    char **files;
    int status = args_read(&command_line, argc, argv, q, &files, NULL);
    if (status >= 0)
        return status;
    if (q->all && q->seat_text)
        return args_say("replay", STATUS_USAGE, "--all shows everything; leave out --seat");
    if (!*files)
        return args_say("replay", STATUS_USAGE, "say which file; see --help");
    if (files[1])
        return complain("argument", files[1], "one file at a time; see --help");
    q->path = *files;
    return -1;
}

/* ---- who is who ---- */

/* The length of the part of a name that fits, without half a character at its end. In bytes, not
 * columns: for names of bots, which are ASCII unless somebody chose otherwise. */
static size_t fitting(const char *name, size_t room)
{
    size_t n = strlen(name);
    if (n <= room)
        return n;
    for (n = room; n > 0 && ((unsigned char)name[n] & 0xc0) == 0x80;)
        n--;
    return n;
}

/* Seats have their badges in a terminal that can show them. Pipes and files get plain text. Sets
 * the locale for characters, which the widths of boards need as well. */
static int shows_badges(void)
{
    return isatty(STDOUT_FILENO) && setlocale(LC_CTYPE, "") &&
           strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* Names a seat. A bot's name is followed by its kind: "search" for "search:ms=100". Both are cut to
 * the width of their columns. Buffers of the theatre hold the texts; names[] and levels[] point
 * there. */
static void name_seat(struct theatre *t, int seat)
{
    const char *own = t->record.name[seat], *name = t->record.called[seat];
    int person = t->record.people >> seat & 1;
    int badge = 0;
    size_t brief = strcspn(own, ":"), level = fitting(own, LEVEL_SHOWN);
    if (!person)
        memcpy(t->level[seat], own, brief < level ? brief : level);
    /* The blank behind a badge does not break. */
    if (shows_badges())
        badge = snprintf(t->name[seat], BADGE_BYTES, "%s\u00a0", badge_of(seat)->glyph);
    board_name(name, t->wanted->seat == seat, t->name[seat] + badge);
    t->names[seat] = t->name[seat];
    t->levels[seat] = t->level[seat];
}

/* A game by older rules is shown by them; this says how they differ. */
static void print_rules(const struct record *r)
{
    char text[1024];
    snprintf(text, sizeof text, "Played by rules %s, and shown by them. %s", version_name(r->rules),
             version_difference(r->rules));
    page_fold(text, 0, 2);
}

/* Whether the boards have the name of the record. */
static int is_whole(const char *name, const char *whole)
{
    size_t n = strlen(whole);
    return !strncmp(name, whole, n) && (!name[n] || !strcmp(name + n, " (you)"));
}

/* The name in the record follows the name that the boards use. Printed before the first action, in
 * the order of seats. Practice and older rules are mentioned because they explain what looks
 * odd. */
static void print_table(const struct theatre *t)
{
    char text[MAX_SEATS * (RECORD_NAME + 32)] = "";
    size_t n = 0;
    for (int seat = 0; seat < t->record.players; seat++) {
        const char *name = t->names[seat], *whole = t->record.name[seat];
        /* Behind the badge. */
        const char *bare = shows_badges() ? strstr(name, "\u00a0") : NULL;
        /* A name that was cut, or differs from the record's, is followed by the record's. */
        int same = is_whole(bare ? bare + 2 : name, whole);
        n += (size_t)snprintf(text + n, sizeof text - n, same ? "%s%s" : "%s%s (%s)",
                              seat ? ", " : "", name, whole);
    }
    printf("At the table: ");
    page_fold(text, 14, 2);
    if (t->record.rules != RULES_NOW)
        print_rules(&t->record);
    /* Its beginning was played in another match (record_kept actions). */
    if (record_is_practice(&t->record))
        printf("A practice match: it continues another one from action %u%s.\n",
               (unsigned)record_kept(&t->record), t->record.same_luck ? ", with its luck" : "");
}

/* ---- the story ---- */

/* Takes the view that is shown; with --all, the state itself. This is the only place that shows a
 * state unredacted. The view of the last good position stays if the next move is wrong. */
static void look(struct theatre *t)
{
    const struct session *s = &t->play.session;
    view_take(&t->view, s->game, s->state, t->wanted->seat);
    if (t->wanted->all)
        memcpy(t->view.bytes, s->state, s->game->state_bytes);
}

/* With --all everybody may see every event. The story keeps every event; what the viewer may not
 * know is left out when it is told. `actor` is the seat that acted, EVENT_NONE at the beginning. */
static void remember(struct theatre *t, int actor)
{
    const struct session_done *done = &t->play.done;
    for (uint32_t i = 0; i < done->events; i++) {
        struct event e = done->event[i];
        if (t->wanted->all)
            e.seen = EVENT_ALL_SEE;
        story_add(&t->story, &e, actor, 0);
    }
}

/* Tells the events up to `to` that were not told yet. Never tells an event twice; `to` may lie
 * behind what was told. */
static void tell(struct theatre *t, int to)
{
    if (to > t->told)
        t->showing.face->tell(&t->showing, t->told, to);
    t->told = to;
}

/* If a round or turn has begun, tells the events before it and prints the number of the action.
 * What belongs to the round before is told first, so the headline stands between them. */
static void tell_rounds(struct theatre *t)
{
    int round = t->story.n ? t->showing.face->story_of_round(&t->story) : 0;
    if (round == t->round)
        return;
    tell(t, round);
    t->round = round;
    printf("\nAction %u\n", (unsigned)t->play.moves);
}

/* Says what was taken back before the next action, and which requests were not granted. The actions
 * are not named, because names may tell what the viewer may not know. */
static void tell_undone(struct theatre *t)
{
    /* The record's list has the moves taken back before this one; 0 if there are none. */
    struct undone_walk walk = {t->record.move[t->play.moves].undone, 0, t->play.moves};
    struct undone_event e;
    while (undone_next(&walk, &e)) {
        tell(t, t->story.n);
        if (e.back)
            printf("%s took %u action%s back%s.\n", t->names[e.seat], (unsigned)e.back,
                   e.back == 1 ? "" : "s", e.agreed ? "; the others agreed" : "");
        else if (e.by >= 0)
            printf("%s asked to take a move back; %s refused.\n", t->names[e.seat], t->names[e.by]);
        else
            printf("%s asked to take a move back; not everybody agreed.\n", t->names[e.seat]);
    }
}

/* The answer may be weaker than the bot's name promises; a reader should know. */
static void tell_hurried(struct theatre *t, const struct record_move *m)
{
    if (!m->hurried)
        return;
    tell(t, t->story.n);
    printf("%s had less time to think: %s.\n", t->names[m->seat],
           m->hurried == HURRIED_BUSY ? "the server was busy"
                                      : "the bots' thinking time was used up");
}

/* Plays `to` actions. Tells each round when the next one begins; show_end tells the last. Returns
 * -1 if the record is wrong. If it fails, what was played until then is in the story, and the view
 * is that of the last good position. */
static int play_on(struct theatre *t, uint32_t to)
{
    if (record_play_begin(&t->play, &t->wrong) < 0)
        return -1;
    look(t);
    remember(t, EVENT_NONE);
    t->showing.face->introduce(&t->showing);
    print_table(t);
    puts("\nThe beginning");
    while (t->play.moves < to) {
        const struct record_move *m = &t->record.move[t->play.moves];
        tell_undone(t);
        tell_hurried(t, m);
        if (record_play_next(&t->play, &t->wrong) < 0)
            return -1;
        look(t);
        remember(t, m->seat);
        tell_rounds(t);
    }
    return 0;
}

/* A game that is over also gets its final standing. The board is the viewer's own, so hidden items
 * stay hidden even at the end unless --all was given. */
static void show_end(struct theatre *t)
{
    const struct session *s = &t->play.session;
    tell(t, t->story.n);
    printf("\nAfter action %u of %u\n", (unsigned)t->play.moves, (unsigned)t->record.moves);
    t->showing.face->board->print(&t->showing);
    if (!s->game->active(s->state))
        t->showing.face->board->standing(&t->showing);
}

/* ---- the command ---- */

/* Reads a whole number from 0 to `most`, if it was given. Returns 0, or an exit status. */
static int settle(const char *option, const char *text, int most, int *to)
{
    /* A row made up for its bounds. */
    const struct arg row = {.kind = ARG_WHOLE, .least = 0, .most = most};
    double number;
    const char *wrong = text ? args_read_number(&row, text, &number) : NULL;
    if (text && !wrong)
        *to = (int)number;
    return wrong ? complain(option, text, wrong) : 0;
}

/* 0; or the exit status if the record cannot be shown. Sets q->seat and q->at, within the bounds of
 * the record. */
static int settle_wanted(const struct theatre *t, const struct face *face)
{
    struct replay_options *q = t->wanted;
    if (!face)
        return complain("the game", t->record.json->game->name,
                        "it has no screen; charlatan verify can check its record");
    int status = settle("--seat", q->seat_text, t->record.players - 1, &q->seat);
    return status ? status : settle("--at", q->at_text, (int)t->record.moves, &q->at);
}

/* Plays the record. If it is wrong, it is shown up to there. An error that was found while reading
 * comes after the last good move, so with --at it does not matter. Standard output is flushed
 * first, so that the message comes last. Returns an exit status. */
static int perform(struct theatre *t)
{
    const struct replay_options *q = t->wanted;
    int played = play_on(t, q->at < 0 ? t->record.moves : (uint32_t)q->at);
    if (played == 0)
        show_end(t);
    else
        tell(t, t->story.n);
    if (played == 0 && (q->at >= 0 || !t->record.wrong.line))
        return STATUS_FINE;
    fflush(stdout);
    record_print_wrong(stderr, q->path, &t->record, played < 0 ? &t->wrong : &t->record.wrong);
    return STATUS_FAILED;
}

/* The `showing` has pointers into the theatre, which must not be moved. Returns an exit status.
 * Names are cut before anything refers to them. */
static int stage(struct theatre *t)
{
    const struct face *face = face_of(t->record.json->game);
    int status = settle_wanted(t, face);
    if (status)
        return status;
    for (int i = 0; i < MAX_SEATS; i++)
        name_seat(t, i);
    t->showing = (struct board_showing){face,     t->view.bytes, t->wanted->seat,
                                        t->names, t->levels,     &t->story};
    record_play_open(&t->play, &t->record, RECORD_SCRIPT);
    return perform(t);
}

/* Without a valid first line the game is not known, and nothing can be shown. A wrong line other
 * than the first does not keep the moves before it from being shown. */
static int replay(struct theatre *t)
{
    const char *path = t->wanted->path;
    if (record_load(&t->record, path) < 0)
        return args_say_file("replay", STATUS_USAGE, path);
    if (t->record.wrong.line != 1)
        return stage(t);
    record_print_wrong(stderr, path, &t->record, &t->record.wrong);
    return STATUS_FAILED;
}

/* The theatre is zeroed, so that whatever was not opened can be freed. The session belongs to the
 * theatre and needs no freeing of its own. */
int replay_main(int argc, char **argv)
{
    struct replay_options q = {.seat = SPECTATOR, .at = -1};
    int status = read_wanted(&q, argc, argv);
    struct theatre *t = status < 0 ? calloc(1, sizeof *t) : NULL;
    if (status >= 0)
        return status;
    MUST(t);
    t->wanted = &q;
    status = replay(t);
    record_free(&t->record);
    story_free(&t->story);
    free(t);
    return status;
}
