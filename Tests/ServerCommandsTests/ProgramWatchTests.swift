// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Logging
import Observability
import SystemPackage
import Testing

@testable import ServerCommands

struct ProgramWatchTests {
  private static func value(_ registry: PrometheusRegistry) -> Substring? {
    registry.text().split(separator: "\n").last { $0.hasPrefix("reviewbot_program_replaced ") }
  }

  @Test func `a replaced program is logged once, and shown in each note and measurement`() {
    let (lines, isReplaced) = (Locked<[String]>([]), Locked(false))
    let log = Logger(label: "test") { label in
      LineLogHandler(label: label) { line in lines.withLock { $0.append(line) } }
    }
    let registry = PrometheusRegistry(process: nil)
    let watch = ProgramWatch(log, path: "/usr/bin/reviewbot") { isReplaced.withLock { $0 } }

    watch.measure(PrometheusFactory(registry))
    #expect(watch.note == nil)
    #expect(Self.value(registry) == "reviewbot_program_replaced 0")
    #expect(lines.withLock { $0 } == [])

    isReplaced.withLock { $0 = true }
    for _ in 1...2 {
      watch.measure(PrometheusFactory(registry))
      #expect(
        watch.note
          == "the program /usr/bin/reviewbot was replaced or removed; restart the daemon to use the one on disk")
      #expect(Self.value(registry) == "reviewbot_program_replaced 1")
    }
    #expect(lines.withLock { $0.count } == 1)
    #expect(lines.withLock { $0.first }?.contains("program=/usr/bin/reviewbot") == true)
  }
}
