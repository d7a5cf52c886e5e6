// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import JobQueue
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewPages

/// Sessions, and how they are stored.
struct SessionTests {
  /// A store in a folder with a time that the test sets.
  private struct World {
    let folder: ScratchDirectory
    let time = Locked(Date(timeIntervalSince1970: 1_800_000_000))
    let values: FolderValues
    let store: SessionStore

    init(_ folder: ScratchDirectory) {
      self.folder = folder
      let time = time
      values = FolderValues(folder: folder.path.appending("values")) { time.withLock { $0 } }
      store = SessionStore(values: values) { time.withLock { $0 } }
    }

    func advance(_ seconds: Double) { time.withLock { $0 += seconds } }

    /// The names and the contents of all files.
    var files: [String] {
      let path = folder.path.string
      return (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).map { name in
        name + " " + String(decoding: FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data(), as: UTF8.self)
      }
    }
  }

  private func use(_ body: (World) async throws -> Void) async throws {
    try await withScratchDirectory { try await body(World($0)) }
  }

  @Test func `signing in begins another session, and ends the one before it`() async throws {
    try await use { world in
      let first = try await world.store.signIn("ada", forge: "github", replacing: nil)
      let second = try await world.store.signIn("ada2", forge: "gitlab", replacing: first)
      #expect(first != second)
      #expect(try await world.store.visitor(with: first) == .anonymous)
      let visitor = try await world.store.visitor(with: second)
      #expect(visitor.accounts == ["github": "ada", "gitlab": "ada2"])
      #expect(visitor.formToken != nil)
    }
  }

  @Test func `a session that a stranger chose is not used`() async throws {
    try await use { world in
      let chosen = SecretToken()
      let token = try await world.store.signIn("ada", forge: "github", replacing: chosen)
      #expect(token != chosen)
      #expect(try await world.store.visitor(with: chosen) == .anonymous)
    }
  }

  @Test func `a session ends after 12 hours`() async throws {
    try await use { world in
      let token = try await world.store.signIn("ada", forge: "github", replacing: nil)
      world.advance(12 * 3_600 - 1)
      #expect(try await world.store.visitor(with: token).accounts == ["github": "ada"])
      world.advance(1)
      #expect(try await world.store.visitor(with: token) == .anonymous)
      world.values.sweep()
      #expect(world.files.filter { $0.contains("ada") } == [])
    }
  }

  @Test func `an account is signed in for 12 hours, whatever accounts follow it`() async throws {
    try await use { world in
      var token = try await world.store.signIn("ada", forge: "github", replacing: nil)
      world.advance(11 * 3_600)
      token = try await world.store.signIn("ada2", forge: "gitlab", replacing: token)
      #expect(try await world.store.visitor(with: token).accounts == ["github": "ada", "gitlab": "ada2"])
      world.advance(3_600)
      #expect(try await world.store.visitor(with: token).accounts == ["gitlab": "ada2"])
      token = try await world.store.signIn("ada", forge: "github", replacing: token)
      #expect(try await world.store.visitor(with: token).accounts == ["github": "ada", "gitlab": "ada2"])
      world.advance(11 * 3_600)
      #expect(try await world.store.visitor(with: token).accounts == ["github": "ada"])
    }
  }

  @Test func `tokens are not stored, only their digests`() async throws {
    try await use { world in
      let session = try await world.store.signIn("ada", forge: "github", replacing: nil)
      let form = try #require(try await world.store.visitor(with: session).formToken)
      let link = try await LinkStore(values: world.values)
        .make(for: ReviewJob.ID(7), by: "ada", lifetime: .seconds(3_600))
      #expect(world.files.contains { $0.contains(session.digest) })
      #expect(world.files.contains { $0.contains(link.digest) })
      for secret in [session.text, form, link.text] {
        #expect(world.files.filter { $0.contains(secret) } == [])
      }
      // The digest is no token.
      #expect(SecretToken(session.digest) == nil)
    }
  }

  @Test func `a session that cannot be read is none`() async throws {
    try await use { world in
      for value in ["", "{}", "{\"accounts\":{\"github\":\"ada\"}", "null", "[]"] {
        let token = SecretToken()
        try await world.values.set(
          Array(value.utf8), for: SharedValueKey(.session, token.digest), lifetime: .seconds(60))
        #expect(try await world.store.visitor(with: token).accounts == [:])
      }
    }
  }

  @Test func `signing out ends the session at the server`() async throws {
    try await withPages { pages in
      var browser = CookieClient(pages)
      let cookie = try await pages.world.session("ada")
      browser.set("reviewbot-session", String(cookie.dropFirst("reviewbot-session=".count)))
      browser.set("reviewbot-link", "1.\(SecretToken().text)")
      let answer = try await browser.post("/sign-out")
      #expect(answer.status == 303)
      #expect(answer.fields["location"] == "/")
      #expect(browser.cookies == [:])
      #expect(try await !pages.get("/", cookie: cookie).body.contains("Sign out"))
    }
  }

  @Test func `a token has 256 random bits in base64url`() {
    let tokens = (0..<1_000).map { _ in SecretToken().text }
    #expect(Set(tokens).count == 1_000)
    #expect(tokens.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil })
    // Every bit of the first 42 digits is zero in some tokens, and one in others.
    for place in 0..<42 { #expect(Set(tokens.map { Array($0)[place] }).count > 50) }
  }

  @Test(arguments: [
    "", String(repeating: "a", count: 42), String(repeating: "a", count: 44), String(repeating: "a", count: 42) + "=",
    String(repeating: "a", count: 42) + "/", String(repeating: "a", count: 42) + ".",
    String(repeating: "a", count: 41) + "é", "../" + String(repeating: "a", count: 40),
  ])
  func `another text is no token`(text: String) {
    #expect(SecretToken(text) == nil)
  }

  @Test func `the token of forms is another one, and equal for equal sessions`() {
    let token = SecretToken()
    let form = token.derived(for: "form")
    #expect(form != token.text)
    #expect(SecretToken(token.text)?.derived(for: "form") == form)
    #expect(token.derived(for: "link") != form)
    #expect(SecretToken().derived(for: "form") != form)
  }
}
