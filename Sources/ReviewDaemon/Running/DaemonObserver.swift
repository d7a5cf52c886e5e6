// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
package import ReviewContract

/// How far a job has come.
package enum DaemonStage: String, Hashable, Sendable, CaseIterable {
  case claimed, read, announced, reviewed, readAgain, published
}

/// Is told how jobs go on.
package protocol DaemonObserver: Sendable {
  func reached(_ stage: DaemonStage, of job: ReviewJob) async
}

/// Nobody who wants to know.
package struct NoObserver: DaemonObserver {
  package init() {}

  package func reached(_ stage: DaemonStage, of job: ReviewJob) async {}
}
