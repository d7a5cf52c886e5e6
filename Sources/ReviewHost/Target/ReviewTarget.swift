// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Which pull request of which repository is meant, and where to ask about it.
package struct ReviewTarget: Hashable, Sendable {
  package let forge: ForgeKind
  /// `OWNER/NAME`, or the folder's name.
  package let name: String
  /// Where git fetches from; `nil` when the forge says.
  package let cloneURL: String?
  /// The root of the forge's API; `nil` without one.
  package let apiURL: String?
  package let number: Int

  package init(forge: ForgeKind, name: String, cloneURL: String?, apiURL: String?, number: Int) {
    self.forge = forge
    self.name = name
    self.cloneURL = cloneURL
    self.apiURL = apiURL
    self.number = number
  }
}
