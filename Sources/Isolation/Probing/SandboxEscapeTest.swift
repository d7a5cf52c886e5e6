// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
import NetworkAddressing

/// Attempts to escape from the sandbox in which it runs.
package struct SandboxEscapeTest: Sendable {
  private let targets: EscapeTargets

  package init(_ targets: EscapeTargets) {
    self.targets = targets
  }

  /// The attempts that succeeded.
  package func tryAll() -> [EscapeAttempt] {
    EscapeAttempt.allCases.filter(works)
  }

  private func works(_ attempt: EscapeAttempt) -> Bool {
    switch attempt {
    case .readFile: holdsCanary(targets.file)
    case .readEnvironment: processes.contains { holdsCanary("/proc/\($0)/environ") }
    case .writeFile: canWrite(in: targets.folder)
    case .changeSystem: ["/", "/usr", "/usr/bin", "/etc", "/dev"].contains(where: canWrite)
    case .changeKernel: Self.kernelSettings.contains(where: canOpenForWriting)
    case .beRoot: isRootOutside
    case .seeMounts: ["self", "1"].contains { showsMachine("/proc/\($0)/mountinfo") }
    // The result is visible outside only: see SandboxProbe.
    case .leadOut: makeLinks()
    case .reachMachine: canConnect(to: .v4([127, 0, 0, 1]), port: targets.port)
    // An address for documentation, which no host has (RFC 5737): the test is whether there is a route.
    case .reachNetwork: canConnect(to: .v4([192, 0, 2, 1]), port: 443)
    case .signalProcess: kill(targets.process, 0) == 0
    case .traceProcess: reviewbot_may_trace(targets.process) == 1
    case .makeNamespace: reviewbot_may_make_namespaces() == 1
    case .setUser: SystemCallEscapes.canSetUser
    case .openSocket: SystemCallEscapes.canOpenSocket
    case .useKeys: SystemCallEscapes.canUseKeys
    case .reachKernel: SystemCallEscapes.canReachKernel
    case .hideMemory: SystemCallEscapes.canHideMemory
    // See MemoryAttempt.
    case .takeMemory: false
    }
  }

  /// Settings that make the kernel run a program outside, drop its caches or restart the host.
  private static let kernelSettings = [
    "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe", "/proc/sys/vm/drop_caches", "/proc/sysrq-trigger",
  ]

  /// Creates links in the folder that is read outside afterwards.
  private func makeLinks() -> Bool {
    for (name, target) in Self.links(to: targets) { symlink(target, name) }
    return false
  }

  static func links(to targets: EscapeTargets) -> [(name: String, target: String)] {
    [("file", targets.file), ("folder", targets.folder), ("magic", "/proc/self/root\(targets.file)")]
  }

  /// Whether the kernel's settings, which belong to root, are owned by this process's user. In a user namespace they
  /// have no owner, unless root of the host is mapped in it.
  private var isRootOutside: Bool {
    var status = stat()
    return stat("/proc/sys/kernel", &status) == 0 && status.st_uid == getuid()
  }

  /// Whether the mounts show their paths on the host. gVisor lists only mounts of its own.
  private func showsMachine(_ file: String) -> Bool {
    guard let text = KernelFile.contents(file), !text.isEmpty else { return false }
    // The folder beside the one that is shown.
    let name = targets.folder.split(separator: "/").dropLast().last ?? ""
    return text.range(of: Data(name.utf8)) != nil || text.range(of: Data("lowerdir=".utf8)) != nil
  }

  private var processes: [Int32] { ProcessTable.ids + [targets.process] }

  private func holdsCanary(_ file: String) -> Bool {
    KernelFile.contents(file)?.range(of: Data(targets.canary.utf8)) != nil
  }

  private func canWrite(in folder: String) -> Bool {
    let path = "\(folder)/reviewbot-\(targets.canary)"
    guard FileManager.default.createFile(atPath: path, contents: nil) else { return false }
    unlink(path)
    return true
  }

  /// Opening has no side effects, and is refused where writing would be.
  private func canOpenForWriting(_ file: String) -> Bool {
    let descriptor = open(file, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// Does not wait for an answer: it is enough that a packet can be sent.
  private func canConnect(to host: NetworkAddress, port: UInt16) -> Bool {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard connection >= 0 else { return false }
    defer { close(connection) }
    let result = host.withSocketAddress(port: port) { connect(connection, $0, $1) }
    guard result != 0 else { return true }
    guard errno == EINPROGRESS else { return false }
    // A refusal arrives at once.
    var state = pollfd(fd: connection, events: Int16(POLLOUT), revents: 0)
    guard poll(&state, 1, 200) > 0 else { return true }
    return state.revents & Int16(POLLERR) == 0
  }
}
