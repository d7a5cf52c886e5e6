// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import NetworkAddressing

struct AddressPolicyTests {
  private func address(_ text: String) throws -> NetworkAddress {
    try #require(NetworkAddress(text), "\(text) is not a valid address")
  }

  @Test(arguments: [
    "140.82.121.3", "8.8.8.8", "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
    "126.255.255.255", "128.0.0.1", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255",
    "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:50c0:8000::154", "2a00:1450:4001:81b::200e",
    "::ffff:140.82.121.3", "64:ff9b::8c52:7903", "2002:8c52:7903::1",
  ])
  func `public addresses are allowed`(text: String) throws {
    #expect(AddressPolicy.publicInternet.allows(try address(text)))
  }

  @Test(arguments: [
    // Loopback and unspecified addresses.
    "127.0.0.1", "127.255.255.254", "::1", "0.0.0.0", "0.1.2.3", "::", "::127.0.0.1", "::7f00:1",
    // Private addresses, carrier-grade NAT, and link-local addresses with the metadata service of clouds.
    "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255", "100.64.0.1",
    "100.127.255.255", "169.254.169.254", "169.254.0.1", "fc00::1", "fdff::1", "fd00:ec2::254", "fe80::1", "fec0::1",
    // Multicast, broadcast, reserved, documentation and benchmark addresses.
    "224.0.0.1", "239.255.255.255", "255.255.255.255", "240.0.0.1", "192.0.2.1", "198.51.100.1", "203.0.113.1",
    "198.18.0.1", "192.0.0.8", "192.88.99.1", "ff02::1", "ff0e::1", "2001:db8::1", "3fff::1", "100::1", "5f00::1",
    // Embedded IPv4 addresses: mapped, NAT64, 6to4, Teredo, NAT64 for local use.
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:0.0.0.0", "64:ff9b::7f00:1",
    "64:ff9b::a00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1", "2002:7f00:1::1", "2002:a00:1::1", "2002:c0a8:101::1",
    "2002:a9fe:a9fe::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2",
  ])
  func `addresses that are not public are refused`(text: String) throws {
    #expect(!AddressPolicy.publicInternet.allows(try address(text)))
  }

  @Test func `permitted private ranges are allowed, and others are refused`() throws {
    let policy = AddressPolicy(permitting: [
      try #require(AddressRange("10.7.0.0/17")), try #require(AddressRange("fd00:7::/32")),
    ])
    #expect(policy.allows(try address("10.7.0.1")))
    #expect(policy.allows(try address("10.7.127.255")))
    #expect(policy.allows(try address("::ffff:10.7.0.1")))
    #expect(policy.allows(try address("fd00:7::9")))
    #expect(!policy.allows(try address("10.7.128.0")))
    #expect(!policy.allows(try address("10.6.255.255")))
    #expect(!policy.allows(try address("fd00:8::9")))
  }

  @Test func `a single address is parsed as a range of one address`() throws {
    for text in ["10.7.0.1", "fd00::1"] {
      let range = try #require(AddressRange(text))
      #expect(range.contains(try address(text)))
    }
    let range = try #require(AddressRange("10.7.0.1"))
    #expect(!range.contains(try address("10.7.0.0")))
  }

  @Test(arguments: [
    "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/-1", "10.0.0/8", "fd00::/129", "a/8", "/", "",
  ])
  func `an invalid range is rejected`(text: String) {
    #expect(AddressRange(text) == nil)
  }
}
