/* Makes the schema of a PostgreSQL database, step by step (steps.def), in one transaction. Of
 * nodes that start together, one takes the steps, and the others wait and find them taken. A node
 * that lacks the right to change the schema can use one that has all steps. */
#include "store/postgres_schema.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/version.h"
#include "store/postgres_link.h"
#include "store/steps.h"

static int execute(PGconn *conn, const char *text, char error[STORE_ERROR])
{
    PGresult *r = link_ask(conn, text, STEPS_MS, error);
    PQclear(r);
    return r ? 0 : -1;
}

/* The number that the query returns; -1: an error; -2: no row, or NULL. */
static int ask_number(PGconn *conn, const char *text, char error[STORE_ERROR])
{
    PGresult *r = link_ask(conn, text, ANSWER_MS, error);
    if (!r)
        return -1;
    int nothing = PQntuples(r) == 0 || PQgetisnull(r, 0, 0);
    int number = nothing ? -2 : atoi(PQgetvalue(r, 0, 0));
    PQclear(r);
    return number;
}

/* This reads the catalogue itself, because to_regclass may return what was before another node's
 * commit. 1, 0, or -1: an error. */
static int has_table(PGconn *conn, const char *name, char error[STORE_ERROR])
{
    char text[256];
    snprintf(text, sizeof text,
             "SELECT 1 FROM pg_catalog.pg_class c"
             " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
             " WHERE n.nspname = 'charlatan' AND c.relname = '%s'",
             name);
    int there = ask_number(conn, text, error);
    return there == -2 ? 0 : there;
}

/* Writes which version of charlatan took a step, "" if the database does not say. */
static int ask_program(PGconn *conn, int step, char program[24], char error[STORE_ERROR])
{
    char text[96];
    snprintf(text, sizeof text, "SELECT program FROM charlatan.steps WHERE n = %d", step);
    PGresult *r = link_ask(conn, text, ANSWER_MS, error);
    if (!r)
        return -1;
    snprintf(program, 24, "%.20s", PQntuples(r) ? PQgetvalue(r, 0, 0) : "");
    PQclear(r);
    return 0;
}

/* 0, or -1 if a program that knows no more than our steps cannot use this version. */
static int suits(PGconn *conn, int version, int is_listed, char error[STORE_ERROR])
{
    char program[24] = "", why[STORE_ERROR];
    if (is_listed && version > STEPS && ask_program(conn, version, program, error))
        return -1;
    if (steps_refuse(version, program, why) == 0)
        return 0;
    snprintf(error, STORE_ERROR, "The database %.200s.", why);
    return -1;
}

/* How many steps were taken, or -1. Databases of 0.1.0 have no table of steps. More than STEPS if a
 * newer program has added some. */
static int steps_taken(PGconn *conn, char error[STORE_ERROR])
{
    int there = has_table(conn, "about", error);
    if (there <= 0)
        return there;
    int is_listed = has_table(conn, "steps", error);
    int version =
        is_listed < 0 ? -1 : ask_number(conn, "SELECT max(version) FROM charlatan.about", error);
    if (version == -1 || suits(conn, version, is_listed, error))
        return -1;
    int done = is_listed ? ask_number(conn, "SELECT max(n) FROM charlatan.steps", error) : 1;
    return done == -2 ? 1 : done;
}

/* A step that is noted already stays: the list says who took it first. */
static int note_step(PGconn *conn, int n, const char *program, char error[STORE_ERROR])
{
    char text[256];
    snprintf(text, sizeof text,
             "INSERT INTO charlatan.steps (n, name, program) VALUES (%d, '%s', '%s')"
             " ON CONFLICT DO NOTHING",
             n, steps[n - 1].name, program);
    return execute(conn, text, error);
}

/* Within the caller's transaction and lock. */
static int take_steps(PGconn *conn, int done, char error[STORE_ERROR])
{
    char text[96];
    if (execute(conn,
                "CREATE SCHEMA IF NOT EXISTS charlatan;"
                "CREATE TABLE IF NOT EXISTS charlatan.steps (n integer PRIMARY KEY,"
                " name text NOT NULL, program text NOT NULL,"
                " at timestamptz NOT NULL DEFAULT now())",
                error))
        return -1;
    if (done && note_step(conn, 1, "0.1.0", error))
        return -1;
    for (int n = done + 1; n <= STEPS; n++)
        if (execute(conn, steps[n - 1].postgres, error) ||
            note_step(conn, n, CHARLATAN_VERSION, error))
            return -1;
    snprintf(text, sizeof text, "UPDATE charlatan.about SET version = %d", steps_version(STEPS));
    return execute(conn, text, error);
}

/* Looks without a lock first, because nearly always nothing is to be done. Under the lock it looks
 * again: another node may have been faster. After -1 the transaction is open, so the connection
 * must be closed. */
int postgres_schema_make(PGconn *conn, char error[STORE_ERROR])
{
    int done = steps_taken(conn, error);
    if (done < 0 || done >= STEPS)
        return done < 0 ? -1 : 0;
    if (execute(conn,
                "BEGIN; SET LOCAL statement_timeout = '10min';"
                "SELECT pg_advisory_xact_lock(7165064712950247530)",
                error))
        return -1;
    done = steps_taken(conn, error);
    if (done < 0 || (done < STEPS && take_steps(conn, done, error)))
        return -1;
    return execute(conn, "COMMIT", error);
}
