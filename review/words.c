/* A review in words: the names of marks, and what was better in one sentence. */
#include "review/words.h"

#include <stdio.h>

#include "advice/reason.h"
#include "bots/advice.h"
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

/* Does nothing for an answer that is not called. The reason is found by the same rules as in
 * hints. */
void point_explain(struct review_point *point)
{
    struct advice say = {.iterations = point->samples};
    if (point->best != point->chosen)
        reason_find(&point->reason, &point->view, point->best, &say);
}

static char *name_answer(const struct review_voice *voice, const struct view *v, int answer,
                         char buf[REVIEW_ANSWER])
{
    char name[MAX_NAME];
    if (voice)
        return voice->answer(voice, v, answer, buf);
    snprintf(buf, REVIEW_ANSWER, "%s", v->game->action_name(v->bytes, v->seat, answer, name));
    return buf;
}

/* The step must be one that is called: others have no reason, so no row. */
char *review_sentence(const struct review_voice *voice, const struct review_step *step,
                      char buf[REVIEW_WORDS])
{
    char best[REVIEW_ANSWER], chosen[REVIEW_ANSWER], why[REASON_WORDS];
    const char *rule = step->reason.row->rule;
    snprintf(buf, REVIEW_WORDS, "\"%s\" was %.0f percentage points better than \"%s\": %s%s%s%s.",
             name_answer(voice, &step->view, step->best, best), 100 * step->loss,
             name_answer(voice, &step->view, step->chosen, chosen), reason_text(&step->reason, why),
             *rule ? " [" : "", rule, *rule ? "]" : "");
    return buf;
}

/* The step of a part that was followed by the most luck, good or bad as that of the part is. */
static const struct review_step *luckiest(const struct review *r, const struct review_part *part)
{
    const struct review_step *most = &r->step[part->first];
    double sign = part->luck < 0 ? -1 : 1;
    for (uint32_t i = 1; i < part->steps; i++)
        if (sign * r->step[part->first + i].own > sign * most->own)
            most = &r->step[part->first + i];
    return most;
}

/* What luck gave or took, and after which answer. */
static char *luck_sentence(const struct review_voice *voice, const struct review *r,
                           const struct review_part *part, char buf[REVIEW_WORDS])
{
    const struct review_step *step = luckiest(r, part);
    char name[REVIEW_ANSWER];
    snprintf(buf, REVIEW_WORDS, "\"%s\" turned out %s: chance of winning %+.0f %%.",
             name_answer(voice, &step->view, step->chosen, name), part->luck < 0 ? "badly" : "well",
             100 * part->luck);
    return buf;
}

/* Whether the luck of a part came before its mistake. */
static int luck_first(const struct review *r, const struct review_part *part)
{
    return luckiest(r, part) < review_worst(r, part);
}

/* A part has two numbers, for its mistake and its luck in the order in which they came. So numbers
 * stay the same whichever seat is asked for, and a mark of the graph finds its sentence. */
int review_moment(const struct review *r, int seat, uint32_t from, struct review_moment *to)
{
    for (uint32_t i = from; i < 2 * r->parts; i++) {
        const struct review_part *part = &r->part[i / 2];
        int luck = (int)(i & 1) ^ luck_first(r, part);
        if ((seat != REVIEW_ALL && part->seat != seat) ||
            !(luck ? part->chance != LUCK_EVEN : part->mark != MARK_FINE))
            continue;
        *to = (struct review_moment){
            .part = part,
            .step = luck ? luckiest(r, part) : review_worst(r, part),
            .luck = luck,
            .kind = luck ? review_luck_id(part->chance) : review_mark_id(part->mark),
            .number = i,
        };
        return 1;
    }
    return 0;
}

char *review_moment_sentence(const struct review *r, const struct review_voice *voice,
                             const struct review_moment *m, char buf[REVIEW_WORDS])
{
    return m->luck ? luck_sentence(voice, r, m->part, buf) : review_sentence(voice, m->step, buf);
}
