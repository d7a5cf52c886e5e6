// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Times the stages of a review, reports them, and keeps their results.
package actor StageClock {
  package private(set) var stages: [Stage] = []
  private let progress: ProgressHandler

  package init(progress: @escaping ProgressHandler) {
    self.progress = progress
  }

  /// Runs a stage whose outcome decides its status.
  package func run<Value: Sendable>(
    _ name: String, describe: @Sendable (Value) -> (Stage.Status, String?) = { _ in (.done, nil) },
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    progress(.started(stage: name))
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let value = try await body()
      let (status, detail) = describe(value)
      end(Stage(name: name, status: status, milliseconds: start.duration(to: clock.now).milliseconds, detail: detail))
      return value
    } catch {
      let milliseconds = start.duration(to: clock.now).milliseconds
      end(Stage(name: name, status: .failed, milliseconds: milliseconds, detail: "\(error)"))
      throw error
    }
  }

  /// Says that a stage did not take place, and why.
  package func skip(_ name: String, because reason: String) {
    end(Stage(name: name, status: .skipped, milliseconds: 0, detail: reason))
  }

  private func end(_ stage: Stage) {
    stages.append(stage)
    progress(.ended(stage))
  }
}

extension Duration {
  package var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
