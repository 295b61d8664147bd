/* Writes a review as JSON (docs/review.md). */
#include "advice/advice.h"
#include "advice/reason.h"
#include "review/inside.h"
#include "review/report.h"
#include "review/words.h"

static void write_answer(struct writer *w, const char *key, const struct view *v, int answer)
{
    char name[MAX_NAME];
    write_member_string(w, key, v->game->action_name(v->bytes, v->seat, answer, name));
}

/* Actions are counted from 1, moves from 0. Luck is that after the step; what came before the first
 * one is in the seat's `beginning`. */
static void write_step(struct writer *w, const struct review_step *step)
{
    const struct view *v = &step->view;
    write_begin(w, '{');
    write_member_number(w, "action", (int64_t)step->move + 1);
    write_member_string(w, "question", v->game->question_kind(step->question));
    write_answer(w, "chosen", v, step->chosen);
    write_answer(w, "best", v, step->best);
    write_member_decimal(w, "before", step->before);
    write_member_decimal(w, "after", step->after);
    write_member_decimal(w, "loss", step->loss);
    write_member_decimal(w, "error", step->error);
    write_member_decimal(w, "luck", step->own);
    write_member_decimal(w, "others", step->others);
    write_end(w, '}');
}

/* A mistake is explained. */
static void write_words(struct writer *w, const struct review_step *worst)
{
    char text[REVIEW_WORDS];
    write_reason(w, &worst->reason);
    write_member_string(w, "text", review_sentence(NULL, worst, text));
}

/* A part without a mark has no text: there is nothing to explain. */
static void write_part(struct writer *w, const struct review *r, const struct review_part *part)
{
    write_begin(w, '{');
    write_member_number(w, "seat", part->seat);
    write_member_string(w, "mark", review_mark_id(part->mark));
    write_member_decimal(w, "loss", part->loss);
    write_member_decimal(w, "error", part->error);
    write_member_decimal(w, "called", part->called);
    write_member_string(w, "chance", review_luck_id(part->chance));
    write_member_decimal(w, "luck", part->luck);
    write_member_decimal(w, "luck_error", part->luck_error);
    if (part->mark != MARK_FINE)
        write_words(w, review_worst(r, part));
    write_key(w, "steps");
    write_begin(w, '[');
    for (uint32_t i = 0; i < part->steps; i++)
        write_step(w, &r->step[part->first + i]);
    write_end(w, ']');
    write_end(w, '}');
}

static void write_counts(struct writer *w, const struct review_seat *seat)
{
    write_member_number(w, "decisions", seat->parts);
    for (int mark = 0; mark < MARK_COUNT; mark++)
        write_member_number(w, review_mark_id((enum review_mark)mark), seat->marks[mark]);
    write_member_number(w, "lucky", seat->lucky);
    write_member_number(w, "unlucky", seat->unlucky);
}

static void write_seat(struct writer *w, const struct review_seat *seat, int number)
{
    write_begin(w, '{');
    write_member_number(w, "seat", number);
    write_member_decimal(w, "start", seat->start);
    write_member_decimal(w, "luck", review_luck(seat));
    write_member_decimal(w, "skill", seat->skill);
    write_member_decimal(w, "result", seat->result);
    write_member_decimal(w, "error", seat->error);
    write_key(w, "luck_by");
    write_begin(w, '{');
    write_member_decimal(w, "beginning", seat->beginning);
    write_member_decimal(w, "own", seat->own);
    write_member_decimal(w, "others", seat->others);
    write_end(w, '}');
    write_counts(w, seat);
    write_end(w, '}');
}

/* The seats in ascending order, the parts as they came in the record. Seats that were not reviewed
 * are missing. */
void review_write(struct writer *w, const struct review *r)
{
    write_begin(w, '{');
    write_member_string(w, "game", r->game->name);
    write_member_number(w, "players", r->players);
    write_member_number(w, "actions", r->moves);
    write_member_bool(w, "finished", r->finished);
    write_member_number(w, "samples", r->samples);
    write_key(w, "seats");
    write_begin(w, '[');
    for (int seat = 0; seat < r->players; seat++)
        if (r->seats >> seat & 1)
            write_seat(w, &r->seat[seat], seat);
    write_end(w, ']');
    write_key(w, "decisions");
    write_begin(w, '[');
    for (uint32_t i = 0; i < r->parts; i++)
        write_part(w, r, &r->part[i]);
    write_end(w, ']');
    write_end(w, '}');
}
