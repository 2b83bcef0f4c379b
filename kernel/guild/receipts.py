"""Operations with an identity: the same ID with the same intent gets the stored answer, with another intent a conflict.

A thin layer over the steps, without crashes: what is durable and when is the save contract's. An answer is the refusal
(none for an applied operation) and the commit sequence that it was given at; a refused operation is remembered, but
advances nothing. Rules: AG-SAV-4-06..08, AG-SAV-10-03, AG-SAV-10-05.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernel.contracts import ensure
from kernel.guild import step
from kernel.guild.choices import Choice
from kernel.guild.refusals import Refusal
from kernel.guild.rulings import Rulings
from kernel.guild.state import State


@dataclass(frozen=True)
class Receipt:
    """What is stored of an operation: its ID, its intent, why it was refused or NONE, and the sequence after it."""

    operation: int
    intent: Choice
    refusal: Refusal
    sequence: int


@dataclass(frozen=True)
class Book:
    """A state with the receipts of all operations that led to it; `sequence` counts those that were applied."""

    state: State
    receipts: tuple[Receipt, ...] = ()
    sequence: int = 0


@dataclass(frozen=True)
class Answer:
    """The book after an operation was submitted, and the receipt that it gets."""

    book: Book
    receipt: Receipt


def stored(book: Book, operation: int) -> Receipt | None:
    """The receipt of an operation ID, if it has been used. Rules: AG-SAV-4-06."""
    return next((each for each in book.receipts if each.operation == operation), None)


@ensure(
    lambda result, book: result.receipt.refusal is Refusal.NONE or result.book.state == book.state,
    "AG-SAV-4-07: a refused operation moves nothing",
)
@ensure(
    lambda result, book: 0 <= result.book.sequence - book.sequence <= 1,
    "AG-SAV-4-06: an operation is applied once or not at all",
)
def submit(book: Book, operation: int, intent: Choice, rulings: Rulings) -> Answer:
    """Answer an operation: from its receipt if its ID is known, else by taking the step or refusing it.

    Rules: AG-SAV-4-06, AG-SAV-4-07, AG-SAV-4-08, AG-SAV-10-03.
    """
    known = stored(book, operation)
    if known is not None:
        if known.intent == intent:
            return Answer(book, known)
        return Answer(book, Receipt(operation, intent, Refusal.OPERATION_ID_CONFLICT, book.sequence))
    refusal = step.refusal_of(book.state, intent, rulings)
    if refusal is not Refusal.NONE:
        receipt = Receipt(operation, intent, refusal, book.sequence)
        return Answer(Book(book.state, (*book.receipts, receipt), book.sequence), receipt)
    receipt = Receipt(operation, intent, Refusal.NONE, book.sequence + 1)
    after = step.play(book.state, intent, rulings)
    return Answer(Book(after, (*book.receipts, receipt), book.sequence + 1), receipt)
