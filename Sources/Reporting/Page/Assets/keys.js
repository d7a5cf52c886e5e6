// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

let hits = [];
let hit = -1;

/** Finds a text in the names and lines of the files, and in the notes at them. */
function search(text) {
  for (const row of document.querySelectorAll("tr.hit")) row.classList.remove("hit", "now");
  const wanted = text.trim().toLowerCase();
  hits = [];
  hit = -1;
  for (const file of files) {
    if (wanted === "" || hits.length >= 2000) break;
    if (file.p.toLowerCase().includes(wanted)) hits.push({ file });
    for (const section of file.h) {
      let line = section[1];
      for (const body of section[2]) {
        if (body[0] === "-") continue;
        const isHit = body.toLowerCase().includes(wanted)
          || (file.notes.get(line) || []).some((note) => `${note.title} ${note.text}`.toLowerCase().includes(wanted));
        if (isHit) hits.push({ file, line });
        line++;
      }
    }
  }
  mark();
  byId("found").textContent = wanted === "" ? "" : hits.length === 0 ? "none" : `${hits.length}`;
  byId("slash").hidden = wanted !== "";
}

function mark() {
  for (const { file, line } of hits) if (line && file.isDrawn) byId(`${file.id}L${line}`)?.classList.add("hit");
}

function showHit(step) {
  if (hits.length === 0) return;
  hit = (hit + step + hits.length) % hits.length;
  const { file, line } = hits[hit];
  go(`#${file.id}${line ? `L${line}` : ""}`);
  mark();
  for (const row of document.querySelectorAll("tr.now")) row.classList.remove("now");
  if (line) byId(`${file.id}L${line}`)?.classList.add("now");
  byId("found").textContent = `${hit + 1} of ${hits.length}`;
}
byId("search").addEventListener("input", (event) => search(event.target.value));
byId("search").addEventListener("keydown", (event) => {
  if (event.key === "Enter") showHit(event.shiftKey ? -1 : 1);
  if (event.key === "Escape") {
    event.target.value = "";
    search("");
    event.target.blur();
  }
});

/**
 * The places with a problem: those that are not at a line of this page, then the files with their notes, and the first line
 * of each run of lines that did not run whole.
 */
const problems = [...document.querySelectorAll(".item.problem")].map((item, index) => {
  item.id = `problem-${index}`;
  return `#${item.id}`;
}).concat(files.flatMap((file) => {
  const lines = new Set(file.notes.keys());
  for (const section of file.h) {
    let line = section[1];
    let last = "";
    for (const body of section[2]) {
      if (body[0] === "-") continue;
      const state = body[0] === "+" ? file.states.get(line) || "" : "";
      if (state !== last && (state === "m" || state === "p")) lines.add(line);
      last = state;
      line++;
    }
  }
  const places = [...lines].sort((left, right) => left - right).map((line) => `#${file.id}L${line}`);
  return file.elsewhere.length > 0 ? [`#${file.id}`, ...places] : places;
}));
let problem = -1;
function showProblem(step) {
  if (problems.length === 0) return;
  problem = problem < 0 && step < 0 ? problems.length - 1 : (problem + step + problems.length) % problems.length;
  history.replaceState(null, "", problems[problem]);
  go(problems[problem]);
}

function showFile(step) {
  const index = Math.min(Math.max(current + step, 0), files.length - 1);
  if (!files[index]) return;
  history.replaceState(null, "", `#${files[index].id}`);
  go(`#${files[index].id}`);
}

const commands = {
  "/": () => byId("search").focus(), j: () => showFile(1), k: () => showFile(-1),
  n: () => showProblem(1), p: () => showProblem(-1), u: () => setSplit(false), s: () => setSplit(true),
  t: switchTheme, g: () => scrollTo(0, 0), "?": () => byId("keys").showModal(),
  x: () => files[current] && setShut(files[current], !files[current].card.classList.contains("shut")),
};
addEventListener("keydown", (event) => {
  const isTyping = /^(input|textarea|select)$/i.test(event.target.tagName || "");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
  const command = commands[event.key];
  if (!command) return;
  event.preventDefault();
  command();
});
byId("help").addEventListener("click", () => byId("keys").showModal());
byId("close").addEventListener("click", () => byId("keys").close());
for (const id of ["next", "problem"]) {
  byId(id).addEventListener("click", () => showProblem(1));
  byId(id).hidden = problems.length === 0;
}

follow();
if (location.hash) go(location.hash);
