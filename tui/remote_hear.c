/* Handles a server's messages about its table (docs/api.md, "WebSocket"). Nothing in them is
 * trusted: seats, numbers and texts are checked or cleaned where they are read. A message may lead
 * to another over the socket, such as an answer sent again, and to HTTP requests, which wait: the
 * record at the end, and the commitment to a nonce. */
#include <stdlib.h>
#include <string.h>

#include "tui/face.h"
#include "tui/read.h"
#include "tui/remote.h"
#include "wire/event.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/hex.h"
#include "wire/shown.h"

/* ---- names ---- */

const char *remote_name(const struct remote *r, int seat)
{
    return r->at[seat].kind == SEAT_EMPTY ? "" : r->at[seat].name;
}

/* A seat of this table, or -1 for anything else, null included. */
static int seat_in(const struct remote *r, const json_t *value)
{
    json_int_t seat = json_is_integer(value) ? json_integer_value(value) : -1;
    return seat < 0 || seat >= r->t.players ? -1 : (int)seat;
}

/* Cleans the text; "" if the value is none. `size` is the room, with the final zero. */
static void copy_text(char *to, size_t size, const json_t *value)
{
    const char *text = json_string_value(value);
    text_clean(to, size, text ? text : "");
}

/* ---- the table ---- */

/* Missing members give empty seats. An unknown kind is a bot, an unknown reason to be away counts
 * as having left. */
static void read_seats(struct remote *r, const json_t *seats)
{
    for (int i = 0; i < r->t.players; i++) {
        const json_t *seat = json_array_get(seats, (size_t)i);
        const char *kind = json_string_value(json_object_get(seat, "kind"));
        const char *away = json_string_value(json_object_get(seat, "away"));
        r->at[i].kind = !kind || !strcmp(kind, "empty") ? SEAT_EMPTY
                        : strcmp(kind, "human")         ? SEAT_BOT
                                                        : SEAT_HUMAN;
        r->at[i].away = !away ? AWAY_NO : strcmp(away, "clock") ? AWAY_LEFT : AWAY_CLOCK;
        copy_text(r->at[i].name, sizeof r->at[i].name, json_object_get(seat, "name"));
        copy_text(r->at[i].bot, sizeof r->at[i].bot, json_object_get(seat, "bot"));
    }
}

/* The names in the order of enum match_phase. -1 for a phase that this version does not know. */
static int phase_of(const char *name)
{
    static const char *const names[] = {"waiting", "running", "over", "closed", "revealing"};
    for (int i = 0; name && i < 5; i++)
        if (!strcmp(names[i], name))
            return i;
    return -1;
}

/* Scores and winners that do not fit the table are left out. */
static void read_result(struct remote *r, const json_t *from)
{
    const json_t *scores = json_object_get(from, "result"), *won = json_object_get(from, "winners");
    const char *seed = json_string_value(json_object_get(from, "seed"));
    memset(&r->result, 0, sizeof r->result);
    for (int i = 0; i < r->t.players; i++)
        r->result.score[i] = (int32_t)json_integer_value(json_array_get(scores, (size_t)i));
    for (size_t i = 0; i < json_array_size(won); i++) {
        int seat = seat_in(r, json_array_get(won, i));
        r->result.winners |= seat < 0 ? 0 : 1u << seat;
    }
    if (seed)
        seed_read_text(seed, r->result.seed);
}

/* Whether a list of seats names this one. */
static int has_seat(const json_t *list, int seat)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (json_integer_value(json_array_get(list, i)) == seat)
            return 1;
    return 0;
}

/* A table without a plea, null or missing, has none open. */
static void read_plea(struct remote *r, const json_t *plea)
{
    r->plea = json_is_object(plea) ? seat_in(r, json_object_get(plea, "seat")) : -1;
    r->asked = has_seat(json_object_get(plea, "asked"), r->seat) &&
               !has_seat(json_object_get(plea, "granted"), r->seat);
}

/* The game and the phase are checked before anything is changed, except the game itself. */
int remote_read_table(struct remote *r, const json_t *table)
{
    const char *game = json_string_value(json_object_get(table, "game"));
    json_int_t players = json_integer_value(json_object_get(table, "players"));
    int phase = phase_of(json_string_value(json_object_get(table, "state")));
    r->t.json = game ? game_json_by_name(game) : NULL;
    if (!r->t.json || !face_of(r->t.json->game) || phase < 0 ||
        players < r->t.json->game->min_players || players > r->t.json->game->max_players)
        return -1;
    r->phase = phase;
    r->t.players = (int)players;
    r->t.helps = json_is_true(json_object_get(table, "help"));
    r->t.host = 1 + seat_in(r, json_object_get(table, "host"));
    r->t.practice = json_is_true(json_object_get(table, "undo_luck"));
    r->created = json_integer_value(json_object_get(table, "created"));
    read_seats(r, json_object_get(table, "seats"));
    read_plea(r, json_object_get(table, "plea"));
    if (phase == MATCH_OVER)
        read_result(r, table);
    return 0;
}

/* ---- views ---- */

/* After an invalid message: drops what is known, so that a new snapshot is requested (step in
 * remote.c sees r->n fall to -1). `what` is a clause for the person. */
static void distrust(struct remote *r, const char *what)
{
    r->n = -1;
    r->viewing = 0;
    json_decref(r->root);
    json_decref(r->table);
    r->root = r->table = NULL;
    r->ask = 0;
    client_say(&r->t, NEWS_FAILED, EVENT_NONE,
               "The server sent a message that this program cannot read (%s).", what);
}

/* Reads the view from its JSON. Returns 0 if there is a valid one. Without a view, as before the
 * game, that is no fault. */
static int look(struct remote *r)
{
    struct refusal why = {0};
    r->viewing = r->root && view_read(&r->view, r->t.json, r->root, r->seat, &why) == 0;
    if (r->root && !r->viewing)
        distrust(r, why.message);
    return r->viewing ? 0 : -1;
}

/* Takes a whole view. It is copied, because changes are made in it. */
static void take_view(struct remote *r, const json_t *view)
{
    json_decref(r->root);
    r->root = json_is_object(view) ? json_deep_copy(view) : NULL;
    if (look(r) == 0)
        seen_whole(&r->seen, r->t.json, &r->view);
}

/* ---- snapshots ---- */

/* Everything known of the table is replaced. Only the first snapshot of a client starts a game for
 * the screen; later ones close a gap. */
static void hear_snapshot(struct remote *r, const json_t *s)
{
    int begun = r->viewing, first = r->n < 0;
    json_decref(r->table);
    r->table = json_deep_copy(json_object_get(s, "table"));
    r->seat = json_is_integer(json_object_get(s, "seat"))
                  ? (int)json_integer_value(json_object_get(s, "seat"))
                  : -1;
    if (remote_read_table(r, r->table) < 0 || r->seat >= r->t.players) {
        distrust(r, "a table");
        return;
    }
    r->n = json_integer_value(json_object_get(s, "n"));
    r->t.mine = r->seat < 0 ? 0 : 1u << r->seat;
    r->ask = 0;
    take_view(r, json_object_get(s, "view"));
    remote_luck_table(r, r->table);
    /* Only a person can compare the key with one from elsewhere. */
    if (first && r->luck.witness[0])
        client_say(
            &r->t, NEWS_SEATS, EVENT_NONE,
            "Half of the luck comes from a witness. Compare its key with the one its operator "
            "publishes: %s",
            r->luck.witness);
    int played = r->phase == MATCH_RUNNING || r->phase == MATCH_OVER;
    /* A snapshot has no story, so a running game is asked for its events. */
    r->past = r->viewing && first && played ? PAST_WANTED : PAST_KNOWN;
    if (r->viewing && !begun && first)
        client_tell(&r->t, NEWS_START, EVENT_NONE);
    else
        client_say(&r->t, NEWS_SEATS, EVENT_NONE, "%s", "");
    if (r->phase == MATCH_OVER) {
        remote_keep_record(r);
        client_tell(&r->t, NEWS_OVER, EVENT_NONE);
    }
}

/* ---- events ---- */

/* Events that this version cannot read are left out; the view is right without them. Returns how
 * many there are. */
static uint32_t read_events(const struct remote *r, const json_t *list, int mover,
                            struct event events[MAX_EVENTS])
{
    uint32_t n = 0;
    for (size_t i = 0; i < json_array_size(list) && n < MAX_EVENTS; i++)
        n += event_read(r->t.json->events, json_array_get(list, i), mover, &events[n]) == 0;
    return n;
}

/* The buffer is static, because it is large and only one thread hears messages. */
static void add_events(struct remote *r, const json_t *list, int mover)
{
    static struct event events[MAX_EVENTS];
    uint32_t n = read_events(r, list, mover, events);
    client_add_events(&r->t, events, n, mover, (uint32_t)r->n);
}

/* An event from before we joined: it is told, but the view has it already. With the last event we
 * know, the past is complete. */
static void hear_past(struct remote *r, const json_t *m, int64_t n, int seat)
{
    static struct event events[MAX_EVENTS];
    int start = json_object_get(m, "start") != NULL, mover = start || seat < 0 ? EVENT_NONE : seat;
    uint32_t count = read_events(r, json_object_get(m, "events"), mover, events);
    if (start)
        client_forget_story(&r->t);
    if (json_object_get(m, "undo"))
        story_cut(&r->t.story[MAX_SEATS], (uint32_t)json_integer_value(json_object_get(m, "undo")));
    else
        client_add_story(&r->t, events, count, mover, (uint32_t)n);
    if (n == r->n) {
        r->past = PAST_KNOWN;
        client_tell(&r->t, NEWS_PAST, EVENT_NONE);
    }
}

/* Applies a change to the view. Returns -1 if it does not fit. A view that does not fit any more is
 * dropped (distrust). */
static int follow(struct remote *r, const json_t *m, int seat)
{
    const char *wrong = r->root ? changes_apply(&r->root, json_object_get(m, "set"), seat)
                                : "a change of the view came before the view";
    if (wrong)
        distrust(r, wrong);
    return wrong ? -1 : look(r);
}

/* The same for the table, of which most events change nothing. */
static int follow_table(struct remote *r, const json_t *set)
{
    const char *wrong = !set       ? NULL
                        : r->table ? changes_apply(&r->table, set, 0)
                                   : "a change of the table came before the table";
    if (!wrong && set && remote_read_table(r, r->table) < 0)
        wrong = "a table";
    if (wrong)
        distrust(r, wrong);
    return wrong ? -1 : 0;
}

/* What is told of an event: its message, the seat it is about, the name that stood there before or
 * stands there now, and whose plea was open before. */
struct remote_heard {
    const json_t *m;
    int seat, plea;
    char name[MATCH_NAME + 1];
};

/* Everything shown before was of another game or of the lobby. The stories begin again. */
static void hear_start(struct remote *r, const struct remote_heard *t)
{
    remote_luck_started(r, r->table);
    client_forget_story(&r->t);
    take_view(r, json_object_get(t->m, "view"));
    client_tell(&r->t, NEWS_START, EVENT_NONE);
    add_events(r, json_object_get(t->m, "events"), EVENT_NONE);
}

/* The game begins when all nonces are revealed. */
static void hear_fix(struct remote *r, const struct remote_heard *t)
{
    (void)t;
    client_say(&r->t, NEWS_SEATS, EVENT_NONE, "The seats are fixed. The game begins.");
    remote_luck_fixed(r, r->table);
}

static void hear_reveal(struct remote *r, const struct remote_heard *t)
{
    (void)t;
    remote_luck_revealed(r);
}

/* A move or an undo may have ended a plea without saying so. */
static void tell_plea_over(struct remote *r, const struct remote_heard *t)
{
    if (t->plea >= 0 && r->plea < 0)
        client_tell(&r->t, NEWS_PLEA, -1);
}

/* Says why a bot has thought less than usual; reasons that are unknown count as the last one. */
static void hear_hurried(struct remote *r, const json_t *hurried, int seat)
{
    const char *why = json_string_value(hurried);
    if (why && strcmp(why, "failed") == 0)
        client_say(&r->t, NEWS_HURRIED, seat,
                   "%s is a program and does not answer: rules of thumb take over for it.",
                   remote_name(r, seat));
    else if (why)
        client_say(&r->t, NEWS_HURRIED, seat, "%s had less time to think: %s.",
                   remote_name(r, seat),
                   strcmp(why, "busy") == 0 ? "the server is busy"
                                            : "the bots' thinking time is used up for now");
}

/* A move of our own seat answers the request that brought it about, even if its "ok" has not come
 * yet. */
static void hear_move(struct remote *r, const struct remote_heard *t)
{
    if (t->seat == r->seat) {
        r->ask = 0;
        /* Also if it was made on another of our devices. */
        if (r->request.n)
            r->request.id = 0;
    }
    if (t->seat < 0 || follow(r, t->m, t->seat) < 0)
        return;
    seen_move(&r->seen, &r->view);
    add_events(r, json_object_get(t->m, "events"), t->seat);
    hear_hurried(r, json_object_get(t->m, "hurried"), t->seat);
    tell_plea_over(r, t);
    if (r->phase != MATCH_OVER)
        return;
    remote_keep_record(r);
    client_tell(&r->t, NEWS_OVER, EVENT_NONE);
}

/* The entries from `undo` on have not happened. A new question follows as "ask". */
static void hear_undo(struct remote *r, const struct remote_heard *t)
{
    char text[CLIENT_TEXT];
    r->ask = 0;
    if (t->seat < 0 || follow(r, t->m, t->seat) < 0)
        return;
    seen_undo(&r->seen, &r->view);
    tell_plea_over(r, t);
    snprintf(text, sizeof text, "%s takes a move back.", t->name);
    client_cut_story(&r->t, (uint32_t)json_integer_value(json_object_get(t->m, "undo")), t->seat,
                     text);
}

/* Somebody who sits here already under this name has committed to a nonce, which is no news. */
static void hear_sit(struct remote *r, const struct remote_heard *t)
{
    if (strcmp(t->name, r->at[t->seat].name) != 0)
        client_say(&r->t, NEWS_SEATS, t->seat, "%s sits down.", r->at[t->seat].name);
}

/* The bot answers our question, if one was open. */
static void hear_away(struct remote *r, const struct remote_heard *t)
{
    r->ask = t->seat == r->seat ? 0 : r->ask;
    client_say(&r->t, NEWS_SEATS, t->seat, "%s %s; a bot takes over.", t->name,
               r->at[t->seat].away == AWAY_CLOCK ? "has run out of time" : "has left");
}

/* Says who asks, and who has to agree. */
static void hear_plea(struct remote *r, const struct remote_heard *t)
{
    const json_t *asked = json_object_get(json_object_get(r->table, "plea"), "asked");
    char names[CLIENT_TEXT] = "";
    size_t n = 0;
    for (size_t i = 0; i < json_array_size(asked); i++) {
        int seat = seat_in(r, json_array_get(asked, i));
        if (seat >= 0 && n < sizeof names)
            n += (size_t)snprintf(names + n, sizeof names - n, "%s%s", n ? ", " : "",
                                  remote_name(r, seat));
    }
    client_say(&r->t, NEWS_PLEA, t->seat, "%s asks to take a move back. Asked to agree: %s.",
               t->name, names);
}

static void hear_lapse(struct remote *r, const struct remote_heard *t)
{
    client_say(&r->t, NEWS_PLEA, -1, "Not everyone agreed: no move is taken back.");
    tell_plea_over(r, t);
}

static int says_yes(const struct remote_heard *t)
{
    return json_is_true(json_object_get(t->m, "yes"));
}

static void hear_grant(struct remote *r, const struct remote_heard *t)
{
    client_say(&r->t, NEWS_PLEA, r->plea, "%s says %s.", t->name, says_yes(t) ? "yes" : "no");
}

/* The reason is the server's own word. */
static void hear_close(struct remote *r, const struct remote_heard *t)
{
    char why[CLIENT_TEXT];
    copy_text(why, sizeof why, json_object_get(t->m, "close"));
    client_say(&r->t, NEWS_CLOSED, EVENT_NONE, "The table was closed: %.300s", why);
}

/* An action that was chosen takes place when the witness has answered. */
static void hear_chosen(struct remote *r, const struct remote_heard *t)
{
    if (t->seat >= 0 && t->seat == r->seat)
        r->ask = 0;
}

/* In the end the witness signs, and the record is complete. A record that came without the seal was
 * refused, so none is stored then. */
static void hear_seal(struct remote *r, const struct remote_heard *t)
{
    (void)t;
    if (r->t.record[0])
        return;
    remote_keep_record(r);
    client_tell(&r->t, NEWS_OVER, EVENT_NONE);
}

/* Somebody would like a seat; the host answers in the browser. */
static void hear_knock(struct remote *r, const struct remote_heard *t)
{
    char who[MATCH_NAME + 1];
    copy_text(who, sizeof who, json_object_get(t->m, "name"));
    client_say(&r->t, NEWS_SEATS, t->seat, "%s asks the host for the seat of %s.", who, t->name);
}

static void hear_admit(struct remote *r, const struct remote_heard *t)
{
    if (says_yes(t))
        client_say(&r->t, NEWS_SEATS, t->seat, "%s sits down.", r->at[t->seat].name);
    else
        client_say(&r->t, NEWS_SEATS, t->seat, "The host has declined.");
}

/* Two facts in one event: whether anybody may sit down, and who has to agree. */
static void hear_door(struct remote *r, const struct remote_heard *t)
{
    client_say(&r->t, NEWS_SEATS, t->seat,
               json_is_true(json_object_get(t->m, "locked"))
                   ? "The host has locked the table."
                   : "The table is open: taking over a seat %s.",
               json_is_true(json_object_get(t->m, "approve")) ? "needs the host's consent"
                                                              : "needs no consent");
}

/* What is done or said, by the member that tells the kind. `undo` has a seat, too. Texts that begin
 * with a space follow a name. Kinds that are not here are no news. */
static const struct kind {
    const char *key;
    void (*hear)(struct remote *r, const struct remote_heard *t);
    const char *say;
} kinds[] = {
    {"undo", hear_undo, NULL},
    {"seat", hear_move, NULL},
    {"start", hear_start, NULL},
    {"fix", hear_fix, NULL},
    {"reveal", hear_reveal, NULL},
    {"chosen", hear_chosen, NULL},
    {"seal", hear_seal, NULL},
    {"sit", hear_sit, NULL},
    {"rise", NULL, " gets up."},
    {"remove", NULL, " was removed by the host."},
    {"away", hear_away, NULL},
    {"back", NULL, " is back."},
    {"plea", hear_plea, NULL},
    {"lapse", hear_lapse, NULL},
    {"grant", hear_grant, NULL},
    {"rematch", NULL, "A rematch has begun at another table."},
    {"close", hear_close, NULL},
    /* Our seat can be played from another device from now on: we must know that. */
    {"key", NULL, "Another device has opened your seat."},
    {"knock", hear_knock, NULL},
    {"admit", hear_admit, NULL},
    {"door", hear_door, NULL},
};

/* The first row whose member is there; NULL: no news. */
static const struct kind *kind_of(const json_t *m)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (json_object_get(m, kinds[i].key))
            return &kinds[i];
    return NULL;
}

/* The seat of an event stands in "seat", or is the value of the member that names its kind. */
static int seat_of(const struct remote *r, const json_t *m, const struct kind *kind)
{
    const json_t *seat = json_object_get(m, "seat");
    return seat_in(r, seat || !kind ? seat : json_object_get(m, kind->key));
}

/* Events are numbered without gaps: one that is known already is skipped, and so are all while a
 * snapshot is awaited. Changes of the table are applied before the event is heard, so `t` keeps
 * what was before. */
static void hear_event(struct remote *r, const json_t *m)
{
    json_int_t n = json_integer_value(json_object_get(m, "n"));
    const struct kind *kind = kind_of(m);
    struct remote_heard t = {.m = m, .seat = seat_of(r, m, kind), .plea = r->plea};
    if (r->past == PAST_COMES && n <= r->n)
        hear_past(r, m, n, t.seat);
    /* We wait for a snapshot, or know this event already. */
    if (r->n < 0 || n <= r->n)
        return;
    r->n = n;
    /* Before the table changes: whoever rises has no name after it. */
    if (t.seat >= 0)
        snprintf(t.name, sizeof t.name, "%s", remote_name(r, t.seat));
    if (follow_table(r, json_object_get(m, "table")) < 0 || !kind)
        return;
    if (kind->hear)
        kind->hear(r, &t);
    else
        client_say(&r->t, NEWS_SEATS, t.seat < 0 ? EVENT_NONE : t.seat, "%s%s",
                   kind->say[0] == ' ' ? t.name : "", kind->say);
}

/* ---- questions, replies, farewells ---- */

/* An answer of ours that the server has not taken is sent again if its question is still open; else
 * it is dropped. */
static void hear_ask(struct remote *r, const json_t *ask)
{
    const json_t *until = json_object_get(ask, "until");
    r->ask = (uint32_t)json_integer_value(json_object_get(ask, "n"));
    r->until = json_is_integer(until) ? json_integer_value(until) : INT64_MAX;
    if (r->request.id && r->request.n == r->ask && r->link == LINK_GOOD)
        remote_send_answer(r);
    else if (r->request.n && r->request.n != r->ask)
        r->request.id = 0;
}

/* Refuses the pending request, or the nonce. */
static void hear_no(struct remote *r, const json_t *m)
{
    char text[CLIENT_TEXT], code[24], rule[24];
    copy_text(text, sizeof text, json_object_get(m, "message"));
    copy_text(code, sizeof code, json_object_get(m, "code"));
    copy_text(rule, sizeof rule, json_object_get(m, "rule"));
    /* The start tells what has become of our nonce. */
    if (r->revealed && json_integer_value(json_object_get(m, "no")) != r->request.id) {
        r->refused = 1;
        return;
    }
    r->request.id = 0;
    /* The question has to be answered after all, so it is announced again. */
    memset(r->t.posed, 0, sizeof r->t.posed);
    client_refuse_text(&r->t, r->seat < 0 ? EVENT_NONE : r->seat, code, rule, text);
}

/* Reasons listed here are final: there is no new connection. After any other the line tries
 * again. */
static void hear_bye(struct remote *r, const char *why)
{
    static const char *const last[][2] = {
        {"replaced", "This seat is now played from another window."},
        {"unknown-table", "The server does not know this table. Your seat stays in your list."},
        {"broken-table",
         "The server cannot read its data of this table. Tell its operator. Your seat "
         "stays in your list."},
        {"wrong-token", "This seat is no longer yours: someone else has it."},
        {"revoked", "Another of your devices has taken over this seat."},
        {"removed", "The host has removed you from this table."},
        {"deleted", "The operator of the server has deleted this table."},
        {"banned", "The operator of the server has banned your address."},
        {"bad-message", "The server did not understand this program. It may be another version."},
        {"old-client", "The server is newer than this program. Get the version that it has."},
    };
    for (size_t i = 0; why && i < sizeof last / sizeof last[0]; i++) {
        if (strcmp(why, last[i][0]))
            continue;
        /* The node that we have reached may not know yet of a seat that was taken just now. */
        if (!strcmp(why, "wrong-token") && r->seat < 0 && !r->doubted++)
            return;
        line_rest(r->line);
        r->link = LINK_GONE;
        r->seat_lost =
            !strcmp(why, "wrong-token") || !strcmp(why, "revoked") || !strcmp(why, "removed");
        client_say(&r->t, NEWS_CLOSED, EVENT_NONE, "%s", last[i][1]);
    }
}

/* Texts are cleaned at once, keys are not, because members are found by them. A message that is no
 * JSON or of no known kind is ignored. */
void remote_hear(struct remote *r, const char *text, size_t n)
{
    json_t *m = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL), *part;
    json_tidy(m);
    if ((part = json_object_get(m, "snapshot")))
        hear_snapshot(r, part);
    else if ((part = json_object_get(m, "ask")))
        hear_ask(r, part);
    else if ((part = json_object_get(m, "ok")))
        r->request.id = r->request.id == (uint32_t)json_integer_value(part) ? 0 : r->request.id;
    else if (json_object_get(m, "no"))
        hear_no(r, m);
    else if ((part = json_object_get(m, "bye")))
        hear_bye(r, json_string_value(part));
    else if (json_object_get(m, "n"))
        hear_event(r, m);
    json_decref(m);
}
