// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
import ReviewContract

/// What an operator can have done with a job.
package enum JobOrder: String, Sendable {
  case retry, cancel

  /// What it came to, for people.
  package func words(for job: ReviewJob.ID, _ answer: OrderAnswer) -> String {
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
