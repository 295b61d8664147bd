/* charlatan verify FILE...: does a match record tell the truth? A line for each file. */
#include "cli/verify.h"

#include <errno.h>
#include <string.h>

#include "cli/cli.h"
#include "match/version.h"
#include "match/record_play.h"

static int usage(FILE *to, int status)
{
    fputs("Usage: charlatan verify FILE...\n"
          "\n"
          "Checks match records (charlatan sim --keep writes them): the game is played\n"
          "again, every outcome of chance is made again from the seed, and the seed is held\n"
          "against the commitment. One line for each file says that all is well, or names\n"
          "the first line of the record that is wrong. The exit status is 0 if every file\n"
          "is in order.\n"
          "\n"
          "A record without its result is checked as far as it goes. Its seed has not been\n"
          "published, so chance is checked only for whether it could be.\n",
          to);
    return status;
}

static void print_plain(FILE *to, const char *text)
{
    for (; *text; text++)
        fputc(*text >= ' ' && *text <= '~' ? *text : '?', to);
}

void record_print_wrong(FILE *to, const char *path, const struct record *r,
                        const struct record_wrong *wrong)
{
    fprintf(to, "%s: line %u: ", path, (unsigned)wrong->line);
    print_plain(to, wrong->why.message);
    if (wrong->why.rule)
        fprintf(to, " [%s]", wrong->why.rule);
    if (*r->rules && strcmp(r->rules, CHARLATAN_VERSION)) {
        fputs(" (played by the rules of version ", to);
        print_plain(to, r->rules);
        fputs(", these are " CHARLATAN_VERSION ")", to);
    }
    fputc('\n', to);
}

static int nonces_given(const struct record *r)
{
    int given = 0;
    for (int seat = 0; seat < r->players; seat++)
        given += r->nonce_n[seat] > 0;
    return given;
}

static void print_verified(const char *path, const struct record *r)
{
    int nonces = nonces_given(r);
    printf("%s: %u action%s, verified", path, (unsigned)r->moves, r->moves == 1 ? "" : "s");
    if (!r->result.there)
        printf(" as far as it goes: there is no result, and no seed to prove chance by");
    else if (nonces)
        printf(" with the nonce%s of %d seat%s", nonces == 1 ? "" : "s", nonces,
               nonces == 1 ? "" : "s");
    if (r->forked)
        printf("; a practice match: the outcomes up to action %u are taken as given",
               (unsigned)r->fork);
    if (r->torn)
        printf("; the last line is not whole and was left out");
    putchar('\n');
}

static int verify(const char *path)
{
    struct record r;
    struct record_wrong wrong;
    if (record_load(&r, path) < 0) {
        fprintf(stderr, "charlatan verify: %s: %s.\n", path, strerror(errno));
        return STATUS_FAILED;
    }
    int status = record_check(&r, &wrong) < 0 ? STATUS_FAILED : STATUS_FINE;
    if (status == STATUS_FINE)
        print_verified(path, &r);
    else
        record_print_wrong(stdout, path, &r, &wrong);
    record_free(&r);
    return status;
}

int verify_main(int argc, char **argv)
{
    int status = STATUS_FINE, first = 1;
    if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
        return usage(stdout, STATUS_FINE);
    if (argc > 1 && !strcmp(argv[1], "--"))
        first = 2;
    else if (argc > 1 && argv[1][0] == '-') {
        fprintf(stderr, "charlatan verify: there is no option '%s'; see --help.\n", argv[1]);
        return STATUS_USAGE;
    }
    if (first >= argc)
        return usage(stderr, STATUS_USAGE);
    for (int i = first; i < argc; i++)
        if (verify(argv[i]) != STATUS_FINE)
            status = STATUS_FAILED;
    if (fflush(stdout) || ferror(stdout))
        return STATUS_FAILED;
    return status;
}
