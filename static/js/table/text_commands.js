/* Parses the commands of the text mode: names may differ in case, accents and blanks, and may be shortened. Pure: knows
   neither the page nor the words of a language (games/table/text_mode.py has those). */

const plain = (text) => text.normalize("NFD").toLowerCase().replace(/ß/g, "ss").replace(/[^\p{L}\p{N}?]/gu, "");

/* Return a name without its first 0, 1, 2 … words: "full house" gives "fullhouse" and "house". */
const tails = (name) => name.split(/[\s_]+/).map((_, at, parts) => plain(parts.slice(at).join("")));

/* Return the keys whose name equals the text; if there is none, those whose name begins with it; else those with a word
   that does. `names` has a list of names for every key; the key counts as a name as well. */
export function find(text, names) {
  const wanted = plain(text);
  const those = (fits) => Object.keys(names).filter((key) => [key, ...names[key]].some((name) => fits(tails(name))));
  const ways = [([whole]) => whole === wanted, ([whole]) => whole.startsWith(wanted), (ends) => ends.some((end) => end.startsWith(wanted))];
  return (wanted && ways.map(those).find((found) => found.length)) || [];
}

/* Return the categories that may be meant, and the column if given: "full house", "fullhouse 3", "3" (threes). */
export function readBox(text, names) {
  const whole = find(text, names);
  const [, name, number] = /^(.*\S)\s*(\d)$/.exec(text) || [];
  return whole.length || !name ? [whole] : [find(name, names), number];
}

/* Return the commands that may be meant, and the rest of the line: "h 1 3" is [["hold"], "1 3"]. */
export function readCommand(text, names) {
  const [, name, rest] = /^(\?|\p{L}+)\s*(.*)$/u.exec(text) || [];
  return [name ? find(name, names) : [], rest];
}

/* Return the slots of the dice named: "1 3" is [0, 2]; null for any other text. */
export const readDice = (text) => (/^[1-5\s,]*$/.test(text) ? [...new Set(text.match(/\d/g))].map((digit) => digit - 1) : null);
