"""From a matplotlib figure to inline SVG that a strict page may hold.

matplotlib writes a stand-alone document with style attributes and many ids. A page with a content policy refuses style
attributes, and ids of several charts collide. So the tree is rewritten: styles become presentation attributes, colours
of the theme become classes (the style sheet gives them a light and a dark value), only referenced ids stay, prefixed.
"""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET

from matplotlib.figure import Figure

from simkit.report.figures.theme import CLASSES, INK

_NUMBER = re.compile(r"-?\d+\.\d+")
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_FONT = re.compile(r"(?P<bold>bold |700 )?(?P<size>[\d.]+px)")
_DROPPED = {"font", "font-family", "font-style", "font-variant", "font-stretch", "white-space"}


def inline_svg(figure: Figure, prefix: str, title: str, description: str) -> str:
    """Render `figure` as an `<svg role="img">` element.

    Args:
        prefix: unique on the page (letters, digits, hyphens); starts every id inside.
        title, description: plain text, escaped here.
    """
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    root = ET.fromstring(buffer.getvalue())
    _simplify(root)
    _rename_ids(root, prefix)
    width, height = root.attrib["viewBox"].split()[2:]
    children = list(root)
    root.clear()
    root.attrib.update({
        "class": "chart", "role": "img", "aria-labelledby": f"{prefix}-title {prefix}-desc",
        "viewBox": f"0 0 {width} {height}", "stroke-linejoin": "round", "stroke-linecap": "butt",
    })  # fmt: skip
    for tag, text in (("title", title), ("desc", description)):
        ET.SubElement(root, tag, {"id": f"{prefix}-{tag}"}).text = text
    root.extend(children)
    return ET.tostring(root, encoding="unicode", short_empty_elements=True)


def _simplify(root: ET.Element) -> None:
    for parent in root.iter():
        for child in list(parent):
            if _local(child.tag) in {"metadata", "style"}:
                parent.remove(child)
    for element in root.iter():
        element.tag = _local(element.tag)
        element.tail = None
        if element.text is not None and not element.text.strip():
            element.text = None
        flat = {_local(name): value for name, value in element.attrib.items()}
        for name, value in _declarations(flat.pop("style", "")):
            flat[name] = value
        element.attrib.clear()
        element.attrib.update(_themed({k: _rounded(k, v) for k, v in flat.items() if k not in _DROPPED}))


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]


def _declarations(style: str) -> list[tuple[str, str]]:
    found = []
    for part in style.split(";"):
        name, _, value = (s.strip() for s in part.partition(":"))
        if name == "font":
            match = _FONT.search(value)
            assert match is not None, f"a font with a size is expected; {value!r} came"
            found.append(("font-size", match["size"].removesuffix("px")))
            if match["bold"]:
                found.append(("font-weight", "bold"))
        elif name:
            found.append((name, value))
    return found


def _rounded(name: str, value: str) -> str:
    """Two decimals are a hundredth of a pixel; more only makes the file larger."""
    if name in {"id", "href", "clip-path", "fill", "stroke", "version"}:
        return value
    return _NUMBER.sub(lambda found: _two_decimals(float(found[0])), value)


def _two_decimals(number: float) -> str:
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _themed(attributes: dict[str, str]) -> dict[str, str]:
    """Give theme colours a class each for fill and stroke; text and axes take the colour of the text around."""
    classes = []
    for name in ("fill", "stroke"):
        colour = attributes.get(name, "").lower()
        if colour == INK:
            attributes[name] = "currentColor"
        elif colour in CLASSES:
            classes.append(f"{name}-{CLASSES[colour]}")
    if classes:
        attributes["class"] = " ".join(classes)
    return attributes


def _rename_ids(root: ET.Element, prefix: str) -> None:
    used: dict[str, str] = {}
    for element in root.iter():
        for name, value in element.attrib.items():
            targets = _REFERENCE.findall(value) if name != "href" else [value.removeprefix("#")]
            for target in targets:
                used.setdefault(target, f"{prefix}-{len(used)}")
    for element in root.iter():
        own = element.attrib.pop("id", None)
        if own in used:
            element.attrib["id"] = used[own]
        for name, value in element.attrib.items():
            if name == "href":
                element.attrib[name] = f"#{used[value.removeprefix('#')]}"
            elif "url(#" in value:
                element.attrib[name] = _REFERENCE.sub(lambda m: f"url(#{used[m[1]]})", value)
