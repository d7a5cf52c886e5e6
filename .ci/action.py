#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
#
# Tests the GitHub Action: executes the steps of action.yml as a runner does, in an environment of their own, with archives from
# a local server.
#
#   .ci/action.py PROGRAM [-k NAME…]   PROGRAM, a reviewbot or the archive of one
#
# REVIEWBOT_CLEAN_ROOT is the root folder of another system, such as one of debootstrap, to execute the steps in. Requires PyYAML;
# the tests with a forge require REVIEWBOT_FORGE and REVIEWBOT_FORGE_PYTHON, and are skipped without them.
import os
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent


def main():
    try:
        import yaml  # noqa: F401
    except ImportError:
        print("skipped: install the package PyYAML (pip)")
        return
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit("usage: .ci/action.py PROGRAM [-k NAME…]")
    program, *arguments = sys.argv[1:]
    program = pathlib.Path(program)
    if not program.is_file():
        sys.exit(f"cannot test the action: {program} does not exist; run make build, or make dist for an archive")
    os.environ["REVIEWBOT_TESTED"] = str(program.resolve())
    sys.dont_write_bytecode = True
    unittest.main(module=None, argv=[sys.argv[0], "discover", "-s", str(HERE / "actions"), *arguments])


if __name__ == "__main__":
    main()
