/* Cleans names that people type, keeps them apart, and isolates them for display beside other text. Pure. */

/* Return a text without line breaks, direction marks and surrounding blanks. */
export const plainText = (text) =>
  text.normalize("NFC").replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "").trim();

const lettersOf = (text) =>
  Intl.Segmenter ? [...new Intl.Segmenter().segment(text)].map((part) => part.segment) : [...text];
// A letter is one character at least. Browsers take long to prepare the division into letters, so it waits until it is needed.
const cut = (text, most) => (text.length <= most ? text : lettersOf(text).slice(0, most).join("")).trim();

// An emoji with what belongs to it, which is kept, or a sign that nobody sees.
const UNSEEN = /(\p{Extended_Pictographic}(?:[\p{Emoji_Modifier}\ufe0f\u{e0020}-\u{e007f}]|\u200d(?=\p{Extended_Pictographic}))*)|[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/gu;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/* Return a typed name without line breaks, direction marks and invisible signs, cut to `most` letters. It is empty where
   nothing can be seen. */
export function cleanName(text, { most = 20 } = {}) {
  if (!text) return "";
  const name = cut(plainText(text.normalize("NFC").replace(UNSEEN, "$1")), most);
  return SEEN.test(name) ? name : "";
}

/* Return a name that none of the others has: a second "Anna" becomes "Anna (2)". */
export function distinct(name, others, most = 20) {
  for (let number = 2, found = name; ; number += 1) {
    if (!name || !others.includes(found)) return found;
    const mark = ` (${number})`;
    found = cut(name, most - mark.length) + mark;
  }
}

/* Return typed names, clean and each of them different. */
export const distinctNames = (names) => names.reduce((done, name) => [...done, distinct(cleanName(name), done)], []);

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const ISOLATED = /^\u2068[^\u2068\u2069]*\u2069$/;

/* Return a name, isolated by direction marks if it is written from right to left: text beside it stays in place. */
export const isolated = (name) => (RIGHT_TO_LEFT.test(name) && !ISOLATED.test(name) ? `\u2068${name}\u2069` : name);
