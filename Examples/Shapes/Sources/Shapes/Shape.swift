// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A closed figure in the plane.
public protocol Shape {
  var area: Double { get }
  var perimeter: Double { get }
}
