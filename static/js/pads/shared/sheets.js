/* The dialog with all stored sheets of a pad: open, rename, delete, save as a file, read from a file. */

import { html, nothing } from "./drawing.js";
import { cleanName } from "./names.js";
import { ask, closeDialog, download, drawDialog, fill, openDialog, say, words, written } from "./page.js";

const MOST_BYTES = 2_000_000;
const MOST_LETTERS = 60; // of a name, so that two player names of twenty letters fit

/* Open the dialog. `describe(doc)` returns a short line about a sheet, such as who plays. */
export function openSheets({ store, journal, describe }) {
  const places = new Set(); // ids in the order shown, which stays the same while the dialog is open
  let note = "";

  const tell = (text) => {
    note = text;
    say(text);
    drawDialog();
  };
  const open = (doc) => {
    if (journal.open(doc.id)) closeDialog();
    else tell(fill(words.deleted, { name: doc.name })); // by another tab
  };
  const rename = (doc, field) => {
    const name = cleanName(field.value, { most: MOST_LETTERS }) || doc.name;
    field.value = name;
    if (doc.id === journal.doc?.id) journal.rename(name);
    else {
      const now = store.get(doc.id) ?? doc; // another tab may have changed it
      store.put({ ...now, name, revision: now.revision + 1 });
    }
    drawDialog();
  };
  const remove = async (doc) => {
    if (!(await ask(fill(words.delete_question, { name: doc.name }), words.delete))) return;
    store.remove(doc.id);
    if (doc.id === journal.doc?.id) journal.open(null);
    tell(fill(words.deleted, { name: doc.name }));
  };
  const bringIn = async (event) => {
    const [file] = event.target.files;
    try {
      if (file.size > MOST_BYTES) throw new Error("too large");
      const doc = store.importText(await file.text());
      tell(fill(words.imported, { name: doc.name }));
    } catch {
      tell(words.import_failed);
    }
    event.target.value = "";
  };
  const row = (doc, next) => html`<li data-sheet=${doc.id}>
    <input type="text" maxlength=${MOST_LETTERS} autocomplete="off" aria-label=${words.sheet_name} .value=${doc.name}
      @change=${(event) => rename(doc, event.target)}>
    <p>${describe(doc)} <small>${written(doc.changed)}</small></p>
    <div class="acts">
      <button type="button" class="btn" aria-label=${fill(words.open_name, { name: doc.name })}
        aria-current=${doc.id === journal.doc?.id ? "true" : nothing} @click=${() => open(doc)}>${words.open}</button>
      <button type="button" class="btn" aria-label=${fill(words.export_name, { name: doc.name })}
        @click=${() => download(doc.name, store.exportText(doc))}>${words.export}</button>
      <button type="button" class="btn delete" data-next=${`[data-sheet="${next}"] .delete`} aria-label=${fill(words.delete_name, { name: doc.name })}
        @click=${() => remove(doc)}>${words.delete}</button>
    </div>
  </li>`;

  openDialog(words.sheets, () => {
    const docs = new Map(store.docs().map((doc) => [doc.id, doc]));
    for (const id of docs.keys()) places.add(id);
    const there = [...places].filter((id) => docs.has(id));
    const next = (id) => there[there.indexOf(id) + 1] ?? there[there.length - 2];
    return html`<ul class="sheets">${[...places].map((id) => (docs.has(id) ? row(docs.get(id), next(id)) : nothing))}</ul>
      ${docs.size ? nothing : html`<p>${words.no_sheets}</p>`}
      ${note ? html`<p class="small" role="status">${note}</p>` : nothing}
      ${store.broken ? html`<p class="small">${words.broken}</p>` : nothing}
      <div class="acts">
        <label class="btn file">${words.import}<input type="file" accept=".json,application/json" @change=${bringIn}></label>
        <button type="button" class="btn default" @click=${closeDialog}>${words.close}</button>
      </div>`;
  });
}
