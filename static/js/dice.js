/* What a new table looks and sounds like: tumbling dice, sounds, confetti. Changes nothing in the game. */
(function () {
  "use strict";

  const Options = window.Options;
  const { sound: soundFile, confetti: confettiFile } = document.currentScript.dataset;
  const FULL = { least: 560, spread: 180, stagger: 35, turns: 2 };
  const QUICK = { least: 200, spread: 60, stagger: 15, turns: 1 };
  const SIDES = [1, 2, 3, 4, 5, 6];
  /* How the cube is turned so that a face looks at us; the sides are placed by .facet:nth-child. */
  const TURNED = { 1: [0, 0], 2: [0, -90], 3: [-90, 0], 4: [90, 0], 5: [0, 90], 6: [0, 180] };
  let tumbling = 0;
  let wanted = null; // a sound asked for before the file was there
  let lastMark = 0;

  const table = () => document.getElementById("table");
  const still = () => Options.get("dice") === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

  // --- sounds: fetched with the first gesture, never heard before it

  function play(name) {
    if (!Options.get("sound")) return;
    if (window.Sound) window.Sound.play(name);
    else wanted = { name, time: performance.now() };
  }

  function fetchSound() {
    if (!Options.get("sound") || window.Sound) return;
    Options.load(soundFile).then(() => {
      if (wanted && performance.now() - wanted.time < 800) play(wanted.name);
      wanted = null;
    }, () => {}); // the next gesture asks again
  }

  // --- dice

  function makeCube(face) {
    const cube = document.createElement("span");
    cube.className = "cube";
    cube.setAttribute("aria-hidden", "true");
    for (const number of SIDES) {
      const side = document.createElement("span");
      side.className = "facet";
      const ns = "http://www.w3.org/2000/svg";
      const use = document.createElementNS(ns, "use");
      use.setAttribute("href", `#face-${number}`);
      const drawing = document.createElementNS(ns, "svg");
      drawing.append(use);
      side.append(drawing);
      cube.append(side);
    }
    cube.dataset.face = face;
    return cube;
  }

  function tumble(die, style, index) {
    die.querySelector(".cube")?.remove();
    const face = die.querySelector("input").dataset.face;
    const cube = makeCube(face);
    const half = die.offsetWidth / 2;
    cube.style.setProperty("--half", `${half}px`);
    die.append(cube);
    const [x, y] = TURNED[face];
    const spin = () => (Math.random() < 0.5 ? -1 : 1) * 360 * style.turns;
    const pose = (rise, dx, dy, dz) =>
      `perspective(${half * 14}px) translateY(${rise}px) translateZ(${-half}px) rotateZ(${dz}deg) rotateX(${x + dx}deg) rotateY(${y + dy}deg)`;
    const [sx, sy, sz] = [spin(), spin(), (Math.random() - 0.5) * 120];
    const moves = [
      { transform: pose(0, sx, sy, sz), easing: "cubic-bezier(.2,.6,.4,1)" },
      { transform: pose(-half * 0.8, sx * 0.55, sy * 0.55, sz * 0.6), offset: 0.35, easing: "cubic-bezier(.4,0,.6,1)" },
      { transform: pose(0, sx * 0.12, sy * 0.12, sz * 0.1), offset: 0.78, easing: "ease-out" },
      { transform: pose(0, 0, 0, 0) },
    ];
    const duration = style.least + Math.random() * style.spread;
    const motion = cube.animate(moves, { duration, delay: index * style.stagger, fill: "both" });
    tumbling += 1;
    document.body.dataset.tumbling = "";
    motion.finished.catch(() => {}).then(() => {
      cube.remove();
      tumbling -= 1;
      if (!tumbling) delete document.body.dataset.tumbling;
    });
    return duration + index * style.stagger;
  }

  /* Let the dice that were rolled tumble; returns after how many milliseconds the last one lies still. */
  function tumbleAll() {
    if (still() || document.hidden) return 0;
    const style = Options.get("dice") === "quick" ? QUICK : FULL;
    const rolled = [...document.querySelectorAll("#table label.die:not(.kept):not(.blank)")];
    return Math.max(0, ...rolled.map((die, index) => tumble(die, style, index)));
  }

  function stopAll() {
    for (const cube of document.querySelectorAll("#table .cube")) cube.remove();
  }

  // --- the end

  async function celebrate() {
    if (!Options.get("confetti") || document.hidden) return;
    const confetti = await import(confettiFile);
    await confetti.celebrate();
  }

  // --- what happened

  function shown(event) {
    const { before, own } = event.detail;
    const now = table().dataset;
    const entries = Number(now.entries) - Number(before.entries);
    const roll = Number(now.roll);
    if (now.status === "finished" && before.status === "playing") {
      stopAll();
      document.querySelector("#table .result")?.scrollIntoView({ block: "nearest" });
      play("won" in now ? "win" : "end");
      if ("won" in now) celebrate().catch(() => {});
    } else if (roll && (entries > 0 || (entries === 0 && roll > Number(before.roll)))) {
      const ms = tumbleAll();
      play("roll");
      const faces = [...document.querySelectorAll("#table input[name=hold]")].map((input) => input.dataset.face);
      if (new Set(faces).size === 1) setTimeout(play, ms, "fiveAlike");
    } else if (entries < 0) {
      stopAll();
      play("undo");
    } else if (entries > 0) {
      stopAll();
      const myTurn = now.yourTurn && !before.yourTurn;
      if (own || !myTurn) play("enter");
      else play("turn");
    } else if (before.status === "waiting" && now.status === "playing") {
      play("turn");
    }
  }

  // A cube belongs to this file alone: no swap takes it away.
  Idiomorph.defaults.callbacks.beforeNodeRemoved = (node) => !node.classList?.contains("cube");
  document.addEventListener("pointerdown", fetchSound, { passive: true });
  document.addEventListener("keydown", fetchSound);
  document.addEventListener("change", (event) => {
    if (event.target.matches("#table input[name=hold]")) play(event.target.checked ? "hold" : "free");
    if (event.target.matches("[data-option=sound]")) fetchSound();
  });
  document.addEventListener("table:marked", () => {
    if (performance.now() - lastMark > 60) play("mark");
    lastMark = performance.now();
  });
  document.addEventListener("table:shown", shown);
})();
