# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors

"""Prints the Swift packages in a program: NAME, VERSION, file of the license, package URL.

The arguments are the output of `swift package show-dependencies --format json`, and SwiftPM's list of the objects to link.
"""

import json
import re
import sys
from pathlib import Path


def packages(node):
    for dependency in node["dependencies"]:
        yield dependency
        yield from packages(dependency)


def row(package):
    folder = Path(package["path"])
    licenses = sorted(path for path in folder.iterdir() if path.name.upper().startswith(("LICENSE", "LICENCE", "COPYING")))
    if not licenses:
        sys.exit(f"cannot find the license of {package['name']} in {folder}")
    address = package["url"].removeprefix("https://").removesuffix(".git")
    return "\t".join([package["name"], package["version"], str(licenses[0]), f"pkg:swift/{address}@{package['version']}"])


def is_linked(package, targets):
    root = Path(package["path"])
    folders = {path.name for path in [*root.iterdir(), *root.glob("Sources/**/")]}
    return not targets.isdisjoint(folders)


root = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
# SwiftPM keeps the objects of a target in a folder of its name.
targets = set(re.findall(r"/([^/\n]+)\.build/", Path(sys.argv[2]).read_text(encoding="utf-8")))
# The packages of the repository itself have no version.
rows = {row(package) for package in packages(root) if package["version"] != "unspecified" and is_linked(package, targets)}
print("\n".join(sorted(rows, key=str.lower)))
