// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CurlTransport
import Forges
import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewPages

/// Signing in through a stand-in for the forge.
struct SignInTests {
  private func use(
    _ body: @escaping @Sendable (RunningPages, SignInStandIn) async throws -> Void
  ) async throws {
    try await withSignInStandIn(.github, redirects: []) { standIn in
      try await withScratchDirectory { folder in
        let world = PagesWorld(in: folder)
        let client = try SignInClient(
          SignInSettings(
            kind: .github, serverURL: standIn.url, clientID: standIn.clientID,
            clientSecret: standIn.clientSecret.map { Secret($0) }, transport: CurlTransportAssembly().transport,
            userAgent: "reviewbot/test"))
        world.signIn.withLock { $0 = client }
        try await withPages(world) { pages in
          standIn.register("\(pages.address)/sign-in/github/done")
          try await body(pages, standIn)
        }
      }
    }
  }

  /// Starts to sign in, and returns the address that the forge sends the browser to.
  private static func started(
    _ browser: inout CookieClient, _ standIn: SignInStandIn, return target: String = "/r/7"
  ) async throws -> String {
    let answer = try await browser.get("/sign-in/github?return=\(target)")
    #expect(answer.status == 302)
    let address = try #require(answer.fields["location"])
    return try #require(try await standIn.visit(address))
  }

  @Test func `an account signs in, and returns to its page`() async throws {
    try await use { pages, standIn in
      var browser = CookieClient(pages)
      let answer = try await browser.get(Self.started(&browser, standIn))
      #expect(answer.status == 303)
      #expect(answer.fields["location"] == "/r/7")
      #expect(Array(browser.cookies.keys) == ["reviewbot-session"])
      #expect(try await browser.get("/").body.contains("<span class=\"who\">ada "))
      #expect(standIn.violations == [])
      #expect(standIn.validTokens == 0)
    }
  }

  @Test func `the session is another one after each sign-in`() async throws {
    try await use { pages, standIn in
      var browser = CookieClient(pages)
      // A stranger gave the browser a session of their own.
      let chosen = try await pages.world.session("mallory")
      browser.set("reviewbot-session", String(chosen.dropFirst(18)))
      _ = try await browser.get(Self.started(&browser, standIn))
      let first = try #require(browser.cookie)
      #expect(first != chosen)
      #expect(try await !pages.get("/", cookie: chosen).body.contains("Sign out"))
      _ = try await browser.get(Self.started(&browser, standIn))
      #expect(browser.cookie != first)
      #expect(try await !pages.get("/", cookie: first).body.contains("Sign out"))
      #expect(try await browser.get("/").body.contains("ada"))
    }
  }

  /// The parts of the address at which a browser returns that can be changed.
  enum Fault: CaseIterable, Sendable {
    case noCookie, otherBrowser, otherForge, changedState, noState, twoStates, cancelled, noCode, changedCode, replayed
  }

  @Test(arguments: Fault.allCases)
  func `a wrong answer begins no session`(fault: Fault) async throws {
    try await use { pages, standIn in
      var browser = CookieClient(pages)
      if fault == .cancelled { standIn.become(.cancels) }
      var address = try await Self.started(&browser, standIn)
      switch fault {
      case .noCookie: browser.set("reviewbot-sign-in", nil)
      case .otherBrowser:
        browser = CookieClient(pages)
        _ = try await Self.started(&browser, standIn)
      case .otherForge:
        let parts = browser.cookies["reviewbot-sign-in"]?.split(separator: ".").dropFirst() ?? []
        browser.set("reviewbot-sign-in", (["6769746c6162"] + parts).joined(separator: "."))
      case .changedState: address = address.replacing(/state=[^&]*/, with: "state=\(SecretToken().text)")
      case .noState: address = address.replacing(/state=[^&]*/, with: "x=1")
      case .twoStates: address += "&state=\(SecretToken().text)"
      case .cancelled: break
      case .noCode: address = address.replacing(/code=[^&]*/, with: "x=1")
      case .changedCode: address = address.replacing(/code=[^&]*/, with: "code=other")
      case .replayed:
        let before = browser
        _ = try await browser.get(address)
        browser = before
      }
      let operations = standIn.operations.filter { $0 == .token }.count
      let answer = try await browser.get(address)
      #expect([400, 403].contains(answer.status))
      #expect(!answer.cookies.contains { $0.contains("session") })
      #expect(browser.cookies["reviewbot-session"] == nil)
      // Nothing is sent to the forge for an answer to another browser.
      let isForged = [.noCookie, .otherBrowser, .otherForge, .changedState, .noState, .twoStates].contains(fault)
      if isForged { #expect(standIn.operations.filter { $0 == .token }.count == operations) }
      for secret in standIn.secrets { #expect(!answer.body.contains(secret)) }
    }
  }

  @Test(arguments: [
    "/r/7", "/r/7/log", "/", "/p/github/acme/shapes/7", "/r/7%3Fdone=x", "/%252F%252Fevil.example",
  ])
  func `a page of this site is returned to`(target: String) async throws {
    try await use { pages, standIn in
      var browser = CookieClient(pages)
      let answer = try await browser.get(Self.started(&browser, standIn, return: target))
      #expect(answer.fields["location"] == target.removingPercentEncoding)
    }
  }

  @Test(arguments: [
    "//evil.example", "/%5Cevil.example", "/%09/evil.example", "/%0A/evil.example", "https://evil.example",
    "https:evil.example", "javascript:alert(1)", "evil", "", "%2F%2Fevil.example", "/%0D%0ASet-Cookie:%20a=b", "/a%20b",
    "/%C3%A9", "/%00", "%5C%5Cevil.example", "/" + String(repeating: "a", count: 1_000), "/%FF",
  ])
  func `another address ends at the overview`(target: String) async throws {
    try await use { pages, standIn in
      var browser = CookieClient(pages)
      let answer = try await browser.get(Self.started(&browser, standIn, return: target))
      #expect(answer.fields["location"] == "/")
      #expect(browser.cookies.keys.contains("reviewbot-session"))
    }
  }

  @Test func `a changed cookie cannot lead elsewhere`() async throws {
    try await use { pages, standIn in
      var browser = CookieClient(pages)
      let address = try await Self.started(&browser, standIn)
      let parts = browser.cookies["reviewbot-sign-in"]?.split(separator: ".").dropLast() ?? []
      let other = "https://evil.example".utf8.map { String(format: "%02x", $0) }.joined()
      browser.set("reviewbot-sign-in", (parts + [other[...]]).joined(separator: "."))
      let answer = try await browser.get(address)
      #expect(answer.fields["location"] != "https://evil.example")
    }
  }

  @Test func `a forge that does not answer is no sign-in`() async throws {
    try await use { pages, standIn in
      for operation in [SignInStandIn.Operation.token, .account] {
        standIn.answer(operation, with: .text("broken", status: 500))
        var browser = CookieClient(pages)
        let answer = try await browser.get(Self.started(&browser, standIn))
        #expect(answer.status == 403)
        #expect(!answer.body.contains("broken"))
        #expect(browser.cookies["reviewbot-session"] == nil)
        standIn.answer(operation, with: nil)
      }
    }
  }

  @Test func `the page of the forges keeps the address to return to`() async throws {
    try await use { pages, _ in
      let page = try await pages.get("/r/7").body
      #expect(page.contains("href=\"/sign-in?return=%2Fr%2F7\""))
      let forges = try await pages.get("/sign-in?return=%2Fr%2F7").body
      #expect(forges.contains("href=\"/sign-in/github?return=%2Fr%2F7\""))
      let other = try await pages.get("/sign-in?return=https%3A%2F%2Fevil.example").body
      #expect(!other.contains("evil"))
    }
  }

  @Test func `a forge without an application has no sign-in`() async throws {
    try await withPages { pages in
      for path in ["/sign-in/github", "/sign-in/github/done?code=x&state=y", "/sign-in/none"] {
        let answer = try await pages.get(path)
        #expect(answer.status == 404)
        #expect(answer.cookies == [])
      }
    }
  }

  @Test(arguments: ["", "a", "....", "zz.b.c.d", "67.b.c.d"])
  func `another text is no pending sign-in`(text: String) {
    #expect(PendingSignIn(text: text) == nil)
  }

  @Test func `a pending sign-in is read from its text`() {
    let pending = PendingSignIn(forge: "our-gitea", target: "/r/7?q=%C3%A9")
    #expect(PendingSignIn(text: pending.text) == pending)
    #expect(pending.text.wholeMatch(of: /[A-Za-z0-9._~-]+/) != nil)
  }
}
