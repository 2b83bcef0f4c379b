"""The names in which questions about GROUND are asked: what lies on the table, and what follows from it."""

from __future__ import annotations

from dataclasses import replace

from kernel.ground import problems, relations, scoring, tokens
from kernel.ground import state as table
from kernel.ground.rulings import Rulings
from kernel.ground.state import (
    MAX_SEATS,
    NO_PROBLEM,
    NOBODY,
    Action,
    Cards,
    Freedom,
    Grounding,
    GroundMode,
    GroundOption,
    Marker,
    ModeCard,
    Player,
    Problem,
    ProblemIndex,
    Relation,
    Seat,
    Selection,
    State,
    Step,
    StressScope,
    Suit,
    Token,
)
from model.question import Vocabulary, Word, tabled, word

# ---------------------------------------------------------------- values


@word("GR-O01", example="any(players[s].stress == 5 and cards(s) == 0 for s in seats)", is_called=False)
def seats(state: State, rulings: Rulings) -> tuple[Seat, ...]:
    """The numbers of all seats, clockwise from 0."""
    return table.seats_of(state)


@word("GR-O03", "GR-T03", example="any(q.claimed_by == NOBODY for q in problems)", is_called=False)
def nobody(state: State, rulings: Rulings) -> Seat:
    """The seat of nobody: of an unclaimed Problem, an unplaced token, an Action without a target seat."""
    return NOBODY


@word("GR-A13", "GR-R05", example="all(s.problem == NO_PROBLEM for s in selections)", is_called=False)
def no_problem(state: State, rulings: Rulings) -> ProblemIndex:
    """The number of no Problem: of an Action or a GROUND that is aimed at none."""
    return NO_PROBLEM


# ---------------------------------------------------------------- relations


@word("GR-O05", "GR-L02", example="bond(0, 1)")
def bond(state: State, rulings: Rulings, a: Seat, b: Seat) -> bool:
    """Is there a Bond between these two players? Not between a player and itself."""
    return state.relations[a][b] is Relation.BOND


@word("GR-O05", "GR-L03", example="rivalry(0, 1)")
def rivalry(state: State, rulings: Rulings, a: Seat, b: Seat) -> bool:
    """Is there a Rivalry between these two players?"""
    return state.relations[a][b] is Relation.RIVALRY


@word("GR-O05", example="any(not related(0, s) for s in seats if s != 0)")
def related(state: State, rulings: Rulings, a: Seat, b: Seat) -> bool:
    """Is there a Bond or a Rivalry between these two players?"""
    return state.relations[a][b] is not Relation.NONE


@word("GR-L01", example="any(relations_of(s) == 2 for s in seats)")
def relations_of(state: State, rulings: Rulings, seat: Seat) -> int:
    """How many relations the player has, Bonds and Rivalries; each takes one of its two slots."""
    return relations.relations_held_by(state, seat)


@word("GR-L01", "GR-E03", example="bonds_of(0) > bonds_of(1)")
def bonds_of(state: State, rulings: Rulings, seat: Seat) -> int:
    """How many Bonds the player has."""
    return relations.bonds_held_by(state, seat)


@tabled("a", "b")
@word("GR-E04", example="coalition(0, 1) and not bond(0, 1)")
def coalition(state: State, rulings: Rulings) -> tuple[tuple[bool, ...], ...]:
    """Are these two players in one Bond network, directly or through others? Each is in one with itself."""
    names = scoring.coalitions_of(state)
    return tuple(tuple(one == other for other in names) for one in names)


# ---------------------------------------------------------------- problems and scores


@word("GR-P03", example="claimed(0) >= 5")
def claimed(state: State, rulings: Rulings, seat: Seat) -> int:
    """The printed values of the Problems that the player has claimed, added up."""
    return problems.claimed_value_of(state, seat)


@word("GR-E01", example="points() >= threshold - 1")
def points(state: State, rulings: Rulings) -> int:
    """The printed values of all claimed Problems, added up."""
    return scoring.total_claimed(state)


@word("GR-E01", "GR-E02", example="over() and not successful()")
def successful(state: State, rulings: Rulings) -> bool:
    """Has the group claimed enough for its threshold?"""
    return scoring.is_group_successful(state)


@tabled("seat")
@word("GR-E02", "GR-E03", "GR-E04", example="over() and wins(1) and not wins(0)")
def wins(state: State, rulings: Rulings) -> tuple[bool, ...]:
    """Does the player win if the game is scored as the table lies? Add over() to ask about the end."""
    return scoring.winners_of(state, rulings)


@word("GR-E02", example="over() and mastery() < 0")
def mastery(state: State, rulings: Rulings) -> int:
    """SHARED GROUND's rating as the table lies, whatever the Mode card."""
    return scoring.mastery_of(state, rulings)


@word("GR-E03", "GR-T02", example="any(score(s) < 0 for s in seats)")
def score(state: State, rulings: Rulings, seat: Seat) -> int:
    """The player's claimed value less its Blames, as the table lies; the threshold is not asked."""
    return scoring.personal_score_of(state, seat)


@word("GR-D03", "GR-E02", example="denied() >= 2")
def denied(state: State, rulings: Rulings) -> int:
    """How many Problems carry a Denied token."""
    return problems.denied_problems(state)


@word("GR-P03", example="solved() == len(problems)")
def solved(state: State, rulings: Rulings) -> int:
    """How many Problems have been claimed."""
    return sum(1 for problem in state.problems if problems.is_claimed(problem))


# ---------------------------------------------------------------- tokens, cards and turns


@word("GR-T02", "GR-T03", example="any(blames(s) >= 2 for s in seats)")
def blames(state: State, rulings: Rulings, seat: Seat) -> int:
    """How many Blames lie in front of the player."""
    return tokens.blames_held_by(state, seat)


@word("GR-D04", "GR-T03", example="any(focus_on(s) and blames(s) >= 1 for s in seats)")
def focus_on(state: State, rulings: Rulings, seat: Seat) -> bool:
    """Does anybody's Focus lie beside the player?"""
    return any(player.token is Token.FOCUS and player.token_at == seat for player in state.players)


@word("GR-O02", "U10", example="any(cards(s) == 0 for s in seats)")
def cards(state: State, rulings: Rulings, seat: Seat) -> int:
    """How many Solutions the player has in hand, of all suits."""
    return sum(state.players[seat].hand)


@word("GR-R02", example="all(selected(s) is ATTACK for s in seats)")
def selected(state: State, rulings: Rulings, seat: Seat) -> Action:
    """The Action that the player has selected this round, also while it lies face down; Action.NONE before."""
    return state.memory.selections[seat].action


@word("GR-R01", "GR-R07", example="step is Step.ATTACK and acting() == 0")
def acting(state: State, rulings: Rulings) -> Seat:
    """The seat whose turn it is; NOBODY in the End step and when the game is over."""
    if state.step is Step.END or state.step is Step.OVER:
        return NOBODY
    return table.seat_of_turn(state)


@word("GR-R09", example="over() and points() == 0")
def over(state: State, rulings: Rulings) -> bool:
    """Is the game over?"""
    return state.step is Step.OVER


# ---------------------------------------------------------------- the table

FIELDS = (
    Word("players", "players", "The players' mats, by seat.", ("GR-O02",), "players[0].stress == 5"),
    Word(
        "problems",
        "problems",
        "The Problems in play; 0 is the Surface Problem.",
        ("GR-O03", "GR-S01"),
        "len(problems) == 3",
    ),
    Word(
        "relations",
        "relations",
        "The relation between each two players, by their seats.",
        ("GR-O03", "GR-O05"),
        "relations[0][1] is BOND",
    ),
    Word("deck", "deck", "How many Solutions of each suit are in the deck.", ("GR-O03", "GR-S04"), "deck[REPAIR] == 0"),
    Word(
        "discard",
        "discard",
        "How many Solutions of each suit are in the discard.",
        ("GR-O03", "U4"),
        "sum(discard) > 3",
    ),
    Word("lead", "lead", "The seat of the Lead.", ("GR-O03", "GR-R07"), "lead == 0"),
    Word("round", "round", "The number of the round, from 1.", ("GR-O03", "GR-R08"), "round <= 3"),
    Word("rounds", "rounds", "How many rounds the game has; 5 in a printed one.", ("GR-O01",), "round == rounds"),
    Word("step", "step", "The step of the round, or OVER.", ("GR-R01", "GR-R06"), "step is DARVO"),
    Word(
        "turn",
        "turn",
        "How many turns of the step are over; its turns go clockwise from the Lead.",
        ("GR-R07",),
        "turn == 0",
    ),
    Word("mode", "mode", "The Mode card.", ("GR-O01",), "mode is COMMON_PROBLEM"),
    Word("threshold", "threshold", "The value that the group must claim.", ("GR-E01",), "threshold == 7"),
    Word(
        "selections",
        "memory.selections",
        "What each seat has selected this round, also while it lies face down.",
        ("GR-R02", "GR-R03"),
        "any(s.spend for s in selections)",
    ),
    Word(
        "groundings",
        "memory.groundings",
        "How each seat has set its GROUND this round.",
        ("GR-R05", "GR-A11", "GR-A12"),
        "any(g.option is RESTORE for g in groundings)",
    ),
)

ATTRIBUTES = (
    Word(
        "Player.stress",
        "stress",
        "Stress; 0 to 5 as U2 is ruled.",
        ("GR-F01", "U2"),
        "any(p.stress == 5 for p in players)",
    ),
    Word("Player.freedom", "freedom", "The Freedom token.", ("GR-F03",), "all(p.freedom is SPENT for p in players)"),
    Word("Player.marker", "marker", "The DARVO marker.", ("GR-D02",), "any(p.marker is REVERSE for p in players)"),
    Word(
        "Player.token",
        "token",
        "The state of the player's own Focus/Blame token.",
        ("GR-T03",),
        "players[0].token is BLAME",
    ),
    Word(
        "Player.token_at",
        "token_at",
        "The seat at which the player's own Focus/Blame token lies; NOBODY while it is unplaced.",
        ("GR-T03",),
        "any(p.token is FOCUS and players[p.token_at].stress == 0 for p in players)",
    ),
    Word(
        "Player.protection", "protection", "How many Protections are held.", ("GR-T01",), "players[0].protection == 2"
    ),
    Word(
        "Player.hand",
        "hand",
        "How many Solutions of each suit are in hand.",
        ("GR-O02",),
        "players[0].hand[REPAIR] >= 3",
    ),
    Word("Problem.suit", "suit", "The suit that the Problem requires.", ("GR-O04",), "problems[0].suit is CLARIFY"),
    Word("Problem.value", "value", "The printed value.", ("GR-O04",), "sum(q.value for q in problems) >= threshold"),
    Word(
        "Problem.priority",
        "priority",
        "0 for the Surface Problem, else the priority.",
        ("GR-S01",),
        "problems[0].priority == 0",
    ),
    Word("Problem.face_up", "face_up", "Does it lie face up?", ("GR-O04",), "all(q.face_up for q in problems)"),
    Word(
        "Problem.denied",
        "denied",
        "Does it carry a Denied token?",
        ("GR-D03",),
        "sum(1 for q in problems if q.denied) >= 2",
    ),
    Word(
        "Problem.claimed_by",
        "claimed_by",
        "The seat that has claimed it, or NOBODY.",
        ("GR-P03",),
        "all(q.claimed_by != NOBODY for q in problems)",
    ),
    Word(
        "Problem.in_play", "in_play", "Is it in play, not in the Pressure deck?", ("DEAL-START",), "problems[0].in_play"
    ),
    Word("Problem.drawn", "drawn", "Has it come from the deck?", ("DEAL-POINTS",), "any(q.drawn for q in problems)"),
    Word(
        "Problem.scope",
        "scope",
        "Whom it presses on; StressScope.NONE in r0.",
        ("H2-20",),
        "any(q.scope is PERSONAL for q in problems)",
    ),
    Word("Problem.owner", "owner", "The seat that owns it, or NOBODY.", ("H2-5",), "problems[0].owner == lead"),
    Word(
        "Selection.action",
        "action",
        "The Action; Action.NONE before it is selected.",
        ("GR-R02",),
        "selections[0].action is SOLVE",
    ),
    Word(
        "Selection.target",
        "target",
        "The seat it targets, or NOBODY.",
        ("GR-A13",),
        "any(s.target == lead for s in selections)",
    ),
    Word(
        "Selection.problem",
        "problem",
        "The number of the Problem it targets, or NO_PROBLEM.",
        ("GR-A13",),
        "all(s.problem == 0 for s in selections)",
    ),
    Word("Selection.spend", "spend", "Was Freedom spent on it?", ("GR-R03",), "any(s.spend for s in selections)"),
    Word(
        "Selection.accepts",
        "accepts",
        "Are Bonds accepted? Used only if that is said at Select.",
        ("U1",),
        "any(s.accepts for s in selections)",
    ),
    Word(
        "Grounding.mode",
        "mode",
        "GR, OU or ND; GroundMode.NONE without GROUND.",
        ("GR-R05",),
        "any(g.mode is ND for g in groundings)",
    ),
    Word(
        "Grounding.option",
        "option",
        "What the OU or ND does; GroundOption.NONE for GR.",
        ("GR-A11", "GR-A12"),
        "any(g.option is REJECT for g in groundings)",
    ),
    Word("Grounding.target", "target", "The seat it is aimed at, or NOBODY.", ("GR-R05",), "groundings[0].target == 1"),
    Word(
        "Grounding.problem",
        "problem",
        "The number of the Problem it is aimed at, or NO_PROBLEM.",
        ("GR-R05",),
        "groundings[0].problem == 2",
    ),
)

GROUND_VOCABULARY = Vocabulary(
    game="ground",
    state=State,
    words=(
        *FIELDS,
        seats,
        replace(nobody, name="NOBODY"),
        replace(no_problem, name="NO_PROBLEM"),
        *(bond, rivalry, related, relations_of, bonds_of, coalition),
        *(claimed, points, successful, wins, mastery, score, denied, solved),
        *(blames, focus_on, cards, selected, acting, over),
    ),
    enums=(Suit, Freedom, Marker, Token, Relation, Action, GroundMode, GroundOption, ModeCard, Step, StressScope),
    seat=Seat,
    table="players",
    most_seats=MAX_SEATS,
    nobody=NOBODY,
    indices={
        tuple[Player, ...]: Seat,
        tuple[Relation, ...]: Seat,
        tuple[tuple[Relation, ...], ...]: Seat,
        tuple[Selection, ...]: Seat,
        tuple[Grounding, ...]: Seat,
        tuple[Problem, ...]: ProblemIndex,
        Cards: Suit,
    },
    attributes=ATTRIBUTES,
)
