/* `charlatan play`: chooses the table and the screen, and plays. */
#include "cli/play.h"

#include <stdio.h>
#include <unistd.h>

#include "args/args.h"
#include "args/commands.h"
#include "tui/plain.h"
#include "tui/screen.h"
#include "wire/write.h"

/* The command line was right, but the table could not be opened or joined. Status 1, because the
 * same command may succeed later: a server may be down, a table full. */
static int refuse_table(const char *why)
{
    return args_say("play", STATUS_FAILED, why);
}

/* Uses the full screen if there is one, unless --plain was given. Leaving loses nothing: a local
 * game stays stored, and a server keeps the seat. The client is freed here. `seed` is shown so that
 * a local game can be repeated; NULL: there is none to show. Returns an exit status. */
static int show(struct client *t, const struct play_options *o, const uint8_t *seed)
{
    /* The screen is chosen once; a terminal that changes does not change it. */
    struct plain_options plain = {seed};
    struct screen_options full = {seed};
    int status = o->plain || !screen_possible() ? plain_play(t, &plain) : screen_play(t, &full);
    client_leave(t);
    return status;
}

/* The answer goes to standard output, so that a link can be piped into a program that draws it. The
 * warning is only for people: in a pipe it would be read by nobody, or by the wrong program. */
static int ask_keys(const struct play_options *o)
{
    struct client_visit visit = {.url = o->join, .name = o->name, .seat = -1, .folder = o->folder};
    enum client_keys what = o->link ? CLIENT_LINK : o->devices ? CLIENT_DEVICES : CLIENT_REVOKE;
    struct writer text = {0};
    char why[CLIENT_TEXT];
    if (client_ask_keys(&visit, what, o->revoked, &text, why) < 0)
        return refuse_table(why);
    fwrite(text.at, 1, text.n, stdout);
    writer_free(&text);
    args_flush();
    /* A link in a pipe is for the program behind it. */
    if (o->link && isatty(STDOUT_FILENO))
        fputs("It works once. Whoever opens it plays your seat: keep it to yourself.\n", stderr);
    return STATUS_FINE;
}

/* No seed is shown: it is the server's secret until the game ends. With --watch no seat is taken.
 * Coming back to one's seat is the same command: the folder has its token. */
static int join(const struct play_options *o)
{
    struct client_visit visit = {
        .url = o->join, .name = o->name, .seat = o->seat, .watch = o->watch, .folder = o->folder};
    char why[CLIENT_TEXT];
    struct client *t = client_join(&visit, why);
    return t ? show(t, o, NULL) : refuse_table(why);
}

/* The user is asked for a game only now, because an unfinished game would have been resumed.
 * Success, without a game, if the player leaves at the question. */
static int found(struct play_options *o)
{
    char why[CLIENT_TEXT];
    int status = play_options_plan(o);
    if (status || !o->face)
        return status;
    struct client *t = client_found(&o->plan, why);
    return t ? show(t, o, o->plan.seed) : refuse_table(why);
}

/* The first letters of an id will do; if they do not, the reason says so. */
static int resume(const struct play_options *o, const char *id)
{
    char why[CLIENT_TEXT];
    struct client *t = client_resume_id(id, o->folder, why);
    return t ? show(t, o, NULL) : refuse_table(why);
}

/* Resumes an unfinished game unless the command line or the player asks for something else. A
 * stored game that cannot be read is an error; a new game would hide it. */
static int resume_or_found(struct play_options *o)
{
    char why[CLIENT_TEXT] = "", id[MATCH_ID + 1];
    if (o->fresh)
        return found(o);
    switch (play_choose_saved(o, id, why)) {
    case CHOSEN_ONE: return resume(o, id);
    case CHOSEN_NEW: return found(o);
    case CHOSEN_NONE: return STATUS_FINE;
    default: return refuse_table(why);
    }
}

/* The order is that of precedence; combinations that make no sense were refused in
 * play_options_read. */
static int play(struct play_options *o)
{
    if (o->list)
        return play_list_saved(o);
    if (o->resume)
        return resume(o, o->resume);
    if (o->link || o->devices || o->revoke)
        return ask_keys(o);
    return o->join ? join(o) : resume_or_found(o);
}

/* The options are freed in any case; play_options_read sets them all. */
int play_main(int argc, char **argv)
{
    struct play_options o;
    int status = play_options_read(&o, argc, argv);
    if (status < 0)
        status = play(&o);
    play_options_free(&o);
    return status;
}
