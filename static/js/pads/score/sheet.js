/* The state of a score pad, computed from its actions, and its sums. Pure. What a roll is worth and which values a box
   can hold is in the data of the page (games/pads/score.py), never here.

   State: {players: [{id, name, boxes: {"fours:1": 20}, extras: {"1": 2}, brought: ["fours:1"]}], options: {american: true},
   edition, turn, last, highest}. `extras` are the numbers of extra bonuses by column, `brought` the boxes whose entry brought
   one; `turn` is the player suggested next, `last` the latest entry or count, `highest` the highest number a player ever had.
   Actions besides those of players.js:
   {do: "fill", player, box, column, points, extra}, {do: "empty", player, box, column, extra},
   {do: "extras", player, column, times}, {do: "option", option, on}. */

import { changePlayers, highestId, namedPlayers } from "../shared/players.js";

const EDITION = 2; // of these rules; a stored sheet keeps the edition it was begun with
const MOST_EXTRAS = 40; // counted by hand in edition 1
export const keyOf = (box, column) => `${box}:${column}`;

/* Return the setup of a new sheet. */
export const setupOf = ({ players, options }) => ({ edition: EDITION, players: players.map(({ name }) => name), options });

const need = (condition) => {
  if (!condition) throw new Error("not possible on this sheet");
};

/* Return the functions of a pad for the data of a sheet: `start` and `reduce` for journal.js, and queries for views. */
export function makePad(sheet) {
  const columns = sheet.factors.map((_factor, index) => index + 1);
  const rows = sheet.categories.flatMap((row) => columns.map((column) => [row.id, column]));
  const category = (id) => sheet.categories.find((row) => row.id === id);
  const known = (options) => Object.fromEntries(sheet.options.map(({ id }) => [id, options?.[id] === true]));
  const card = (player) => ({ ...player, boxes: player.boxes || {}, extras: player.extras || {}, brought: player.brought || [] });

  const isFull = (player) => rows.every(([box, column]) => keyOf(box, column) in player.boxes);
  const isOver = (state) => state.players.every(isFull);
  const holdsFive = (player, column) => player.boxes[keyOf(sheet.five_of_a_kind, column)] > 0;

  /* The round of the player on turn, from 1 to `rounds`. */
  function round({ players, turn }) {
    const { boxes } = players.find(({ id }) => id === turn);
    return Math.min(Object.keys(boxes).length + 1, rows.length);
  }

  /* Every value the box can hold besides 0. */
  const values = (state, box) => category(box)?.[state.options.house ? "house" : "values"] ?? [];

  /* Whether an open box may be filled, or a full one corrected. */
  function isPlayable(state, player, box, column) {
    if (!state.options.left_to_right || keyOf(box, column) in player.boxes) return true;
    return columns.every((left) => left >= column || keyOf(box, left) in player.boxes);
  }

  /* Whether a full box may be emptied again: from left to right, only the last of its row. */
  function canEmpty(state, player, box, column) {
    return !state.options.left_to_right || columns.every((right) => right <= column || !(keyOf(box, right) in player.boxes));
  }

  /* The id of the next player with an open box; the same id when there is none. */
  function after(players, id) {
    const at = players.findIndex((player) => player.id === id);
    const round = [...players.slice(at + 1), ...players.slice(0, at + 1)];
    return (round.find((player) => !isFull(player)) || players[Math.max(at, 0)]).id;
  }

  const replaced = (players, next) => players.map((player) => (player.id === next.id ? next : player));

  const elsewhere = (player, column) => player.brought.filter((key) => !key.endsWith(`:${column}`));

  /* Return the extras after an entry. A new entry replaces the extra of the entry it corrects, and removing the five of
     a kind itself removes all extras of its column. In older sheets `extra` is undefined where a box is corrected or
     emptied: their extras stay. */
  function extrasAfter(player, box, column, points, extra) {
    const key = keyOf(box, column);
    if (extra === false && box === sheet.five_of_a_kind && !points) {
      return { extras: { ...player.extras, [column]: 0 }, brought: elsewhere(player, column) };
    }
    const had = key in player.boxes && player.brought.includes(key);
    const brings = extra ?? had;
    const count = Math.max(0, (player.extras[column] || 0) + Number(brings) - Number(had));
    const others = player.brought.filter((one) => one !== key);
    return { extras: { ...player.extras, [column]: count }, brought: brings ? [...others, key] : others };
  }

  /* Whether a further five of a kind entered in a box may bring the extra bonus. */
  function mayBring(state, player, box, column) {
    const others = (player.extras[column] || 0) - Number(player.brought.includes(keyOf(box, column)));
    return holdsFive(player, column) && (state.edition === 1 || others < mostExtras(state));
  }

  function fill(state, player, { box, column, points, extra }) {
    const key = keyOf(box, column);
    need(category(box) && columns.includes(column) && isPlayable(state, player, box, column));
    need(points === 0 || values(state, box).includes(points));
    need(!extra || (extra === true && state.options.american && mayBring(state, player, box, column)));
    const boxes = { ...player.boxes, [key]: points };
    const extras = extrasAfter(player, box, column, points, extra);
    const players = replaced(state.players, { ...player, boxes, ...extras });
    const turn = key in player.boxes ? state.turn : after(players, player.id);
    return { ...state, players, turn, last: { player: player.id, box, column, points, extra } };
  }

  function empty(state, player, { box, column, extra }) {
    const { [keyOf(box, column)]: points, ...boxes } = player.boxes;
    need(points !== undefined && canEmpty(state, player, box, column) && !extra);
    const players = replaced(state.players, { ...player, boxes, ...extrasAfter(player, box, column, 0, extra) });
    const turn = isFull(state.players.find(({ id }) => id === state.turn)) ? player.id : state.turn;
    return { ...state, players, turn, last: { player: player.id, box, column } };
  }

  function countExtras(state, player, { column, times }) {
    need(state.options.american && columns.includes(column));
    need(Number.isInteger(times) && times >= 0 && times <= mostExtras(state));
    const extras = { ...player.extras, [column]: times };
    const brought = times ? player.brought : elsewhere(player, column);
    const last = { player: player.id, box: "extras", column, points: times * sheet.extra };
    return { ...state, players: replaced(state.players, { ...player, extras, brought }), last };
  }

  /* How many extra bonuses a column may have: one for every other box. */
  const mostExtras = (state) => (state.edition > 1 ? sheet.categories.length - 1 : MOST_EXTRAS);

  /* The extra bonuses that an action would delete along with the five of a kind they follow. */
  function extrasLost(state, { do: what, player, box, column, points }) {
    const clears = what === "empty" || (what === "fill" && points === 0);
    if (!clears || box !== sheet.five_of_a_kind) return 0;
    return state.players.find(({ id }) => id === player)?.extras[column] || 0;
  }

  const entryActions = { fill, empty, extras: countExtras };

  function start(setup) {
    const { players } = setup;
    need(Array.isArray(players) && players.length > 0 && players.length <= sheet.most_players);
    need(players.every((name) => typeof name === "string"));
    const people = namedPlayers(players).map(card);
    const { options, edition = 1 } = setup;
    return { players: people, options: known(options), edition, turn: 1, last: null, highest: highestId(people) };
  }

  function reduce(state, action) {
    const people = changePlayers(state.players, action, sheet.most_players);
    if (people) {
      const players = people.map(card);
      const at = state.players.findIndex((player) => player.id === state.turn);
      const next = players.find((player) => player.id === state.turn) || players[at % players.length];
      const last = players.some(({ id }) => id === state.last?.player) ? state.last : null;
      const turn = isFull(next) ? after(players, next.id) : next.id;
      return { ...state, players, turn, last, highest: highestId(players, state.highest) };
    }
    if (action.do === "option") {
      need(Object.hasOwn(state.options, action.option) && typeof action.on === "boolean");
      return { ...state, options: { ...state.options, [action.option]: action.on } };
    }
    const player = state.players.find((one) => one.id === action.player);
    need(player && Object.hasOwn(entryActions, action.do));
    return entryActions[action.do](state, player, action);
  }

  const isUpperFull = (player, column) =>
    sheet.categories.every((row) => row.section !== "upper" || keyOf(row.id, column) in player.boxes);

  /* The sums of one column, with the names they have in a game's record. */
  function columnTotals(state, player, column) {
    const sum = (section) =>
      sheet.categories
        .filter((row) => row.section === section)
        .reduce((total, row) => total + (player.boxes[keyOf(row.id, column)] || 0), 0);
    const [upper, lower] = [sum("upper"), sum("lower")];
    const upper_bonus = upper >= sheet.bonus_at ? sheet.bonus : 0;
    const counted = state.options.american && holdsFive(player, column);
    const extra = counted ? (player.extras[column] || 0) * sheet.extra : 0;
    const combined = upper + upper_bonus + lower + extra;
    const missing = Math.max(0, sheet.bonus_at - upper);
    const weighted = combined * sheet.factors[column - 1];
    return { upper, upper_bonus, missing, lower, [sheet.extra_total]: extra, combined, weighted };
  }

  function totals(state, player) {
    const found = Object.fromEntries(columns.map((column) => [column, columnTotals(state, player, column)]));
    return { ...found, grand: columns.reduce((total, column) => total + found[column].weighted, 0) };
  }

  /* The players with the highest grand total; none while it is 0, or with a single player. */
  function leaders(state) {
    const grand = state.players.map((player) => totals(state, player).grand);
    const best = Math.max(...grand);
    return state.players.length > 1 && best > 0 ? state.players.filter((_player, index) => grand[index] === best) : [];
  }

  /* What five dice bring in an open box, as {points, extra}; null when the box is not playable now. */
  function offer(state, player, box, column, dice) {
    if (keyOf(box, column) in player.boxes || !isPlayable(state, player, box, column)) return null;
    const row = category(box);
    const five = new Set(dice).size === 1;
    const plain = row.points[sheet.rolls.indexOf([...dice].sort().join(""))];
    const points = five && state.options.house ? Math.max(plain, row.jokers[dice[0] - 1]) : plain;
    return { points, extra: Boolean(five && state.options.american && mayBring(state, player, box, column)) };
  }

  return { columns, rounds: rows.length, round, start, reduce, values, isPlayable, canEmpty, isOver, holdsFive, isUpperFull, mayBring, extrasLost, totals, leaders, offer };
}
