/* Registers the service worker that stores the static pages for use without a network, once this page has loaded. Only
   where file names contain a hash, so that a page never gets the files of another release. */

const { worker } = document.querySelector("script[data-worker]").dataset;

async function register() {
  try {
    await navigator.serviceWorker.register(worker);
  } catch {
    // In private windows, in frames without storage or with a full disk nothing can be stored.
  }
}

if (/\.[0-9a-f]{12}\.js$/.test(import.meta.url) && window.isSecureContext && window === window.top) {
  window.addEventListener("load", register);
}
