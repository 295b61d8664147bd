/* Writes the rows of observations as JSON, for the command line and the library. */
#include "wire/observation.h"

#include "wire/write.h"

const char *observation_how(const struct observe_row *row)
{
    static const char *const names[] = {"one-hot", "bits", "steps", "fives", "scale"};
    return names[row->how];
}

/* Asks about one value: a row has names for all of them or for none. */
int observation_is_named(const struct observer *o, const struct observe_row *row)
{
    return o->value_text(row, row->most)[0] != '\0';
}

/* Nothing at all for a row without names: its values speak for themselves. */
static void write_values(struct writer *w, const struct observer *o, const struct observe_row *row)
{
    if (!observation_is_named(o, row))
        return;
    write_key(w, "values");
    write_begin(w, '[');
    for (int value = 0; value <= row->most; value++)
        write_string(w, o->value_text(row, value));
    write_end(w, ']');
}

/* `values` are there only for rows whose values have names. */
void observation_row_write(struct writer *w, const struct observer *o,
                           const struct observe_row *row)
{
    write_begin(w, '{');
    write_member_string(w, "name", row->name);
    write_member_number(w, "at", row->at);
    write_member_number(w, "count", row->count);
    write_member_number(w, "blocks", row->blocks);
    write_member_number(w, "stride", row->stride);
    write_member_number(w, "least", row->least);
    write_member_number(w, "most", row->most);
    write_member_string(w, "inputs", observation_how(row));
    write_member_number(w, "first_input", row->first);
    write_member_number(w, "inputs_a_cell", row->width);
    write_values(w, o, row);
    write_member_string(w, "text", row->text);
    write_end(w, '}');
}
