/* `charlatan verify FILE...`: checks match records and prints a line for each file. */
#include "cli/verify.h"

#include "args/args.h"
#include "args/commands.h"
#include "match/record_play.h"
#include "match/verdict.h"

/* No options: what is checked follows from the record. */
static const struct arg options[] = {{0}};

static const struct args command_line = {
    .command = "verify",
    .head = "Usage: charlatan verify FILE...\n"
            "\n"
            "Checks match records ('charlatan sim --keep' writes them). It replays the game,\n"
            "computes every random outcome from the seed, and compares the seed and each\n"
            "seat's nonce with their commitments. For each file it prints one line: the\n"
            "record is right, or the first line that is wrong. Seats that withheld a nonce\n"
            "are named. The exit status is 0 if every file is right.\n"
            "\n"
            "A record without a result is checked up to its last move. Its seed is not\n"
            "published yet, so random outcomes are only checked for being possible.\n"
            "\n"
            "If half of the luck came from a witness, its secret, all its parts and all\n"
            "signatures are checked. If something is wrong, the line says who lied.\n"
            "\n"
            "A record is checked by the version of the rules it names. Hashes of rules\n"
            "0.1.0 have a form that is no longer used, and are not compared.\n",
    .rows = options,
};

/* Also used by `charlatan replay`. Without the command's name before it, so that several files make
 * a list. */
void record_print_wrong(FILE *to, const char *path, const struct record *r,
                        const struct record_wrong *wrong)
{
    char text[VERDICT_TEXT];
    fprintf(to, "%s: %s\n", path, verdict_wrong(r, wrong, text));
}

/* An unreadable file is a wrong command line (2); a wrong record is a failed check (1). A wrong
 * record is a result and goes to standard output; only a file that cannot be read is complained
 * about on standard error. */
static int verify(const char *path)
{
    struct record r;
    struct record_wrong wrong;
    char text[VERDICT_TEXT];
    if (record_load(&r, path) < 0)
        return args_say_file("verify", STATUS_USAGE, path);
    /* Also finds what record_load has noted in r.wrong. */
    int status = record_check(&r, &wrong) < 0 ? STATUS_FAILED : STATUS_FINE;
    if (status == STATUS_FINE)
        printf("%s: %s\n", path, verdict_right(&r, text));
    else
        record_print_wrong(stdout, path, &r, &wrong);
    record_free(&r);
    return status;
}

/* With several files, the exit status is that of the worst one. Goes on behind a bad file: a folder
 * of records is checked in one go. */
int verify_main(int argc, char **argv)
{
    char **files;
    int worst = STATUS_FINE, status = args_read(&command_line, argc, argv, NULL, &files, NULL);
    if (status >= 0)
        return status;
    if (!*files)
        return args_say("verify", STATUS_USAGE, "say which file; see --help");
    for (; *files; files++) {
        status = verify(*files);
        worst = status > worst ? status : worst;
    }
    return worst;
}
