/* Dialogs that the browser's Back closes: as long as one is open, the history has an entry for it. */

const open = []; // the dialogs that are open, the last one on top
let going = false; // on the way back by this script

const depth = () => history.state?.dialogs ?? 0;

/* Make the history have as many entries of dialogs as there are open ones. */
function agree() {
  if (going) return;
  try {
    if (!depth()) history.scrollRestoration = open.length ? "manual" : "auto"; // closing a dialog scrolls nothing
    while (depth() < open.length) history.pushState({ ...history.state, dialogs: depth() + 1 }, "");
  } catch {
    return; // browsers allow a hundred entries in a short time; Back then leaves the page
  }
  if (depth() > open.length) {
    going = true;
    history.go(open.length - depth());
  }
}

/* Open a dialog above the page. */
export function showDialog(dialog) {
  if (dialog.open) return;
  dialog.showModal();
  if (!open.includes(dialog)) open.push(dialog);
  agree();
}

document.addEventListener("close", ({ target }) => {
  const at = open.indexOf(target);
  if (at < 0 || target.open) return;
  open.splice(at, 1);
  agree();
}, true); // this event does not bubble
window.addEventListener("popstate", () => {
  if (!going) for (const dialog of open.slice(depth()).reverse()) dialog.close();
  going = false;
  if (depth() >= open.length) agree();
});
agree(); // a reload closes dialogs
