// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

byId("files").append(...files.map(fileCard));

const watcher = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    draw(files[Number(entry.target.id.slice(1))]);
    watcher.unobserve(entry.target);
  }
}, { rootMargin: "1200px" });
for (const file of files) watcher.observe(file.card);

function treeLink(file) {
  const errors = (file.n || []).filter((note) => note.level === "error").length;
  const others = (file.n || []).length - errors;
  const marks = make("span", { class: "marks" },
    errors > 0 ? make("span", { class: "dot error", text: errors, title: `${errors} errors` }) : null,
    others > 0 ? make("span", { class: "dot", text: others, title: `${others} warnings and notes` }) : null);
  const color = file.w === "added" ? "good" : file.w === "deleted" ? "bad" : "soft";
  const status = make("span", { class: `kind ${color}`, text: kinds[file.w], title: words[file.w] });
  const link = make("a", { href: `#${file.id}`, title: file.p }, status,
    make("span", { class: "leaf", text: file.p.slice(file.p.lastIndexOf("/") + 1) }), marks);
  if (file.t) link.append(coverageBar(file.t));
  file.link = link;
  return link;
}

let folder = null;
for (const file of files) {
  const parent = file.p.slice(0, Math.max(0, file.p.lastIndexOf("/")));
  if (parent !== folder && parent !== "") byId("tree-files").append(make("div", { class: "dir", text: parent }));
  folder = parent;
  byId("tree-files").append(treeLink(file));
}
// A page without files has no tree.
byId("menu")?.addEventListener("click", () => {
  const isOpen = byId("tree").classList.toggle("open");
  byId("menu").setAttribute("aria-expanded", String(isOpen));
});

/** The file at the top of the window, marked in the tree. */
let current = -1;
function follow() {
  const line = root.clientHeight / 4;
  let index = -1;
  for (const file of files) if (file.card.getBoundingClientRect().top < line) index = file.index; else break;
  if (index === current) return;
  if (files[current]) files[current].link.removeAttribute("aria-current");
  current = index;
  if (!files[index]) return;
  files[index].link.setAttribute("aria-current", "true");
  const [link, tree] = [files[index].link, byId("tree")];
  if (link.offsetTop < tree.scrollTop + 40 || link.offsetTop > tree.scrollTop + tree.clientHeight - 60) {
    tree.scrollTop = link.offsetTop - tree.clientHeight / 3;
  }
}
addEventListener("scroll", () => requestAnimationFrame(follow), { passive: true });

/** Shows what an address names: a file or one of its lines. */
function go(hash) {
  if (/^#problem-\d+$/.test(hash)) byId(hash.slice(1))?.scrollIntoView({ block: "center" });
  const match = /^#f(\d+)(L\d+)?$/.exec(hash);
  const file = match && files[Number(match[1])];
  if (!file) return;
  setShut(file, false);
  const target = match[2] ? byId(hash.slice(1)) : file.card;
  for (const row of document.querySelectorAll("tr.here")) row.classList.remove("here");
  if (match[2] && target) target.classList.add("here");
  const show = () => (target || file.card).scrollIntoView({ block: match[2] && target ? "center" : "start" });
  show();
  // Files above may be drawn only now, and move what is below them.
  requestAnimationFrame(() => requestAnimationFrame(show));
  byId("tree").classList.remove("open");
}
addEventListener("hashchange", () => go(location.hash));
addEventListener("beforeprint", () => files.forEach(draw));

function setSplit(value) {
  isSplit = value;
  byId("unified").setAttribute("aria-pressed", String(!value));
  byId("split").setAttribute("aria-pressed", String(value));
  const place = files[Math.max(current, 0)];
  for (const file of files.filter((file) => file.isDrawn)) {
    file.isDrawn = false;
    draw(file);
  }
  if (current >= 0) place.card.scrollIntoView();
  search(byId("search").value);
}
byId("unified").addEventListener("click", () => setSplit(false));
byId("split").addEventListener("click", () => setSplit(true));

// A page from a file may have no storage.
function remember(value) {
  try {
    if (value) localStorage.setItem("reviewbot-theme", value);
    return localStorage.getItem("reviewbot-theme");
  } catch {
    return null;
  }
}
function setTheme(theme) {
  if (theme !== "light" && theme !== "dark") return;
  root.dataset.theme = theme;
  byId("theme").setAttribute("aria-label", theme === "dark" ? "Use the light theme" : "Use the dark theme");
}
function isDark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
function switchTheme() {
  setTheme(isDark() ? "light" : "dark");
  remember(root.dataset.theme);
}
setTheme(remember());
byId("theme").addEventListener("click", switchTheme);
