// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

extension Publication {
  /// The state, for publishers that show one; it is not read where there is none.
  var shownState: State {
    guard let state else { preconditionFailure("a publication without a state has none to show") }
    return state
  }
}
