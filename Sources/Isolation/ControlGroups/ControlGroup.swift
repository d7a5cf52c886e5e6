// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Foundation
import SystemPackage

/// A control group of version 2: a directory of the kernel with a file for each setting and statistic.
/// Source: Documentation/admin-guide/cgroup-v2.rst of Linux.
struct ControlGroup: Hashable, Sendable {
  let path: FilePath

  private static let longestWait: Int32 = 5_000

  /// - Returns: the text of a file; `nil` when it does not exist, for example because a controller is not enabled.
  func text(_ file: String) -> String? { KernelFile.text(path.appending(file).string, chunk: 4096) }

  /// The words of a file with a list.
  func values(_ file: String) -> [String] {
    (text(file) ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  func has(_ file: String) -> Bool { access(path.appending(file).string, F_OK) == 0 }

  func write(_ text: String, to file: String) throws(SandboxError) {
    let descriptor = try open(file, O_WRONLY)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw failure("cannot write \(text) to \(path.appending(file))")
    }
  }

  /// Opens a file of the group, to be closed on exec.
  func open(_ file: String, _ flags: Int32) throws(SandboxError) -> Int32 {
    let descriptor = Glibc.open(path.appending(file).string, flags | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("cannot open \(path.appending(file))") }
    return descriptor
  }

  /// Creates a group in this one.
  func makeChild(_ name: String) throws(SandboxError) -> ControlGroup {
    let child = ControlGroup(path: path.appending(name))
    guard mkdir(child.path.string, 0o755) == 0 else { throw failure("cannot create \(child.path)") }
    return child
  }

  var children: [ControlGroup] {
    let entries = (try? ContainedDirectory(path).entries()) ?? []
    return entries.filter { $0.status.kind == .directory }.map { ControlGroup(path: path.appending($0.name)) }
  }

  /// Enables controllers for the groups in this one.
  func enable(_ controllers: Set<String>) throws(SandboxError) {
    guard !controllers.isSubset(of: values("cgroup.subtree_control")) else { return }
    try write(controllers.sorted().map { "+\($0)" }.joined(separator: " "), to: "cgroup.subtree_control")
  }

  /// Ends all processes in the group and its descendants, and removes these groups.
  func end() throws(SandboxError) {
    try write("1", to: "cgroup.kill")
    try waitUntilEmpty()
    try remove()
  }

  private func remove() throws(SandboxError) {
    for child in children { try child.remove() }
    guard rmdir(path.string) == 0 || errno == ENOENT else { throw failure("cannot remove \(path)") }
  }

  /// Waits because a killed process may take a moment to end, for example one that waits for a disk.
  private func waitUntilEmpty() throws(SandboxError) {
    var events = pollfd(fd: try open("cgroup.events", O_RDONLY), events: Int16(POLLPRI), revents: 0)
    defer { close(events.fd) }
    while true {
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = pread(events.fd, &bytes, bytes.count, 0)
      guard count >= 0 else { throw failure("cannot read \(path)/cgroup.events") }
      if String(decoding: bytes[..<count], as: UTF8.self).contains("populated 0") { return }
      let result = poll(&events, 1, Self.longestWait)
      guard result > 0 || errno == EINTR else { throw SandboxError("processes in \(path) do not end") }
    }
  }

  private func failure(_ message: String) -> SandboxError {
    SandboxError(message, number: errno)
  }
}

/// The position of a process among the control groups of version 2, as far as the process sees them.
struct ControlGroupPosition: Hashable, Sendable {
  /// Its own group, and the groups above up to the mount point, the nearest first.
  let groups: [ControlGroup]

  static func ofThisProcess() throws(SandboxError) -> ControlGroupPosition {
    let texts = ["cgroup", "mountinfo"].map { KernelFile.text("/proc/self/\($0)") ?? "" }
    return try ControlGroupPosition(groups: texts[0], mounts: texts[1])
  }

  /// - Parameters:
  ///   - groups: the text of /proc/self/cgroup, in which the line `0::PATH` is that of version 2. Source: cgroups(7).
  ///   - mounts: the text of /proc/self/mountinfo. Source: proc_pid_mountinfo(5).
  init(groups: String, mounts: String) throws(SandboxError) {
    guard let line = groups.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else {
      throw SandboxError("this kernel has no control groups of version 2")
    }
    let position = FilePath(String(line.dropFirst(3)))
    for mount in mounts.split(separator: "\n").reversed() {
      let fields = mount.split(separator: " ")
      guard let dash = fields.firstIndex(of: "-"), fields.indices.contains(dash + 1), fields[dash + 1] == "cgroup2"
      else { continue }
      let (root, place) = (FilePath(String(fields[3])), FilePath(String(fields[4])))
      guard position.starts(with: root), !position.components.contains("..") else { continue }
      var group = place
      var found = [ControlGroup(path: group)]
      for component in position.components.dropFirst(root.components.count) {
        group.append(component)
        found.insert(ControlGroup(path: group), at: 0)
      }
      self.groups = found
      return
    }
    throw SandboxError("control groups of version 2 are not mounted where this process sees its own, \(position)")
  }
}
