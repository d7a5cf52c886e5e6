// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import Isolation
import ReviewContract
package import SystemPackage

/// Remembers which sandbox held, until the machine is started again or anything changes that it is made of. A sandbox that does not
/// hold is tried each time.
package struct ProbeMemory: Sendable {
  private let folder: FilePath

  /// - Parameter home: a folder of ours, for those who are not root. Root's is one that goes with the machine.
  package init(home: FilePath) {
    folder = geteuid() == 0 && access("/run", W_OK) == 0 ? "/run/reviewbot/sandboxes" : home.appending("sandboxes")
  }

  package func holds(_ key: String) -> Bool { access(folder.appending(key).string, F_OK) == 0 }

  /// What cannot be remembered is tried again.
  package func remember(_ key: String) {
    let directory = ContainedDirectory(making: folder, permissions: 0o700)
    try? directory.write([], to: key)
    // Of what the machine was before, nothing comes back.
    let entries = ((try? directory.entries()) ?? []).sorted { $0.status.modified > $1.status.modified }
    for entry in entries.dropFirst(Self.kept) { try? directory.remove(entry.name) }
  }

  private static let kept = 16

  /// All that makes a sandbox what it is: the settings, who we are, this program and the one that makes it, the kernel and its start.
  package static func key(_ settings: SandboxSettings, ids: IDPool?) -> String? {
    var settings = settings
    // Limits follow the disk and the memory; they keep nothing in.
    settings.limits.resources = ResourceLimits(tasks: 0, memoryBytes: 0)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let text = try? encoder.encode(settings),
      let boot = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8),
      let kernel = try? String(contentsOfFile: "/proc/version", encoding: .utf8)
    else { return nil }
    let programs = [OwnExecutable.path, settings.program ?? ""].map(identity)
    let parts = [
      String(decoding: text, as: UTF8.self), boot, kernel, "\(geteuid())", ids.map { "\($0.range)" } ?? "",
      kernelSettings,
    ]
    return Fingerprint.name(of: (parts + programs).joined(separator: "\u{0}"), digits: 32)
  }

  /// Changes when the file at the path, or at the end of a link there, is replaced or written.
  private static func identity(_ path: FilePath) -> String {
    let file = URL(fileURLWithPath: path.string).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: file) else { return "\(path)" }
    let modified = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    let numbers = [FileAttributeKey.systemNumber, .systemFileNumber, .size].map { attributes[$0] as? NSNumber }
    return "\(path) \(numbers.map { $0?.stringValue ?? "" }) \(modified)"
  }

  /// What an operator may change about namespaces while the machine runs.
  private static var kernelSettings: String {
    [
      "kernel/unprivileged_userns_clone", "kernel/apparmor_restrict_unprivileged_userns", "user/max_user_namespaces",
    ].map { (try? String(contentsOfFile: "/proc/sys/\($0)", encoding: .utf8)) ?? "" }.joined()
  }
}
