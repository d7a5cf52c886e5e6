// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SystemPackage

/// The path of a Unix domain socket that only this user can connect to.
struct ControlSocket {
  private let path: FilePath
  /// The socket's path below its directory's descriptor: an address has 107 bytes at most, and `path` can be longer.
  let address: String
  private let directory: FileDescriptor

  /// Creates the directory if it is missing, and accepts an existing socket only if no process listens on it.
  ///
  /// - Throws: ``ServingError``.
  init(_ path: FilePath) throws(ServingError) {
    self.path = path
    guard let name = path.lastComponent else {
      throw ServingError(.place, "cannot use \(path) as a socket: it has no file name")
    }
    let parent = path.removingLastComponent()
    try Self.makeDirectory(parent)
    do {
      directory = try FileDescriptor.open(parent, .readOnly, options: [.directory, .closeOnExec])
    } catch {
      throw ServingError(.place, "cannot open the directory of the socket \(path)", underlying: "\(error)")
    }
    address = "/proc/self/fd/\(directory.rawValue)/\(name)"
    do throws(ServingError) {
      try Self.checkAddress(address, path)
    } catch {
      // The first error is the one to report.
      try? directory.close()
      throw error
    }
  }

  /// Restricts the socket to this user. Before that, the permissions of the directory protect it.
  func protect() { chmod(address, 0o600) }

  /// Removes the socket and closes the directory; the value must not be used after that.
  func remove() {
    unlink(address)
    // A read-only descriptor loses no data.
    try? directory.close()
  }

  private static func makeDirectory(_ directory: FilePath) throws(ServingError) {
    do {
      try FileManager.default.createDirectory(
        atPath: directory.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw ServingError(.place, "cannot create the directory \(directory)", underlying: "\(error)")
    }
    var status = stat()
    guard stat(directory.string, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
      throw ServingError(
        .place, "cannot create the control socket in \(directory): other users have access to the directory",
        remedy: "make the daemon's user its owner, and run chmod 700 on it")
    }
  }

  private static func checkAddress(_ address: String, _ path: FilePath) throws(ServingError) {
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let text = Array(address.utf8)
    guard text.count < MemoryLayout.size(ofValue: name.sun_path) else {
      throw ServingError(
        .place, "cannot create the socket \(path): its name is too long", remedy: "use a name of fewer than 80 bytes")
    }
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: text) }
    var status = stat()
    guard lstat(address, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw ServingError(
        .place, "cannot create the socket \(path): another file exists there",
        remedy: "choose another path, or remove the file")
    }
    let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(client) }
    let result = withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    // Only a socket without a listener refuses connections; the server replaces it.
    guard result != 0, errno == ECONNREFUSED else {
      throw ServingError(
        .inUse, "cannot create the socket \(path): another process listens on it",
        remedy: "stop the other daemon, or choose another socket")
    }
  }
}
