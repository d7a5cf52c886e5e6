// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage

/// A network namespace connected to this machine only by a pair of virtual devices. The link can be cut like a cable:
/// packets are lost, and no connection is closed.
final class IsolatedNetwork: Sendable {
  /// The address of this machine, seen from inside the namespace.
  let address: String
  private let inner: String
  private let device: String
  private let holder: HelperProgram

  /// Only root can create one, and in a container usually not even root.
  static let isPossible = FinishedCommand.succeeds([
    "unshare", "--net", "sh", "-c", "ip link add rvtest0 type veth peer name rvtest1",
  ])

  init() throws {
    let number = Int(getpid())
    address = "10.213.\(number % 250).1"
    inner = "10.213.\(number % 250).2"
    device = "rv\(number)"
    holder = try HelperProgram(["unshare", "--net", "sh", "-c", "ip link set lo up && echo ready && exec cat"])
    _ = try holder.line()
    try Self.run([
      "ip", "link", "add", device, "type", "veth", "peer", "name", "machine", "netns", "\(holder.process)",
    ])
    try Self.run(["ip", "address", "add", "\(address)/30", "dev", device])
    try Self.run(["ip", "link", "set", device, "up"])
    try inside(["ip", "address", "add", "\(inner)/30", "dev", "machine"])
    try inside(["ip", "link", "set", "machine", "up"])
  }

  deinit {
    holder.end()
    // The device is removed with the namespace, but not immediately.
    _ = try? FinishedCommand(["ip", "link", "delete", device])
  }

  /// The file of the namespace.
  var file: FilePath { FilePath("/proc/\(holder.process)/ns/net") }

  /// The command that runs a program in the namespace.
  var launcher: [String] { ["nsenter", "--net=\(file)"] }

  /// Makes both sides send to the address of a device that does not exist.
  func cut() throws {
    let unreachable = ["lladdr", "02:00:00:00:00:99", "nud", "permanent"]
    try inside(["ip", "neighbour", "replace", address, "dev", "machine"] + unreachable)
    try Self.run(["ip", "neighbour", "replace", inner, "dev", device] + unreachable)
  }

  func heal() throws {
    try inside(["ip", "neighbour", "delete", address, "dev", "machine"])
    try Self.run(["ip", "neighbour", "delete", inner, "dev", device])
  }

  private func inside(_ command: [String]) throws { try Self.run(launcher + command) }

  private static func run(_ command: [String]) throws { try FinishedCommand.output(of: command) }
}
