"""A real process on a real folder, killed at a random moment: what it acknowledged has to be there.

Run as a program, this module is the victim: it plays one operation after the other, chosen by seed and sequence alone,
and says each one's sequence once the store has answered. Killing a process shows nothing about power loss; for that
there is the simulated disk.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from kernel.guild.edition import Edition
from kernel.guild.save.commit import Commit
from kernel.guild.save.intent import Intent
from kernel.guild.save.medium import Folder
from kernel.guild.save.store import Standing, Store
from kernel.guild.save.store_commit import first_commit
from model.disk import Image, snapshot_of
from model.store_oracle import Complaint, Law, complaints_about
from model.store_runs import CONTRACTED, LEGACY, Guild, lasting, menu, request_of, slot_on

ROOT = Path(__file__).resolve().parents[1]
#: The longest that a victim lives, in seconds.
LONGEST = 0.6
#: Whose slot a victim plays.
LIVING = {Edition.FG4: LEGACY, Edition.GROWTH: CONTRACTED}


def chosen(commit: Commit, seed: int, edition: Edition = Edition.FG4) -> Intent:
    """What the victim asks for next: it depends on the seed and on the sequence of the commit."""
    options = lasting(menu(commit.slot, edition), edition)
    return options[Random(f"{seed} {commit.sequence}").randrange(len(options))]


def played(store: Store, seed: int, guild: Guild) -> int:
    """One operation; the sequence that it led to."""
    assert store.held is not None
    commit = store.held.commit
    request = request_of(commit, chosen(commit, seed, guild.edition), guild.rulings, guild.bounds)
    store.submit(request.operation, request.intent)
    return store.held.commit.sequence


def reached(seed: int, sequence: int, guild: Guild = LEGACY) -> Iterator[Commit]:
    """The boundaries that the victim passes, up to a sequence, as the kernel has them."""
    commit = first_commit(guild.genesis)
    yield commit
    while commit.sequence < sequence:
        commit = request_of(commit, chosen(commit, seed, guild.edition), guild.rulings, guild.bounds).after
        yield commit


def image_in(folder: Path) -> Image:
    """The files of a folder."""
    return tuple(sorted((path.name, path.read_bytes()) for path in folder.iterdir() if path.name != "lock"))


def killed(folder: Path, seed: int, rounds: int, edition: Edition = Edition.FG4) -> Iterator[Complaint]:
    """Start victims on this folder and kill each; judge what the folder holds, and go on with it."""
    random = Random(seed)
    for number in range(rounds):
        command = [sys.executable, "-m", "model.store_kill", str(folder), str(seed), edition.name]
        victim = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert victim.stdout is not None
        said = [victim.stdout.readline()]
        time.sleep(random.uniform(0, LONGEST))
        victim.kill()
        said += victim.stdout.read().splitlines()
        victim.wait()
        told = max((int(line) for line in said if line.strip().isdigit()), default=0)
        for law, says in judged(folder, seed, told, LIVING[edition]):
            yield law, f"seed {seed}, kill {number}: {says}"


def judged(folder: Path, seed: int, told: int, guild: Guild = LEGACY) -> Iterator[Complaint]:
    """Open the folder as a new process would; at least what was told has to be there, and nothing but the plan."""
    with Folder(folder) as medium:
        store = slot_on(medium, guild)
    if store.standing is not Standing.PLAYABLE or store.held is None:
        yield Law.THERE, f"the slot is {store.standing.name}"
        return
    commit = store.held.commit
    if commit.sequence < told:
        yield Law.THERE, f"the slot opens at {commit.sequence}, but {told} was acknowledged"
    if commit not in reached(seed, commit.sequence, guild):
        yield Law.WHOLE, f"the slot opens at {commit.sequence}, which is not what the operations lead to"
    yield from complaints_about(snapshot_of(image_in(folder)), guild)


def main(folder: Path, seed: int, guild: Guild) -> None:
    """Play until killed."""
    with Folder(folder) as medium:
        store = slot_on(medium, guild)
        if store.standing is Standing.EMPTY:
            store.found()
        print(0, flush=True)
        while True:
            print(played(store, seed, guild), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), LIVING[Edition[sys.argv[3]]])
