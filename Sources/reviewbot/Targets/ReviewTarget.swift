// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Which pull request of which repository is meant, and where to ask about it.
struct ReviewTarget: Hashable, Sendable {
  let forge: ForgeKind
  /// `OWNER/NAME`, or the folder's name.
  let name: String
  /// Where git fetches from; `nil` when the forge says.
  let cloneURL: String?
  /// The root of the forge's API; `nil` without one.
  let apiURL: String?
  let number: Int
}
