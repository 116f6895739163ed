"""What strategies ask about a table of Snowhere (section 6), slow and obvious."""

from __future__ import annotations

from tests.reference.snowhere import Table
from tests.reference.snowhere_geometry import Card, overlap
from tests.reference.snowhere_raster import Cells


def dead_cards(table: Table, more_snow: tuple[Card, ...] = ()) -> set[int]:
    """The fire cards that can never be picked up, the highest looked at first."""
    dead: set[int] = set()
    for ident in sorted(table.fire, key=lambda i: -table.fire[i].level):
        own = table.fire[ident].card
        snow = [b for b in (*table.snow, *more_snow) if overlap(own, b)]
        fire = [table.fire[d].card for d in dead if overlap(own, table.fire[d].card)]
        permanent = snow + fire
        if len(permanent) == 1:
            forbidden = bool(snow) and not table.rules.sliver_by_snow
            if forbidden or not table.is_sliver(own, permanent[0]):
                dead.add(ident)
        elif permanent:
            dead.add(ident)
    return dead


def new_dead(table: Table, x: Card) -> int:
    """newdead(X): live cards that become dead by placing X."""
    return len(dead_cards(table, (x,))) - len(dead_cards(table))


def buried(table: Table, x: Card) -> int:
    """Cards pickable now that X would cover by more than a sliver."""
    pickable = [table.fire[i].card for i in table.legal_picks()]
    return sum(overlap(own, x) and not table.is_sliver(own, x) for own in pickable)


def unlocks(table: Table, ident: int) -> int:
    """Cards not pickable now and pickable without one."""
    before = table.legal_picks()
    gone = table.fire.pop(ident)
    table.known.clear()
    after = table.legal_picks()
    table.fire[ident] = gone
    table.known.clear()
    return len(set(after) - set(before))


def exclusive_area(table: Table, ident: int) -> float:
    """The card minus all other cards."""
    others = table.snow_cells()
    for other in table.fire:
        if other != ident:
            others = others | table.cells[other]
    return table.raster.area(table.cells[ident] & ~others)


def visible_dead(table: Table) -> Cells:
    """VF whose topmost card is dead."""
    found = table.raster.none()
    for ident in dead_cards(table):
        found |= table.visible_of(ident)
    return found
