#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
#
# Opens report.html in headless Chromium, at three widths and in both themes.
#
#   .ci/page.py check PAGE                  fails on accessibility problems (axe-core), requests, errors, and too wide content
#   .ci/page.py screenshots REPORT IMAGES   creates pictures of the page, the comment and the terminal output of a report folder
#
# Requires Chromium, and the packages playwright and axe-playwright-python; without them it prints that it was skipped.
import html
import pathlib
import re
import shutil
import subprocess
import sys

WIDTHS = (375, 900, 1440)
THEMES = ("light", "dark")
# The file of the report that the pictures show.
FILE = "Constructor.swift"
COLORS = {"1": "font-weight:700", "2": "color:#8b949e", "31": "color:#ff7b72", "32": "color:#56d364", "33": "color:#e3b341"}


def tools():
    try:
        import axe_playwright_python
        from playwright.sync_api import sync_playwright
    except ImportError:
        print("skipped: install the packages playwright and axe-playwright-python (pip)")
        sys.exit(0)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        print("skipped: chromium is not on PATH")
        sys.exit(0)
    axe = next(pathlib.Path(axe_playwright_python.__file__).parent.rglob("axe.min.js")).read_text()
    return sync_playwright, chromium, axe


def check(page_file):
    sync_playwright, chromium, axe = tools()
    problems = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for width in WIDTHS:
            for theme in THEMES:
                context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
                page = context.new_page()
                where = f"{width} {theme}"
                page.on("pageerror", lambda error: problems.append(f"{where}: {error}"))
                page.on("console", lambda line: problems.append(f"{where}: {line.text}") if line.type == "error" else None)
                page.on(
                    "request",
                    lambda request: None if request.url.startswith("file:") else problems.append(f"{where}: {request.url}"))
                page.goto(pathlib.Path(page_file).resolve().as_uri())
                for view in "us":
                    page.keyboard.press(view)
                    page.evaluate("scrollTo(0, document.body.scrollHeight)")
                    page.wait_for_timeout(200)
                    # Evaluated as a string, it is not a script of the page, to which the page's content security policy would apply.
                    found = page.evaluate(
                        axe + "\n;axe.run(document, {resultTypes: ['violations']}).then(result => result.violations.map("
                        "rule => `${rule.id}: ${rule.nodes.slice(0, 3).map(node => node.target.join(' ')).join(', ')}`))")
                    problems += [f"{where}: {problem}" for problem in found]
                    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                        problems.append(f"{where}: the page is wider than the window")
                page.keyboard.press("j")
                page.keyboard.press("n")
                page.keyboard.press("t")
                if page.evaluate("document.documentElement.dataset.theme") == theme:
                    problems.append(f"{where}: the theme switch has no effect")
                page.keyboard.press("/")
                page.keyboard.type("a")
                if not page.evaluate("document.getElementById('found').textContent"):
                    problems.append(f"{where}: the search has no results")
                context.close()
        browser.close()
    for problem in problems:
        print(problem)
    if problems:
        sys.exit(1)
    print(f"{page_file}: no problems at {len(WIDTHS)} widths in {len(THEMES)} themes")


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
    sync_playwright, chromium, _ = tools()
    report, images = pathlib.Path(report), pathlib.Path(images)
    images.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
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
        browser.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["check"] and len(sys.argv) == 3:
        check(sys.argv[2])
    elif sys.argv[1:2] == ["screenshots"] and len(sys.argv) == 4:
        screenshots(sys.argv[2], sys.argv[3])
    else:
        sys.exit("usage: page.py check PAGE | page.py screenshots REPORT IMAGES")
