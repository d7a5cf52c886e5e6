// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
import ReviewCore
import SystemPackage

/// Prepares the place of a queue's file.
enum QueuePlace {
  /// Makes the file, if it is not there, readable by its owner only.
  ///
  /// - Throws: ``QueueError/Code/unsuitablePlace`` on a network's file system, where neither locks nor SQLite's shared
  ///   memory can be relied on.
  static func prepare(_ file: FilePath) throws(QueueError) {
    let folder = file.removingLastComponent()
    do {
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw QueueError(.failed, "cannot make the folder \(folder)", underlying: error.localizedDescription)
    }
    var magic: UInt32 = 0
    let result = reviewbot_file_system(folder.string, &magic)
    guard result >= 0 else { throw QueueError.system("cannot look at \(folder)", -result) }
    if let network = networkName(ofFileSystem: magic) {
      throw QueueError(
        .unsuitablePlace, "the queue \(file) would be on \(network)", remedy: "put it on a disk of this machine")
    }
    let descriptor = open(file.string, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw QueueError.system("cannot open the queue \(file)", errno) }
    close(descriptor)
  }

  /// The name of a network's file system by its magic number (linux/magic.h); `nil` for all others.
  static func networkName(ofFileSystem magic: UInt32) -> String? {
    switch magic {
    case 0x6969: "NFS"
    case 0x517b, 0xff53_4d42, 0xfe53_4d42: "SMB"
    case 0x0102_1997: "9p"
    case 0x00c3_6400: "Ceph"
    default: nil
    }
  }
}
