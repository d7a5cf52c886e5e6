// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The throughput of the intake: signed bodies of 25,600 bytes over 32 concurrent connections, each on disk before its
/// response.
///
/// Compares the intake with its store, the intake without a store, and a minimal server in Python, which runs with the
/// interpreter that `REVIEWBOT_AIOHTTP_PYTHON` names. They run in turns, so that other load of the machine affects all
/// of them.
struct IntakeLoad {
  static let connections = 32
  /// The minimum rates, as multiples of the rates without a store and of the server in Python. Measured on an idle
  /// machine with two processors: 0.51 to 0.59, and 3.6.
  static let leastOfBare = 0.45
  static let leastOfOther = 3.0
  static let longestAnswer = Duration.milliseconds(20)
  static let largestRatio = 4.0
  static let time = Duration.seconds(4)

  let rounds: Int

  /// Prints the table; returns whether the thresholds are kept.
  func measure() async throws -> Bool {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("reviewbot-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // At worst a temporary folder is left.
    defer { try? FileManager.default.removeItem(at: folder) }
    let secret = DeliverySender.secret
    let stored = IntakeSubject(
      "with the store",
      try ServerProcess([IntakeProcess.command, secret, folder.appendingPathComponent("ours.db").path]))
    let bare = IntakeSubject("without a store", try ServerProcess([IntakeProcess.command, secret]))
    var subjects = [stored, bare]
    if let other = try Self.otherServer(folder.appendingPathComponent("other.db").path) {
      subjects.append(IntakeSubject("aiohttp", other))
    }
    defer { for subject in subjects { subject.server.stop() } }
    for round in 0...rounds {
      for subject in subjects { try subject.run(round, connections: Self.connections, time: Self.time) }
    }
    print(
      "deliveries of \(DeliverySender.bodySize) bytes over \(Self.connections) connections, median of \(rounds) rounds")
    for subject in subjects { print("  \(subject)") }
    let other = subjects.dropFirst(2).first
    try Figure(
      group: .queue, name: "webhook deliveries, each on disk before its response", unit: "/s", ours: stored.rate,
      peers: subjects.dropFirst().map { .init($0.name, $0.rate) },
      limit: max(Self.leastOfBare * bare.rate, Self.leastOfOther * (other?.rate ?? 0)), isAtLeast: true
    ).keep()
    try Figure(
      group: .queue, name: "response to a delivery, 99th percentile", ours: stored.times.percentile(99).milliseconds,
      peers: subjects.dropFirst().map { .init($0.name, $0.times.percentile(99).milliseconds) },
      limit: Self.bound(stored.times).milliseconds
    ).keep()
    return isGood(stored, bare, other)
  }

  /// Starts the server in Python with its store in a file or a database; `nil` without an interpreter.
  static func otherServer(_ store: String) throws -> ServerProcess? {
    guard let python = ProcessInfo.processInfo.environment["REVIEWBOT_AIOHTTP_PYTHON"] else {
      print("aiohttp is left out: REVIEWBOT_AIOHTTP_PYTHON names no interpreter that has it")
      return nil
    }
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../intake_aiohttp.py").standardizedFileURL.path
    return try ServerProcess([script, store, DeliverySender.secret], program: python)
  }

  /// On a busy machine all responses are slow; then the slowest must at least be close to the median.
  private static func bound(_ times: Latencies) -> Duration {
    max(longestAnswer, times.percentile(50) * largestRatio)
  }

  private func isGood(_ stored: IntakeSubject, _ bare: IntakeSubject, _ other: IntakeSubject?) -> Bool {
    var complaints: [String] = []
    if stored.rate < Self.leastOfBare * bare.rate {
      complaints.append("the store costs more than the rest: \(stored.rate / bare.rate) of the rate without it")
    }
    if let other, stored.rate < Self.leastOfOther * other.rate {
      complaints.append("only \(stored.rate / other.rate) times as fast as aiohttp")
    }
    let bound = Self.bound(stored.times)
    if stored.times.percentile(99) >= bound {
      complaints.append("one answer of a hundred takes \(stored.times.percentile(99)), more than \(bound)")
    }
    for complaint in complaints { print(complaint) }
    return complaints.isEmpty
  }
}

/// One server and its measurements.
final class IntakeSubject: CustomStringConvertible {
  let name: String
  let server: ServerProcess
  private(set) var times = Latencies()
  private var rates: [Double] = []
  private let idle: Int

  init(_ name: String, _ server: ServerProcess) {
    self.name = name
    self.server = server
    idle = server.memory
  }

  /// Round 0 does not count.
  func run(_ round: Int, connections: Int, time: Duration) throws {
    let sender = DeliverySender(port: server.port, connections: connections, round: "\(round)")
    let (rate, times) = try sender.send(for: round == 0 ? .seconds(1) : time)
    guard round > 0 else { return }
    rates.append(rate)
    self.times.add(times)
  }

  var rate: Double { rates.sorted()[rates.count / 2] }

  var description: String {
    "\(name): \(Int(rate)) a second (\(rates.map { "\(Int($0))" }.joined(separator: ", "))), \(times); "
      + "memory \(idle / 1024) MiB idle, \(server.memory / 1024) MiB now"
  }
}
