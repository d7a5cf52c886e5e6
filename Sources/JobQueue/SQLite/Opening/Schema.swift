// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import GRDB
import ReviewContract

/// A migration from one version of the schema to the next, run in one transaction.
struct Migration: Sendable {
  let statements: String
}

/// The tables of a queue.
///
/// A version that was released is never changed; a new one is added at the end.
enum Schema {
  /// The application id that distinguishes a queue from other SQLite files: `RVBT`.
  static let applicationID: Int32 = 0x5256_4254

  static let migrations = [
    Migration(statements: version1), Migration(statements: version2), Migration(statements: version3),
    Migration(statements: version4), Migration(statements: version5), Migration(statements: version6),
  ]

  /// Times are milliseconds since 1970. Partial indexes keep open jobs, which are queried often, apart from finished
  /// ones, which are most.
  private static let version1 = """
    -- One row: the queue's own time, which never goes back, and the number of the last claim.
    CREATE TABLE queue(
      id INTEGER PRIMARY KEY CHECK(id = 1), latest INTEGER NOT NULL, fence INTEGER NOT NULL) STRICT;
    INSERT INTO queue VALUES(1, 0, 0);

    CREATE TABLE tally(name TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE repository(
      id INTEGER PRIMARY KEY, forge TEXT NOT NULL, name TEXT NOT NULL,
      -- The fence of the last claim.
      last_served INTEGER NOT NULL DEFAULT 0,
      UNIQUE(forge, name)) STRICT;

    CREATE TABLE pull_request(
      id INTEGER PRIMARY KEY, repository INTEGER NOT NULL REFERENCES repository, number INTEGER NOT NULL,
      forge_updated_at INTEGER, reviewed_head TEXT, reviewed_base TEXT,
      -- How many reviews newer heads stopped since one was finished.
      cancellations INTEGER NOT NULL DEFAULT 0,
      touched_at INTEGER NOT NULL,
      UNIQUE(repository, number)) STRICT;
    CREATE INDEX pull_request_touched ON pull_request(touched_at);

    CREATE TABLE job(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      repository INTEGER NOT NULL,
      pull_request INTEGER NOT NULL REFERENCES pull_request ON DELETE CASCADE,
      kind TEXT NOT NULL, subject TEXT NOT NULL, head TEXT NOT NULL, base TEXT,
      needs_approval INTEGER NOT NULL, priority INTEGER NOT NULL,
      state TEXT NOT NULL CHECK(state IN ('waiting', 'queued', 'running', 'done', 'superseded', 'cancelled', 'dead')),
      -- Whether a queued job's time has come.
      ready INTEGER NOT NULL,
      -- The order within a repository: queued_at, later by the ageing for each step of priority.
      rank INTEGER NOT NULL,
      attempts INTEGER NOT NULL, losses INTEGER NOT NULL, owner TEXT, fence INTEGER NOT NULL, lease_until INTEGER,
      cancellation TEXT, error TEXT, verdict TEXT, queued_at INTEGER NOT NULL, not_before INTEGER NOT NULL,
      created_at INTEGER NOT NULL, started_at INTEGER, finished_at INTEGER,
      CHECK((state = 'running') = (owner IS NOT NULL)),
      CHECK((state = 'running') = (lease_until IS NOT NULL)),
      CHECK((state IN ('waiting', 'queued', 'running')) = (finished_at IS NULL)),
      CHECK(ready = 0 OR state = 'queued')) STRICT;
    CREATE UNIQUE INDEX job_one_open ON job(pull_request, kind, subject) WHERE state IN ('waiting', 'queued');
    CREATE UNIQUE INDEX job_one_running ON job(pull_request, kind) WHERE state = 'running';
    -- With all that choosing needs, so that it need not look at the jobs themselves. That takes the condition's column too.
    CREATE INDEX job_ready ON job(ready, repository, rank, id, pull_request, kind) WHERE ready = 1;
    CREATE INDEX job_delayed ON job(not_before) WHERE state = 'queued' AND ready = 0;
    CREATE INDEX job_running ON job(state, repository) WHERE state = 'running';
    CREATE INDEX job_lease ON job(lease_until) WHERE state = 'running';
    CREATE INDEX job_oldest ON job(queued_at) WHERE state = 'queued';
    CREATE INDEX job_waiting ON job(id) WHERE state = 'waiting';
    CREATE INDEX job_dead ON job(id) WHERE state = 'dead';
    CREATE INDEX job_finished ON job(finished_at) WHERE finished_at IS NOT NULL;
    CREATE INDEX job_of_pull_request ON job(pull_request, id);

    CREATE TABLE delivery(
      id INTEGER PRIMARY KEY, forge TEXT NOT NULL, guid TEXT NOT NULL, event TEXT NOT NULL, action TEXT,
      repository_forge TEXT, repository_name TEXT, number INTEGER, head TEXT, base TEXT,
      body_digest TEXT NOT NULL, received_at INTEGER NOT NULL, outcome TEXT NOT NULL, job INTEGER,
      UNIQUE(forge, guid)) STRICT;

    CREATE TABLE approval(
      pull_request INTEGER NOT NULL REFERENCES pull_request ON DELETE CASCADE, head TEXT NOT NULL,
      approver TEXT NOT NULL, given_at INTEGER NOT NULL,
      PRIMARY KEY(pull_request, head)) STRICT, WITHOUT ROWID;
    CREATE INDEX approval_given ON approval(given_at);

    CREATE TABLE publication(
      id INTEGER PRIMARY KEY, pull_request INTEGER NOT NULL REFERENCES pull_request ON DELETE CASCADE,
      channel TEXT NOT NULL, name TEXT NOT NULL,
      -- The head, or nothing where there is one publication for all heads.
      scope TEXT NOT NULL,
      head TEXT NOT NULL, remote_id TEXT, fingerprint TEXT, intended TEXT, changed_at INTEGER NOT NULL,
      UNIQUE(pull_request, channel, name, scope)) STRICT;
    CREATE INDEX publication_changed ON publication(changed_at) WHERE channel <> 'comment';
    """
}

extension Schema {
  private static let version2 = """
    -- Whether the last process closed the queue.
    ALTER TABLE queue ADD COLUMN clean INTEGER NOT NULL DEFAULT 1;

    -- An empty forge or name stands for any.
    CREATE TABLE pause(
      forge TEXT NOT NULL, name TEXT NOT NULL, since INTEGER NOT NULL, author TEXT NOT NULL,
      PRIMARY KEY(forge, name)) STRICT, WITHOUT ROWID;
    """

  private static let version3 = """
    -- What chooses the workers of a repository: the labels that it asks for, and the machine of its last build.
    CREATE TABLE routing(
      repository INTEGER PRIMARY KEY REFERENCES repository, labels TEXT NOT NULL DEFAULT '[]', machine TEXT) STRICT;

    ALTER TABLE job ADD COLUMN labels TEXT NOT NULL DEFAULT '[]';
    DROP INDEX job_ready;
    CREATE INDEX job_ready ON job(
      ready, repository, rank, id, pull_request, kind, labels, attempts, not_before, queued_at) WHERE ready = 1;
    """

  private static let version4 = """
    -- Whether reconciliation queues a dead job again.
    ALTER TABLE job ADD COLUMN revival TEXT;
    """

  private static let version5 = """
    -- What operators did, and why. A job's record outlives the job.
    CREATE TABLE operator_command(
      id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, command TEXT NOT NULL, subject TEXT NOT NULL,
      job INTEGER, person TEXT NOT NULL, reason TEXT) STRICT;
    CREATE INDEX operator_command_job ON operator_command(job) WHERE job IS NOT NULL;
    CREATE INDEX operator_command_at ON operator_command(at);

    ALTER TABLE pause ADD COLUMN reason TEXT;
    """

  private static let version6 = """
    -- The findings that are left out of the review of one head.
    CREATE TABLE ignored_finding(
      pull_request INTEGER NOT NULL REFERENCES pull_request ON DELETE CASCADE, head TEXT NOT NULL,
      finding TEXT NOT NULL, account TEXT NOT NULL, ignored_at INTEGER NOT NULL,
      PRIMARY KEY(pull_request, head, finding)) STRICT, WITHOUT ROWID;
    CREATE INDEX ignored_finding_at ON ignored_finding(ignored_at);
    """
}

/// The migration of a queue's file to the schema of this program.
struct Migrator {
  var migrations = Schema.migrations

  private var newest: Int { migrations.count }

  /// Runs the missing migrations, each in its own transaction. A file that is not empty is copied to `FILE.schema-N`
  /// first.
  ///
  /// - Throws: ``QueueError/Code/newerSchema``, ``QueueError/Code/notAQueue``.
  func migrate(_ database: Database, file: String) throws {
    let version = try check(database, file: file)
    guard version < newest else { return }
    if version > 0 { try copy(database, to: "\(file).schema-\(version)") }
    for number in version..<newest {
      try database.inTransaction(.exclusive) {
        try database.execute(sql: migrations[number].statements)
        try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
        try database.execute(sql: "PRAGMA user_version = \(number + 1)")
        return .commit
      }
    }
  }

  /// Returns the file's schema version, at most that of this program. 0 means that the file is empty.
  @discardableResult
  func check(_ database: Database, file: String) throws -> Int {
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    let application = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    guard isEmpty && version == 0 && application == 0 || application == Schema.applicationID else {
      throw QueueError(.notAQueue, "\(file) is an SQLite file of another program", remedy: QueueError.moveAway)
    }
    guard version <= newest else {
      throw QueueError(
        .newerSchema,
        "the queue \(file) was written by a newer reviewbot: its schema is version \(version), and this one supports \(newest)",
        remedy: "use that reviewbot or a newer one, or name another file")
    }
    return version
  }

  private func copy(_ database: Database, to path: String) throws {
    guard !FileManager.default.fileExists(atPath: path) else { return }
    // Otherwise the file would have its name before the copy is complete.
    let unfinished = path + ".unfinished"
    if FileManager.default.fileExists(atPath: unfinished) { try FileManager.default.removeItem(atPath: unfinished) }
    try database.execute(sql: "VACUUM INTO ?", arguments: [unfinished])
    try FileManager.default.moveItem(atPath: unfinished, toPath: path)
  }
}
