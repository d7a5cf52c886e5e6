// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A named, typed place in a ``Registry`` for one shared value.
///
/// Declare a slot beside the port it is for:
///
/// ```swift
/// extension Slot where Value == any TestRunner {
///   package static var testRunner: Self { Slot("testRunner") }
/// }
/// ```
package struct Slot<Value: Sendable>: Sendable {
  package let name: String

  package init(_ name: String) {
    self.name = name
  }
}
