// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import ServerCommands

struct OperatorIdentityTests {
  @Test(arguments: [
    (["SUDO_USER": "ada"], "1000\n", "ada"), ([:], "1000\n", "grace"), ([:], "4294967295\n", "reviewbot"),
    ([:], nil, "reviewbot"), ([:], "7\n", "uid 7"), (["SUDO_USER": "\u{1b}\n"], "1000", "grace"),
    (["SUDO_USER": "ada\u{1b}[31m"], nil, "ada [31m"),
  ])
  func `the person is the user of sudo, else of the login, else of the process`(
    environment: [String: String], loginUID: String?, person: String
  ) {
    let names: [UInt32: String] = [1000: "grace", 998: "reviewbot"]
    let identity = OperatorIdentity(environment: environment, loginUID: loginUID, user: 998) { names[$0] }
    #expect(identity.person == person)
  }
}
