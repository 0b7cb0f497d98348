/* Has the static pages kept for times without a network, once this page has been shown. Only where the names
   of files hold a hash, so that a page never meets the files of another release. */

const { worker } = document.querySelector("script[data-worker]").dataset;

async function register() {
  try {
    await navigator.serviceWorker.register(worker);
  } catch {
    // Private windows, a frame without storage, a full disk: then there is nothing to keep.
  }
}

if (/\.[0-9a-f]{12}\.js$/.test(import.meta.url) && window.isSecureContext && window === window.top) {
  window.addEventListener("load", register);
}
if (document.querySelector("[data-until-online]")) window.addEventListener("online", () => location.reload());
