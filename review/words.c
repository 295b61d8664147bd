/* A review in words: the names of marks, and what was better in one sentence. */
#include <stdio.h>

#include "advice/reason.h"
#include "review/inside.h"

const char *review_mark_id(enum review_mark mark)
{
#define MARK(name, id, from) id,
    static const char *const ids[MARK_COUNT] = {
#include "review/marks.def"
    };
#undef MARK
    return ids[mark];
}

const char *review_luck_id(enum review_luck luck)
{
    static const char *const ids[] = {"even", "lucky", "unlucky"};
    return ids[luck];
}

void review_reason(const struct review_step *step, struct reason *to)
{
    struct advice say = {.iterations = step->samples};
    reason_find(to, &step->view, step->best, &say);
}

char *review_sentence(const struct review_step *step, char buf[REVIEW_WORDS])
{
    const struct view *v = &step->view;
    char best[MAX_NAME], chosen[MAX_NAME], why[REASON_WORDS];
    struct reason reason;
    review_reason(step, &reason);
    snprintf(buf, REVIEW_WORDS, "\"%s\" was worth %.0f %% more than \"%s\": %s.",
             v->game->action_name(v->bytes, v->seat, step->best, best), 100 * step->loss,
             v->game->action_name(v->bytes, v->seat, step->chosen, chosen),
             reason_text(&reason, why));
    return buf;
}
