/* Writes the lines of log.h to standard error, each with one call, so that lines of several threads
 * do not mix. */
#include "server/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "wire/shown.h"
#include "wire/write.h"

enum { SENTENCE = 1024 };

/* Set once, before other threads begin, and only read after that. */
static struct {
    enum log_form form;
    enum log_level most;
} how = {LOG_TEXT, LOG_SAYS_WARNING};

void log_begin(enum log_form form, enum log_level most)
{
    how.form = form;
    how.most = most;
}

int log_wants(enum log_level level)
{
    return level <= how.most;
}

/* UTC with milliseconds, of the system's clock: the server's own time may be a database's. */
static void write_time(struct writer *w)
{
    char text[40], day[24];
    struct timespec t;
    struct tm at;
    clock_gettime(CLOCK_REALTIME, &t);
    gmtime_r(&t.tv_sec, &at);
    strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &at);
    snprintf(text, sizeof text, "%s.%03ldZ", day, t.tv_nsec / 1000000);
    write_member_string(w, "time", text);
}

/* Members are the fields by their names; a field with the name of one of ours would be there
 * twice. */
static void write_json(struct writer *w, enum log_level level, const char *event,
                       const struct log_field *f, const char *sentence)
{
    static const char *const names[] = {"error", "warning", "info", "debug"};
    write_begin(w, '{');
    write_time(w);
    write_member_string(w, "level", names[level]);
    write_member_string(w, "event", event);
    write_member_string(w, "message", sentence);
    for (; f && f->name; f++)
        if (f->text)
            write_member_string(w, f->name, f->text);
        else
            write_member_number(w, f->name, f->number);
    write_end(w, '}');
}

/* Any thread. A sentence longer than SENTENCE is cut. */
void log_say(enum log_level level, const char *event, const struct log_field *fields,
             const char *format, ...)
{
    struct writer w = {0};
    char sentence[SENTENCE];
    va_list values;
    if (!log_wants(level))
        return;
    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    /* A line is one line, whatever an error message of a library has in it. */
    text_tidy(sentence);
    if (how.form == LOG_JSON) {
        write_json(&w, level, event, fields, sentence);
    } else {
        static const char name[] = "charlatan serve: ";
        write_bytes(&w, name, sizeof name - 1, 0);
        write_bytes(&w, sentence, strlen(sentence), 0);
    }
    /* The writer would put a comma between two values; the line's end is none. */
    w.comma = 0;
    write_bytes(&w, "\n", 1, 0);
    /* If nobody reads it, nothing can be said of it. */
    ssize_t written = write(STDERR_FILENO, w.at, w.n);
    (void)written;
    writer_free(&w);
}
