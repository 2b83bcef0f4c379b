"use strict";
/** A function that makes elements of one namespace; children that are null or undefined are left out. */
const make = (space) => (name, attributes = {}, ...children) => {
  const node = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) node.setAttribute(key, value);
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
};
const html = make("http://www.w3.org/1999/xhtml");

/** The table of a play, drawn into an SVG element after any number of turns. */
const boardOf = (play, table) => {
  const CARD = { w: 206, h: 136 }, PROBLEM = { w: 72, h: 98 };
  let at = 0;

  // ------------------------------------------------------------ small helpers

  const svg = make("http://www.w3.org/2000/svg");
  const words = (x, y, text, style = "") => svg("text", { x, y, class: style }, String(text));
  const box = (x, y, width, height, style, rx = 4) => svg("rect", { x, y, width, height, rx, class: style });
  const differs = (one, other) => JSON.stringify(one) !== JSON.stringify(other);
  const titled = (name) => name[0] + name.slice(1).toLowerCase();

  // ------------------------------------------------------------ geometry

  // Where the seats lie, clockwise, from -1 to 1 in both directions; how high the board is; where its middle lies.
  const WIDE = {
    2: [[[-1, 0], [1, 0]], 430, 0.5], 3: [[[0, -1], [1, 1], [-1, 1]], 540, 0.53],
    4: [[[-1, -1], [1, -1], [1, 1], [-1, 1]], 520, 0.5],
    5: [[[0, -1], [1, -0.4], [0.62, 1], [-0.62, 1], [-1, -0.4]], 600, 0.51],
    6: [[[0, -1], [1, -0.6], [1, 0.6], [0, 1], [-1, 0.6], [-1, -0.6]], 620, 0.5],
  };
  const TALL = {
    2: [[[0, -1], [0, 1]], 560, 0.5], 3: [[[0, -1], [1, 1], [-1, 1]], 600, 0.5],
    4: [[[-1, -1], [1, -1], [1, 1], [-1, 1]], 620, 0.5],
    5: [[[0, -1], [1, -0.42], [1, 1], [-1, 1], [-1, -0.42]], 800, 0.62],
    6: [[[0, -1], [1, -0.52], [1, 0.52], [0, 1], [-1, 0.52], [-1, -0.52]], 920, 0.5],
  };

  // No printed game has more seats; a table that has is drawn all the same.
  const ring = (seats) => [Array.from({ length: seats }, (_, i) => (
    [Math.sin((2 * Math.PI * i) / seats), -Math.cos((2 * Math.PI * i) / seats)])), 170 * seats, 0.5];

  function layout() {
    const w = Math.max(480, Math.round(table.getBoundingClientRect().width));
    const [slots, h, middle] = (w < 780 ? TALL : WIDE)[play.seats] ?? ring(play.seats);
    const reach = [w / 2 - CARD.w / 2 - 6, h / 2 - CARD.h / 2 - 6];
    const seats = slots.map(([x, y]) => ({ x: w / 2 + x * reach[0], y: h / 2 + y * reach[1], ...CARD }));
    const count = play.tables[0].problems.length, step = PROBLEM.w + 6;
    const centre = { x: w / 2, y: h * middle };
    const problems = Array.from({ length: count }, (_, i) => (
      { x: centre.x + (i - (count - 1) / 2) * step, y: centre.y - 10, ...PROBLEM }));
    const texts = [{ x: centre.x, y: centre.y - 98, w: 260, h: 22 }, { x: centre.x, y: centre.y + 84, w: 364, h: 40 }];
    return { w, h, seats, problems, centre, texts, taken: [...seats, ...problems, ...texts] };
  }

  /** Where the line from the middle of a box towards a point leaves the box. */
  function edge(from, to, gap = 5) {
    const dx = to.x - from.x, dy = to.y - from.y;
    const t = Math.min((from.w / 2 + gap) / Math.abs(dx || 1e-9), (from.h / 2 + gap) / Math.abs(dy || 1e-9), 1);
    return { x: from.x + dx * t, y: from.y + dy * t };
  }

  /** A curve between two boxes, bent to its left; across the middle of the table it goes around the cards there. */
  function curve(from, to, bend, centre, gap) {
    const dx = to.x - from.x, dy = to.y - from.y, length = Math.hypot(dx, dy) || 1;
    const crosses = Math.abs(dx * (centre.y - from.y) - dy * (centre.x - from.x)) / length < 60;
    const by = crosses && Math.abs(dx) > Math.abs(dy) ? 2.2 * bend + Math.sign(bend) * 180 : bend;
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    return via(from, { x: middle.x + (dy / length) * by, y: middle.y - (dx / length) * by }, to, gap);
  }

  /** A curve from one box to another that leaves and arrives in the direction of the point `c`. */
  function via(from, c, to, gap) {
    const a = edge(from, c), b = edge(to, c, gap);
    const point = (t) => ({
      x: (1 - t) ** 2 * a.x + 2 * t * (1 - t) * c.x + t * t * b.x,
      y: (1 - t) ** 2 * a.y + 2 * t * (1 - t) * c.y + t * t * b.y,
    });
    return { a, b, point, path: `M${a.x} ${a.y}Q${c.x} ${c.y} ${b.x} ${b.y}` };
  }

  const AROUND_THE_MIDDLE = Array.from({ length: 17 }, (_, i) => 0.5 + (i % 2 ? 0.05 : -0.05) * Math.ceil(i / 2));
  const NEAR_THE_END = Array.from({ length: 14 }, (_, i) => 0.8 - 0.05 * i);
  /** The point of a line, among those wished for, at which a tag covers least; it is taken from then on. */
  function clear(line, w, h, taken, wishes) {
    const meets = (p, place) => 2 * Math.abs(p.x - place.x) < w + place.w && 2 * Math.abs(p.y - place.y) < h + place.h;
    const covered = (p) => taken.filter((place) => meets(p, place)).length;
    const best = wishes.map(line.point).reduce((one, other) => (covered(other) < covered(one) ? other : one));
    taken.push({ ...best, w, h });
    return best;
  }

  function zigzag(line) {
    const n = 2 * Math.round(Math.hypot(line.b.x - line.a.x, line.b.y - line.a.y) / 14) || 2;
    const points = [];
    for (let i = 0; i <= n; i += 1) {
      const p = line.point(i / n), q = line.point(Math.min(1, i / n + 0.01)), r = line.point(Math.max(0, i / n - 0.01));
      const d = Math.hypot(q.x - r.x, q.y - r.y) || 1, off = i === 0 || i === n ? 0 : i % 2 ? 4.5 : -4.5;
      points.push(`${p.x - ((q.y - r.y) / d) * off} ${p.y + ((q.x - r.x) / d) * off}`);
    }
    return "M" + points.join("L");
  }

  /** A line with a head that goes on from its end. */
  function arrow(line, kind, size, style = kind) {
    const back = line.point(0.97), turn = (Math.atan2(line.b.y - back.y, line.b.x - back.x) * 180) / Math.PI;
    const head = { d: `M${1.5 * size} 0L0 ${-0.8 * size}V${0.8 * size}z`, class: `head-${kind}` };
    const placed = `translate(${line.b.x} ${line.b.y}) rotate(${turn})`;
    return svg("g", { class: `arrow-${kind}` }, svg("path", { d: line.path, class: style }),
      svg("path", { ...head, transform: placed }));
  }

  // ------------------------------------------------------------ what lies on the table

  const GLYPHS = [
    (r) => svg("circle", { r: r * 0.95 }),
    (r) => svg("path", { d: "M-7 -20h14v13h13v14h-13v13h-14v-13h-13v-14h13z", transform: `scale(${r / 20})` }),
    (r) => svg("rect", { x: -r * 0.85, y: -r * 0.85, width: r * 1.7, height: r * 1.7, rx: 1 }),
    (r) => svg("path", { d: `M0 ${-r}L${r} ${r * 0.8}H${-r}z` }),
  ];
  function glyph(suit, x, y, r) {
    const name = play.suits[suit].toLowerCase();
    return svg("g", { class: `glyph ${name}`, transform: `translate(${x} ${y})` }, GLYPHS[suit](r));
  }

  function cards(counts, x, y, step) {
    return counts.map((count, suit) => svg("g", { class: count ? "" : "faint" },
      svg("title", {}, `${count} ${play.suits[suit]}`), glyph(suit, x + suit * step, y, 6.5),
      words(x + suit * step + 10, y + 4.5, count, count ? "bold" : "")));
  }

  function stressTrack(player) {
    const cells = [svg("title", {}, `Stress ${player.stress} of 5`)];
    for (let i = 0; i <= 5; i += 1) {
      const marks = ["cell", i && i <= player.stress && "full", i >= 4 && "gate", i === player.stress && "here"];
      const style = marks.filter(Boolean).join(" "), x = 56 + i * 24;
      cells.push(box(x, 34, 21, 18, style), words(x + 10.5, 47, i, "mid tiny"));
    }
    return svg("g", {}, ...cells);
  }

  function stages(player) {
    const nodes = [svg("title", {}, `DARVO marker ${player.marker}`)];
    let x = 56;
    for (const [stage, width] of [["OFF", 25], ["DENY", 32], ["ATTACK", 39], ["REVERSE", 47]]) {
      const kind = stage !== player.marker ? "other" : stage === "OFF" ? "off" : "live";
      const [cell, text] = { other: ["", "faint"], off: ["here", "bold"], live: ["stage", "on-stage"] }[kind];
      nodes.push(box(x, 58, width - 2, 18, `cell ${cell}`),
        words(x + width / 2 - 1, 70.5, titled(stage), `mid tiny ${text}`));
      x += width;
    }
    return svg("g", {}, ...nodes);
  }

  function freedom(player) {
    const ready = player.freedom === "READY";
    return svg("g", {}, svg("title", {}, `Freedom ${player.freedom}`),
      svg("circle", { cx: 134, cy: 17, r: 6, class: `freedom ${ready ? "ready" : ""}` }),
      words(145, 21, ready ? "Freedom" : "spent", ready ? "small bold" : "small"));
  }

  function protection(player) {
    return svg("g", { class: player.protection ? "" : "faint" }, svg("title", {}, `Protection ${player.protection}`),
      svg("path", { d: "M161 111l8 -3l8 3v6q0 7 -8 11q-8 -4 -8 -11z", class: "shield" }),
      words(181, 122, `×${player.protection}`, "bold"));
  }

  function seatCard(now, before, seat, place) {
    const player = now.players[seat], was = before.players[seat];
    const changed = (y, key) => (differs(player[key], was[key]) ? box(4, y, CARD.w - 8, 22, "row-changed", 6) : null);
    const claims = now.problems.reduce((sum, { claimed_by: by, value }) => sum + (by === seat ? value : 0), 0);
    const stress = player.stress < 0 || player.stress > 5 ? `Stress ${player.stress}` : "Stress";
    const none = now.step === "OVER" ? "" : "no Action yet", chosen = player.action === "-" ? none : player.action;
    return svg("g", { transform: `translate(${place.x - place.w / 2} ${place.y - place.h / 2})` },
      box(0, 0, CARD.w, CARD.h, `mat ${seat === actor() ? "due" : ""}`, 12),
      changed(6, "freedom"), changed(32, "stress"), changed(56, "marker"), changed(80, "hand"),
      changed(107, "protection"), player.action === "-" ? null : changed(107, "action"),
      words(12, 22, `Seat ${seat}`, "name"),
      ...(seat === now.lead ? [box(70, 8, 42, 18, "pill", 9), words(91, 21, "LEAD", "mid pill-text")] : []),
      freedom(player),
      words(12, 47, stress, "small"), stressTrack(player),
      words(12, 71, "DARVO", "small"), stages(player),
      words(12, 95, "Hand", "small"), ...cards(player.hand, 66, 91, 36),
      svg("g", {}, svg("title", {}, player.action === "-" ? "nothing selected" : player.action_words),
        words(12, 122, chosen, player.action === "-" ? "small" : "bold")),
      claims ? words(152, 122, `★ ${claims}`, "end bold") : null,
      protection(player));
  }

  function problemCard(now, before, number, place) {
    const problem = now.problems[number], { w, h } = PROBLEM;
    const suit = problem.suit === null ? -1 : play.suits.indexOf(problem.suit);
    const state = problem.denied ? "Denied" : problem.face_up ? "face up" : "hidden";
    const claim = problem.claimed_by === null ? "" : `, claimed by seat ${problem.claimed_by}`;
    const up = problem.face_up && !problem.denied;
    const ink = up ? "" : "on-back";
    const named = suit < 0 ? "hidden" : problem.suit, corner = `translate(${place.x - w / 2} ${place.y - h / 2})`;
    const banner = (text, style) => [
      box(-3, 62, w + 6, 19, `banner ${style}`, 3), words(w / 2, 75.5, text, "mid on-banner")];
    return svg("g", { class: suit < 0 ? "" : problem.suit.toLowerCase(), transform: corner },
      svg("title", {}, `Problem ${number}: ${problem.suit ?? "unknown suit"}, ${state}${claim}`),
      box(0, 0, w, h, `face ${up ? "" : "down"}`, 8),
      up ? null : svg("path", { class: "hatch", d: "M10 88L62 12M10 64L46 12M10 40L28 12M28 88L62 38M46 88L62 64" }),
      differs(problem, before.problems[number]) ? box(-5, -5, w + 10, h + 10, "halo", 11) : null,
      words(8, 15, `P${number}`, `small bold ${ink}`),
      words(w / 2, 52, suit < 0 ? "?" : problem.value, `mid value ${ink}`),
      up ? glyph(suit, w - 14, 13, 7) : null,
      words(w / 2, 92, named, `mid tiny ${up ? "suited" : "on-back"}`),
      ...(problem.denied ? banner("DENIED", "") : []),
      ...(problem.claimed_by === null ? [] : banner(`seat ${problem.claimed_by}`, "claimed")));
  }

  function middle(now, { centre: { x, y }, texts }) {
    const discarded = now.discard.reduce((sum, count) => sum + count, 0);
    const due = now.turn === null ? now.step : `${now.step}, seat ${now.turn}`;
    const next = now.step === "OVER" ? "the game is over" : `next: ${due}`;
    return svg("g", {}, ...texts.map(({ x: left, y: top, w, h }) => box(left - w / 2, top - h / 2, w, h, "quiet", 9)),
      words(x, y - 94, `Round ${now.round} of ${play.rounds} · ${next}`, "mid bold"),
      now.problems.length ? null : words(x, y - 6, "no Problems in play", "mid small"),
      svg("g", {}, svg("title", {}, `${now.deck} Solutions in the deck`),
        box(x - 174, y + 72, 20, 26, "face down", 4), box(x - 170, y + 69, 20, 26, "face down", 4),
        words(x - 142, y + 80, "Deck", "small"), words(x - 142, y + 96, now.deck, "bold")),
      svg("g", {}, words(x - 94, y + 80, `Discard ${discarded}`, "small"), ...cards(now.discard, x - 88, y + 92, 32)),
      words(x + 60, y + 80, "Claimed", "small"),
      words(x + 60, y + 96, `${now.claimed}, threshold ${play.threshold}`, "bold"));
  }

  /** A relation as its line, and the tag that names it. */
  function relation([one, other, kind], { seats, centre, taken }) {
    const line = curve(seats[one], seats[other], 12, centre), name = kind === "BOND" ? "bond" : "rivalry";
    const text = name[0].toUpperCase() + name.slice(1), w = name === "bond" ? 42 : 54;
    const p = clear(line, w, 20, taken, AROUND_THE_MIDDLE);
    const title = () => svg("title", {}, `${text} between seat ${one} and seat ${other}`);
    const strokes = name === "bond" ? [[line.path, "bond"], [line.path, "bond-core"]] : [[zigzag(line), "rivalry"]];
    return [svg("g", {}, title(), ...strokes.map(([d, style]) => svg("path", { d, class: style }))),
      svg("g", {}, title(), box(p.x - w / 2, p.y - 10, w, 20, `tag ${name}-tag`, 10),
        words(p.x, p.y + 4, text, "mid tiny bold"))];
  }

  /** A placed Focus/Blame token as the arrow from its owner, and the token itself. */
  function token(player, owner, { seats, centre, taken }) {
    if (player.token_at === null) return [];
    const kind = player.token.toLowerCase(), line = curve(seats[owner], seats[player.token_at], 46, centre, 17);
    const p = clear(line, 24, 24, taken, NEAR_THE_END);
    const title = () => svg("title", {}, `${player.token} of seat ${owner} beside seat ${player.token_at}`);
    return [svg("g", {}, title(), arrow(line, kind, 8)),
      svg("g", {}, title(), svg("circle", { cx: p.x, cy: p.y, r: 12, class: `tag ${kind}-tag` }),
        words(p.x, p.y + 4, player.token[0] + owner, `mid tiny bold ${kind}-text`))];
  }

  /** What the last turn aimed at: dots while it is only chosen. A Problem is reached from above or below its row. */
  function aim({ seats, problems, centre }) {
    const turn = play.turns[at - 1];
    if (!turn || turn.seat === null) return null;
    const from = seats[turn.seat], { seat, problem } = turn.aim;
    const style = turn.step === "SELECT" || turn.step === "REVEAL" ? "aim planned" : "aim";
    if (problem !== undefined) {
      const to = problems[problem], side = from.y > to.y + 15 ? 1 : -1;
      return arrow(via(from, { x: to.x, y: to.y + side * 120 }, to, 24), "aim", 13, style);
    }
    if (seat === undefined || seat === turn.seat) return null;
    return arrow(curve(from, seats[seat], turn.seat < seat ? 12 : -12, centre, 24), "aim", 13, style);
  }

  /** Whose turn led to this table; at the start, whose turn is due. */
  const actor = () => (at ? play.turns[at - 1].seat : play.tables[0].turn);

  function summary(now) {
    const seats = now.players.map((player, seat) => {
      const token = player.token_at === null ? "" : `, ${player.token} beside seat ${player.token_at}`;
      return `Seat ${seat}: Stress ${player.stress}, Freedom ${player.freedom}, DARVO ${player.marker}${token}`;
    });
    const tiles = now.relations.map(([one, other, kind]) => `${kind} between seat ${one} and seat ${other}`);
    return [`Round ${now.round}, ${now.step}, the Lead is seat ${now.lead}`, ...seats, ...tiles].join(". ") + ".";
  }

  function drawTable() {
    const now = play.tables[at], before = play.tables[Math.max(0, at - 1)], place = layout();
    const rx = place.w / 2 - CARD.w * 0.42, ry = place.h / 2 - CARD.h * 0.3;
    const linked = [...now.relations.map((tile) => relation(tile, place)),
      ...now.players.map((player, seat) => token(player, seat, place)).filter((parts) => parts.length)];
    table.setAttribute("viewBox", `0 0 ${place.w} ${place.h}`);
    table.setAttribute("aria-label", summary(now));
    table.replaceChildren(
      svg("ellipse", { cx: place.w / 2, cy: place.h / 2, rx, ry, class: "felt" }),
      svg("ellipse", { cx: place.w / 2, cy: place.h / 2, rx: rx - 12, ry: ry - 12, class: "felt-inner" }),
      ...[aim(place)].filter(Boolean), ...linked.map(([line]) => line),
      middle(now, place),
      ...now.problems.map((_, i) => problemCard(now, before, i, place.problems[i])),
      ...now.players.map((_, seat) => seatCard(now, before, seat, place.seats[seat])),
      ...linked.map(([, tag]) => tag));
  }

  /** What the marks on the table mean, as items of a list. */
  function legend() {
    const sample = (text, width, ...nodes) => html("li", {},
      svg("svg", { viewBox: `0 0 ${width} 18`, width, "aria-hidden": "true" }, ...nodes), text);
    const flat = (end) => {
      const point = (t) => ({ x: 2 + t * (end - 2), y: 9 });
      return { a: point(0), b: point(1), point, path: `M2 9H${end}` };
    };
    return [
      sample("Bond", 44, ...["bond", "bond-core"].map((style) => svg("path", { d: "M2 9H42", class: style }))),
      sample("Rivalry", 44, svg("path", { d: zigzag(flat(42)), class: "rivalry" })),
      sample("Focus, from its owner", 44, arrow(flat(31), "focus", 7)),
      sample("Blame, from its owner", 44, arrow(flat(31), "blame", 7)),
      sample("aim of this turn", 44, arrow(flat(28), "aim", 9)),
      ...play.suits.map((suit, i) => sample(titled(suit), 18, glyph(i, 9, 9, 7))),
      sample("Freedom spent on an Action", 20, svg("text", { x: 10, y: 14 }, "+F")),
      sample("claimed points", 18, svg("text", { x: 9, y: 14 }, "★")),
    ];
  }

  return {
    legend,
    draw(position) {
      at = position;
      drawTable();
    },
  };
};
