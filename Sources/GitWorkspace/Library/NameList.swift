// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Names for a sentence: the first of them, and how many more there are.
struct NameList: CustomStringConvertible {
  private static let limit = 3
  private let names: [String]

  init(_ names: [String]) {
    self.names = names
  }

  var description: String {
    let shown = names.prefix(Self.limit).joined(separator: ", ")
    return names.count > Self.limit ? "\(shown) and \(names.count - Self.limit) more" : shown
  }
}
