// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The reason why a file has no syntax tree.
public enum ParseRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  case notSwift
  case tooLarge(limit: Int)
  /// Nested so deeply that walking the tree could exhaust the stack.
  case tooDeep
  case tooSlow(limit: Duration)
  /// Parsing other files took too long.
  case noTimeLeft

  public var description: String {
    switch self {
    case .notSwift: "it is not a Swift file"
    case .tooLarge(let limit): "it has more than \(limit) bytes"
    case .tooDeep: "its syntax is nested too deeply"
    case .tooSlow(let limit): "parsing it takes longer than \(limit)"
    case .noTimeLeft: "parsing other files took too long"
    }
  }
}
