/* charlatan verify FILE...: does a match record tell the truth? A line for each file. */
#include "cli/verify.h"

#include <errno.h>
#include <string.h>

#include "args/args.h"
#include "args/commands.h"
#include "match/record_play.h"
#include "match/verdict.h"

static int usage(FILE *to, int status)
{
    fputs("Usage: charlatan verify FILE...\n"
          "\n"
          "Checks match records ('charlatan sim --keep' writes them). It plays the game\n"
          "again, computes every outcome of chance from the seed, and compares the seed\n"
          "with the commitment. For each file it prints one line: the record is right, or\n"
          "the first line that is wrong. The exit status is 0 if every file is right.\n"
          "\n"
          "A record without a result is checked up to its last move. Its seed is not\n"
          "published yet, so chance is checked only for outcomes that are impossible.\n",
          to);
    return status;
}

void record_print_wrong(FILE *to, const char *path, const struct record *r,
                        const struct record_wrong *wrong)
{
    char text[VERDICT_TEXT];
    fprintf(to, "%s: %s\n", path, verdict_wrong(r, wrong, text));
}

static int verify(const char *path)
{
    struct record r;
    struct record_wrong wrong;
    char text[VERDICT_TEXT];
    if (record_load(&r, path) < 0) {
        fprintf(stderr, "charlatan verify: %s: %s.\n", path, strerror(errno));
        return STATUS_FAILED;
    }
    int status = record_check(&r, &wrong) < 0 ? STATUS_FAILED : STATUS_FINE;
    if (status == STATUS_FINE)
        printf("%s: %s\n", path, verdict_right(&r, text));
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
