// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The order of paths for readers: `File2` before `File10`, and the files of a folder together, before its folders.
struct NaturalPath: Comparable {
  let path: String
  private let folders: [Substring]
  private let name: Substring

  init(_ path: String) {
    self.path = path
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    folders = parts.dropLast()
    name = parts.last ?? ""
  }

  static func == (left: NaturalPath, right: NaturalPath) -> Bool { left.path == right.path }

  static func < (left: NaturalPath, right: NaturalPath) -> Bool {
    for (one, other) in zip(left.folders, right.folders) where one != other { return isBefore(one, other) }
    if left.folders.count != right.folders.count { return left.folders.count < right.folders.count }
    return left.name == right.name ? false : isBefore(left.name, right.name)
  }

  /// Compares numbers by value and letters without their case; texts that are then equal, by their characters.
  private static func isBefore(_ left: Substring, _ right: Substring) -> Bool {
    switch left.compare(right, options: [.numeric, .caseInsensitive]) {
    case .orderedAscending: true
    case .orderedDescending: false
    case .orderedSame: left < right
    }
  }
}
