/* A review in words. */
#ifndef CHARLATAN_REVIEW_WORDS_H
#define CHARLATAN_REVIEW_WORDS_H

#include "review/review.h"

/* What a mark is called in JSON: "mistake". */
const char *review_mark_id(enum review_mark mark);
/* What luck is called in JSON: "lucky". */
const char *review_luck_id(enum review_luck luck);

enum { REVIEW_WORDS = 600, REVIEW_ANSWER = 160 };

/* What people call the seats, and an answer to the question that a view's seat is asked. */
struct review_voice {
    const char *const *names;
    char *(*answer)(const struct review_voice *voice, const struct view *v, int answer,
                    char buf[REVIEW_ANSWER]);
};

/* What was better and why, in one sentence with its full stop and the rule behind it, if one
 * explains it. If `voice` is NULL, answers have their names in the protocol. Returns buf. */
char *review_sentence(const struct review_voice *voice, const struct review_step *step,
                      char buf[REVIEW_WORDS]);

/* Something to point at: a part that is called, or its luck. */
struct review_moment {
    const struct review_part *part;
    const struct review_step *step;
    /* 1: luck. */
    int luck;
    /* "mistake", "lucky". */
    const char *kind;
    /* Its own number, and in their order. */
    uint32_t number;
};

/* The next moment, of this seat or of REVIEW_ALL, from the number `from` on. Returns 0 if there is
 * none. */
int review_moment(const struct review *r, int seat, uint32_t from, struct review_moment *to);
/* What was better there and why, or what luck gave or took and after which answer. Returns buf. */
char *review_moment_sentence(const struct review *r, const struct review_voice *voice,
                             const struct review_moment *m, char buf[REVIEW_WORDS]);

#endif
