// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CInterop
  import Foundation
  import JobQueue
  import ReviewContract
  import ReviewTesting
  import Testing

  @testable import PostgresStore

  /// A server with TLS and passwords, at a port of this machine.
  @Suite(
    .enabled(
      if: PostgresDatabase.isAvailable && PostgresTLS.isAvailable, "\(PostgresDatabase.reason), and the openssl program"
    ))
  struct PostgresTLSTests {
    /// - Parameter password: called for each new connection.
    private func open(
      _ database: String, host: String = PostgresTLS.name, user: String = "reviewbot", authority: String? = nil,
      password: @escaping @Sendable () -> String? = { nil }
    ) throws -> any ReviewQueue {
      let server = try PostgresServer.secured
      let place = """
        host=\(host) hostaddr=127.0.0.1 port=\(server.port) user=\(user) dbname=\(database) \
        sslrootcert=\(authority ?? PostgresTLS.authority(of: server))
        """
      return try PostgresQueueAssembly().queue(
        PostgresQueueSettings(
          connection: place, password: password, process: QueueProcess(machine: "one", incarnation: UUID().uuidString)))
    }

    private func newDatabase() throws -> String {
      let text = try PostgresServer.secured.database()
      return String(try #require(text.split(separator: "=").last))
    }

    @Test func `a server with a valid certificate is used over TLS`() async throws {
      let database = try newDatabase()
      let queue = try open(database)
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))
      let encrypted = """
        SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE datname = '\(database)'
          AND application_name = 'reviewbot'
        """
      #expect(try PostgresServer.secured.query(encrypted, in: database) == "t")
      try await queue.close()
    }

    @Test func `a certificate of another authority, and one with another name, are refused`() async throws {
      let database = try newDatabase()
      let other = try PostgresTLS.otherAuthority(of: PostgresServer.secured)
      let stranger = await failure { _ = try open(database, authority: other) }
      #expect(stranger?.code == .failed)
      #expect("\(String(describing: stranger))".contains("certificate verify failed"))
      let misnamed = await failure { _ = try open(database, host: "other.example.com") }
      #expect("\(String(describing: misnamed))".contains(#"does not match host name "other.example.com""#))
      for refusal in [stranger, misnamed] { #expect(refusal?.remedy == "check the database, and the key queue") }
    }

    @Test func `a server without TLS is refused`() async throws {
      let server = try PlainDatabasePort()
      defer { server.stop() }
      let refusal = await failure {
        let place = "host=\(PostgresTLS.name) hostaddr=127.0.0.1 port=\(server.port) user=reviewbot dbname=q"
        _ = try PostgresQueueAssembly().queue(
          PostgresQueueSettings(connection: place, process: QueueProcess(machine: "one", incarnation: "1")))
      }
      #expect("\(String(describing: refusal))".contains("server does not support SSL, but SSL was required"))
    }

    @Test func `the password is read for each connection, and is not in an error`() async throws {
      let database = try newDatabase()
      let server = try PostgresServer.secured
      try server.query("CREATE ROLE \(database) LOGIN PASSWORD 'first-password'", in: database)
      try server.query("ALTER DATABASE \(database) OWNER TO \(database)", in: database)
      let password = Locked("first-password")
      let queue = try open(database, user: database) { password.withLock { $0 } }
      _ = try await queue.request(JobRequest(pullRequest(), head: commit(1)))

      try server.query("ALTER ROLE \(database) PASSWORD 'second-password'", in: database)
      try server.disconnect(database)
      let refusal = await failure { _ = try await queue.statistics() }
      #expect("\(String(describing: refusal))".contains("password authentication failed"))
      #expect(!"\(String(describing: refusal))".contains("first-password"))
      password.withLock { $0 = "second-password" }
      #expect(try await queue.statistics().ready == 1)
      try await queue.close()
    }
  }
#endif
