// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Shapes
import Testing

@Test func triangles() {
  let triangle = Polygon(corners: [.init(x: 0, y: 0), .init(x: 4, y: 0), .init(x: 0, y: 3)])
  #expect(triangle.area == 6)
}
