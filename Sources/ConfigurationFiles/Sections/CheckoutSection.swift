// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// What of the pull request is checked out.
package struct CheckoutSection: ConfigurationSection {
  package var test = TestedTrees.both

  package init() {}

  package static let name = "checkout"
  package static let summary = "What of the pull request is checked out and tested."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "test", \.test, .choice,
        "Whether the tests run on the pull request as it was pushed (`head`), as it would be after the merge (`merge`), or "
          + "on `both`, and once when they are the same. Coverage and rules look at what was pushed.")
    ]
  }
}
