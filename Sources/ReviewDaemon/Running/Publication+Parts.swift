// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

extension Publication {
  /// Only some of it; at least one part must be wanted that there is.
  func with(comment: Bool, verdict: Bool) -> Publication {
    Publication(
      pullRequest: pullRequest, commit: commit, marker: marker, comment: comment ? self.comment : nil,
      state: verdict ? state : nil, summary: summary, annotations: verdict ? annotations : [])
  }
}
