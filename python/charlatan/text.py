"""A state as plain text for people: what the environments print with render_mode="ansi"."""


def show(state, player=None, names=None):
    """The board of `charlatan play --plain` as `player` may see it (None: the one to move, -1: a spectator), with what is
    asked and the numbers of the legal actions."""
    return state.board(player, names)
