# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
#
# What the intake is compared with: the least that a webhook server in Python can do and still lose nothing. It checks the
# signature, reads the JSON, and has the delivery and its job in SQLite, on the disk, before it answers.
#
#   python3 intake_aiohttp.py FILE SECRET    prints its port; ends with its input
import asyncio
import hashlib
import hmac
import json
import sqlite3
import sys
import time

from aiohttp import web

SCHEMA = """
CREATE TABLE IF NOT EXISTS delivery(
  id INTEGER PRIMARY KEY, forge TEXT NOT NULL, guid TEXT NOT NULL, event TEXT NOT NULL, action TEXT, repository TEXT,
  number INTEGER, head TEXT, digest TEXT NOT NULL, received_at INTEGER NOT NULL, outcome TEXT NOT NULL, job INTEGER,
  UNIQUE(forge, guid));
CREATE TABLE IF NOT EXISTS job(
  id INTEGER PRIMARY KEY, repository TEXT NOT NULL, number INTEGER NOT NULL, head TEXT NOT NULL, state TEXT NOT NULL,
  queued_at INTEGER NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS job_open ON job(repository, number) WHERE state = 'queued';
"""


class Intake:
    def __init__(self, path, secret):
        self.secret = secret.encode()
        self.database = sqlite3.connect(path, isolation_level=None)
        self.database.execute("PRAGMA journal_mode = WAL")
        self.database.execute("PRAGMA synchronous = FULL")
        self.database.executescript(SCHEMA)

    async def answer(self, request):
        body = await request.read()
        code = "sha256=" + hmac.new(self.secret, body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(code, request.headers.get("X-Hub-Signature-256", "")):
            return web.json_response({"error": "the signature is missing or wrong"}, status=401)
        event = json.loads(body)
        outcome, job = self.record(request.headers["X-GitHub-Delivery"], request.headers["X-GitHub-Event"], event, body)
        return web.json_response({"outcome": outcome, "job": job}, status=202)

    def record(self, guid, name, event, body):
        now = int(time.time() * 1000)
        pull, repository = event["pull_request"], event["repository"]["full_name"]
        head = pull["head"]["sha"]
        run = self.database.execute
        run("BEGIN IMMEDIATE")
        try:
            known = run("SELECT outcome, job FROM delivery WHERE forge = 'forge' AND guid = ?", (guid,)).fetchone()
            if known:
                return known
            row = run(
                "SELECT id FROM job WHERE repository = ? AND number = ? AND state = 'queued'",
                (repository, pull["number"])).fetchone()
            if row:
                outcome, job = "coalesced", row[0]
                run("UPDATE job SET head = ? WHERE id = ?", (head, job))
            else:
                outcome = "queued"
                job = run(
                    "INSERT INTO job(repository, number, head, state, queued_at) VALUES(?, ?, ?, 'queued', ?)",
                    (repository, pull["number"], head, now)).lastrowid
            run(
                "INSERT INTO delivery(forge, guid, event, action, repository, number, head, digest, received_at, outcome, job)"
                " VALUES('forge', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (guid, name, event["action"], repository, pull["number"], head, hashlib.sha256(body).hexdigest(), now,
                 outcome, job))
            return outcome, job
        finally:
            run("COMMIT")


async def main():
    path, secret = sys.argv[1:]
    application = web.Application(client_max_size=25 << 20)
    application.router.add_post("/webhook/forge", Intake(path, secret).answer)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
