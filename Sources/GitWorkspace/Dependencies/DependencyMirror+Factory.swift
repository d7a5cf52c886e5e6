// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
package import ReviewContract

extension Factory where Input == GitWorkspaceSettings, Product == any DependencyMirror {
  /// Makes the mirror for the repositories of one server, whose token the settings hold.
  package static var dependencyMirror: Factory<GitWorkspaceSettings, any DependencyMirror> {
    Factory("dependencyMirror")
  }
}
