// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

extension Publication {
  /// The state, for those who show one: they are not asked where there is none.
  var shownState: State {
    guard let state else { preconditionFailure("a publication without a state has none to show") }
    return state
  }
}
