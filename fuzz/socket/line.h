/* A client's connection to one of the servers, plain or by TLS. It notes what was sent and checks
 * what comes back (ear.h). Bytes can be sent in pieces, and spoiled at any place. */
#ifndef CHARLATAN_FUZZ_SOCKET_LINE_H
#define CHARLATAN_FUZZ_SOCKET_LINE_H

#include <openssl/ssl.h>

#include "fuzz/socket/bytes.h"
#include "fuzz/socket/ear.h"

/* The servers: without TLS, with TLS, the witness, one with TLS that soon loses its patience, and
 * one with limits behind a proxy, with pages of another origin. */
enum house { PLAIN, SECRET, WITNESS, HASTY, GUARDED, HOUSES };

/* How long anything may take before it counts as hanging. */
enum { PATIENCE_MS = 60000 };

struct line {
    /* -1: there is no connection. */
    int fd;
    enum house house;
    /* NULL: plain. */
    SSL *tls;
    BIO *in, *out;
    /* What is sent next, and what was sent and heard. */
    struct bytes pending, sent, heard;
    /* Bytes go in pieces of this size; 0: as a whole. */
    uint32_t piece;
    /* After so many bytes something happens to the next; -1: nothing does. */
    int64_t spoil_in;
    char spoil_how;
    /* The other side has ended it; we have; nothing more can be sent. */
    int ended, shut, stuck;
    /* What was sent is not what the server reads. */
    int blind;
    /* What comes is no HTTP. */
    int deaf;
    /* It is a guest's whom nobody may disturb. */
    int honest;
    struct ear ear;
};

/* How many connections there were. */
extern uint64_t lines_dialled;
/* Shows what is said. */
extern int lines_loud;

void lines_open(void);
void lines_close(void);
/* `how` is "" or a way of TLS (line.c). -1: there is no connection. */
int line_dial(struct line *l, enum house house, int port, const char *how);
/* Sends what is pending. */
void line_flush(struct line *l);
/* Waits until there is something to hear, at most so long. */
void line_wait(struct line *l, int ms);
/* Hears all that is there, and checks it. */
void line_listen(struct line *l);
/* How many answers must still come, if the server does not close instead. */
int line_owed(const struct line *l);
/* Asks for new keys of TLS, or says goodbye. */
void line_trick(struct line *l, const char *what);
void line_shut(struct line *l);
void line_reset(struct line *l);
void line_close(struct line *l);
void line_free(struct line *l);
/* A broken promise shows what was said. */
void line_promise(const struct line *l, int kept, const char *what);
/* The same; where wrongs are counted, this connection is heard no more. */
void line_expect(struct line *l, int kept, const char *what);
int64_t now_ms(void);

#endif
