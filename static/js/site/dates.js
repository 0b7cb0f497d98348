/* Return the language for dates and times. In English they are British, as on the pages that the server writes. */
const { lang } = document.documentElement;
export const dates = lang === "en" ? "en-GB" : lang;
