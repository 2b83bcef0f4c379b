"""What the evidence says about each rule. A rule is green only if nothing about it is open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from audit.ledger import Evidence, Identity
from audit.question import Question
from model.verdict import SUPPORT, Verdict, is_support, satisfies
from specs.load import Catalogue, Kind, Rule

#: Rules about written material: there is no kernel code to break.
WITHOUT_CODE = frozenset({Kind.CONTENT, Kind.PRESENTATION})

#: Engines that decide claims, facts and contracts; one that several decide counts once.
OF_CLAIMS = frozenset({"explore", "sample", "simulate", "enumerate", "induct", "bound", "prove", "crash"})

SNAPSHOT_HEAD = "# One line a rule: verdict, claims, scenarios, mutants killed, findings. Written by `ruleproof check`."


@dataclass(frozen=True)
class RuleStatus:
    """One rule: its strongest verdict as expected, the numbers behind it, and what keeps it from being green.

    A rule that says nothing beyond others has the weakest of their verdicts, and in its numbers only what is its own.
    """

    rule: Rule
    verdict: Verdict | None
    claims: int
    scenarios: int
    killed: int
    mutants: int
    findings: tuple[str, ...]
    problems: tuple[str, ...]

    @property
    def is_green(self) -> bool:
        """Is there evidence that ran, passed, is fresh, is not vacuous, and bites?"""
        return not self.problems and not self.rule.later

    @property
    def is_open(self) -> bool:
        """Is anything about it not as it should be?"""
        return bool(self.problems)

    @property
    def state(self) -> str:
        """In a word or two, where the rule stands, if it is green: exempt, as other rules, or its verdict.

        A rule that nothing decides yet is "later": neither green nor open.
        """
        if self.rule.exempt:
            return "exempt"
        if self.rule.later:
            return "later"
        if self.rule.same_as:
            return f"as {' '.join(self.rule.same_as)}"
        return self.verdict.value if self.verdict else "none"


def answers_now(questions: Iterable[Question], known: Mapping[Identity, Evidence]) -> dict[Identity, Evidence]:
    """The evidence for each question as of now: fresh, STALE, or missing (left out)."""
    found: dict[Identity, Evidence] = {}
    for question in questions:
        evidence = known.get(question.identity)
        if evidence is not None:
            evidence = replace(evidence, expected=question.expected, rules=question.rules, finding=question.finding)
            found[question.identity] = evidence if evidence.key == question.key else evidence.stale()
    return found


def status_of(rule: Rule, questions: Iterable[Question], evidence: Mapping[Identity, Evidence]) -> RuleStatus:
    """Weigh everything that is asked about a rule, and about the worlds in which it is asked."""
    every = tuple(questions)
    own = [question for question in every if rule.id in question.rules]
    places = {(question.engine, question.world) for question in own}
    asked = own + [question for question in every if not question.rules and (question.engine, question.world) in places]
    answers = [evidence[question.identity] for question in asked if question.identity in evidence]
    problems = [
        f"{question.engine} {question.claim}: not run" for question in asked if question.identity not in evidence
    ]
    problems += [
        f"{each.engine} {each.claim} in {each.world}: {each.verdict.value}, {each.reason}"
        for each in answers
        if not each.is_expected
    ]
    holding = [each for each in answers if each.engine != "mutant" and each.is_expected and is_support(each.verdict)]
    best = max((each.verdict for each in holding), key=SUPPORT.index, default=None)
    mutants = [each for each in answers if each.engine == "mutant"]
    killed = sum(1 for each in mutants if each.verdict is Verdict.REFUTED)
    if rule.is_decided:
        needed = Verdict(rule.needs)
        if best is None:
            problems.append("there is no evidence")
        elif not satisfies(best, needed):
            problems.append(f"needs {needed.value}, has {best.value}")
        if not killed and rule.kind not in WITHOUT_CODE:
            problems.append("no mutant of this rule is killed")
    return RuleStatus(
        rule=rule,
        verdict=best,
        claims=len({each.claim for each in holding if each.rules and each.engine in OF_CLAIMS}),
        scenarios=sum(1 for each in holding if each.engine == "scenario"),
        killed=killed,
        mutants=len(mutants),
        findings=tuple(sorted({each.finding for each in answers if each.finding})),
        problems=tuple(problems),
    )


def statuses(
    catalogue: Catalogue, questions: Iterable[Question], evidence: Mapping[Identity, Evidence]
) -> list[RuleStatus]:
    """The status of every rule, in the order of the book."""
    asked = tuple(questions)
    own = {rule.id: status_of(rule, asked, evidence) for rule in catalogue.values()}
    return [_with_others(row, [own[other] for other in row.rule.same_as]) for row in own.values()]


def _with_others(row: RuleStatus, others: Sequence[RuleStatus]) -> RuleStatus:
    """The status of a rule that says nothing beyond others: green only if all of them are."""
    if not others:
        return row
    verdicts = [other.verdict for other in others]
    weakest = None if None in verdicts else min((verdict for verdict in verdicts if verdict), key=SUPPORT.index)
    return replace(
        row,
        verdict=weakest,
        findings=tuple(sorted({finding for each in (row, *others) for finding in each.findings})),
        problems=(*row.problems, *(f"as {each.rule.id}, which is open" for each in others if each.is_open)),
    )


def snapshot(rows: Iterable[RuleStatus]) -> str:
    """One line a rule: what is known, without times or machines, so that it can be committed and compared."""
    lines = [SNAPSHOT_HEAD]
    for row in rows:
        state = "OPEN" if row.is_open else row.state
        findings = f"  {' '.join(row.findings)}" if row.findings else ""
        lines.append(
            f"{row.rule.id:15}{state:11} claims {row.claims:2}  scenarios {row.scenarios:2}  "
            f"mutants {row.killed}/{row.mutants}{findings}"
        )
    return "\n".join(lines) + "\n"
