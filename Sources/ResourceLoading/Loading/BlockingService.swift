// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Dispatch

/// Loads resources while the calling thread waits, for scripts and tests.
///
/// The work runs on a separate thread, so that it continues even when all threads of the shared pool wait like this.
public struct BlockingService: Sendable {
  private let service: any ResourceService

  /// Creates a façade of the service.
  public init(_ service: any ResourceService) {
    self.service = service
  }

  /// Loads the resource, and returns when it is complete.
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

/// Runs a task on a separate queue.
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
