/* A server's table: joining it, requests to it, and its connection, which may be lost and
 * return. */
#include "tui/remote.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/bots.h"
#include "engine/version.h"
#include "tui/client_ask.h"
#include "tui/client_end.h"
#include "tui/client_open.h"
#include "wire/game.h"
#include "wire/shown.h"

/* How long joining waits for the first snapshot. */
enum { OPENING_MS = 10000 };

/* The client is the first member. The cast takes away const; callers of the const functions only
 * read. */
static struct remote *remote_of(const struct client *t)
{
    return (struct remote *)(uintptr_t)t;
}

/* ---- sending ---- */

/* Closes the outermost object, sends it and frees the writer. Lost if there is no connection: what
 * has to arrive is sent again after the next hello. */
static void send_writer(struct remote *r, struct writer *w)
{
    write_end(w, '}');
    line_send(r->line, w->at, w->n);
    writer_free(w);
}

/* The first message of a connection. With `from` 0 or more the server sends the events after that
 * one, else a snapshot. */
static void say_hello(struct remote *r, int64_t from)
{
    struct writer w = {0};
    write_begin(&w, '{');
    write_key(&w, "hello");
    write_begin(&w, '{');
    write_member_number(&w, "api", API_VERSION);
    write_member_string(&w, "table", r->where.id);
    if (r->where.token[0])
        write_member_string(&w, "token", r->where.token);
    /* While nonces are revealed, a snapshot tells whether ours has arrived. */
    if (from >= 0 && r->phase != MATCH_REVEALING)
        write_member_number(&w, "n", from);
    write_end(&w, '}');
    send_writer(r, &w);
}

/* The same id and question number each time: the server accepts the answer only once. */
void remote_send_answer(struct remote *r)
{
    struct writer w = {0};
    write_begin(&w, '{');
    write_member_number(&w, "id", r->request.id);
    write_member_number(&w, "n", r->request.n);
    write_member_string(&w, "do", r->request.action);
    send_writer(r, &w);
}

/* The answer is not waited for: the event tells whether the nonce was taken. It has an id of its
 * own, so that its refusal is not taken for that of a request. */
void remote_send_nonce(struct remote *r)
{
    struct writer w = {0};
    write_begin(&w, '{');
    write_member_number(&w, "id", ++r->ids);
    write_member_string(&w, "reveal", r->luck.mine);
    r->revealed = 1;
    r->refused = 0;
    send_writer(r, &w);
}

/* Returns 0, or -1 if another request has no answer yet. `question` is 0 for requests that are not
 * answers; those are forgotten when the connection is lost. */
static int begin_request(struct remote *r, uint32_t question)
{
    if (r->request.id)
        return client_refuse(&r->t, r->seat < 0 ? EVENT_NONE : r->seat, &refusal_request_pending);
    r->request = (struct remote_request){.id = ++r->ids, .n = question};
    return 0;
}

/* Sends a request with one member: a text, or the truth value `yes` if `text` is NULL. Returns 0,
 * or -1 after a refusal. Unlike answers it is not kept for later: a table may have changed by
 * then. */
static int request(struct remote *r, const char *key, const char *text, int yes)
{
    struct writer w = {0};
    if (r->link != LINK_GOOD)
        return client_refuse(&r->t, EVENT_NONE, &refusal_server_away);
    if (begin_request(r, 0) < 0)
        return -1;
    write_begin(&w, '{');
    write_member_number(&w, "id", r->request.id);
    write_key(&w, key);
    if (text)
        write_string(&w, text);
    else
        write_bool(&w, yes);
    send_writer(r, &w);
    return 0;
}

/* ---- the connection ---- */

/* Nothing may be sent before this hello. A request other than an answer was reported as lost and is
 * forgotten. */
static void came_up(struct remote *r)
{
    int back = r->link == LINK_LOST;
    r->link = LINK_GOOD;
    if (!r->request.n)
        r->request.id = 0;
    /* From 0 on all events come again, for the story. */
    say_hello(r, r->past == PAST_COMES ? 0 : r->n);
    if (back && r->caught_up && r->past != PAST_COMES)
        client_say(&r->t, NEWS_LINK, EVENT_NONE, "The server is back.");
    r->caught_up = 1;
}

/* Reports a connection that was lost, once, however many attempts fail after it. */
static void went_down(struct remote *r)
{
    int had = r->link == LINK_GOOD && r->caught_up, ours = r->past == PAST_WANTED;
    if (r->link == LINK_GONE)
        return;
    r->link = LINK_LOST;
    /* We closed it ourselves, for the story. */
    r->past = ours ? PAST_COMES : PAST_KNOWN;
    if (ours)
        return;
    if (had)
        client_say(&r->t, NEWS_LINK, EVENT_NONE,
                   "The connection to the server is lost. Trying again.%s",
                   r->request.id && r->request.n ? " Your answer will be sent again." : "");
    if (had && r->request.id && !r->request.n) {
        r->request.id = 0;
        client_refuse(&r->t, EVENT_NONE, &refusal_request_lost);
    }
}

/* Handles one message of the line. */
static int step(struct client *t, int64_t *until)
{
    struct remote *r = remote_of(t);
    struct line_message *m = line_take(r->line);
    (void)until;
    if (!m)
        return 0;
    int64_t before = r->n;
    int was = (int)r->past;
    if (m->kind == LINE_UP)
        came_up(r);
    else if (m->kind == LINE_DOWN)
        went_down(r);
    else
        remote_hear(r, m->text, m->n);
    free(m);
    /* remote_hear dropped a table it could not follow: a new connection gets a snapshot. A snapshot
     * has no story: after a new connection all events come again, and those we know are only
     * told. */
    int lost = before >= 0 && r->n < 0, wants = was != PAST_WANTED && r->past == PAST_WANTED;
    if ((lost || wants) && r->link == LINK_GOOD) {
        /* Nothing may be sent before the hello of the new connection. */
        r->link = LINK_LOST;
        line_again(r->line);
    }
    return 1;
}

/* ---- what is there ---- */

static int phase(const struct client *t)
{
    return remote_of(t)->phase;
}

static void show_seat(const struct client *t, int seat, struct client_seat *to)
{
    const struct remote *r = remote_of(t);
    const struct bot *bot = r->at[seat].bot[0] ? bot_by_name(r->at[seat].bot, t->json->game) : NULL;
    *to = (struct client_seat){.kind = r->at[seat].kind, .away = r->at[seat].away};
    to->mine = t->mine >> seat & 1;
    to->name = remote_name(r, seat);
    to->bot = r->at[seat].bot;
    to->title = bot && bot->title ? bot->title : "";
}

/* A view of another seat does not exist here: the spectators' one is made from our own by redacting
 * it once more. */
static int show_view(const struct client *t, int viewer, struct view *to)
{
    const struct remote *r = remote_of(t);
    if (!r->viewing)
        return -1;
    if (viewer == r->seat)
        *to = r->view;
    else
        view_take(to, t->json->game, r->view.bytes, viewer);
    return 0;
}

static uint32_t asked(const struct client *t)
{
    const struct remote *r = remote_of(t);
    return r->viewing && r->phase == MATCH_RUNNING ? t->json->game->active(r->view.bytes) : 0;
}

/* -1 while our answer is under way, so that nothing is asked twice. */
static int turn(const struct client *t)
{
    const struct remote *r = remote_of(t);
    int open = r->ask && r->viewing && r->seat >= 0 && r->phase == MATCH_RUNNING;
    return open && !r->request.id ? r->seat : -1;
}

/* `until` is by the server's clock. */
static uint32_t question(const struct client *t, int seat, int64_t *until)
{
    const struct remote *r = remote_of(t);
    *until = r->until;
    return seat == r->seat && r->phase == MATCH_RUNNING ? r->ask : 0;
}

static int show_link(const struct client *t)
{
    return remote_of(t)->link;
}

/* At a server's table at most one seat is ours. */
static void show_plea(const struct client *t, struct client_plea *to)
{
    const struct remote *r = remote_of(t);
    to->seat = r->plea;
    to->waits = r->plea >= 0 && r->asked ? t->mine : 0;
}

/* Zeros before the end. */
static int result(const struct client *t, struct client_result *to)
{
    const struct remote *r = remote_of(t);
    *to = r->result;
    return r->phase == MATCH_OVER ? 0 : -1;
}

/* ---- requests ---- */

/* An answer waits for the connection, and is sent again if the connection was lost. `action` must
 * be legal (client_answer has checked it). */
static int answer(struct client *t, int seat, int action)
{
    struct remote *r = remote_of(t);
    if (!r->ask)
        return client_refuse(t, seat, &refusal_nothing_asked);
    if (begin_request(r, r->ask) < 0)
        return -1;
    t->json->game->action_name(r->view.bytes, seat, action, r->request.action);
    if (r->link == LINK_GOOD)
        remote_send_answer(r);
    else
        client_say(t, NEWS_LINK, EVENT_NONE,
                   "No connection: your answer is kept and sent when the server is back.");
    return 0;
}

static int undo(struct client *t, int seat)
{
    (void)seat;
    return request(remote_of(t), "undo", NULL, 1);
}

static int grant(struct client *t, int seat, int yes)
{
    (void)seat;
    return request(remote_of(t), "grant", NULL, yes);
}

static int start(struct client *t, const char *fill)
{
    return request(remote_of(t), "start", fill ? fill : "medium", 1);
}

static int back(struct client *t, int seat)
{
    (void)seat;
    return request(remote_of(t), "back", NULL, 1);
}

/* ---- HTTP ---- */

/* `what` is the rest of the path, with its slash, or "". The id has been checked
 * (address_is_id). */
static void path_of(const struct remote *r, const char *what, char path[80])
{
    snprintf(path, 80, "/api/tables/%s%s", r->where.id, what);
}

/* Writes the server's error message, or what else is known of the failure. The server's words are
 * cleaned later, with the rest of `why`. */
static void explain_reply(const struct remote *r, const struct call_reply *reply,
                          char why[CLIENT_TEXT])
{
    char origin[URL_ORIGIN];
    json_t *body = json_loads(reply->text, 0, NULL);
    const char *message =
        json_string_value(json_object_get(json_object_get(body, "error"), "message"));
    url_origin(&r->where.url, origin);
    if (!reply->status)
        snprintf(why, CLIENT_TEXT, "%.200s cannot be reached: %.150s.", origin, reply->text);
    else if (message)
        snprintf(why, CLIENT_TEXT, "The server says: %.300s", message);
    else
        snprintf(why, CLIENT_TEXT, "%.200s replies with status %d. Is it a charlatan server?",
                 origin, reply->status);
    json_decref(body);
}

/* Whether nobody knows if it was carried out, or it was not because others were faster. The text is
 * searched rather than read as JSON: the reasons are fixed words of docs/api.md. */
static int is_unsettled(const struct call_reply *reply)
{
    return !reply->status ||
           (reply->status >= 400 && (strstr(reply->text, "\"reason\":\"maybe-stored\"") ||
                                     strstr(reply->text, "\"reason\":\"somebody-faster\"")));
}

/* Asks up to TRIES times, with growing pauses, if the request has a body. All our requests may be
 * repeated. Those without a body change nothing, so a failure is reported at once. The caller frees
 * reply->text. */
static void call_again(const struct remote *r, const char *method, const char *path,
                       const char *body, struct call_reply *reply)
{
    enum { TRIES = 4, WAIT_MS = 300 };
    const char *token = r->where.token[0] ? r->where.token : NULL;
    for (int i = 0; i < TRIES; i++) {
        call_server(&r->where, method, path, token, body, reply);
        if (!is_unsettled(reply) || !body || i == TRIES - 1)
            return;
        free(reply->text);
        poll(NULL, 0, WAIT_MS << i);
    }
}

/* Waits for the server. r->denied says afterwards whether repeating the same request is
 * pointless. */
json_t *remote_ask(struct remote *r, const char *method, const char *what, const char *body,
                   char why[CLIENT_TEXT])
{
    struct call_reply reply;
    char path[80];
    path_of(r, what, path);
    call_again(r, method, path, body, &reply);
    json_t *good =
        reply.status == 200 || reply.status == 201 ? json_loads(reply.text, 0, NULL) : NULL;
    /* 202: the host has to agree first. */
    r->denied = reply.status >= 300 && !is_unsettled(&reply);
    json_tidy(good);
    if (!good)
        explain_reply(r, &reply, why);
    free(reply.text);
    return good;
}

/* Waits for the server, as remote_ask does. Why it failed is not told: the start of the game says
 * whether our nonce is in it. */
void remote_commit(struct remote *r)
{
    char why[CLIENT_TEXT], body[128];
    snprintf(body, sizeof body, "{\"nonce_commitment\":\"%s\"}", r->luck.pledge);
    json_decref(remote_ask(r, "POST", "/join", body, why));
}

/* The server refuses the record of a match with a witness for a moment, until the witness has
 * signed its end. Waits three seconds at most for that. The caller frees reply->text. */
static void fetch_record(struct remote *r, struct call_reply *reply)
{
    enum { TRIES = 15, PAUSE_NS = 200000000 };
    char path[80];
    path_of(r, "/record", path);
    call_server(&r->where, "GET", path, NULL, NULL, reply);
    for (int i = 1; i < TRIES && reply->status == 409 && r->luck.witness[0]; i++) {
        nanosleep(&(struct timespec){0, PAUSE_NS}, NULL);
        free(reply->text);
        call_server(&r->where, "GET", path, NULL, NULL, reply);
    }
}

/* If the record cannot be fetched now, it is still at the server. Sets t->record, and t->luck to
 * what the record proves, or to why nothing was checked. */
void remote_keep_record(struct remote *r)
{
    struct call_reply reply;
    char why[CLIENT_TEXT];
    fetch_record(r, &reply);
    if (reply.status == 200 && record_keep(&r->t, r->created, reply.text, reply.n, why) < 0)
        client_say(&r->t, NEWS_FAILED, EVENT_NONE, "%s", why);
    if (reply.status == 200)
        remote_luck_over(r, reply.text, reply.n);
    else
        snprintf(r->t.luck, sizeof r->t.luck,
                 "The luck was not checked: the server gave no record.");
    free(reply.text);
}

/* All that belongs to one table, before another takes its place. The seat and its token stay. */
static void forget_table(struct remote *r)
{
    json_decref(r->root);
    json_decref(r->table);
    r->root = r->table = NULL;
    r->viewing = r->caught_up = 0;
    r->n = r->plea = -1;
    r->ask = 0;
    r->request.id = 0;
    r->revealed = r->refused = 0;
    r->link = LINK_LOST;
    r->t.record[0] = r->t.luck[0] = 0;
    r->t.has_hint = 0;
    memset(r->t.posed, 0, sizeof r->t.posed);
    client_forget_story(&r->t);
    seen_free(&r->seen);
}

/* Moves this client to the rematch's table, which the server makes unless somebody else has asked
 * for it before. On a refusal the old table stays as it is. Waits for the server. */
static int rematch(struct client *t, const uint8_t seed[32])
{
    struct remote *r = remote_of(t);
    char why[CLIENT_TEXT];
    /* The server chooses its own seed. */
    (void)seed;
    /* What was kept of the first table has been compared with its record. */
    struct luck next = {.offered = r->luck.offered};
    char body[128] = "{}";
    if (next.offered) {
        luck_draw(&next);
        snprintf(body, sizeof body, "{\"nonce_commitment\":\"%s\"}", next.pledge);
    }
    json_t *reply = remote_ask(r, "POST", "/rematch", body, why);
    const char *id = json_string_value(json_object_get(json_object_get(reply, "table"), "id"));
    if (!address_is_id(id)) {
        if (reply)
            snprintf(why, sizeof why, "The server's answer names no table.");
        json_decref(reply);
        return client_refuse_text(t, EVENT_NONE, "conflict", NULL, why);
    }
    /* From here on nothing can fail: the old table is left. */
    line_close(r->line);
    strcpy(r->where.id, id);
    strcpy(t->id, id);
    json_decref(reply);
    seats_remember(t->folder, &r->where);
    r->luck = next;
    remote_luck_remember(r);
    /* The snapshot will tell. Until then, nobody can be asked to start the game. */
    r->phase = MATCH_REVEALING;
    forget_table(r);
    r->line = line_open(&r->where, t->wake);
    return 0;
}

/* ---- sitting down ---- */

/* As client_leave needs it: frees all but the client itself. The server keeps the seat. */
static void close_remote(struct client *t)
{
    struct remote *r = remote_of(t);
    if (r->line)
        line_close(r->line);
    json_decref(r->root);
    json_decref(r->table);
    seen_free(&r->seen);
}

static const struct client_kind remote_kind = {
    .remote = 1,
    .close = close_remote,
    .step = step,
    .phase = phase,
    .seat = show_seat,
    .view = show_view,
    .asked = asked,
    .turn = turn,
    .question = question,
    .link = show_link,
    .answer = answer,
    .undo = undo,
    .plea = show_plea,
    .grant = grant,
    .start = start,
    .back = back,
    .result = result,
    .rematch = rematch,
};

/* The first seat of this kind and absence, or with `seat` from 0 on that one alone. Returns -1 if
 * there is none. */
static int has_seat(const struct remote *r, int seat, int kind, int away)
{
    for (int i = 0; i < r->t.players; i++)
        if ((seat < 0 || seat == i) && r->at[i].kind == kind && r->at[i].away == away)
            return i;
    return -1;
}

/* The same request with the same key gets the same seat. */
void remote_write_key(const struct remote *r, struct writer *w)
{
    char key[SEATS_KEY + 1];
    seats_key(r->t.folder, &r->where, key);
    write_member_string(w, "key", key);
}

/* Takes a free seat, or one whose owner has left. Returns 0 with the token stored, or -1 with a
 * sentence. */
static int take_seat(struct remote *r, const struct client_visit *v, char why[CLIENT_TEXT])
{
    int left = has_seat(r, v->seat, SEAT_HUMAN, AWAY_LEFT);
    int waits = r->phase == MATCH_WAITING;
    struct writer w = {0};
    write_begin(&w, '{');
    if (v->name)
        write_member_string(&w, "name", v->name);
    if (v->seat >= 0 || !waits)
        write_member_number(&w, "seat", waits ? v->seat : left);
    remote_write_key(r, &w);
    /* A running game has its nonces already. */
    if (waits && remote_luck_draw(r))
        write_member_string(&w, "nonce_commitment", r->luck.pledge);
    write_end(&w, '}');
    json_t *reply = remote_ask(r, "POST", waits ? "/join" : "/takeover", w.at, why);
    const char *token = json_string_value(json_object_get(reply, "token"));
    writer_free(&w);
    if (address_is_token(token)) {
        strcpy(r->where.token, token);
        seats_remember(r->t.folder, &r->where);
    } else if (reply) {
        snprintf(why, CLIENT_TEXT, "The server gave no key to the seat.");
    }
    json_decref(reply);
    /* The next attempt needs another key, else it would get the same refusal. */
    if (r->denied)
        seats_settle(r->t.folder, &r->where);
    return r->where.token[0] ? 0 : -1;
}

/* Before the game an empty seat, in a running one a seat whose owner has left for good. */
static int is_free(const struct remote *r, int seat)
{
    return r->phase == MATCH_WAITING   ? has_seat(r, seat, SEAT_EMPTY, AWAY_NO) >= 0
           : r->phase == MATCH_RUNNING ? has_seat(r, seat, SEAT_HUMAN, AWAY_LEFT) >= 0
                                       : 0;
}

/* Finds the seat held already or a free one. If there is none, we watch. Returns 0, also to watch,
 * or -1 with a sentence. */
static int find_seat(struct remote *r, const struct client_visit *v, char why[CLIENT_TEXT])
{
    json_t *reply = remote_ask(r, "GET", "", NULL, why);
    if (!reply)
        return -1;
    /* Read before anything is decided: it has the seats, the phase and the commitment to the
     * luck. */
    int read = remote_read_table(r, json_object_get(reply, "table"));
    luck_see(&r->luck, json_object_get(reply, "table"));
    json_decref(reply);
    if (read < 0) {
        snprintf(why, CLIENT_TEXT, "That table plays a game this program has no screen for.");
        return -1;
    }
    if (v->watch)
        r->where.token[0] = 0;
    else if (!r->where.token[0])
        seats_recall(r->t.folder, &r->where);
    if (v->watch || r->where.token[0])
        return 0;
    if (is_free(r, v->seat))
        return take_seat(r, v, why);
    if (v->seat < 0)
        return 0;
    snprintf(why, CLIENT_TEXT, "Seat %d is not free. Leave out --seat, or watch with --watch.",
             v->seat);
    return -1;
}

/* Waits for the snapshot and leaves its news in the queue. News that came before the snapshot is
 * dropped, unless it says why the table is gone. */
static int await_table(struct remote *r, char why[CLIENT_TEXT])
{
    int64_t end = client_clock() + OPENING_MS, until;
    while (r->n < 0 && r->link != LINK_GONE && client_clock() < end) {
        if (!step(&r->t, &until))
            poll(NULL, 0, 10);
        r->t.queued = r->n < 0 && r->link != LINK_GONE ? 0 : r->t.queued;
    }
    if (r->n >= 0)
        return 0;
    if (r->link == LINK_GONE)
        snprintf(why, CLIENT_TEXT, "%s", r->t.queue[r->t.first].text);
    else
        snprintf(why, CLIENT_TEXT, "The table does not answer. Try again in a moment.");
    return -1;
}

/* Returns 0, or -1 with a sentence; then client_leave is called. */
static int sit_down(struct remote *r, const struct client_visit *v, char why[CLIENT_TEXT])
{
    char origin[URL_ORIGIN];
    const char *wrong = address_read(v->url, &r->where);
    if (wrong) {
        snprintf(why, CLIENT_TEXT, "--join '%.100s': %s.", v->url, wrong);
        return -1;
    }
    strcpy(r->t.id, r->where.id);
    url_origin(&r->where.url, origin);
    snprintf(r->t.url, sizeof r->t.url, "%s/#t/%s", origin, r->where.id);
    remote_luck_recall(r);
    if (r->where.secret[0] && remote_open_link(r, why) < 0)
        return -1;
    if (find_seat(r, v, why) < 0)
        return -1;
    r->line = line_open(&r->where, r->t.wake);
    int here = await_table(r, why);
    /* Only a seat that somebody else has is forgotten; a table that is missing may come back. */
    if (r->seat_lost)
        seats_lose(r->t.folder, &r->where);
    if (r->seat >= 0) {
        seats_remember(r->t.folder, &r->where);
        seats_settle(r->t.folder, &r->where);
        remote_luck_remember(r);
    }
    return here;
}

/* A table that is connected to nothing yet, for joining or for asking about keys. */
struct remote *remote_new(const struct client_visit *v)
{
    struct remote *r = calloc(1, sizeof *r);
    MUST(r);
    client_init(&r->t, &remote_kind, v->folder);
    r->seat = r->plea = -1;
    r->n = -1;
    r->link = LINK_LOST;
    return r;
}

/* The reasons may quote the server, so they are cleaned. */
struct client *client_join(const struct client_visit *visit, char why[CLIENT_TEXT])
{
    struct remote *r = remote_new(visit);
    if (sit_down(r, visit, why) == 0)
        return &r->t;
    text_tidy(why);
    client_leave(&r->t);
    return NULL;
}
