// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
package import ChildProcess
import ReviewContract
package import SystemPackage

/// Adds the places where code under review runs.
package struct SandboxingAssembly: Assembly {
  private let scratch: FilePath

  /// - Parameter scratch: an empty folder that no sandbox shows, for what one is made from.
  package init(scratch: FilePath) {
    self.scratch = scratch
  }

  package func register(in registry: inout Registry) {
    let scratch = scratch
    registry.fill(.sandbox) { settings in try Self.make(settings, scratch: scratch) }
  }

  static func make(_ settings: SandboxSettings, scratch: FilePath) throws -> any Sandbox {
    switch settings.level {
    case .bwrap: try BubblewrapSandbox(settings, scratch: scratch)
    case .container: try ContainerSandbox(settings, scratch: scratch)
    case .none: OpenMachine(resources: settings.limits.resources)
    }
  }
}

extension Factory<SandboxSettings, any Sandbox> {
  /// Where code under review runs.
  package static var sandbox: Factory<SandboxSettings, any Sandbox> { Factory("sandbox") }
}
