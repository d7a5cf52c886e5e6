# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
"""What the tests of the action share: a server with releases, and a job on a machine of its own."""
import functools
import hashlib
import http.server
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import threading
import unittest

from actions.composite import Composite

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
TESTED = pathlib.Path(os.environ.get("REVIEWBOT_TESTED", "/nonexistent"))
VERSION = subprocess.run([REPOSITORY / "Packaging/version"], check=True, capture_output=True, text=True).stdout.strip()
# The toolchain, which a runner has on PATH.
TOOLCHAIN = os.path.dirname(os.path.realpath(shutil.which("swift") or "/usr/bin/swift"))
# The root folder of a system without the libraries of the build, with curl, xz, git and what Swift needs to link.
ROOT = os.environ.get("REVIEWBOT_CLEAN_ROOT")
# A program that prints its arguments, one a line, and has the version of the sources.
ECHO = 'printf "argument=%s\\n" "$@"\n'


class Answers(http.server.SimpleHTTPRequestHandler):
    """Serves files, and damaged answers below /damaged."""

    def do_GET(self):
        if self.path.startswith("/damaged/status"):
            return self.send_error(503)
        if self.path.startswith("/damaged/cut"):
            self.send_response(200)
            self.send_header("Content-Length", "1000000")
            self.end_headers()
            self.wfile.write(b"x" * 1000)
            return self.close_connection_now()
        return super().do_GET()

    def close_connection_now(self):
        self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True

    def log_message(self, *_):
        pass


class Releases:
    """A server with the archives of releases."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Answers, directory=str(self.folder)))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def end(self):
        self.server.shutdown()
        self.server.server_close()

    def place(self, version=VERSION, machine="x86_64"):
        file = self.folder / f"v{version}" / f"reviewbot-{version}-linux-{machine}.tar.xz"
        file.parent.mkdir(parents=True, exist_ok=True)
        return file

    def publish(self, script, version=VERSION, printed=None, machine="x86_64"):
        """Packs a script as the program of a release, and returns the checksum of the archive."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            program = pathlib.Path(folder) / "program"
            program.write_text(f'#!/bin/bash\n[ "$1" != --version ] || {{ echo "reviewbot {printed or version}"; echo "commit: 0123abcd"; exit; }}\n{script}')
            return self.pack(program, version, machine)

    def publish_tested(self):
        """Publishes the program under test, which is an archive or is packed into one."""
        if TESTED.name.endswith(".tar.xz"):
            shutil.copy(TESTED, self.place())
            return digest(self.place())
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            program = pathlib.Path(folder) / "program"
            # Without symbols, the program of a debug build is packed in seconds.
            subprocess.run(["strip", "-o", program, TESTED], check=True)
            return self.pack(program)

    def pack(self, program, version=VERSION, machine="x86_64"):
        file = self.place(version, machine)
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            tree = pathlib.Path(folder) / file.name.removesuffix(".tar.xz") / "bin"
            tree.mkdir(parents=True)
            shutil.copy(program, tree / "reviewbot")
            (tree / "reviewbot").chmod(0o755)
            subprocess.run(
                ["tar", "--create", "--use-compress-program=xz -0 -T2", "--file", file, "--directory", folder, tree.parent.name],
                check=True)
        return digest(file)


def digest(file):
    return hashlib.sha256(pathlib.Path(file).read_bytes()).hexdigest()


class ActionTestCase(unittest.TestCase):
    """A test with a server, and with folders of a job."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.releases = Releases(folder.name)
        cls.addClassCleanup(cls.releases.end)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.workspace = self.folder / "workspace"
        self.workspace.mkdir()

    def job(self, event="pull_request", pull_request=None, variables=None, action=REPOSITORY, **settings):
        file = self.folder / "event.json"
        file.write_text(json.dumps({"pull_request": {"number": pull_request}} if pull_request else {}))
        github = {"token": "token-of-the-job", "event_name": event, "run_id": "17", "run_attempt": "1"}
        variables = {"GITHUB_EVENT_NAME": event, "GITHUB_EVENT_PATH": str(file), **(variables or {})}
        return Composite(
            action, self.workspace, self.folder, github, variables=variables, root=ROOT, shared=[os.path.dirname(TOOLCHAIN)], **settings)

    def program(self, name, script):
        """A substitute for a system program, in a folder for the front of PATH."""
        folder = self.folder / "programs"
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(f"#!/bin/bash\n{script}\n")
        (folder / name).chmod(0o755)
        return folder

    def only(self, *names):
        """A folder with links to these system programs only."""
        folder = self.folder / "only"
        folder.mkdir(exist_ok=True)
        for name in names:
            (folder / name).symlink_to(shutil.which(name))
        return folder

    def assertNothingInstalled(self, outcome):
        left = [path.name for path in (self.folder / "runner").iterdir()]
        self.assertEqual(left, [], outcome.log)
        self.assertNotIn("runner/reviewbot", outcome.environment["PATH"])
        self.assertEqual(outcome.uses, [])
