// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The attacks of code under review on resources outside of its sandbox.
///
/// The tests copy this file into manifests, plugins, macros and targets of a package under review.
struct Attack {
  /// The word in the secrets outside.
  let word: String
  /// A folder with secrets, of the kind that people keep in their home.
  let outside: String
  /// The port of a service on the loopback interface; two sockets of the machine are named after it.
  let port: UInt16
  /// A process of the host, outside of the sandbox.
  let process: Int32
  /// The seconds that its processes sleep, a unique number that identifies them.
  let seconds: Int

  /// The command of ``process``.
  static let command = ["/bin/sleep", "86400"]
  /// The files below ``outside`` that contain the word.
  static let secrets = ["user/.ssh/id_ed25519", "user/.netrc", "home/token", "secret.txt"]
  /// The command of the process that tries to outlive the attack.
  static func sleeper(_ seconds: Int) -> [String] { ["setsid", "sleep", "\(seconds)"] }

  /// Tries to access the targets that a test has prepared, and returns the successful accesses.
  func gains() -> [String] {
    // The kernel's information about other processes also leads to their files.
    let ways = ["", "/proc/1/root", "/proc/self/root", "/proc/\(process)/root"].map { $0 + outside }
    let files = ways.flatMap { way in Self.secrets.map { "\(way)/\($0)" } }
    var gains = files.filter(holdsWord).map { "read \($0)" }
    gains += ways.filter(canWrite).map { "wrote to \($0)" }
    gains += openFiles.filter { $0.hasPrefix(outside) }.map { "holds \($0) open" }
    if canConnectToPort { gains.append("connected to port \(port)") }
    if canConnect(to: Array("\(outside)/socket".utf8)) { gains.append("connected to a socket's file") }
    if canConnect(to: [0] + Array("reviewbot-\(port)".utf8)) { gains.append("connected to a socket's name") }
    if !isOtherProcess, kill(process, SIGKILL) == 0 { gains.append("ended process \(process)") }
    if isRootOutside { gains.append("is root of the machine") }
    if canLeaveSetUserID { gains.append("left a set-user-ID file") }
    if ["self", "1"].contains(where: { contents("/proc/\($0)/mountinfo") != "" }) {
      gains.append("sees what is mounted")
    }
    if getenv("PATH").map({ String(cString: $0) })?.contains(outside) == true {
      gains.append("sees the operator's PATH")
    }
    return gains
  }

  /// Whether a process of the sandbox has the same number as ``process``, as a tool of the build can.
  private var isOtherProcess: Bool {
    contents("/proc/\(process)/comm") != "" && !contents("/proc/\(process)/cmdline").contains(Self.command[1])
  }

  /// The kernel's settings belong to root. In a user namespace their owner is unmapped, unless it maps the host's root.
  private var isRootOutside: Bool {
    let owner = try? FileManager.default.attributesOfItem(atPath: "/proc/sys/kernel")[.ownerAccountID] as? NSNumber
    return owner?.uint32Value == getuid()
  }

  private var canLeaveSetUserID: Bool {
    let file = "\(NSTemporaryDirectory())/set-user-id-\(getpid())"
    let descriptor = open(file, O_CREAT | O_WRONLY, 0o700)
    guard descriptor >= 0 else { return false }
    defer {
      close(descriptor)
      unlink(file)
    }
    return fchmod(descriptor, 0o4755) == 0 || chmod(file, 0o2755) == 0
  }

  private func contents(_ file: String) -> String {
    String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
  }

  /// Attacks the whole machine, leaves a process that tries to outlive it, and writes the results to a file that its
  /// package's test reads.
  func strike(_ name: String, in package: String) {
    // Concurrent attacks have the word in their memory, because they search for it.
    let seen = CanaryScan(for: word).places.filter { !isAttack($0) }
    var gains = seen + gains()
    gains += ["/", "/usr/bin", "/etc", "/var/tmp", "/box", "/dev", "/proc/sys/kernel"].filter(canWrite)
    gains += ["core_pattern", "modprobe"].map { "/proc/sys/kernel/\($0)" }.filter { file in
      let descriptor = open(file, O_WRONLY)
      defer { close(descriptor) }
      return descriptor >= 0
    }
    gains += filesWithWord(below: "/", besides: ["proc", "sys", "dev", "usr", "opt"])
    let folder = "\(package)/.attacks"
    let manager = FileManager.default
    try? manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let sleeps = outlive()
    let text = "\(name): \(sleeps ? "started" : "did not start") a process, gained \(gains.count) \(gains)"
    try? text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    FileHandle.standardError.write(Data("attack \(text)\n".utf8))
  }

  /// Whether a place is in the memory of a program that was built in the sandbox.
  private func isAttack(_ place: String) -> Bool {
    guard place.hasPrefix("/proc/"), place.hasSuffix("/mem") else { return false }
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: place.dropLast(3) + "exe")
    // A process that has ended since is not one of the host's: those with the word run until the attack ends.
    return program?.hasPrefix("/box/") ?? true
  }

  private func outlive() -> Bool {
    let sleeper = Process()
    sleeper.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    sleeper.arguments = Self.sleeper(seconds)
    // Otherwise the parent process would wait for it.
    sleeper.standardInput = FileHandle.nullDevice
    sleeper.standardOutput = FileHandle.nullDevice
    sleeper.standardError = FileHandle.nullDevice
    return (try? sleeper.run()) != nil
  }

  private func holdsWord(_ file: String) -> Bool {
    FileManager.default.contents(atPath: file)?.range(of: Data(word.utf8)) != nil
  }

  private func filesWithWord(below folder: String, besides names: Set<String>) -> [String] {
    guard let files = FileManager.default.enumerator(atPath: folder) else { return [] }
    var found: [String] = []
    var seen = 0
    for case let file as String in files {
      seen += 1
      if seen > 20_000 { break }
      if names.contains(file) || file.hasSuffix("/.build") { files.skipDescendants() }
      if file.contains(".attacks") { continue }
      if holdsWord("\(folder)\(file)") { found.append("found \(folder)\(file)") }
    }
    return found
  }

  private func canWrite(in folder: String) -> Bool {
    let file = "\(folder)/taken-\(getpid())"
    let descriptor = open(file, O_CREAT | O_WRONLY, 0o600)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  private var openFiles: [String] {
    let manager = FileManager.default
    let names = (try? manager.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.compactMap { try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
  }

  private var canConnectToPort: Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return connects(AF_INET, &address, MemoryLayout<sockaddr_in>.size)
  }

  private func canConnect(to name: [UInt8]) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    return connects(AF_UNIX, &address, MemoryLayout<sa_family_t>.size + name.count)
  }

  private func connects<Address>(_ family: Int32, _ address: inout Address, _ length: Int) -> Bool {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(length)) == 0
      }
    }
  }
}
