// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import NetworkAddressing
import ReviewTesting
import Testing

@testable import ReviewServer

/// The limit on the connections of one address.
struct IntakeAddressTests {
  private static let attacker = "127.0.0.2"

  /// Half of the connections send nothing, and half of them a part of a header.
  private func attack(_ intake: RunningIntake, _ count: Int) async throws -> SlowSenders {
    try await SlowSenders(count, from: Self.attacker, to: intake.port) { index in
      index.isMultiple(of: 2) ? "" : "POST /webhook/forge HTTP/1.1\r\nHost: localhost\r\nX-"
    }
  }

  /// The limit of this process's open files: both ends of the connections are its own.
  private static var openFiles: Int {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? Int(clamping: limit.rlim_cur) : 0
  }

  @Test(.enabled(if: openFiles >= 4_096, "2,200 ends of connections are more files than this process may open"))
  func `slow connections from one address do not block other senders`() async throws {
    try await withIntake(limits: { $0.trustedProxies = [] }) { intake in
      let attack = try await attack(intake, 1_100)
      // This connection is accepted after the attacker's.
      let client = try await intake.client()
      await client.send(RunningIntake.message(IntakeSamples.pullRequest()))
      #expect(try await client.answered().status == 202)
      // A tenth of 1,000, and the one of the sender.
      try await intake.hasConnections(101)
      withExtendedLifetime(attack) {}
    }
  }

  @Test func `closed connections make room for others from the same address`() async throws {
    try await withIntake(limits: {
      $0.trustedProxies = []
      $0.connections = 20
    }) { intake in
      for id in 1...3 {
        let first = try await intake.client()
        await first.send(RunningIntake.message(IntakeSamples.pullRequest(id), id: "\(id)"))
        #expect(try await first.answered().status == 202)
        let second = try await intake.client()
        #expect(try await second.request("GET", "/healthz").status == 200)
        let third = try await intake.client()
        #expect(try await third.answer() == nil, "it is closed without an answer")
        await first.finish()
        await second.finish()
        try await intake.hasConnections(0)
      }
    }
  }

  @Test func `a trusted proxy can use all connections, up to the total limit`() async throws {
    try await withIntake(limits: {
      $0.trustedProxies = [AddressRange(bytes: [127, 0, 0, 2], bits: 32)]
      $0.connections = 30
    }) { intake in
      let attack = try await attack(intake, 30)
      try await intake.hasConnections(30)
      let refused = try await intake.client().request("GET", "/healthz")
      #expect(refused.status == 503)
      withExtendedLifetime(attack) {}
    }
  }

  @Test(arguments: [
    ([10, 0, 0, 0], 8, [10, 1, 2, 3], true), ([10, 0, 0, 0], 8, [11, 0, 0, 0], false),
    ([10, 0, 0, 7], 32, [10, 0, 0, 7], true), ([10, 0, 0, 7], 32, [10, 0, 0, 6], false),
    ([10, 0, 0, 4], 30, [10, 0, 0, 7], true), ([10, 0, 0, 4], 30, [10, 0, 0, 8], false),
    ([0, 0, 0, 0], 0, [203, 0, 113, 9], true),
  ])
  func `a range contains the addresses that begin with its prefix`(
    bytes: [UInt8], bits: Int, address: [UInt8], isIn: Bool
  ) {
    #expect(AddressRange(bytes: bytes, bits: bits).contains(ClientAddress(bytes: address)) == isIn)
    let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
    #expect(AddressRange(bytes: bytes, bits: bits).contains(ClientAddress(bytes: mapped + address)) == isIn)
    #expect(AddressRange(bytes: mapped + bytes, bits: 96 + bits).contains(ClientAddress(bytes: address)) == isIn)
  }

  @Test func `all addresses of an IPv6 network count as one sender`() {
    let connectionLimit = ConnectionLimit(10, perAddress: 2)
    func address(_ network: UInt8, _ machine: UInt8) -> ClientAddress {
      ClientAddress(bytes: [0x20, 1, 0xd, 0xb8, 0, 0, 0, network, 0, 0, 0, 0, 0, 0, 0, machine])
    }
    #expect(connectionLimit.take(address(1, 1)) == .admitted)
    #expect(connectionLimit.take(address(1, 2)) == .admitted)
    #expect(connectionLimit.take(address(1, 3)) == .addressFull)
    #expect(connectionLimit.take(address(2, 1)) == .admitted)
    connectionLimit.release(address(1, 1))
    #expect(connectionLimit.take(address(1, 3)) == .admitted)
    // A Unix domain socket has no address.
    for _ in 0..<7 { #expect(connectionLimit.take() == .admitted) }
    #expect(connectionLimit.take() == .full)
    #expect(connectionLimit.take(address(1, 4)) == .addressFull)
  }
}
