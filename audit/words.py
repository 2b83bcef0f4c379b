"""Choices and changes of a game of GROUND in words, as one seat or everybody learns of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kernel.ground import darvo, resolve
from kernel.ground.rulings import STANDING, HandVisibility, ModeOrder, Rulings
from kernel.ground.state import (
    NO_PROBLEM,
    NOBODY,
    SUITS,
    Action,
    Answer,
    Cards,
    Choice,
    Draw,
    Grounding,
    GroundMode,
    GroundOption,
    Influx,
    Marker,
    Player,
    Problem,
    Relation,
    Reply,
    Seat,
    Selection,
    Stage,
    State,
    Step,
    Suit,
    Token,
    seat_of_turn,
    seats_of,
)
from kernel.ground.view import View, seen_problem, view_of

# ---------------------------------------------------------------- choices


def describe_choice(state: State, choice: Choice) -> str:
    """What the due turn does with this choice, in one clause; legal or not. Rules: GR-R02, GR-R05, GR-R06."""
    seat = seat_of_turn(state)
    acting = state.step in resolve.ACTION_OF and resolve.is_acting_in(state, seat)
    match choice:
        case Selection():
            return f"seat {seat} selects {selection_text(choice)}"
        case Grounding():
            return f"seat {seat} {_grounding_words(choice)}"
        case Answer() if acting:
            return _answer_words(state, seat, choice.reply)
        case Stage() if state.step is Step.DARVO:
            return _stage_words(state, seat, choice)
        case Draw() if acting:
            aim = "" if choice.problem == NO_PROBLEM else f"seat {seat} turns to Problem {choice.problem}; "
            drawn = f"chance draws {choice.suit.name} for seat {seat}"
            return aim + (drawn if choice.suit is not Suit.NONE else f"seat {seat}'s INVESTIGATE draws nothing")
        case Influx() if state.step is Step.END:
            return f"round {state.round} ends; chance draws Problem {choice.problem} from the Pressure deck"
    if state.step is Step.END:
        return f"round {state.round} ends"
    if acting and state.step is Step.SOLVE:
        return f"seat {seat}'s SOLVE of Problem {state.memory.selections[seat].problem} resolves"
    if acting:
        return f"seat {seat}'s GROUND resolves"
    return f"seat {seat} has nothing to do in {state.step.name}"


def selection_text(selection: Selection) -> str:
    """A selected Action with its target, as "ATTACK on seat 0, spending Freedom"."""
    target = "" if selection.target == NOBODY else f" on seat {selection.target}"
    problem = "" if selection.problem == NO_PROBLEM else f" on Problem {selection.problem}"
    spending = ", spending Freedom" if selection.spend else ""
    accepting = ", accepting Bonds" if selection.accepts else ""
    return selection.action.name + target + problem + spending + accepting


def _grounding_words(choice: Grounding) -> str:
    match choice.option:
        case GroundOption.NONE:
            what = "has no GROUND to set" if choice.mode is GroundMode.NONE else "Stress -2 and Freedom READY"
        case GroundOption.RESTORE:
            what = f"restore Problem {choice.problem}"
        case GroundOption.PROTECT:
            what = f"protect Problem {choice.problem} from DENY"
        case GroundOption.CANCEL:
            who = "" if choice.target == NOBODY else f" by seat {choice.target}"
            what = f"cancel the first Attack{who}"
        case GroundOption.UNBLAME:
            what = f"remove the Blame of seat {choice.target}"
        case GroundOption.BREAK:
            what = f"break the relation with seat {choice.target}"
        case GroundOption.REJECT:
            what = f"reject the Reverse of seat {choice.target}"
    return what if choice.mode is GroundMode.NONE else f"sets GROUND to {choice.mode.name}: {what}"


def _answer_words(state: State, seat: Seat, reply: Reply) -> str:
    target = state.memory.selections[seat].target
    if state.step is Step.ATTACK:
        return f"seat {seat} attacks seat {target}" + _protection_words(target, reply)
    supports = f"seat {seat} supports seat {target}"
    if reply is Reply.SILENT:
        return supports
    agrees = reply is Reply.AGREE
    if state.relations[seat][target] is Relation.RIVALRY:
        return f"{supports}, who {'flips' if agrees else 'breaks'} their Rivalry"
    return f"{supports}, who {'accepts' if agrees else 'declines'} a Bond"


def _protection_words(target: Seat, reply: Reply) -> str:
    if reply is Reply.SILENT:
        return ""
    return f", who {'uses' if reply is Reply.AGREE else 'keeps'} a Protection"


def _stage_words(state: State, seat: Seat, choice: Stage) -> str:
    player = state.players[seat]
    match player.marker:
        case Marker.OFF:
            return f"seat {seat} has no DARVO stage"
        case Marker.DENY if choice.problem == NO_PROBLEM:
            return f"DENY of seat {seat} finds no Problem"
        case Marker.DENY:
            return f"DENY of seat {seat} turns Problem {choice.problem} down"
        case Marker.ATTACK:
            extra = f"extra Attack of seat {seat} on seat {choice.target}"
            return extra + _protection_words(choice.target, choice.reply)
        case Marker.REVERSE:
            return f"REVERSE of seat {seat} on seat {player.token_at}"


def describe_seen_choice(state: State, choice: Choice, viewer: Seat | None, rulings: Rulings) -> str:
    """The choice as a seat learns of it when it is made; None learns everything. Rules: GR-R02, F-003, F-013."""
    if is_open_to(state, choice, viewer, rulings):
        return describe_choice(state, choice)
    if isinstance(choice, Draw):
        return f"chance draws a Solution for seat {seat_of_turn(state)}"
    what = "an Action" if isinstance(choice, Selection) else "the mode of its GROUND"
    return f"seat {seat_of_turn(state)} chooses {what} face down"


def is_open_to(state: State, choice: Choice, viewer: Seat | None, rulings: Rulings) -> bool:
    """Does this seat see at once what is chosen? Rules: GR-R02, F-003, F-013."""
    seat = seat_of_turn(state)
    if viewer is None or viewer == seat:
        return True
    if isinstance(choice, Draw) and choice.suit is not Suit.NONE:
        return rulings.hand_visibility is HandVisibility.OPEN
    hides_mode = state.step is Step.REVEAL and state.memory.selections[seat].action is Action.GROUND
    return state.step is not Step.SELECT and not (hides_mode and rulings.mode_order is ModeOrder.SECRET)


# ---------------------------------------------------------------- what a seat sees


def seen_by(state: State, viewer: Seat | None, rulings: Rulings) -> View:
    """The table as a seat sees it; for None with all hands and choices open. Nobody sees hidden Problems."""
    if viewer is not None:
        return view_of(state, viewer, rulings)
    return replace(
        view_of(state, NOBODY, rulings),
        players=state.players,
        problems=tuple(seen_problem(problem) for problem in state.problems),
        selections=state.memory.selections,
        groundings=state.memory.groundings,
    )


# ---------------------------------------------------------------- changes


def describe_changes(before: State, after: State, viewer: Seat | None = None, rulings: Rulings = STANDING) -> list[str]:
    """What differs on the table, a clause a difference, as a seat sees it; for None with all hands open."""
    old, new = seen_by(before, viewer, rulings), seen_by(after, viewer, rulings)
    lines = [line for seat in seats_of(before) for line in _player_changes(old, new, seat)]
    if viewer is not None:
        lines += [line for seat in seats_of(before) if seat != viewer for line in _revealed(old, new, seat, rulings)]
    for i, (was, now) in enumerate(zip(old.problems, new.problems, strict=True)):
        lines += _problem_changes(i, was, now)
    pairs = ((one, other) for one in seats_of(before) for other in seats_of(before) if one < other)
    lines += [
        _relation_change(f"{one}-{other}", old.relations[one][other], new.relations[one][other])
        for one, other in pairs
        if old.relations[one][other] is not new.relations[one][other]
    ]
    return [*lines, *_pile_changes(old, new), *_memory_changes(before, after), *_round_changes(before, after)]


def _revealed(old: View, new: View, seat: Seat, rulings: Rulings) -> Iterator[str]:
    """What another seat had chosen face down, once it is turned up. Rules: GR-R04, F-003."""
    selection, grounding = new.selections[seat], new.groundings[seat]
    if selection not in (old.selections[seat], Selection()):
        yield f"seat {seat} reveals {selection_text(selection)}"
    if rulings.mode_order is ModeOrder.SECRET and grounding not in (old.groundings[seat], Grounding()):
        yield f"seat {seat} {_grounding_words(grounding)}"


def _player_changes(old: View, new: View, seat: Seat) -> Iterator[str]:
    was, now = old.players[seat], new.players[seat]
    if was.stress != now.stress:
        yield f"seat {seat}: Stress {was.stress} -> {now.stress}"
    if was.freedom is not now.freedom:
        yield f"seat {seat}: Freedom {was.freedom.name} -> {now.freedom.name}"
    if was.marker is not now.marker:
        yield f"seat {seat}: DARVO {was.marker.name} -> {now.marker.name}"
    if (was.token, was.token_at) != (now.token, now.token_at):
        yield f"seat {seat}: {_token_words(was, now)}"
    if was.protection != now.protection:
        yield f"seat {seat}: Protection {was.protection} -> {now.protection}"
    if was.hand != now.hand:
        yield f"seat {seat}: hand {_cards_moved(was.hand, now.hand)}"
    elif old.hand_sizes[seat] != new.hand_sizes[seat]:
        yield f"seat {seat}: {old.hand_sizes[seat]} -> {new.hand_sizes[seat]} cards in hand"


def _token_words(was: Player, now: Player) -> str:
    match was.token, now.token:
        case Token.UNPLACED, Token.FOCUS:
            return f"Focus placed beside seat {now.token_at}"
        case Token.FOCUS, Token.BLAME:
            return f"Focus turns to Blame in front of seat {now.token_at}"
        case Token.FOCUS, Token.UNPLACED:
            return "Focus returns"
        case Token.BLAME, Token.UNPLACED:
            return f"Blame removed from seat {was.token_at}"
        case _:
            return f"{token_text(was)} -> {token_text(now)}"


def token_text(player: Player) -> str:
    """Where a Focus/Blame token lies, as "FOCUS at 2"; "-" while it is unplaced."""
    return "-" if player.token is Token.UNPLACED else f"{player.token.name} at {player.token_at}"


def _cards_moved(was: Cards, now: Cards) -> str:
    moved = ((now[suit.value] - was[suit.value], suit.name) for suit in SUITS)
    return ", ".join(f"{count:+} {name}" for count, name in moved if count)


def _problem_changes(number: int, was: Problem, now: Problem) -> Iterator[str]:
    if now.in_play and not was.in_play:
        owner = "" if now.owner == NOBODY else f", seat {now.owner} owns it"
        yield f"Problem {number} comes into play{owner}"
    if now.denied and not was.denied:
        yield f"Problem {number} is Denied"
    elif was.denied and not now.denied:
        yield f"Problem {number} is restored"
    elif was.face_up is not now.face_up:
        turned = f"is revealed: {now.suit.name}, worth {now.value}" if now.face_up else "is turned down"
        yield f"Problem {number} {turned}"
    if was.claimed_by != now.claimed_by:
        yield f"seat {now.claimed_by} claims Problem {number}, worth {now.value}"


def _relation_change(pair: str, was: Relation, now: Relation) -> str:
    if was is Relation.NONE:
        return f"{now.name.title()} {pair} forms"
    if now is Relation.NONE:
        return f"{was.name.title()} {pair} breaks"
    return f"{was.name.title()} {pair} turns into a {now.name.title()}"


def _pile_changes(old: View, new: View) -> Iterator[str]:
    if sum(old.discard) and not sum(new.discard):
        yield "the discard becomes the deck"
    elif old.discard != new.discard:
        yield f"discard {_cards_moved(old.discard, new.discard)}"
    elif old.deck_size != new.deck_size and old.hand_sizes == new.hand_sizes:
        yield f"deck {old.deck_size} -> {new.deck_size}"


def _memory_changes(before: State, after: State) -> Iterator[str]:
    """What is noted for the rest of the round and shows nowhere else."""
    for seat in seats_of(before):
        if after.memory.cancel_used[seat] and not before.memory.cancel_used[seat]:
            yield f"seat {seat}: its GROUND-OU is used up"
        closing = after.memory.closing[seat] and not before.memory.closing[seat]
        if closing and darvo.is_active(after, seat):
            yield f"seat {seat}: its sequence ends after this round's stage"


def _round_changes(before: State, after: State) -> Iterator[str]:
    if before.lead != after.lead:
        yield f"the Lead passes to seat {after.lead}"
    if before.round != after.round:
        yield f"the Round marker moves to {after.round}"
    if after.step is Step.OVER and before.step is not Step.OVER:
        yield "the game is over"
