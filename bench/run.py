"""The benchmark: the engine beside hand-written C, a whole run beside the engine, starts, and memory.

    python bench/run.py                # about three minutes on two cores
    python bench/run.py --quick        # half a minute, noisy
    python bench/run.py --memory-games 10000000

It prints ratios, says which targets are met, and writes everything to out/bench/anaphylaxis.json. See bench/README.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import candidates
import limit
import memory

from simkit.cli import measure

GAME, STRATEGY, PLAYERS = "anaphylaxis", "random", 4
# Other line-ups whose speed on one core is put beside the same C limit: (game, strategy, players).
OTHERS = (
    ("sneeze", "random", 4),
    ("sneeze", "expert_endgame", 4),
    ("doctor_li", "beginner", 4),
    ("doctor_li", "leader_basher", 4),
)
# What must be reached, and what is aimed at: (name of the ratio, comparison, value, words).
TARGETS = (
    ("engine_to_c", ">=", 0.45, "engine against the C limit, one core (aim: 0.6)"),
    ("sneeze_random_to_c", ">=", 0.2, "sneeze, random, against the C limit, one core (aim: 0.4)"),
    ("sneeze_expert_endgame_per_second", ">=", 2000, "sneeze, expert_endgame, games/s of one core"),
    ("doctor_li_beginner_to_c", ">=", 0.08, "doctor_li, beginner, against the C limit, one core (aim: 0.15)"),
    ("doctor_li_leader_basher_per_second", ">=", 2000, "doctor_li, leader_basher, games/s of one core"),
    ("snowhere_random_per_second", ">=", 2000, "snowhere, random, games/s of one core (aim: 5,150)"),
    ("snowhere_careful_per_second", ">=", 600, "snowhere, careful, games/s of one core (aim: 1,500)"),
    ("snowhere_planner_per_second", ">=", 60, "snowhere, planner, games/s of one core (aim: 137)"),
    ("two_to_one", ">=", 1.8, "two workers against one"),
    ("run_to_engine", "<=", 1.5, "time of a whole run against the engine alone, two cores"),
    ("parent_mb", "<=", 700, "peak memory of the parent, MB"),
    ("worker_mb", "<=", 700, "peak memory of the largest worker, MB"),
    ("help_seconds", "<=", 0.3, "simkit --help, seconds"),
    ("warm_seconds", "<=", 3.0, "warm start of a run of 1,000 games, seconds"),
)


def main() -> None:
    """Measure, print, write."""
    asked = arguments()
    report: dict[str, Any] = {
        "game": GAME,
        "strategy": STRATEGY,
        "players": PLAYERS,
        "machine": machine(),
        "ratios": {},
    }
    say(f"{GAME}, {PLAYERS} players, {STRATEGY} at every seat · {report['machine']['cpu']}, {os.cpu_count()} cores")
    say("starts of the command ...")
    report["start"] = starts(report["ratios"])
    report["speed"] = speeds(asked.rounds, asked.games, report["ratios"])
    report["others"] = other_lineups(asked.rounds, asked.games // 4, report["ratios"])
    report["snowhere"] = candidates.measured(asked.rounds, report["ratios"], say)
    report["run"] = whole_run(asked.run_rounds, asked.run_games, report["ratios"])
    if asked.memory_games:
        say(f"memory of a run of {asked.memory_games:,} games ...")
        report["memory"] = memory.of_run(GAME, STRATEGY, PLAYERS, asked.memory_games)
        report["ratios"].update({k: report["memory"][k] for k in ("parent_mb", "worker_mb")})
    report["targets"] = judge(report["ratios"])
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    asked.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    say(f"written to {asked.out}")


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Measure simkit on this machine.")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of engine and C in turn; medians are taken")
    parser.add_argument("--games", type=int, default=200_000, help="games of one measurement on one core")
    parser.add_argument("--run-rounds", type=int, default=3, help="rounds of engine and whole run in turn")
    parser.add_argument("--run-games", type=int, default=1_000_000, help="games of the whole run")
    parser.add_argument(
        "--memory-games", type=int, default=2_000_000, help="games of the run whose memory is watched; 0: none"
    )
    parser.add_argument("--quick", action="store_true", help="a tenth of everything")
    parser.add_argument("--out", type=Path, default=Path("out/bench/anaphylaxis.json"))
    asked = parser.parse_args()
    if asked.quick:
        asked.rounds, asked.run_rounds = 3, 1
        asked.games, asked.run_games, asked.memory_games = (
            asked.games // 4,
            asked.run_games // 5,
            asked.memory_games // 10,
        )
    return asked


def machine() -> dict[str, Any]:
    """What this was measured on."""
    from simkit.runner.manifest import versions

    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.partition(":")[2].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        cpu = names[0] if names else cpu
    return {"cpu": cpu, "cores": os.cpu_count(), "system": platform.system(), "versions": versions()}


def starts(ratios: dict[str, float]) -> dict[str, float]:
    """Seconds of `simkit --help`, and of a small run with an empty and with a filled cache."""
    measure.command_seconds(["--help"])
    helped = statistics.median(measure.command_seconds(["--help"]) for _ in range(5))
    found = {"help": helped, **measure.start_seconds(GAME, STRATEGY, PLAYERS)}
    ratios["help_seconds"], ratios["warm_seconds"] = found["help"], found["warm"]
    say(f"  --help {found['help']:.2f} s · small run cold {found['cold']:.2f} s, warm {found['warm']:.2f} s")
    return found


def speeds(rounds: int, games: int, ratios: dict[str, float]) -> dict[str, Any]:
    """C and engine in turn, on one core and on two: a slow minute of the machine then hits both."""
    program = limit.build(say)
    crew = measure.crew_of(2)
    measure.warm_up(crew, 2, GAME, STRATEGY, PLAYERS)
    measure.play_for(GAME, STRATEGY, PLAYERS, 0, 1_000)
    samples: dict[str, list[float]] = {"c_one": [], "c_two": [], "engine_one": [], "engine_two": []}
    decisions = 0.0
    say(f"engine{' and C' if program else ''}, {rounds} rounds of {games:,} games a core ...")
    for _ in range(rounds):
        if program:
            samples["c_one"].append(limit.games_per_second(program, games))
            samples["c_two"].append(limit.games_per_second(program, games, copies=2))
        seconds, made = measure.play_for(GAME, STRATEGY, PLAYERS, 0, games)
        samples["engine_one"].append(games / seconds)
        decisions = made / games
        seconds, _ = measure.play_with(crew, 2, GAME, STRATEGY, PLAYERS, 2 * games)
        samples["engine_two"].append(2 * games / seconds)
    medians = {name: statistics.median(values) for name, values in samples.items() if values}
    ratios["two_to_one"] = median_ratio(samples["engine_two"], samples["engine_one"])
    if program:
        ratios["engine_to_c"] = median_ratio(samples["engine_one"], samples["c_one"])
        ratios["c_two_to_one"] = median_ratio(samples["c_two"], samples["c_one"])
        say(f"  C limit   one core {medians['c_one']:>10,.0f} games/s   two {medians['c_two']:>10,.0f}")
    say(f"  engine    one core {medians['engine_one']:>10,.0f} games/s   two {medians['engine_two']:>10,.0f}")
    say(f"  engine    one core {medians['engine_one'] * decisions:>10,.0f} decisions/s ({decisions:.0f} a game)")
    return {"games": games, "medians": medians, "samples": samples, "decisions_per_game": decisions}


def other_lineups(rounds: int, games: int, ratios: dict[str, float]) -> dict[str, Any]:
    """The engine with `OTHERS` on one core and the C limit in turn; games/s and the ratio to C of each line-up."""
    program = limit.build(say)
    found: dict[str, Any] = {}
    for game, strategy, players in OTHERS:
        name = f"{game}_{strategy}"
        measure.play_for(game, strategy, players, 0, 1_000)
        samples: dict[str, list[float]] = {"c": [], "engine": []}
        for _ in range(rounds):
            if program:
                samples["c"].append(limit.games_per_second(program, games))
            samples["engine"].append(games / measure.play_for(game, strategy, players, 0, games)[0])
        ratios[f"{name}_per_second"] = statistics.median(samples["engine"])
        if program:
            ratios[f"{name}_to_c"] = median_ratio(samples["engine"], samples["c"])
        shown = f" · {ratios[f'{name}_to_c']:.3f} of C" if program else ""
        say(f"  {game}, {players} players, {strategy}: {ratios[f'{name}_per_second']:,.0f} games/s{shown}")
        found[name] = samples
    return found


def whole_run(rounds: int, games: int, ratios: dict[str, float]) -> dict[str, Any]:
    """`run` with two workers, everything written, beside the engine alone on two cores; workers are warm in both."""
    from simkit import runner

    crew = measure.crew_of(2)
    config = runner.RunConfig(GAME, PLAYERS, (STRATEGY,), games, seed=measure.SEED)
    samples: dict[str, list[float]] = {"engine": [], "run": []}
    say(f"whole run of {games:,} games, {rounds} rounds ...")
    with tempfile.TemporaryDirectory(prefix="simkit-bench-") as folder:
        small = runner.RunConfig(GAME, PLAYERS, (STRATEGY,), 40_000, seed=measure.SEED)
        runner.run(small, Path(folder, "warm-up"), jobs=2)
        for k in range(rounds):
            samples["engine"].append(measure.play_with(crew, 2, GAME, STRATEGY, PLAYERS, games)[0])
            samples["run"].append(timed(lambda k=k: runner.run(config, Path(folder, f"run-{k}"), jobs=2)))
        size = sum(path.stat().st_size for path in Path(folder, "run-0").rglob("*") if path.is_file())
    medians = {name: statistics.median(values) for name, values in samples.items()}
    ratios["run_to_engine"] = median_ratio(samples["run"], samples["engine"])
    say(f"  engine alone {medians['engine']:.2f} s · run {medians['run']:.2f} s · {size / games:.1f} bytes a game")
    return {"games": games, "seconds": medians, "samples": samples, "bytes_per_game": size / games}


def timed(work: Callable[[], Any]) -> float:
    """Seconds that `work` takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def median_ratio(above: list[float], below: list[float]) -> float:
    """Median over rounds of the ratio within a round."""
    return statistics.median(a / b for a, b in zip(above, below, strict=True))


def judge(ratios: dict[str, float]) -> list[dict[str, Any]]:
    """Print each target with what was found."""
    say("\nfound     target   ")
    judged = []
    for name, sign, value, words in TARGETS:
        found = ratios.get(name)
        met = None if found is None else found >= value if sign == ">=" else found <= value
        shown = "-" if found is None else f"{found:.2f}" if found < 100 else f"{found:.0f}"
        say(
            f"{shown:<9} {sign} {value:<6g} {'not measured' if met is None else 'met' if met else 'MISSED':<12} {words}"
        )
        judged.append({"name": name, "found": found, "comparison": sign, "target": value, "met": met})
    return judged


def say(line: str) -> None:
    """Print at once, also into a pipe."""
    print(line, flush=True)


if __name__ == "__main__":
    main()
