// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import PostgresStore
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

extension ServedEndToEnd {
  /// Code under review learns nothing about the queue's database.
  @Suite(
    .enabled(
      if: PostgresQueueAssembly.isAvailable && PostgresServer.isInstalled && PostgresTLS.isAvailable,
      "needs PostgreSQL's server, the openssl program, and a build with --traits PostgreSQL"),
    .enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
  struct ServedDatabaseSecretTests {
    /// A database whose user has a password. Different in each run, because a search sees what other runs have in their
    /// environment.
    private struct Place {
      let server: PostgresServer
      let database: String
      let user: String
      let password: String

      init() throws {
        server = try PostgresServer.secured
        let connection = try server.database()
        database = String(try #require(connection.split(separator: "=").last))
        let digits = UUID().uuidString.filter { $0 != "-" }.lowercased()
        user = "operator\(digits.prefix(12))"
        password = "canary-7b2e-\(digits.suffix(12))"
        try server.query("CREATE ROLE \(user) LOGIN PASSWORD '\(password)'", in: database)
        try server.query("ALTER DATABASE \(database) OWNER TO \(user)", in: database)
      }

      var connection: String {
        "host=\(PostgresTLS.name) hostaddr=127.0.0.1 port=\(server.port) user=\(user) dbname=\(database) "
          + "sslrootcert=\(PostgresTLS.authority(of: server))"
      }
      var socket: String { "\(server.folder)/.s.PGSQL.\(server.port)" }

      func search(in folder: FilePath) -> DatabaseSearch {
        DatabaseSearch(
          secrets: [password, user], files: ["database-password", "server.yml"].map { folder.appending($0).string },
          port: UInt16(server.port), socket: socket)
      }
    }

    /// A package whose setup command searches. The words are concatenated at run time, so that no file of the package
    /// contains them.
    private static func repository(_ search: DatabaseSearch, seconds: Int) throws -> TinyRepository {
      let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Canary")
      let secrets = search.secrets.map { "\"\($0.prefix(8))\" + \"\($0.dropFirst(8))\"" }
      var tiny = TinyRepository(content: .library)
      for name in ["CanaryScan", "DatabaseSearch"] {
        tiny.files["Search/\(name).swift"] = try String(
          contentsOf: sources.appendingPathComponent("\(name).swift"), encoding: .utf8)
      }
      tiny.files["Search/main.swift"] = """
        import Foundation

        func say(_ text: String) { FileHandle.standardOutput.write(Data("\\(text)\\n".utf8)) }
        // Ended by the test after it has looked at the processes outside, so it must run before the test knows of it.
        let sleeper = Process()
        sleeper.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        sleeper.arguments = \(Array(Attack.sleeper(seconds).dropFirst()))
        try sleeper.run()
        say("searching")
        // A line is shown once no secret can begin in it that ends in a later one.
        for _ in 0..<50 { say(String(repeating: "-", count: 80)) }
        sleeper.waitUntilExit()
        // Only now, so that the test did not find them in this process. It guesses right.
        let secrets = [\(secrets.joined(separator: ", "))]
        say("the password is \\(secrets[0])")
        let search = DatabaseSearch(
          secrets: secrets, files: \(search.files), port: \(search.port), socket: "\(search.socket)")
        for finding in search.findings() { say("finding: \\(finding)") }
        say("searched \\(DatabaseSearch.processes.count) processes")
        exit(1)

        """
      tiny.files[".reviewbot.yml"] = """
        version: 1
        build: {setup: ['swiftc -o "$TMPDIR/search" Search/*.swift && "$TMPDIR/search"']}

        """
      return tiny
    }

    @Test func `code under review cannot reach the database, and its password is not published`() async throws {
      let place = try Place()
      let seconds = Outside.newSeconds()
      try await withScratchDirectory { folder in
        let tiny = try Self.repository(place.search(in: folder.path), seconds: seconds)
        try await withStandInForge(prepare: tiny.add) { forge in
          var settings = ServiceDirectory.Settings()
          settings.sandbox = "bwrap"
          settings.logLevel = "trace"
          settings.database = place.connection
          settings.databasePassword = place.password
          let service = try ServiceDirectory(in: folder, for: forge, settings)
          let served = try await service.start()
          try await served.wait(for: "the search") { lines in
            lines.contains { $0.message == "output" && $0.metadata?["line"] == "searching" }
          }
          try Self.look(at: served.process, place)
          for sleeper in try ForeignProcess.running(["sleep", "\(seconds)"]) { kill(sleeper, SIGKILL) }
          let shown = try await forge.waitForReviews(of: [1])
          let job = try #require(try await service.waitUntilIdle().first { $0.kind == "review" })
          let log = try await service.jobs("logs", "\(job.id)").output
          #expect(try await served.terminate() == 0)

          let searched = log.matches(of: /searched (\d+) processes/).compactMap { Int($0.1) }
          #expect(searched.count == 1 && searched.allSatisfy { $0 > 1 }, "\(log)")
          #expect(!log.contains("finding: "), "\(log)")
          #expect(log.contains("the password is ***"), "\(log)")
          let texts = shown.flatMap { $0.reviews.map(\.body) + $0.statuses.map { $0.description ?? "" } }
          for text in texts + [log, try served.text] { #expect(!text.contains(place.password)) }
          #expect(try Self.files(below: folder.path, holding: place.password) == ["database-password"])
          #expect(try Self.rows(of: place) == "0 0 0")
        }
      }
    }

    /// Inspects the processes of a review from outside: none has a secret or a connection of the daemon. Only root is
    /// permitted to do this.
    private static func look(at daemon: Int32, _ place: Place) throws {
      guard geteuid() == 0 else { return }
      let processes = ProcessTable.descendants(of: [daemon]).map(\.process).filter { $0 != daemon }
      let workers = processes.filter { process in
        FileManager.default.contents(atPath: "/proc/\(process)/cmdline")?.range(of: Data("__review".utf8)) != nil
      }
      #expect(!workers.isEmpty && processes.count > workers.count, "\(processes)")
      for word in [place.password, place.user] {
        let scan = CanaryScan(for: word, in: processes)
        #expect(scan.places == [])
        #expect(workers.allSatisfy { scan.environments.contains($0) && scan.memories.contains($0) })
      }
      // On a busy machine the kernel's table does not always show those of the daemon.
      let connections = try connections(of: daemon, to: place.server.port)
      for process in processes { #expect(sockets(of: process).isDisjoint(with: connections), "\(process)") }
    }

    /// The sockets of a process with a connection to a port, by inode.
    private static func connections(of process: Int32, to port: Int) throws -> Set<String> {
      let table = try String(contentsOfFile: "/proc/\(process)/net/tcp", encoding: .utf8)
      let end = ":" + String(format: "%04X", port)
      // Source: proc_net_tcp(5), where the remote address is the third field and the inode the tenth.
      return Set(
        table.split(separator: "\n").map { $0.split(separator: " ") }
          .filter { $0.count > 9 && $0[2].hasSuffix(end) }.map { "socket:[\($0[9])]" })
    }

    private static func sockets(of process: Int32) -> Set<String> {
      let folder = "/proc/\(process)/fd"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return Set(names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") })
    }

    private static func files(below folder: FilePath, holding word: String) throws -> [String] {
      let names = FileManager.default.enumerator(atPath: folder.string)?.allObjects as? [String] ?? []
      return names.filter { name in
        FileManager.default.contents(atPath: "\(folder)/\(name)")?.range(of: Data(word.utf8)) != nil
      }
    }

    /// The number of logs, shared values and jobs that contain the password.
    private static func rows(of place: Place) throws -> String {
      let word = "'\(place.password)'"
      return try place.server.query(
        """
        SELECT (SELECT count(*) FROM reviewbot.job_log WHERE strpos(content, \(word)) > 0) || ' '
          || (SELECT count(*) FROM reviewbot.shared_value_part WHERE position(\(word)::bytea IN content) > 0) || ' '
          || (SELECT count(*) FROM reviewbot.job WHERE strpos(error, \(word)) > 0)
        """, in: place.database)
    }

    /// Otherwise the test above would prove nothing.
    @Test func `the same search finds the password and reaches the database without isolation`() async throws {
      let place = try Place()
      try await withScratchDirectory { folder in
        let search = place.search(in: folder.path)
        for name in ["database-password", "server.yml"] { try folder.write(name, place.password) }
        let shell = try HelperProgram(
          ["/bin/sh", "-c", "exec 3<\"$0\"; echo ready; read line", search.files[0]],
          environment: ["PASSWORD": place.password, "CONNECTION": place.connection])
        #expect(try shell.line() == "ready")
        let found = search.findings(in: [shell.process])
        for index in 0...1 { #expect(found.contains("word \(index) in /proc/\(shell.process)/environ"), "\(found)") }
        for file in search.files { #expect(found.contains("read \(file)"), "\(found)") }
        for finding in [
          "\(shell.process) holds \(search.files[0])", "a socket of the server in /proc/self/net/tcp",
          "connected to the port", "connected to the socket",
        ] { #expect(found.contains(finding), "\(found)") }
      }
    }
  }
}
