// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Isolation
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
}
