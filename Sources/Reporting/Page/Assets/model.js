// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

// Texts reach the page through textContent only: nothing from the report is ever read as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const root = document.documentElement;
const byId = (id) => document.getElementById(id);

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name === "on") for (const [event, run] of Object.entries(value)) element.addEventListener(event, run);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** The parts of a sentence, those between backticks as code. */
function prose(text) {
  return (text || "").split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? make("code", { text: part }) : part));
}

function drawing(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The counts of the lines that ran, ran only in part and did not run as a bar of 100 units. */
function coverageBar([covered, partial, missed]) {
  const all = covered + partial + missed;
  const bar = drawing("svg", { class: "bar", viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" });
  let x = 0;
  for (const [kind, count] of [["c", covered], ["p", partial], ["m", missed]]) {
    const width = (count * 100) / all;
    if (width > 0) bar.append(drawing("rect", { class: kind, x, y: 0, width, height: 1 }));
    x += width;
  }
  return bar;
}

/** The state of each measured line, from its runs such as `4-3c1m`. */
function statesOf(text) {
  const states = new Map();
  let line = 1;
  for (const [, count, letter] of (text || "").matchAll(/(\d+)([-cpm])/g)) {
    for (let end = line + Number(count); line < end; line++) if (letter !== "-") states.set(line, letter);
  }
  return states;
}

const files = data.files.map((file, index) => {
  const notes = new Map();
  const elsewhere = [];
  const shown = new Set();
  for (const section of file.h) {
    let line = section[1];
    for (const text of section[2]) if (text[0] !== "-") shown.add(line++);
  }
  for (const note of file.n || []) {
    if (!shown.has(note.line)) elsewhere.push(note);
    else if (notes.has(note.line)) notes.get(note.line).push(note);
    else notes.set(note.line, [note]);
  }
  return { ...file, index, id: `f${index}`, notes, elsewhere, states: statesOf(file.s), isDrawn: false };
});

const kinds = { added: "A", modified: "M", deleted: "D", renamed: "R", typeChanged: "T" };
const words = {
  added: "added", modified: "modified", deleted: "deleted", renamed: "renamed", typeChanged: "type changed",
};
