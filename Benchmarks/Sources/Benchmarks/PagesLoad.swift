// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation

/// The throughput of the intake while 20 readers follow a log that grows by 1,000 lines a second in the same process,
/// compared with the intake alone, in turns; and the memory of the process.
struct PagesLoad {
  static let readers = 20
  /// The intake may be so many times slower.
  static let largestSlowdown = 1.5
  /// In KiB: how much the memory may grow from the first round to the last.
  static let largestGrowth = 32 << 10

  let rounds: Int

  /// Prints the table; returns whether the thresholds are kept.
  func measure() throws -> Bool {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("reviewbot-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // At worst a temporary folder is left.
    defer { try? FileManager.default.removeItem(at: folder) }
    let secret = DeliverySender.secret
    let alone = IntakeSubject(
      "alone", try ServerProcess([IntakeProcess.command, secret, folder.appendingPathComponent("alone.db").path]))
    let server = try ServerProcess([PagesProcess.command, secret, folder.path])
    let read = IntakeSubject("with \(Self.readers) readers of a log", server)
    defer { for subject in [alone, read] { subject.server.stop() } }
    guard let port = server.otherPort else { throw Failure("the server did not print the port of its pages") }
    let log = try LogReaders(Self.readers, port: port, path: PagesProcess.path)
    var memory: [Int] = []
    for round in 0...rounds {
      for subject in [alone, read] {
        try subject.run(round, connections: IntakeLoad.connections, time: IntakeLoad.time)
      }
      memory.append(server.memory)
    }
    let (lines, fewest) = (log.lines, log.fewestLines)
    print(
      "deliveries of \(DeliverySender.bodySize) bytes over \(IntakeLoad.connections) connections, median of \(rounds) rounds"
    )
    for subject in [alone, read] { print("  \(subject)") }
    print("  the readers received \(lines) lines, \(fewest) at least each; memory by round: \(memory) KiB")
    try Figure(
      group: .queue, name: "webhook deliveries while \(Self.readers) readers follow a log", unit: "/s", ours: read.rate,
      peers: [.init("without readers", alone.rate)], limit: alone.rate / Self.largestSlowdown, isAtLeast: true
    ).keep()
    var complaints: [String] = []
    if alone.rate > Self.largestSlowdown * read.rate {
      complaints.append("the intake is \(alone.rate / read.rate) times slower with readers")
    }
    if let first = memory.dropFirst().first, let last = memory.last, last - first > Self.largestGrowth {
      complaints.append("the memory grew by \((last - first) / 1024) MiB")
    }
    if fewest == 0 { complaints.append("a reader received nothing") }
    for complaint in complaints { print(complaint) }
    return complaints.isEmpty
  }
}

/// Connections that read server-sent events, each on a thread of its own.
private final class LogReaders: Sendable {
  private let counts: Locked<[Int]>

  init(_ count: Int, port: Int, path: String) throws {
    counts = Locked(Array(repeating: 0, count: count))
    for reader in 0..<count {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
      let isConnected = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
      guard isConnected, send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL)) == request.utf8.count
      else { throw Failure("a reader cannot connect: \(String(cString: strerror(errno)))") }
      Thread.detachNewThread { [weak self] in self?.read(descriptor, reader) }
    }
  }

  var lines: Int { counts.withLock { $0.reduce(0, +) } }
  var fewestLines: Int { counts.withLock { $0.min() ?? 0 } }

  private func read(_ descriptor: Int32, _ reader: Int) {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let mark = Array("class=\"l ".utf8)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      // A mark that is split between two reads is not counted.
      let found = buffer[..<count].ranges(of: mark).count
      counts.withLock { $0[reader] += found }
    }
    close(descriptor)
  }
}
