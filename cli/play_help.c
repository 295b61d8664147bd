/* Prints `charlatan play --bots help`: every bot in a line. */
#include <stdio.h>
#include <string.h>

#include "cli/play.h"
#include "board/page.h"
#include "bots/bots.h"

/* Returns 1 if another bot of this name, before `index` or anywhere, has the same description. */
static int told_alike(int index, int before)
{
    const struct bot *bot = bots_at(index);
    for (int i = 0; i < before; i++)
        if (i != index && !strcmp(bots_at(i)->name, bot->name) &&
            !strcmp(bots_at(i)->blurb, bot->blurb))
            return 1;
    return 0;
}

/* The line of a bot for one game begins with the game's name. A bot of both games, or two that are
 * told alike, has no game's name before it. */
static void print_bot(const struct bot *bot, int both_games)
{
    char text[240];
    /* A longer name shifts its own line only. */
    int n = page_print("  %-9s", bot->name);
    snprintf(text, sizeof text, "%s%s%s%s%s", both_games ? "" : bot->game->name,
             both_games ? "" : ": ", bot->title ? bot->title : "", bot->title ? ", " : "",
             bot->blurb);
    page_fold(text, n, 11);
}

/* Levels have one bot for each game; the name is printed once. */
static int name_is_new(int index)
{
    for (int i = 0; i < index; i++)
        if (!strcmp(bots_at(i)->name, bots_at(index)->name))
            return 0;
    return 1;
}

/* The list of bots begins with the levels. Descriptions that two games share are printed once. The
 * order is that of the register (bots.c), where levels come first. */
void play_help_bots(void)
{
    page_line("Bots:");
    for (int i = 0; i < bots_count(); i++)
        for (int k = i; name_is_new(i) && k < bots_count(); k++)
            if (!strcmp(bots_at(k)->name, bots_at(i)->name) && !told_alike(k, k))
                print_bot(bots_at(k), !bots_at(k)->game || told_alike(k, bots_count()));
    page_line("Options follow a colon: master:ms=300 (docs/bots.md).");
}
