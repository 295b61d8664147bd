/* The unfinished games of `charlatan play`: `--list`, and the question which one continues. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "args/args.h"
#include "cli/play.h"
#include "tui/client_saved.h"

/* One line. A game that this build does not know has no name and can still be listed. Ids are cut
 * to what tells them apart. */
static void print_saved(const struct client_saved *at, const char *before)
{
    const struct face *face = at->game ? face_of(at->game) : NULL;
    char when[32] = "";
    if (at->touched)
        client_when(at->touched, when);
    printf("%s%.*s  %-11s  %-12s  %s%s\n", before, SAVED_SHORT, at->id, when,
           face ? face->brief : "", at->words, at->open ? " (open in another window)" : "");
}

/* All games, or only the named one's; the one played last comes first. The list is to be freed
 * after 0. */
static int list_saved(const struct play_options *o, struct client_saves *list,
                      char why[CLIENT_TEXT])
{
    return client_list_saved(o->face ? o->face->game : NULL, o->folder, list, why);
}

/* A server keeps a seat until its game is over, so a seat in this list may be gone. Asking each
 * server may take a while, so every line is flushed before its server is asked. `silent` remembers
 * a server that did not answer, so that its other seats are not waited for. */
static void print_seats(const struct play_options *o)
{
    /* Each may cost a wait, and a longer list helps nobody. */
    enum { SEATS_SHOWN = 12 };
    static const char *const news[] = {[SEAT_THERE] = "",
                                       [SEAT_OVER] = "  (the game is over)",
                                       [SEAT_GONE] = "  (the server no longer has this table)",
                                       [SEAT_SILENT] = "  (the server cannot be reached)"};
    struct client_silence silent = {""};
    char url[SEATS_SHOWN][CLIENT_URL];
    int n = client_list_seats(o->folder, url, SEATS_SHOWN);
    if (n)
        puts("\nYour seats at servers; 'charlatan play --join URL' comes back to one:");
    while (n-- > 0) {
        fflush(stdout);
        printf("  %s%s\n", url[n], news[client_ask_seat(url[n], &silent)]);
    }
}

/* Succeeds with an empty list. Seats at servers belong to no game that is known here, so they are
 * left out if a game was named. */
int play_list_saved(const struct play_options *o)
{
    char why[CLIENT_TEXT];
    struct client_saves list;
    if (list_saved(o, &list, why) < 0)
        return args_say("play", STATUS_FAILED, why);
    for (int i = 0; i < list.n; i++)
        print_saved(&list.at[i], "");
    puts(list.n ? "'charlatan play --resume ID' continues a game; --new starts another."
                : "You have no unfinished games.");
    if (!o->face)
        print_seats(o);
    client_free_saved(&list);
    return args_flush() < 0 ? STATUS_FAILED : STATUS_FINE;
}

/* Enter continues the game played last, which does no harm; a new game must be asked for. The end
 * of the input is like q: nothing is changed by leaving. Anything else that makes no sense asks
 * again. */
static enum play_choice ask(const struct client_saves *list, const struct face *face, int *at)
{
    char line[80], before[16];
    printf("You have %d unfinished games%s%s:\n", list->n, face ? " of " : "",
           face ? face->title : "");
    for (int i = 0; i < list->n; i++) {
        snprintf(before, sizeof before, "%2d  ", i + 1);
        print_saved(&list->at[i], before);
    }
    while (play_ask_line("A number; Enter for the first, n for a new game, q to leave: ", line,
                         sizeof line)) {
        const char *word = line + strspn(line, " ");
        int number = atoi(word);
        if (!strcmp(word, "q"))
            return CHOSEN_NONE;
        if (!strcmp(word, "n"))
            return CHOSEN_NEW;
        *at = *word ? number - 1 : 0;
        if (*at >= 0 && *at < list->n)
            return CHOSEN_ONE;
    }
    return CHOSEN_NONE;
}

/* Games that another program has open cannot be continued here. In place; the order of the others
 * stays. */
static void drop_open(struct client_saves *list)
{
    int n = 0;
    for (int i = 0; i < list->n; i++)
        if (!list->at[i].open)
            list->at[n++] = list->at[i];
    list->n = n;
}

/* Where nobody can be asked, the game played last continues. `id` is set only with CHOSEN_ONE.
 * Games open elsewhere are as good as absent: with no other, a new one begins. */
enum play_choice play_choose_saved(const struct play_options *o, char id[MATCH_ID + 1],
                                   char why[CLIENT_TEXT])
{
    struct client_saves list;
    enum play_choice chosen = CHOSEN_ONE;
    int at = 0;
    if (list_saved(o, &list, why) < 0)
        return CHOSEN_NOTHING;
    drop_open(&list);
    /* One unfinished game continues without a question. */
    if (list.n == 0)
        chosen = CHOSEN_NEW;
    else if (list.n > 1 && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        chosen = ask(&list, o->face, &at);
    if (chosen == CHOSEN_ONE)
        strcpy(id, list.at[at].id);
    client_free_saved(&list);
    return chosen;
}
