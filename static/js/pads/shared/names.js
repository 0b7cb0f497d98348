/* Cleans names that people type, and isolates them for display beside other text. Pure. */

/* Return a text without line breaks, direction marks and surrounding blanks. */
export const plainText = (text) =>
  text.normalize("NFC").replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "").trim();

/* Return a typed name without line breaks and direction marks, cut to `most` letters. */
export function cleanName(text, { most = 20 } = {}) {
  const plain = plainText(text);
  const letters = Intl.Segmenter ? [...new Intl.Segmenter().segment(plain)].map((part) => part.segment) : [...plain];
  return letters.slice(0, most).join("").trim();
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/* Return a name, isolated by direction marks if it is written from right to left: text beside it stays in place. */
export const isolated = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);
