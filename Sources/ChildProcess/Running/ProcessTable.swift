// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The processes of this machine at one moment.
struct ProcessTable: Sendable {
  struct Entry: Hashable, Sendable {
    let process: pid_t
    let parent: pid_t
    let threads: Int
    let residentBytes: Int
  }

  let entries: [Entry]

  /// Who comes or goes meanwhile may be missing.
  static func read() -> ProcessTable {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return ProcessTable(entries: names.compactMap { pid_t($0).flatMap(entry) })
  }

  /// The given processes and all that they started.
  func descendants(of ancestors: [pid_t]) -> [Entry] {
    let children = Dictionary(grouping: entries, by: \.parent)
    var found = entries.filter { ancestors.contains($0.process) }
    var seen = Set(found.map(\.process))
    var next = 0
    while next < found.count {
      for child in children[found[next].process] ?? [] where seen.insert(child.process).inserted {
        found.append(child)
      }
      next += 1
    }
    return found
  }

  private static func entry(_ process: pid_t) -> Entry? {
    guard let data = KernelFile.contents("/proc/\(process)/stat") else { return nil }
    let stat = String(decoding: data, as: UTF8.self)
    // The command's name is in parentheses and may hold anything, so count from the last one: state, then parent. Source:
    // proc_pid_stat(5), where the parent is field 4, the number of threads field 20 and the resident set field 24.
    let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
    guard fields.count > 22, let parent = pid_t(fields[2]), let threads = Int(fields[18]), let pages = Int(fields[22])
    else { return nil }
    return Entry(process: process, parent: parent, threads: threads, residentBytes: pages * pageSize)
  }

  private static let pageSize = sysconf(Int32(_SC_PAGESIZE))
}
