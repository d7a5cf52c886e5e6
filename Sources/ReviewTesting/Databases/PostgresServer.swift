// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation

/// A real PostgreSQL for the time of the test process, at a Unix socket in a folder of its own. One for all tests, each of
/// which has a database for itself.
package final class PostgresServer: Sendable {
  package struct CannotStart: Error, CustomStringConvertible {
    package let description: String
  }

  /// It refuses to run as root.
  private static let user: UInt32 = 65_534

  /// Where Debian keeps the server's programs: the newest that is installed.
  private static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    for version in versions.compactMap({ Int($0) }).sorted().reversed() {
      let folder = "\(root)/\(version)/bin"
      if FileManager.default.isExecutableFile(atPath: "\(folder)/initdb") { return folder }
    }
    return nil
  }()

  package static var isInstalled: Bool { programs != nil }

  private static let started = Result { try PostgresServer() }
  private static let startedWithTLS = Result { try withTLS() }

  /// The server, which the first caller starts and waits for. It ends with the process.
  package static var shared: PostgresServer { get throws { try started.get() } }

  /// Another one, also at a port of 127.0.0.1: with TLS only, and with passwords for all users but `reviewbot`.
  package static var secured: PostgresServer { get throws { try startedWithTLS.get() } }

  /// The folder of the socket.
  package let folder: String
  /// Of 127.0.0.1 with TLS; otherwise only a part of the socket's name.
  package let port: Int
  private let programs: String
  private let process = Locked(Process())
  private let settings: [String]
  private let databases = Locked(0)

  /// Where the folders are made: in memory where there is room, because each database has hundreds of small files, and
  /// with a short path, because that of a socket is short. The temporary folder of the tests may be closed to others.
  private static let root: String = {
    var space = statvfs()
    let hasRoom = statvfs("/dev/shm", &space) == 0 && UInt64(space.f_bavail) * UInt64(space.f_frsize) >= 2 << 30
    return hasRoom && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
  }()

  /// Removes the folders of servers whose processes were killed, and so had no chance to.
  private static func removeOrphans() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    where name.hasPrefix("reviewbot-postgres-") {
      let process = name.dropFirst("reviewbot-postgres-".count).prefix { $0.isNumber }
      guard let id = pid_t(process), kill(id, 0) != 0, errno == ESRCH else { continue }
      try? FileManager.default.removeItem(atPath: "\(root)/\(name)")
    }
  }

  /// - Parameters:
  ///   - tls: where to listen with TLS.
  ///   - settings: what the server's configuration says differently.
  private init(tls: (address: String, port: Int)? = nil, _ settings: [String] = []) throws {
    port = tls?.port ?? 5432
    self.settings =
      (tls.map { PostgresTLS.settings + ["listen_addresses=\($0.address)", "port=\($0.port)"] }
        ?? ["listen_addresses="]) + settings
    guard let programs = Self.programs else { throw CannotStart(description: "PostgreSQL is not installed") }
    self.programs = programs
    Self.removeOrphans()
    var template = Array("\(Self.root)/reviewbot-postgres-\(getpid())-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CannotStart(description: "cannot make a folder in \(Self.root)") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if getuid() == 0 { chown(folder, Self.user, Self.user) }
    do {
      try Self.run(
        Self.asUser([
          "\(programs)/initdb", "-D", "\(folder)/data", "-U", "reviewbot", "-A", "trust", "--no-sync",
          "-E", "UTF8", "--locale=C.UTF-8",
        ]))
      if let tls {
        try PostgresTLS(folder: folder, user: getuid() == 0 ? Self.user : nil, address: tls.address).prepare()
      }
      try start()
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
    let isFirst = Self.running.withLock { running in
      running.append(self)
      return running.count == 1
    }
    // They would outlive the tests, and so would their folders.
    if isFirst { atexit { for server in PostgresServer.running.withLock({ $0 }) { server.end() } } }
  }

  private static let running = Locked<[PostgresServer]>([])

  /// The system chooses the port, which another process may take before the server does.
  private static func withTLS() throws -> PostgresServer {
    for attempt in 1... {
      let (listener, port) = try LoopbackListener.makePort()
      close(listener)
      do { return try PostgresServer(tls: ("127.0.0.1", port)) } catch { if attempt == 3 { throw error } }
    }
    preconditionFailure("the loop ends by itself")
  }

  /// Another one for a test that stops it: what was committed is there after each end of its processes, and commits do not
  /// wait for the disk.
  ///
  /// - Parameter address: of this machine, to listen at with TLS; `nil` for the socket only.
  package static func stoppable(at address: String? = nil) throws -> PostgresServer {
    let port = try address.map { _ in
      let (listener, port) = try LoopbackListener.makePort()
      close(listener)
      return port
    }
    return try PostgresServer(
      tls: address.flatMap { address in port.map { (address, $0) } }, ["synchronous_commit=on", "full_page_writes=on"])
  }

  /// How a server is stopped.
  package enum Stopping: Sendable {
    /// Its connections are ended, and what they do is undone.
    case fast
    /// Its processes end wherever they are, also during a COMMIT, and the next start recovers from its log.
    case immediate
  }

  /// Stops it, and waits for its end.
  package func stop(_ stopping: Stopping) {
    let process = process.withLock { $0 }
    kill(process.processIdentifier, stopping == .fast ? SIGINT : SIGQUIT)
    process.waitUntilExit()
  }

  /// Starts it again, and waits until it can be used.
  package func startAgain() throws {
    process.withLock { $0 = Process() }
    try start()
  }

  /// Makes an empty database.
  ///
  /// - Returns: how to connect to it.
  package func database() throws -> String {
    let name = databases.withLock { count in
      count += 1
      return "test\(count)"
    }
    try Self.run(["\(programs)/createdb", "-h", folder, "-p", "\(port)", "-U", "reviewbot", "-T", "template0", name])
    return "host=\(folder) user=reviewbot dbname=\(name)"
  }

  /// Ends the connections to a database from the server's side, as when it is started again.
  package func disconnect(_ database: String) throws {
    let name = database.split(separator: "=").last.map(String.init) ?? ""
    try query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'", in: "postgres")
  }

  /// Runs a statement of the test in one of its databases.
  @discardableResult
  package func query(_ sql: String, in database: String) throws -> String {
    let name = database.split(separator: "=").last.map(String.init) ?? database
    return try Self.run([
      "\(programs)/psql", "-X", "-A", "-t", "-h", folder, "-p", "\(port)", "-U", "reviewbot", "-c", sql, name,
    ])
  }

  private func start() throws {
    let process = process.withLock { $0 }
    let command = Self.asUser(
      [
        "\(programs)/postgres", "-D", "\(folder)/data", "-k", folder, "-c", "fsync=off",
        "-c", "full_page_writes=off", "-c", "synchronous_commit=off", "-c", "max_connections=300",
        "-c", "shared_buffers=32MB", "-c", "dynamic_shared_memory_type=mmap", "-c", "log_min_messages=log", "-c",
        "logging_collector=off",
      ] + settings.flatMap { ["-c", $0] })
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardOutput = FileHandle.nullDevice
    process.standardError = output
    let answer = Locked<String?>(nil)
    let isReady = DispatchSemaphore(value: 0)
    // The server is told of the death of the thread that started it, so this one lives as long as the process.
    Thread.detachNewThread {
      do { try process.run() } catch {
        answer.withLock { $0 = "\(error)" }
        isReady.signal()
        return
      }
      var text = ""
      var isWaiting = true
      while true {
        let data = output.fileHandleForReading.availableData
        if isWaiting {
          text += String(decoding: data, as: UTF8.self)
          if data.isEmpty || text.contains("ready to accept connections") {
            isWaiting = false
            if data.isEmpty { answer.withLock { $0 = text } }
            isReady.signal()
          }
        }
        if data.isEmpty { return }
      }
    }
    isReady.wait()
    if let answer = answer.withLock({ $0 }) { throw CannotStart(description: answer) }
  }

  private func end() {
    let process = process.withLock { $0 }
    if process.isRunning {
      // At once: nothing has to be written that is removed anyway.
      kill(process.processIdentifier, SIGQUIT)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func asUser(_ command: [String]) -> [String] {
    let signal = ["/usr/bin/setpriv", "--pdeathsig", "INT"]
    guard getuid() == 0 else { return signal + command }
    return signal + ["--reuid", "\(user)", "--regid", "\(user)", "--clear-groups"] + command
  }

  @discardableResult
  private static func run(_ command: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CannotStart(description: "\(command[0]) failed: \(text)")
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
