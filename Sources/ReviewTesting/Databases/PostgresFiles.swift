// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Where the tests' servers have their programs and their files, and who runs them.
enum PostgresFiles {
  /// A server refuses to run as root.
  static let user: UInt32 = 65_534

  private static let prefix = "reviewbot-postgres-"

  /// Where Debian keeps the server's programs: the newest that is installed.
  static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    for version in versions.compactMap({ Int($0) }).sorted().reversed() {
      let folder = "\(root)/\(version)/bin"
      if FileManager.default.isExecutableFile(atPath: "\(folder)/initdb") { return folder }
    }
    return nil
  }()

  /// Where the folders are made: in memory where there is room, because each database has hundreds of small files, and
  /// with a short path, because that of a socket is short. The temporary folder of the tests may be closed to others.
  private static let root: String = {
    var space = statvfs()
    let hasRoom = statvfs("/dev/shm", &space) == 0 && UInt64(space.f_bavail) * UInt64(space.f_frsize) >= 2 << 30
    return hasRoom && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
  }()

  /// Makes a folder that the server's user owns.
  static func makeFolder() throws(PostgresServer.CannotStart) -> String {
    removeOrphans()
    var template = Array("\(root)/\(prefix)\(getpid())-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .init(description: "cannot make a folder in \(root)") }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if getuid() == 0 { chown(folder, user, user) }
    return folder
  }

  /// Removes the folders of servers whose processes were killed, and so had no chance to.
  private static func removeOrphans() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [] where name.hasPrefix(prefix) {
      let process = name.dropFirst(prefix.count).prefix { $0.isNumber }
      guard let id = pid_t(process), kill(id, 0) != 0, errno == ESRCH else { continue }
      try? FileManager.default.removeItem(atPath: "\(root)/\(name)")
    }
  }

  /// A command that is run as the server's user, and ends with the thread that starts it.
  static func asUser(_ command: [String]) -> [String] {
    let signal = ["/usr/bin/setpriv", "--pdeathsig", "INT"]
    guard getuid() == 0 else { return signal + command }
    return signal + ["--reuid", "\(user)", "--regid", "\(user)", "--clear-groups"] + command
  }

  /// Runs a command to its end.
  ///
  /// - Returns: what it printed.
  @discardableResult
  static func run(_ command: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw PostgresServer.CannotStart(description: "\(command[0]) failed: \(text)")
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
