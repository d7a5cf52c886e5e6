// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A named, typed place in a ``Registry`` for something that is made from what is known only at run time: which forge,
/// which token, which workspace.
package struct Factory<Input, Product: Sendable>: Sendable {
  package let name: String

  package init(_ name: String) {
    self.name = name
  }
}
