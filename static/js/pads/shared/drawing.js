/* Draws the pads with lit-html, in a way that page translators cannot freeze.

   A translator replaces text nodes by elements with other text. lit-html keeps the text nodes it has made and goes on writing
   into them, unseen by then, and takes a text after an expression as the end of its place. So every text is written
   as a new node here, and every place ends at a comment or an element. Import `html` and `render` from here only. */

import { Directive, directive } from "../../../vendor/lit-directive.js";
import { html as draw, noChange } from "../../../vendor/lit-html.js";

export { nothing, render, svg } from "../../../vendor/lit-html.js";

const textNode = directive(class extends Directive {
  update(_place, [text]) {
    if (text === this.text) return noChange;
    this.text = text;
    return document.createTextNode(text);
  }
});

const prepared = new WeakMap();

/* Return the strings of a template with a comment after every expression that a text would follow, and for each
   expression whether it is among texts (not in a tag). */
function prepare(strings) {
  const among = [];
  let tag = false;
  let quote = "";
  const markup = strings.map((string, at) => {
    const ends = at > 0 && among[at - 1] && string !== "" && !string.startsWith("<");
    for (const letter of string) {
      if (quote) quote = letter === quote ? "" : quote;
      else if (tag) [tag, quote] = [letter !== ">", letter === '"' || letter === "'" ? letter : ""];
      else tag = letter === "<";
    }
    among.push(!tag);
    return ends ? `<!---->${string}` : string;
  });
  markup.raw = markup;
  return { markup, among };
}

const asNode = (value) => {
  if (Array.isArray(value)) return value.map(asNode);
  return typeof value === "number" || (typeof value === "string" && value) ? textNode(String(value)) : value;
};

/* The tag of templates, used as that of lit-html. */
export function html(strings, ...values) {
  if (!prepared.has(strings)) prepared.set(strings, prepare(strings));
  const { markup, among } = prepared.get(strings);
  return draw(markup, ...values.map((value, at) => (among[at] ? asNode(value) : value)));
}
