/* The state of a match (the first to win `target` games), computed from its actions. Pure: no clock, no chance.

   Players are 0 and 1. Actions: {do: "roll", dice: [a, b]} (one die each, the higher one starts),
   {do: "game", winner: 0 | 1 | null, time} (null: drawn, counts for nobody), {do: "rename", names: [a, b]}
   (only in older matches; now names are corrected in the setup). `game` is the id of what is played, or empty. */

import { cleanName } from "../shared/names.js";

export const MOST_GAMES = 9;

const isFace = (value) => Number.isInteger(value) && value >= 1 && value <= 6;
const arePair = (values, check) => Array.isArray(values) && values.length === 2 && values.every(check);
const areNames = (values) => arePair(values, (value) => typeof value === "string");

/* Return the state before the first game. `starter` is null while it is undecided who starts. Throws on invalid
   values. */
export function start({ names, target, starter = null, game = "" }) {
  if (!areNames(names) || !Number.isInteger(target) || target < 1 || target > MOST_GAMES) throw new Error("no match");
  if (![null, 0, 1].includes(starter)) throw new Error("nobody can start like that");
  if (typeof game !== "string") throw new Error("no game");
  return { names: names.map((name) => cleanName(name)), game, target, starter, dice: null, games: [], wins: [0, 0], winner: null };
}

/* Return the next state; throws when the action is not possible. */
export function reduce(state, action) {
  if (action.do === "roll") return settle(state, action.dice);
  if (action.do === "game") return count(state, action);
  if (action.do === "rename" && areNames(action.names)) return { ...state, names: action.names.map((name) => cleanName(name)) };
  throw new Error("no such action");
}

/* Return which player starts the next game: the two take turns. Null while undecided. */
export function starts({ starter, games }) {
  return starter === null ? null : (starter + games.length) % 2;
}

/* Tell whether it is still to be rolled for who starts. */
export const canRoll = ({ starter, games }) => starter === null && games.length === 0;

function settle(state, dice) {
  if (!canRoll(state) || !arePair(dice, isFace)) throw new Error("no roll");
  const [one, two] = dice;
  return { ...state, dice, starter: one === two ? null : Number(two > one) };
}

function count(state, { winner, time }) {
  if (state.winner !== null) throw new Error("the match is over");
  if (![null, 0, 1].includes(winner) || Number.isNaN(Date.parse(time))) throw new Error("no game");
  const wins = state.wins.map((number, player) => number + Number(player === winner));
  const games = [...state.games, { winner, time, starter: starts(state), wins }];
  return { ...state, games, wins, winner: winner !== null && wins[winner] === state.target ? winner : null };
}
