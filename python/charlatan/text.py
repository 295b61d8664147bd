"""A state as plain text for people: what the environments print with render_mode="ansi"."""


def _counted(chips):
    """ "4x white1, orange1" of a dict of counts or a list."""
    if not isinstance(chips, dict):
        chips = {chip: chips.count(chip) for chip in chips}
    return ", ".join(name if n == 1 else f"{n}x {name}" for name, n in chips.items() if n) or "nothing"


def _card(card):
    """A card of Arcane Alley: in brackets if the viewer knows it but it lies face down."""
    if card is None:
        return ""
    if card["item"] is None:
        return "??"
    return f"({card['item']})" if card.get("up") is False else card["item"]


def _arcane_head(view):
    market = f", market: {', '.join(card or '??' for card in view['market'])}" if view["market"] else ""
    top = f", on top {view['discard'][-1]}" if view["discard"] else ""
    return [f"round {view['round']}, {view['phase']}; deck {view['deck']['count']}, discard {len(view['discard'])}{top}{market}"]


def _arcane_seat(player):
    house = player["house"]
    names = [_card(cell) for cell in house["cells"]]
    wide = max(map(len, names), default=0)
    wizard = f"{player['wizard']}, " if player["wizard"] else ""
    yield f"{wizard}{player['gold']} gold, {player['infamy']} infamy; stash: {', '.join(map(_card, player['stash'])) or 'empty'}"
    for row in range(house["rows"]):
        cells = names[row * house["cols"] : (row + 1) * house["cols"]]
        yield "  | " + " | ".join(f"{name:{wide}}" for name in cells) + " |"


def _quacks_head(view):
    card = view["fortune"] and view["fortune"]["card"]
    return [f"turn {view['turn']}, {view['phase']}" + (f"; fortune card {card}" if card else "")]


def _quacks_seat(player):
    flask = "full" if player["flask"] else "empty"
    what = "; exploded" if player["exploded"] else "; stopped" if player["stopped"] else ""
    yield f"{player['points']} points, {player['rubies']} rubies, droplet on {player['droplet']}, flask {flask}{what}"
    yield "  pot: " + (" ".join(f"{chip['chip']}@{chip['at']}" for chip in player["pot"]) or "empty")
    if player["bag"]:
        yield f"  bag: {_counted(player['bag'])}"


# How the head of a game and its seats are written.
GAMES = {"arcane": (_arcane_head, _arcane_seat), "quacks": (_quacks_head, _quacks_seat)}


def show(state, player=None):
    """The board as `player` may see it (None: the one to move, -1: a spectator), and what is asked."""
    if player is None:
        player = max(-1, state.current_player())
    view = state.view(player)
    head, seat = GAMES[view["game"]]
    lines = [f"{state.get_game().title}, {line}" for line in head(view)]
    for number, owner in enumerate(view["players"]):
        first, *rest = seat(owner)
        lines += [f"player {number}{' (you)' if number == player else ''}: {first}", *rest]
    if state.is_terminal():
        lines.append(f"won by player {' and '.join(map(str, state.winners()))}")
    for asked in state.active_players():
        lines.append(f"player {asked}: {state.question(asked)[1]}")
        if asked == player:
            lines += [f"  {a}: {state.action_to_string(asked, a)}" for a in state.legal_actions(asked)]
    return "\n".join(lines)
