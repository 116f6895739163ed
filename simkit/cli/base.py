"""click with our manners: did-you-mean for commands and options, examples at the end of every help page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from simkit.errors import did_you_mean


class Command(click.Command):
    """A command whose help ends with examples: a tuple of (command line, what it does)."""

    def __init__(self, *args: Any, examples: tuple[tuple[str, str], ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = examples

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as click does; an unknown option is answered in our words."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            raise _no_such_option(self, ctx, error) from None

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples as they are typed, never wrapped."""
        _write_examples(self.examples, formatter)


class Group(click.Group):
    """The group of all commands."""

    command_class = Command

    def __init__(self, *args: Any, examples: tuple[tuple[str, str], ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = examples

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as click does; an unknown option is answered in our words."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            raise _no_such_option(self, ctx, error) from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; an unknown one is answered with the closest name."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            name = error.command_name
            raise click.UsageError(
                f"no command is called '{name}'.{did_you_mean(name, self.commands)} (simkit --help lists them all)", ctx
            ) from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of work, not of the alphabet."""
        return list(self.commands)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples as they are typed, never wrapped."""
        _write_examples(self.examples, formatter)


def command(name: str, *, examples: tuple[tuple[str, str], ...], **attributes: Any) -> Callable[[Any], Command]:
    """Declare a command; `examples` are pairs of command line and purpose, with GAME and DIR as placeholders."""
    return click.command(name, cls=Command, examples=examples, **attributes)


def json_option(function: Any) -> Any:
    """`--json`: the command prints one JSON object on stdout and nothing else there."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")(function)


def _no_such_option(owner: click.Command, ctx: click.Context, error: click.NoSuchOption) -> click.UsageError:
    known = [name for parameter in owner.get_params(ctx) for name in (*parameter.opts, *parameter.secondary_opts)]
    name = error.option_name
    near = did_you_mean(name, [option for option in known if option.startswith("-")])
    return click.UsageError(f"no option is called '{name}'.{near} ({ctx.command_path} --help lists them all)", ctx)


def _write_examples(examples: tuple[tuple[str, str], ...], formatter: click.HelpFormatter) -> None:
    if not examples:
        return
    formatter.write("\nExamples:\n")
    for line, purpose in examples:
        formatter.write(f"  # {purpose}\n  $ {line}\n")
