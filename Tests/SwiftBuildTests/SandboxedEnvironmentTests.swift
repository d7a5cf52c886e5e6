// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Isolation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

struct SandboxedEnvironmentTests {
  @Test func `only allowed variables are passed to the sandbox`() {
    let environment = SandboxedEnvironment.variables(
      from: [
        "PATH": "/usr/bin", "HOME": "/home/ada", "GITHUB_TOKEN": "canary", "AWS_SECRET_ACCESS_KEY": "canary",
        "SSH_AUTH_SOCK": "/run/agent", "LD_PRELOAD": "/evil.so", "LANG": "de_DE.UTF-8",
        "https_proxy": "http://proxy:3128", "http_proxy": "http://ada:canary@proxy:3128",
      ], home: "/guest/home", temporary: "/guest/tmp", caches: "/caches", profiles: "/profiles/%m")
    #expect(
      environment == [
        "PATH": "/usr/bin", "HOME": "/guest/home", "TMPDIR": "/guest/tmp", "CI": "true", "GIT_TERMINAL_PROMPT": "0",
        "LANG": "de_DE.UTF-8", "SWIFT_BACKTRACE": "enable=no", "XDG_CACHE_HOME": "/caches",
        "LLVM_PROFILE_FILE": "/profiles/%m",
        "https_proxy": "http://proxy:3128",
      ])
  }

  /// SwiftPM keeps a manifest that it compiled for the same variables only, and packages have dozens with their
  /// dependencies.
  @Test func `the variables are the same wherever manifests are read, and tests have no proxy`() async throws {
    try await withScratchDirectory { folder in
      let toolchain = try await Toolchain.find(
        environment: SandboxedEnvironment.inherited(from: SharedModules.environment()),
        temporary: folder.path.appending("toolchain"))
      let package = try folder.folder("package").path
      let request = TestRequest(
        side: .head, package: package, repositoryRoot: package, results: try folder.folder("results").path,
        arguments: [], buildLimit: .seconds(60), testLimit: .seconds(60))
      let sandbox = RecordingSandbox(skips: { _ in true }, hidesMachine: true)
      let context = try SandboxedContext(
        request, environment: ["PATH": "/usr/bin"], gitConfiguration: "", toolchain: toolchain, sandbox: sandbox)
      for stage in [PackageStage.describe, .resolve, .build, .test] {
        _ = try await context.run("/bin/true", [], at: package, in: stage, limits: ChildLimits(time: .seconds(60))) {
          _ in
        }
      }
      let environments = sandbox.commands.withLock { $0.map(\.environment) }
      #expect(environments.count == 4)
      let proxy = Forwarder.environment()
      #expect(environments.dropLast().allSatisfy { $0 == environments[3].merging(proxy) { $1 } })
      #expect(proxy.keys.allSatisfy { environments[3][$0] == nil })
    }
  }
}
