// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

let isSplit = false;
const stateWords = { c: "run", p: "ran only in part", m: "not run" };
const stateMarks = { c: "", p: "◐", m: "✕" };

/** The lines of a section with their numbers; removed lines are paired with the added ones after them. */
function linesOf(section) {
  let [old, next] = section;
  const lines = [];
  let removed = [];
  for (const text of section[2]) {
    const [mark, body] = [text[0], text.slice(1)];
    const line = { mark, text: body, old: mark === "+" ? null : old++, next: mark === "-" ? null : next++, ranges: [] };
    if (mark === "-") removed.push(line);
    else if (mark === "+" && removed.length > 0) {
      const partner = removed.shift();
      [line.partner, partner.partner] = [partner, line];
      [partner.ranges, line.ranges] = difference(partner.text, body);
    } else removed = [];
    lines.push(line);
  }
  return lines;
}

function codeCell(file, line, states) {
  const cell = make("td", { class: `t ${line.mark === "+" ? "a" : line.mark === "-" ? "d" : ""}` });
  cell.dataset.mark = line.mark === " " ? "" : line.mark === "-" ? "−" : "+";
  const ranges = file.p.endsWith(".swift") ? tokens(line.text, states[line.mark === "-" ? "old" : "next"]) : [];
  ranges.push(...line.ranges);
  if (line.next) {
    for (const [from, to] of (file.u || {})[line.next] || []) ranges.push([from, to, "u"]);
    for (const note of file.notes.get(line.next) || []) {
      if (note.columns) ranges.push([note.columns[0], note.columns[1], `f ${note.level}`]);
    }
  }
  paint(cell, line.text, ranges);
  return cell;
}

function numberCell(file, line, side) {
  const number = side === "old" ? line.old : line.next;
  const kind = line.mark === "+" ? "a" : line.mark === "-" ? "d" : "";
  const cell = make("td", { class: `n ${side} ${kind}` });
  if (number && side === "next") cell.append(make("a", { href: `#${file.id}L${number}`, text: number, tabindex: -1 }));
  else if (number) cell.textContent = number;
  return cell;
}

function stateCell(file, line) {
  const state = line.next ? file.states.get(line.next) : undefined;
  const kind = line.mark === "+" ? "a" : line.mark === "-" ? "d" : "";
  const cell = make("td", { class: `v ${state || ""} ${kind}`, title: stateWords[state] });
  if (state) cell.append(make("span", { "aria-hidden": "true", text: stateMarks[state] }));
  if (state && state !== "c") cell.append(make("span", { class: "vh", text: stateWords[state] }));
  return cell;
}

function noteCard(note) {
  const place = note.line > 0 && note.isElsewhere ? `line ${note.line}: ` : "";
  const card = make("div", { class: `remark ${note.level}` },
    make("div", { class: "head" }, make("span", { class: `tag ${note.level}`, text: note.kind }),
      make("b", {}, place, ...prose(note.title)),
      note.url ? make("a", { href: note.url, rel: "noreferrer", text: "about the rule" }) : null),
    note.text ? make("div", {}, ...prose(note.text)) : null);
  if (note.output) card.append(
      make("pre", { text: note.output, tabindex: 0, role: "group", "aria-label": "output of the test" }));
  if (note.fix !== undefined) {
    const text = note.fix || "(an empty line)";
    card.append(make("pre", { class: "fix", tabindex: 0, role: "group", "aria-label": "suggested lines", text }));
  }
  return card;
}

function noteRow(file, line, columns) {
  const notes = line.next ? file.notes.get(line.next) : undefined;
  return notes ? make("tr", { class: "say" }, make("td", { colspan: columns }, ...notes.map(noteCard))) : null;
}

function unifiedRows(file, lines, states) {
  return lines.flatMap((line) => [
    make("tr", { id: line.next ? `${file.id}L${line.next}` : null }, numberCell(file, line, "old"),
      numberCell(file, line, "next"), stateCell(file, line), codeCell(file, line, states)),
    noteRow(file, line, 4),
  ]).filter(Boolean);
}

function splitRows(file, lines, states) {
  const blank = () => [make("td", { class: "n none" }), make("td", { class: "t none" })];
  const rows = [];
  for (const line of lines) {
    if (line.mark === "-" && line.partner) continue;
    const old = line.mark === "+" ? line.partner : line;
    const left = old ? [numberCell(file, old, "old"), codeCell(file, old, states)] : blank();
    left[1].classList.add("old");
    const right = line.mark === "-" ? [blank()[0], make("td", { class: "v none" }), blank()[1]]
      : [numberCell(file, line, "next"), stateCell(file, line),
        codeCell(file, line, line.mark === " " ? { old: {}, next: { ...states.next } } : states)];
    rows.push(make("tr", { id: line.next ? `${file.id}L${line.next}` : null }, ...left, ...right), noteRow(file, line, 5));
  }
  return rows.filter(Boolean);
}

const omissions = {
  binary: "A binary file.", symbolicLink: "A symbolic link.", submodule: "A submodule.",
  tooLarge: "The file is too large to be shown.", noRoom: "The change is too large: this file is not shown here.",
};

/** Fills the body of a file, once it comes into view. */
function draw(file) {
  if (file.isDrawn) return;
  file.isDrawn = true;
  const body = file.body;
  body.replaceChildren();
  body.style.minHeight = "";
  if (file.elsewhere.length > 0) {
    const cards = file.elsewhere.map((note) => noteCard({ ...note, isElsewhere: true }));
    body.append(make("div", { class: "elsewhere" }, ...cards));
  }
  if (file.h.length === 0) {
    const otherwise = data.hasText ? "Only the name or the mode changed." : "The report has no text of the files.";
    const text = omissions[file.x] || otherwise;
    body.append(make("p", { class: "empty", text }));
    return;
  }
  const rows = make("tbody");
  const columns = isSplit ? 5 : 4;
  let end = 1;
  for (const section of file.h) {
    const hidden = section[1] - end;
    if (hidden > 0) {
      const text = hidden === 1 ? "1 unchanged line" : `${hidden} unchanged lines`;
      rows.append(make("tr", { class: "gap" }, make("td", { colspan: columns, text })));
    }
    const lines = linesOf(section);
    const states = { old: {}, next: {} };
    rows.append(...(isSplit ? splitRows : unifiedRows)(file, lines, states));
    end = section[1] + lines.filter((line) => line.next).length;
  }
  if (file.k) {
    const text = "The rest of the change is not shown here.";
    rows.append(make("tr", { class: "gap" }, make("td", { colspan: columns, text })));
  }
  const names = isSplit
    ? ["Old line", "Before", "New line", "Coverage", "After"] : ["Old line", "New line", "Coverage", "Code"];
  const head = make("thead", {}, make("tr", {}, ...names.map((text) => make("th", { scope: "col", text }))));
  const table = make("table", { class: `code ${isSplit ? "split" : "unified"} ${file.w === "added" && !isSplit ? "fresh" : ""}` },
    make("caption", { class: "vh", text: `Lines of ${file.p}` }), head, rows);
  body.append(make("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": `Code of ${file.p}` }, table));
  mark();
}

function fileCard(file) {
  const name = make("h3", {}, file.o ? make("span", { class: "from", text: `${file.o} → ` }) : null, file.p);
  const right = make("div", { class: "right" });
  if (file.t) {
    const title = `${file.t[0]} run, ${file.t[1]} run only in part, ${file.t[2]} not run`;
    right.append(make("span", { class: "soft", text: file.c, title }), coverageBar(file.t));
  }
  right.append(make("span", { class: "plus", text: `+${file.a}` }), make("span", { class: "minus", text: `−${file.d}` }));
  if (file.l) {
    const label = `Open ${file.p} on the forge`;
    right.append(make("a", { href: file.l, rel: "noreferrer", text: "Open", "aria-label": label }));
  }
  const fold = make("button", {
    class: "fold", type: "button", "aria-expanded": "true", "aria-label": `Fold ${file.p}`, text: "▾",
    on: { click: () => setShut(file, !file.card.classList.contains("shut")) },
  });
  if (file.patch) right.prepend(copyButton(file.patch, "Copy as patch", `Copy the corrections of ${file.p} as a patch`));
  file.body = make("div", { class: "body" });
  const lines = file.h.reduce((sum, section) => sum + section[2].length, 0);
  file.body.style.minHeight = `${Math.min(lines * 20 + 20, 30000)}px`;
  file.fold = fold;
  file.card = make("article", { class: "file card", id: file.id, "aria-label": file.p },
    make("div", { class: "file-head" }, fold, make("span", { class: "tag", text: words[file.w] }), name, right), file.body);
  return file.card;
}

// The patch of the corrections, and the part of each file.
const patch = byId("patch");
for (const code of patch ? patch.querySelectorAll("code[data-file]") : []) {
  if (files[code.dataset.file]) files[code.dataset.file].patch = code;
}

/** Copies the text of an element. Where a page must not use the clipboard, the text is selected instead. */
async function copy(source) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return true;
  } catch {
    source.closest("details").open = true;
    getSelection().selectAllChildren(source);
    return document.execCommand("copy");
  }
}

function copyButton(source, text, label) {
  const name = make("span", { text, role: "status" });
  const run = async () => {
    name.textContent = (await copy(source)) ? "Copied" : "Selected";
    setTimeout(() => { name.textContent = text; }, 2000);
  };
  return make("button", { class: "tool copy", type: "button", title: label, on: { click: run } }, name);
}
if (patch) patch.querySelector("h2").after(make("p", { class: "actions" }, copyButton(
  patch.querySelector("pre"), "Copy all as a patch", "Copy the corrections of all files as a patch for git apply")));

function setShut(file, isShut) {
  draw(file);
  file.card.classList.toggle("shut", isShut);
  file.fold.setAttribute("aria-expanded", String(!isShut));
  file.fold.textContent = isShut ? "▸" : "▾";
}
