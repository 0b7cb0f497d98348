// Plays games of two with boardgame.io's own client: node drive.js PORT GAMES AT_ONCE
// Prints the seconds of all games, and for each move the milliseconds from the click until the other player has the
// new state.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { BOXES, game } = require("./game");

const [port, games, atOnce] = process.argv.slice(2).map(Number);
const waits = [];

// One of the two, who can be waited for.
class Player {
  constructor(matchID, playerID) {
    this.seen = -1;
    this.waiting = [];
    const multiplayer = SocketIO({ server: `http://127.0.0.1:${port}` });
    this.client = Client({ game, numPlayers: 2, multiplayer, matchID, playerID, debug: false });
    this.client.subscribe((state) => this.see(state));
    this.client.start();
  }

  see(state) {
    if (!state || state._stateID <= this.seen) return;
    this.seen = state._stateID;
    for (const look of this.waiting.splice(0)) look();
  }

  // Resolves when this player has the state with this number, or a later one.
  has(number) {
    return new Promise((resolve) => {
      const look = () => (this.seen >= number ? resolve() : this.waiting.push(look));
      look();
    });
  }
}

async function move(player, other, name, argument) {
  const next = player.seen + 1;
  const clicked = performance.now();
  player.client.moves[name](argument);
  await other.has(next);
  waits.push(performance.now() - clicked);
  await player.has(next);
}

async function play(number) {
  const matchID = `match-${process.pid}-${number}`;
  const players = ["0", "1"].map((playerID) => new Player(matchID, playerID));
  await Promise.all(players.map((player) => player.has(0)));
  for (let turn = 0; turn < 2 * BOXES; turn += 1) {
    const [player, other] = turn % 2 ? [players[1], players[0]] : players;
    await move(player, other, "roll", []);
    await move(player, other, "roll", [0, 1]);
    await move(player, other, "score", Math.floor(turn / 2));
  }
  for (const { client } of players) client.stop();
}

async function main() {
  let begun = 0;
  const keepOn = async () => {
    while (begun < games) await play((begun += 1));
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: atOnce }, keepOn));
  console.log(JSON.stringify({ seconds: (performance.now() - started) / 1000, waits }));
  process.exit(0);
}

main();
