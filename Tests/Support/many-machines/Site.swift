// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage

/// The machines, their database, and the network and disk of some of them.
final class Site: Sendable {
  static let secret = "a-secret-of-webhooks-0123456789"

  let forges: [ForgeStandIn]
  let server: PostgresServer
  let network: IsolatedNetwork?
  let disk: LimitedDisk?
  let machines: [Machine]
  /// The folder of the locks of reviews; see ``SleepingReviewer``.
  let reviews: FilePath
  private let database: String
  private let otherListeners: [LoopbackServer]

  /// The worker that reaches the database over ``network``.
  var isolated: Machine? { network == nil ? nil : machine("worker-4") }
  /// The worker that may stay away.
  var expendable: Machine? { machine("worker-1") }
  var intakes: [Machine] { machines.filter { $0.role == "intake" } }

  /// - Parameter faults: the faults to prepare for.
  init(_ forges: [ForgeStandIn], in folder: ScratchDirectory, for faults: [Fault]) throws {
    self.forges = forges
    let reviews = try folder.folder("reviews").path
    self.reviews = reviews
    let network = faults.contains(where: \.needsNetwork) ? try IsolatedNetwork() : nil
    self.network = network
    let server = try PostgresServer.stoppable(at: network?.address)
    self.server = server
    let database = try server.database().split(separator: "=").last.map(String.init) ?? ""
    self.database = database
    let disk = faults.contains(.disk) ? try LimitedDisk(at: folder.folder("small-disk").path) : nil
    self.disk = disk
    otherListeners =
      try network.map { network in
        try forges.map { try $0.forge.serve(at: $0.port, in: network.file) }
      } ?? []
    try Self.writeSecrets(forges, in: folder)
    var machines: [Machine] = []
    let socket = "host=\(server.folder) port=\(server.port) user=reviewbot dbname=\(database)"
    func add(
      _ name: String, _ role: String, state: FilePath? = nil, connection: String? = nil, launcher: [String] = [],
      environment: [String: String] = [:], clockOffset: TimeInterval = 0
    ) throws {
      let state = state ?? folder.path.appending("\(name)-state")
      let text = Self.file(forges, in: folder, state: state, connection: connection ?? socket)
      machines.append(
        Machine(
          name, role: role, in: folder, file: try folder.write("\(name).yml", text), reviews: reviews,
          launcher: launcher, environment: environment, clockOffset: clockOffset))
    }
    for number in 1...2 { try add("intake-\(number)", "intake") }
    try add("worker-1", "worker")
    if faults.contains(.clock), let library = ProcessInfo.processInfo.environment["REVIEWBOT_FAKETIME"] {
      try add(
        "worker-2", "worker", launcher: ["/usr/bin/env"],
        environment: ["LD_PRELOAD": library, "FAKETIME": "+1h", "FAKETIME_DONT_FAKE_MONOTONIC": "1"],
        clockOffset: 3600)
    } else {
      try add("worker-2", "worker")
    }
    try add("worker-3", "worker", state: disk?.state)
    let authority = PostgresTLS.authority(of: server)
    try add(
      "worker-4", "worker",
      connection: network.map {
        "host=\(PostgresTLS.name) hostaddr=\($0.address) port=\(server.port) user=reviewbot dbname=\(database) "
          + "sslrootcert=\(authority)"
      }, launcher: network?.launcher ?? [])
    for number in 1...2 { try add("keeper-\(number)", "keeper") }
    self.machines = machines
  }

  /// Returns the reasons why some faults are impossible on this machine.
  static func obstacles(_ faults: [Fault]) -> [Fault: String] {
    var obstacles: [Fault: String] = [:]
    for fault in faults {
      switch fault {
      case .clock where ProcessInfo.processInfo.environment["REVIEWBOT_FAKETIME"] == nil:
        obstacles[fault] = "REVIEWBOT_FAKETIME is not set to a library of libfaketime"
      case .cut where !IsolatedNetwork.isPossible, .partition where !IsolatedNetwork.isPossible:
        obstacles[fault] = "this machine allows no network namespace"
      case .cut where !PostgresTLS.isAvailable, .partition where !PostgresTLS.isAvailable:
        obstacles[fault] = "openssl is not installed"
      case .disk where !SmallDisk.isPossible: obstacles[fault] = "this machine allows no file system in memory"
      default: break
      }
    }
    return obstacles
  }

  private func machine(_ name: String) -> Machine? { machines.first { $0.name == name } }

  /// Runs a query in the database.
  func query(_ sql: String) throws -> String { try server.query(sql, in: database) }

  /// Stops all machines and listeners.
  func stop() async {
    for machine in machines { machine.kill(isAway: true) }
    for listener in otherListeners { await listener.stop() }
  }

  private static func writeSecrets(_ forges: [ForgeStandIn], in folder: ScratchDirectory) throws {
    for (name, text) in [("webhook-secret", secret)] + forges.map({ ("token-\($0.kind.rawValue)", $0.token) }) {
      let path = try folder.write(name, text + "\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path.string)
    }
  }

  private static func file(
    _ forges: [ForgeStandIn], in folder: ScratchDirectory, state: FilePath, connection: String
  ) -> String {
    """
    version: 1
    listen: 127.0.0.1:0
    state: \(state)
    queue: {connection: "\(connection)"}
    debounce: 1s
    forges:
    \(forges.map { forge in
      """
        - kind: \(forge.kind.rawValue)
          url: \(forge.forge.url)\(forge.kind == .github ? "\n    api: \(forge.forge.url)" : "")
          webhook_secrets: [\(folder.path)/webhook-secret]
          token: \(folder.path)/token-\(forge.kind.rawValue)
          repositories: ["acme/*"]
          write_spacing: {burst: 300, per_minute: 12000}
      """
    }.joined(separator: "\n"))
    sandbox: {backend: none}
    limits: {workers: 4, attempts: 20, free_space: 256M, shutdown_grace_period: 1s}
    reconcile: {interval: off}
    log: {level: info, format: json}

    """
  }
}

/// A small disk with a machine's state folder, for tests of a full disk.
final class LimitedDisk: Sendable {
  private let disk: SmallDisk
  let state: FilePath
  private let folder: FilePath

  init(at folder: FilePath) throws {
    disk = try SmallDisk(at: folder, megabytes: 320)
    self.folder = folder
    state = folder.appending("state")
  }

  func fill(for time: Duration) async throws {
    let folder = folder
    let filling = try await blocking { try DiskFilling(of: folder) }
    try await Task.sleep(for: time)
    try await blocking { try filling.remove() }
  }
}
