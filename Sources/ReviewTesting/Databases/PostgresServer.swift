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

  package static var isInstalled: Bool { PostgresFiles.programs != nil }

  private static let started = Result { try PostgresServer() }
  private static let startedWithTLS = Result { try withTLS() }
  private static let running = Locked<[PostgresServer]>([])

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

  /// - Parameters:
  ///   - tls: where to listen with TLS.
  ///   - settings: what the server's configuration says differently.
  ///   - primary: the server that this one is a replica of.
  init(
    tls: (address: String, port: Int)? = nil, settings: [String] = [], replicating primary: PostgresServer? = nil
  ) throws {
    port = tls?.port ?? 5432
    self.settings =
      (tls.map { PostgresTLS.settings + ["listen_addresses=\($0.address)", "port=\($0.port)"] }
        ?? ["listen_addresses="]) + settings
    guard let programs = PostgresFiles.programs else { throw CannotStart(description: "PostgreSQL is not installed") }
    self.programs = programs
    folder = try PostgresFiles.makeFolder()
    do {
      let command =
        if let primary {
          ["\(programs)/pg_basebackup"] + primary.copying(to: "\(folder)/data")
        } else {
          [
            "\(programs)/initdb", "-D", "\(folder)/data", "-U", "reviewbot", "-A", "trust", "--no-sync",
            "-E", "UTF8", "--locale=C.UTF-8",
          ]
        }
      try PostgresFiles.run(PostgresFiles.asUser(command))
      if let tls {
        try PostgresTLS(folder: folder, user: getuid() == 0 ? PostgresFiles.user : nil, address: tls.address).prepare()
      }
      try start(until: primary == nil ? Self.ready : Self.streaming)
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
      tls: address.flatMap { address in port.map { (address, $0) } },
      settings: ["synchronous_commit=on", "full_page_writes=on"])
  }

  /// Makes an empty database.
  ///
  /// - Returns: how to connect to it.
  package func database() throws -> String {
    let name = databases.withLock { count in
      count += 1
      return "test\(count)"
    }
    try PostgresFiles.run([
      "\(programs)/createdb", "-h", folder, "-p", "\(port)", "-U", "reviewbot", "-T", "template0", name,
    ])
    return "host=\(folder) user=reviewbot dbname=\(name)"
  }

  /// Ends the connections to a database from the server's side, as when it is started again.
  package func disconnect(_ database: String) throws {
    let name = database.split(separator: "=").last.map(String.init) ?? ""
    try query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'", in: "postgres")
  }

  /// Runs a statement of the test in one of its databases.
  @discardableResult
  package func query(_ sql: String, in database: String) throws -> String { try query([sql], in: database) }

  /// Runs statements in one session.
  @discardableResult
  func query(_ statements: [String], in database: String) throws -> String {
    let name = database.split(separator: "=").last.map(String.init) ?? database
    return try PostgresFiles.run(
      ["\(programs)/psql", "-X", "-A", "-t", "-h", folder, "-p", "\(port)", "-U", "reviewbot"]
        + statements.flatMap { ["-c", $0] } + [name])
  }
}

/// Starting and ending.
extension PostgresServer {
  /// What a server logs when it can be used.
  private static let ready = "ready to accept connections"

  /// How a server is stopped.
  package enum Stopping: Sendable {
    /// Its connections are ended, and what they do is undone.
    case fast
    /// Its processes end wherever they are, also during a COMMIT, and the next start recovers from its log.
    case immediate
    /// As when a machine loses its power.
    case killed

    fileprivate var signal: Int32 {
      switch self {
      case .fast: SIGINT
      case .immediate: SIGQUIT
      case .killed: SIGKILL
      }
    }
  }

  /// Stops it, and waits for its end.
  package func stop(_ stopping: Stopping) {
    let process = process.withLock { $0 }
    guard process.isRunning else { return }
    kill(process.processIdentifier, stopping.signal)
    process.waitUntilExit()
  }

  /// Starts it again, and waits until it can be used.
  package func startAgain() throws {
    process.withLock { $0 = Process() }
    try start(until: Self.ready)
  }

  /// Nothing has to be written that is removed anyway.
  private func end() {
    stop(.immediate)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// - Parameter sign: what the server logs when it is ready.
  private func start(until sign: String) throws {
    let process = process.withLock { $0 }
    let command = PostgresFiles.asUser(
      [
        "\(programs)/postgres", "-D", "\(folder)/data", "-k", folder, "-c", "fsync=off",
        "-c", "full_page_writes=off", "-c", "synchronous_commit=off", "-c", "max_connections=300",
        // In the folder, so that nothing of a server that was killed stays.
        "-c", "shared_buffers=32MB", "-c", "dynamic_shared_memory_type=mmap",
        "-c", "log_min_messages=log", "-c", "logging_collector=off",
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
          if data.isEmpty || text.contains(sign) {
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
}
