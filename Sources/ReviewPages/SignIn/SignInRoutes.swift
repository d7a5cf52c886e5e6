// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Forges
import Foundation
import HTMLTemplates
import Hummingbird
import Logging
import ReviewContract
import ReviewServer

/// `/sign-in`: the forges; `/sign-in/NAME`: to the forge's page; `/sign-in/NAME/done`: back from it; `POST /sign-out`.
struct SignInRoutes: Sendable {
  /// How long an account may take on the forge's page.
  private static let patience = Duration.seconds(600)
  private static let forgePatience = Duration.seconds(20)

  let parts: PageParts

  func add(to router: Router<PageContext>) {
    router.get("sign-in") { request, context in forges(request, context) }
    router.get("sign-in/:forge") { request, context in try start(request, context) }
    router.get("sign-in/:forge/done") { request, context in try await finish(request, context) }
    router.post("sign-out") { request, context in try await signOut(request, context) }
  }

  private func forges(_ request: Request, _ context: PageContext) -> Response {
    let target = Self.target(request)
    let encoded = target.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let forges = parts.services.forges().filter { $0.signIn != nil }.map { forge in
      SignInPage.Forge(
        name: forge.kind.description?.name ?? forge.name, server: forge.webURL,
        address: "/sign-in/\(JobText.encoded(forge.name))?return=\(encoded)",
        login: context.visitor.accounts[forge.name])
    }
    let layout = PageLayout(
      title: "Sign in", place: "<span class=\"repo\">Sign in</span>",
      content: PageTemplates.all.html("sign-in", SignInPage(forges: forges, hasForges: !forges.isEmpty)))
    return .html(parts.page(layout, context, path: target))
  }

  private func start(_ request: Request, _ context: PageContext) throws -> Response {
    let (forge, provider) = try provider(context)
    let pending = PendingSignIn(forge: forge.name, target: Self.target(request))
    var response = Response(
      status: .found,
      headers: [
        .location: provider.authorizationAddress(
          state: pending.state.text, verifier: pending.verifier, redirect: redirect(forge)),
        .contentLength: "0",
      ])
    PageCookie.signIn(parts.origin).set(pending.text, lifetime: Self.patience, in: &response)
    return response
  }

  private func finish(_ request: Request, _ context: PageContext) async throws -> Response {
    let (forge, provider) = try provider(context)
    let cookie = PageCookie.signIn(parts.origin)
    // The state shows that this browser started the sign-in, with this forge.
    guard let pending = cookie.value(in: request).flatMap({ PendingSignIn(text: $0) }), pending.forge == forge.name,
      let answer = SignInRedirect(query: request.uri.query ?? ""),
      SecretToken.isEqual(answer.state, pending.state.text)
    else { throw PageRefusal.invalid("The sign-in was not started in this browser, or took too long. Start it again.") }
    let login: String
    do {
      login = try await parts.signIns.run {
        try await within(Self.forgePatience) {
          try await provider.account(code: answer.code(), verifier: pending.verifier, redirect: redirect(forge)).login
        }
      }
    } catch let error as PageRefusal {
      throw error
    } catch {
      parts.log.failure("sign-in failed", error, metadata: ["forge": "\(forge.name)"])
      throw PageRefusal(
        status: .forbidden, title: "Not signed in", text: "The forge did not confirm who you are. Try again.")
    }
    // A new session, so that no token from before the sign-in is valid.
    let token = try await parts.queue {
      try await parts.sessions.signIn(login, forge: forge.name, replacing: context.session)
    }
    parts.log.info("signed in", metadata: ["forge": "\(forge.name)", "account": "\(login)"])
    var response = Response.seeOther(pending.target)
    cookie.remove(in: &response)
    PageCookie.session(parts.origin).set(token.text, lifetime: SessionStore.lifetime, in: &response)
    return response
  }

  private func signOut(_ request: Request, _ context: PageContext) async throws -> Response {
    _ = try await PageForm(request, of: context.visitor)
    if let session = context.session { try await parts.queue { try await parts.sessions.end(session) } }
    var response = Response.seeOther("/")
    PageCookie.session(parts.origin).remove(in: &response)
    PageCookie.link(parts.origin).remove(in: &response)
    return response
  }

  private func provider(_ context: PageContext) throws -> (DaemonForge, SignInClient) {
    guard let name = context.parameters.get("forge")?.removingPercentEncoding, let forge = parts.forge(name),
      let provider = try parts.services.signIn(forge)
    else { throw PageRefusal.notFound }
    return (forge, provider)
  }

  private func redirect(_ forge: DaemonForge) -> String {
    "\(parts.origin)/sign-in/\(JobText.encoded(forge.name))/done"
  }

  /// The page to return to: always one of this site.
  private static func target(_ request: Request) -> String {
    let path = PageForm.items(request.uri.query ?? "")["return"] ?? "/"
    return PendingSignIn.isTarget(path) ? path : "/"
  }
}

/// The choice of a forge.
struct SignInPage: Sendable {
  struct Forge: Sendable {
    let name: String
    let server: String
    let address: String
    let login: String?
  }

  let forges: [Forge]
  let hasForges: Bool
}

/// A sign-in that was started, in a cookie of the browser: nothing is stored for a visitor who is not signed in.
struct PendingSignIn: Hashable, Sendable {
  private static let longestTarget = 1_000

  let forge: String
  let state: SecretToken
  let verifier: CodeVerifier
  let target: String

  init(forge: String, target: String) {
    self.forge = forge
    self.target = target
    state = SecretToken()
    verifier = CodeVerifier()
  }

  init?(text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, let forge = Self.decoded(parts[0]), let state = SecretToken(parts[1]),
      let verifier = CodeVerifier(String(parts[2])), let target = Self.decoded(parts[3]), Self.isTarget(target)
    else { return nil }
    self.forge = forge
    self.state = state
    self.verifier = verifier
    self.target = target
  }

  var text: String {
    [Self.encoded(forge), state.text, verifier.reveal(), Self.encoded(target)].joined(separator: ".")
  }

  /// Whether a path is one of this site, and not the address of another one.
  static func isTarget(_ path: String) -> Bool {
    let isPlain = path.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }
    return path.hasPrefix("/") && !path.hasPrefix("//") && isPlain && path.utf8.count <= longestTarget
  }

  /// In letters and digits.
  private static func encoded(_ text: String) -> String {
    text.utf8.map { String(format: "%02x", $0) }.joined()
  }

  private static func decoded(_ text: some StringProtocol) -> String? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
    }
    return bytes.contains(nil) ? nil : String(validating: bytes.compactMap(\.self), as: UTF8.self)
  }
}
