// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CurlTransport
import Findings
import Foundation
import JobQueue
import PostgresStore
import ReviewTesting
import SystemPackage
import Testing

extension ServedEndToEnd {
  /// End-to-end tests of the daemon and of the commands for a queue in a database.
  @Suite(
    .enabled(
      if: PostgresQueueAssembly.isAvailable && PostgresServer.isInstalled,
      "needs PostgreSQL's server, and a build with --traits PostgreSQL"))
  struct ServedConversionTests {
    private static let ready = "/readyz"

    @Test func `a converted queue keeps the known comment, and its file cannot be used again`() async throws {
      try await withService { forge, first in
        let served = try await first.start()
        try await forge.waitForReviews(of: [1])
        try await first.waitUntilIdle()
        var settings = ServiceDirectory.Settings()
        settings.database = try PostgresServer.shared.database()
        settings.name = "converted"
        settings.state = first.state
        let second = try ServiceDirectory(in: first.folder, for: forge, settings)
        let convert = ["queue", "convert", "--config", second.file.string]
        let early = try await second.program.run(convert)
        #expect(early.status == 3)
        #expect(early.errors.contains("is used by process \(served.process)"), "\(early.errors)")
        #expect(try await served.terminate() == 0)

        let none = try await first.program.run(["queue", "convert", "--config", first.file.string])
        #expect(none.status == 2)
        let outcome = try await second.program.run(convert)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("job: "), "\(outcome.output)")
        let again = try await second.program.run(convert)
        #expect(again.status == 3)
        #expect(again.errors.contains("has already been converted"), "\(again.errors)")
        let mistaken = try await first.program.run(["serve", "--config", first.file.string])
        #expect(mistaken.status == 3)
        #expect(mistaken.errors.contains("was converted to PostgreSQL"), "\(mistaken.errors)")

        let daemon = try await second.start()
        try await second.addHook(to: daemon)
        let head = try await forge.pushAgain(1)
        try await forge.wait(for: "a review of \(head)") { state in
          state.pullRequest(1, of: "acme/tiny").map { $0.isReviewed && $0.pull.headSha == head.hex } ?? false
        }
        try await second.waitUntilIdle()
        let shown = try await forge.waitForReviews(of: [1])
        #expect(shown.map(\.reviews.count) == [1])
        #expect(try await forge.violations() == [])
        #expect(try await daemon.terminate() == 0)
      }
    }

    /// Killed while it copies the rows. A conversion after one that was killed later detects that the rows were copied.
    @Test func `a killed conversion copies nothing, and the next conversion completes`() async throws {
      try await withService { forge, first in
        let served = try await first.start()
        try await forge.waitForReviews(of: [1])
        try await first.waitUntilIdle()
        #expect(try await served.terminate() == 0)
        let server = try PostgresServer.shared
        let database = try server.database()
        // The first process that opens the database creates its tables.
        let process = QueueProcess(machine: "other", incarnation: "1")
        try await PostgresQueueAssembly().queue(PostgresQueueSettings(connection: database, process: process)).close()
        try server.query(
          """
          CREATE SEQUENCE reviewbot.attempt;
          CREATE FUNCTION reviewbot.slow() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN IF nextval('reviewbot.attempt') = 1 THEN PERFORM pg_sleep(3600); END IF; RETURN NEW; END $$;
          CREATE TRIGGER slow BEFORE INSERT ON reviewbot.job FOR EACH ROW EXECUTE FUNCTION reviewbot.slow()
          """, in: database)
        var settings = ServiceDirectory.Settings()
        settings.database = database
        settings.name = "converted"
        settings.state = first.state
        let second = try ServiceDirectory(in: first.folder, for: forge, settings)
        let convert = ["queue", "convert", "--config", second.file.string]
        async let killed = second.program.run(convert, shell: #"echo $$ >converting; exec "$0" "$@""#)
        let sleeping =
          "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()"
        var program: Int32?
        while try await blocking({ try server.query(sleeping, in: database) }) != "1" {
          program = (try? first.folder.text("converting")).flatMap { Int32($0.trimmingCharacters(in: .newlines)) }
          if let program, kill(program, 0) != 0 { break }
        }
        kill(try #require(program), SIGKILL)
        let outcome = try await killed
        #expect(outcome.status != 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        // Without this, the server notices the killed client only at the end of the statement.
        try server.disconnect(database)
        #expect(try server.query("SELECT count(*) FROM reviewbot.job", in: database) == "0")

        let done = try await second.program.run(convert)
        #expect(done.status == 0, "\(done.errors)")
        #expect(try server.query("SELECT count(*) > 0 FROM reviewbot.job", in: database) == "t")
        #expect(try await second.start().terminate() == 0)
      }
    }

    @Test func `a file that differs from the queue's policy is reported and can be applied`() async throws {
      var settings = ServiceDirectory.Settings()
      let database = try PostgresServer.shared.database()
      settings.database = database
      try await withService(settings) { _, service in
        #expect(try await service.start().terminate() == 0)
        try PostgresServer.shared.query(
          #"UPDATE reviewbot.policy SET content = content || '{"limits.attempts": 7}'"#, in: database)
        let served = try await service.start()
        let warning = "the file differs from the queue's policy"
        #expect(try served.lines.contains { $0.level == "warning" && $0.message.hasPrefix(warning) })
        let transport = CurlTransportAssembly().transport
        let readiness = try await served.answer(Self.ready, by: transport)
        #expect(readiness.status == 200)
        #expect(readiness.body.contains("limits.attempts is 7 in the queue's policy and 5 in the file"))
        #expect(try await served.answer("/metrics", by: transport).body.contains("reviewbot_policy_differences 1"))
        let policy = ["queue", "policy"]
        let apply = try await service.program.run(policy + ["apply", "--config", service.file.string])
        #expect(apply.output == "limits.attempts: 7 -> 5\n", "\(apply.errors)")
        let show = try await service.program.run(policy + ["show", "--config", service.file.string])
        #expect(show.output.contains("limits.attempts: 5\n"), "\(show.output)")
        #expect(try await served.terminate() == 0)
      }
    }

    @Test func `policy commands are rejected for a queue in a file`() async throws {
      try await withService { _, service in
        for command in ["show", "apply"] {
          let outcome = try await service.program.run(["queue", "policy", command, "--config", service.file.string])
          #expect(outcome.status == 2)
          #expect(outcome.errors.contains("is in a file of the state folder"), "\(outcome.errors)")
        }
      }
    }

    @Test func `a daemon is not ready while its database is unavailable, and ready again afterwards`() async throws {
      var settings = ServiceDirectory.Settings()
      let database = try PostgresServer.shared.database()
      settings.database = database
      try await withService(settings) { _, service in
        let served = try await service.start()
        let transport = CurlTransportAssembly().transport
        #expect(try await served.answer(Self.ready, by: transport).status == 200)
        let name = database.split(separator: "=").last.map(String.init) ?? ""
        try PostgresServer.shared.query("ALTER DATABASE \(name) ALLOW_CONNECTIONS false", in: "postgres")
        try PostgresServer.shared.disconnect(database)
        let away = try await served.answer(Self.ready, by: transport)
        #expect(away.status == 503)
        #expect(away.body.contains("cannot reach the queue's database"), "\(away.body)")
        try PostgresServer.shared.query("ALTER DATABASE \(name) ALLOW_CONNECTIONS true", in: "postgres")
        #expect(try await served.answer(Self.ready, by: transport).status == 200)
        #expect(try await served.terminate() == 0)
      }
    }
  }
}
