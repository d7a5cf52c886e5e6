# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
"""Removes what is not public from files of `swift api-digester -dump-sdk`: it leaves in the declarations for the package."""

import json
import sys


def public(node):
    if "children" not in node:
        return node
    return node | {"children": [public(child) for child in node["children"] if not child.get("isInternal")]}


for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        interface = json.load(file)
    interface["ABIRoot"] = public(interface["ABIRoot"])
    with open(name, "w", encoding="utf-8") as file:
        json.dump(interface, file)
