// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  import CInterop
  import Dispatch
  import JobQueue
  import ReviewContract

  /// A few connections, each with its own dispatch queue, because libpq blocks and a task's thread must not.
  final class PostgresPool: Sendable {
    typealias Work = @Sendable (PostgresSession) -> Void

    private struct State: Sendable {
      var waiting: [Work] = []
      var idle: [Worker]
      var isClosed = false
    }

    // Unchecked, because the session is used on the queue only.
    private final class Worker: @unchecked Sendable {
      let queue: DispatchQueue
      let session: PostgresSession

      init(_ number: Int, _ session: PostgresSession) {
        queue = DispatchQueue(label: "reviewbot.postgres.\(number)")
        self.session = session
      }
    }

    private let state: Locked<State>
    private let workers: [Worker]

    /// - Parameter onCommitted: see ``PostgresSession``.
    init(_ settings: PostgresQueueSettings, onCommitted: @escaping @Sendable (QueueChange) -> Void) {
      let workers = (1...max(settings.connections, 1)).map {
        Worker($0, PostgresSession(settings, onCommitted: onCommitted))
      }
      self.workers = workers
      state = Locked(State(idle: workers))
    }

    /// Runs `body` on the next free connection, in the order of the calls.
    ///
    /// - Throws: ``QueueError/Code/closed``.
    func perform<Value: Sendable>(
      _ body: @escaping @Sendable (PostgresSession) throws -> Value
    ) async throws(QueueError) -> Value {
      let result: Result<Value, QueueError> = await withCheckedContinuation { continuation in
        let isAccepted = submit { session in
          let result = Result { try body(session) }.mapError { QueueError(postgres: $0) }
          continuation.resume(returning: result)
        }
        if !isAccepted { continuation.resume(returning: .failure(QueueError(.closed, "the queue is closed"))) }
      }
      return try result.get()
    }

    /// Finishes the work in progress and closes the connections. Later work is refused.
    func close() async {
      state.withLock { $0.isClosed = true }
      for worker in workers {
        await withCheckedContinuation { continuation in
          worker.queue.async {
            worker.session.close()
            continuation.resume()
          }
        }
      }
    }

    /// Runs `work` on the next free connection, in the order of the calls.
    ///
    /// - Returns: `false` if the pool is closed, and the work is not run.
    func submit(_ work: @escaping Work) -> Bool {
      let (isAccepted, worker) = state.withLock { state -> (Bool, Worker?) in
        if state.isClosed { return (false, nil) }
        if let worker = state.idle.popLast() { return (true, worker) }
        state.waiting.append(work)
        return (true, nil)
      }
      if let worker { worker.queue.async { [self] in run(work, worker) } }
      return isAccepted
    }

    private func run(_ work: @escaping Work, _ worker: Worker) {
      var next: Work? = work
      while let work = next {
        work(worker.session)
        next = state.withLock { state in
          guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
          state.idle.append(worker)
          return nil
        }
      }
    }
  }
#endif
