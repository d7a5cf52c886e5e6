// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
import HostileText
package import JobQueue
package import ReviewContract
package import SystemPackage

/// Keeps values in files of this machine, for a queue that only this process uses: `KIND/SUBJECT/NAME`, each with the
/// time of its expiry in its first line.
package struct FolderValues: SharedValues {
  private let folder: FilePath
  private let now: @Sendable () -> Date

  package init(folder: FilePath, now: @escaping @Sendable () -> Date = { Date() }) {
    self.folder = folder
    self.now = now
  }

  package func values(of kind: SharedValueKey.Kind, _ subject: String) async throws(QueueError) -> [String: [UInt8]] {
    guard let folder = folder(kind, subject) else { return [:] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
    var values: [String: [UInt8]] = [:]
    // Expired values do not count, so that they displace no others.
    for name in names where values.count < kind.mostValues { values[name] = value(in: folder.appending(name)) }
    return values
  }

  package func set(
    _ value: [UInt8], for key: SharedValueKey, lifetime: Duration
  ) async throws(QueueError) {
    try key.check(value)
    guard let folder = folder(key.kind, key.subject), Self.isPlain(key.name) else {
      throw QueueError(.invalid, "the key of a value has other characters than letters, digits, - and _")
    }
    let file = folder.appending(key.name)
    guard lifetime > .zero else {
      unlink(file.string)
      // Fails while it has other values.
      rmdir(folder.string)
      return
    }
    let expiry = Int64((now().timeIntervalSince1970 + lifetime / .seconds(1)) * 1000)
    do {
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try (Data("\(expiry)\n".utf8) + Data(value)).write(to: URL(fileURLWithPath: file.string), options: .atomic)
    } catch {
      throw QueueError(.failed, "cannot write \(file)", underlying: "\(error)")
    }
  }

  /// Deletes expired values.
  package func sweep() {
    for kind in names(in: folder) {
      for subject in names(in: folder.appending(kind)) {
        let folder = folder.appending(kind).appending(subject)
        for name in names(in: folder) where value(in: folder.appending(name)) == nil {
          unlink(folder.appending(name).string)
        }
        rmdir(folder.string)
      }
    }
  }

  private func names(in folder: FilePath) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
  }

  /// - Returns: `nil` for a value that has expired or cannot be read.
  private func value(in file: FilePath) -> [UInt8]? {
    guard let data = FileManager.default.contents(atPath: file.string),
      let end = data.firstIndex(of: UInt8(ascii: "\n")),
      let expiry = Int64(String(decoding: data[..<end], as: UTF8.self)),
      Double(expiry) / 1000 > now().timeIntervalSince1970
    else { return nil }
    return [UInt8](data[(end + 1)...])
  }

  private func folder(_ kind: SharedValueKey.Kind, _ subject: String) -> FilePath? {
    Self.isPlain(subject) ? folder.appending(kind.rawValue).appending(subject) : nil
  }

  private static func isPlain(_ name: String) -> Bool { !name.isEmpty && name.isASCIIName(punctuation: "-_") }
}
