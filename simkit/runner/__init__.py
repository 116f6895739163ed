"""From a configuration to a folder of results: plan (pure) -> execute (workers) -> store (Parquet, manifest)."""

from simkit.runner.execute import BACKENDS, Backend, default_jobs
from simkit.runner.keys import GameKey, replay_key
from simkit.runner.manifest import FoundGame, Judging, config_of, find_game
from simkit.runner.outline import Outline, Subject, config_in, dry_run, look_up, next_out
from simkit.runner.plan import BASE, Plan, RunConfig, command_of, make_plan
from simkit.runner.progress import Progress
from simkit.runner.run import RunResult, run
from simkit.runner.sitting import Stopping, first_games
from simkit.runner.store import Problem, Run, open_run, resume_command, verify

__all__ = [
    "BACKENDS",
    "BASE",
    "Backend",
    "FoundGame",
    "GameKey",
    "Judging",
    "Outline",
    "Plan",
    "Problem",
    "Progress",
    "Run",
    "RunConfig",
    "RunResult",
    "Stopping",
    "Subject",
    "command_of",
    "config_in",
    "config_of",
    "default_jobs",
    "dry_run",
    "find_game",
    "first_games",
    "look_up",
    "make_plan",
    "next_out",
    "open_run",
    "replay_key",
    "resume_command",
    "run",
    "verify",
]
