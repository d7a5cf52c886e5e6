// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
package import ReviewContract

/// Reads repositories with libgit2.
package struct GitWorkspaceAssembly: Assembly {
  package init() {}

  package func register(in registry: inout Registry) {
    registry.fill(.gitWorkspaces) { settings in GitWorkspaceProvider(settings) }
    registry.fill(.dependencyMirror) { settings in GitDependencyMirror(settings) }
    registry.fill(.localChanges) { _ in GitLocalChangeSource() }
    registry.fill(.checkoutInspector) { _ in GitCheckoutInspector() }
  }
}

extension Factory where Input == GitWorkspaceSettings, Product == any WorkspaceProvider {
  package static var gitWorkspaces: Factory<GitWorkspaceSettings, any WorkspaceProvider> { Factory("gitWorkspaces") }
}

extension Slot where Value == any LocalChangeSource {
  package static var localChanges: Slot<any LocalChangeSource> { Slot("localChanges") }
}

extension Slot where Value == any CheckoutInspector {
  package static var checkoutInspector: Slot<any CheckoutInspector> { Slot("checkoutInspector") }
}
