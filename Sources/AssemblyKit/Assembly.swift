// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What a feature adds to the program.
///
/// An assembly is the one type that a feature target shows. It takes its settings in `init` and fills slots that
/// belong to the owner of the port; everything else in the target stays internal.
///
/// ```swift
/// package struct GitAssembly: Assembly {
///   package func register(in registry: inout Registry) {
///     registry.fill(.workspaces) { _ in GitWorkspaceProvider() }
///   }
/// }
/// ```
package protocol Assembly: Sendable {
  func register(in registry: inout Registry)
}
