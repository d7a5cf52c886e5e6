# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
"""Evaluates the part of GitHub's expressions that action.yml uses: names, strings, calls, ! == != && || and parentheses."""
import re

TOKEN = re.compile(r"\s*(?:'((?:[^']|'')*)'|([A-Za-z_][A-Za-z0-9_.-]*)|(==|!=|&&|\|\||[!(),]))")
STATUS_FUNCTIONS = ("success", "failure", "cancelled", "always")


class ExpressionError(Exception):
    pass


def interpolate(text, names, functions):
    """Replaces each ${{ }} in a value of the file."""
    whole = re.fullmatch(r"\s*\$\{\{(.*?)\}\}\s*", text, re.S)
    if whole:
        return as_text(evaluate(whole[1], names, functions))
    return re.sub(r"\$\{\{(.*?)\}\}", lambda found: as_text(evaluate(found[1], names, functions)), text, flags=re.S)


def condition(text, names, functions):
    """Returns whether a step with this `if` runs; without a status function, `success() &&` is implied."""
    text = str(text).strip()
    if text.startswith("${{"):
        text = text[3:-2]
    implied = not any(re.search(rf"\b{name}\(", text) for name in STATUS_FUNCTIONS)
    return (not implied or functions["success"]()) and is_true(evaluate(text, names, functions))


def evaluate(text, names, functions):
    parser = Parser(tokens(text), names, functions)
    value = parser.disjunction()
    if parser.next is not None:
        raise ExpressionError(f"unexpected {parser.next} in: {text}")
    return value


def tokens(text):
    position, text = 0, text.strip()
    while position < len(text):
        found = TOKEN.match(text, position)
        if not found:
            raise ExpressionError(f"cannot read: {text[position:]}")
        position = found.end()
        yield ("text", found[1].replace("''", "'")) if found[1] is not None else ("name", found[2]) if found[2] else (found[3],)


def is_true(value):
    return value not in ("", None, False, 0)


def as_text(value):
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


class Parser:
    def __init__(self, stream, names, functions):
        self.stream, self.names, self.functions = iter(stream), names, functions
        self.next = next(self.stream, None)

    def take(self, kind=None):
        token = self.next
        if token is None or kind and token[0] != kind:
            raise ExpressionError(f"expected {kind}, found {token}")
        self.next = next(self.stream, None)
        return token

    def disjunction(self):
        value = self.conjunction()
        while self.next == ("||",):
            self.take()
            other = self.conjunction()
            value = value if is_true(value) else other
        return value

    def conjunction(self):
        value = self.comparison()
        while self.next == ("&&",):
            self.take()
            other = self.comparison()
            value = other if is_true(value) else value
        return value

    def comparison(self):
        value = self.primary()
        while self.next in (("==",), ("!=",)):
            operator = self.take()[0]
            # GitHub ignores the case of texts.
            equal = as_text(value).lower() == as_text(self.primary()).lower()
            value = equal if operator == "==" else not equal
        return value

    def primary(self):
        token = self.take()
        if token[0] == "!":
            return not is_true(self.primary())
        if token[0] == "(":
            value = self.disjunction()
            self.take(")")
            return value
        if token[0] == "text":
            return token[1]
        if token[0] != "name":
            raise ExpressionError(f"unexpected {token}")
        if self.next != ("(",):
            return self.lookup(token[1])
        self.take("(")
        arguments = []
        while self.next != (")",):
            arguments.append(self.disjunction())
            if self.next == (",",):
                self.take()
        self.take(")")
        return self.functions[token[1]](*arguments)

    def lookup(self, path):
        value = self.names
        context, *keys = path.split(".")
        if context not in value:
            raise ExpressionError(f"there is no context {context}")
        value = value[context]
        for key in keys:
            # A key that is missing is null, as for GitHub.
            value = value.get(key) if isinstance(value, dict) else None
        return value
