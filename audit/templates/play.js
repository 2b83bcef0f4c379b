"use strict";
(() => {
  const play = JSON.parse(document.getElementById("play").textContent);
  const last = play.turns.length;
  const byId = (id) => document.getElementById(id);
  const slider = byId("slider"), skip = byId("skip"), run = byId("run");
  const board = boardOf(play, byId("table"));
  let at = 0, timer = 0, listed = null;

  // ------------------------------------------------------------ beside the table

  function drawSteps() {
    const now = play.tables[at], current = at ? play.turns[at - 1].step : now.step;
    const round = at ? play.turns[at - 1].round : now.round;
    byId("steps").replaceChildren(html("li", { class: "round" }, `Round ${round}`),
      ...play.steps.map((step) => html("li", step === current ? { "aria-current": "step" } : {}, step)));
  }

  function drawTurn() {
    const turn = play.turns[at - 1];
    const none = (tag, text) => html(tag, { class: "none" }, text);
    const numbered = turn && `Choice ${at - 1} · Round ${turn.round} · ${turn.step}`;
    byId("when").textContent = numbered ?? `Start · ${last} turns follow`;
    for (const id of ["what", "caption"]) byId(id).textContent = turn ? turn.choice : "the table as the play begins";
    const changes = (turn?.changes ?? []).map((line) => html("li", {}, line.replaceAll("->", "→")));
    if (!changes.length) changes.push(none("li", turn ? "Nothing else on the table." : "Nothing yet."));
    byId("changes").replaceChildren(...changes);
    const rules = (turn?.rules ?? []).flatMap((rule) => {
      const [title, says] = play.words[rule];
      return [html("dt", {}, html("code", {}, rule), html("span", {}, title)), html("dd", {}, says)];
    });
    byId("rules").replaceChildren(...(rules.length ? rules : [none("dd", "None in particular.")]));
    byId("outcome").replaceChildren(...(at === last ? play.outcome.map((line) => html("p", {}, line)) : []));
  }

  const isShown = (turn) => !(skip.checked && turn.idle);

  function drawList() {
    if (listed !== skip.checked) {
      const rows = [];
      let round = null;
      play.turns.forEach((turn, i) => {
        if (!isShown(turn)) return;
        if (round !== turn.round) rows.push(html("h4", {}, `Round ${turn.round}`));
        round = turn.round;
        rows.push(html("button", { type: "button", "data-at": i + 1, class: turn.idle ? "idle" : "" },
          html("span", {}, String(i)), turn.choice));
      });
      byId("list").replaceChildren(...rows);
      listed = skip.checked;
    }
    byId("list").querySelector("[aria-current]")?.removeAttribute("aria-current");
    const list = byId("list"), near = [...list.querySelectorAll("button")].findLast((row) => row.dataset.at <= at);
    if (Number(near?.dataset.at) === at) near.setAttribute("aria-current", "step");
    const top = near?.offsetTop ?? 0, below = top + (near?.offsetHeight ?? 0) - list.clientHeight;
    if (!near) list.scrollTop = 0;
    else if (top < list.scrollTop || below > list.scrollTop) list.scrollTop = top - list.clientHeight / 3;
  }

  function drawRounds() {
    const rounds = play.tables.map((now, i) => [now.round, i]);
    const marks = rounds.filter(([round, i]) => !i || round !== rounds[i - 1][0]);
    byId("rounds").replaceChildren(...marks.map(([round, i]) => html("button",
      { type: "button", "data-at": i, style: `left: ${last ? (100 * i) / last : 0}%` }, `Round ${round}`)));
    // A mark at the very end would hang over it.
    for (const mark of byId("rounds").children) if (last && mark.dataset.at / last > 0.9) mark.remove();
  }

  // ------------------------------------------------------------ moving through the play

  function show(position) {
    at = Math.min(last, Math.max(0, position));
    slider.value = at;
    slider.setAttribute("aria-valuetext", at ? `Choice ${at - 1}: ${play.turns[at - 1].choice}` : "Start");
    board.draw(at); drawSteps(); drawTurn(); drawList();
    history.replaceState(null, "", at ? `#${at - 1}` : "#");
  }

  /** The nearest position that is shown, from `position` on in this direction; else the one where we are. */
  function stop(position, direction) {
    for (let i = position; i >= 0 && i <= last; i += direction) if (!i || isShown(play.turns[i - 1])) return i;
    return at;
  }
  const move = (direction) => show(stop(at + direction, direction));

  function setRunning(running) {
    clearInterval(timer);
    timer = running ? setInterval(() => { const was = at; move(1); if (at === was) setRunning(false); }, 1300) : 0;
    run.setAttribute("aria-pressed", String(running));
    run.setAttribute("aria-label", running ? "Pause" : "Play");
  }
  function toggle() {
    if (!timer && stop(at + 1, 1) === at) show(0);
    setRunning(!timer);
  }

  const KEYS = {
    ArrowLeft: () => move(-1), ArrowRight: () => move(1), Home: () => show(0), End: () => show(stop(last, -1)), " ": toggle,
  };
  document.addEventListener("keydown", (event) => {
    const handler = KEYS[event.key];
    const pressesSomething = event.key === " " && event.target.closest?.("button, input[type=checkbox]");
    if (!handler || pressesSomething || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    handler();
  });
  slider.addEventListener("input", () => {
    const wanted = Number(slider.value);
    show(stop(wanted, wanted >= at ? 1 : -1));
  });
  skip.addEventListener("change", () => show(stop(at, -1)));
  byId("back").addEventListener("click", () => move(-1));
  byId("on").addEventListener("click", () => move(1));
  run.addEventListener("click", toggle);
  for (const id of ["list", "rounds"]) {
    byId(id).addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) show(Number(button.dataset.at));
    });
  }
  new ResizeObserver(() => board.draw(at)).observe(byId("table").parentElement);

  drawRounds();
  byId("legend").replaceChildren(...board.legend());
  const asked = Number.parseInt(location.hash.slice(1), 10);
  show(asked >= 0 ? asked + 1 : 0);
})();
