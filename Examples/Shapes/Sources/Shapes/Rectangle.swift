// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public struct Rectangle: Shape {
  public let width: Double
  public let height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  public var area: Double { width * height }
  public var perimeter: Double { 2 * (width + height) }
}
