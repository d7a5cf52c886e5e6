// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Which ids reviews get that root starts, such as `200000-200063`.
package struct SandboxIDs: WrittenValue {
  package let range: IDRange

  package init?(_ text: String) {
    guard let range = IDRange(text) else { return nil }
    self.range = range
  }

  package var description: String { range.description }

  package static let noun = "range of ids from \(IDRange.least) on, at most \(IDRange.maximumCount) of them,"
  package static let examples = "200000-200063"
  package static let pattern = "^[0-9]{4,10}-[0-9]{4,10}$"
}
