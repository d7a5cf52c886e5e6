// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Shapes
import Testing

@Test func rectangles() {
  let rectangle = Rectangle(width: 2, height: 3)
  #expect(rectangle.area == 6)
  #expect(rectangle.perimeter == 10)
}

@Test func circles() {
  #expect(Circle(radius: 1).area == .pi)
  #expect(Circle(radius: 1).perimeter == 2 * .pi)
}
