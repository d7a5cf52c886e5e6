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
  ) async rethrows -> Value {
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
      end(Stage(name: name, status: .failed, milliseconds: milliseconds, detail: String(systemError: error)))
      throw error
    }
  }

  /// Reports that a stage was skipped, with the reason.
  package func skip(_ name: String, because reason: String) {
    end(Stage(name: name, status: .skipped, milliseconds: 0, detail: reason))
  }

  private func end(_ stage: Stage) {
    stages.append(stage)
    progress(.ended(stage))
  }
}

extension Duration {
  package var milliseconds: Int { Int(wholeMilliseconds) }
}

/// An event of a running review.
package enum ProgressEvent: Hashable, Codable, Sendable {
  case started(stage: String)
  case ended(Stage)
  /// A line that a build or a test printed: hostile text.
  case output(line: String)
  /// The progress of the current stage.
  case detail(String)
}

/// Handles progress; called from any thread, in order for each stage.
package typealias ProgressHandler = @Sendable (ProgressEvent) -> Void

extension String {
  /// Creates the text of a duration with its unit, such as `380 ms`, `1.4 s`, `90 s`, `10 min` or `4 min 5 s`.
  package init(duration: Duration) {
    let milliseconds = duration.milliseconds
    let seconds = milliseconds / 1000
    self =
      if milliseconds < 1000 {
        "\(milliseconds) ms"
      } else if milliseconds < 10_000, milliseconds % 1000 >= 100 {
        "\(seconds).\(milliseconds % 1000 / 100) s"
      } else if seconds < 120 {
        "\(seconds) s"
      } else if seconds % 60 == 0 {
        "\(seconds / 60) min"
      } else {
        "\(seconds / 60) min \(seconds % 60) s"
      }
  }

  /// Creates the text of a duration in milliseconds, which is not negative.
  package init(milliseconds: Double) { self.init(duration: .milliseconds(Int(milliseconds.rounded()))) }
}

/// One step of a review and its duration.
package struct Stage: Hashable, Codable, Sendable {
  package enum Status: String, Codable, Sendable {
    case done, failed, skipped
  }

  package let name: String
  package let status: Status
  package let milliseconds: Int
  /// One sentence about the outcome, or `nil`.
  package let detail: String?

  package init(name: String, status: Status, milliseconds: Int, detail: String? = nil) {
    self.name = name
    self.status = status
    self.milliseconds = milliseconds
    self.detail = detail
  }
}
