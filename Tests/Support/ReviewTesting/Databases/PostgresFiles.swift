// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The programs, the folders and the user of the tests' PostgreSQL servers.
enum PostgresFiles {
  /// The user of a server when the tests run as root, because a server refuses to run as root.
  static let user: UInt32 = 65_534

  private static let prefix = "reviewbot-postgres-"

  /// The directory of the server's programs on Debian, of the newest installed version.
  static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    for version in versions.compactMap({ Int($0) }).sorted().reversed() {
      let folder = "\(root)/\(version)/bin"
      if FileManager.default.isExecutableFile(atPath: "\(folder)/initdb") { return folder }
    }
    return nil
  }()

  /// The parent of the servers' folders: in memory if there is space, because each database has hundreds of small
  /// files, and with a short path, because that of a socket is short. The temporary folder of the tests may not be
  /// accessible to the server's user.
  private static let root: String = {
    var space = statvfs()
    let hasRoom = statvfs("/dev/shm", &space) == 0 && UInt64(space.f_bavail) * UInt64(space.f_frsize) >= 2 << 30
    return hasRoom && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
  }()

  /// Creates a folder that the server's user owns.
  static func makeFolder() throws(PostgresServer.CannotStart) -> String {
    removeOrphans()
    var template = Array("\(root)/\(prefix)\(getpid())-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .init(description: "cannot make a folder in \(root)") }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if getuid() == 0 { chown(folder, user, user) }
    return folder
  }

  /// Removes the folders of servers whose test processes were killed.
  private static func removeOrphans() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? [] where name.hasPrefix(prefix) {
      let process = name.dropFirst(prefix.count).prefix { $0.isNumber }
      guard let id = pid_t(process), kill(id, 0) != 0, errno == ESRCH else { continue }
      try? FileManager.default.removeItem(atPath: "\(root)/\(name)")
    }
  }

  /// Returns a command line that runs a command as the server's user until the thread that started it ends.
  static func asUser(_ command: [String]) -> [String] {
    let signal = ["/usr/bin/setpriv", "--pdeathsig", "INT"]
    guard getuid() == 0 else { return signal + command }
    return signal + ["--reuid", "\(user)", "--regid", "\(user)", "--clear-groups"] + command
  }

  /// Runs a command to its end.
  ///
  /// - Returns: its output.
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
