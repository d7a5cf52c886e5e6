#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
#
# Opens report.html in headless Chromium, at several widths and in both themes.
#
#   .ci/page.py check PAGE…                 fails on accessibility problems (axe-core), requests, errors, too wide content, and
#                                           controls that are missing or without effect
#   .ci/page.py screenshots REPORT IMAGES   creates pictures of the page, the comment and the terminal output of a report folder
#
# Requires Chromium, and the packages playwright and axe-playwright-python; without them it prints that it was skipped.
import html
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from browser import Missing, THEMES, TOO_WIDE, axe, chromium, note_errors, violations  # noqa: E402

WIDTHS = (360, 390, 900, 1440)
# What is in the window at every width.
CONTROLS = (".top-verdict", "#search", "#help", "#theme", "h1")
# The elements outside code that do not end in the window.
CLIPPED = """[...document.querySelectorAll("header *, .verdict *, .check *, .actions *, .file-head *, footer *")]
  .filter(element => element.getClientRects().length > 0 && !element.closest(".vh, .where")
    && element.getBoundingClientRect().right > innerWidth - 4)
  .map(element => `${element.tagName} ${element.className} ${element.textContent.slice(0, 20)}`)"""
# The tones of the cards, in the order of need; the last card is about the change.
NEEDS = ("bad", "warn", "note", "good", "none")
# The file of the report that the pictures show.
FILE = "Constructor.swift"
COLORS = {"1": "font-weight:700", "2": "color:#8b949e", "31": "color:#ff7b72", "32": "color:#56d364", "33": "color:#e3b341"}


def check(page_files):
    problems = []
    script = axe()
    with chromium() as browser:
        for page_file in page_files:
            for width in WIDTHS:
                for theme in THEMES:
                    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
                    where = f"{pathlib.Path(page_file).name} {width} {theme}"
                    problems += [f"{where}: {problem}" for problem in check_page(context, page_file, theme, script)]
                    context.close()
            context = browser.new_context(java_script_enabled=False)
            problems += [f"{page_file} without scripts: {problem}" for problem in check_plain_page(context, page_file)]
            context.close()
    for problem in problems:
        print(problem)
    if problems:
        sys.exit(1)
    print(f"{', '.join(page_files)}: no problems at {len(WIDTHS)} widths in {len(THEMES)} themes")


def check_page(context, page_file, theme, script):
    """Returns the problems of a page in a window."""
    problems = []
    page = context.new_page()
    note_errors(page, problems, lambda address: address.startswith("file:"))
    page.goto(pathlib.Path(page_file).resolve().as_uri())
    size = page.viewport_size
    for control in CONTROLS:
        box = page.locator(control).bounding_box()
        if not box or box["x"] < 0 or box["x"] + box["width"] > size["width"] or box["y"] + box["height"] > size["height"]:
            problems.append(f"{control} is not in the window")
    if problems:
        return problems
    problems += check_order(page)
    for view in "us":
        page.keyboard.press(view)
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        page.wait_for_timeout(200)
        problems += violations(page, script)
        if page.evaluate(TOO_WIDE):
            problems.append("the page is wider than the window")
        # Elements with a clipped overflow do not make the page wider.
        for name in page.evaluate(CLIPPED):
            problems.append(f"{name} is cut at the edge of the window")
    page.keyboard.press("u")
    problems += check_next_problem(page)
    problems += check_copying(page)
    page.keyboard.press("j")
    page.keyboard.press("n")
    page.keyboard.press("t")
    if page.evaluate("document.documentElement.dataset.theme") == theme:
        problems.append("the theme switch has no effect")
    page.locator("#help").click()
    if not page.locator("#keys").is_visible():
        problems.append("the help button has no effect")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("a")
    if not page.evaluate("document.getElementById('found').textContent"):
        problems.append("the search has no results")
    return problems


def check_order(page):
    """The cards come in the order of need, and nothing before the sentence."""
    tones = page.eval_on_selector_all(".check", "cards => cards.map(card => card.classList[2])")
    if tones != sorted(tones, key=NEEDS.index):
        yield f"the cards are not in the order of need: {tones}"
    if not page.evaluate("document.querySelector('main h1, main h2').matches('h1')"):
        yield "the sentence does not come first"


def check_next_problem(page):
    """The button goes to a problem whenever there is one, and is hidden otherwise."""
    notes = page.evaluate(
        "JSON.parse(document.getElementById('data').textContent).files.some(file => (file.n || []).length > 0)")
    items = page.locator(".item.problem").count()
    button = page.locator("#problem")
    if not button.is_visible():
        if notes or items:
            yield "the button to the next problem is missing"
        return
    button.click()
    page.wait_for_timeout(100)
    target = page.evaluate("location.hash")
    seen = page.evaluate(
        "target => { const box = document.querySelector(target)?.getBoundingClientRect();"
        " return box && box.bottom > 0 && box.top < innerHeight; }", target) if target else False
    if not seen:
        yield f"the next problem, {target}, is not in the window"


def check_copying(page):
    """The buttons copy the patch as it stands in the page: of one file, and of all."""
    buttons = page.locator(".tool.copy")
    patches = page.eval_on_selector_all("#patch code[data-file]", "parts => parts.map(part => part.textContent)")
    if buttons.count() != (len(patches) + 1 if patches else 0):
        yield f"{buttons.count()} buttons copy the patches of {len(patches)} files"
        return
    page.evaluate("window.copied = []; navigator.clipboard.writeText = async text => { window.copied.push(text); }; 0")
    for index in range(buttons.count()):
        buttons.nth(index).click()
    copied = page.evaluate("window.copied")
    if copied != (["".join(patches)] + patches if patches else []):
        yield "the buttons do not copy the patch"
    # A page that must not use the clipboard selects the patch.
    page.evaluate("navigator.clipboard.writeText = async () => { throw new Error(); }; 0")
    if patches:
        buttons.first.click()
        page.wait_for_timeout(50)
        if page.evaluate("getSelection().toString().trim()") != "".join(patches).strip():
            yield "the patch is not selected where the clipboard is not permitted"


def check_plain_page(context, page_file):
    """Without scripts there are no buttons that need one, and the patch is there."""
    page = context.new_page()
    page.goto(pathlib.Path(page_file).resolve().as_uri())
    for button in ("#next", "#problem"):
        if page.locator(button).is_visible():
            yield f"{button} needs a script"
    if page.locator("#patch").count() and "diff --git " not in page.locator("#patch details pre").text_content():
        yield "the patch is missing"


def terminal(text):
    """Returns the output of a terminal as HTML. Of the escape sequences, only colors are kept."""
    text = re.sub(r"\x1b\]8;;[^\x1b]*\x1b\\", "", text.replace("\r", ""))
    parts = re.split(r"\x1b\[([0-9;]*)m", text)
    body = html.escape(parts[0])
    for codes, part in zip(parts[1::2], parts[2::2]):
        style = ";".join(COLORS.get(code, "") for code in codes.split(";"))
        body += f"<span style='{style}'>{html.escape(part)}</span>"
    return (
        "<body style='margin:0;background:#0d1117;color:#e6edf3;padding:24px 28px'>"
        f"<pre style='font:14px/1.5 DejaVu Sans Mono,monospace;margin:0'>{body}</pre>")


def comment(markdown):
    body = subprocess.run(
        ["cmark-gfm", "--unsafe", "-e", "table", "-e", "tasklist"], input=markdown, capture_output=True, text=True, check=True
    ).stdout
    return (
        "<style>body{font:14px/1.5 system-ui,DejaVu Sans,sans-serif;margin:24px 28px;max-width:860px;color:#1f2328}"
        "table{border-collapse:collapse;margin:12px 0}td,th{border:1px solid #d1d9e0;padding:6px 13px;text-align:left}"
        "code{background:#818b981f;padding:2px 5px;border-radius:6px;font:12px DejaVu Sans Mono,monospace}"
        "h2{border-bottom:1px solid #d1d9e0;padding-bottom:6px}details{margin:6px 0}pre{background:#f6f8fa;padding:12px}"
        "pre code{background:none}a{color:#0969da}</style>" + body.replace("<details>", "<details open>", 1))


def screenshot_top(page, file, limit=1400):
    """Takes a screenshot of the page, or of its upper `limit` pixels."""
    height = page.evaluate("document.documentElement.scrollHeight")
    page.screenshot(path=file, full_page=True, clip={"x": 0, "y": 0, "width": 940, "height": min(height, limit)})


def screenshots(report, images):
    report, images = pathlib.Path(report), pathlib.Path(images)
    images.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for theme in THEMES:
            for name, width, height, shows_code in (
                ("page", 1280, 860, False), ("page-code", 1280, 860, True), ("page-phone", 390, 800, False),
            ):
                context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme)
                page = context.new_page()
                page.goto((report / "report.html").resolve().as_uri())
                page.wait_for_timeout(300)
                if shows_code:
                    # A file with all coverage states, at the first partially covered line.
                    page.locator(".tree a", has_text=FILE).first.click()
                    page.wait_for_timeout(300)
                    page.evaluate("document.querySelector('td.v.p')?.scrollIntoView({block: 'center'})")
                    page.wait_for_timeout(300)
                page.screenshot(path=images / f"{name}-{theme}.png")
                context.close()
        page = browser.new_page(viewport={"width": 940, "height": 600})
        page.set_content(comment((report / "report.md").read_text()))
        screenshot_top(page, images / "comment.png")
        page.set_content(terminal((report / "terminal.txt").read_text()))
        screenshot_top(page, images / "terminal.png")


if __name__ == "__main__":
    try:
        if sys.argv[1:2] == ["check"] and len(sys.argv) >= 3:
            check(sys.argv[2:])
        elif sys.argv[1:2] == ["screenshots"] and len(sys.argv) == 4:
            screenshots(sys.argv[2], sys.argv[3])
        else:
            sys.exit("usage: page.py check PAGE… | page.py screenshots REPORT IMAGES")
    except Missing as error:
        print(f"skipped: {error}")
