// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// The place of a socket that only this user can reach.
struct ControlSocket {
  private let path: FilePath
  /// The address has room for 107 bytes, which the path of a home can exceed: then it is named by its folder's descriptor.
  let address: String
  private let folder: FileDescriptor

  /// Makes the folder if it is not there, and removes a socket at which nobody answers.
  ///
  /// - Throws: ``ServingError``.
  init(_ path: FilePath) throws(ServingError) {
    self.path = path
    guard let name = path.lastComponent else { throw ServingError(.place, "\(path) is not a file") }
    let folder = path.removingLastComponent()
    try Self.makeFolder(folder)
    do {
      self.folder = try FileDescriptor.open(folder, .readOnly, options: [.directory, .closeOnExec])
    } catch {
      throw ServingError(.place, "cannot open the folder of the socket \(path)", underlying: "\(error)")
    }
    address = "/proc/self/fd/\(self.folder.rawValue)/\(name)"
    do throws(ServingError) {
      try Self.checkAddress(address, path)
    } catch {
      // The error is what counts.
      try? self.folder.close()
      throw error
    }
  }

  /// Keeps everybody else from connecting. The folder does so before.
  func protect() { chmod(address, 0o600) }

  /// Removes the socket, after which nothing can be done with this value.
  func remove() {
    unlink(address)
    // There is nothing to be lost.
    try? folder.close()
  }

  private static func makeFolder(_ folder: FilePath) throws(ServingError) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw ServingError(.place, "cannot make the folder \(folder)", underlying: "\(error)")
    }
    var status = stat()
    guard stat(folder.string, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw ServingError(
        .place, "others can enter the folder \(folder), in which the daemon takes commands",
        remedy: "make it the daemon's own, with chmod 700")
    }
  }

  private static func checkAddress(_ address: String, _ path: FilePath) throws(ServingError) {
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let text = Array(address.utf8)
    guard text.count < MemoryLayout.size(ofValue: name.sun_path) else {
      throw ServingError(
        .place, "the name of the socket \(path) is too long", remedy: "use one of fewer than 80 bytes")
    }
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: text) }
    var status = stat()
    guard lstat(address, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw ServingError(.place, "\(path) is there and is no socket", remedy: "choose another place, or remove it")
    }
    let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(client) }
    let result = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    // Only a socket that nobody listens at refuses; the server, which comes next, replaces it.
    guard result != 0, errno == ECONNREFUSED else {
      throw ServingError(
        .inUse, "another process answers at the socket \(path)", remedy: "end the other daemon, or name another socket")
    }
  }
}
