"""Random streams: each depends on its key alone, never on workers, chunks, batches or order.

A generator is a uint64 array whose words 0 and 1 are state and gamma of a SplitMix generator (Steele, Lea & Flood 2014,
"Fast splittable pseudorandom number generators"): state += gamma; the output is `mix64(state)`.

Two families of streams (design, section 6):

* chance: key (seed, block, purpose, ordinal). A game's `chance` array is
  [state, gamma, key0, key1, ordinal of purpose 0, ordinal of purpose 1, ...]; `start(chance, purpose)` opens the next
  stream of a purpose in words 0 and 1, so the array is then itself a generator. Extra draws never disturb a later
  stream.
* strategy: key (seed, block, repeat, seat).

Keys are folded by `absorb(h, v) = mix64((h ^ mix64(v + GOLDEN)) + GOLDEN)` from a constant for each family:

    key0 = absorb(absorb(CHANCE_A, seed), block)          key1 = absorb(absorb(CHANCE_B, seed), block)
    state = absorb(absorb(key0, purpose), ordinal)        gamma = mix_gamma(absorb(absorb(key1, purpose), ordinal))
    strategy: the same with CHOICE_A, CHOICE_B and seed, block, repeat, seat folded one after the other

All arithmetic is modulo 2**64.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.jit import kernel, popcount, quiet_overflow

Words = npt.NDArray[np.uint64]

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
CHANCE_A = np.uint64(0x243F6A8885A308D3)  # digits of pi: nothing up the sleeve
CHANCE_B = np.uint64(0x13198A2E03707344)
CHOICE_A = np.uint64(0xA4093822299F31D0)
CHOICE_B = np.uint64(0x082EFA98EC4E6C89)

_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
_G1 = np.uint64(0xFF51AFD7ED558CCD)
_G2 = np.uint64(0xC4CEB9FE1A85EC53)
_ALTERNATING = np.uint64(0xAAAAAAAAAAAAAAAA)
_ONE = np.uint64(1)
_S11, _S27, _S30, _S31, _S32, _S33 = (np.uint64(s) for s in (11, 27, 30, 31, 32, 33))
_LOW32 = np.uint64(0xFFFFFFFF)
_TWO32 = np.uint64(1 << 32)
_UNIT = 2.0**-53

KEY_WORDS = 4
"""Words of a chance array before the ordinals."""


@kernel
def mix64(z: Any) -> Any:
    """SplitMix64's output function: a bijection of 64-bit words."""
    z = np.uint64(z)
    z = (z ^ (z >> _S30)) * _M1
    z = (z ^ (z >> _S27)) * _M2
    return z ^ (z >> _S31)


@kernel
def mix_gamma(z: Any) -> Any:
    """An odd gamma with enough 01 and 10 bit pairs (Steele, Lea & Flood 2014, figure 16)."""
    z = np.uint64(z)
    z = (z ^ (z >> _S33)) * _G1
    z = (z ^ (z >> _S33)) * _G2
    z = (z ^ (z >> _S33)) | _ONE
    if popcount(z ^ (z >> _ONE)) < 24:
        z = z ^ _ALTERNATING
    return z


@kernel
def absorb(h: Any, v: Any) -> Any:
    """Fold the word `v` into the key `h`; for a fixed `h` a bijection of `v`."""
    return mix64((np.uint64(h) ^ mix64(np.uint64(v) + GOLDEN)) + GOLDEN)


@kernel
def next64(rng: Any) -> Any:
    """The next 64 random bits of the generator."""
    rng[0] = rng[0] + rng[1]
    return mix64(rng[0])


@kernel
def below(rng: Words, n: Any) -> Any:
    """A whole number from 0 to n - 1, exactly uniform (Lemire 2019, 32-bit); 1 <= n < 2**32."""
    count = np.uint64(n)
    product = (next64(rng) >> _S32) * count
    low = product & _LOW32
    if low < count:
        threshold = (_TWO32 - count) % count
        while low < threshold:
            product = (next64(rng) >> _S32) * count
            low = product & _LOW32
    return np.int64(product >> _S32)


@kernel
def uniform(rng: Words) -> Any:
    """A float64 in [0, 1), a multiple of 2**-53."""
    return np.float64(next64(rng) >> _S11) * _UNIT


@kernel
def shuffle(rng: Words, items: Any, n: Any) -> None:
    """Shuffle the first `n` entries in place: for i = n-1 .. 1 swap items[i] and items[below(i + 1)] (Fisher-Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        held = items[i]
        items[i] = items[j]
        items[j] = held


@kernel
def start(chance: Words, purpose: Any) -> None:
    """Open the next stream of a purpose in the chance array's words 0 and 1, and count its ordinal up."""
    slot = KEY_WORDS + purpose
    ordinal = chance[slot]
    chance[slot] = ordinal + _ONE
    chance[0] = absorb(absorb(chance[2], purpose), ordinal)
    chance[1] = mix_gamma(absorb(absorb(chance[3], purpose), ordinal))


@kernel
def open_chance(chance: Words, seed: Any, block: Any) -> None:
    """Key a zeroed chance array for a block. Draw from it only after `start`."""
    chance[2] = absorb(absorb(CHANCE_A, seed), block)
    chance[3] = absorb(absorb(CHANCE_B, seed), block)


@kernel
def open_choice(rng: Words, seed: Any, block: Any, repeat: Any, seat: Any) -> None:
    """Key the generator (two words) of the strategy at a seat."""
    rng[0] = absorb(absorb(absorb(absorb(CHOICE_A, seed), block), repeat), seat)
    rng[1] = mix_gamma(absorb(absorb(absorb(absorb(CHOICE_B, seed), block), repeat), seat))


def make_chance(seed: int, block: int, n_purposes: int) -> Words:
    """The chance array of a block, uint64[4 + n_purposes]."""
    chance = np.zeros(KEY_WORDS + n_purposes, np.uint64)
    with quiet_overflow():
        open_chance(chance, np.uint64(seed), np.uint64(block))
    return chance


def make_rng(seed: int, block: int, repeat: int, seat: int) -> Words:
    """The generator of the strategy at a seat, uint64[2]."""
    rng = np.zeros(2, np.uint64)
    with quiet_overflow():
        open_choice(rng, np.uint64(seed), np.uint64(block), np.uint64(repeat), np.uint64(seat))
    return rng


@kernel
def _below_rows(rng: Any, n: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = below(rng[i], n[i])


def below_each(rng: Words, n: Any) -> npt.NDArray[np.int64]:
    """For each row of `rng` (uint64[m, 2], advanced in place) a number from 0 to n - 1; `n`: one bound or int64[m]."""
    bounds = np.ascontiguousarray(np.broadcast_to(np.asarray(n, np.int64), (len(rng),)))
    out = np.zeros(len(rng), np.int64)
    with quiet_overflow():
        _below_rows(rng, bounds, out)
    return out
