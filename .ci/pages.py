#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
#
# Opens the pages of reviews in headless Chromium. Tests/ReviewPagesTests/Browser serves the pages and starts this program: it
# prints a line when it has done a step, and waits for what the test then changes until that is in the page.
#
#   pages.py check PAGES                    fails on accessibility problems (axe-core), errors, requests to other places, too
#                                           wide content, and what is missing without scripts or cannot be reached with Tab
#   pages.py sign-in REVIEW FORGE           signs in from the page of a review, and out
#   pages.py live REVIEW COOKIE LAST…       reads the log of a running review: `line 1` to `line LAST` after each step
#   pages.py buttons REVIEW COOKIE          clicks every button of a review that waits for approval
#   pages.py reader REVIEW COOKIE           shows that an account with read permission has no buttons
#   pages.py stranger REVIEW COOKIE ACTION  submits a form from another site
#   pages.py first-error REVIEW COOKIE      goes to the first error of a review
#   pages.py screenshots FOLDER PAGES       creates pictures
#
# PAGES is JSON. With a folder in REVIEWBOT_PICTURES, `check` saves a picture of each page at each width.
import json
import os
import pathlib
import re
import sys
import traceback

sys.dont_write_bytecode = True
from browser import THEMES, TOO_WIDE, axe, chromium, note_errors, violations  # noqa: E402

WIDTHS = (360, 900, 1440)
HEIGHT = 900
# The widths and themes in which axe-core looks at a page.
LOOKS = ((360, "light"), (900, "dark"), (1440, "light"))
# In milliseconds; no step takes so long, even on a slow machine.
PATIENCE = 120_000
# The controls around the contents of a page that Tab has to reach.
CONTROLS = ".skip, header.site a, header.site button, .does a, .does button, .actions a, .report-bar button, .past summary"
REACHED = "document.activeElement.matches(%s) && [...document.querySelectorAll(%s)].indexOf(document.activeElement)"
NOTE_VIOLATIONS = """window.policyViolations = [];
  addEventListener("securitypolicyviolation", event => policyViolations.push(`${event.violatedDirective} ${event.blockedURI}`))"""
# The elements of the bars and cards that are cut at the edge of the window, although the page is not too wide.
CUT = """[...document.querySelectorAll("header.site *, .does *, .verdict *, .facts *, .report-bar *")]
  .filter(element => element.getClientRects().length > 0 && !element.closest(".vh, .where, svg")
    && element.getBoundingClientRect().right > innerWidth - 4)
  .map(element => `${element.tagName} ${element.className} ${element.textContent.slice(0, 20)}`)"""


def new_context(browser, address, cookie=None, **options):
    # Without transitions, which would be in a picture after a change of the theme.
    context = browser.new_context(viewport={"width": 1440, "height": HEIGHT}, reduced_motion="reduce", **options)
    context.set_default_timeout(PATIENCE)
    if cookie:
        name, value = cookie.split("=", 1)
        context.add_cookies([{"name": name, "value": value, "url": address}])
    return context


def say(line):
    print(line, flush=True)


def require(condition, problem):
    if not condition:
        raise AssertionError(problem)


# Every page


def check(pages):
    script = axe()
    pictures = os.environ.get("REVIEWBOT_PICTURES")
    problems = []
    with chromium() as browser:
        # A tab for each account, with and without scripts, because a new one takes longer than another page.
        tabs = {}

        def tab(description, **options):
            key = (description.get("cookie"), *options)
            if key not in tabs:
                tabs[key] = Tab(browser, description, **options)
            return tabs[key]

        for description in pages:
            found = check_page(tab(description), description, script, pictures)
            found += check_plain_page(tab(description, java_script_enabled=False), description)
            problems += [f"{description['name']}: {problem}" for problem in found]
    for problem in problems:
        print(problem)
    if problems:
        sys.exit(1)


class Tab:
    """A tab of the browser, with the problems of its page."""

    def __init__(self, browser, description, **options):
        address = description["address"]
        origin = re.match(r"https?://[^/]+/", address).group()
        self.page = new_context(browser, address, description.get("cookie"), **options).new_page()
        self.page.add_init_script(NOTE_VIOLATIONS)
        self.problems = []
        note_errors(self.page, self.problems, lambda target: target.startswith((origin, "about:")))

    def open(self, address):
        """Returns the status of the page."""
        # The events of the page before end with it.
        self.page.goto("about:blank")
        self.problems.clear()
        self.page.emulate_media(media="screen", color_scheme="light")
        self.page.set_viewport_size({"width": 1440, "height": HEIGHT})
        return self.page.goto(address).status


def check_page(tab, description, script, pictures):
    page, problems = tab.page, tab.problems
    status = tab.open(description["address"])
    if description.get("click"):
        with page.expect_navigation():
            page.get_by_role("button", name=description["click"]).click()
    if status != description["status"]:
        problems.append(f"the status is {status}")
    elif status >= 400:
        # The browser reports the status of the page as an error, too.
        problems[:] = [problem for problem in problems if "the server responded with a status of" not in problem]
    problems += check_keyboard(page)
    # What is folded is looked at, too.
    page.eval_on_selector_all(".past", "parts => parts.forEach(part => part.open = true)")
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": HEIGHT})
            where = f"{width} {theme}"
            problems += [f"{where}: {problem}" for problem in check_bar(page)]
            if page.evaluate(TOO_WIDE):
                problems.append(f"{where}: the page is wider than the window")
            problems += [f"{where}: {name} is cut at the edge of the window" for name in page.evaluate(CUT)]
            # The themes differ in colors only, so that each width is looked at in one of them.
            if (width, theme) in (((1440, "light"),) if description["isLarge"] else LOOKS):
                problems += [f"{where}: {problem}" for problem in violations(page, script)]
            if pictures and width != 900:
                page.screenshot(path=pathlib.Path(pictures) / f"{description['name']}-{width}-{theme}.png")
    page.emulate_media(media="print", color_scheme="light")
    if not description["isLarge"]:
        page.pdf()
    problems += [f"policy: {problem}" for problem in page.evaluate("policyViolations")]
    return list(problems)


def check_bar(page):
    """The bar of a report stays at the top, and what is below it begins at its end."""
    if not page.locator(".report-bar").count():
        return
    top, height, reserved = page.evaluate("""() => {
      scrollTo(0, document.documentElement.scrollHeight);
      const { top, height } = document.querySelector(".report-bar").getBoundingClientRect();
      const reserved = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--top"));
      scrollTo(0, 0);
      return [top, height, reserved];
    }""")
    if top != 0 or height != reserved:
        yield f"the bar of the report is at {top} with the height {height}, for which {reserved} are reserved"


def check_keyboard(page):
    """Tab reaches the link that skips the bar first, and the controls of the page."""
    selector = json.dumps(CONTROLS)
    names = page.eval_on_selector_all(
        CONTROLS, "elements => elements.map(element => element.checkVisibility() ? element.textContent.trim() : null)")
    missing = {index: name for index, name in enumerate(names) if name is not None}
    for step in range(200):
        page.keyboard.press("Tab")
        reached = page.evaluate(REACHED % (selector, selector))
        if reached is not False:
            missing.pop(reached, None)
        if step == 0 and not page.evaluate("document.activeElement.matches('.skip')"):
            yield "Tab does not reach the link that skips the bar first"
        if not missing:
            break
    for name in missing.values():
        yield f"Tab does not reach {name}"


def check_plain_page(tab, description):
    """Without scripts a page shows everything, and one that changes loads itself again."""
    page, problems = tab.page, tab.problems
    tab.open(description["address"])
    if description.get("click"):
        page.get_by_role("button", name=description["click"]).click()
        page.wait_for_load_state()
    text = page.locator("body").inner_text()
    for wanted in description["contains"]:
        if wanted not in text:
            problems.append(f"without scripts, the page does not contain {wanted}")
    if page.locator("meta[http-equiv=refresh]").count() != (1 if description["refreshes"] else 0):
        problems.append("without scripts, the page loads itself again if it does not change, or does not if it does")
    if page.locator("#theme").is_visible() and not page.locator(".report-bar").count():
        problems.append("without scripts, there is a button that needs one")
    return [problem for problem in problems if "the server responded with a status of" not in problem]


# Flows


def sign_in(review, forge):
    with chromium() as browser:
        context = new_context(browser, review)
        page = context.new_page()
        require(page.goto(review).status == 404, "a stranger sees the review")
        page.get_by_role("link", name="Sign in").click()
        page.get_by_role("link", name=f"Sign in with {forge}").click()
        page.wait_for_url(review)
        page.locator("#condition").wait_for()
        page.locator(".account", has_text="ada").wait_for()
        check_cookies(context)
        say("signed in")
        page.get_by_role("button", name="Sign out").click()
        page.get_by_role("link", name="Sign in").wait_for()
        require(context.cookies() == [], f"after signing out, there are cookies: {context.cookies()}")
        require(page.goto(review).status == 404, "the session did not end")
        page.go_back()
        require(not page.locator("#condition").count(), "the browser kept a page of the session")


def check_cookies(context):
    cookies = context.cookies()
    require([cookie["name"] for cookie in cookies] == ["reviewbot-session"], f"the cookies are {cookies}")
    for name, value in {"httpOnly": True, "secure": True, "sameSite": "Lax", "path": "/", "domain": "127.0.0.1"}.items():
        require(cookies[0][name] == value, f"{name} of the cookie is {cookies[0][name]}")


def live(review, cookie, *lasts):
    with chromium() as browser:
        page = new_context(browser, review, cookie).new_page()
        events = []

        def answer(route):
            # As a reverse proxy does while the server starts.
            events.append(route.request.url)
            route.fulfill(status=502, body="Bad Gateway") if len(events) == 1 else route.continue_()

        page.route("**/events?*", answer)
        page.goto(review)
        page.evaluate("window.isFirst = true")
        page.locator("#live .steps a").first.focus()
        for index, last in enumerate(lasts):
            page.wait_for_function("last => document.getElementById('log').textContent.includes(`line ${last}.`)", arg=last)
            check_lines(page, int(last))
            say(f"line {last}")
            if index == 0:
                page.wait_for_function("document.getElementById('log-state').textContent === 'connecting'")
                say("connecting")
            if index == 1:
                page.wait_for_function("document.getElementById('log-state').textContent === 'live'")
        page.locator("#live .steps", has_text="done").wait_for()
        require(page.evaluate("document.activeElement.textContent") == "build", "a change of the state takes the focus")
        require(page.evaluate("window.isFirst"), "the page was loaded again")
        say("focused")
        page.wait_for_selector(".report-bar")
        require(not page.locator("#live[data-events]").count(), "a finished review is listened to")


def check_lines(page, last):
    """The lines follow each other, and none is there twice."""
    lines = page.eval_on_selector_all(
        "#log-lines .l",
        "lines => lines.map(line => [line.querySelector('.n').textContent, line.querySelector('code').textContent])")
    numbers = [int(number) for number, _ in lines]
    require(numbers == list(range(numbers[0], numbers[0] + len(numbers))), f"the numbers of the lines are {numbers}")
    texts = [text for _, text in lines if text.startswith("line ")]
    require(texts == [f"line {number}." for number in range(1, last + 1)], f"the lines are {texts}")


def buttons(review, cookie):
    with chromium() as browser:
        page = new_context(browser, review, cookie).new_page()

        def click(name, notice=None):
            with page.expect_navigation():
                page.get_by_role("button", name=name).click()
            if notice:
                page.locator(".notice", has_text=notice).wait_for()

        def condition(text):
            page.locator("#condition", has_text=text).wait_for()

        page.goto(review)
        condition("Waiting for approval")
        click("Approve", "The commit was approved.")
        require(not page.get_by_role("button", name="Approve").count(), "the commit can be approved again")
        require(page.url == review, "the page would tell again what the button did")
        say("approved")
        condition("Running")
        click("Make a link")
        link = page.get_by_label("The link").input_value()
        require(link.startswith(f"{review}?key="), f"the link is {link}")
        require(stranger_status(browser, link) == 200, "the link does not work")
        page.get_by_role("link", name="Back to the review").click()
        click("Revoke links (1)", "All links to this review were revoked.")
        require(stranger_status(browser, link) == 404, "the link still works")
        click("Cancel", "The review is being cancelled.")
        say("cancelled")
        condition("Cancelled")
        page.wait_for_function("!document.getElementById('live').dataset.events")
        require(not page.get_by_role("button", name="Cancel").count(), "a finished review can be cancelled")
        click("Review again", "A new review was requested.")
        say("requested")


def stranger_status(browser, link):
    """Returns the status of a page for a browser without a session."""
    context = new_context(browser, link)
    page = context.new_page()
    status = page.goto(link).status
    require("key=" not in page.url or status != 200, "the address of the page has the key")
    context.close()
    return status


def reader(review, cookie):
    with chromium() as browser:
        page = new_context(browser, review, cookie).new_page()
        page.goto(review)
        page.get_by_role("link", name="All reviews of this pull request").wait_for()
        found = page.locator("main form, .review form").count()
        require(found == 0, f"there are {found} forms")


def stranger(review, cookie, action):
    """A page of another site submits a form for an account that is signed in."""
    with chromium() as browser:
        context = new_context(browser, review, cookie)
        page = context.new_page()
        form = f"<form method=post action='{review}/{action}'><input name=token value=x><button>Win</button></form>"
        page.route("http://evil.test/", lambda route: route.fulfill(body=form, content_type="text/html"))
        page.goto("http://evil.test/")
        with page.expect_navigation():
            page.get_by_role("button").click()
        page.locator("h1", has_text="Not accepted").wait_for()
        require(page.goto(review).status == 200, "the session has ended")


def first_error(review, cookie):
    with chromium() as browser:
        page = new_context(browser, review, cookie).new_page()
        page.goto(review)
        page.get_by_role("link", name="Jump to the first error").click()
        line = page.locator(":target")
        line.wait_for()
        require("error: " in line.text_content(), f"the line is {line.text_content()}")
        plain = page.eval_on_selector(".log .l:not(:target)", "line => getComputedStyle(line).backgroundColor")
        color = line.evaluate("line => getComputedStyle(line).backgroundColor")
        require(color != plain, "the line is not highlighted")
        box = line.bounding_box()
        require(0 <= box["y"] and box["y"] + box["height"] <= HEIGHT, f"the line is not in the window: {box}")


def screenshots(folder, pages):
    with chromium() as browser:
        for description in json.loads(pages):
            context = new_context(browser, description["address"], description.get("cookie"), color_scheme=description["theme"])
            page = context.new_page()
            page.set_viewport_size({"width": description["width"], "height": description["height"]})
            page.goto(description["address"])
            page.screenshot(path=pathlib.Path(folder) / f"{description['name']}.png")
            context.close()


COMMANDS = {
    "check": lambda pages: check(json.loads(pages)), "sign-in": sign_in, "live": live, "buttons": buttons, "reader": reader,
    "stranger": stranger, "first-error": first_error, "screenshots": screenshots,
}

if __name__ == "__main__":
    if sys.argv[1:2] == [] or sys.argv[1] not in COMMANDS:
        sys.exit(f"usage: pages.py {' | '.join(COMMANDS)}; see the comment in this file")
    try:
        COMMANDS[sys.argv[1]](*sys.argv[2:])
    except Exception as error:
        # The test that started this program shows what it prints. Of the stack, the calls of this file say where it was.
        for call in traceback.extract_tb(error.__traceback__):
            if call.filename == __file__:
                print(f"line {call.lineno}, {call.name}")
        print(f"{type(error).__name__}: {error}"[:1500])
        sys.exit(1)
