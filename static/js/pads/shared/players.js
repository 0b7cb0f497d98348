/* The list of players as data. Pure.

   A player is {id, name, …}; ids stay when others leave. An empty name is shown as "Player 2", after the id, so that
   it does not change when players change places or leave. */

import { cleanName } from "./names.js";

/* Return players with these names, numbered from 1. */
export const namedPlayers = (names) => names.map((name, index) => ({ id: index + 1, name: cleanName(name) }));

/* Return the highest id in use so far (`before`: earlier); a new player gets the next one, so that no id is reused. */
export const highestId = (players, before = 0) => Math.max(before, ...players.map((player) => player.id));

/* Return the players after {do: "add", player, name}, {do: "rename", player, name}, {do: "remove", player} or
   {do: "move", player, by}; null for any other action. Throws when it is not possible. */
export function changePlayers(players, action, most = 10) {
  const at = players.findIndex((player) => player.id === action.player);
  const next = [...players];
  if (action.do === "add") {
    if (at >= 0 || !Number.isInteger(action.player) || players.length >= most) throw new Error("no room");
    return [...next, { id: action.player, name: cleanName(action.name) }];
  }
  if (!["rename", "remove", "move"].includes(action.do)) return null;
  if (at < 0) throw new Error("no such player");
  if (action.do === "rename") next[at] = { ...players[at], name: cleanName(action.name) };
  else if (action.do === "remove" && next.length > 1) next.splice(at, 1);
  else if (action.do === "move" && players[at + action.by]) next.splice(at + action.by, 0, ...next.splice(at, 1));
  else throw new Error("not possible");
  return next;
}
