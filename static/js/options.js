/* What this browser remembers: preferences, the player's name. Loaded in the head and at once, so that
   the page is painted the right way. Everything still works where the browser keeps nothing. */
(function () {
  "use strict";

  const KEY = "yahtzee.options";
  const DEFAULTS = {
    sound: false, confetti: true, onetap: false, keys: true, left: false, text: false,
    why: true, dice: "full", speed: "calm", say: false, awake: true, theme: "system", name: "",
  };
  const STILL = { dice: "off", confetti: false }; // whatever was chosen, where less motion is wanted
  const root = document.documentElement;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const mac = /Mac|iPhone|iPad|iPod/.test(navigator.platform || "");
  const framed = window.parent !== window;
  const { embed, cookie } = document.currentScript.dataset;
  const asked = look();
  const filled = new WeakSet();
  const fetched = new Map(); // scripts by address
  const local = shelf("localStorage");
  let values = read();

  /* A storage of the browser that never throws: a frame on another site, for one, may have none. What it does not
     take is held in this page, until another page has stored something else under that key. */
  function shelf(kind) {
    const memory = new Map(); // {text, over: what the storage held then} by key
    let store = null;
    try {
      store = window[kind];
      store.getItem(KEY);
    } catch {
      store = null;
    }
    const stored = (key) => store && store.getItem(key);
    return {
      get(key) {
        if (memory.has(key) && memory.get(key).over === stored(key)) return memory.get(key).text;
        memory.delete(key);
        return stored(key);
      },
      set(key, text) {
        memory.delete(key);
        if (stored(key) === text) return;
        try {
          store.setItem(key, text);
        } catch {
          memory.set(key, { text, over: stored(key) });
        }
      },
      remove(key) {
        memory.delete(key);
        if (store) store.removeItem(key);
      },
      keys() {
        return [...new Set([...memory.keys(), ...(store ? Object.keys(store) : [])])];
      },
      /* Whether something is held in this page alone. */
      holds: (key) => memory.has(key),
      /* Whether everything that was set outlives the page. */
      get kept() {
        return Boolean(store) && memory.size === 0;
      },
    };
  }

  /* The look a page around this one asks for (?theme=night). The name of the frame is all that outlives a page
     where a framed one has neither storage nor cookies. */
  function look() {
    const found = /[?&]theme=(light|night)\b/.exec(window.location.search);
    if (found && framed) window.name = `theme:${found[1]}`;
    return (found || (framed && /^theme:(light|night)$/.exec(window.name)))?.[1] || "system";
  }

  function read() {
    let kept = {};
    try {
      kept = JSON.parse(local.get(KEY)) || {};
    } catch {
      kept = {};
    }
    const found = { ...DEFAULTS };
    for (const name of Object.keys(DEFAULTS)) {
      if (typeof kept[name] === typeof DEFAULTS[name]) found[name] = kept[name];
    }
    return found;
  }

  function get(name) {
    return still.matches && name in STILL ? STILL[name] : values[name];
  }

  function set(name, value) {
    values = { ...values, [name]: value };
    local.set(KEY, JSON.stringify(values));
    show();
    document.dispatchEvent(new CustomEvent("options:changed", { detail: { name } }));
  }

  function show() {
    const theme = values.theme === "system" ? asked : values.theme;
    if (theme === "system") root.removeAttribute("data-theme");
    else root.dataset.theme = theme;
    root.dataset.dice = get("dice");
    root.dataset.why = values.why ? "on" : "off";
    root.dataset.text = values.text ? "on" : "off";
    root.dataset.hand = values.left ? "left" : "right";
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
      meta.dataset.own = meta.dataset.own || meta.content;
      const night = theme === "system" ? meta.media.includes("dark") : theme === "night";
      const twin = document.querySelector(`meta[name=theme-color][media*="${night ? "dark" : "light"}"]`);
      if (twin) meta.content = twin.dataset.own || twin.content;
    }
    for (const input of document.querySelectorAll("[data-option]")) {
      const value = values[input.dataset.option];
      if (input.type === "checkbox") input.checked = value;
      else if (input !== document.activeElement) input.value = value;
    }
  }

  /* Put the remembered name into fields that ask for it; what somebody typed or emptied stays. */
  function fill(within) {
    for (const input of within.querySelectorAll("input[data-player-name]")) {
      if (input.type === "hidden") {
        input.value = values.name;
      } else if (!filled.has(input)) {
        filled.add(input);
        if (!input.value) input.value = values.name;
      }
    }
  }

  /* Say one line to people who listen to the page; a line said again is another one to them. */
  function say(text) {
    const live = document.getElementById("live");
    if (live) live.textContent = live.textContent === text ? `${text}\u00a0` : text;
  }

  /* Cookies of the site cannot be seen from here; one with the same attributes fares like them. What a browser says of
     itself (navigator.cookieEnabled) may be true where it keeps none. */
  function keepsCookies() {
    try {
      document.cookie = `dice_probe=1; ${cookie}`;
      const kept = document.cookie.includes("dice_probe=1");
      document.cookie = `dice_probe=; max-age=0; ${cookie}`;
      return kept;
    } catch {
      return false;
    }
  }

  /* Fetch a script that not everybody needs, once; after a failure it may be asked for again. */
  function load(file) {
    if (!fetched.has(file)) fetched.set(file, new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = file;
      script.onload = resolve;
      script.onerror = () => {
        fetched.delete(file);
        reject();
      };
      document.head.append(script);
    }));
    return fetched.get(file);
  }

  root.classList.add("js");
  if (framed) root.classList.add("embedded");
  if (embed && framed) {
    document.head.append(Object.assign(document.createElement("script"), { src: embed }));
  }
  show();
  still.addEventListener("change", show);
  window.addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    values = read();
    show();
  });
  document.addEventListener("DOMContentLoaded", () => {
    show();
    fill(document);
    const warning = document.getElementById("no-cookies"); // before the first click that needs one
    if (warning) warning.hidden = keepsCookies();
    if (mac) for (const key of document.querySelectorAll("kbd[data-mod-key]")) key.textContent = "⌘" + key.dataset.modKey;
  });
  document.addEventListener("change", (event) => {
    const input = event.target.closest("[data-option]");
    if (!input) return;
    set(input.dataset.option, input.type === "checkbox" ? input.checked : input.value.trim());
    if (input.dataset.option === "name") fill(document);
  });
  document.addEventListener("submit", (event) => {
    const input = event.target.querySelector("input[data-player-name]:not([type=hidden])");
    if (input && input.value.trim()) set("name", input.value.trim());
  }, true);

  window.Options = { get, set, fill, say, load, keepsCookies, mac, shelf };
})();
