"""The storehouse of Arcane Alley (A6): lines, sets, slots, and cards that somebody knows."""

from arcane_box import FELINE


def lines(house):
    """The stacks of the present shape, as lists of indices: A6.1, A6.6."""
    rows, cols = house["rows"], house["cols"]
    out = []
    if cols == 3:
        out += [[r * 3, r * 3 + 1, r * 3 + 2] for r in range(rows)]
    if rows == 3:
        out += [[c, c + cols, c + 2 * cols] for c in range(cols)]
    if rows == cols == 3:
        out += [[0, 4, 8], [2, 4, 6]]
    return out


def set_item(cells):
    """The item three cells are a set of, or None: A6.2, A6.4."""
    if any(c is None or not c["up"] for c in cells):
        return None
    items = [c["item"] for c in cells]
    if len(set(items)) == 1:
        return items[0]
    others = [i for i in items if i != FELINE]
    if len(others) == 2 and others[0] == others[1]:
        return others[0]
    return None


def sets_of(house):
    return [ln for ln in lines(house) if set_item([house["cells"][i] for i in ln])]


def place_of(cells, cell):
    return next((i for i, c in enumerate(cells) if c is cell), None)


def slots(house, wanted):
    """Slot numbers (from 1) of the cells for which wanted(cell) holds; holes never."""
    return [i + 1 for i, c in enumerate(house["cells"]) if c is not None and wanted(c)]


def hidden(cell):
    return not cell["up"]


def revealed(cell):
    return cell["up"]


def up_count(house, item):
    return sum(1 for c in house["cells"] if c and c["up"] and c["item"] == item)


def close_up(house, gone, across):
    """A6.6: take the three cells `gone` out; `across` decides for a diagonal."""
    rows, cols = house["rows"], house["cols"]
    if len({i // cols for i in gone}) == 1:
        rows -= 1
    elif len({i % cols for i in gone}) == 1:
        cols -= 1
    elif across:
        cols -= 1
    else:
        rows -= 1
    if rows == house["rows"]:           # every row loses one: what is left moves left
        cells = [c for i, c in enumerate(house["cells"]) if i not in gone]
    else:                               # every column loses one: column by column
        columns = [[house["cells"][i] for i in range(c, len(house["cells"]), cols)
                    if i not in gone] for c in range(cols)]
        cells = [column[r] for r in range(rows) for column in columns]
    if not cells:
        rows = cols = 0
    house.update(rows=rows, cols=cols, cells=cells)


def knows(card, seat):
    return seat is not None and seat in card["known"]


def learn(card, seat):
    card["known"] = sorted(set(card["known"]) | {seat})
