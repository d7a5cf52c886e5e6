// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A polygon whose edges do not cross.
public struct Polygon: Shape {
  public struct Corner: Sendable {
    public let x: Double
    public let y: Double

    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  public let corners: [Corner]

  public init(corners: [Corner]) {
    self.corners = corners
  }

  /// Gauss's area formula, which is also called the shoelace formula because of the way in which the terms cross each other.
  public var area: Double {
    guard corners.count > 2 else { return 0 }
    var sum = 0.0
    for (a, b) in edges {
      sum += a.x * b.y - b.x * a.y
    }
    return sum < 0 ? -sum / 2 : sum / 2
  }

  // TODO: use hypot
  public var perimeter: Double {
    var sum = 0.0
    for (a, b) in edges {
      let x = b.x - a.x
      let y = b.y - a.y   
      sum += (x * x + y * y).squareRoot();
    }
    return sum
  }

  /// The corner that is farthest to the left.
  public var leftmost: Corner {
    corners.min { $0.x < $1.x }!
  }

  private var edges: [(Corner, Corner)] {
    guard let first = corners.first else { return [] }
    return Array(zip(corners, corners.dropFirst() + [first]))
  }
}
