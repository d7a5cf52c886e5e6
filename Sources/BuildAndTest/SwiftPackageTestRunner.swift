// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ChildProcess
import Foundation
import ReviewCore
import SystemPackage

/// Builds a Swift package with coverage and runs its tests.
struct SwiftPackageTestRunner: TestRunner {
  /// This process's environment, of which the code under review gets what is allowed.
  let environment: [String: String]
  /// Git's `url.….insteadOf` lines for the code under review's own git.
  let gitConfiguration: String
  /// Where the code under review runs.
  let sandbox: any Sandbox

  func test(_ request: TestRequest, progress: @escaping ProgressHandler) async -> TestedWorkspace {
    do {
      let toolchain = try await Toolchain.find(environment: GuestEnvironment.inherited(from: environment))
      let guest = try Guest(
        request, environment: environment, gitConfiguration: gitConfiguration, toolchain: toolchain, sandbox: sandbox)
      return await PackageRun(request: request, guest: guest, toolchain: toolchain, progress: progress).perform()
    } catch {
      return TestedWorkspace(
        run: TestRun(side: request.side, outcome: .couldNotRun, reason: "\(error)"), stages: [], layout: nil,
        artifacts: nil)
    }
  }
}
