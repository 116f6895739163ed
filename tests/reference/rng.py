"""The random streams of `simkit.rng` again, in plain Python numbers: slow, obvious, written from its docstring.

Sources: Steele, Lea & Flood 2014 (SplitMix: mix, gamma), Lemire 2019 (unbiased bounded numbers).
"""

from __future__ import annotations

from typing import Any

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
# The first hexadecimal digits of pi behind the point, 64 bits each.
CHANCE_A, CHANCE_B = 0x243F6A8885A308D3, 0x13198A2E03707344
CHOICE_A, CHOICE_B = 0xA4093822299F31D0, 0x082EFA98EC4E6C89


def mix64(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
    return z ^ (z >> 31)


def mix_gamma(z: int) -> int:
    z = ((z ^ (z >> 33)) * 0xFF51AFD7ED558CCD) & WORD
    z = ((z ^ (z >> 33)) * 0xC4CEB9FE1A85EC53) & WORD
    z = (z ^ (z >> 33)) | 1
    changes = (z ^ (z >> 1)).bit_count()
    return z ^ 0xAAAAAAAAAAAAAAAA if changes < 24 else z


def absorb(h: int, v: int) -> int:
    return mix64(((h ^ mix64((v + GOLDEN) & WORD)) + GOLDEN) & WORD)


def fold(constant: int, *words: int) -> int:
    for word in words:
        constant = absorb(constant, word & WORD)
    return constant


class Stream:
    """One SplitMix generator."""

    def __init__(self, state: int, gamma: int) -> None:
        self.state, self.gamma = state, gamma

    def next64(self) -> int:
        self.state = (self.state + self.gamma) & WORD
        return mix64(self.state)

    def below(self, n: int) -> int:
        """0 to n - 1: the high half of (32 random bits * n), drawn again where the low half would favour some."""
        while True:
            product = (self.next64() >> 32) * n
            if product % 2**32 >= 2**32 % n:
                return product // 2**32

    def uniform(self) -> float:
        return (self.next64() >> 11) / 2**53

    def shuffle(self, items: list[Any]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


class Chance:
    """The chance streams of one block: `start` opens the next stream of a purpose."""

    def __init__(self, seed: int, block: int) -> None:
        self.seed, self.block = seed, block
        self.opened: dict[int, int] = {}

    def start(self, purpose: int) -> Stream:
        ordinal = self.opened.get(purpose, 0)
        self.opened[purpose] = ordinal + 1
        key = (self.seed, self.block, purpose, ordinal)
        return Stream(fold(CHANCE_A, *key), mix_gamma(fold(CHANCE_B, *key)))


def choice_stream(seed: int, block: int, repeat: int, seat: int) -> Stream:
    """The generator of the strategy at a seat."""
    key = (seed, block, repeat, seat)
    return Stream(fold(CHOICE_A, *key), mix_gamma(fold(CHOICE_B, *key)))
