// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
package import SystemPackage

/// Runs an HTTP server on this machine's loopback address during a test.
///
/// ```swift
/// try await withLoopbackServer { _ in .text("hello") } body: { server in
///   …  // ask server.url, then look at server.requests
/// }
/// ```
///
/// - Parameters:
///   - socket: the file of the Unix socket to listen at; `nil` for a port of 127.0.0.1.
///   - isJournaled: whether requests are recorded.
package func withLoopbackServer<Result>(
  at socket: FilePath? = nil, isJournaled: Bool = true, _ answer: @escaping LoopbackServer.Handler,
  body: (LoopbackServer) async throws -> Result
) async throws -> Result {
  let server =
    try socket.map { try LoopbackServer(at: $0, answer) } ?? LoopbackServer(isJournaled: isJournaled, answer)
  do {
    let result = try await body(server)
    await server.stop()
    return result
  } catch {
    await server.stop()
    throw error
  }
}

/// A real HTTP/1.1 server on plain sockets with a thread for each connection. A function returns the responses and
/// their faults; the server records the requests.
package final class LoopbackServer: Sendable {
  package typealias Handler = @Sendable (LoopbackRequest) -> LoopbackResponse

  package struct Failure: Error {
    package let message: String
  }

  /// The events so far.
  package struct Journal: Sendable {
    package fileprivate(set) var requests: [LoopbackRequest] = []
    /// The number of connections so far.
    package fileprivate(set) var connections = 0
    /// The numbers of the closed connections.
    package fileprivate(set) var closed: Set<Int> = []
  }

  private struct State: Sendable {
    var journal = Journal()
    var open: [Int: Int32] = [:]
    var isStopped = false
  }

  /// 0 for a server at a Unix socket.
  package let port: Int
  private let listener: Int32
  private let answer: Handler
  private let isJournaled: Bool
  private let state = Locked(State())
  private let signal = ChangeSignal()
  private let threads = DispatchGroup()

  package convenience init(isJournaled: Bool = true, _ answer: @escaping Handler) throws {
    let (listener, port) = try LoopbackListener.makePort()
    self.init(listener: listener, port: port, isJournaled: isJournaled, answer)
  }

  /// Listens at a port of another loopback address, such as 127.0.0.2, which is not in ``url``.
  package convenience init(at port: Int, of host: String, _ answer: @escaping Handler) throws {
    let (listener, port) = try LoopbackListener.makePort(port, of: host)
    self.init(listener: listener, port: port, answer)
  }

  /// Listens at 127.0.0.1 in another network namespace, without a journal.
  ///
  /// - Parameter network: the file of the namespace, such as `/proc/1234/ns/net`.
  package convenience init(at port: Int, in network: FilePath, _ answer: @escaping Handler) throws {
    let (listener, port) = try LoopbackListener.makePort(port, in: network)
    self.init(listener: listener, port: port, isJournaled: false, answer)
  }

  /// Listens at a Unix socket.
  package convenience init(at socket: FilePath, _ answer: @escaping Handler) throws {
    self.init(listener: try LoopbackListener.makeSocket(at: socket), port: 0, answer)
  }

  private init(listener: Int32, port: Int, isJournaled: Bool = true, _ answer: @escaping Handler) {
    self.answer = answer
    self.isJournaled = isJournaled
    self.listener = listener
    self.port = port
    run("loopback.accept") { [self] in acceptConnections() }
  }

  /// The URL without a slash at its end.
  package var url: String { port == 0 ? "http://localhost" : "http://127.0.0.1:\(port)" }

  package var journal: Journal { state.withLock { $0.journal } }
  package var requests: [LoopbackRequest] { journal.requests }

  /// Waits until the journal fulfils the condition, or the task is cancelled.
  package func wait(until condition: @escaping @Sendable (Journal) -> Bool) async {
    try? await signal.wait { condition(journal) }
  }

  /// Closes all connections and waits for the threads.
  package func stop() async {
    change { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      shutdown(listener, Int32(SHUT_RDWR))
      for descriptor in state.open.values { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
    await withCheckedContinuation { continuation in
      threads.notify(queue: .global()) { continuation.resume() }
    }
  }

  private func acceptConnections() {
    while true {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { break }
      var isOn: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
      let number = change { state -> Int? in
        guard !state.isStopped else { return nil }
        state.journal.connections += 1
        state.open[state.journal.connections] = descriptor
        return state.journal.connections
      }
      guard let number else {
        close(descriptor)
        break
      }
      run("loopback.\(number)") { [self] in serve(LoopbackConnection(descriptor: descriptor, number: number)) }
    }
    close(listener)
  }

  private func serve(_ connection: LoopbackConnection) {
    var connection = connection
    while let request = connection.readRequest() {
      if isJournaled { change { $0.journal.requests.append(request) } }
      guard connection.write(answer(request), isHead: request.method == "HEAD") else { break }
    }
    // Removed from the list before it is closed: the number of a closed descriptor is soon reused.
    change { _ = $0.open.removeValue(forKey: connection.number) }
    close(connection.descriptor)
    change { _ = $0.journal.closed.insert(connection.number) }
  }

  private func run(_ name: String, _ work: @escaping @Sendable () -> Void) {
    threads.enter()
    let thread = Thread { [threads] in
      work()
      threads.leave()
    }
    thread.name = name
    thread.start()
  }

  /// Changes the state and wakes up the waiters.
  @discardableResult
  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    defer { signal.notify() }
    return state.withLock(body)
  }
}
