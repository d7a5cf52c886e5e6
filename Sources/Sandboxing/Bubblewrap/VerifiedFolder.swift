// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// A folder that a sandbox shows, and which one it must be: bubblewrap takes folders by their paths, and what is at a path can be
/// replaced between the moment when it was looked at and the moment when it is mounted. So it is looked at again inside.
struct VerifiedFolder: Hashable, Codable, Sendable, CustomStringConvertible {
  /// What it is called inside.
  let name: FilePath
  /// The device and the inode, which stay the same when a folder is shown somewhere else.
  let device: UInt
  let inode: UInt

  init(name: FilePath, device: UInt, inode: UInt) {
    self.name = name
    self.device = device
    self.inode = inode
  }

  /// `NAME=DEVICE:INODE`
  init?(_ text: String) {
    guard let equals = text.lastIndex(of: "=") else { return nil }
    let numbers = text[text.index(after: equals)...].split(separator: ":", omittingEmptySubsequences: false)
    guard numbers.count == 2, let device = UInt(numbers[0]), let inode = UInt(numbers[1]) else { return nil }
    self.init(name: FilePath(String(text[..<equals])), device: device, inode: inode)
  }

  var description: String { "\(name)=\(device):\(inode)" }

  /// Whether it is the one that this process sees under the name.
  var isShown: Bool {
    var status = stat()
    return lstat(name.string, &status) == 0 && isThis(status)
  }

  func isOpen(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && isThis(status)
  }

  private func isThis(_ status: stat) -> Bool { UInt(status.st_dev) == device && UInt(status.st_ino) == inode }
}
