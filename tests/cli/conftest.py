"""The command line in this process: exact exit code, stdout and stderr."""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit.cli.app import main
from tests.cli.shell import PLAY, Ended, Simkit, process


@pytest.fixture
def simkit(capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Simkit:
    """Run `simkit ...` here, in an empty folder. No traceback may ever appear."""
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> Ended:
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
        out, err = capfd.readouterr()
        assert "Traceback" not in out + err
        code = ended.value.code
        assert isinstance(code, int)
        return Ended(code, out, err)

    return call


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of results that tests read but do not change."""
    out = tmp_path_factory.mktemp("played") / "run"
    done = process(*PLAY, "--games", 300, "--seed", 5, "--backend", "serial", "--quiet", "--out", out)
    assert done.returncode == 0, done.stderr.decode()
    return out
