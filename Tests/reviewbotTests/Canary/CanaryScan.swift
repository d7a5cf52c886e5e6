// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A search for a word in all places where a program could find secrets of other processes.
///
/// The tests run it, and copy this file into a package under review.
struct CanaryScan: Codable {
  /// The processes whose environment, and whose memory, could be read.
  var environments: [Int32] = []
  var memories: [Int32] = []
  /// The places that contain the word.
  var places: [String] = []

  private let word: [UInt8]

  private enum CodingKeys: String, CodingKey {
    case environments, memories, places
  }

  /// - Parameter processes: the processes to search; `nil` for all others.
  init(for word: String, in processes: [Int32]? = nil) {
    self.word = Array(word.utf8)
    let own = getpid()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    for process in processes ?? names.compactMap({ Int32($0) }) {
      if look(in: "/proc/\(process)/environ") { environments.append(process) }
      _ = look(in: "/proc/\(process)/cmdline")
      // The memory of this process contains the word, because it searches for it.
      if process != own, lookIntoMemory(of: process) { memories.append(process) }
    }
    for (name, value) in ProcessInfo.processInfo.environment where value.contains(word) {
      places.append("the variable \(name)")
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    word = []
    environments = try container.decode([Int32].self, forKey: .environments)
    memories = try container.decode([Int32].self, forKey: .memories)
    places = try container.decode([String].self, forKey: .places)
  }

  /// Returns `false` if the file cannot be read.
  private mutating func look(in file: String) -> Bool {
    let descriptor = open(file, O_RDONLY)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(descriptor, &bytes, bytes.count)
    if count > 0, holdsWord(bytes, count) { places.append(file) }
    return count >= 0
  }

  /// Searches the heap and the stack, up to 64 MiB each. Returns `false` if they cannot be read.
  private mutating func lookIntoMemory(of process: Int32) -> Bool {
    guard let maps = try? String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8) else { return false }
    let descriptor = open("/proc/\(process)/mem", O_RDONLY)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var isRead = false
    for line in maps.split(separator: "\n") where line.hasSuffix("[heap]") || line.hasSuffix("[stack]") {
      let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { Int($0, radix: 16) }
      guard ends.count == 2 else { continue }
      var bytes = [UInt8](repeating: 0, count: min(ends[1] - ends[0], 64 << 20))
      let count = pread(descriptor, &bytes, bytes.count, off_t(ends[0]))
      guard count > 0 else { continue }
      isRead = true
      if holdsWord(bytes, count) { places.append("/proc/\(process)/mem") }
    }
    return isRead
  }

  private func holdsWord(_ bytes: [UInt8], _ count: Int) -> Bool {
    Data(bytes[..<count]).range(of: Data(word)) != nil
  }
}
