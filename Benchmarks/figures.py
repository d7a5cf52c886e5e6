#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
"""Keeps the figures of benchmarks for `Benchmarks/page`: a file of JSON lines for each group.

Nothing is kept unless REVIEWBOT_FIGURES names a folder. A line has the keys

  group   the group of figures on the page, such as `lint`
  name    what is measured
  unit    the unit of all values, such as `ms`
  ours    the value of reviewbot
  peers   a list of names of other programs with their values
  limit   the value that ours must not exceed, or must reach with `at_least`; null without a limit
  at_least, kept
          whether larger values are better, and whether the limit is kept
  parts   a list of names of parts of ours with their values, if they are known

  Benchmarks/figures.py GROUP NAME UNIT OURS [--peer NAME VALUE]… [--limit VALUE] [--at-least]    for shell scripts
"""

import argparse
import json
import os
import pathlib

FOLDER = "REVIEWBOT_FIGURES"


def add_figure(group, name, unit, ours, peers=(), limit=None, at_least=False, parts=()):
    folder = os.environ.get(FOLDER)
    if not folder:
        return
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    figure = {
        "group": group, "name": name, "unit": unit, "ours": ours, "peers": [list(peer) for peer in peers],
        "limit": limit, "at_least": at_least,
        "kept": limit is None or (ours >= limit if at_least else ours <= limit),
    }
    if parts:
        figure["parts"] = [list(part) for part in parts]
    with (pathlib.Path(folder) / f"{group}.jsonl").open("a") as lines:
        lines.write(json.dumps(figure) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ["group", "name", "unit"]:
        parser.add_argument(name)
    parser.add_argument("ours", type=float)
    parser.add_argument("--peer", nargs=2, action="append", default=[], metavar=("NAME", "VALUE"))
    parser.add_argument("--limit", type=float)
    parser.add_argument("--at-least", action="store_true")
    figure = parser.parse_args()
    peers = [(name, float(value)) for name, value in figure.peer]
    add_figure(figure.group, figure.name, figure.unit, figure.ours, peers, figure.limit, figure.at_least)


if __name__ == "__main__":
    main()
