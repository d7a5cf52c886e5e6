// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A finding with the text of its first line.
public struct LocatedFinding: Hashable, Sendable {
  public var finding: Finding
  /// The text of the line without its line break; `nil` if it is unknown.
  public let lineText: String?

  public init(finding: Finding, lineText: String?) {
    self.finding = finding
    self.lineText = lineText
  }

  /// Compares the findings by ``Finding/isInOrder(_:_:)``.
  public static func isInOrder(_ left: LocatedFinding, _ right: LocatedFinding) -> Bool {
    Finding.isInOrder(left.finding, right.finding)
  }
}

// Not generic over the element: other modules would call the unspecialized code, which copies each element that it
// compares.
extension [LocatedFinding] {
  /// Returns the findings in the order of ``Finding/isInOrder(_:_:)``; the same array, without a copy, if they are
  /// sorted already.
  public func ordered() -> [LocatedFinding] {
    for index in indices.dropFirst() where LocatedFinding.isInOrder(self[index], self[index - 1]) {
      return sorted(by: LocatedFinding.isInOrder)
    }
    return self
  }
}
