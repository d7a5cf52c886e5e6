// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import Foundation
package import Isolation
package import SystemPackage

/// Caches passed sandbox self-tests until the next boot, or until the sandbox's inputs change. Failures are not cached.
package struct ProbeMemory: Sendable {
  private let folder: FilePath

  /// - Parameter home: reviewbot's own folder. Root uses `/run/reviewbot` instead, which does not survive a reboot.
  package init(home: FilePath) {
    folder = geteuid() == 0 && access("/run", W_OK) == 0 ? "/run/reviewbot/sandboxes" : home.appending("sandboxes")
  }

  /// Whether the self-test with this key passed.
  package func holds(_ key: String) -> Bool { access(folder.appending(key).string, F_OK) == 0 }

  /// Records a passed self-test. If it cannot be written, the next run repeats the self-test.
  package func remember(_ key: String) {
    let directory = ContainedDirectory(making: folder, permissions: 0o700)
    try? directory.write([], to: key)
    // Keys of earlier boots are never used again.
    let entries = ((try? directory.entries()) ?? []).sorted { $0.status.modified > $1.status.modified }
    for entry in entries.dropFirst(Self.kept) { try? directory.remove(entry.name) }
  }

  private static let kept = 16

  /// A digest of the sandbox's inputs: settings, user ids, this program and the sandbox program, kernel version, kernel
  /// settings and boot id. `nil` if the boot id or the kernel version cannot be read.
  package static func key(_ settings: SandboxSettings, ids: IDPool?) -> String? {
    var settings = settings
    // Resource limits depend on free disk space and memory, and are not part of the isolation.
    settings.limits.resources = ResourceLimits(tasks: 0, memoryBytes: 0)
    // This program is a part of its own, and the path of its copy is different in each run.
    settings.entrance = SandboxEntrance(program: RunningExecutable.image)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let text = try? encoder.encode(settings),
      let boot = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8),
      let kernel = try? String(contentsOfFile: "/proc/version", encoding: .utf8)
    else { return nil }
    let programs = [RunningExecutable.build, identity(settings.program ?? "")]
    let parts = [
      String(decoding: text, as: UTF8.self), boot, kernel, "\(geteuid())", ids.map { "\($0.range)" } ?? "",
      kernelSettings,
    ]
    return Fingerprint.name(of: (parts + programs).joined(separator: "\u{0}"), digits: 32)
  }

  /// Changes when the file at the path, with symbolic links resolved, is replaced or modified.
  private static func identity(_ path: FilePath) -> String {
    let file = URL(fileURLWithPath: path.string).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: file) else { return "\(path)" }
    let modified = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    let numbers = [FileAttributeKey.systemNumber, .systemFileNumber, .size].map { attributes[$0] as? NSNumber }
    return "\(path) \(numbers.map { $0?.stringValue ?? "" }) \(modified)"
  }

  /// The kernel settings on namespaces, which an operator can change without a reboot.
  private static var kernelSettings: String {
    [
      "kernel/unprivileged_userns_clone", "kernel/apparmor_restrict_unprivileged_userns", "user/max_user_namespaces",
    ].map { (try? String(contentsOfFile: "/proc/sys/\($0)", encoding: .utf8)) ?? "" }.joined()
  }
}
