// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The kernel's counters of this process, under the names of Prometheus' client libraries.
package struct ProcessMetrics: Sendable {
  private let files: String
  private let ticksPerSecond: Double
  private let pageBytes: Double

  package init() {
    self.init(files: "/proc", ticksPerSecond: sysconf(Int32(_SC_CLK_TCK)), pageBytes: sysconf(Int32(_SC_PAGESIZE)))
  }

  /// - Parameter files: the mount point of procfs.
  init(files: String, ticksPerSecond: Int, pageBytes: Int) {
    self.files = files
    self.ticksPerSecond = Double(ticksPerSecond)
    self.pageBytes = Double(pageBytes)
  }

  /// Metrics that cannot be read are left out.
  func families() -> [MetricFamily] {
    let status = Self.fields(of: text("self/stat"))
    func number(_ field: Int) -> Double? { status.indices.contains(field) ? Double(status[field]) : nil }
    var families: [MetricFamily] = []
    func add(_ name: String, _ kind: MetricFamily.Kind, _ help: String, _ value: Double?) {
      guard let value else { return }
      var family = MetricFamily(name: name, kind: kind, help: help)
      family.series[MetricLabels([])] = GaugeSeries(value)
      families.append(family)
    }
    // Fields 14, 15, 22 and 24 of proc_pid_stat(5), which counts from 1; the first two are not in the list.
    let cpu = number(11).flatMap { user in number(12).map { (user + $0) / ticksPerSecond } }
    let start = number(19).flatMap { ticks in bootTime.map { $0 + ticks / ticksPerSecond } }
    add("process_cpu_seconds_total", .counter, "Processor time used, in seconds.", cpu)
    add("process_open_fds", .gauge, "Open file descriptors.", openDescriptors)
    add("process_resident_memory_bytes", .gauge, "Resident memory, in bytes.", number(21).map { $0 * pageBytes })
    add("process_start_time_seconds", .gauge, "Start time of the process, in seconds since 1970.", start)
    return families
  }

  private var openDescriptors: Double? {
    // Without the descriptor of the directory itself.
    (try? FileManager.default.contentsOfDirectory(atPath: "\(files)/self/fd")).map { Double(max(0, $0.count - 1)) }
  }

  /// Seconds since 1970.
  private var bootTime: Double? {
    let line = text("stat").split(separator: "\n").first { $0.hasPrefix("btime ") }
    return line.flatMap { Double($0.dropFirst("btime ".count)) }
  }

  private func text(_ name: String) -> String {
    // A kernel that does not show a file is not an error.
    (try? String(contentsOfFile: "\(files)/\(name)", encoding: .utf8)) ?? ""
  }

  /// The fields after the program's name, which may have spaces and parentheses.
  private static func fields(of text: String) -> [Substring] {
    guard let end = text.lastIndex(of: ")") else { return [] }
    return text[text.index(after: end)...].split(whereSeparator: \.isWhitespace)
  }
}
