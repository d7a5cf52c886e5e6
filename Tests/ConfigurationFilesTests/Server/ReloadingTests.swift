// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import ConfigurationFiles

struct ReloadingTests {
  @Test func `a reload applies what can change at run time and lists what needs a restart`() {
    let running = ServerConfigurationReference.example
    var next = running
    next.forges[0].repositories = ["acme/other"]
    next.debounce = "9s"
    next.limits.buildTimeout = "3h"
    next.limits.workers = 4
    next.listen = "127.0.0.1:9999"
    let (reloaded, needsRestart) = running.reloaded(next)
    #expect(needsRestart == ["listen", "limits.workers"])
    #expect(reloaded.forges == next.forges)
    #expect(reloaded.debounce == "9s")
    #expect(reloaded.limits.buildTimeout == "3h")
    #expect(reloaded.limits.workers == running.limits.workers)
    #expect(reloaded.listen == running.listen)
  }

  @Test func `nothing needs a restart when nothing changed`() {
    let running = ServerConfigurationReference.example
    let (reloaded, needsRestart) = running.reloaded(running)
    #expect(reloaded == running)
    #expect(needsRestart == [])
  }
}
