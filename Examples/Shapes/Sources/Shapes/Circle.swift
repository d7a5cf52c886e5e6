// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public struct Circle: Shape {
  public let radius: Double

  public init(radius: Double) {
    self.radius = radius
  }

  public var area: Double { .pi * radius * radius }
  public var perimeter: Double { 2 * .pi * radius }
}
