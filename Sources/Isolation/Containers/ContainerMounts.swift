// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
import SystemPackage

/// The file systems of a container, in a separate mount namespace: the folders that it shows, opened by descriptor, and
/// its root file system, read-only, with mount points for them.
struct ContainerMounts: Codable, Sendable {
  /// A folder or file of the host, and its place in the container.
  struct Entry: Codable, Sendable {
    let path: FilePath
    let name: FilePath
    /// The expected identity of the folder at the path; `nil` when code under review cannot replace it.
    var verified: VerifiedDirectory?
  }

  /// An empty folder that only its owner can write to, and every user can pass through.
  let folder: FilePath
  /// The root file system; `nil` for an image's.
  let system: FilePath?
  let entries: [Entry]
  /// The container program with its arguments, without those for the root file system.
  var commandLine: [String] = []
  let image: String

  /// Below the folder.
  static let root = "root"

  /// The mount point of a verified entry.
  func place(_ entry: Int) -> FilePath { folder.appending("mounts").appending("\(entry)") }

  /// Creates the mounts for this process and its children. Must be called before the process has a second thread.
  ///
  /// - Throws: ``SandboxError``.
  func make() throws {
    try SandboxError.check(reviewbot_make_private_mounts(), "cannot create a mount namespace")
    try SandboxError.check(reviewbot_cover(folder.string), "cannot mount over \(folder)")
    try SandboxError.check(chdir(folder.string) == 0 ? 0 : -errno, "cannot enter \(folder)")
    for name in ["mounts", "frame", "base", "root", "empty"] {
      try SandboxError.check(makeFolder(name), "cannot create a folder")
    }
    for (index, entry) in entries.enumerated() {
      if let verified = entry.verified { try bind(entry, index, verified) }
    }
    hideSecondHierarchy()
    try bind(system ?? mountedImage(), at: "base")
    let frame = try ContainerFrame(in: folder.appending("frame"), above: folder.appending("base"))
    for entry in entries { try frame.makePlace(entry.name, isFolder: isFolder(entry.path)) }
    try SandboxError.check(reviewbot_stack("frame:base", Self.root), "cannot mount the container's root")
  }

  /// Binds by descriptor, so that the folder that was checked is the one that is shown.
  private func bind(_ entry: Entry, _ index: Int, _ verified: VerifiedDirectory) throws {
    let isFolder = isFolder(entry.path)
    try SandboxError.check(
      isFolder ? makeFolder("mounts/\(index)") : makeFile("mounts/\(index)"), "cannot create the mount point \(index)")
    let descriptor = open(entry.path.string, reviewbot_open_path_only | O_CLOEXEC | O_NOFOLLOW)
    try SandboxError.check(descriptor < 0 ? -errno : 0, "cannot open \(entry.path)")
    defer { close(descriptor) }
    guard verified.isOpen(descriptor) else {
      throw SandboxError("a folder of the sandbox was replaced while the sandbox was created: \(entry.name)")
    }
    try SandboxError.check(reviewbot_bind(descriptor, "mounts/\(index)"), "cannot mount \(entry.path)")
  }

  private func bind(_ path: FilePath, at name: String) throws {
    let descriptor = open(path.string, reviewbot_open_path_only | O_CLOEXEC)
    try SandboxError.check(descriptor < 0 ? -errno : 0, "cannot open the container's root \(path)")
    defer { close(descriptor) }
    try SandboxError.check(reviewbot_bind(descriptor, name), "cannot mount the container's root \(path)")
  }

  private func mountedImage() throws -> FilePath {
    let program = commandLine[0]
    let isThere = try Self.output([program, "image", "exists", image]) != nil
    if !isThere, try Self.output([program, "pull", "--quiet", image]) == nil {
      throw SandboxError("cannot get the image \(image): try podman pull \(image)")
    }
    guard let path = try Self.output([program, "image", "mount", image]), path.hasPrefix("/") else {
      throw SandboxError("cannot mount the image \(image): try podman image mount \(image)")
    }
    return FilePath(path)
  }

  /// Releases the image's reference count, which is kept outside of this namespace; the mount ends with the namespace.
  func remove() {
    if system == nil { _ = try? Self.output([commandLine[0], "image", "unmount", image]) }
  }

  /// Returns the output of a program; `nil` when it fails.
  private static func output(_ commandLine: [String]) throws -> String? {
    let pipe = try FileDescriptor.pipe()
    let child = try PlainChild(commandLine, output: .descriptor(pipe.writeEnd), errors: .nothing)
    try pipe.writeEnd.close()
    let text = try FileHandle(fileDescriptor: pipe.readEnd.rawValue, closeOnDealloc: true).readToEnd() ?? Data()
    guard child.wait() == 0 else { return nil }
    return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Hides the second hierarchy because crun does not start where control groups of both versions are mounted, although
  /// those of version 2 have no controllers then.
  private func hideSecondHierarchy() {
    let second = "/sys/fs/cgroup/unified"
    guard Self.isSecondVersion(second), !Self.isSecondVersion("/sys/fs/cgroup") else { return }
    let descriptor = open("empty", reviewbot_open_path_only | O_CLOEXEC)
    defer { close(descriptor) }
    // When this fails, crun reports the error.
    _ = reviewbot_bind(descriptor, second)
  }

  /// CGROUP2_SUPER_MAGIC. Source: linux/magic.h.
  static func isSecondVersion(_ path: String) -> Bool {
    var magic: UInt32 = 0
    return reviewbot_file_system(path, &magic) == 0 && magic == 0x6367_7270
  }

  private func makeFolder(_ name: String) -> Int32 { mkdir(name, 0o755) == 0 ? 0 : -errno }

  private func makeFile(_ name: String) -> Int32 {
    let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return -errno }
    close(descriptor)
    return 0
  }

  private func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return stat(path.string, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
