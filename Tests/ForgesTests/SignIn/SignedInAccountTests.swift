// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

@testable import Forges

struct SignedInAccountTests {
  @Test(arguments: ["ada", "Ada-L", "ada_acme", "a.d.a", "7", String(repeating: "a", count: 255)])
  func `a name of a forge is an account`(login: String) throws {
    let account = try #require(SignedInAccount(login: login, id: 7))
    #expect(account.login == login)
    #expect(try JSONDecoder().decode(SignedInAccount.self, from: JSONEncoder().encode(account)) == account)
  }

  @Test(
    arguments: hostileLogins.map { ($0, 7) } + [("ada", 0), ("ada", -1)])
  func `an impossible name or number is no account`(login: String, id: Int) throws {
    #expect(SignedInAccount(login: login, id: id) == nil)
    struct Stored: Encodable {
      let login: String
      let id: Int
    }
    let data = try JSONEncoder().encode(Stored(login: login, id: id))
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(SignedInAccount.self, from: data) }
  }
}

/// Names that no forge gives to an account.
let hostileLogins = [
  "", ".", "..", "a/b", "a b", "ada\n", "ada\u{0}", "\u{1b}[31mada", "ada\u{202e}", "аda", "<b>ada</b>", "ada@example",
  "a%2fb", String(repeating: "a", count: 256),
]
