// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation

/// A real PostgreSQL server for the lifetime of the test process, at a Unix socket in its own folder. All tests share
/// it, and each has its own database.
package final class PostgresServer: Sendable {
  package struct CannotStart: Error, CustomStringConvertible {
    package let description: String
  }

  package static var isInstalled: Bool { PostgresFiles.programs != nil }

  private static let started = Result { try PostgresServer() }
  private static let startedWithTLS = Result { try withTLS() }
  private static let running = Locked<[PostgresServer]>([])

  /// The shared server, which the first caller starts and waits for. It ends with the process.
  package static var shared: PostgresServer { get throws { try started.get() } }

  /// Another shared server, also at a port of 127.0.0.1: with TLS only, and with passwords for all users but
  /// `reviewbot`.
  package static var secured: PostgresServer { get throws { try startedWithTLS.get() } }

  /// The folder of the socket.
  package let folder: String
  /// The port at the address with TLS; otherwise only a part of the socket's name.
  package let port: Int
  private let programs: String
  private let process = Locked(Process())
  private let settings: [String]
  private let databases = Locked(0)

  /// - Parameters:
  ///   - tls: the address and port to listen at with TLS.
  ///   - settings: changes of the server's settings, such as `synchronous_commit=on`.
  ///   - primary: the server to replicate; `nil` for an empty server.
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
    // The servers and their folders would outlive the tests.
    if isFirst { atexit { for server in PostgresServer.running.withLock({ $0 }) { server.end() } } }
  }

  /// Retries, because another process can take the port that the system chose before the server does.
  private static func withTLS() throws -> PostgresServer {
    for attempt in 1... {
      let (listener, port) = try LoopbackListener.makePort()
      close(listener)
      do { return try PostgresServer(tls: ("127.0.0.1", port)) } catch { if attempt == 3 { throw error } }
    }
    preconditionFailure("the loop ends by itself")
  }

  /// Starts a server for a test that stops it: commits survive each end of its processes, and do not wait for the disk.
  ///
  /// - Parameter address: an address of this machine, to listen at with TLS; `nil` for the socket only.
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

  /// Creates an empty database.
  ///
  /// - Returns: its conninfo string.
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

  /// Ends the connections to a database on the server's side, as a restart of the server would.
  package func disconnect(_ database: String) throws {
    let name = database.split(separator: "=").last.map(String.init) ?? ""
    try query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'", in: "postgres")
  }

  /// Runs a statement in one of the databases, and returns its output.
  @discardableResult
  package func query(_ sql: String, in database: String) throws -> String { try query([sql], in: database) }

  /// Runs statements in one session, and returns their output.
  @discardableResult
  func query(_ statements: [String], in database: String) throws -> String {
    let name = database.split(separator: "=").last.map(String.init) ?? database
    return try PostgresFiles.run(
      ["\(programs)/psql", "-X", "-A", "-t", "-h", folder, "-p", "\(port)", "-U", "reviewbot"]
        + statements.flatMap { ["-c", $0] } + [name])
  }
}

/// Starting and stopping.
extension PostgresServer {
  /// The log message of a server that accepts connections.
  private static let ready = "ready to accept connections"

  /// How a server is stopped.
  package enum Stopping: Sendable {
    /// Its connections are closed, and their transactions are rolled back.
    case fast
    /// Its processes abort at any point, also during a COMMIT, and the next start recovers from its log.
    case immediate
    /// As after a power failure.
    case killed

    fileprivate var signal: Int32 {
      switch self {
      case .fast: SIGINT
      case .immediate: SIGQUIT
      case .killed: SIGKILL
      }
    }
  }

  /// Stops the server, and waits for its end.
  package func stop(_ stopping: Stopping) {
    let process = process.withLock { $0 }
    guard process.isRunning else { return }
    kill(process.processIdentifier, stopping.signal)
    process.waitUntilExit()
  }

  /// Starts the server again, and waits until it accepts connections.
  package func startAgain() throws {
    process.withLock { $0 = Process() }
    try start(until: Self.ready)
  }

  /// Stops without a checkpoint, because the folder is removed.
  private func end() {
    stop(.immediate)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// - Parameter sign: the log message of a server that is ready.
  private func start(until sign: String) throws {
    let process = process.withLock { $0 }
    let command = PostgresFiles.asUser(
      [
        "\(programs)/postgres", "-D", "\(folder)/data", "-k", folder, "-c", "fsync=off",
        "-c", "full_page_writes=off", "-c", "synchronous_commit=off", "-c", "max_connections=300",
        // In the folder, so that no shared memory of a killed server remains.
        "-c", "shared_buffers=32MB", "-c", "dynamic_shared_memory_type=mmap",
        "-c", "log_min_messages=log", "-c", "logging_collector=off",
      ] + settings.flatMap { ["-c", $0] })
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardOutput = FileHandle.nullDevice
    process.standardError = output
    let response = Locked<String?>(nil)
    let isReady = DispatchSemaphore(value: 0)
    // The server receives a signal when the thread that started it ends, so this thread lives as long as the process.
    Thread.detachNewThread {
      do { try process.run() } catch {
        response.withLock { $0 = "\(error)" }
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
            if data.isEmpty { response.withLock { $0 = text } }
            isReady.signal()
          }
        }
        if data.isEmpty { return }
      }
    }
    isReady.wait()
    if let response = response.withLock({ $0 }) { throw CannotStart(description: response) }
  }
}
