// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

const keywords = new Set(
  ("actor any as associatedtype async await borrowing break case catch class consuming continue convenience default defer deinit "
  + "didSet do dynamic else enum extension fallthrough false fileprivate final for func get guard if import in indirect "
  + "infix init inout internal is isolated lazy let macro mutating nil nonisolated nonmutating open operator optional "
  + "override package postfix precedencegroup prefix private protocol public repeat required rethrows return self Self "
  + "sending set some static struct subscript super switch throw throws true try typealias unowned var weak where while "
  + "willSet").split(" "));
const token = new RegExp(
  [
    "(?<comment>//.*|/\\*.*?(?:\\*/|$))", "(?<string>#*\"(?:\\\\.|[^\"\\\\])*(?:\"#*|$))", "(?<attribute>[@#][A-Za-z_]\\w*)",
    "(?<number>\\b\\d[\\w.]*)", "(?<type>\\b[A-Z]\\w*)", "(?<word>\\b[a-z_]\\w*)",
  ].join("|"), "g");

/** Ranges of a line of Swift with their class: `[from, to, class]`. */
function tokens(text, state) {
  const ranges = [];
  let from = 0;
  if (state.open) {
    const end = text.indexOf(state.open === "/*" ? "*/" : '"""');
    const to = end < 0 ? text.length : end + (state.open === "/*" ? 2 : 3);
    ranges.push([0, to, state.open === "/*" ? "o" : "q"]);
    if (end < 0) return ranges;
    state.open = null;
    from = to;
  }
  token.lastIndex = from;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [start, end, groups] = [match.index, token.lastIndex, match.groups];
    if (end === start) break;
    if (text.startsWith('"""', start)) {
      const close = text.indexOf('"""', start + 3);
      ranges.push([start, close < 0 ? text.length : close + 3, "q"]);
      if (close < 0) {
        state.open = '"""';
        break;
      }
      token.lastIndex = close + 3;
      continue;
    }
    if (groups.comment) {
      ranges.push([start, end, "o"]);
      if (groups.comment.startsWith("/*") && !groups.comment.endsWith("*/")) state.open = "/*";
    } else if (groups.string) ranges.push([start, end, "q"]);
    else if (groups.attribute) ranges.push([start, end, "k"]);
    else if (groups.number) ranges.push([start, end, "m0"]);
    else if (groups.type) ranges.push([start, end, "y"]);
    else if (groups.word && keywords.has(groups.word)) ranges.push([start, end, "k"]);
  }
  return ranges;
}

/** Puts a text into an element, in spans with the classes of all ranges that cover them. */
function paint(element, text, ranges) {
  if (ranges.length === 0) {
    element.append(text);
    return;
  }
  const cuts = new Set([0, text.length]);
  for (const [from, to] of ranges) {
    cuts.add(Math.min(from, text.length));
    cuts.add(Math.min(to, text.length));
  }
  const places = [...cuts].sort((left, right) => left - right);
  for (let index = 0; index + 1 < places.length; index++) {
    const [from, to] = [places[index], places[index + 1]];
    const classes = ranges.filter((range) => range[0] <= from && range[1] >= to).map((range) => range[2]);
    const part = text.slice(from, to);
    if (classes.length === 0) element.append(part);
    else element.append(make("span", { class: classes.join(" "), text: part }));
  }
}

/** What differs between two lines: the part between what they have in common, if that is not most of them. */
function difference(old, next) {
  const shortest = Math.min(old.length, next.length);
  let start = 0;
  while (start < shortest && old[start] === next[start]) start++;
  let end = 0;
  while (end < shortest - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end++;
  const common = old.slice(0, start).trim().length + end;
  if (common * 3 < shortest) return [[], []];
  const range = (text) => (text.length - end > start ? [[start, text.length - end, "x"]] : []);
  return [range(old), range(next)];
}
