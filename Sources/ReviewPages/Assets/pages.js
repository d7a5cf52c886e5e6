// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

// Everything works without this script, by loading the page again.
(() => {
  "use strict";
  const root = document.documentElement;
  const byId = (id) => document.getElementById(id);

  // The page of a report has a script that switches the theme, too.
  if (!byId("data")) {
    const remembered = (theme) => {
      // Storage can be forbidden.
      try {
        if (theme) localStorage.setItem("reviewbot-theme", theme);
        return localStorage.getItem("reviewbot-theme");
      } catch { return null; }
    };
    const set = (theme) => {
      if (theme !== "light" && theme !== "dark") return;
      root.dataset.theme = theme;
      byId("theme").setAttribute("aria-label", theme === "dark" ? "Use the light theme" : "Use the dark theme");
    };
    set(remembered());
    byId("theme").hidden = false;
    byId("theme").addEventListener("click", () => {
      const isDark = root.dataset.theme ? root.dataset.theme === "dark"
        : matchMedia("(prefers-color-scheme: dark)").matches;
      set(isDark ? "light" : "dark");
      remembered(root.dataset.theme);
    });
  }

  // The page that is loaded again does not tell again what a button did.
  if (new URLSearchParams(location.search).has("done")) history.replaceState(null, "", location.pathname);

  const live = byId("live");
  if (!live || !live.dataset.events) return;
  /** More lines are not kept in a page. */
  const mostLines = 2000;
  const log = byId("log");
  const lines = byId("log-lines");
  let address = live.dataset.events;
  let wait = 1000;
  log.scrollTop = log.scrollHeight;

  function listen() {
    const source = new EventSource(address);
    const note = (event) => {
      wait = 1000;
      byId("log-state").textContent = "live";
      if (event.lastEventId) address = live.dataset.events.replace(/after=\d+/, `after=${event.lastEventId}`);
    };
    source.addEventListener("state", (event) => {
      note(event);
      const before = byId("condition").textContent;
      const focus = live.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
      // The markup is from the server, which has escaped every text.
      live.innerHTML = event.data;
      if (focus) [...live.querySelectorAll("a")].find((link) => link.getAttribute("href") === focus)?.focus();
      if (byId("condition").textContent !== before) byId("said").textContent = byId("condition").textContent;
    });
    source.addEventListener("log", (event) => {
      note(event);
      const follows = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
      lines.insertAdjacentHTML("beforeend", event.data);
      while (lines.childElementCount > mostLines) lines.firstElementChild.remove();
      if (follows) log.scrollTop = log.scrollHeight;
    });
    source.addEventListener("end", () => {
      source.close();
      location.reload();
    });
    source.onerror = () => {
      byId("log-state").textContent = "connecting";
      // The browser connects again by itself, unless a proxy answered in place of the server.
      if (source.readyState !== EventSource.CLOSED) return;
      setTimeout(listen, wait);
      wait = Math.min(wait * 2, 30000);
    };
  }
  listen();
})();
