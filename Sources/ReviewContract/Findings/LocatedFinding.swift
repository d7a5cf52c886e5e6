// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A finding with the text of its first line.
package struct LocatedFinding: Hashable, Sendable {
  package var finding: Finding
  /// Without the line break; `nil` if the text is not known.
  package let lineText: String?

  package init(finding: Finding, lineText: String?) {
    self.finding = finding
    self.lineText = lineText
  }

  /// The order of ``Finding/isInOrder(_:_:)``.
  package static func isInOrder(_ left: LocatedFinding, _ right: LocatedFinding) -> Bool {
    Finding.isInOrder(left.finding, right.finding)
  }
}

extension Array {
  /// The elements in order; the same array, without a copy, if they are in order already.
  package func ordered(by isInOrder: (Element, Element) -> Bool) -> [Element] {
    for index in indices.dropFirst() where isInOrder(self[index], self[index - 1]) { return sorted(by: isInOrder) }
    return self
  }
}
