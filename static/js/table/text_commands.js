/* What somebody means who types in the text mode: names forgiven their case, accents, blanks and ends. Pure: knows
   neither the page nor any word of a language (games/text_mode.py has those). */

const plain = (text) => text.normalize("NFD").toLowerCase().replace(/ß/g, "ss").replace(/[^\p{L}\p{N}?]/gu, "");

/* Return a name from its first word on, from its second, and so on. */
const tails = (name) => name.split(/[\s_]+/).map((_, at, parts) => plain(parts.slice(at).join("")));

/* Return the keys of what is called so, or begins so where nothing is, or has a word that does where nothing does.
   `names` has a list of names for every key; the key is a name as well. */
export function find(text, names) {
  const wanted = plain(text);
  const those = (fits) => Object.keys(names).filter((key) => [key, ...names[key]].some((name) => fits(tails(name))));
  const ways = [([whole]) => whole === wanted, ([whole]) => whole.startsWith(wanted), (ends) => ends.some((end) => end.startsWith(wanted))];
  return (wanted && ways.map(those).find((found) => found.length)) || [];
}

/* Return the boxes meant and the column, if there is one: "fullhouse 3", "full house", "3ofakind2", "3" (threes). */
export function readBox(text, names) {
  const whole = find(text, names);
  const [, name, number] = /^(.*\S)\s*(\d)$/.exec(text) || [];
  return whole.length || !name ? [whole] : [find(name, names), number];
}

/* Return the commands that may be meant, and what follows: "h 1 3" is [["hold"], "1 3"]. */
export function readCommand(text, names) {
  const [, name, rest] = /^(\?|\p{L}+)\s*(.*)$/u.exec(text) || [];
  return [name ? find(name, names) : [], rest];
}

/* Return the places of the dice named, from 0: "1 3" is [0, 2]; null where something else is said. */
export const readDice = (text) => (/^[1-5\s,]*$/.test(text) ? [...new Set(text.match(/\d/g))].map((digit) => digit - 1) : null);
