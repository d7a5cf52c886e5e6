// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

/// What is counted, by the name that it is kept under.
enum Tally {
  case ended(ReviewJob.State)
  case delivery(QueueOutcome.Kind)
  case duplicate

  var text: String {
    switch self {
    case .ended(let state): "job.\(state.rawValue)"
    case .delivery(let kind): "delivery.\(kind.rawValue)"
    case .duplicate: "duplicate"
    }
  }
}
