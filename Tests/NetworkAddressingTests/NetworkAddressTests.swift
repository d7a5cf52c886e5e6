// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import NetworkAddressing

struct NetworkAddressTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("0x7f000001", "127.0.0.1"), ("0X7F.1", "127.0.0.1"),
    ("0177.0.0.1", "127.0.0.1"), ("017700000001", "127.0.0.1"), ("127.1", "127.0.0.1"), ("10.1.256", "10.1.1.0"),
    ("0", "0.0.0.0"), ("::1", "::1"), ("[::1]", "::1"), ("[0:0:0:0:0:FFFF:a00:1]", "::ffff:10.0.0.1"),
  ]) func `every spelling of an address is parsed`(text: String, address: String) {
    #expect(NetworkAddress(spelled: text)?.description == address)
  }

  @Test(arguments: ["", "localhost", "1.2.3.4.5", "256.0.0.1", "0x100000000", "a.1", "[127.0.0.1"])
  func `a name or an invalid address is rejected`(text: String) {
    #expect(NetworkAddress(spelled: text) == nil)
  }
}
