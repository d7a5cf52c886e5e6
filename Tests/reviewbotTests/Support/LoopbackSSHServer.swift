// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewTesting
import SystemPackage

/// An SSH server on the loopback interface, to which the user who runs the tests logs in with a key.
final class LoopbackSSHServer {
  struct Failure: Error {
    let description: String
  }

  private static let program = "/usr/sbin/sshd"

  /// A requirement of the tests that this machine does not meet, with the remedy; `nil` if it meets all.
  static var isMissing: String? {
    let files = FileManager.default
    for (file, package) in [(program, "openssh-server"), ("/usr/bin/ssh-keygen", "openssh-client")]
    where !files.isExecutableFile(atPath: file) {
      return "there is no \(file): apt-get install \(package)"
    }
    // Its package creates the folder when it starts as a service.
    guard geteuid() != 0 || files.fileExists(atPath: "/run/sshd") else {
      return "there is no /run/sshd, which sshd wants when root runs it: mkdir -m 755 /run/sshd"
    }
    return nil
  }

  /// The private key that opens the server.
  let key: FilePath
  let port: Int
  private let hostKey: FilePath
  private let program: HelperProgram
  private let log: FilePath

  init(in folder: ScratchDirectory) async throws {
    key = try Self.makeKey(folder.path.appending("key"))
    hostKey = try Self.makeKey(folder.path.appending("host-key"))
    log = try folder.write("sshd.log", "")
    port = try Self.freePort()
    let command =
      ["/bin/sh", "-c", #""$0" "$@" & server=$!; cat > /dev/null; kill $server"#, Self.program]
      + ["-D", "-e", "-f", "/dev/null", "-p", "\(port)", "-h", hostKey.string]
      + [
        "ListenAddress=127.0.0.1", "AuthorizedKeysFile=\(key.string).pub", "StrictModes=no", "UsePAM=no",
        "PasswordAuthentication=no", "PidFile=none", "PermitRootLogin=yes",
      ].flatMap { ["-o", $0] }
    let errors = try FileDescriptor.open(log, .writeOnly, options: .closeOnExec)
    defer { try? errors.close() }
    program = try HelperProgram(command, errors: .descriptor(errors))
    try await FileWatch(log).wait {
      guard program.isRunning else { throw Failure(description: messages) }
      return messages.contains("Server listening")
    }
  }

  deinit {
    program.finish()
  }

  /// Its log messages about clients.
  var messages: String { (try? String(contentsOfFile: log.string, encoding: .utf8)) ?? "" }

  func url(_ path: FilePath) -> String { "ssh://\(NSUserName())@127.0.0.1:\(port)\(path.string)" }

  /// A line of `known_hosts` for this server with a public key, by default its own.
  func knownHost(_ publicKey: FilePath? = nil) throws -> String {
    let file = (publicKey ?? hostKey).string + ".pub"
    let fields = try String(contentsOfFile: file, encoding: .utf8).split(separator: " ").prefix(2)
    return "[127.0.0.1]:\(port) \(fields.joined(separator: " "))\n"
  }

  /// Makes a pair of keys.
  static func makeKey(_ path: FilePath) throws -> FilePath {
    try FinishedCommand.output(of: ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path.string])
    return path
  }

  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard isBound else { throw Failure(description: "no port: \(String(cString: strerror(errno)))") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
