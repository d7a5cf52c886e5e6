// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract

extension JobFailure {
  /// What went wrong with a job, and whether it may pass.
  ///
  /// - Parameter masked: takes secrets out of the message, which is kept in the queue and shown to operators.
  init(_ error: any Error, masked: (String) -> String = { $0 }) {
    let failure = JobFailure(unmasked: error)
    self.init(
      masked(failure.message), isTransient: failure.isTransient, retryAfter: failure.retryAfter,
      isOutage: failure.isOutage)
  }

  private init(unmasked error: any Error) {
    switch error {
    case let error as ReviewRefusal: self.init("\(error)", isTransient: false)
    case let error as ForgeError:
      // A token can be replaced while the daemon runs, and it is no fault of the pull request's.
      let isOutage = error.isTransient || error.code == .badToken
      self.init("\(error)", isTransient: isOutage, retryAfter: error.retryAfter, isOutage: isOutage)
    case let error as WorkspaceError:
      self.init("\(error)", isTransient: !error.isLasting, isOutage: error.code == .unreachable)
    // Whatever it is, it is tried a few times: a process that was ended, memory that ran out.
    default: self.init("\(error)", isTransient: true)
    }
  }
}
