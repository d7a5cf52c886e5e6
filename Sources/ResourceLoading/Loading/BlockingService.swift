// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Dispatch

/// Loads resources while the caller waits: for scripts and tests.
///
/// The work runs on its own thread, so that it goes on even when every thread of the shared pool waits like this.
public struct BlockingService: Sendable {
  private let service: any ResourceService

  /// A façade over the service.
  public init(_ service: any ResourceService) {
    self.service = service
  }

  /// Asks for the resource once, reads the answer, and returns only then.
  @available(*, noasync, message: "use ResourceService.load, which does not block a thread")
  public func load<R: HTTPResource & DataResource>(_ resource: R) throws(LoadingError) -> R.Model {
    let outcome = Locked<Result<R.Model, LoadingError>?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    let service = service
    Task(executorPreference: QueueExecutor(label: "reviewbot.blocking-service")) {
      let result: Result<R.Model, LoadingError>
      do throws(LoadingError) {
        result = .success(try await service.load(resource))
      } catch {
        result = .failure(error)
      }
      outcome.withLock { $0 = result }
      isDone.signal()
    }
    isDone.wait()
    guard let result = outcome.withLock({ $0 }) else { preconditionFailure("the work ended without an outcome") }
    return try result.get()
  }
}

/// Runs a task on its own queue.
final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
