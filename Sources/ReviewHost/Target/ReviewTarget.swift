// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The pull request to review, its repository, and the API to read it from.
package struct ReviewTarget: Hashable, Sendable {
  package let forge: ForgeKind
  /// `OWNER/NAME`, or the folder's name.
  package let name: String
  /// The URL to fetch from; `nil` if the forge's API provides it.
  package let cloneURL: String?
  /// The root of the forge's API; `nil` without a forge.
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
