// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// An attack of code under review on the queue's database: it searches for connection parameters, and connects.
///
/// The tests run it, and copy this file into a package under review.
struct DatabaseSearch {
  /// The password, and the name of the user in the connection string.
  let secrets: [String]
  /// The files that contain them.
  let files: [String]
  /// The port of the server on the loopback interface.
  let port: UInt16
  /// The server's Unix socket.
  let socket: String

  /// - Parameter processes: the processes whose environment, memory and descriptors are searched; `nil` for all.
  func findings(in processes: [Int32]? = nil) -> [String] {
    var found = secrets.indices.flatMap { index in
      CanaryScan(for: secrets[index], in: processes).places.map { "word \(index) in \($0)" }
    }
    for (name, value) in ProcessInfo.processInfo.environment where name.hasPrefix("PG") || value.contains("dbname=") {
      found.append("variable \(name)")
    }
    for way in ["", "/proc/1/root", "/proc/self/root"] {
      for file in files where FileManager.default.contents(atPath: way + file) != nil {
        found.append("read \(way)\(file)")
      }
    }
    for process in processes ?? Self.processes {
      for file in openFiles(of: process) where files.contains(file) { found.append("\(process) holds \(file)") }
    }
    for table in ["/proc/self/net/tcp", "/proc/1/net/tcp"] where text(of: table).contains(":" + hexadecimalPort + " ") {
      found.append("a socket of the server in \(table)")
    }
    for descriptor in 0..<Int32(1024) where leadsToServer(descriptor) { found.append("holds a connection") }
    if connectsToPort { found.append("connected to the port") }
    if connectsToSocket { found.append("connected to the socket") }
    return found
  }

  /// The visible processes, including its ancestors.
  static var processes: [Int32] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
  }

  private var hexadecimalPort: String {
    let digits = String(port, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  private func text(of file: String) -> String {
    String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
  }

  private func openFiles(of process: Int32) -> [String] {
    let folder = "/proc/\(process)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
  }

  private func leadsToServer(_ descriptor: Int32) -> Bool {
    var peer = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &peer) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
    }
    return result == 0 && peer.sin_family == sa_family_t(AF_INET) && peer.sin_port == port.bigEndian
  }

  private var connectsToPort: Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return connects(AF_INET, &address, MemoryLayout<sockaddr_in>.size)
  }

  private var connectsToSocket: Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(socket.utf8)) }
    return connects(AF_UNIX, &address, MemoryLayout<sa_family_t>.size + socket.utf8.count + 1)
  }

  private func connects<Address>(_ family: Int32, _ address: inout Address, _ length: Int) -> Bool {
    let descriptor = Glibc.socket(family, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(length)) == 0 }
    }
  }
}
