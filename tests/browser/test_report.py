"""Reports in a real browser: quiet, self-contained, narrow, dark, by keyboard, for screen readers, on paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from simkit.report.pdf import print_pdf

pytestmark = pytest.mark.slow
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1200, "height": 900}


@contextmanager
def opened(chromium: Any, address: str, **choices: Any) -> Iterator[Any]:
    """A page with that report; anything said on the console, and any request but for the file itself, is kept."""
    context = chromium.new_context(**choices)
    page = context.new_page()
    page.said, page.asked = [], []
    page.on("console", lambda message: page.said.append(message.text))
    page.on("pageerror", lambda error: page.said.append(str(error)))
    page.on("request", lambda request: page.asked.append(request.url))
    page.goto(address)
    try:
        yield page
    finally:
        context.close()


def test_no_word_on_the_console_and_no_request_to_anywhere(chromium: Any, address: str) -> None:
    with opened(chromium, address, viewport=DESK) as page:
        page.wait_for_timeout(100)
        assert page.said == []
        assert page.asked == [address]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_a_phone(chromium: Any, address: str, scheme: str) -> None:
    with opened(chromium, address, viewport=PHONE, color_scheme=scheme) as page:
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        wide = page.evaluate(
            """[...document.querySelectorAll('main *')].filter(e => !e.closest('.scroll, svg')
            && e.getBoundingClientRect().right > 390.5).map(e => e.outerHTML.slice(0, 80))"""
        )
        assert wide == []


def test_headings_of_tables_stay_low_on_a_phone(chromium: Any, address: str) -> None:
    with opened(chromium, address, viewport={"width": 360, "height": 800}) as page:
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        tall = page.evaluate(
            """[...document.querySelectorAll('thead tr')].filter(r => r.getBoundingClientRect().height > 100)
            .map(r => `${r.closest('section').id}: ${r.innerText}`)"""
        )
        assert tall == []


def test_dark_and_light_differ_and_charts_follow(chromium: Any, pages: dict[str, Path]) -> None:
    seen = {}
    for scheme in ("light", "dark"):
        with opened(chromium, pages["ordinary"].as_uri(), viewport=DESK, color_scheme=scheme) as page:
            seen[scheme] = page.evaluate(
                """[getComputedStyle(document.body).backgroundColor, getComputedStyle(
                document.querySelector('svg.chart text')).fill, getComputedStyle(document.querySelector(
                'svg.chart .fill-s0, svg.chart .stroke-s0')).stroke]"""
            )
    assert seen["light"][0] == "rgb(255, 255, 255)"
    assert all(light != dark for light, dark in zip(seen["light"][:2], seen["dark"][:2], strict=True))


def test_every_figure_has_a_name_that_a_screen_reader_says(chromium: Any, address: str) -> None:
    with opened(chromium, address, viewport=DESK) as page:
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        charts = page.locator("svg.chart")
        assert charts.count() > 3
        named = page.get_by_role("img", name=re.compile(r"\S"))
        assert named.count() == charts.count()
        assert page.locator("figure:not(:has(figcaption))").count() == 0


def test_no_two_texts_of_a_chart_overlap(chromium: Any, address: str) -> None:
    with opened(chromium, address, viewport=DESK) as page:
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        clashes = page.evaluate(
            """[...document.querySelectorAll('svg.chart')].flatMap(svg => {
              const texts = [...svg.querySelectorAll('text')].filter(t => t.textContent.trim());
              const boxes = texts.map(t => t.getBoundingClientRect());
              const hits = [];
              for (let i = 0; i < boxes.length; i++) for (let j = i + 1; j < boxes.length; j++) {
                const a = boxes[i], b = boxes[j];
                const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                if (x > 1 && y > 4) hits.push(texts[i].textContent + ' | ' + texts[j].textContent);
              }
              return hits;
            })"""
        )
        assert clashes == []


def test_texts_of_charts_stay_inside_them(chromium: Any, address: str) -> None:
    with opened(chromium, address, viewport=DESK) as page:
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        cut = page.evaluate(
            """[...document.querySelectorAll('svg.chart')].flatMap(svg => {
              const frame = svg.getBoundingClientRect();
              return [...svg.querySelectorAll('text')].filter(t => {
                const b = t.getBoundingClientRect();
                return b.width && (b.left < frame.left - 1 || b.right > frame.right + 1
                  || b.top < frame.top - 2 || b.bottom > frame.bottom + 2);
              }).map(t => t.textContent);
            })"""
        )
        assert cut == []


def test_a_table_is_sorted_by_keyboard_alone(chromium: Any, pages: dict[str, Path]) -> None:
    with opened(chromium, pages["ordinary"].as_uri(), viewport=DESK) as page:
        table = page.locator("#seats table").first
        button = table.locator("th button").nth(1)
        button.focus()
        orders = []
        for _ in range(2):
            page.keyboard.press("Enter")
            cells = table.locator("tbody tr td:nth-child(2)").all_text_contents()
            orders.append([float(text) for text in cells])
        assert orders[0] == sorted(orders[0])
        assert orders[1] == sorted(orders[0], reverse=True)
        assert table.locator("th").nth(1).get_attribute("aria-sort") == "descending"


def test_everything_is_there_without_javascript(chromium: Any, pages: dict[str, Path]) -> None:
    address = pages["ordinary"].as_uri()
    with opened(chromium, address, viewport=DESK) as page, opened(chromium, address, java_script_enabled=False) as bare:
        for what in ("section", "svg.chart", "table", "details"):
            assert bare.locator(what).count() == page.locator(what).count() > 0


@pytest.mark.parametrize("name, scheme", [("cooperative", "light"), ("cooperative", "dark"), ("sweep", "light"),
                                          ("names", "dark")])  # fmt: skip
def test_axe_finds_no_serious_violation(chromium: Any, pages: dict[str, Path], name: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    # axe must put its script into the page, which the page's own policy rightly refuses.
    with opened(chromium, pages[name].as_uri(), viewport=DESK, color_scheme=scheme, bypass_csp=True) as page:
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        found = axe.Axe().run(page).response["violations"]
        serious = [
            (v["id"], [n["html"][:120] for n in v["nodes"][:3]])
            for v in found
            if v["impact"] in ("serious", "critical")
        ]
        assert serious == []


def test_printed_it_cuts_no_chart(chromium: Any, address: str, tmp_path: Path) -> None:
    """Printed as the command does; each chart lies whole on one page: none is taller than a page or may be broken."""
    with opened(chromium, address, viewport={"width": 718, "height": 1000}) as page:  # A4 less its margins
        page.emulate_media(media="print")
        tall = page.evaluate(
            """[...document.querySelectorAll('svg.chart')].filter(svg => svg.getClientRects().length).filter(svg => {
              const b = svg.getBoundingClientRect();
              return b.height > 950 || b.right > 719 || !['avoid'].includes(getComputedStyle(svg).breakInside);
            }).map(svg => svg.querySelector('title').textContent)"""
        )
        assert tall == []
        page.pdf(path=tmp_path / "page.pdf", format="A4")
    data = (tmp_path / "page.pdf").read_bytes()
    assert data.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", data)) >= 2


def test_the_command_prints_with_the_same_browser(chromium: Any, pages: dict[str, Path], tmp_path: Path) -> None:
    print_pdf(pages["cooperative"], tmp_path / "printed.pdf")
    assert (tmp_path / "printed.pdf").read_bytes().startswith(b"%PDF")
