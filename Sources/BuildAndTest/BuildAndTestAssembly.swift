// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
package import ReviewCore

/// Registers how pull requests are built and tested.
package struct BuildAndTestAssembly: Assembly {
  private let environment: [String: String]
  private let gitConfiguration: String

  /// - Parameters:
  ///   - environment: this process's own, of which the code under review gets what is allowed.
  ///   - gitConfiguration: a git configuration file for the code under review, so that its dependencies are found.
  package init(environment: [String: String], gitConfiguration: String) {
    self.environment = environment
    self.gitConfiguration = gitConfiguration
  }

  package func register(in registry: inout Registry) {
    let runner = SwiftPackageTestRunner(environment: environment, gitConfiguration: gitConfiguration)
    registry.fill(.testRunner) { _ in runner }
  }
}

extension Slot where Value == any TestRunner {
  package static var testRunner: Slot<any TestRunner> { Slot("testRunner") }
}
