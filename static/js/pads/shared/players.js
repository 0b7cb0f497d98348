/* Who plays: the list of players as data. Pure.

   A player is {id, name, …}; ids stay when others leave. An empty name is shown as "Player 2", after the id:
   whoever moves up or stays behind does not change names. */

import { cleanName } from "./names.js";

/* Return the players named so, numbered from 1. */
export const namedPlayers = (names) => names.map((name, index) => ({ id: index + 1, name: cleanName(name) }));

/* Return the highest number anybody has, or had before: whoever comes gets the next one, and nobody's anew. */
export const highestId = (players, before = 0) => Math.max(before, ...players.map((player) => player.id));

/* Return the players after {do: "add", player, name}, {do: "rename", player, name}, {do: "remove", player} or
   {do: "move", player, by}; null when the action is about something else. Throws when it cannot be. */
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
