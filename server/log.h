/* What operators are told: one line an event, to standard error, as text or as JSON. A line names
 * the event, says it in a sentence, and may have fields. No line has a token, a key, a seed, the
 * secret of a link, a card, or the text of a request: fields are ids, numbers and reasons. */
#ifndef CHARLATAN_SERVER_LOG_H
#define CHARLATAN_SERVER_LOG_H

/* ERROR: an operator has to do something. WARNING: something did not work as it should, and goes
 * on. INFO: what happens seldom. DEBUG: each request and socket. */
enum log_level { LOG_SAYS_ERROR, LOG_SAYS_WARNING, LOG_SAYS_INFO, LOG_SAYS_DEBUG };
enum log_form { LOG_TEXT, LOG_JSON };

/* A text, or a number if the text is NULL. */
struct log_field {
    const char *name, *text;
    long long number;
};
#define LOG_T(field, value)                                                                        \
    {                                                                                              \
        (field), (value), 0                                                                        \
    }
#define LOG_N(field, value)                                                                        \
    {                                                                                              \
        (field), (const char *)0, (value)                                                          \
    }
#define LOG_FIELDS(...)                                                                            \
    (const struct log_field[])                                                                     \
    {                                                                                              \
        __VA_ARGS__,                                                                               \
        {                                                                                          \
            (const char *)0, (const char *)0, 0                                                    \
        }                                                                                          \
    }

/* How lines look, and the least important level that is written. At first: text, warnings. */
void log_begin(enum log_form form, enum log_level most);
/* Whether lines of this level are written. */
int log_wants(enum log_level level);
/* Writes a line: the event in kebab-case, its fields (NULL: none), and a sentence without a full
 * stop. */
void log_say(enum log_level level, const char *event, const struct log_field *fields,
             const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
