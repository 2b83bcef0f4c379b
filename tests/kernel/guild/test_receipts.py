"""Operations with an identity: one application, one receipt, and a conflict for another intent."""

from __future__ import annotations

from kernel.guild.choices import Buy, Dismiss, Hire
from kernel.guild.receipts import Book, stored, submit
from kernel.guild.refusals import Refusal
from kernel.guild.rulings import STANDING
from model.guild_starts import FIRST_MARKET, founded, played

MARKET = played(founded(STANDING, 3, 3), STANDING, FIRST_MARKET)


def test_an_operation_is_applied_once() -> None:
    first = submit(Book(MARKET), 7, Hire(0), STANDING)
    again = submit(first.book, 7, Hire(0), STANDING)
    assert again.book == first.book
    assert again.receipt == first.receipt == stored(first.book, 7)
    assert (first.book.state.coin, first.book.sequence) == (38, 1)


def test_a_new_operation_finds_the_offer_gone() -> None:
    first = submit(Book(MARKET), 7, Hire(0), STANDING)
    other = submit(first.book, 8, Hire(0), STANDING)
    assert other.receipt.refusal is Refusal.NO_OFFER
    assert (other.book.state, other.book.sequence) == (first.book.state, 1)


def test_a_known_id_with_another_intent_conflicts_and_is_not_stored() -> None:
    first = submit(Book(MARKET), 7, Hire(0), STANDING)
    conflict = submit(first.book, 7, Buy(0), STANDING)
    assert conflict.receipt.refusal is Refusal.OPERATION_ID_CONFLICT
    assert conflict.book == first.book


def test_a_stored_refusal_never_becomes_legal() -> None:
    alone = submit(Book(MARKET), 1, Dismiss(0), STANDING).book
    refused = submit(alone, 2, Dismiss(1), STANDING)
    assert refused.receipt.refusal is Refusal.FINAL_LIVE_RECRUIT
    grown = submit(refused.book, 3, Hire(0), STANDING).book
    late = submit(grown, 2, Dismiss(1), STANDING)
    assert late.receipt.refusal is Refusal.FINAL_LIVE_RECRUIT
    assert late.book == grown
    assert submit(grown, 4, Dismiss(1), STANDING).receipt.refusal is Refusal.NONE


def test_an_unknown_id_has_no_receipt() -> None:
    assert stored(Book(MARKET), 1) is None
