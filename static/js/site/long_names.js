/* Says that a name is too long while it is typed, instead of cutting it without a word. All fields for names of people take
   60 characters, since 20 letters may be more characters than that. Loaded when somebody types a name. */

const LETTERS = 20;
const lettersOf = (text) => (Intl.Segmenter ? [...new Intl.Segmenter().segment(text)] : [...text]).length;

/* Mark a field whose name is too long, and take the mark away when it no longer is. */
export function check(field) {
  const name = field.value.trim();
  const long = name.length > LETTERS && lettersOf(name) > LETTERS;
  if (!long && !field.validity.customError) return;
  field.setCustomValidity(long ? document.querySelector("[data-too-long]").dataset.tooLong : "");
  field.setAttribute("aria-invalid", long);
  if (long) field.reportValidity();
}
