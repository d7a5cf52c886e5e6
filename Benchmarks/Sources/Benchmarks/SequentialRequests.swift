// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CurlTransport
import Foundation
import HTTPTypes
import ResourceLoading

/// Small sequential requests over a persistent connection: our transport compared with the `curl` program.
///
/// Both send requests to the same server in turns, so that other load of the machine affects both equally.
struct SequentialRequests {
  /// The maximum time of our shortest round, as a multiple of the program's. Measured: 0.5 to 0.8, because the
  /// program's time includes its start; each of our requests crosses to the transport's thread and back.
  static let largestRatio = 1.5

  let requests: Int
  let rounds: Int

  /// Prints the table; returns whether the threshold is kept.
  func measure() async throws -> Bool {
    let server = try ServerProcess()
    defer { server.stop() }
    let program = try CurlProgram(requests: requests, url: server.url)
    let single = try CurlProgram(requests: 1, url: server.url)
    defer { for program in [program, single] { program.removeFiles() } }

    var ours = Times("CurlTransport")
    var theirs = Times("the curl program")
    var start = Times("the curl program, 1 request")
    // The first round warms up and does not count.
    for round in 0...rounds {
      let isOursFirst = round.isMultiple(of: 2)
      if !isOursFirst { try theirs.add(program.run(), in: round) }
      ours.add(try await askOurselves(server.url), in: round)
      if isOursFirst { try theirs.add(program.run(), in: round) }
      try start.add(single.run(), in: round)
    }
    let ratio = ours.shortest / theirs.shortest
    print(try CurlProgram.version())
    print("\(requests) GETs of 512 bytes, one after the other, over one kept connection; \(rounds) rounds")
    print(Times.table([ours, theirs, start], requests: requests))
    print(
      "shortest rounds: ours takes \(ratio.formatted(.number.precision(.fractionLength(2)))) times the program's time")
    try Figure(
      group: .transport, name: "\(requests) requests over one connection", ours: ours.shortest * 1000,
      peers: [.init("curl", theirs.shortest * 1000)], limit: theirs.shortest * 1000 * Self.largestRatio
    ).keep()
    guard ratio <= Self.largestRatio else {
      print("that is more than \(Self.largestRatio) times")
      return false
    }
    return true
  }

  /// Returns the time of a round. Each has a new transport, because the program makes a new connection for each.
  private func askOurselves(_ url: String) async throws -> Duration {
    guard let address = HTTPAddress(url) else { throw Failure("\(url) is not a valid address") }
    let request = TransportRequest(HTTPRequest(at: address.appending("file")))
    let before = try await connectionNumber(address)
    let transport = newTransport()
    let time = try await ContinuousClock().measure {
      for _ in 0..<requests {
        let response = try await transport.send(request)
        let body = response.body
        guard response.head.status == .ok, body.count == Server.body.utf8.count else {
          throw Failure("the server answered \(response.head.status)")
        }
      }
    }
    let count = try await connectionNumber(address) - before - 1
    guard count == 1 else { throw Failure("\(requests) requests took \(count) connections") }
    return time
  }

  /// Makes a connection and returns its number, which the server counts.
  private func connectionNumber(_ address: HTTPAddress) async throws -> Int {
    let request = TransportRequest(HTTPRequest(at: address.appending("number")))
    let body = try await newTransport().send(request).body
    guard let number = Int(String(decoding: body, as: UTF8.self)) else { throw Failure("the server cannot count") }
    return number
  }

  private func newTransport() -> any HTTPTransport {
    CurlTransportAssembly().transport
  }
}
