/* What `charlatan play --help` says: a page that fits a screen for each topic. */
#include <stdio.h>
#include <string.h>

#include "args/args.h"
#include "cli/play.h"
#include "tui/page.h"

/* Is another bot of this name, before `index` or anywhere, told of in the same words? */
static int told_alike(int index, int before)
{
    const struct bot *bot = bots_at(index);
    for (int i = 0; i < before; i++)
        if (i != index && !strcmp(bots_at(i)->name, bot->name) &&
            !strcmp(bots_at(i)->blurb, bot->blurb))
            return 1;
    return 0;
}

static void print_bot(const struct bot *bot, int both_games)
{
    char text[240];
    int n = page_print("  %-9s", bot->name);
    snprintf(text, sizeof text, "%s%s%s%s%s", both_games ? "" : bot->game->name,
             both_games ? "" : ": ", bot->title ? bot->title : "", bot->title ? ", " : "",
             bot->blurb);
    page_fold(text, n, 11);
}

static int name_is_new(int index)
{
    for (int i = 0; i < index; i++)
        if (!strcmp(bots_at(i)->name, bots_at(index)->name))
            return 0;
    return 1;
}

/* The register has the levels first. What two games have in common is told once. */
static void print_bots(void)
{
    page_line("Bots:");
    for (int i = 0; i < bots_count(); i++)
        for (int k = i; name_is_new(i) && k < bots_count(); k++)
            if (!strcmp(bots_at(k)->name, bots_at(i)->name) && !told_alike(k, k))
                print_bot(bots_at(k), !bots_at(k)->game || told_alike(k, bots_count()));
    page_line("Options follow a colon: hard:ms=300 (docs/bots.md).");
}

static int print_usage(void)
{
    page_line("Usage: charlatan play [arcane | quacks] [options]\n"
              "\n"
              "A game you left goes on by itself, with every move, unless you say --new or\n"
              "anything about the table: players, seats, bots, luck, options of the game.\n"
              "\n"
              "  --new               begin another game\n"
              "  --players N         arcane 2 to 6, quacks 2 to 4 (3)\n"
              "  --bots NAMES        who plays the other seats: one name, or a list in their\n"
              "                      order: hard,easy (medium); --bots help says who there is\n"
              "  --hotseat N         N people share this keyboard, from your seat on\n"
              "  --seat N            where you sit, counted from 0 (0)\n"
              "  --seed S            the same luck again: a number, or 64 hex digits\n"
              "  --set KEY=VALUE     an option of the game, as in docs/protocol.md; repeat it\n"
              "  --watch             bots only; you look on\n"
              "  --join URL          sit down at a server's table, or come back to your seat\n"
              "  --name NAME         what you are called there\n"
              "  --plain             line by line, for screen readers and pipes\n"
              "  --save DIR          keep games there (XDG_DATA_HOME/charlatan)\n"
              "\n"
              "charlatan play arcane --help, charlatan play quacks --help: options of a game.\n"
              "Exit status: 0 fine, 1 it failed, 2 the command line is wrong, 130 Ctrl-C.");
    return STATUS_FINE;
}

static int print_arcane(void)
{
    page_line("Usage: charlatan play arcane [options]\n"
              "\n"
              "Options of Arcane Alley, beside those of charlatan play --help:\n"
              "\n"
              "  --edition NAME      three or hundred (three)\n"
              "  --goal N            hundred: 100, 200 or 300 gold\n"
              "  --rounds N          hundred: play N rounds instead, 1 to 50\n"
              "  --market            play with the Market\n"
              "  --wizards WHICH     none or random (none); edition three only\n"
              "  --cards FILE        your own values of the cards (rules A13)");
    return STATUS_FINE;
}

static int print_quacks(void)
{
    page_line("Usage: charlatan play quacks [options]\n"
              "\n"
              "Options of The Quacks of Quedlinburg, beside those of charlatan play --help:\n"
              "\n"
              "  --books WHICH       set 1, 2, 3 or 4, or a mix: green=1,blue=3 (1)\n"
              "  --pot SIDE          front or tubes (front)\n"
              "  --together          draw together in every turn, not only in the last\n"
              "  --prices WHICH      almanac or printed (almanac)");
    return STATUS_FINE;
}

int play_help(const char *topic)
{
    if (topic && !strcmp(topic, "arcane"))
        return print_arcane();
    if (topic && !strcmp(topic, "quacks"))
        return print_quacks();
    if (!topic || strcmp(topic, "bots"))
        return print_usage();
    print_bots();
    return STATUS_FINE;
}
