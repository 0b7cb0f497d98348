/* Has the static pages kept for times without a network, once this page has been shown. Only where the names
   of files hold a hash, so that a page never meets the files of another release. */
(function () {
  "use strict";

  const { src, dataset } = document.currentScript;

  async function register() {
    try {
      await navigator.serviceWorker.register(dataset.worker);
    } catch {
      // Private windows, a frame without storage, a full disk: then there is nothing to keep.
    }
  }

  if (/\.[0-9a-f]{12}\.js$/.test(src) && window.isSecureContext && window === window.top) {
    window.addEventListener("load", register);
  }
  if (document.querySelector("[data-until-online]")) window.addEventListener("online", () => location.reload());
})();
