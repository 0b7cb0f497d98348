/* The state of a game of Farkle, computed from its actions. Pure: no page, no storage.

   Actions besides those on players: take {dice}, points {points, left}, bank, farkle,
   rules {preset, first, later, target, penalty}, correct {player, round, points}. A player's turns are a list of points:
   0 is a Farkle, null a round before the player joined. `penalty`: the third Farkle in a row costs PENALTY points. */

import { changePlayers, highestId, namedPlayers } from "../shared/players.js";

export const HAND = 6;
export const PENALTY = 1000;
const MOST_POINTS = 1_000_000;
const EDITION = 2; // of these rules; a stored sheet keeps the edition it was begun with
const FRESH = { points: 0, picks: [], left: HAND };

export const total = (player) => player.turns.reduce((sum, points) => sum + points, 0);
export const playing = (state) => state.players.find((player) => player.id === state.turn);
const hasBanked = (player) => player.turns.some((points) => points > 0);
export const needed = (state) => (hasBanked(playing(state)) ? state.later : state.first);
/* Whether a Farkle of the player on turn is the third in a row. */
export const isThird = (state) => state.penalty && playing(state).turns.slice(-2).join() === "0,0";
export const canBank = (state, points) => points > 0 && points >= needed(state);
export const rounds = (state) => Math.max(...state.players.map((player) => player.turns.length));

/* Return the players with their totals, the best first; equal totals keep their order. */
export const ranking = (state) =>
  state.players.map((player) => ({ player, points: total(player) })).sort((a, b) => b.points - a.points);

export const leaders = (state) => {
  const [best] = ranking(state);
  return best.points > 0 ? state.players.filter((player) => total(player) === best.points) : [];
};

/* Return the setup of a new game with the same players and rules. */
export const setupOf = ({ preset, first, later, target, penalty, players }) =>
  ({ edition: EDITION, preset, first, later, target, penalty, players: namedPlayers(players.map(({ name }) => name)) });

const number = (value, least = 0) => {
  if (!Number.isInteger(value) || value < least || value > MOST_POINTS) throw new Error("not a number of points");
  return value;
};

/* Return the pad for journal.js; `lookup` is the table of points. */
export function farklePad(presets, lookup) {
  const rules = ({ preset, first, later, target, penalty = false }) => {
    if (!Object.hasOwn(presets, preset)) throw new Error("no such preset");
    if (typeof penalty !== "boolean") throw new Error("no such rule");
    return { preset, first: number(first), later: number(later), target: number(target, 1), penalty };
  };

  const steps = {
    take(state, { dice }) {
      const worth = lookup(state.preset, dice);
      if (!worth?.points || worth.idle.length || dice.length > (state.left ?? HAND)) throw new Error("not worth it");
      const left = state.left && (state.left - dice.length || HAND);
      return { ...state, ...added(state, worth.points, dice), left };
    },
    points(state, { points, left }) {
      if (left !== null && !(number(left, 1) <= HAND)) throw new Error("not so many dice");
      return { ...state, ...added(state, number(points, 1), ""), left };
    },
    bank(state) {
      if (!canBank(state, state.points)) throw new Error("not enough to bank");
      return endTurn(state, state.points);
    },
    farkle: (state) => endTurn(state, isThird(state) ? -PENALTY : 0),
  };
  const changes = {
    rules: (state, action) => ({ ...state, ...rules(action) }),
    correct(state, { player, round, points }) {
      const turns = state.players.find((each) => each.id === player)?.turns;
      if (!Number.isInteger(round) || turns?.[round] === undefined) throw new Error("no such turn");
      return withTurns(state, player, turns.map((old, at) => (at === round ? number(points, -MOST_POINTS) : old)));
    },
  };

  return {
    start(setup) {
      const join = (list, { id, name }) => changePlayers(list, { do: "add", player: id, name });
      const players = setup.players.reduce(join, []).map((player) => ({ ...player, turns: [] }));
      if (!players.length) throw new Error("nobody plays");
      return settle({
        ...rules(setup), edition: setup.edition ?? 1, players, highest: highestId(players),
        ...FRESH, turn: null, before: null, last: null, due: [],
      });
    },
    reduce(state, action) {
      const players = changePlayers(state.players, action);
      if (players) return settle(seated(state, players));
      const step = changes[action.do] ?? (state.turn !== null && steps[action.do]);
      if (!step) throw new Error("not possible");
      return settle(step(state, action));
    },
  };
}

const added = (state, points, dice) => ({
  points: number(state.points + points),
  picks: [...state.picks, { dice, points }],
});

const withTurns = (state, id, turns) => ({
  ...state,
  players: state.players.map((player) => (player.id === id ? { ...player, turns } : player)),
});

function endTurn(state, points) {
  const { turn, due } = state;
  const ended = withTurns(state, turn, [...playing(state).turns, points]);
  return { ...ended, ...FRESH, turn: null, before: turn, due: due.filter((id) => id !== turn) };
}

/* Return the state with other players or another order. New players have missed the rounds that are over. */
function seated(state, players) {
  const round = playing(state)?.turns.length ?? rounds(state);
  const come = players.filter((player) => !player.turns).map((player) => player.id);
  return {
    ...state,
    highest: highestId(players, state.highest),
    players: players.map((player) => ({ ...player, turns: player.turns ?? Array(round).fill(null) })),
    due: state.last === null ? [] : [...state.due, ...come],
  };
}

/* Return the state with the player on turn (`turn`), the player who reached the target (`last`) and those who still have
   a turn in the last round (`due`). A turn with points goes on until they are banked or lost, whatever is corrected
   meanwhile (in sheets of edition 1 it was dropped when a correction brought its player to the target). */
function settle(state) {
  const { players, target, before, edition, points } = state;
  const reached = players.filter((player) => total(player) >= target).map((player) => player.id);
  const last = reached.includes(state.last) ? state.last : (reached[0] ?? null);
  const others = players.map((player) => player.id).filter((id) => id !== last);
  const due = last === state.last ? others.filter((id) => state.due.includes(id)) : others;
  const candidates = last === null ? players : players.filter((player) => due.includes(player.id));
  const mayGoOn = edition > 1 && points > 0 ? players : candidates;
  const turn = mayGoOn.some((player) => player.id === state.turn) ? state.turn : next(players, candidates, before);
  const fresh = turn === state.turn ? {} : FRESH;
  return { ...state, ...fresh, last, due: last === null ? [] : due, turn };
}

/* Return the id of the next player: the first after the previous player among those with the fewest turns; null if
   there is none. */
function next(players, candidates, before) {
  const from = players.findIndex((player) => player.id === before) + 1;
  const order = [...players.slice(from), ...players.slice(0, from)].filter((player) => candidates.includes(player));
  const fewest = Math.min(...order.map((player) => player.turns.length));
  return order.find((player) => player.turns.length === fewest)?.id ?? null;
}
