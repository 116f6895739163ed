"""The report as PDF, printed by a Chromium that is installed: no browser comes with simkit."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from simkit.errors import UsageError
from simkit.report.ours import PDF_MARK, check_place, put

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "brave",
)
SECONDS = 120


def find_browser() -> str | None:
    """The first browser on the path that can print, by its name; None if there is none."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


def print_pdf(html: Path, pdf: Path) -> None:
    """Print a report.

    Raises:
        UsageError: no Chromium is installed, it does not print, or `pdf` is a file that simkit did not make.
        SimkitError: the file cannot be written.
    """
    browser = find_browser()
    if browser is None:
        raise UsageError(
            f"--pdf needs a Chromium, and none is installed (looked for {', '.join(BROWSERS)}). Install one, or open "
            f"{html} in any browser and print it from there."
        )
    check_place(pdf, "the PDF")
    with tempfile.TemporaryDirectory(prefix="simkit-pdf-") as profile:
        printed = Path(profile) / "report.pdf"
        command = [
            browser, "--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-component-update",
            "--disable-background-networking", "--disable-sync", f"--user-data-dir={profile}", "--no-pdf-header-footer",
            f"--print-to-pdf={printed}", html.resolve().as_uri(),
        ]  # fmt: skip
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            command.insert(1, "--no-sandbox")  # Chromium refuses to sandbox itself for root
        try:
            done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise UsageError(f"{browser} did not print {html}: {error}. Print it from a browser by hand.") from None
        data = printed.read_bytes() if printed.exists() else b""
    if not data:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise UsageError(
            f"{browser} did not print {html} (exit code {done.returncode}{': ' + said[-1] if said else ''}). "
            "Print it from a browser by hand."
        )
    put(pdf, data.rstrip(b"\n") + PDF_MARK, "the PDF")
