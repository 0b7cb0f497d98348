// A game for boardgame.io with the moves of Yahtzee: thirteen boxes for each of two players, up to three rolls a turn.
// Any box takes the sum of the dice: the rules of rows cost next to nothing, and moves and state are what is measured.
const { INVALID_MOVE } = require("boardgame.io/core");

const BOXES = 13;
const NO_DICE = [0, 0, 0, 0, 0];

function roll({ G, random }, held = []) {
  if (G.rolls === 3) return INVALID_MOVE;
  G.dice = G.dice.map((face, slot) => (held.includes(slot) ? face : random.D6()));
  G.rolls += 1;
}

function score({ G, ctx, events }, box) {
  const card = G.cards[Number(ctx.currentPlayer)];
  if (G.rolls === 0 || card[box] !== undefined) return INVALID_MOVE;
  card[box] = G.dice.reduce((sum, face) => sum + face, 0);
  events.endTurn();
}

function beginTurn({ G }) {
  G.rolls = 0;
  G.dice = [...NO_DICE];
}

function isOver({ G }) {
  return G.cards.every((card) => Object.keys(card).length === BOXES) ? { done: true } : undefined;
}

exports.BOXES = BOXES;
exports.game = {
  name: "yahtzee",
  setup: () => ({ dice: [...NO_DICE], rolls: 0, cards: [{}, {}] }),
  turn: { onBegin: beginTurn },
  // Dice are rolled by the server alone, as here.
  moves: { roll: { move: roll, client: false }, score: { move: score, client: false } },
  endIf: isOver,
};
