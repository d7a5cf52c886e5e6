// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Observability

struct ProcessMetricsTests {
  @Test func `process metrics are read from the kernel's files`() async throws {
    try await withScratchDirectory { folder in
      let fields = (3...52).map { field in
        switch field {
        case 3: "S"
        case 14: "150"
        case 15: "50"
        case 22: "12345"
        case 24: "10"
        default: "7"
        }
      }
      try folder.write("self/stat", "1 (a ) b) \(fields.joined(separator: " "))\n")
      try folder.write("stat", "cpu  1 2 3\nbtime 1700000000\nprocesses 5\n")
      for number in 0..<4 { try folder.write("self/fd/\(number)", "") }
      let process = ProcessMetrics(files: folder.path.string, ticksPerSecond: 100, pageBytes: 4096)
      let registry = PrometheusRegistry(process: process)
      registry.describe("process_open_fds", "Ours.")
      #expect(
        registry.text() == """
          # HELP process_cpu_seconds_total Processor time used, in seconds.
          # TYPE process_cpu_seconds_total counter
          process_cpu_seconds_total 2
          # HELP process_open_fds Ours.
          # TYPE process_open_fds gauge
          process_open_fds 3
          # HELP process_resident_memory_bytes Resident memory, in bytes.
          # TYPE process_resident_memory_bytes gauge
          process_resident_memory_bytes 40960
          # HELP process_start_time_seconds Start time of the process, in seconds since 1970.
          # TYPE process_start_time_seconds gauge
          process_start_time_seconds 1700000123.45

          """)
    }
  }

  @Test func `metrics that cannot be read are left out`() {
    let process = ProcessMetrics(files: "/nonexistent", ticksPerSecond: 100, pageBytes: 4096)
    #expect(PrometheusRegistry(process: process).text() == "")
  }

  @Test func `metrics of this process are plausible`() throws {
    let values = PrometheusRegistry().text().split(separator: "\n").filter { !$0.hasPrefix("#") }
      .reduce(into: [Substring: Double]()) { values, line in
        let parts = line.split(separator: " ")
        values[parts[0]] = Double(parts[1])
      }
    #expect(values.count == 4)
    #expect(try #require(values["process_resident_memory_bytes"]) > 1_048_576)
    #expect(try #require(values["process_open_fds"]) >= 3)
    #expect(try #require(values["process_cpu_seconds_total"]) > 0)
    let age = Date().timeIntervalSince1970 - (try #require(values["process_start_time_seconds"]))
    #expect((-2...86_400).contains(age))
  }
}
