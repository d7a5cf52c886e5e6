// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Testing

@testable import Forges

struct SignInRedirectTests {
  @Test func `a code and its state are read`() throws {
    let query = "code=a%2Bb+c&state=s%26t&scope=&iss=https%3A%2F%2Fforge.example"
    let redirect = try #require(SignInRedirect(query: query))
    #expect(redirect.state == "s&t")
    #expect(try redirect.code() == Secret("a+b c"))
  }

  @Test(arguments: [
    ("access_denied", ForgeError.Code.rejected), ("invalid_scope", .rejected), ("<script>", .rejected),
    ("temporarily_unavailable", .unavailable), ("server_error", .unavailable),
  ])
  func `an error is explained without the forge's text`(error: String, code: ForgeError.Code) throws {
    let query = "error=\(error)&error_description=Hostile&error_uri=https://evil.example&state=s"
    let redirect = try #require(SignInRedirect(query: query))
    #expect(redirect.state == "s")
    let found = #expect(throws: ForgeError.self) { try redirect.code() }
    #expect(found?.code == code)
    #expect(found?.isTransient == (code == .unavailable))
    #expect(found.map { "\($0)".contains("ostile") || "\($0)".contains("evil") || "\($0)".contains("<") } == false)
  }

  @Test(arguments: [
    "", "code=a", "state=s", "code=&state=s", "code=a&state=", "code=a&error=access_denied&state=s",
    "code=a&code=b&state=s", "code=a&state=s&state=t", "code=a&state=s&x=1&x=2", "code=%zz&state=s", "code=%0a&state=s",
    "code=%C3%A4&state=s", "code=" + String(repeating: "a", count: 2_049) + "&state=s",
    "code=a&state=s&x=" + String(repeating: "a", count: 5_000),
  ])
  func `a query that no forge sends is refused`(query: String) {
    #expect(SignInRedirect(query: query) == nil)
  }

  @Test func `the longest code is read`() {
    #expect(SignInRedirect(query: "code=" + String(repeating: "a", count: 2_048) + "&state=s") != nil)
  }
}
