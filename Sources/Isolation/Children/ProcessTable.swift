// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
import SystemPackage

/// A snapshot of the host's processes.
package struct ProcessTable: Sendable {
  package struct Entry: Hashable, Sendable {
    package let process: pid_t
    let parent: pid_t
    let threads: Int
    let residentBytes: Int
  }

  let entries: [Entry]

  /// Processes that start or end during the call may be missing.
  static func read() -> ProcessTable { ProcessTable(entries: ids.compactMap(entry)) }

  /// The ids of all processes of the host that this one sees.
  static var ids: [pid_t] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
  }

  /// The given processes and their descendants; those that start or end during the call may be missing.
  ///
  /// The cost depends on the number of these processes, not on the number of all processes.
  package static func descendants(of ancestors: [pid_t]) -> [Entry] {
    guard listsChildren else { return read().descendants(of: ancestors) }
    var found: [Entry] = []
    var next = ancestors
    var seen = Set(ancestors)
    while let process = next.popLast() {
      if let entry = entry(process) { found.append(entry) }
      next += children(of: process).filter { seen.insert($0).inserted }
    }
    return found
  }

  /// The children of a process, whichever of its threads started them.
  static func children(of process: pid_t) -> [pid_t] {
    guard listsChildren else { return read().entries.filter { $0.parent == process }.map(\.process) }
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return threads.flatMap { thread -> [pid_t] in
      let text = KernelFile.contents("/proc/\(process)/task/\(thread)/children", chunk: 4096)
      return (text ?? Data()).split(separator: UInt8(ascii: " ")).compactMap {
        pid_t(String(decoding: $0, as: UTF8.self))
      }
    }
  }

  /// Whether the kernel has lists of children (CONFIG_PROC_CHILDREN).
  private static let listsChildren = FileManager.default.fileExists(atPath: "/proc/self/task/\(getpid())/children")

  /// The given processes and their descendants.
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

  static func entry(_ process: pid_t) -> Entry? {
    // A line of some 300 bytes.
    guard let stat = KernelFile.contents("/proc/\(process)/stat", chunk: 1024) else { return nil }
    return entry(process, stat: [UInt8](stat))
  }

  /// Reads a line of `/proc/PID/stat`, byte by byte, because a machine may have thousands of them.
  ///
  /// Source: proc_pid_stat(5), where the parent is field 4, the number of threads field 20 and the resident set field
  /// 24, in pages. The command's name, field 2, is in parentheses and may hold anything.
  static func entry(_ process: pid_t, stat: [UInt8]) -> Entry? {
    guard let name = stat.lastIndex(of: UInt8(ascii: ")")) else { return nil }
    var (parent, threads) = (0, 0)
    var (field, value) = (2, 0)
    for byte in stat[(name + 1)...] {
      if byte == UInt8(ascii: " ") {
        switch field {
        case 4: parent = value
        case 20: threads = value
        case 24:
          return Entry(process: process, parent: pid_t(parent), threads: threads, residentBytes: value * pageSize)
        default: break
        }
        (field, value) = (field + 1, 0)
      } else if field == 4 || field == 20 || field == 24 {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
    }
    return nil
  }

  private static let pageSize = sysconf(Int32(_SC_PAGESIZE))
}

/// A file of /proc. Its size is reported as 0, and it is returned in parts: a single read, or one of that size, returns
/// only the beginning.
package enum KernelFile {
  /// Returns the contents of the file; `nil` when it cannot be read, for example because its process is gone or belongs
  /// to another user.
  ///
  /// - Parameter chunk: the number of bytes to read at once.
  package static func contents(_ path: String, chunk: Int = 64 << 10) -> Data? {
    // Without a `FilePath`: a watch reads two of them for each process, five times a second.
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    let file = FileDescriptor(rawValue: number)
    defer { try? file.close() }
    var contents = Data()
    var buffer = [UInt8](repeating: 0, count: chunk)
    while true {
      guard let count = try? buffer.withUnsafeMutableBytes({ try file.read(into: $0) }) else { return nil }
      if count == 0 { return contents }
      contents += buffer[..<count]
    }
  }

  /// Returns the contents as text; `nil` as for ``contents(_:chunk:)``.
  static func text(_ path: String, chunk: Int = 64 << 10) -> String? {
    contents(path, chunk: chunk).map { String(decoding: $0, as: UTF8.self) }
  }
}
