// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
import ReviewContract

/// An operator's command for a job.
package enum JobCommand: String, Sendable {
  case retry, cancel

  /// The outcome as a message for the operator.
  package func words(for job: ReviewJob.ID, _ answer: JobCommandResult) -> String {
    let state = answer.state.rawValue
    switch self {
    case .retry:
      return answer.id == job ? "job \(job): \(state)" : "job \(job): job \(answer.id) is \(state) in its place"
    case .cancel:
      return switch answer.state {
      case .cancelled: "job \(job): cancelled"
      case .running: "job \(job): asked to stop"
      default: "job \(job): \(state) already"
      }
    }
  }
}
