# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
#
# The reference for benchmarks of the intake: a minimal webhook server in Python that loses no delivery. It checks the
# signature, parses the JSON, and stores the delivery and its job durably before it answers: in SQLite, or with asyncpg in
# PostgreSQL.
#
#   python3 intake_aiohttp.py STORE SECRET    STORE is a file or a conninfo string; prints its port, ends when its input ends
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
  id {id}, forge TEXT NOT NULL, guid TEXT NOT NULL, event TEXT NOT NULL, action TEXT, repository TEXT,
  number BIGINT, head TEXT, digest TEXT NOT NULL, received_at BIGINT NOT NULL, outcome TEXT NOT NULL, job BIGINT,
  UNIQUE(forge, guid));
CREATE TABLE IF NOT EXISTS job(
  id {id}, repository TEXT NOT NULL, number BIGINT NOT NULL, head TEXT NOT NULL, state TEXT NOT NULL,
  queued_at BIGINT NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS job_open ON job(repository, number) WHERE state = 'queued';
"""
DELIVERY = (
    "INSERT INTO delivery(forge, guid, event, action, repository, number, head, digest, received_at, outcome, job)"
    " VALUES('forge', {0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9})")


class Event:
    def __init__(self, request, body):
        event = json.loads(body)
        self.guid, self.name = request.headers["X-GitHub-Delivery"], request.headers["X-GitHub-Event"]
        self.action, self.repository = event["action"], event["repository"]["full_name"]
        self.number, self.head = event["pull_request"]["number"], event["pull_request"]["head"]["sha"]
        self.digest, self.now = hashlib.sha256(body).hexdigest(), int(time.time() * 1000)

    def row(self, outcome, job):
        return (self.guid, self.name, self.action, self.repository, self.number, self.head, self.digest, self.now,
                outcome, job)


class FileStore:
    DELIVERY = DELIVERY.format(*"?" * 10)

    def __init__(self, path):
        self.database = sqlite3.connect(path, isolation_level=None)
        self.database.execute("PRAGMA journal_mode = WAL")
        self.database.execute("PRAGMA synchronous = FULL")
        self.database.executescript(SCHEMA.format(id="INTEGER PRIMARY KEY"))

    async def open(self):
        pass

    async def record(self, event):
        run = self.database.execute
        run("BEGIN IMMEDIATE")
        try:
            known = run("SELECT outcome, job FROM delivery WHERE forge = 'forge' AND guid = ?", (event.guid,)).fetchone()
            if known:
                return known
            row = run(
                "SELECT id FROM job WHERE repository = ? AND number = ? AND state = 'queued'",
                (event.repository, event.number)).fetchone()
            if row:
                outcome, job = "coalesced", row[0]
                run("UPDATE job SET head = ? WHERE id = ?", (event.head, job))
            else:
                outcome = "queued"
                job = run(
                    "INSERT INTO job(repository, number, head, state, queued_at) VALUES(?, ?, ?, 'queued', ?)",
                    (event.repository, event.number, event.head, event.now)).lastrowid
            run(self.DELIVERY, event.row(outcome, job))
            return outcome, job
        finally:
            run("COMMIT")


class DatabaseStore:
    DELIVERY = DELIVERY.format(*(f"${n}" for n in range(1, 11)))

    def __init__(self, connection):
        self.settings = dict(part.split("=", 1) for part in connection.split())

    async def open(self):
        import asyncpg

        # With asyncpg's default number of connections.
        self.pool = await asyncpg.create_pool(
            host=self.settings["host"], user=self.settings["user"], database=self.settings["dbname"],
            port=int(self.settings.get("port", 5432)))
        await self.pool.execute(SCHEMA.format(id="BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"))

    async def record(self, event):
        async with self.pool.acquire() as connection, connection.transaction():
            known = await connection.fetchrow(
                "SELECT outcome, job FROM delivery WHERE forge = 'forge' AND guid = $1", event.guid)
            if known:
                return known["outcome"], known["job"]
            # Of concurrent deliveries for a pull request, one creates the job and the others wait for it.
            job, is_new = await connection.fetchrow(
                "INSERT INTO job(repository, number, head, state, queued_at) VALUES($1, $2, $3, 'queued', $4)"
                " ON CONFLICT(repository, number) WHERE state = 'queued' DO UPDATE SET head = excluded.head"
                " RETURNING id, xmax = 0", event.repository, event.number, event.head, event.now)
            outcome = "queued" if is_new else "coalesced"
            # A concurrent duplicate of a delivery violates its unique key, and the forge sends it again.
            await connection.execute(self.DELIVERY, *event.row(outcome, job))
            return outcome, job


class Intake:
    def __init__(self, store, secret):
        self.store, self.secret = store, secret.encode()

    async def answer(self, request):
        body = await request.read()
        code = "sha256=" + hmac.new(self.secret, body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(code, request.headers.get("X-Hub-Signature-256", "")):
            return web.json_response({"error": "the signature is missing or wrong"}, status=401)
        outcome, job = await self.store.record(Event(request, body))
        return web.json_response({"outcome": outcome, "job": job}, status=202)


async def main():
    place, secret = sys.argv[1:]
    store = DatabaseStore(place) if "=" in place else FileStore(place)
    await store.open()
    application = web.Application(client_max_size=25 << 20)
    application.router.add_post("/webhook/forge", Intake(store, secret).answer)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


asyncio.run(main())
