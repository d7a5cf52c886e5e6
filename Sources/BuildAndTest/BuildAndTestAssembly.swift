// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
package import ChildProcess
package import ReviewContract

/// Registers how pull requests are built and tested.
package struct BuildAndTestAssembly: Assembly {
  private let environment: [String: String]
  private let gitConfiguration: String
  private let sandbox: any Sandbox
  private let jobs: Int?

  /// - Parameters:
  ///   - environment: this process's own, of which the code under review gets what is allowed.
  ///   - gitConfiguration: a git configuration file for the code under review, so that its dependencies are found.
  ///   - sandbox: where the code under review runs.
  ///   - jobs: how many compilers and tests run at once; `nil` means as many as there are processors.
  package init(
    environment: [String: String], gitConfiguration: String, sandbox: any Sandbox = OpenMachine(), jobs: Int? = nil
  ) {
    self.environment = environment
    self.gitConfiguration = gitConfiguration
    self.sandbox = sandbox
    self.jobs = jobs
  }

  package func register(in registry: inout Registry) {
    let runner = SwiftPackageTestRunner(
      environment: environment, gitConfiguration: gitConfiguration, sandbox: sandbox, jobs: jobs)
    let inspector = SwiftPackageInspector(
      environment: environment, gitConfiguration: gitConfiguration, sandbox: sandbox)
    registry.fill(.testRunner) { _ in runner }
    registry.fill(.packageInspector) { _ in inspector }
  }
}

extension Slot where Value == any PackageInspector {
  package static var packageInspector: Slot<any PackageInspector> { Slot("packageInspector") }
}

extension Slot where Value == any TestRunner {
  package static var testRunner: Slot<any TestRunner> { Slot("testRunner") }
}
