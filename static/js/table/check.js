/* Recomputes every roll of a finished game from its revealed seed, in this browser alone. Uses a
   SHA-256 library, since browsers offer their own only on https pages and localhost. */

const { sha256 } = window; // vendor/sha256.min.js
const LIMIT = 252; // bytes from here on are skipped: 252 is the largest multiple of six
const check = document.getElementById("check");
const result = document.getElementById("check-result");
const rows = document.getElementById("check-rows");

const bytesOf = (hex) => hex.match(/../g).map((pair) => parseInt(pair, 16));

function face(seed, text) {
  let digest = sha256.hmac.array(seed, text);
  for (;;) {
    const byte = digest.find((value) => value < LIMIT);
    if (byte !== undefined) return (byte % 6) + 1;
    digest = sha256.array(digest);
  }
}

/* Return one line per roll: seat, turn, roll, dice, and whether the dice follow from the seed. */
function rolls(record, seed) {
  const turns = record.seats.map(() => 0);
  const lines = [];
  let roll = 0;
  let dice = [];
  for (const [kind, seat, held, faces] of record.moves) {
    if (kind !== "roll") {
      turns[seat] += 1;
      roll = 0;
      dice = [];
      continue;
    }
    roll += 1;
    const due = faces.map((_, slot) =>
      held.includes(slot) ? dice[slot] : face(seed, `${seat}:${turns[seat]}:${roll}:${slot}`));
    lines.push({ seat, turn: turns[seat] + 1, roll, faces, held, right: due.join() === faces.join() });
    dice = faces;
  }
  return lines;
}

function addRow(record, line) {
  const row = rows.insertRow();
  const dice = line.faces.map((number, slot) => (line.held.includes(slot) ? `(${number})` : number)).join(" ");
  for (const text of [record.seats[line.seat].name, line.turn, line.roll, dice, line.right ? "✓" : "✗"]) {
    row.insertCell().textContent = text;
  }
  if (!line.right) row.className = "wrong";
}

async function run() {
  const answer = await fetch(check.dataset.record, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`record: ${answer.status}`);
  const record = await answer.json();
  if (!record.seed) {
    result.textContent = check.dataset.wait;
    return;
  }
  const seed = bytesOf(record.seed);
  const promised = sha256(seed) === record.commitment;
  const lines = rolls(record, seed);
  for (const line of lines) addRow(record, line);
  const right = promised && lines.every((line) => line.right);
  result.textContent = right ? check.dataset.good.replace("{n}", lines.length) : check.dataset.bad;
  result.classList.add(right ? "good" : "bad");
}

if (check && result && rows) {
  run().catch(() => {
    result.textContent = check.dataset.failed || check.dataset.bad;
  });
}
