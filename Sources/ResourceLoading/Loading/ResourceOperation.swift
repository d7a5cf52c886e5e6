// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation

/// A load that can be started, cancelled and awaited from code that is not asynchronous.
///
/// The completion is called at most once, and never after ``cancel()`` has returned.
///
/// ```swift
/// let operation = ResourceOperation {
///   try await service.load(release)
/// } completion: { result in
///   show(result)
/// }
/// operation.start()
/// ```
public final class ResourceOperation<Model: Sendable>: Sendable {
  /// The function that loads the model.
  public typealias Work = @Sendable () async throws(LoadingError) -> Model
  /// The function that receives the result.
  public typealias Completion = @Sendable (Result<Model, LoadingError>) -> Void

  private enum Phase {
    case waiting, running, finished, cancelled
  }

  private struct State {
    var phase = Phase.waiting
    var task: Task<Void, Never>?
  }

  private let state = Locked(State())
  // Held while the completion runs, so that it is not running after `cancel()` has returned; recursive, so that a
  // completion may call `cancel()`.
  private let lock = NSRecursiveLock()
  private let work: Work
  private let completion: Completion

  /// Creates an operation that waits for ``start()``.
  public init(_ work: @escaping Work, completion: @escaping Completion) {
    self.work = work
    self.completion = completion
  }

  /// Starts to load. Does nothing if it has started, ended or been cancelled.
  public func start() {
    lock.withLock {
      guard advance(from: [.waiting], to: .running) else { return }
      let task = Task {
        let result: Result<Model, LoadingError>
        do throws(LoadingError) {
          result = .success(try await work())
        } catch {
          result = .failure(error)
        }
        finish(result)
      }
      state.withLock { $0.task = task }
    }
  }

  /// Cancels the load. The completion is not called afterwards.
  public func cancel() {
    lock.withLock {
      guard advance(from: [.waiting, .running], to: .cancelled) else { return }
      state.withLock { $0.task }?.cancel()
    }
  }

  /// Whether the completion was called.
  public var isFinished: Bool { state.withLock { $0.phase == .finished } }

  /// Whether ``cancel()`` was called before the end.
  public var isCancelled: Bool { state.withLock { $0.phase == .cancelled } }

  /// The task that loads, once it has started.
  var load: Task<Void, Never>? { state.withLock { $0.task } }

  private func finish(_ result: Result<Model, LoadingError>) {
    lock.withLock {
      guard advance(from: [.running], to: .finished) else { return }
      completion(result)
    }
  }

  private func advance(from phases: Set<Phase>, to next: Phase) -> Bool {
    state.withLock { state in
      guard phases.contains(state.phase) else { return false }
      state.phase = next
      return true
    }
  }
}
