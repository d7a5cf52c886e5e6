# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
#
# What the programs share that open pages in headless Chromium: page.py and pages.py.
import contextlib
import pathlib
import shutil

THEMES = ("light", "dark")
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


class Missing(Exception):
    """The browser, or a package, is not installed."""


@contextlib.contextmanager
def chromium():
    """Starts the browser."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise Missing("install the packages playwright and axe-playwright-python (pip)") from None
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if not program:
        raise Missing("chromium is not on PATH")
    with sync_playwright() as playwright:
        # No name is looked up: all pages are from this machine.
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"])
        yield browser
        browser.close()


def axe():
    """Returns the script of axe-core."""
    try:
        import axe_playwright_python
    except ImportError:
        raise Missing("install the packages playwright and axe-playwright-python (pip)") from None
    return next(pathlib.Path(axe_playwright_python.__file__).parent.rglob("axe.min.js")).read_text()


def violations(page, axe):
    """Returns the rules of axe-core, those of WCAG and the best practices, that a page violates."""
    # Evaluated as a string, it is not a script of the page, to which the page's content security policy would apply.
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe + "\n;0")
    return page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then(result => result.violations.map("
        "rule => `${rule.id}: ${rule.nodes.slice(0, 3).map(node => node.target.join(' ')).join(', ')}`))")


def note_errors(page, problems, is_own):
    """Adds the errors of a page to the problems, and its requests to other places than its own."""
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda line: problems.append(line.text) if line.type == "error" else None)
    page.on("request", lambda request: None if is_own(request.url) else problems.append(f"requests {request.url}"))
