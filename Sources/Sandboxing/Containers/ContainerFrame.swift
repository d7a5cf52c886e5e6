// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// A layer above a container's system: places for what is shown in it, and a few files of /etc. The runtime could not make them where
/// the system's files have no owner in the container.
struct ContainerFrame {
  private let folder: FilePath
  private let system: FilePath

  /// How many links a path may lead through, as for the kernel.
  private static let mostLinks = 40

  /// Makes what every container has.
  ///
  /// - Parameters:
  ///   - folder: an empty folder.
  ///   - system: the container's root file system.
  init(in folder: FilePath, above system: FilePath) throws {
    self.folder = folder
    self.system = system
    for name in ["/dev", "/proc", "/sys", "/run", "/etc"] as [FilePath] { try makePlace(name, isFolder: true) }
    for name in ["/run/.containerenv", "/etc/hostname", "/etc/resolv.conf"] as [FilePath] {
      try makePlace(name, isFolder: false)
    }
    _ = try SystemFiles(in: path(inSystem: "/etc").map(folder.pushing) ?? folder.appending("etc"))
    let mounts = folder.appending("etc/mtab").string
    if symlink("/proc/mounts", mounts) != 0, errno != EEXIST { throw SandboxError("\(mounts) cannot be made") }
  }

  /// Makes a folder or a file where the system has none.
  func makePlace(_ name: FilePath, isFolder: Bool) throws {
    guard let inner = path(inSystem: name) else { throw SandboxError("\(name) leads through too many links") }
    let place = folder.pushing(inner)
    let parent = isFolder ? place : place.removingLastComponent()
    try FileManager.default.createDirectory(
      atPath: parent.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    guard !isFolder, !FileManager.default.fileExists(atPath: system.pushing(inner).string) else { return }
    let descriptor = open(place.string, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SandboxError("\(place) cannot be made: \(String(cString: strerror(errno)))") }
    close(descriptor)
  }

  /// Where links of the system lead, without its first slash: a folder of this layer instead of a link would hide the
  /// link. `nil` when they lead in circles.
  private func path(inSystem name: FilePath) -> FilePath? {
    var rest = Array(name.components.reversed())
    var path: FilePath = ""
    var links = 0
    while let component = rest.popLast() {
      switch component.kind {
      case .currentDirectory: continue
      case .parentDirectory: path.removeLastComponent()
      case .regular:
        let next = path.appending(component)
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: system.pushing(next).string)
        else {
          path = next
          continue
        }
        links += 1
        guard links <= Self.mostLinks else { return nil }
        if target.hasPrefix("/") { path = "" }
        rest += FilePath(target).components.reversed()
      }
    }
    return path
  }
}
