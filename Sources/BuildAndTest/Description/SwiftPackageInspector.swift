// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import ReviewContract
import SystemPackage

/// Asks SwiftPM about a package and looks into its build folder.
struct SwiftPackageInspector: PackageInspector {
  /// Reading a manifest compiles it.
  static let timeLimit = Duration.seconds(120)

  let environment: [String: String]
  let gitConfiguration: String
  let sandbox: any Sandbox

  func inspect(_ package: FilePath, from root: FilePath, scratch: FilePath) async throws -> InspectedPackage {
    let toolchain = try await Toolchain.find(
      environment: GuestEnvironment.inherited(from: environment), temporary: FilePath(scratch.string + ".toolchain"))
    let request = TestRequest(
      side: .head, package: package, repositoryRoot: root, results: scratch, arguments: [], buildLimit: Self.timeLimit,
      testLimit: Self.timeLimit)
    let guest = try Guest(
      request, environment: environment, gitConfiguration: gitConfiguration, toolchain: toolchain, sandbox: sandbox)
    let describer = PackageDescriber(toolchain: toolchain, guest: guest, timeLimit: Self.timeLimit)
    return InspectedPackage(
      layout: try await describer.describe(package, from: root).layout, tools: toolchain.tools,
      testPrograms: PackageDirectory(package, in: root).testPrograms)
  }
}
