"""The page model as one self-contained HTML file. The template only prints; jinja2 escapes every name."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from simkit.report.figures.draw import svg
from simkit.report.material import ReportDefinition
from simkit.report.model import Exhibit, Page, Section


def render(page: Page, definition: ReportDefinition) -> str:
    """Return the HTML text. The same page and definition give the same text."""
    style, script = (
        (definition.folder / name).read_text(encoding="utf-8").strip() for name in (definition.style, definition.script)
    )
    if "</" in style or "</" in script:
        raise ValueError("style and script of a report must not contain '</': it would end their element")
    environment = Environment(
        loader=FileSystemLoader(definition.folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    html = environment.get_template(definition.template).render(
        page=page, svg=_chart, shape=shape, style=Markup(style), script=Markup(script),
        policy=policy(style, script),
    )  # fmt: skip
    # Trees of SVG are long lines already; blank lines of the template say nothing.
    return "\n".join(line.rstrip() for line in html.splitlines() if line.strip()) + "\n"


def shape(exhibits: Sequence[Exhibit]) -> list[tuple[Exhibit, str]]:
    """Each exhibit with how it lies: "half" a row, "lone" (a chart that would be alone in its row) or "wide" (a table).

    A lone chart has its table beside it on a wide screen.
    """
    found: list[tuple[Exhibit, str]] = []
    row: list[Exhibit] = []
    for exhibit in [*exhibits, None]:
        if exhibit is not None and exhibit.chart is not None:
            row.append(exhibit)
            continue
        alone = len(row) % 2
        found += [(e, "lone" if alone and k == len(row) - 1 else "half") for k, e in enumerate(row)]
        row = []
        if exhibit is not None:
            found.append((exhibit, "wide"))
    return found


def policy(style: str, script: str) -> str:
    """A content security policy that admits this style, this script, and nothing else from anywhere."""
    return (
        f"default-src 'none'; style-src 'sha256-{_digest(style)}'; script-src 'sha256-{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _chart(section: Section, exhibit: Exhibit) -> Markup:
    assert exhibit.chart is not None
    # The drawing escapes its own texts, as XML must.
    return Markup(svg(exhibit.chart, f"{section.key}-{exhibit.key}", exhibit.title, exhibit.description))
